internal import TextSupport

extension Expression {
    /// The maximum number of nested levels of an expression, from the outermost operation to a
    /// constant or a variable.
    public static let maximumDepth = 64
    /// The greatest depth of nested brackets and signs.
    static let maximumNesting = 32

    /// Parses an expression.
    ///
    /// - Parameter text: An expression in the grammar of `Expressions.md`.
    /// - Complexity: O(*n*) for *n* bytes.
    /// - Throws: ``ExpressionError`` with the offset of the first error.
    public init(parsing text: String) throws(ExpressionError) {
        // The line end is the place of errors at the end of the text.
        let bytes = Array(text.utf8) + [UInt8(ascii: "\n")]
        do throws(TextProblem) {
            self = try bytes.withUnsafeBufferPointer { (bytes) throws(TextProblem) in
                var parser = ExpressionParser(UnsafeRawBufferPointer(bytes), to: bytes.count - 1)
                return try parser.expression()
            }
        } catch {
            throw ExpressionError(offset: error.offset, error.remedy.map { "\(error.message); \($0)" } ?? error.message)
        }
    }
}

/// Parses an expression by precedence climbing.
///
/// The functions that one level calls aren't inlined, so that the greatest nesting takes less than
/// 64 KiB of stack.
private struct ExpressionParser {
    /// An expression and the number of its levels.
    private typealias Node = (expression: Expression, height: Int)

    private let text: UnsafeRawBufferPointer
    private let end: Int
    private var position = 0

    init(_ text: UnsafeRawBufferPointer, to end: Int) { (self.text, self.end) = (text, end) }

    mutating func expression() throws(TextProblem) -> Expression {
        let node = try operation(above: 0, level: 0)
        guard position == end else { throw problem("an operator") }
        return node.expression
    }

    /// Parses operations above a precedence.
    ///
    /// - Parameters:
    ///   - precedence: The precedence of the operation on the left.
    ///   - level: The number of enclosing brackets and operators, which bounds the recursion.
    private mutating func operation(above precedence: Int, level: Int) throws(TextProblem) -> Node {
        var left = try operand(level: level)
        while let next = nextOperator(), next.precedence > precedence {
            if next == .and || next == .or {
                left = try chain(of: next, after: left, level: level)
                continue
            }
            position += next.rawValue.utf8.count
            let right = try operation(above: next.precedence, level: level)
            left = try node(.binary(next, left.expression, right.expression), over: max(left.height, right.height))
        }
        return left
    }

    /// Parses the further operands of a chain of `&&` or `||`.
    ///
    /// The operators group to the left. If that takes more levels than an expression may have, the
    /// operands become a balanced tree, which evaluates them in the same order.
    @inline(never)
    private mutating func chain(
        of sign: Expression.BinaryOperator, after first: Node, level: Int
    ) throws(TextProblem) -> Node {
        var operands = [first]
        repeat {
            position += sign.rawValue.utf8.count
            operands.append(try operation(above: sign.precedence, level: level))
        } while nextOperator() == sign
        let height = operands.dropFirst().reduce(first.height) { 1 + max($0, $1.height) }
        if height > Expression.maximumDepth { return try balanced(sign, operands[...]) }
        return operands.dropFirst().reduce(first) { Self.joined(sign, $0, $1) }
    }

    private func balanced(_ sign: Expression.BinaryOperator, _ operands: ArraySlice<Node>) throws(TextProblem) -> Node {
        guard operands.count > 1 else { return operands[operands.startIndex] }
        let middle = operands.startIndex + operands.count / 2
        let node = Self.joined(sign, try balanced(sign, operands[..<middle]), try balanced(sign, operands[middle...]))
        guard node.height <= Expression.maximumDepth else { throw tooDeep }
        return node
    }

    private static func joined(_ sign: Expression.BinaryOperator, _ left: Node, _ right: Node) -> Node {
        (.binary(sign, left.expression, right.expression), 1 + max(left.height, right.height))
    }

    @inline(never)
    private mutating func nextOperator() -> Expression.BinaryOperator? {
        skipBlanks()
        return Self.operators.first { text[position..<end].starts(with: $0.rawValue.utf8) }
    }

