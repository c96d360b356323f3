@_exported public import TextSupport

/// The text form of sketches.
enum SketchDocument {
    /// The version that is written. Older ones can be read.
    static let version = 1
}

/// The reason why a text can't be read as a sketch.
public struct SketchDocumentError: TextualError {
    /// The name of the text, a path or `-`.
    public var inputName: String?
    /// The line number, counted from 1.
    public var line: Int?
    /// The column in bytes, counted from 1.
    public var column: Int?
    /// The problem, and the expected text.
    public var message: String
    /// A suggestion to fix the problem, unless the message contains one.
    public var remedy: String?
}

extension SketchDocumentError {
    init(_ problem: TextProblem, in text: UnsafeRawBufferPointer, name: String?) {
        let position = problem.offset.map { TextPosition(of: $0, in: text) }
        self.init(
            inputName: name, line: position?.line, column: position?.column, message: problem.message,
            remedy: problem.remedy)
    }
}
