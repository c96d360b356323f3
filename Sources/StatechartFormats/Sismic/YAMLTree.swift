internal import TextSupport

/// Reads the part of YAML that statecharts of sismic need.
///
/// That is block mappings and sequences, plain and quoted scalars, blocks behind `|` and `>`,
/// comments, and lists of plain values in brackets. Other parts are refused by name.
struct YAMLTree {
    /// A mapping or a sequence that is open, with the column of its keys or dashes.
    private struct Open {
        var node: Int
        var column: Int
        var isList: Bool
    }

    /// A key or a dash without a value so far.
    private struct Pending {
        var parent: Int
        var key: (name: String, offset: Int)?
        var column: Int
    }

    private let tree: DataTree
    private var open: [Open] = []
    private var pending: Pending?
    /// The plain scalar that deeper lines continue, and the column of its key.
    private var continued: (node: Int, column: Int)?
    /// The open block of text: its node, the column of its key, and its lines.
    private var block: (pending: Pending, lines: [(column: Int, text: String)], isFolded: Bool, offset: Int)?

    static func read(_ text: UnsafeRawBufferPointer) throws(TextProblem) -> DataValue {
        try TextScanner.check(text)
        var reader = YAMLTree(tree: DataTree(text))
        var isFirst = true
        try TextScanner.forEachLine(of: text, from: text.byteOrderMarkLength) { range throws(TextProblem) in
            var start = range.lowerBound
            while start > 0, text[start - 1] == 0x20 || text[start - 1] == 0x09 { start -= 1 }
            defer { isFirst = false }
            try reader.readLine(TextScanner(text, range), column: range.lowerBound - start, isFirst: isFirst)
        }
        try reader.endBlock()
        reader.endPending()
        guard !reader.tree.nodes.isEmpty else {
            throw TextProblem(offset: 0, message: "expected a mapping, found nothing")
        }
        return DataValue(tree: reader.tree, index: 0)
    }

    private init(tree: DataTree) { self.tree = tree }

    // MARK: - Lines

    private mutating func readLine(_ line: TextScanner, column: Int, isFirst: Bool) throws(TextProblem) {
        if let start = block?.pending.column {
            if line.isAtEnd || column > start {
                self.block?.lines.append((column, line.rest))
                return
            }
            try endBlock()
        }
        guard !line.isAtEnd, line.peek != UInt8(ascii: "#") else { return }
        if line.starts(with: "---") {
            guard tree.nodes.isEmpty, line.rest.utf8.count == 3 else {
                throw line.problem("one document", "divide the file")
            }
            return
        }
        if line.starts(with: "...") || line.starts(with: "%") { return }
        for index in line.position - column..<line.position where line.text[index] == 0x09 {
            throw TextProblem(offset: index, message: "a tab in the indentation", remedy: "use spaces")
        }
        try read(line, column: column)
    }

    private mutating func read(_ line: TextScanner, column: Int) throws(TextProblem) {
        var (line, column) = (line, column)
        while line.peek == UInt8(ascii: "-"), line.end - line.position == 1 || line.text[line.position + 1] == 0x20 {
            try beginItem(at: line.position, column: column)
            let start = line.position
            line.position += 1
            line.skipBlanks()
            column += line.position - start
            if line.isAtEnd || line.peek == UInt8(ascii: "#") { return }
        }
        if line.starts(with: "? ") { throw line.problem("a plain key", "write the key before a colon") }
        if let key = key(&line) { return try readMember(key, &line, column: column) }
        if let pending, column > pending.column {
            self.pending = nil
            return try addScalar(&line, Pending(parent: pending.parent, key: pending.key, column: pending.column))
        }
        if let continued, column > continued.column { return tree.extend(continued.node, by: Self.plain(line.rest)) }
        throw line.problem("a key and a colon, or a dash", "check the indentation")
    }

    private mutating func beginItem(at offset: Int, column: Int) throws(TextProblem) {
        continued = nil
        try TextProblem.check(depth: open.count, upTo: DataTree.maximumDepth, "nested values", at: offset)
        if let pending, column > pending.column || (column == pending.column && pending.key != nil) {
            open.append(Open(node: add(.list, pending, at: offset), column: column, isList: true))
            self.pending = nil
        } else {
            endPending()
            close(to: column, isList: true)
            if open.isEmpty, tree.nodes.isEmpty {
                open.append(Open(node: tree.add(.list, at: offset, to: nil), column: column, isList: true))
            }
        }
        guard let last = open.last, last.isList, last.column == column else {
            throw TextProblem(offset: offset, message: "unexpected dash", remedy: "check the indentation")
        }
        pending = Pending(parent: last.node, key: nil, column: column)
    }

    private mutating func readMember(
        _ key: (name: String, offset: Int), _ line: inout TextScanner, column: Int
    ) throws(TextProblem) {
        continued = nil
        if let pending, column > pending.column {
            open.append(Open(node: add(.object, pending, at: key.offset), column: column, isList: false))
            self.pending = nil
        } else {
            endPending()
            close(to: column, isList: false)
            if open.isEmpty, tree.nodes.isEmpty {
                open.append(Open(node: tree.add(.object, at: key.offset, to: nil), column: column, isList: false))
            }
        }
        guard let last = open.last, !last.isList, last.column == column else {
            throw TextProblem(
                offset: key.offset, message: "unexpected key \(Message.quoted(key.name.utf8))",
                remedy: "check the indentation")
        }
        let pending = Pending(parent: last.node, key: key, column: column)
        line.skipBlanks()
        if line.isAtEnd || line.peek == UInt8(ascii: "#") { return self.pending = pending }
        if line.peek == UInt8(ascii: "|") || line.peek == UInt8(ascii: ">") {
            let isFolded = line.peek == UInt8(ascii: ">")
            let offset = line.position
            line.position += 1
            let mark = Self.plain(line.rest)
            guard mark.isEmpty || mark == "-" || mark == "+" else {
                throw line.problem("the end of the line", "indent the block without a number")
            }
            return block = (pending, [], isFolded, offset)
        }
        try addScalar(&line, pending)
    }

