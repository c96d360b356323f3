import AutomataFiles
import Glibc
import ProductDerivation
import ProductLines
import ToolSupport

/// The planned contents of the folder of a derived product.
///
/// A list in the folder has the files that were derived, with a hash of each. A file that isn't on
/// the list, or was edited since, is neither replaced nor removed.
struct ProductFolder {
    private let folder: String
    /// The files to write: those whose content differs.
    private var files: [Derivation.File] = []
    /// The files that were derived earlier, but not now.
    private var stalePaths: [String] = []
    /// The list while files are written, which also has the earlier hashes, and the final list.
    private let lists: (during: [UInt8], after: [UInt8])
    /// The notes for the user, a sentence each.
    private(set) var notes: [String] = []

    /// The name of the list.
    private static let list = "derived.txt"

    /// Plans the folder.
    ///
    /// - Parameter force: Whether files that weren't derived, or were edited, are replaced.
    /// - Throws: an error if there are such files, or a link, which may lead out of the folder.
    init(_ derivation: Derivation, in output: String, replacing force: Bool) throws(ToolError) {
        let name = derivation.product.name
        let folder = Path.join(output, name)
        let ownFolders = ["Sources", "Sources/\(name)", "Sources/\(name)/Resources"]
        let ownPaths = (ownFolders + [Self.list]).map { Path.join(folder, $0) }
        var obstacles = ([folder] + ownPaths).compactMap { Self.link(at: $0) }
        if !obstacles.isEmpty { throw ToolError(obstacles) }

        let earlier = Self.readList(Path.join(folder, Self.list), folders: ownFolders)
        for file in derivation.files {
            let path = Path.join(folder, file.path)
            if let link = Self.link(at: path) {
                obstacles.append(link)
                continue
            }
            guard let bytes = Self.read(path) else {
                if FolderListing.isFolder(path) {
                    obstacles.append(ToolError("derive writes a file here, but this is a folder; move it", at: path))
                } else if let obstacle = OutputFile.obstacle(at: path, replacing: force) {
                    obstacles.append(obstacle)
                }
                files.append(file)
                continue
            }
            if bytes == file.bytes { continue }
            if !force, earlier[file.path]?.contains(Self.hash(bytes)) != true {
                let reason =
                    earlier[file.path] == nil
                    ? "derive hasn't written this file" : "the file was edited after it was derived"
                obstacles.append(ToolError("\(reason); --force replaces it", at: path))
            }
            files.append(file)
        }
        if !obstacles.isEmpty { throw ToolError(obstacles) }

        let lines = derivation.files.map { "\(Self.hash($0.bytes)) \($0.path)\n" }
        let known = earlier.flatMap { path, hashes in hashes.map { "\($0) \(path)\n" } }
        let header = "# Files that automata features derive wrote, and replaces or removes unless they are edited.\n"
        lists = (
            Array((header + Set(lines + known).sorted().joined()).utf8), Array((header + lines.joined()).utf8)
        )
        for (path, hashes) in earlier.sorted(by: { $0.key < $1.key })
        where !derivation.files.contains(where: { $0.path == path }) {
            let old = Path.join(folder, path)
            guard Self.link(at: old) == nil, let bytes = Self.read(old) else { continue }
            if hashes.contains(Self.hash(bytes)) {
                stalePaths.append(path)
            } else {
                notes.append("\(old.shown) isn't derived any more, and is kept because it was edited")
            }
        }
        self.folder = folder
    }

    /// Writes and removes files. After an interruption, the next run continues.
    func write() throws(ToolError) {
        let list = Path.join(folder, Self.list)
        if files.isEmpty, stalePaths.isEmpty, Self.read(list) == lists.after { return }
        try OutputFile.write(lists.during, to: list, replacing: true, makingFolders: true)
        for file in files {
            try OutputFile.write(file.bytes, to: Path.join(folder, file.path), replacing: true, makingFolders: true)
        }
        for path in stalePaths.map({ Path.join(folder, $0) })
        where Path.withBytes(path, { unlink($0) }) != 0 && errno != ENOENT {
            throw ToolError.system("can't remove", at: path, code: errno)
        }
        try OutputFile.write(lists.after, to: list, replacing: true, makingFolders: true)
    }

    /// Returns the hashes of the files on a list, by path; only paths that derive writes.
    private static func readList(_ path: String, folders: [String]) -> [String: Set<String>] {
        var hashes: [String: Set<String>] = [:]
        for line in (read(path, limit: 1 << 22) ?? []).split(separator: UInt8(ascii: "\n")) {
            guard line.count > 17, line[line.startIndex + 16] == UInt8(ascii: " ") else { continue }
            let path = String(decoding: line.dropFirst(17), as: UTF8.self)
            let (folder, name) = Path.split(path)
            guard ["Package.swift", "features.txt"].contains(path) || folders.contains(folder),
                !["", ".", ".."].contains(name), !name.utf8.contains(0)
            else { continue }
            hashes[path, default: []].insert(String(decoding: line.prefix(16), as: UTF8.self))
        }
        return hashes
    }

    /// Returns a hash of 16 digits, which shows whether a file was edited.
    ///
    /// - Reference: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, The FNV non-cryptographic hash
    ///   algorithm: FNV-1a with 64 bits.
    private static func hash(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Returns the error that there is a link; `nil` if there is none.
    private static func link(at path: String) -> ToolError? {
        var status = stat()
        guard Path.withBytes(path, { lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
        return ToolError("derive writes here, but this is a link; remove it", at: path)
    }

    /// Returns the content of a regular file; `nil` if there is none that can be read.
    private static func read(_ path: String, limit: Int = 1 << 26) -> [UInt8]? {
        var status = stat()
        guard Path.withBytes(path, { stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return try? InputFile(path: path).withContents(limit: limit) { Array($0) }
    }
}

/// Paths from folder to folder. Links in folders that exist are followed.
enum FolderPath {
    /// Returns the path from one folder to another.
    static func relative(from start: String, to end: String) -> String {
        let (from, to) = (components(start), components(end))
        let shared = zip(from, to).prefix { $0 == $1 }.count
        let parts = Array(repeating: "..", count: from.count - shared) + to[shared...]
        return parts.joined(separator: "/")
    }

    /// Returns whether a folder is another one or in it.
    static func isInside(_ folder: String, _ other: String) -> Bool {
        components(folder).starts(with: components(other))
    }

    /// Returns whether two paths lead to the same folder.
    static func isSame(_ folder: String, _ other: String) -> Bool { components(folder) == components(other) }

    private static func components(_ path: String) -> [String] {
        var existingPath = "/" + Path.components(path.isEmpty ? "." : path).joined(separator: "/")
        var rest: [String] = []
        while existingPath != "/" {
            if let real = Path.withBytes(existingPath, { realpath($0, nil) }) {
                defer { free(real) }
                return Path.components(RawText.text(cString: real)) + rest.reversed()
            }
            let (folder, name) = Path.split(existingPath)
            rest.append(name)
            existingPath = folder
        }
        return rest.reversed()
    }
}
