@_exported public import TextSupport

/// The text form of sketches.
enum SketchDocument {
    /// The version that is written. Older ones can be read.
    static let version = 1
}

/// The reason why a text isn't a sketch.
public struct SketchDocumentError: TextualError {
    /// The name of the text, a path or `-`.
    public var inputName: String?
    /// The line, counted from 1.
    public var line: Int?
    /// The column in bytes, counted from 1.
    public var column: Int?
    /// The problem, and what was expected.
    public var message: String
    /// The remedy, if the message doesn't say it.
    public var remedy: String?
}

extension SketchDocumentError {
    init(_ problem: TextProblem, in text: UnsafeRawBufferPointer, name: String?) {
        let place = problem.offset.map { TextPlace(of: $0, in: text) }
        self.init(
            inputName: name, line: place?.line, column: place?.column, message: problem.message,
            remedy: problem.remedy)
    }
}
