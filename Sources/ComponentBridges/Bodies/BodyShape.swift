internal import Statecharts

/// The kind of JSON of a type's values, in words that any language can write: `string`, `number`,
/// `integer`, `boolean`, `[string]`, `{name:string,price:number,note?:string}`, `{*:number}`, `any`
/// where the type doesn't tell, or `{name:string,…}` where it tells no more.
package struct BodyShape: Hashable {
    package let text: String

    /// Finds the shape of a type, as its own decoding asks for values.
    ///
    /// A type whose decoding depends on what it finds is `any`, from there on.
    package init(of type: any Decodable.Type) {
        let finder = ShapeFinder([])
        finder.look(at: type)
        text = finder.text
    }

    /// The shape of a body with some values: none, one, or those of a tuple.
    package init(ofAll types: [any Decodable.Type]) {
        let shapes = types.map { BodyShape(of: $0).text }
        text = shapes.count == 1 ? shapes[0] : shapes.isEmpty ? "null" : "(" + shapes.joined(separator: ",") + ")"
    }

    /// Whether values of one shape may be values of another, as far as both are known.
    package static func fits(_ left: String, _ right: String) -> Bool {
        if left == right { return true }
        var (left, right) = (Reader(left), Reader(right))
        return left.fits(&right)
    }

    /// Compares shapes from left to right; `any` stands for the whole of what the other has there.
    private struct Reader {
        var rest: Substring.UTF8View

        init(_ text: String) { rest = Substring(text).utf8 }

        mutating func fits(_ other: inout Reader) -> Bool {
            while let (mine, its) = next(&other) {
                if mine == its { continue }
                return false
            }
            return rest.isEmpty && other.rest.isEmpty
        }

        private mutating func next(_ other: inout Reader) -> (UInt8, UInt8)? {
            if takeAny() {
                other.skipShape()
                return (0, 0)
            }
            if other.takeAny() {
                skipShape()
                return (0, 0)
            }
            guard let mine = rest.popFirst() else { return nil }
            return (mine, other.rest.popFirst() ?? 0)
        }

        private mutating func takeAny() -> Bool {
            if isPartial {
                skipShape()
                return true
            }
            guard rest.starts(with: "any".utf8), Self.isEnd(rest.dropFirst(3).first) else { return false }
            rest = rest.dropFirst(3)
            return true
        }

        /// Whether an object comes of which not all members are known.
        private var isPartial: Bool {
            guard rest.first == UInt8(ascii: "{") else { return false }
            var (ahead, depth) = (self, 0)
            while let byte = ahead.rest.popFirst() {
                if "[{(".utf8.contains(byte) { depth += 1 }
                if "]})".utf8.contains(byte) { depth -= 1 }
                if depth == 0 { return false }
                if depth == 1, ahead.rest.starts(with: ",…}".utf8) { return true }
            }
            return false
        }

        private static func isEnd(_ byte: UInt8?) -> Bool { byte.map { ",]})".utf8.contains($0) } ?? true }

        private mutating func skipShape() {
            var depth = 0
            while let byte = rest.first {
                if depth == 0, Self.isEnd(byte) { return }
                if "[{(".utf8.contains(byte) { depth += 1 }
                if "]})".utf8.contains(byte) { depth -= 1 }
                rest = rest.dropFirst()
            }
        }
    }
}

/// A decoder that notes which values a type asks for, and gives it empty ones.
private final class ShapeFinder: Decoder {
    fileprivate enum Content {
        case unknown
        case scalar(String)
        case members([(name: String, isOptional: Bool, shape: String)])
        case items(String)
    }

    private struct Unknown: Error {}

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate var content = Content.unknown
    fileprivate var optionalKey: String?
    /// Whether the type gave up, as it needs other values.
    private var isPartial = false
    /// The types that are looked at, as a type may be recursive.
    private let types: [any Decodable.Type]

    init(_ types: [any Decodable.Type]) { self.types = types }

