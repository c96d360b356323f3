import Glibc
import Testing

/// Charts and tests of others, where they stand beside the package.
enum SharedFiles {
    static let folder = "../shared/statecharts"
    static let hint: Comment = "../shared/statecharts is missing"

    /// The text of a file in the folder, which is empty if there is none.
    static func text(of path: String) -> String {
        guard let file = fopen("\(folder)/\(path)", "r") else { return "" }
        defer { fclose(file) }
        return text(of: file)
    }

    /// The names of the files and folders in a folder, in order.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The rest of an open file's text.
    static func text(of file: UnsafeMutablePointer<FILE>) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
