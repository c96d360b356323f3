internal import Components
internal import TextSupport

extension BodyCoding {
    /// Adds a body to a line: `,"body":…`, or nothing for `Void`.
    func append(_ body: any Sendable, to text: inout TextOutput) throws {
        let values = values(of: body)
        if values.isEmpty { return }
        text.append(",\"body\":")
        let encoder = BodyEncoder(exchange(&text, with: TextOutput()))
        if values.count == 1 { try encoder.write(values[0]) } else { try encoder.write(Tuple(values: values)) }
        text = encoder.text
    }

    /// Reads a body.
    ///
    /// - Returns: The body; `nil` if it hasn't the type of the message.
    func body(in text: UnsafeRawBufferPointer, at offset: Int) throws -> (any Sendable)? {
        if types.isEmpty { return body(of: []) }
        guard offset >= 0 else { return nil }
        let decoder = BodyDecoder(text, at: offset)
        try decoder.checkDepth()
        if types.count == 1 { return body(of: [try Self.read(types[0], decoder)]) }
        var items = try decoder.unkeyedContainer()
        let values = try types.map { try Self.next($0, &items) }
        return items.isAtEnd ? body(of: values) : nil
    }

    private static func read<Value: Decodable & Sendable>(
        _ type: Value.Type, _ decoder: BodyDecoder
    ) throws -> any Sendable { try decoder.read(type) }

    private static func next<Value: Decodable & Sendable>(
        _ type: Value.Type, _ items: inout any UnkeyedDecodingContainer
    ) throws -> any Sendable { try items.decode(type) }
}

private func exchange<Value>(_ value: inout Value, with other: Value) -> Value {
    let old = value
    value = other
    return old
}

/// The values of a tuple, as a list.
private struct Tuple: Encodable {
    let values: [any Encodable]

    func encode(to encoder: any Encoder) throws {
        var items = encoder.unkeyedContainer()
        for value in values { try items.encode(value) }
    }
}

extension DecodingError {
    /// The reason, with the place in the value.
    package var reason: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return (path.isEmpty ? "" : "\(path): ") + context.debugDescription
        @unknown default: return "\(self)"
        }
    }
}
