internal import TextSupport

/// Reads the rows of the tables in a GitHub-flavored Markdown text; text between them is skipped.
struct MarkdownTable: TableReader {
    private let text: UnsafeRawBufferPointer
    private var position: Int
    /// A Boolean value that indicates whether the next line belongs to a table.
    private var isInTable = false
    /// The fence of the code block around the next line: its character and length.
    private var fence: (sign: UInt8, count: Int)?

    init(_ text: UnsafeRawBufferPointer) {
        self.text = text
        position = text.byteOrderMarkLength
    }

    mutating func nextRow() throws(TextProblem) -> TableRow? {
        while let line = nextLine() {
            if line.isEmpty {
                isInTable = false
            } else if isInTable {
                return row(line)
            } else if skipsFence(line) || !isDelimiter(followingLine) || !line.contains(UInt8(ascii: "|")) {
                continue
            } else {
                var row = row(line)
                row.isHeader = true
                _ = nextLine()
                isInTable = true
                return row
            }
        }
        return nil
    }

    // MARK: Lines

    private typealias Line = Slice<UnsafeRawBufferPointer>

    /// The next line, without blanks around.
    private var followingLine: Line {
        var rest = self
        return rest.nextLine() ?? text[text.count...]
    }

    /// Moves past the next line, and returns it without blanks around.
    private mutating func nextLine() -> Line? {
        guard position < text.count else { return nil }
        let end = text[position...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? text.count
        var line = text[position..<end]
        position = end
        if position < text.count {
            let isPair = text[end] == UInt8(ascii: "\r") && end + 1 < text.count && text[end + 1] == UInt8(ascii: "\n")
            position += isPair ? 2 : 1
        }
        while let first = line.first, isBlank(first) { line.removeFirst() }
        while let last = line.last, isBlank(last) { line.removeLast() }
        return line
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// Returns whether a line begins, ends or belongs to a code block.
    private mutating func skipsFence(_ line: Line) -> Bool {
        guard let sign = line.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return fence != nil }
        let count = line.prefix { $0 == sign }.count
        guard let open = fence else {
            if count >= 3 { fence = (sign, count) }
            return count >= 3
        }
        if sign == open.sign, count >= open.count, count == line.count { fence = nil }
        return true
    }

    /// Returns whether a line separates the names of columns from the rows.
    private func isDelimiter(_ line: Line) -> Bool {
        line.contains(UInt8(ascii: "-"))
            && line.allSatisfy { isBlank($0) || $0 == UInt8(ascii: "|") || $0 == 0x2D || $0 == UInt8(ascii: ":") }
    }

    // MARK: Cells

    private func row(_ line: Line) -> TableRow {
        var row = TableRow(start: line.startIndex)
        let (bar, escape) = (UInt8(ascii: "|"), UInt8(ascii: "\\"))
        var index = line.startIndex
        if line.first == bar { index += 1 }
        var cell = TableCell(start: index)
        while index < line.endIndex {
            if line[index] == escape, index + 1 < line.endIndex, line[index + 1] == bar {
                cell.appendEscaped(bar)
                index += 1
            } else if line[index] == bar {
                cell.trim()
                row.append(cell)
                if index + 1 == line.endIndex { return row }
                cell = TableCell(start: index + 1)
            } else {
                cell.append(line[index])
            }
            index += 1
        }
        cell.trim()
        row.append(cell)
        return row
    }

    /// Writes a row.
    static func append(_ cells: [String], to output: inout TextOutput) {
        output.append("|")
        for cell in cells {
            output.append(" ")
            for byte in cell.utf8 {
                if byte == UInt8(ascii: "|") { output.append("\\") }
                output.append(byte)
            }
            output.append(cell.isEmpty ? "|" : " |")
        }
        output.append("\n")
    }
}