    /// The operators, `<=` before `<`.
    private static let operators = Expression.BinaryOperator.allCases.sorted {
        $0.rawValue.utf8.count > $1.rawValue.utf8.count
    }

    @inline(never)
    private func node(_ expression: Expression, over height: Int = 0) throws(TextProblem) -> Node {
        guard height < Expression.maximumDepth else { throw tooDeep }
        return (expression, height + 1)
    }

    private var tooDeep: TextProblem {
        TextProblem(
            offset: position, message: "the expression has more than \(Expression.maximumDepth) levels",
            remedy: "split the expression, or group its parts by parentheses")
    }

    // MARK: Operands

    private mutating func operand(level: Int) throws(TextProblem) -> Node {
        guard level <= Expression.maximumNesting else {
            throw TextProblem(
                offset: position,
                message:
                    "the expression has more than \(Expression.maximumNesting) nested brackets and signs",
                remedy: "split it")
        }
        guard let unary = unaryOperator() else {
            return try memberOrElement(of: try primary(level: level), level: level)
        }
        let value = try operand(level: level + 1)
        return try node(.unary(unary, value.expression), over: value.height)
    }

    private mutating func unaryOperator() -> Expression.UnaryOperator? {
        if skip("!") { return .not }
        // A minus right before a digit belongs to the number.
        if peek == UInt8(ascii: "-"), position + 1 < end, 0x30...0x39 ~= text[position + 1] { return nil }
        return skip("-") ? .minus : nil
    }

    /// Parses accesses after a value: `.name` and `[index]`, any number of times.
    @inline(never)
    private mutating func memberOrElement(of value: Node, level: Int) throws(TextProblem) -> Node {
        var value = value
        while true {
            if skip(".") {
                skipBlanks()
                guard let name = name() else { throw problem("the name of a member") }
                value = try node(.member(value.expression, name), over: value.height)
            } else if skip("[") {
                let index = try operation(above: 0, level: level + 1)
                try close("]", "an operator or ']'")
                value = try node(.element(value.expression, index.expression), over: max(value.height, index.height))
            } else {
                return value
            }
        }
    }

    private mutating func primary(level: Int) throws(TextProblem) -> Node {
        switch peek {
        case UInt8(ascii: "("):
            position += 1
            let value = try operation(above: 0, level: level + 1)
            try close(")", "an operator or ')'")
            return value
        case UInt8(ascii: "["):
            position += 1
            let items = try items(to: "]", level: level)
            return try node(.list(items.expressions), over: items.height)
        case UInt8(ascii: "{"): return try record(level: level)
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return try node(.literal(.text(try string())))
        case UInt8(ascii: "-"): return try node(.literal(.number(try number())))
        case let byte? where 0x30...0x39 ~= byte: return try node(.literal(.number(try number())))
        default: break
        }
        let start = position
        switch name() {
        case nil: throw problem("a value, a name, '(', '[', '!' or '-'")
        case "null": return try node(.literal(.null))
        case "true": return try node(.literal(.boolean(true)))
        case "false": return try node(.literal(.boolean(false)))
        case let name?:
            return skip("(") ? try call(of: name, at: start, level: level) : try node(.variable(name))
        }
    }

    @inline(never)
    private mutating func number() throws(TextProblem) -> Double {
        var cursor = JSONCursor(text, from: position, to: end)
        let number = try cursor.number()
        guard number.isFinite else { throw TextProblem(offset: position, message: "the number is too large") }
        position = cursor.position
        return number
    }

    @inline(never)
    private mutating func string() throws(TextProblem) -> String {
        var cursor = JSONCursor(text, from: position, to: end)
        let string = try cursor.string(in: text[position])
        position = cursor.position
        return string
    }

    /// Parses expressions with commas between them, and the closing bracket.
    @inline(never)
    private mutating func items(
        to bracket: Character, level: Int
    ) throws(TextProblem) -> (expressions: [Expression], height: Int) {
        var (expressions, height) = ([Expression](), 0)
        if skip(bracket) { return ([], 0) }
        repeat {
            let item = try operation(above: 0, level: level + 1)
            expressions.append(item.expression)
            height = max(height, item.height)
        } while skip(",")
        try close(bracket, "an operator, ',' or '\(bracket)'")
        return (expressions, height)
    }

