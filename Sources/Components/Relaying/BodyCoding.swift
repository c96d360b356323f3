/// The values of a message's body that can be written and read: one, none for `Void`, or the
/// elements of a tuple.
package struct BodyCoding: Sendable {
    /// The types of the values.
    package let types: [any (Codable & Sendable).Type]
    private let split: @Sendable (any Sendable) -> [any Codable & Sendable]
    private let join: @Sendable ([any Sendable]) -> (any Sendable)?

    /// Returns the values of a body.
    package func values(of body: any Sendable) -> [any Codable & Sendable] { split(body) }

    /// Returns the body with values of ``types``; `nil` if they are others.
    package func body(of values: [any Sendable]) -> (any Sendable)? { join(values) }

    fileprivate init(
        types: [any (Codable & Sendable).Type], _ split: @escaping @Sendable (any Sendable) -> [any Codable & Sendable],
        join: @escaping @Sendable ([any Sendable]) -> (any Sendable)?
    ) { (self.types, self.split, self.join) = (types, split, join) }

    fileprivate static func one<Body: Codable & Sendable>(_ type: Body.Type) -> BodyCoding {
        BodyCoding(types: [type], { ($0 as? Body).map { [$0] } ?? [] }, join: { $0.first as? Body })
    }
}

extension Message where Body: Codable {
    /// Creates a message without a name, which can cross a bridge; the protocol that has it as a
    /// property names it.
    public convenience init() { self.init(.one(Body.self)) }
}

extension Message {
    /// Creates a message with several values or none, which can cross a bridge; the protocol that
    /// has it as a property names it.
    public convenience init<each Item: Codable & Sendable>() where Body == (repeat each Item) {
        var types: [any (Codable & Sendable).Type] = []
        repeat types.append((each Item).self)
        self.init(
            BodyCoding(types: types) { body in
                guard let body = body as? Body else { return [] }
                var values: [any Codable & Sendable] = []
                repeat values.append(each body)
                return values
            } join: { values in
                var rest = values[...]
                return try? (repeat take((each Item).self, from: &rest))
            })
    }
}

private func take<Value>(_ type: Value.Type, from values: inout ArraySlice<any Sendable>) throws -> Value {
    guard let value = values.popFirst() as? Value else { throw CancellationError() }
    return value
}
