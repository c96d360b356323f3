import TestSupport
import Testing

/// Charts and tests of others, where they stand beside the package.
enum SharedFiles {
    static let folder = "../shared/statecharts"
    static let hint: Comment = "../shared/statecharts is missing"

    /// The text of a file in the folder, which is empty if there is none.
    static func text(of path: String) -> String {
        String(decoding: TestFiles.bytes(of: "\(folder)/\(path)"), as: UTF8.self)
    }
}