    @inline(never)
    private mutating func call(of name: String, at start: Int, level: Int) throws(TextProblem) -> Node {
        let arguments = try items(to: ")", level: level)
        func check(count: Int) throws(TextProblem) {
            guard arguments.expressions.count != count else { return }
            throw TextProblem(
                offset: start,
                message: "expected \(count == 1 ? "one value" : "\(count) values") in the parentheses of '\(name)', "
                    + "found \(arguments.expressions.count)")
        }
        if name == "In" {
            try check(count: 1)
            return try node(.isActive(arguments.expressions[0]), over: arguments.height)
        }
        guard let function = Expression.Function(rawValue: name) else {
            let known = ["In"] + Expression.Function.allCases.map(\.rawValue)
            throw TextProblem(
                offset: start,
                message: "expected a function (\(known.joined(separator: ", "))), found \(Message.quoted(name.utf8))")
        }
        try check(count: function.parameterCount)
        return try node(.call(function, arguments.expressions), over: arguments.height)
    }

    /// Parses a record, whose values are constants.
    @inline(never)
    private mutating func record(level: Int) throws(TextProblem) -> Node {
        position += 1
        var (members, height) = ([String: Value](), 0)
        if skip("}") { return try node(.literal(.record([:]))) }
        repeat {
            skipBlanks()
            let keyStart = position
            let isQuoted = peek == UInt8(ascii: "'") || peek == UInt8(ascii: "\"")
            guard let key = isQuoted ? try string() : name() else { throw problem("the name of a member") }
            try close(":", "':' after the name of a member")
            skipBlanks()
            let start = position
            let item = try operation(above: 0, level: level + 1)
            guard let value = item.expression.constant else {
                throw TextProblem(offset: start, message: "expected a constant as the value of a member")
            }
            guard members.updateValue(value, forKey: key) == nil else {
                throw TextProblem(offset: keyStart, message: "duplicate member \(Message.quoted(key.utf8))")
            }
            height = max(height, item.height)
        } while skip(",")
        try close("}", "',' or '}'")
        return try node(.literal(.record(members)), over: height)
    }

    // MARK: Bytes

    private var peek: UInt8? { position < end ? text[position] : nil }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D { position += 1 }
    }

    private mutating func skip(_ character: Character) -> Bool {
        skipBlanks()
        guard let byte = peek, byte == character.asciiValue else { return false }
        position += 1
        return true
    }

    @inline(never)
    private mutating func close(_ character: Character, _ expected: String) throws(TextProblem) {
        guard skip(character) else { throw problem(expected) }
    }

    /// Moves past a name, if one comes next.
    @inline(never)
    private mutating func name() -> String? {
        var rest = text[position..<end].makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        let start = position
        while case .valid(let encoded) = parser.parseScalar(from: &rest) {
            guard Expression.isName(Unicode.UTF8.decode(encoded), isFirst: position == start) else { break }
            position += encoded.count
        }
        return position == start ? nil : String(decoding: text[start..<position], as: UTF8.self)
    }

    @inline(never)
    private func problem(_ expected: String) -> TextProblem {
        JSONCursor(text, from: position, to: end).problem(expected)
    }
}

extension Expression {
    /// Returns whether a character can be part of a name of a variable, a function or a member.
    static func isName(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_", "$": true
        case "0"..."9": !isFirst
        default: !scalar.isASCII && (isFirst ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue)
        }
    }

    /// The value of a constant or a list of constants; `nil` if there are other parts.
    fileprivate var constant: Value? {
        switch self {
        case .literal(let value): return value
        case .list(let items):
            let values = items.compactMap(\.constant)
            return values.count == items.count ? .list(values) : nil
        default: return nil
        }
    }
}

extension Expression.BinaryOperator {
    /// The precedence of the operation: a higher one binds tighter, as in C.
    var precedence: Int {
        switch self {
        case .or: 1
        case .and: 2
        case .equal, .unequal: 3
        case .less, .lessOrEqual, .greater, .greaterOrEqual: 4
        case .plus, .minus: 5
        case .times, .divided, .remainder: 6
        }
    }
}

extension Expression.Function {
    /// The number of values in the parentheses.
    var parameterCount: Int { self == .startsWith ? 2 : 1 }
}