    /// Closes what lies deeper than a column, and a list at the column if a key comes there.
    private mutating func close(to column: Int, isList: Bool) {
        while let last = open.last, last.column > column || (last.column == column && last.isList && !isList) {
            open.removeLast()
        }
        if isList, let last = open.last, last.column == column, !last.isList, open.count > 1,
            open[open.count - 2].isList
        {
            open.removeLast()
        }
    }

    // MARK: - Values

    private func add(_ kind: DataTree.Kind, _ pending: Pending, at offset: Int) -> Int {
        tree.add(kind, at: offset, to: pending.parent, key: pending.key)
    }

    /// Gives the pending key or dash an empty value.
    private mutating func endPending() {
        guard let pending else { return }
        _ = add(.scalar("", isQuoted: false), pending, at: pending.key?.offset ?? tree.nodes[pending.parent].offset)
        self.pending = nil
    }

    private mutating func endBlock() throws(TextProblem) {
        guard let (pending, lines, isFolded, offset) = block else { return }
        block = nil
        let indentation = lines.lazy.filter { !$0.text.isEmpty }.map(\.column).min() ?? 0
        let texts = lines.map { line in
            line.text.isEmpty ? "" : String(repeating: " ", count: min(line.column - indentation, 100)) + line.text
        }
        _ = add(.scalar(texts.joined(separator: isFolded ? " " : "\n").trimmed, isQuoted: true), pending, at: offset)
    }

    private mutating func addScalar(_ line: inout TextScanner, _ pending: Pending) throws(TextProblem) {
        let offset = line.position
        switch line.peek {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let text = try quoted(&line)
            let rest = Self.plain(line.rest)
            guard rest.isEmpty else { throw line.problem("the end of the line") }
            _ = add(.scalar(text, isQuoted: true), pending, at: offset)
        case UInt8(ascii: "["):
            line.position += 1
            guard let text = line.text(upTo: UInt8(ascii: "]")), Self.plain(line.rest).isEmpty else {
                throw line.problem("']' on the same line")
            }
            let list = add(.list, pending, at: offset)
            for item in text.split(separator: ",") {
                _ = tree.add(.scalar(String(item).trimmed, isQuoted: false), at: offset, to: list)
            }
        case UInt8(ascii: "{"):
            guard line.rest == "{}" else { throw line.problem("a plain value", "write each key on a line of its own") }
            _ = add(.object, pending, at: offset)
        case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "@"), UInt8(ascii: "`"):
            throw line.problem("a plain value", "write the value out, as anchors and tags can't be read")
        default:
            let node = add(.scalar(Self.plain(line.rest), isQuoted: false), pending, at: offset)
            continued = (node, pending.column)
        }
    }

    /// Reads a key and its colon; `nil`, without moving, if there is none.
    private func key(_ line: inout TextScanner) -> (name: String, offset: Int)? {
        var ahead = line
        let offset = line.position
        var name: String
        if line.peek == UInt8(ascii: "\"") || line.peek == UInt8(ascii: "'") {
            guard let text = try? quoted(&ahead), ahead.skip(":") else { return nil }
            name = text
        } else {
            while ahead.position < ahead.end {
                let byte = ahead.text[ahead.position]
                if byte == UInt8(ascii: "#"), ahead.position > offset, ahead.text[ahead.position - 1] == 0x20 {
                    return nil
                }
                if byte == UInt8(ascii: ":"), ahead.position + 1 == ahead.end || ahead.text[ahead.position + 1] <= 0x20
                {
                    break
                }
                ahead.position += 1
            }
            guard ahead.position < ahead.end, ahead.position > offset else { return nil }
            name = ahead.string(offset..<ahead.position).trimmed
            ahead.position += 1
        }
        line = ahead
        return (name, offset)
    }

    private func quoted(_ line: inout TextScanner) throws(TextProblem) -> String {
        let start = line.position
        guard line.peek == UInt8(ascii: "'") else {
            var cursor = JSONCursor(line.text, from: start, to: line.end)
            let text = try cursor.string()
            line.position = cursor.position
            return text
        }
        line.position += 1
        var text = ""
        while let part = line.text(upTo: UInt8(ascii: "'")) {
            text += part
            // A quote is written twice.
            guard line.peek == UInt8(ascii: "'") else { return text }
            line.position += 1
            text += "'"
        }
        throw TextProblem(offset: start, message: "expected a closing quote on the same line")
    }

    /// Returns a plain scalar without a comment behind it.
    private static func plain(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let comment = bytes.indices.first { index in
            bytes[index] == UInt8(ascii: "#") && (index == 0 || bytes[index - 1] == 0x20)
        }
        return comment.map { String(decoding: bytes[..<$0], as: UTF8.self).trimmed } ?? text
    }
}
