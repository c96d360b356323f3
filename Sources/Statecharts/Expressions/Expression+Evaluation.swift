internal import TextSupport

/// The variables and states that expressions read.
public protocol ExpressionEnvironment {
    /// Returns the value of a variable, or `nil` if the variable is unknown or has no value yet.
    func value(of variable: String) -> Value?

    /// Returns a Boolean value that indicates whether a state is active, or `nil` if there is no
    /// such state.
    func isActive(_ state: String) -> Bool?

    /// Returns the value of an expression in the scripting language of the chart.
    ///
    /// - Throws: ``ExpressionError`` if the expression has no value, or there is no scripting
    ///   language.
    func value(ofScript script: String) throws(ExpressionError) -> Value
}

extension ExpressionEnvironment {
    /// Throws an error, because there is no scripting language.
    public func value(ofScript script: String) throws(ExpressionError) -> Value {
        throw ExpressionError(
            "there is no script engine to evaluate \(Message.quoted(script.utf8)); give the run an engine")
    }
}

extension Expression {
    /// Returns the expression's value.
    ///
    /// - Parameter environment: The variables and states.
    /// - Throws: ``ExpressionError`` if an operation can't be carried out; `Expressions.md` lists
    ///   the failures.
    public func value(in environment: some ExpressionEnvironment) throws(ExpressionError) -> Value {
        try value(in: environment, level: 1)
    }

    /// Returns the truth value of a condition.
    ///
    /// - Parameter environment: The variables and states.
    /// - Throws: ``ExpressionError`` if the expression has no value, or its value isn't `true` or
    ///   `false`.
    public func isTrue(in environment: some ExpressionEnvironment) throws(ExpressionError) -> Bool {
        let value = try value(in: environment)
        guard case .boolean(let isTrue) = value else {
            throw ExpressionError("a condition must be true or false, not \(value.kindName)")
        }
        return isTrue
    }

    private func value(in environment: some ExpressionEnvironment, level: Int) throws(ExpressionError) -> Value {
        guard level <= Self.maximumDepth else {
            throw ExpressionError("the expression has more than \(Self.maximumDepth) levels; split it")
        }
        switch self {
        case .literal(let value): return value
        case .variable(let name):
            guard let value = environment.value(of: name) else {
                throw ExpressionError("the variable '\(name)' has no value")
            }
            return value
        case .list(let items):
            var values: [Value] = []
            for item in items { values.append(try item.value(in: environment, level: level + 1)) }
            return try Value.list(values).checked()
        case .member(let record, let name):
            return try record.value(in: environment, level: level + 1).member(name)
        case .element(let list, let index):
            let list = try list.value(in: environment, level: level + 1)
            return try list.element(at: try index.value(in: environment, level: level + 1))
        case .unary(let unary, let value): return try unary.result(try value.value(in: environment, level: level + 1))
        case .binary(let binary, let left, let right):
            let left = try left.value(in: environment, level: level + 1)
            if let result = try binary.result(left) { return result }
            return try binary.result(left, try right.value(in: environment, level: level + 1))
        case .isActive(let name):
            let name = try name.value(in: environment, level: level + 1)
            guard case .text(let name) = name else {
                throw ExpressionError("In(…) needs the name of a state, not \(name.kindName)")
            }
            guard let isActive = environment.isActive(name) else {
                throw ExpressionError("unknown state \(Message.quoted(name.utf8))")
            }
            return .boolean(isActive)
        case .call(.defined, let values):
            guard let value = values.first else { return .boolean(false) }
            return .boolean((try? value.value(in: environment, level: level + 1)) ?? .null != .null)
        case .call(let function, let arguments):
            var values: [Value] = []
            for argument in arguments { values.append(try argument.value(in: environment, level: level + 1)) }
            return try function.result(values)
        case .script(let script): return try environment.value(ofScript: script)
        case .inline(let text): return .text(text)
        }
    }
}

// MARK: - Operations

