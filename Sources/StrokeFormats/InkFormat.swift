internal import TextSupport

/// A file format of ink.
public enum InkFormat: String, Sendable, Hashable, CaseIterable {
    /// One JSON value: a stroke, a list of strokes, or elements with labels. Drawings of the game
    /// Quick, Draw! can be read, too.
    case json
    /// NDJSON: a JSON value on each line.
    case ndjson
    /// The W3C's Ink Markup Language.
    case inkML
    /// The XML of the gesture logs of the $-family recognizers, which can be read but not written.
    case dollar
    /// Notebooks of Xournal++ and Xournal, which can be read but not written.
    case xournal
    /// Drawings of Excalidraw, which can be read but not written.
    case excalidraw
    /// Drawings of tldraw, which can be read but not written.
    case tldraw
    /// Scalable Vector Graphics, which can be read but not written.
    case svg
    /// The handwriting format of the UNIPEN project, which can be read but not written.
    case unipen
}

extension InkFormat {
    /// Reads ink from a text, which may be compressed by gzip.
    ///
    /// The reader omits points without two finite coordinates.
    ///
    /// - Throws: ``InkFormatError`` with the place of the syntax error.
    public func read(
        _ text: UnsafeRawBufferPointer, options: InkReadOptions = InkReadOptions()
    ) throws(InkFormatError) -> InkDocument {
        try readWithNotes(text, options: options).document
    }

    /// Reads ink from a text, with the notes of the reader; see ``read(_:options:)``.
    public func readWithNotes(
        _ text: UnsafeRawBufferPointer, options: InkReadOptions = InkReadOptions()
    ) throws(InkFormatError) -> InkReadResult {
        guard Gzip.isCompressed(text) else { return try readText(text, options: options) }
        let content: [UInt8]
        let budget = ReadingBudget(textLength: text.count, options: options)
        do throws(TextProblem) {
            content = try Gzip.decompress(text, budget: budget)
        } catch {
            throw error.error(in: text, options: options, budget: budget)
        }
        var options = options
        options.budget.maximumBytes -= min(content.count, options.budget.maximumBytes)
        return try content.withUnsafeBytes { bytes in
            Result { () throws(InkFormatError) in try readText(bytes, options: options) }
        }.get()
    }

    private func readText(
        _ text: UnsafeRawBufferPointer, options: InkReadOptions
    ) throws(InkFormatError) -> InkReadResult {
        let budget = ReadingBudget(textLength: text.count, options: options)
        do throws(TextProblem) {
            try budget.checkNow()
            switch self {
            case .json: return try InkJSONReader.read(text, budget: budget)
            case .ndjson: return try InkJSONReader.readLines(text, budget: budget)
            case .inkML: return try InkMLReader.read(text, budget: budget)
            case .dollar: return try DollarReader.read(text, budget: budget)
            case .xournal: return try XournalReader.read(text, budget: budget)
            case .excalidraw: return try ExcalidrawReader.read(text, budget: budget)
            case .tldraw: return try TldrawReader.read(text, budget: budget)
            case .svg: return try SVGReader.read(text, budget: budget)
            case .unipen: return try UnipenReader.read(text, budget: budget)
            }
        } catch {
            throw error.error(in: text, options: options, budget: budget)
        }
    }

    /// Returns the ink as text; reading it gives the same ink again.
    ///
    /// - Throws: ``InkFormatError`` if the format can't represent a label, or can only be read.
    public func write(_ document: InkDocument) throws(InkFormatError) -> [UInt8] {
        switch self {
        case .json: return InkJSONWriter.document(document)
        case .ndjson: return InkJSONWriter.lines(document)
        case .inkML: return try InkMLWriter.document(document)
        case .dollar, .xournal, .excalidraw, .tldraw, .svg, .unipen:
            throw InkFormatError(
                message: "the format '\(names[0])' can't be written", remedy: "write InkML, JSON or NDJSON")
        }
    }
}
