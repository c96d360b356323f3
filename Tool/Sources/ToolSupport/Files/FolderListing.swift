import AutomataFiles
import Glibc

/// The files of one kind in a folder and the folders below it.
package enum FolderListing {
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return path != "-" && Path.withBytes(path, { stat($0, &status) }) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns whether a path is a file, or a link to a file or to nothing. Folders, pipes, sockets
    /// and devices aren't files.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return Path.withBytes(path) { stat($0, &status) } != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns the files below a folder that are of the given kind, sorted by name. Hidden files,
    /// pipes, devices and the folder `excluded` are left out. Links to folders aren't followed.
    static func files(
        of contents: InputList.Contents, below folder: String, excluding excluded: String?
    ) throws(ToolError) -> [String] {
        let excluded = excluded.map(Path.components)
        var files: [String] = []
        var folders = [folder == "." ? "" : folder]
        while let folder = folders.popLast() {
            var subfolders: [String] = []
            for name in try names(in: folder.isEmpty ? "." : folder) where !name.hasPrefix(".") {
                let path = Path.join(folder, name)
                var status = stat()
                guard Path.withBytes(path, { lstat($0, &status) }) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR {
                    if Path.components(path) != excluded { subfolders.append(path) }
                } else if contents.includes(path),
                    contents.followsLinks ? isFile(path) : status.st_mode & S_IFMT == S_IFREG
                {
                    files.append(path)
                }
            }
            folders += subfolders.reversed()
        }
        return files.sorted { RawText.bytes(of: $0).lexicographicallyPrecedes(RawText.bytes(of: $1)) }
    }

    /// Returns the names of all entries of a folder, in no particular order.
    package static func names(in folder: String) throws(ToolError) -> [String] {
        guard let stream = Path.withBytes(folder, { opendir($0) }) else {
            throw .system("can't list the folder", at: folder, code: errno)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { RawText.text(cString: $0) }
                })
        }
        return names
    }
}
