internal import Glibc

/// A list of unfinished files, which a process can remove before it ends.
public protocol UnfinishedFiles: Sendable {
    /// Runs a function that creates a file, and returns its result.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - make: A function that creates the file, and returns its descriptor. If the descriptor
    ///     isn't negative, the file is unfinished from then on.
    func begin(_ path: String, _ make: () -> Int32) -> Int32
    /// Runs a function that finishes or removes an unfinished file, and returns its result.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - finish: A function that finishes or removes the file, and returns 0 or an error code.
    func end(_ path: String, _ finish: () -> Int32) -> Int32
}

/// A list that records no files.
public struct NoUnfinishedFiles: UnfinishedFiles {
    /// Creates the empty list.
    public init() {}
    /// Runs a function that creates the file at a path, and returns its result: the file's
    /// descriptor, or a negative number if there was an error.
    public func begin(_ path: String, _ make: () -> Int32) -> Int32 { make() }
    /// Runs a function that finishes or removes the file at a path, and returns its result: 0, or
    /// an error code.
    public func end(_ path: String, _ finish: () -> Int32) -> Int32 { finish() }
}

/// A file that doesn't have its name yet.
public struct UnfinishedFile: Sendable {
    /// The descriptor to write to.
    public let descriptor: Int32
    fileprivate let path: String
    fileprivate let temporary: String
    fileprivate let target: String
}

/// A writer of complete files: it writes a temporary file in the same folder, then renames it.
///
/// Symbolic links and permissions are kept, and streams such as `/dev/stdout` are written directly.
public struct FileWriter<Unfinished: UnfinishedFiles>: Sendable {
    private let unfinished: Unfinished
    /// Whether existing files are replaced.
    private let replacing: Bool
    /// Whether a file's content is flushed to the disk before the file gets its name.
    private let syncing: Bool

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - replacing: whether existing files are replaced; if not, writing to an existing file
    ///     fails.
    ///   - syncing: whether a file's content is flushed to the disk before the file gets its name.
    ///     Then a crash of the machine leaves the old file or the new one.
    ///   - unfinished: the list of unfinished files.
    public init(replacing: Bool, syncing: Bool, unfinished: Unfinished) {
        self.replacing = replacing
        self.syncing = syncing
        self.unfinished = unfinished
    }

    /// Returns the error that would prevent writing a file, or `nil` if the file can be written.
    ///
    /// - Parameter needingFolder: whether a missing folder counts as an error.
    public func obstacle(at path: String, needingFolder: Bool = false) -> FileError? {
        var status = stat()
        guard Path.withBytes(path, { stat($0, &status) }) == 0 else {
            return needingFolder ? Self.obstacle(toFilesBeside: path) : nil
        }
        if status.st_mode & S_IFMT == S_IFDIR { return FileError(path, .isFolder) }
        return Self.isStream(status) || replacing ? nil : FileError(path, .exists)
    }

    /// Returns the error that prevents new files in the folder of a path; `nil` if there is none.
    private static func obstacle(toFilesBeside path: String) -> FileError? {
        do throws(FileError) {
            let folder = Path.split(try followingLinks(path)).folder
            // The dot makes the call fail if the path is a file.
            let code = Path.withBytes(Path.join(folder, ".")) { access($0, W_OK) == 0 ? 0 : errno }
            return code == 0 ? nil : .system("can't write here", at: path, code: code)
        } catch {
            return error
        }
    }

    /// Writes bytes to a file.
    ///
    /// - Parameter makingFolders: whether missing folders on the path are made.
    public func write(
        _ bytes: UnsafeRawBufferPointer, to path: String, makingFolders: Bool = false
    ) throws(FileError) {
        if let obstacle = obstacle(at: path) { throw obstacle }
        var status = stat()
        let exists = Path.withBytes(path) { stat($0, &status) } == 0
        if exists, Self.isStream(status) { return try writeInPlace(bytes, to: path) }

        let file = try begin(at: path, makingFolders: makingFolders)
        let code = SystemCall.holdingBackWriteSignals { SystemCall.writeAll(bytes, to: file.descriptor) }
        guard code == 0 else {
            discard(file)
            throw .system("can't write", at: path, code: code)
        }
        try finish(file)
    }

    /// Creates the temporary file of one that is written piece by piece, and gets its name when it
    /// is finished.
    ///
    /// - Parameter makingFolders: whether missing folders on the path are made.
    public func begin(at path: String, makingFolders: Bool = false) throws(FileError) -> UnfinishedFile {
        let target = try Self.followingLinks(path)
        if makingFolders { try makeFolders(Path.split(target).folder) }
        let (descriptor, temporary) = try create(beside: target, named: path)
        var status = stat()
        if Path.withBytes(path, { stat($0, &status) }) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
        return UnfinishedFile(descriptor: descriptor, path: path, temporary: temporary, target: target)
    }

