/// A variable or its negation.
package struct Literal: Hashable, Sendable, Comparable {
    /// Twice the variable's number, and 1 more for its negation.
    package let code: UInt32

    init(code: UInt32) { self.code = code }

    package init(_ variable: Int, _ value: Bool = true) { code = UInt32(variable) << 1 | (value ? 0 : 1) }

    /// The variable's number.
    package var variable: Int { Int(code >> 1) }

    /// The value of the variable for which the literal is true.
    package var value: Bool { code & 1 == 0 }

    /// The index of the literal among the literals of all variables.
    package var index: Int { Int(code) }

    package static prefix func ! (literal: Literal) -> Literal { Literal(code: literal.code ^ 1) }

    package static func < (left: Literal, right: Literal) -> Bool { left.code < right.code }
}
