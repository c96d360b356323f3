internal import Glibc

/// Functions for paths as text; see ``RawText``.
///
/// Only ``Path/absolute(_:)`` uses the file system, to get the working folder.
public enum Path {
    /// Returns the folder and the name of a path. The folder is empty if the path has no slash.
    public static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        let name = String(path[path.utf8.index(after: slash)...])
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }

    /// Joins a folder and a name with a slash, unless the folder is empty or ends in one.
    public static func join(_ folder: String, _ name: String) -> String {
        if folder.isEmpty { return name }
        return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
    }

    /// Returns the part after the name's last dot, in lower case; empty if the name has no dot, or
    /// its only dot comes first.
    public static func fileExtension(_ path: String) -> String {
        let name = split(path).name
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return "" }
        return name[name.utf8.index(after: dot)...].lowercased()
    }

    /// Returns the path without its extension and the dot before it.
    public static func removingExtension(_ path: String) -> String {
        let length = fileExtension(path).utf8.count
        return length == 0 ? path : String(decoding: path.utf8.dropLast(length + 1), as: UTF8.self)
    }

    /// Returns the components of the absolute path from the root, with `.` and `..` resolved.
    public static func components(_ path: String) -> [String] {
        var result: [String] = []
        for part in absolute(path).utf8.split(separator: UInt8(ascii: "/")) {
            let name = String(decoding: part, as: UTF8.self)
            if name == ".." {
                _ = result.popLast()
            } else if name != "." {
                result.append(name)
            }
        }
        return result
    }

    /// Returns the absolute path; a relative path starts at the working folder.
    public static func absolute(_ path: String) -> String {
        if path.utf8.first == UInt8(ascii: "/") { return path }
        guard let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return join(RawText.text(cString: folder), path)
    }
}
