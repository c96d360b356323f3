internal import TextSupport

/// Reads values from JSON (RFC 8259).
package struct BodyDecoder: Decoder {
    /// The number of lists and objects within each other from which on a value is refused: types
    /// may be recursive, and a stack isn't endless.
    static let depthLimit = 128

    let text: UnsafeRawBufferPointer
    let offset: Int
    package let codingPath: [any CodingKey]
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Creates a decoder of the value at an offset of a text, which must outlive the decoder.
    package init(_ text: UnsafeRawBufferPointer, at offset: Int, _ path: [any CodingKey] = []) {
        (self.text, self.offset, codingPath) = (text, offset, path)
    }

    /// Checks that a value, which must be valid JSON, isn't too deep.
    package func checkDepth() throws {
        var (depth, isInString, position) = (0, false, offset)
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\\") where isInString: position += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"): if !isInString { depth += 1 }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isInString { depth -= 1 }
            default: break
            }
            if depth > Self.depthLimit {
                throw fail("the value has more than \(Self.depthLimit) values within each other")
            }
            if depth <= 0, !isInString { return }
            position += 1
        }
    }

    package func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let value = try scalar(type) { return value }
        return try Value(from: self)
    }

    func fail(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }

    fileprivate func cursor() -> JSONCursor { JSONCursor(text, from: offset) }

    fileprivate var isNull: Bool {
        var cursor = cursor()
        cursor.skipBlanks()
        return cursor.skipWord("null")
    }

    // The compiler makes a version for each type, where all other branches are gone.
    @inline(__always)
    private func scalar<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        var cursor = cursor()
        do throws(TextProblem) {
            if Value.self == String.self { return unsafeBitCast(try cursor.string(), to: Value.self) }
            if Value.self == Bool.self { return unsafeBitCast(try cursor.flag(), to: Value.self) }
            if Value.self == Double.self { return unsafeBitCast(try number(&cursor), to: Value.self) }
            if Value.self == Float.self { return unsafeBitCast(Float(try number(&cursor)), to: Value.self) }
        } catch {
            throw mismatch(type, error)
        }
        guard let type = type as? any FixedWidthInteger.Type else { return nil }
        return try integer(type, &cursor) as? Value
    }

    private func number(_ cursor: inout JSONCursor) throws(TextProblem) -> Double {
        cursor.skipBlanks()
        guard cursor.peek == UInt8(ascii: "\"") else { return try cursor.number() }
        var ahead = cursor
        switch try ahead.string() {
        case "NaN": return .nan
        case "Infinity": return .infinity
        case "-Infinity": return -.infinity
        default: throw cursor.problem("a number")
        }
    }

    private func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ cursor: inout JSONCursor) throws -> Value {
        cursor.skipBlanks()
        let start = cursor.position
        do throws(TextProblem) {
            let number = try cursor.number()
            // Greater integers than a Double holds have their digits.
            if let exact = Value(String(decoding: text[start..<cursor.position], as: UTF8.self)) { return exact }
            if let exact = Value(exactly: number) { return exact }
        } catch {
            throw mismatch(type, error)
        }
        throw fail("the number isn't a value of \(type)")
    }

    private func mismatch(_ type: Any.Type, _ problem: TextProblem) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: problem.message))
    }

    fileprivate func within(_ key: any CodingKey, at offset: Int) -> BodyDecoder {
        BodyDecoder(text, at: offset, codingPath + [key])
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members<Key>(decoder: self, offsets: try members()))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        Items(decoder: self, offsets: try items())
    }
    package func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

    /// The offsets of an object's values. A key that is there twice is refused.
    private func members() throws -> [String: Int] {
        var (cursor, offsets) = (cursor(), [String: Int]())
        do throws(TextProblem) {
            try cursor.object("an object") { (cursor, name, offset) throws(TextProblem) in
                if offsets.updateValue(cursor.position, forKey: name) != nil {
                    throw TextProblem(offset: offset, message: "duplicate member '\(name)'", remedy: "remove one")
                }
                try cursor.skipValue()
            }
        } catch {
            throw mismatch([String: Int].self, error)
        }
        return offsets
    }

    private func items() throws -> [Int] {
        var cursor = cursor()
        do throws(TextProblem) {
            return try cursor.list { (cursor) throws(TextProblem) in
                let offset = cursor.position
                try cursor.skipValue()
                return offset
            }
        } catch {
            throw mismatch([Int].self, error)
        }
    }

    private struct Single: SingleValueDecodingContainer {
        let decoder: BodyDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }

        func decodeNil() -> Bool { decoder.isNull }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read(type) }
    }

    private struct IndexKey: CodingKey {
        let index: Int
        var intValue: Int? { index }
        var stringValue: String { "\(index)" }

        init(_ index: Int) { self.index = index }
        init(intValue: Int) { index = intValue }
        init?(stringValue: String) { return nil }
    }

    private struct Items: UnkeyedDecodingContainer {
        let decoder: BodyDecoder
        let offsets: [Int]
        var currentIndex = 0
        var codingPath: [any CodingKey] { decoder.codingPath }
        var count: Int? { offsets.count }
        var isAtEnd: Bool { currentIndex == offsets.count }

        init(decoder: BodyDecoder, offsets: [Int]) { (self.decoder, self.offsets) = (decoder, offsets) }

        private func next() throws -> BodyDecoder {
            if isAtEnd { throw decoder.fail("the list has only \(offsets.count) values") }
            return decoder.within(IndexKey(currentIndex), at: offsets[currentIndex])
        }

        mutating func decodeNil() throws -> Bool {
            if !(try next().isNull) { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let value = try next().read(type)
            currentIndex += 1
            return value
        }

        mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            try superDecoder().container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try superDecoder().unkeyedContainer()
        }

        mutating func superDecoder() throws -> any Decoder {
            let decoder = try next()
            currentIndex += 1
            return decoder
        }
    }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: BodyDecoder
        let offsets: [String: Int]
        var codingPath: [any CodingKey] { decoder.codingPath }
        var allKeys: [Key] { offsets.keys.sorted().compactMap(Key.init) }

        private func value(_ key: some CodingKey) throws -> BodyDecoder {
            guard let offset = offsets[key.stringValue] else {
                throw DecodingError.keyNotFound(
                    key, .init(codingPath: codingPath, debugDescription: "the member '\(key.stringValue)' is missing"))
            }
            return decoder.within(key, at: offset)
        }

        func contains(_ key: Key) -> Bool { offsets[key.stringValue] != nil }
        func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try value(key).read(type)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { try value(key).container(keyedBy: type) }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try value(key).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder { try value(SuperKey.super) }
        func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
    }

    private enum SuperKey: String, CodingKey { case `super` }
}
