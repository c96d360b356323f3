internal import TextSupport

/// Reads the rows of a text with commas between the cells, as RFC 4180 says; the first row may have
/// semicolons or tabs instead, and then all have.
struct CSVTable: TableReader {
    private let text: UnsafeRawBufferPointer
    private var position: Int
    private var separator: UInt8?
    private var isFirst = true

    init(_ text: UnsafeRawBufferPointer) {
        self.text = text
        position = text.byteOrderMarkLength
    }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    mutating func nextRow() throws(TextProblem) -> TableRow? {
        while position < text.count, isLineEnd(text[position]) { position += 1 }
        guard position < text.count else { return nil }
        var row = TableRow(start: position)
        row.isHeader = isFirst
        isFirst = false
        while true {
            row.append(try cell())
            guard position < text.count, !isLineEnd(text[position]) else { return row }
            position += 1
        }
    }

    private mutating func isSeparator(_ byte: UInt8) -> Bool {
        if let separator { return byte == separator }
        guard ",;\t".utf8.contains(byte) else { return false }
        separator = byte
        return true
    }

    private mutating func cell() throws(TextProblem) -> TableCell {
        let isQuoted = position < text.count && text[position] == UInt8(ascii: "\"")
        var cell = TableCell(start: isQuoted ? position + 1 : position)
        if isQuoted { try readQuoted(&cell) }
        while position < text.count, !isLineEnd(text[position]), !isSeparator(text[position]) {
            guard !isQuoted else {
                throw TextProblem(
                    offset: position,
                    message: "expected a comma or the end of the line after a field in quotes, found "
                        + Message.foundText(at: position, in: text))
            }
            guard text[position] != UInt8(ascii: "\"") else {
                throw TextProblem(
                    offset: position, message: "unexpected quote in a field without quotes",
                    remedy: "put the field in quotes, and double its inner quotes")
            }
            cell.append(text[position])
            position += 1
        }
        cell.trim()
        if Self.isGuarded(cell.bytes) { cell.removeFirst() }
        return cell
    }

    private mutating func readQuoted(_ cell: inout TableCell) throws(TextProblem) {
        let start = position
        let quote = UInt8(ascii: "\"")
        position += 1
        while position < text.count {
            guard text[position] == quote else {
                cell.append(text[position])
                position += 1
                continue
            }
            guard position + 1 < text.count, text[position + 1] == quote else {
                position += 1
                return
            }
            cell.appendEscaped(quote)
            position += 2
        }
        throw TextProblem(offset: start, message: "expected '\"' at the end of a field in quotes")
    }

    // MARK: Formulas

    /// Returns a text with an apostrophe in front if a spreadsheet would take it for a formula, or
    /// if the reader would remove one.
    static func guarded(_ text: String) -> String {
        isFormula(text.utf8.drop { $0 == UInt8(ascii: "'") }) ? "'" + text : text
    }

    /// Returns whether a leading apostrophe only prevents a cell from being a formula.
    private static func isGuarded(_ bytes: [UInt8]) -> Bool {
        bytes.first == UInt8(ascii: "'") && isFormula(bytes.drop { $0 == UInt8(ascii: "'") })
    }

    /// Returns whether spreadsheets take a text without blanks around for a formula.
    private static func isFormula(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.first.map { "=+-@".utf8.contains($0) } ?? false
    }

    /// Writes a row.
    static func append(_ cells: [String], to output: inout TextOutput) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { output.append(",") }
            let needsQuotes = cell.utf8.contains { byte in
                byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
            }
            guard needsQuotes else {
                output.append(string: cell)
                continue
            }
            output.append("\"")
            for byte in cell.utf8 {
                if byte == UInt8(ascii: "\"") { output.append("\"") }
                output.append(byte)
            }
            output.append("\"")
        }
        output.append("\r\n")
    }
}
