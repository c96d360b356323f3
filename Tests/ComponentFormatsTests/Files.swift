import ComponentFormats
import Foundation

/// The files of the examples, and charts of tests.
enum Files {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let examples = root.appendingPathComponent("Examples/components")

    static func example(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: examples.appendingPathComponent(name)))
    }

    static func document(_ name: String) throws -> AssemblyDocument {
        try AssemblyDocument(json: String(decoding: example(name), as: UTF8.self), name: name) { try example($0) }
    }
}
