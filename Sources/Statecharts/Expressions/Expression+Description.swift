internal import TextSupport

extension Expression: CustomStringConvertible {
    /// The expression as a text, with only the necessary parentheses.
    ///
    /// Parsing the text gives the same expression, except that a ``literal(_:)`` with a list
    /// becomes a ``list(_:)`` of literals. The text can't be parsed if a number isn't finite, a
    /// variable's name isn't an identifier, or there are more than ``maximumDepth`` levels.
    public var description: String {
        var writer = ExpressionWriter()
        writer.write(self, precedence: 0, level: 1)
        return String(decoding: writer.output.bytes, as: UTF8.self)
    }
}

extension Value: CustomStringConvertible {
    /// The value in the syntax of expressions.
    public var description: String {
        var writer = ExpressionWriter()
        writer.write(self, level: 1)
        return String(decoding: writer.output.bytes, as: UTF8.self)
    }
}

private struct ExpressionWriter {
    private enum Precedence {
        static let unary = 7
        static let operand = 8
    }

    private(set) var output = TextOutput()

    /// Writes an expression, in parentheses if its precedence is lower than needed.
    mutating func write(_ expression: Expression, precedence: Int, level: Int) {
        guard level <= Expression.maximumDepth else { return output.append("…") }
        switch expression {
        case .literal(let value): write(value, level: level)
        case .variable(let name): writeName(name, isVariable: true)
        case .list(let items): write(items, "[", "]", level: level)
        case .member(let record, let name): writeMember(name, of: record, level: level)
        case .element(let list, let index):
            write(list, precedence: Precedence.operand, level: level + 1)
            write([index], "[", "]", level: level)
        case .unary(let unary, let value): write(unary, value, precedence: precedence, level: level)
        case .binary(let binary, let left, let right):
            let needsParentheses = binary.precedence < precedence
            if needsParentheses { output.append("(") }
            write(left, precedence: binary.precedence, level: level + 1)
            output.append(string: " \(binary.rawValue) ")
            write(right, precedence: binary.precedence + 1, level: level + 1)
            if needsParentheses { output.append(")") }
        case .isActive(let name): write([name], "In(", ")", level: level)
        case .call(let function, let values):
            output.append(string: function.rawValue)
            write(values, "(", ")", level: level)
        case .script(let text), .inline(let text): output.append(string: text)
        }
    }

    private mutating func write(_ items: [Expression], _ opening: StaticString, _ closing: StaticString, level: Int) {
        output.append(opening)
        for (index, item) in items.enumerated() {
            if index > 0 { output.append(", ") }
            write(item, precedence: 0, level: level + 1)
        }
        output.append(closing)
    }

    private mutating func write(_ unary: Expression.UnaryOperator, _ value: Expression, precedence: Int, level: Int) {
        let needsParentheses = precedence > Precedence.unary
        if needsParentheses { output.append("(") }
        output.append(string: unary.rawValue)
        let start = output.bytes.count
        write(value, precedence: Precedence.unary, level: level + 1)
        // A minus right before a digit belongs to the number.
        if unary == .minus, start < output.bytes.count, 0x30...0x39 ~= output.bytes[start] {
            output.bytes.insert(UInt8(ascii: "("), at: start)
            output.append(")")
        }
        if needsParentheses { output.append(")") }
    }

    private mutating func writeMember(_ name: String, of record: Expression, level: Int) {
        var needsParentheses = false
        if case .literal(.number) = record { needsParentheses = true }
        if needsParentheses { output.append("(") }
        write(record, precedence: Precedence.operand, level: level + 1)
        output.append(needsParentheses ? ")." : ".")
        writeName(name, isVariable: false)
    }

    /// Writes a name; an invalid one gets marks that can't be parsed.
    private mutating func writeName(_ name: String, isVariable: Bool) {
        let isReserved = isVariable && ["null", "true", "false"].contains(name)
        let isName = Self.isName(name) && !isReserved
        output.append(string: isName ? name : "`\(name)`")
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty
            && name.unicodeScalars.enumerated().allSatisfy { Expression.isName($0.element, isFirst: $0.offset == 0) }
    }

    // MARK: Values

    mutating func write(_ value: Value, level: Int) {
        guard level <= Expression.maximumDepth else { return output.append("…") }
        switch value {
        case .null: output.append("null")
        case .boolean(let flag): output.append(flag ? "true" : "false")
        case .number(let number):
            // The sign of NaN depends on the processor.
            if number.isFinite {
                output.append(number: number)
            } else {
                output.append(string: number.isNaN ? "`nan`" : "`\(number)`")
            }
        case .text(let text): JSONString.append(text.utf8, to: &output, in: UInt8(ascii: "'"))
        case .list(let items):
            output.append("[")
            for (index, item) in items.enumerated() {
                if index > 0 { output.append(", ") }
                write(item, level: level + 1)
            }
            output.append("]")
        case .record(let members):
            output.append("{")
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (index, (key, item)) in sorted.enumerated() {
                if index > 0 { output.append(", ") }
                if Self.isName(key) {
                    output.append(string: key)
                } else {
                    JSONString.append(key.utf8, to: &output, in: UInt8(ascii: "'"))
                }
                output.append(": ")
                write(item, level: level + 1)
            }
            output.append("}")
        }
    }
}