    var text: String {
        switch content {
        case .unknown: "any"
        case .scalar(let name): name
        case .items(let shape): "[\(shape)]"
        case .members(let members):
            members.isEmpty && isPartial
                ? "any"
                : "{"
                    + members.sorted { $0.name < $1.name }.map { "\($0.name)\($0.isOptional ? "?" : ""):\($0.shape)" }
                    .joined(separator: ",") + (isPartial ? ",…}" : "}")
        }
    }

    /// Looks at a type.
    ///
    /// - Returns: A value, if there is an empty one.
    @discardableResult
    func look<Value: Decodable>(at type: Value.Type) -> Value? {
        if types.contains(where: { $0 == type }) || type == Statecharts.Value.self || types.count > 32 { return nil }
        if let type = type as? any ShapedDictionary.Type {
            content = .members([("*", false, shape(of: type.valueType).text)])
            return [:] as? Value
        }
        if let (name, value) = Self.scalar(type) {
            content = .scalar(name)
            return value
        }
        let finder = ShapeFinder(types + [type])
        let value = (type as? any CaseIterable.Type).flatMap { Self.first($0) as? Value }
        if let decoded = try? Value(from: finder) {
            content = finder.content
            return decoded
        }
        (content, isPartial) = (finder.content, true)
        return value
    }

    private static func first<Cases: CaseIterable>(_ type: Cases.Type) -> Any? { type.allCases.first }

    private func shape(of type: any Decodable.Type) -> (text: String, value: Any?) {
        let finder = ShapeFinder(types)
        let value = finder.look(at: type)
        return (finder.text, value)
    }

    private static func scalar<Value: Decodable>(_ type: Value.Type) -> (String, Value)? {
        let found: (String, Any)? =
            switch type {
            case is String.Type: ("string", "")
            case is Bool.Type: ("boolean", false)
            case is Double.Type: ("number", 0.0)
            case is Float.Type: ("number", Float(0))
            case let type as any FixedWidthInteger.Type: ("integer", type.init(clamping: 0))
            default: nil
            }
        return found.flatMap { name, value in (value as? Value).map { (name, $0) } }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        if case .members = content {} else { content = .members([]) }
        return KeyedDecodingContainer(Members<Key>(finder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        if case .items = content {} else { content = .items("any") }
        return Items(finder: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(finder: self) }

    private func add(_ name: String, isOptional: Bool, _ shape: String) {
        guard case .members(var members) = content, !members.contains(where: { $0.name == name }) else { return }
        members.append((name, isOptional, shape))
        content = .members(members)
    }

    private struct Single: SingleValueDecodingContainer {
        let finder: ShapeFinder
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            guard let value = finder.look(at: type) else { throw Unknown() }
            return value
        }
    }

    private struct Items: UnkeyedDecodingContainer {
        let finder: ShapeFinder
        var currentIndex = 0
        var codingPath: [any CodingKey] { [] }
        var count: Int? { nil }
        var isAtEnd: Bool { currentIndex > 0 }

        init(finder: ShapeFinder) { self.finder = finder }

        func decodeNil() -> Bool { false }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let (shape, value) = finder.shape(of: type)
            // A list with items of several types tells nothing.
            finder.content = currentIndex == 0 ? .items(shape) : .unknown
            currentIndex += 1
            guard let value = value as? Value else { throw Unknown() }
            return value
        }

        func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            throw Unknown()
        }
        func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unknown() }
        func superDecoder() throws -> any Decoder { throw Unknown() }
    }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let finder: ShapeFinder
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool { true }

        // Asked before a value that may be missing.
        func decodeNil(forKey key: Key) -> Bool {
            finder.optionalKey = key.stringValue
            return false
        }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let (shape, value) = finder.shape(of: type)
            finder.add(key.stringValue, isOptional: finder.optionalKey == key.stringValue, shape)
            guard let value = value as? Value else { throw Unknown() }
            return value
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw Unknown() }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Unknown() }
        func superDecoder() throws -> any Decoder { throw Unknown() }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw Unknown() }
    }
}

private protocol ShapedDictionary { static var valueType: any Decodable.Type { get } }

extension Dictionary: ShapedDictionary where Key == String, Value: Decodable {
    static var valueType: any Decodable.Type { Value.self }
}
