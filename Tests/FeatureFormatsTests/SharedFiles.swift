import TestSupport
import Testing

/// Models of others, where they stand beside the package.
enum SharedFiles {
    static let folder = "../shared/features"
    static let hint: Comment = "../shared/features is missing"
    static let isPresent = !TestFiles.names(in: "\(folder)/featureide").isEmpty

    /// The text of a file in the folder.
    static func text(of path: String) -> String {
        String(decoding: TestFiles.bytes(of: "\(folder)/\(path)"), as: UTF8.self)
    }
}
