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
    /// Whether something is there that `--force` would replace; a device or a pipe is written to, not replaced.
    static func isOccupied(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && !isStream(status)
    }

    /// Writes the file beside its place, in folders that are made where they are missing, and renames it.
    static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(ToolError) {
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR {
            throw ToolError("this is a folder; name a file, or use --output-dir", at: path)
        }
        if exists, isStream(status) { return try writeInPlace(bytes, to: path) }
        if exists, !replacing { throw occupied(path) }

        // A symbolic link stays one: the file that it stands for is replaced.
        var target = path
        if exists, let resolved = realpath(path, nil) {
            target = String(cString: resolved)
            free(resolved)
        }
        try makeFolders(Path.split(target).folder)
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

    static func occupied(_ path: String) -> ToolError {
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
    static func makeFolders(_ folder: String) throws(ToolError) {
        if folder.isEmpty || folder == "/" || access(folder, F_OK) == 0 { return }
        try makeFolders(Path.split(folder).folder)
        if mkdir(folder, 0o777) != 0, errno != EEXIST {
            throw .system("can't make the folder", at: folder, code: errno)
        }
    }
}
