/// The ink that was read from a text, with the reader's notes.
public struct InkReadResult: Sendable {
    /// The elements and texts that were read.
    public var document: InkDocument
    /// The omissions and guesses of the reader, a sentence each.
    public var notes: [String]

    /// Creates the result of reading from ink and notes.
    public init(document: InkDocument, notes: [String] = []) {
        self.document = document
        self.notes = notes
    }
}

/// The notes of readers.
enum ReadingNote {
    /// Returns the note that points were left out.
    static func omittedPoints(_ count: Int) -> [String] {
        switch count {
        case 0: []
        case 1: ["a point without two finite coordinates is left out"]
        default: ["\(count) points without two finite coordinates are left out"]
        }
    }
}
