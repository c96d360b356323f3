package import Statecharts
internal import TextSupport

extension Value {
    /// Reads a value from JSON.
    ///
    /// - Throws: An error with line and column if the text isn't a value of JSON, or is larger than
    ///   8 MiB or nested more than ``Expression/maximumDepth`` levels deep.
    package init(json text: UnsafeRawBufferPointer) throws(StatechartFormatError) {
        self = try JSONCursor.whole(text, named: nil, "the value") { json throws(TextProblem) in try json.value() }
    }

    /// The value as JSON.
    package var json: String {
        var json = JSONOutput()
        json.write(self)
        return String(decoding: json.text.bytes, as: UTF8.self)
    }
}

extension JSONOutput {
    /// Writes a value, with members sorted by name; a number that isn't finite becomes null.
    mutating func write(_ value: Value) {
        switch value {
        case .null: write("null")
        case .boolean(let flag): self.flag(flag)
        case .number(let number): if number.isFinite { self.number(number) } else { write("null") }
        case .text(let text): string(text)
        case .list(let items):
            open("[")
            for item in items {
                self.item()
                write(item)
            }
            close("]")
        case .record(let members): write(members)
        }
    }

    /// Writes a record, sorted by name.
    mutating func write(_ members: [String: Value]) {
        open("{")
        for (name, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            key(name)
            write(value)
        }
        close("}")
    }
}

extension JSONCursor {
    /// Reads an object of values.
    mutating func values() throws(TextProblem) -> [String: Value] {
        var values: [String: Value] = [:]
        try object("an object") { (cursor, name, offset) throws(TextProblem) in
            guard values.updateValue(try cursor.value(), forKey: name) == nil else {
                throw .duplicateKey(name, at: offset)
            }
        }
        return values
    }

    /// Reads a value, whose depth and size are bounded as in values that charts make.
    package mutating func value(upTo maximum: Int = ValueSize.maximum) throws(TextProblem) -> Value {
        var size = ValueSize(upTo: maximum)
        return try value(level: 1, &size)
    }

    private mutating func value(level: Int, _ size: inout ValueSize) throws(TextProblem) -> Value {
        skipBlanks()
        let start = position
        try TextProblem.check(depth: level, upTo: Expression.maximumDepth, "nested values", at: start)
        switch peek {
        case UInt8(ascii: "\""):
            let text = try string()
            try charge(at: start) { () throws(ExpressionError) in try size.add(text: text) }
            return .text(text)
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try flag())
        case UInt8(ascii: "n"):
            guard skipWord("null") else { throw problem("a value") }
            return .null
        case UInt8(ascii: "["):
            return .list(
                try list { (cursor) throws(TextProblem) in
                    try cursor.charge(at: cursor.position) { () throws(ExpressionError) in try size.add(elements: 1) }
                    return try cursor.value(level: level + 1, &size)
                })
        case UInt8(ascii: "{"):
            var members: [String: Value] = [:]
            try object("an object") { (cursor, name, offset) throws(TextProblem) in
                try cursor.charge(at: offset) { () throws(ExpressionError) in try size.add(member: name) }
                let value = try cursor.value(level: level + 1, &size)
                guard members.updateValue(value, forKey: name) == nil else { throw .duplicateKey(name, at: offset) }
            }
            return .record(members)
        default:
            let number = try self.number()
            guard number.isFinite else {
                throw TextProblem(offset: start, message: "the number is too large", remedy: "write a smaller number")
            }
            return .number(number)
        }
    }

    /// Counts a part of a value at an offset.
    private func charge(at offset: Int, _ add: () throws(ExpressionError) -> Void) throws(TextProblem) {
        do throws(ExpressionError) { try add() } catch {
            throw TextProblem(offset: offset, message: error.message, isLimit: true)
        }
    }
}
