/// Converts a Boolean formula to postfix order, token by token; nesting needs memory, but no stack.
///
/// `!` has higher precedence than `&`, and `&` higher than `|`.
struct FormulaParser {
    /// The formula so far in postfix order: operands are not negative, operators are.
    private(set) var codes: [Int32] = []
    /// Operators and opening parentheses whose operands aren't complete.
    private var pending: [Int32] = []
    /// Whether an operand has to come next.
    private(set) var expectsOperand = true
    private(set) var openParentheses = 0

    static let not: Int32 = -1
    static let and: Int32 = -2
    static let or: Int32 = -3
    static let `true`: Int32 = -4
    static let `false`: Int32 = -5
    private static let open: Int32 = -6

    /// The bytes in use.
    var byteCount: Int { 4 * (codes.capacity + pending.capacity) }

    /// Whether the formula could end here.
    var isComplete: Bool { !expectsOperand && openParentheses == 0 }

    /// Returns the text that can come next, for messages.
    func expectation(of operand: String) -> String {
        if expectsOperand { return "\(operand), '!', '(', '\\true' or '\\false'" }
        return openParentheses > 0 ? "'&', '|' or ')'" : "'&' or '|'"
    }

    /// Adds an operand: a number that isn't negative, ``true`` or ``false``. Returns `false` if no
    /// operand is allowed here.
    mutating func addOperand(_ code: Int32) -> Bool {
        guard expectsOperand else { return false }
        codes.append(code)
        expectsOperand = false
        return true
    }

    /// Adds `!`, `&`, `|`, `(` or `)`; returns `false` if it isn't allowed here.
    mutating func addOperator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"):
            guard expectsOperand else { return false }
            pending.append(Self.not)
        case UInt8(ascii: "("):
            guard expectsOperand else { return false }
            pending.append(Self.open)
            openParentheses += 1
        case UInt8(ascii: ")"):
            guard !expectsOperand, openParentheses > 0 else { return false }
            while let top = pending.popLast(), top != Self.open { codes.append(top) }
            openParentheses -= 1
        default:
            guard !expectsOperand else { return false }
            let binary = byte == UInt8(ascii: "&") ? Self.and : Self.or
            // Codes ascend with precedence, and the parenthesis has the lowest.
            while let top = pending.last, top >= binary {
                codes.append(top)
                pending.removeLast()
            }
            pending.append(binary)
            expectsOperand = true
        }
        return true
    }

    /// Returns the whole formula in postfix order; it must be complete.
    mutating func finish() -> [Int32] {
        while let top = pending.popLast() { codes.append(top) }
        return codes
    }

    /// Removes everything, but keeps the memory.
    mutating func reset() {
        codes.removeAll(keepingCapacity: true)
        pending.removeAll(keepingCapacity: true)
        expectsOperand = true
        openParentheses = 0
    }
}
