internal import Strokes
internal import TextSupport

/// A text format that ink is kept in.
public enum InkFormat: String, Sendable, Hashable, CaseIterable {
    /// One JSON value: a stroke, a list of strokes, or elements with labels; Quick, Draw!'s drawings too.
    case json
    /// One such value a line.
    case ndjson
    /// The W3C's Ink Markup Language.
    case inkML
    /// The XML of the $-family's gesture logs, which is only read.
    case dollar
}

/// How ink is to be read.
public struct InkReadOptions: Sendable {
    /// What messages call the input: a path, or `-`.
    public var inputName: String
    /// How many bytes of memory what is read may take, as far as the reader can tell.
    ///
    /// Whatever it is, labels and traces that a text repeats take no more than 128 MiB and 256 times the text.
    public var maximumMemory: Int?

    /// Makes the options.
    public init(inputName: String = "-", maximumMemory: Int? = nil) {
        self.inputName = inputName
        self.maximumMemory = maximumMemory
    }
}

/// Why a text could not be read, or ink not be written.
public struct InkFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the options call the input; `nil` where writing failed.
    public var inputName: String?
    /// The line, counted from 1, where the error has a place.
    public var line: Int?
    /// The column in bytes, counted from 1.
    public var column: Int?
    /// What is wrong and what was expected.
    public var message: String
    /// Whether ``InkReadOptions/maximumMemory`` was reached.
    public var isLimit: Bool

    /// An error at a place, or without one.
    public init(
        inputName: String? = nil, line: Int? = nil, column: Int? = nil, message: String, isLimit: Bool = false
    ) {
        self.inputName = inputName
        self.line = line
        self.column = column
        self.message = message
        self.isLimit = isLimit
    }

    /// `file:line:column: message`, as far as there is a place.
    public var description: String {
        var place = inputName.map { $0 + ":" } ?? ""
        if let line { place += "\(line):" }
        if let column { place += "\(column):" }
        return place.isEmpty ? message : "\(place) \(message)"
    }
}

/// What a reader made of a text.
public struct ReadInk: Sendable {
    /// The ink.
    public var document: InkDocument
    /// What the reader had to leave out or to guess, a sentence each.
    public var notes: [String]

    /// The ink and what was left out of it.
    public init(document: InkDocument, notes: [String] = []) {
        self.document = document
        self.notes = notes
    }
}

extension InkFormat {
    /// The ink that a text holds.
    ///
    /// Points without two finite coordinates are left out.
    ///
    /// - Throws: ``InkFormatError`` with the place of what isn't as the format wants it.
    public func read(
        _ text: UnsafeRawBufferPointer, options: InkReadOptions = InkReadOptions()
    ) throws(InkFormatError) -> InkDocument {
        try readWithNotes(text, options: options).document
    }

    /// As ``read(_:options:)``, with what the reader had to leave out or to guess.
    public func readWithNotes(
        _ text: UnsafeRawBufferPointer, options: InkReadOptions = InkReadOptions()
    ) throws(InkFormatError) -> ReadInk {
        let budget = ReadingBudget(textLength: text.count, options: options)
        do throws(TextProblem) {
            switch self {
            case .json: return try InkJSONReader.read(text, budget: budget)
            case .ndjson: return try InkJSONReader.readLines(text, budget: budget)
            case .inkML: return try InkMLReader.read(text, budget: budget)
            case .dollar: return try DollarReader.read(text, budget: budget)
            }
        } catch {
            throw error.error(in: text, options: options)
        }
    }

    /// The ink as text; reading it gives the same ink again.
    ///
    /// - Throws: ``InkFormatError`` where the format can't hold a label, and for the format that is only read.
    public func write(_ document: InkDocument) throws(InkFormatError) -> [UInt8] {
        switch self {
        case .json: return InkJSONWriter.document(document)
        case .ndjson: return InkJSONWriter.lines(document)
        case .inkML: return try InkMLWriter.document(document)
        case .dollar:
            throw InkFormatError(message: "the $-family's XML is only read; write InkML, JSON or NDJSON")
        }
    }
}

/// What is wrong with a text, and where: the offset of a byte.
struct TextProblem: Error {
    var offset: Int
    var message: String
    var isLimit = false

    /// The error for the caller.
    func error(in text: UnsafeRawBufferPointer, options: InkReadOptions) -> InkFormatError {
        let place = TextPlace(of: offset, in: text)
        return InkFormatError(
            inputName: options.inputName, line: place.line, column: place.column, message: message,
            isLimit: isLimit)
    }
}

/// The notes of readers.
enum ReadingNote {
    /// Says that points were left out.
    static func omittedPoints(_ count: Int) -> [String] {
        switch count {
        case 0: []
        case 1: ["a point without two finite coordinates is left out"]
        default: ["\(count) points without two finite coordinates are left out"]
        }
    }
}