extension Expression.UnaryOperator {
    fileprivate func result(_ value: Value) throws(ExpressionError) -> Value {
        switch (self, value) {
        case (.not, .boolean(let value)): return .boolean(!value)
        case (.minus, .number(let value)): return .number(-value)
        case (.not, _): throw ExpressionError("'!' needs true or false, not \(value.kindName)")
        case (.minus, _): throw ExpressionError("'-' needs a number, not \(value.kindName)")
        }
    }
}

extension Expression.BinaryOperator {
    /// Returns the result if the left value decides it: `false && …`, `true || …`.
    fileprivate func result(_ left: Value) throws(ExpressionError) -> Value? {
        guard self == .and || self == .or else { return nil }
        guard case .boolean(let value) = left else {
            throw ExpressionError("'\(rawValue)' needs true or false, not \(left.kindName)")
        }
        return value == (self == .or) ? left : nil
    }

    fileprivate func result(_ left: Value, _ right: Value) throws(ExpressionError) -> Value {
        switch self {
        case .or, .and:
            // The left value is already checked, and isn't decisive.
            guard case .boolean = right else {
                throw ExpressionError("'\(rawValue)' needs true or false, not \(right.kindName)")
            }
            return right
        case .equal: return .boolean(left.isEqual(to: right))
        case .unequal: return .boolean(!left.isEqual(to: right))
        case .less: return .boolean(try isOrdered(left, right))
        case .greater: return .boolean(try isOrdered(right, left))
        case .lessOrEqual: return .boolean(try !isOrdered(right, left))
        case .greaterOrEqual: return .boolean(try !isOrdered(left, right))
        case .plus: return try sum(left, right)
        case .minus, .times, .divided, .remainder:
            guard case (.number(let left), .number(let right)) = (left, right) else {
                throw ExpressionError("'\(rawValue)' needs two numbers, not \(left.kindName) and \(right.kindName)")
            }
            return try .number(result(left, right))
        }
    }

    private func isOrdered(_ left: Value, _ right: Value) throws(ExpressionError) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): return left < right
        case (.text(let left), .text(let right)): return left.utf8.lexicographicallyPrecedes(right.utf8)
        default:
            throw ExpressionError(
                "'\(rawValue)' compares two numbers or two texts, not \(left.kindName) and \(right.kindName)")
        }
    }

    private func sum(_ left: Value, _ right: Value) throws(ExpressionError) -> Value {
        switch (left, right) {
        case (.number(let left), .number(let right)): return try .number(result(left, right))
        case (.text(let left), .text(let right)): return try Value.text(left + right).checked()
        case (.text(let left), .number): return try Value.text(left + right.description).checked()
        case (.number, .text(let right)): return try Value.text(left.description + right).checked()
        case (.list(let left), .list(let right)): return try Value.list(left + right).checked()
        default:
            throw ExpressionError(
                "'+' adds two numbers, and joins texts with texts or numbers and lists with lists, "
                    + "not \(left.kindName) and \(right.kindName)")
        }
    }

    /// Returns the result for numbers, which is finite.
    private func result(_ left: Double, _ right: Double) throws(ExpressionError) -> Double {
        if self == .divided || self == .remainder, right == 0 {
            throw ExpressionError("\(Value.number(left)) can't be divided by zero")
        }
        let result =
            switch self {
            case .plus: left + right
            case .minus: left - right
            case .times: left * right
            case .divided: left / right
            default: left.truncatingRemainder(dividingBy: right)
            }
        guard result.isFinite else { throw ExpressionError("the result of '\(rawValue)' is too large") }
        return result
    }
}

extension Expression.Function {
    fileprivate func result(_ values: [Value]) throws(ExpressionError) -> Value {
        switch (self, values.first, values.dropFirst().first, values.count) {
        case (.length, .text(let text)?, nil, _): return .number(Double(text.count))
        case (.length, .list(let items)?, nil, _): return .number(Double(items.count))
        case (.startsWith, .text(let text)?, .text(let prefix)?, 2):
            return .boolean(text.utf8.starts(with: prefix.utf8))
        default:
            let found = values.isEmpty ? "nothing" : values.map(\.kindName).joined(separator: " and ")
            throw ExpressionError(
                "\(rawValue)(…) needs \(self == .length ? "a text or a list" : "two texts"), not \(found)")
        }
    }
}
