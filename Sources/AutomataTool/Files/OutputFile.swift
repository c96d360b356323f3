import Glibc

/// Where a result goes.
enum Destination: Sendable, Hashable {
    case standardOutput
    case file(String)

    /// `-` is standard output.
    init(_ argument: String) {
        self = argument == "-" ? .standardOutput : .file(argument)
    }
}

/// Writes a file whole or not at all.
enum OutputFile {
    /// What is there stands in the way of a new file, as the error to tell; `nil` where nothing does.
    static func obstacle(at path: String, replacing: Bool) -> ToolError? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFDIR {
            return ToolError("this is a folder; name a file, or use --output-dir", at: path)
        }
        return isStream(status) || replacing ? nil : occupied(path)
    }

    /// Writes the file beside its place and renames it.
    ///
    /// - Parameter makingFolders: whether the folders above it are made where they are missing.
    static func write(
        _ bytes: [UInt8], to path: String, replacing: Bool, makingFolders: Bool
    ) throws(ToolError) {
        if let obstacle = obstacle(at: path, replacing: replacing) { throw obstacle }
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, isStream(status) { return try writeInPlace(bytes, to: path) }

        // A symbolic link stays one: the file that it stands for is replaced.
        var target = path
        if exists, let resolved = realpath(path, nil) {
            target = String(cString: resolved)
            free(resolved)
        }
        if makingFolders { try makeFolders(Path.split(target).folder) }
        let (descriptor, temporary) = try TemporaryFiles.create(beside: target, mode: 0o666)
        if exists { fchmod(descriptor, status.st_mode & 0o777) }
        var code = bytes.withUnsafeBytes { SystemCall.writeAll($0, to: descriptor) }
        if close(descriptor) != 0, code == 0 { code = errno }
        guard code == 0 else {
            TemporaryFiles.discard(temporary)
            throw .system("can't write", at: path, code: code)
        }
        code = TemporaryFiles.commit(temporary, to: target, replacing: replacing)
        if code == EEXIST { throw occupied(path) }
        if code != 0 { throw .system("can't put the finished file here", at: path, code: code) }
    }

    private static func occupied(_ path: String) -> ToolError {
        ToolError("the file exists already; --force replaces it", at: path)
    }

    private static func isStream(_ status: stat) -> Bool {
        let kind = status.st_mode & S_IFMT
        return kind == S_IFCHR || kind == S_IFIFO || kind == S_IFSOCK || kind == S_IFBLK
    }

    private static func writeInPlace(_ bytes: [UInt8], to path: String) throws(ToolError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("can't write here", at: path, code: errno) }
        defer { close(descriptor) }
        let code = bytes.withUnsafeBytes { SystemCall.writeAll($0, to: descriptor) }
        if code != 0 { throw .system("can't write", at: path, code: code) }
    }

    /// Makes a folder and those above it.
    private static func makeFolders(_ folder: String) throws(ToolError) {
        if folder.isEmpty || folder == "/" || access(folder, F_OK) == 0 { return }
        try makeFolders(Path.split(folder).folder)
        if mkdir(folder, 0o777) != 0, errno != EEXIST {
            throw .system("can't make the folder", at: folder, code: errno)
        }
    }
}