    /// Closes a file, and gives it its name.
    public func finish(_ file: UnfinishedFile) throws(FileError) {
        var code: Int32 = 0
        // Some file systems can't sync.
        if syncing, fsync(file.descriptor) != 0, errno != EINVAL, errno != EROFS { code = errno }
        if close(file.descriptor) != 0, code == 0 { code = errno }
        guard code == 0 else {
            remove(file)
            throw .system("can't write", at: file.path, code: code)
        }
        code = unfinished.end(file.temporary) { commit(file.temporary, to: file.target) }
        if code == EEXIST { throw FileError(file.path, .exists) }
        if code != 0 { throw .system("can't move the finished file here", at: file.path, code: code) }
    }

    /// Closes and removes a file; what is at its path stays.
    public func discard(_ file: UnfinishedFile) {
        close(file.descriptor)
        remove(file)
    }

    private func remove(_ file: UnfinishedFile) {
        _ = unfinished.end(file.temporary) { Path.withBytes(file.temporary) { unlink($0) } }
    }

    /// Writes an array of bytes to a file.
    public func write(_ bytes: [UInt8], to path: String, makingFolders: Bool = false) throws(FileError) {
        try bytes.span.bytes.withUnsafeBytes { (bytes) throws(FileError) in
            try write(bytes, to: path, makingFolders: makingFolders)
        }
    }

    /// Returns the target of a symbolic link, which may not exist: it is replaced, and the link
    /// stays.
    private static func followingLinks(_ path: String) throws(FileError) -> String {
        var target = path
        // Linux itself follows at most 40 links.
        for _ in 0..<40 {
            let link = withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer -> [UInt8]? in
                guard let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
                let length = Path.withBytes(target) { readlink($0, start, buffer.count) }
                return length <= 0 || length == buffer.count ? nil : Array(buffer[..<length])
            }
            guard let link else { return target }
            let name = RawText.text(link)
            target = link.first == UInt8(ascii: "/") ? name : Path.join(Path.split(target).folder, name)
        }
        throw .system("can't follow the link here", at: path, code: ELOOP)
    }

    private static func isStream(_ status: stat) -> Bool {
        let kind = status.st_mode & S_IFMT
        return kind == S_IFCHR || kind == S_IFIFO || kind == S_IFSOCK || kind == S_IFBLK
    }

    private func writeInPlace(_ bytes: UnsafeRawBufferPointer, to path: String) throws(FileError) {
        let descriptor = Path.withBytes(path) { open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
        guard descriptor >= 0 else { throw .system("can't write here", at: path, code: errno) }
        defer { close(descriptor) }
        let code = SystemCall.holdingBackWriteSignals { SystemCall.writeAll(bytes, to: descriptor) }
        if code != 0 { throw .system("can't write", at: path, code: code) }
    }

    /// Makes a folder and its missing parents.
    private func makeFolders(_ folder: String) throws(FileError) {
        if folder.isEmpty || folder == "/" || Path.withBytes(folder, { access($0, F_OK) }) == 0 { return }
        try makeFolders(Path.split(folder).folder)
        if Path.withBytes(folder, { mkdir($0, 0o777) }) != 0, errno != EEXIST {
            throw .system("can't make the folder", at: folder, code: errno)
        }
    }

    // MARK: Temporary files

    /// Creates a file in the folder of the target, and returns its descriptor and path.
    private func create(
        beside target: String, named path: String
    ) throws(FileError) -> (descriptor: Int32, path: String) {
        let (folder, name) = Path.split(target)
        // A name may have 255 bytes, some of which are added here.
        let stem = String(decoding: name.utf8.prefix(200), as: UTF8.self)
        while true {
            let number = String(UInt64.random(in: 0 ... .max), radix: 36)
            let temporary = Path.join(folder, ".\(stem).\(number).tmp")
            var code: Int32 = 0
            let descriptor = unfinished.begin(temporary) {
                let descriptor = Path.withBytes(temporary) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
                code = descriptor < 0 ? errno : 0
                return descriptor
            }
            if descriptor >= 0 { return (descriptor, temporary) }
            if code != EEXIST { throw .system("can't write here", at: path, code: code) }
        }
    }

    /// Renames a finished file to its path, replacing an existing file if that is allowed.
    ///
    /// Returns 0 or an error number; after an error the temporary file is removed, too.
    private func commit(_ temporary: String, to path: String) -> Int32 {
        Path.withBytes(temporary) { temporary in
            Path.withBytes(path) { path in
                var code: Int32 = 0
                if replacing {
                    if rename(temporary, path) != 0 { code = errno }
                } else if link(temporary, path) == 0 {
                    unlink(temporary)
                } else if errno == EEXIST || access(path, F_OK) == 0 {
                    code = EEXIST
                } else if rename(temporary, path) != 0 {
                    // The file system has no hard links.
                    code = errno
                }
                if code != 0 { unlink(temporary) }
                return code
            }
        }
    }
}
