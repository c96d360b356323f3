internal import Statecharts
internal import TextSupport

/// Values that occur in statecharts.
extension JSONCursor {
    /// Reads a name, or a list of names.
    mutating func names() throws(TextProblem) -> [String] {
        try oneOrList { cursor throws(TextProblem) in try cursor.string() }
    }

    /// Reads a pattern of events, or a list of patterns.
    mutating func patterns() throws(TextProblem) -> [Statechart.EventPattern] {
        try oneOrList { cursor throws(TextProblem) in
            cursor.skipBlanks()
            let start = cursor.position
            let text = try cursor.string()
            guard !text.isEmpty else {
                throw TextProblem(offset: start, message: "an event has no name", remedy: "write '*' for all events")
            }
            return Statechart.EventPattern(text)
        }
    }

    private mutating func oneOrList<Name>(
        _ name: (inout JSONCursor) throws(TextProblem) -> Name
    ) throws(TextProblem) -> [Name] {
        skipBlanks()
        guard peek != UInt8(ascii: "\"") else { return [try name(&self)] }
        guard peek == UInt8(ascii: "[") else { throw problem("a name or a list of names") }
        return try list(name)
    }

    /// Reads an expression: a text in the language of expressions or, after a mark, in another one,
    /// a number, `true` or `false`.
    mutating func expression() throws(TextProblem) -> Expression {
        skipBlanks()
        let start = position
        switch peek {
        case UInt8(ascii: "\""): break
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .literal(.boolean(try flag()))
        case let byte? where byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte:
            return .literal(.number(try finiteNumber()))
        default: throw problem("an expression in quotes")
        }
        let text = try string()
        if text.first == StatechartKeys.scriptMark { return .script(String(text.dropFirst())) }
        if text.first == StatechartKeys.inlineMark { return .inline(String(text.dropFirst())) }
        do throws(ExpressionError) { return try Expression(parsing: text) } catch {
            // If there are escapes, offsets in the text aren't those in the file.
            let isPlain = position - start == text.utf8.count + 2
            throw TextProblem(
                offset: isPlain ? start + 1 + (error.offset ?? 0) : start,
                message: "in the expression \(Message.quoted(text.utf8)): \(error.message)")
        }
    }

    private mutating func finiteNumber() throws(TextProblem) -> Double {
        let start = position
        let number = try number()
        guard number.isFinite else {
            throw TextProblem(offset: start, message: "the number is too large", remedy: "write a smaller number")
        }
        return number
    }

    /// Reads a literal text, or an object with an expression.
    mutating func textOrExpression() throws(TextProblem) -> Expression {
        skipBlanks()
        if peek == UInt8(ascii: "\"") { return .literal(.text(try string())) }
        guard peek == UInt8(ascii: "{") else { throw problem("a text or {\"expression\": …}") }
        return try expressionObject()
    }

    private mutating func expressionObject() throws(TextProblem) -> Expression {
        enum Key: String, JSONKey { case expression }
        let start = position
        var expression: Expression?
        try object("an expression", Key.self) { (cursor, _) throws(TextProblem) in
            expression = try cursor.expression()
        }
        guard let expression else { throw TextProblem(offset: start, message: "expected the key 'expression'") }
        return expression
    }

    /// Reads a time: a number of milliseconds, or a text such as `1.5s`.
    mutating func delay() throws(TextProblem) -> Duration {
        skipBlanks()
        let start = position
        if peek == UInt8(ascii: "\"") {
            let text = try string()
            if let delay = Duration(delay: text) { return delay }
        } else {
            let number = try number()
            if number >= 0, number < 1e15 { return .milliseconds(number) }
        }
        throw TextProblem(
            offset: start,
            message: "expected a time of at least 0: a number of milliseconds, or a text such as 1.5s or 250ms")
    }

    /// Reads a time for an event that is sent, or an object with an expression for it.
    mutating func delayOrExpression() throws(TextProblem) -> Expression {
        skipBlanks()
        return peek == UInt8(ascii: "{") ? try expressionObject() : Expression(delay: try delay())
    }

    /// Reads the data of an event: an expression, or an object with expressions.
    mutating func content() throws(TextProblem) -> Statechart.Content {
        skipBlanks()
        guard peek == UInt8(ascii: "{") else { return .value(try expression()) }
        var fields: [Statechart.Field] = []
        try object("data") { (cursor, name, _) throws(TextProblem) in
            fields.append(Statechart.Field(name, try cursor.expression()))
        }
        return .fields(fields)
    }

    /// Reads variables: an object with their initial values, which are expressions or null.
    mutating func variables() throws(TextProblem) -> [Statechart.Variable] {
        var variables: [Statechart.Variable] = []
        try object("variables") { (cursor, name, _) throws(TextProblem) in
            variables.append(Statechart.Variable(name, cursor.skipWord("null") ? nil : try cursor.expression()))
        }
        return variables
    }
}

extension JSONCursor {
    /// Reads a whole text; `whole` names it in messages, such as "the snapshot".
    static func whole<Value>(
        _ text: UnsafeRawBufferPointer, named name: String?, _ whole: String,
        _ read: (inout JSONCursor) throws(TextProblem) -> Value
    ) throws(StatechartFormatError) -> Value {
        do throws(TextProblem) {
            var cursor = JSONCursor(text)
            let value = try read(&cursor)
            try cursor.finish("the end of \(whole)")
            return value
        } catch {
            throw StatechartFormatError(error, in: text, name: name)
        }
    }

    static func whole<Value>(
        _ text: String, named name: String?, _ whole: String, _ read: (inout JSONCursor) throws(TextProblem) -> Value
    ) throws(StatechartFormatError) -> Value {
        let bytes = Array(text.utf8)
        let result = bytes.withUnsafeBytes { text in
            Result { () throws(StatechartFormatError) in try Self.whole(text, named: name, whole, read) }
        }
        return try result.get()
    }
}
