import AutomataFiles
import Glibc

/// A reader of the files that an owner file names. Their paths must lead below the owner's folder.
package final class SourceFolder: Sendable {
    /// The kind of the file, for errors.
    private let owner: String
    /// The folder; `nil` if the text that names others doesn't come from a file.
    private let folder: String?
    private let loadedBytes = Monitor(0)
    private let loadedFiles = Monitor<Set<FileIdentity>>([])
    /// The files that were read.
    package var files: Set<FileIdentity> { loadedFiles.withLock { $0 } }
    /// Whether the owner is a file, rather than a stream.
    package var isFile: Bool { folder != nil }

    /// The maximum number of bytes of a file, and of all files together.
    private static let (maximumBytes, maximumTotalBytes) = (1 << 24, 1 << 26)

    /// Creates a reader of the files that the file at a path names.
    ///
    /// - Parameter owner: The kind of the naming file, a word such as `chart`.
    package init(besideFile path: String, ofKind owner: String) {
        self.owner = owner
        var status = stat()
        // What comes from a stream, such as /dev/stdin, has no folder, even if that is a file.
        let isStream = ["/dev/", "/proc/"].contains { path.utf8.starts(with: $0.utf8) }
        let isFile =
            !isStream && Path.withBytes(path) { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
        // Cut by bytes, as the system does.
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8[...$0] }
        folder = isFile ? start.map { String(decoding: Array($0), as: UTF8.self) } ?? "./" : nil
    }

    /// Creates a reader of the files below a folder.
    ///
    /// - Parameter owner: The kind of the naming text, a word such as `chart`.
    package init(below folder: String, ofKind owner: String) { (self.folder, self.owner) = (folder, owner) }

    /// Returns the text at a path, such as `file:door.scxml` or `parts/door.scxml`.
    ///
    /// - Throws: an error if the path isn't below the folder, or can't be read.
    package func text(at location: String) throws -> [UInt8] {
        let prefix = Array("file:".utf8)
        let bytes = Array(location.utf8)
        let path = bytes.starts(with: prefix) ? Array(bytes.dropFirst(prefix.count)) : bytes
        if path.isEmpty { throw ToolError("the path is empty; name a file", at: location.shown) }
        if path.contains(0) { throw ToolError("the path has a NUL character; remove it", at: location.shown) }
        guard let folder, let parts = Self.parts(of: path) else {
            throw ToolError("only files below the \(owner)'s own folder are read", at: location.shown)
        }
        let descriptor = try open(parts.map { $0.map { CChar(bitPattern: $0) } + [0] }, in: folder, location.shown)
        defer { close(descriptor) }
        do throws(FileError) {
            let contents = try FileContents.read(from: descriptor, named: location.shown, limit: Self.maximumBytes)
            let isTooMuch = loadedBytes.withLock { total in
                total += contents.count
                return total > Self.maximumTotalBytes
            }
            if !isTooMuch { return contents.withBytes { Array($0) } }
        } catch {
            throw ToolError(error.message, at: location.shown)
        }
        throw ToolError(
            "all files of the \(owner) together have more than \(Self.maximumTotalBytes >> 20) MiB", at: location.shown)
    }

    /// Returns the names on a path; `nil` if it leads out of the folder, even for a while.
    private static func parts(of path: [UInt8]) -> [ArraySlice<UInt8>]? {
        var parts: [ArraySlice<UInt8>] = []
        for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if part.isEmpty { return nil }
            if part.elementsEqual("..".utf8) {
                guard parts.popLast() != nil else { return nil }
            } else if !part.elementsEqual(".".utf8) {
                parts.append(part)
            }
        }
        // The folder itself isn't a file, which the system tells.
        return parts.isEmpty ? [[UInt8(ascii: ".")]] : parts
    }

    /// Opens a file by a path without links, so that it can't be outside of the folder.
    private func open(_ parts: [[CChar]], in folder: String, _ path: String) throws -> Int32 {
        var descriptor = Path.withBytes(folder) { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        for (index, part) in parts.enumerated() where descriptor >= 0 {
            let isLast = index == parts.count - 1
            // A pipe would wait for somebody who writes.
            let flags = isLast ? O_NONBLOCK | O_NOCTTY : O_DIRECTORY
            let next = openat(descriptor, part, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags)
            let code = errno
            close(descriptor)
            (descriptor, errno) = (next, code)
        }
        guard descriptor >= 0 else {
            switch errno {
            case ELOOP: throw ToolError("this is a link; give the file itself", at: path)
            case ENOTDIR:
                throw ToolError(
                    "a part of this path is a file or a link; expected a folder", at: path)
            case let code: throw ToolError.system("can't open", at: path, code: code)
            }
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw ToolError("this isn't a file", at: path)
        }
        if let identity = FileIdentity(status) { loadedFiles.withLock { _ = $0.insert(identity) } }
        return descriptor
    }
}
