package import TextSupport

/// Writes values as JSON (RFC 8259), one after the other.
package final class BodyEncoder: Encoder {
    private struct Level {
        let number: Int
        let bracket: UInt8
        var isEmpty = true
    }

    package private(set) var text: TextOutput
    /// The lists and objects that are open.
    private var levels: [Level] = []
    private var count = 0
    package let codingPath: [any CodingKey] = []
    package let userInfo: [CodingUserInfoKey: Any] = [:]

    /// Creates an encoder that goes on after a text.
    package init(_ text: consuming TextOutput) { self.text = text }

    package func write(_ value: some Encodable) throws {
        if scalar(value) { return }
        let (level, before) = (levels.count, text.bytes.count)
        try value.encode(to: self)
        close(to: level)
        // A value that encodes nothing has no members.
        if text.bytes.count == before { text.append("{}") }
    }

    private func close(to level: Int) { while levels.count > level { text.append(levels.removeLast().bracket) } }

    /// Begins a list or an object.
    ///
    /// - Returns: Its number.
    func open(_ bracket: UInt8, _ closing: UInt8) -> Int {
        text.append(bracket)
        count += 1
        levels.append(Level(number: count, bracket: closing))
        return count
    }

    /// Begins a member of a list or an object, which must be open.
    func begin(in number: Int, _ value: Any) throws {
        guard let level = levels.lastIndex(where: { $0.number == number }) else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "two containers of a value are written at the same time")
            )
        }
        close(to: level + 1)
        if !levels[level].isEmpty { text.append(UInt8(ascii: ",")) }
        levels[level].isEmpty = false
    }

    func key(_ name: String) {
        JSONString.append(name.utf8, to: &text)
        text.append(UInt8(ascii: ":"))
    }

    func null() { text.append("null") }

    // The compiler makes a version for each type, where all other branches are gone.
    @inline(__always)
    private func scalar<Value: Encodable>(_ value: Value) -> Bool {
        if Value.self == String.self {
            JSONString.append(unsafeBitCast(value, to: String.self).utf8, to: &text)
        } else if Value.self == Bool.self {
            text.append(unsafeBitCast(value, to: Bool.self) ? "true" : "false")
        } else if Value.self == Int.self {
            integer(unsafeBitCast(value, to: Int.self))
        } else if Value.self == Double.self {
            number(unsafeBitCast(value, to: Double.self))
        } else if Value.self == Float.self {
            // As short as a Float is.
            let float = unsafeBitCast(value, to: Float.self)
            if float.isFinite { text.append(string: "\(float)") } else { number(Double(float)) }
        } else if let value = value as? any FixedWidthInteger {
            text.append(string: "\(value)")
        } else {
            return false
        }
        return true
    }

    private func integer(_ value: Int) {
        if value >= 0 { return text.append(value) }
        text.append(string: "\(value)")
    }

    private func number(_ value: Double) {
        if value.isFinite { return text.append(number: value) }
        // JSON has no such numbers.
        text.append(value.isNaN ? "\"NaN\"" : value < 0 ? "\"-Infinity\"" : "\"Infinity\"")
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Members(encoder: self, number: open(UInt8(ascii: "{"), UInt8(ascii: "}"))))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        Items(encoder: self, number: open(UInt8(ascii: "["), UInt8(ascii: "]")))
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    private struct Single: SingleValueEncodingContainer {
        let encoder: BodyEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { encoder.null() }
        func encode<Value: Encodable>(_ value: Value) throws { try encoder.write(value) }
    }

    private struct Items: UnkeyedEncodingContainer {
        let encoder: BodyEncoder
        let number: Int
        var count = 0
        var codingPath: [any CodingKey] { [] }

        init(encoder: BodyEncoder, number: Int) { (self.encoder, self.number) = (encoder, number) }

        private mutating func begin(_ value: Any) throws {
            try encoder.begin(in: number, value)
            count += 1
        }

        mutating func encodeNil() throws {
            try begin(())
            encoder.null()
        }

        mutating func encode<Value: Encodable>(_ value: Value) throws {
            try begin(value)
            try encoder.write(value)
        }

        mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            try? begin(())
            return encoder.container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            try? begin(())
            return encoder.unkeyedContainer()
        }

        mutating func superEncoder() -> any Encoder {
            try? begin(())
            return encoder
        }
    }

    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: BodyEncoder
        let number: Int
        var codingPath: [any CodingKey] { [] }

        private func begin(_ key: some CodingKey, _ value: Any) throws {
            try encoder.begin(in: number, value)
            encoder.key(key.stringValue)
        }

        func encodeNil(forKey key: Key) throws {
            try begin(key, ())
            encoder.null()
        }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            try begin(key, value)
            try encoder.write(value)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            try? begin(key, ())
            return encoder.container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            try? begin(key, ())
            return encoder.unkeyedContainer()
        }

        func superEncoder() -> any Encoder {
            try? begin(SuperKey.super, ())
            return encoder
        }

        func superEncoder(forKey key: Key) -> any Encoder {
            try? begin(key, ())
            return encoder
        }
    }

    private enum SuperKey: String, CodingKey { case `super` }
}
