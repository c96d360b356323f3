package import Statecharts
internal import TextSupport

extension Value {
    /// Reads a value from JSON.
    ///
    /// - Throws: An error with line and column if the text isn't a value of JSON, or nested more
    ///   than ``Expression/maximumDepth`` levels deep.
    package init(json text: UnsafeRawBufferPointer) throws(StatechartFormatError) {
        do throws(TextProblem) {
            var cursor = JSONCursor(text)
            self = try cursor.value()
            try cursor.finish("the end of the value")
        } catch {
            throw StatechartFormatError(error, in: text, name: nil)
        }
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
    mutating func values() throws(TextProblem) -> [String: Value] {
        // The object isn't a level of the values in it.
        guard case .record(let members) = try value(level: 0) else { throw problem("an object") }
        return members
    }

    /// Reads a value, at a level of nested lists and objects.
    mutating func value(level: Int = 1) throws(TextProblem) -> Value {
        skipBlanks()
        try TextProblem.check(depth: level, upTo: Expression.maximumDepth, "nested values", at: position)
        switch peek {
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try flag())
        case UInt8(ascii: "n"):
            guard skipWord("null") else { throw problem("a value") }
            return .null
        case UInt8(ascii: "["):
            return .list(try list { (cursor) throws(TextProblem) in try cursor.value(level: level + 1) })
        case UInt8(ascii: "{"):
            var members: [String: Value] = [:]
            try object("an object") { (cursor, name, offset) throws(TextProblem) in
                let value = try cursor.value(level: level + 1)
                guard members.updateValue(value, forKey: name) == nil else { throw .duplicateKey(name, at: offset) }
            }
            return .record(members)
        default:
            let (start, number) = (position, try self.number())
            guard number.isFinite else { throw TextProblem(offset: start, message: "the number is too large") }
            return .number(number)
        }
    }
}
