internal import TextSupport

/// A text format of ink.
public enum InkFormat: String, Sendable, Hashable, CaseIterable {
    /// One JSON value: a stroke, a list of strokes, or elements with labels. Drawings of the game
    /// Quick, Draw! are read, too.
    case json
    /// NDJSON: a JSON value on each line.
    case ndjson
    /// The W3C's Ink Markup Language.
    case inkML
    /// The XML of the $-family's gesture logs, which can be read but not written.
    case dollar
}

extension InkFormat {
    /// Reads ink from a text.
    ///
    /// Points without two finite coordinates are left out.
    ///
    /// - Throws: ``InkFormatError`` with the place of the syntax error.
    public func read(
        _ text: UnsafeRawBufferPointer, options: InkReadOptions = InkReadOptions()
    ) throws(InkFormatError) -> InkDocument {
        try readWithNotes(text, options: options).document
    }

    /// Reads ink from a text, with notes about omissions and guesses of the reader.
    public func readWithNotes(
        _ text: UnsafeRawBufferPointer, options: InkReadOptions = InkReadOptions()
    ) throws(InkFormatError) -> ReadInk {
        let budget = ReadingBudget(textLength: text.count, options: options)
        do throws(TextProblem) {
            try budget.checkNow()
            switch self {
            case .json: return try InkJSONReader.read(text, budget: budget)
            case .ndjson: return try InkJSONReader.readLines(text, budget: budget)
            case .inkML: return try InkMLReader.read(text, budget: budget)
            case .dollar: return try DollarReader.read(text, budget: budget)
            }
        } catch {
            throw error.error(in: text, options: options, budget: budget)
        }
    }

    /// Returns the ink as text; reading it gives the same ink again.
    ///
    /// - Throws: ``InkFormatError`` if the format can't hold a label, or is ``dollar``, which can't
    ///   be written.
    public func write(_ document: InkDocument) throws(InkFormatError) -> [UInt8] {
        switch self {
        case .json: return InkJSONWriter.document(document)
        case .ndjson: return InkJSONWriter.lines(document)
        case .inkML: return try InkMLWriter.document(document)
        case .dollar:
            throw InkFormatError(message: "the $-family's XML can't be written", remedy: "write InkML, JSON or NDJSON")
        }
    }
}
