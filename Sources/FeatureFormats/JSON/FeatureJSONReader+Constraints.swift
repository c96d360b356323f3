internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Constraints.
extension FeatureJSONReader {
    /// An operator whose operands are being read.
    private struct OpenOperator {
        var name: String
        var offset: Int
        var propositions: [Proposition] = []
        var values: [ValueExpression] = []
        /// A Boolean value that indicates whether no operand was read yet.
        var isFirst = true

        /// A Boolean value that indicates whether the operands are values.
        var isAboutValues: Bool { !FeatureKeys.connectives.contains(name) }
        /// A Boolean value that indicates whether the operator has one operand, without a list.
        var hasOneOperand: Bool { ["not", "length", "floor", "ceiling"].contains(name) }
    }

    private enum Operand {
        case proposition(Proposition)
        case value(ValueExpression)
    }

    /// Reads a constraint: the name of a feature, a truth value, or an object with an operator.
    mutating func proposition() throws(TextProblem) -> Proposition {
        var open: [OpenOperator] = []
        while true {
            try builder.step()
            cursor.skipBlanks()
            try FeatureFormatLimits.check(constraintDepth: open.count + 1, at: cursor.position)
            let isValue = open.last?.isAboutValues ?? false
            var operand: Operand
            if cursor.peek == UInt8(ascii: "{") {
                let start = cursor.position
                let name = try beginOperator(among: isValue ? FeatureKeys.valueOperators : FeatureKeys.operators)
                if let leaf = isValue ? try leaf(name) : nil {
                    operand = .value(leaf)
                    try endOperator(name)
                } else {
                    var operation = OpenOperator(name: name, offset: start)
                    if !operation.hasOneOperand { try cursor.open(UInt8(ascii: "["), "a list of operands") }
                    guard !operation.hasOneOperand, try !next(&operation) else {
                        open.append(operation)
                        continue
                    }
                    operand = try finish(operation)
                }
            } else {
                operand = isValue ? .value(try constant()) : .proposition(try atom())
            }
            // The operand may be the last one of several operators.
            while var last = open.popLast() {
                switch operand {
                case .proposition(let proposition): last.propositions.append(proposition)
                case .value(let value): last.values.append(value)
                }
                if !last.hasOneOperand, try next(&last) {
                    open.append(last)
                    break
                }
                operand = try finish(last)
            }
            if open.isEmpty, case .proposition(let proposition) = operand { return proposition }
        }
    }

    private mutating func beginOperator(among known: [String]) throws(TextProblem) -> String {
        try cursor.open(UInt8(ascii: "{"), "an operator")
        let (name, offset) = try cursor.key()
        guard known.contains(name) else { throw .unknown("operator", name, among: known, at: offset) }
        return name
    }

    private mutating func endOperator(_ name: String) throws(TextProblem) {
        guard cursor.skip(UInt8(ascii: "}")) else { throw cursor.problem("'}' after the operands of '\(name)'") }
    }

    private mutating func next(_ operation: inout OpenOperator) throws(TextProblem) -> Bool {
        try cursor.next(before: UInt8(ascii: "]"), isFirst: &operation.isFirst)
    }

    // MARK: Operands without operands

    private mutating func atom() throws(TextProblem) -> Proposition {
        switch cursor.peek {
        case UInt8(ascii: "\""): .feature(try feature())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .constant(try cursor.flag())
        default: throw cursor.problem("true, false, the name of a feature, or an object with an operator")
        }
    }

    private mutating func constant() throws(TextProblem) -> ValueExpression {
        switch cursor.peek {
        case UInt8(ascii: "\""): return .text(try cursor.string())
        case let byte? where byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10: return .number(try number())
        default: throw cursor.problem("a number, a string or an object with an operator")
        }
    }

