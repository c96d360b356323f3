internal import TextSupport

/// A member of an object in JSON.
package struct SettingEntry {
    /// The index of the enclosing object; `nil` for the whole text.
    package var parent: Int?
    package var key: String
    package var position: SourcePosition
    /// The position of the value in the texts.
    package var valuePosition: SourcePosition
    /// The byte offsets of the values in a list.
    package var elementOffsets: [Int] = []
    /// The value; `nil` if the member is an object.
    package var value: SettingValue?
    /// A Boolean value that indicates whether the key is a duplicate, which has been reported.
    package var isRepeated = false
}

/// A reader of objects in JSON, which lists their members, each after its enclosing object.
///
/// The reader isn't recursive, so that deep nesting can't overflow the stack.
package struct SettingEntries {
    private var cursor: JSONCursor
    private let source: Int
    private var entries: [SettingEntry] = []
    private var valueCount = 0

    /// Returns the members up to the first syntax error, and adds findings for all errors.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package static func read(_ text: SourceText, source: Int, _ findings: inout FindingList) -> [SettingEntry] {
        guard text.bytes.count <= SourceText.maximumByteCount else {
            findings.add(limit("\(SourceText.maximumByteCount) bytes", at: 0), source: source)
            return []
        }
        return text.bytes.withUnsafeBytes { bytes in
            var reader = SettingEntries(bytes, source: source)
            do throws(TextProblem) { try reader.readAll() } catch { findings.add(error, source: source) }
            reader.addDuplicates(to: &findings)
            return reader.entries
        }
    }

    private init(_ text: UnsafeRawBufferPointer, source: Int) {
        cursor = JSONCursor(text, from: text.byteOrderMarkLength)
        self.source = source
    }

    private mutating func readAll() throws(TextProblem) {
        cursor.skipBlanks()
        try cursor.open(UInt8(ascii: "{"), "an object")
        // The objects that are open.
        var open: [Int?] = [nil]
        var isFirst = true
        while let parent = open.last {
            guard try cursor.next(before: UInt8(ascii: "}"), isFirst: &isFirst) else {
                open.removeLast()
                continue
            }
            let (key, offset) = try cursor.key()
            guard key.utf8.count <= SourceText.maximumNameLength else {
                throw Self.limit("\(SourceText.maximumNameLength) bytes in a name", at: offset)
            }
            try countValue(at: offset)
            var entry = SettingEntry(
                parent: parent, key: key, position: SourcePosition(source: source, offset: offset),
                valuePosition: SourcePosition(source: source, offset: cursor.position))
            if cursor.peek == UInt8(ascii: "{") {
                guard open.count < SourceText.maximumDepth else {
                    throw Self.limit("\(SourceText.maximumDepth) nested objects", at: cursor.position)
                }
                try cursor.open(UInt8(ascii: "{"), "an object")
                open.append(entries.count)
                isFirst = true
            } else if cursor.peek == UInt8(ascii: "[") {
                entry.value = try list(&entry.elementOffsets)
            } else {
                entry.value = try scalar("a value: an object, a list, a string, a number, true or false")
            }
            entries.append(entry)
        }
        try cursor.finish("the end of the file")
    }

    private mutating func list(_ offsets: inout [Int]) throws(TextProblem) -> SettingValue {
        try cursor.open(UInt8(ascii: "["), "a list")
        var values: [SettingValue] = []
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            cursor.skipBlanks()
            try countValue(at: cursor.position)
            offsets.append(cursor.position)
            values.append(try scalar("a value in a list: a string, a number, true or false"))
        }
        return .list(values)
    }

    private mutating func scalar(_ expected: String) throws(TextProblem) -> SettingValue {
        let start = cursor.position
        switch cursor.peek ?? 0 {
        case UInt8(ascii: "\""): return .text(try cursor.string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            if cursor.skipWord("true") { return .flag(true) }
            if cursor.skipWord("false") { return .flag(false) }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            var spelled = cursor
            let number = try cursor.number()
            if let text = try spelled.scalar(), let whole = Int(text) { return .whole(whole) }
            guard number.isFinite else {
                throw TextProblem(offset: start, message: "the number is too large", remedy: "write a smaller number")
            }
            return .number(number)
        default: break
        }
        throw cursor.problem(expected, at: start)
    }

    private mutating func countValue(at offset: Int) throws(TextProblem) {
        valueCount += 1
        guard valueCount <= SourceText.maximumValueCount else {
            throw Self.limit("\(SourceText.maximumValueCount) values", at: offset)
        }
    }

    private static func limit(_ what: String, at offset: Int) -> TextProblem {
        TextProblem(offset: offset, message: "the text has more than \(what)", remedy: "divide the text", isLimit: true)
    }

    private struct Member: Hashable {
        var parent: Int?
        var key: String
    }

    private mutating func addDuplicates(to findings: inout FindingList) {
        var known: Set<Member> = []
        for (index, entry) in entries.enumerated()
        where !known.insert(Member(parent: entry.parent, key: entry.key)).inserted {
            entries[index].isRepeated = true
            findings.add(entry.position, "duplicate key \(entry.key.inQuotes)", "remove one of the two")
        }
    }
}
