import AutomataFiles
import Glibc
import ToolSupport

/// Unfinished files of editors that were killed while they wrote.
///
/// Their names are those that ``FileWriter`` gives: `.NAME.NUMBER.tmp`.
enum StaleFiles {
    /// Removes the unfinished files of documents, and all of them in the state folder.
    static func remove(of paths: [String], and folder: String) {
        for path in paths {
            let (folder, name) = Path.split(path)
            // An exercise is answered in the sketch beside it.
            let names = [name, Path.removingExtension(name) + ".sketch"]
            remove(in: folder.isEmpty ? "." : folder) { names.contains($0) }
        }
        for folder in [folder, Path.join(folder, "unsaved")] {
            remove(in: folder) { Path.fileExtension($0) == "sketch" }
        }
    }

    /// Removes the unfinished files in a folder whose finished names `isOurs` accepts.
    static func remove(in folder: String, _ isOurs: (String) -> Bool) {
        for name in (try? FolderListing.names(in: folder)) ?? [] {
            guard let original = original(of: name), isOurs(original), isOld(Path.join(folder, name)) else { continue }
            _ = Path.withBytes(Path.join(folder, name)) { unlink($0) }
        }
    }

    /// Returns the name that an unfinished file was to get.
    static func original(of name: String) -> String? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 3, parts[0].isEmpty, parts.last == "tmp" else { return nil }
        let number = parts[parts.count - 2]
        guard UInt64(number, radix: 36) != nil else { return nil }
        return parts[1..<(parts.count - 2)].joined(separator: ".")
    }

    /// Returns whether no process can be writing a file any more.
    private static func isOld(_ path: String) -> Bool {
        var status = stat()
        guard Path.withBytes(path, { lstat($0, &status) }) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && time(nil) - status.st_mtim.tv_sec > 60
    }
}
