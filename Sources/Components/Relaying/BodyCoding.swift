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
        BodyCoding(types: [type]) {
            ($0 as? Body).map { [$0] } ?? []
        } join: {
            $0.first as? Body
        }
    }
}

extension Message where Body: Codable {
    /// Creates a message without a name, which can cross a bridge; the protocol that has it as a
    /// property names it.
    public convenience init() { self.init(.one(Body.self)) }
}

extension Message where Body == Void {
    /// Creates a message without a body, which can cross a bridge; the protocol that has it as a
    /// property names it.
    public convenience init() {
        self.init(
            BodyCoding(types: []) { _ in
                []
            } join: { _ in
                ()
            })
    }
}

extension Message {
    /// Creates a message with two values, which can cross a bridge; the protocol that has it as a
    /// property names it.
    public convenience init<A: Codable & Sendable, B: Codable & Sendable>() where Body == (A, B) {
        self.init(
            BodyCoding(types: [A.self, B.self]) { body in
                (body as? Body).map { [$0.0, $0.1] } ?? []
            } join: { values in
                guard values.count == 2, let a = values[0] as? A, let b = values[1] as? B else { return nil }
                return (a, b)
            })
    }

    /// Creates a message with three values, which can cross a bridge; the protocol that has it as a
    /// property names it.
    public convenience init<A: Codable & Sendable, B: Codable & Sendable, C: Codable & Sendable>()
    where Body == (A, B, C) {
        self.init(
            BodyCoding(types: [A.self, B.self, C.self]) { body in
                (body as? Body).map { [$0.0, $0.1, $0.2] } ?? []
            } join: { values in
                guard values.count == 3, let a = values[0] as? A, let b = values[1] as? B, let c = values[2] as? C
                else { return nil }
                return (a, b, c)
            })
    }
}
