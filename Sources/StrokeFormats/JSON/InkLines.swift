internal import TextSupport

/// A reader of NDJSON in pieces, which passes on the elements of each line as soon as the line is
/// complete. It ignores each ``InkText``.
///
/// ```swift
/// var lines = InkLines()
/// while let piece = readPiece() { try lines.read(piece) { use($0) } }
/// try lines.finish { use($0) }
/// ```
public struct InkLines: Sendable {
    private let options: InkReadOptions
    private var rest: [UInt8] = []
    private var lineCount = 0
    /// The number of points omitted so far, because they lack two finite coordinates.
    public private(set) var omittedPointCount = 0

    /// Creates a reader before the first line.
    public init(options: InkReadOptions = InkReadOptions()) {
        self.options = options
    }

    /// Reads a piece, and calls a function with each element of the lines that it completes.
    ///
    /// - Throws: ``InkFormatError`` with the place of the syntax error; after an error, nothing
    ///   more can be read.
    /// - Complexity: O(*n*) for *n* bytes in the piece and in the earlier part of its first line.
    public mutating func read(
        _ piece: UnsafeRawBufferPointer, _ body: (LabeledInk) -> Void
    ) throws(InkFormatError) {
        var start = 0
        while case let end = InkJSONReader.endOfLine(in: piece, from: start), end < piece.count {
            if rest.isEmpty {
                try readLine(UnsafeRawBufferPointer(rebasing: piece[start..<end]), body)
            } else {
                rest.append(contentsOf: piece[start..<end])
                try finish(body)
            }
            start = end + 1
        }
        rest.append(contentsOf: piece[start...])
    }

    /// Reads the last line if it doesn't end with a line feed.
    ///
    /// - Throws: ``InkFormatError`` with the place of the syntax error.
    public mutating func finish(_ body: (LabeledInk) -> Void) throws(InkFormatError) {
        let line = rest
        rest.removeAll(keepingCapacity: true)
        guard !line.isEmpty else { return }
        var failure: InkFormatError?
        line.withUnsafeBytes { bytes in
            do throws(InkFormatError) { try readLine(bytes, body) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private mutating func readLine(
        _ line: UnsafeRawBufferPointer, _ body: (LabeledInk) -> Void
    ) throws(InkFormatError) {
        let start = lineCount == 0 ? line.byteOrderMarkLength : 0
        lineCount += 1
        // Each line is freed before the next one.
        let budget = ReadingBudget(textLength: line.count, options: options)
        do throws(TextProblem) {
            try budget.checkNow()
            omittedPointCount += try InkJSONReader.readLine(
                line, from: start, to: line.count, budget: budget, body
            ).omittedPointCount
        } catch {
            var failure = error.error(in: line, options: options, budget: budget)
            failure.line = lineCount
            throw failure
        }
    }
}
