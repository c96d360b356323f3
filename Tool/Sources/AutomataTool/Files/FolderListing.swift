import AutomataFiles
import Glibc

/// The automata, or the ink, in a folder and the folders below it.
enum FolderListing {
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// All files below a folder whose extension is that of a format, by name; hidden ones and the folder `excluded` are left
    /// out, and links to folders aren't followed.
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
                guard lstat(path, &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR {
                    if Path.components(path) != excluded { subfolders.append(path) }
                } else if contents.includes(path), !isFolder(path) {
                    files.append(path)
                }
            }
            folders += subfolders.reversed()
        }
        return files.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    }

    private static func names(in folder: String) throws(ToolError) -> [String] {
        guard let stream = opendir(folder) else { throw .system("can't list the folder", at: folder, code: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }
}

extension OutputFormat {
    /// Whether it can be read back; a picture can't.
    var isReadable: Bool {
        if case .text = self { true } else { false }
    }
}
