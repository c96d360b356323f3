import FeatureFormats
import FeatureModels
import Glibc
import Testing

/// Files beside the package, and of the package itself.
enum SharedFiles {
    static let folder = "../shared/features"
    static let hint: Comment = "../shared/features is missing"
    static let isPresent = !names(in: "\(folder)/featureide").isEmpty

    /// The bytes of a file; none if there is no such file.
    static func bytes(of path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }

    /// The text of a file in the folder.
    static func text(of path: String) -> String { String(decoding: bytes(of: "\(folder)/\(path)"), as: UTF8.self) }

    /// The names of the files in a folder, in order.
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
}