    /// Reads the operand of a value operator that has no values as operands.
    ///
    /// - Returns: `nil` if the operator has values as operands.
    private mutating func leaf(_ name: String) throws(TextProblem) -> ValueExpression? {
        switch name {
        case "value": return .value(of: try feature())
        case "size": return .size(of: try feature())
        case "attribute":
            try cursor.open(UInt8(ascii: "["), "a feature and an attribute")
            let owner = try feature()
            try expect(UInt8(ascii: ","), "','")
            let attribute = try cursor.string()
            try expect(UInt8(ascii: "]"), "']'")
            return .attribute(attribute, of: owner)
        case "sum", "average":
            var (attribute, top) = ("", FeatureID?.none)
            if cursor.skip(UInt8(ascii: "[")) {
                attribute = try cursor.string()
                try expect(UInt8(ascii: ","), "','")
                top = try feature()
                try expect(UInt8(ascii: "]"), "']'")
            } else {
                attribute = try cursor.string()
            }
            return name == "sum" ? .sum(of: attribute, below: top) : .average(of: attribute, below: top)
        case "total":
            var numbers: [FeatureID: Double] = [:]
            try cursor.open(UInt8(ascii: "{"), "an object of numbers")
            var isFirst = true
            while try cursor.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
                let (name, offset) = try cursor.key()
                cursor.skipBlanks()
                let number = try number()
                guard numbers.updateValue(number, forKey: builder.feature(named: name, at: offset)) == nil else {
                    throw .duplicateKey(name, at: offset)
                }
            }
            return .total(numbers)
        default: return nil
        }
    }

    private mutating func feature() throws(TextProblem) -> FeatureID {
        cursor.skipBlanks()
        let offset = cursor.position
        return builder.feature(named: try cursor.string(), at: offset)
    }

    private mutating func number() throws(TextProblem) -> Double {
        let start = cursor.position
        let number = try cursor.number()
        guard number.isFinite else {
            throw TextProblem(offset: start, message: "the number is too large", remedy: "write a smaller number")
        }
        return number
    }

    private mutating func expect(_ byte: UInt8, _ expected: String) throws(TextProblem) {
        guard cursor.skip(byte) else { throw cursor.problem(expected) }
    }

    // MARK: Operators

    private mutating func finish(_ operation: OpenOperator) throws(TextProblem) -> Operand {
        try endOperator(operation.name)
        let (propositions, values) = (operation.propositions, operation.values)
        func checkCount(_ reader: inout FeatureJSONReader) -> Bool {
            let count = propositions.count + values.count
            if count == 2 { return true }
            reader.builder.problems.add(
                operation.offset, "expected two operands of '\(operation.name)', found \(count)")
            return false
        }
        switch operation.name {
        case "not": return .proposition(.not(propositions[0]))
        case "and": return .proposition(.and(propositions))
        case "or": return .proposition(.or(propositions))
        case "atMostOne": return .proposition(.atMostOne(propositions))
        case "length": return .value(.length(values[0]))
        case "floor": return .value(.floor(values[0]))
        case "ceiling": return .value(.ceiling(values[0]))
        case "implies":
            guard propositions.count < 2 else { return .proposition(.implies(propositions)) }
            builder.problems.add(
                operation.offset, "expected two or more operands of 'implies', found \(propositions.count)")
            return .proposition(.constant(true))
        case "equivalent":
            guard checkCount(&self) else { return .proposition(.constant(true)) }
            return .proposition(.equivalent(propositions[0], propositions[1]))
        case "each":
            guard checkCount(&self) else { return .proposition(.constant(true)) }
            guard case .feature(let feature) = propositions[0] else {
                throw TextProblem(
                    offset: operation.offset, message: "expected a feature as the first operand of 'each'")
            }
            return .proposition(.each(feature, propositions[1]))
        case let name:
            if let relation = ValueRelation(rawValue: name) {
                guard checkCount(&self) else { return .proposition(.constant(true)) }
                return .proposition(.comparison(values[0], relation, values[1]))
            }
            guard let symbol = ValueExpression.Operator(rawValue: name), checkCount(&self) else {
                return .value(.number(0))
            }
            return .value(.operation(values[0], symbol, values[1]))
        }
    }
}
