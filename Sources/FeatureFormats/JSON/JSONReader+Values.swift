internal import FeatureModels
internal import TextSupport

/// Attributes of features.
extension JSONReader {
    /// Reads an object of attributes.
    mutating func attributes(depth: Int) throws(TextProblem) -> [FeatureModel.Attribute] {
        cursor.skipBlanks()
        try Bounds.check(depth, Bounds.attributeDepth, "attributes within each other", at: cursor.position)
        var attributes: [FeatureModel.Attribute] = []
        var names: Set<ByteKey> = []
        try cursor.open(UInt8(ascii: "{"), "an object of attributes")
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
            let (name, offset) = try cursor.key()
            if !names.insert(ByteKey(name)).inserted {
                builder.problems.add(offset, "two attributes are named \(Message.quoted(name.utf8)); rename one")
            }
            attributes.append(FeatureModel.Attribute(name: name, value: try value(depth: depth)))
        }
        return attributes
    }

    private mutating func value(depth: Int) throws(TextProblem) -> FeatureModel.Attribute.Value {
        cursor.skipBlanks()
        let start = cursor.position
        switch cursor.peek {
        case UInt8(ascii: "\""): return .text(try cursor.string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try cursor.flag())
        case UInt8(ascii: "{"): return .attributes(try attributes(depth: depth + 1))
        case UInt8(ascii: "["):
            try Bounds.check(depth + 1, Bounds.attributeDepth, "attributes within each other", at: start)
            var values: [FeatureModel.Attribute.Value] = []
            try cursor.open(UInt8(ascii: "["), "a list")
            var isFirst = true
            while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
                values.append(try value(depth: depth + 1))
            }
            return .list(values)
        case let byte? where byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10:
            let number = try cursor.number()
            guard number.isFinite else { throw TextProblem(offset: start, message: "the number is too large") }
            return .number(number)
        default: throw cursor.problem("a value: a number, a string, true, false, a list or an object")
        }
    }
}

/// Constraints.
extension JSONReader {
    /// An operator whose operands are being read.
    private struct Open {
        var name: String
        var offset: Int
        var operands: [Proposition] = []
        /// A Boolean value that indicates whether no operand was read yet.
        var isFirst = true
    }

    /// Reads a constraint: the name of a feature, a truth value, or an object with an operator.
    mutating func proposition() throws(TextProblem) -> Proposition {
        var open: [Open] = []
        while true {
            cursor.skipBlanks()
            try Bounds.check(constraintDepth: open.count + 1, at: cursor.position)
            var value: Proposition
            switch cursor.peek {
            case UInt8(ascii: "\""):
                let offset = cursor.position
                value = .feature(builder.feature(named: try cursor.string(), at: offset))
            case UInt8(ascii: "t"), UInt8(ascii: "f"): value = .constant(try cursor.flag())
            case UInt8(ascii: "{"):
                var operation = try begin()
                guard operation.name != "not", try !next(&operation) else {
                    open.append(operation)
                    continue
                }
                value = try finish(operation)
            default: throw cursor.problem("the name of a feature, true, false or an object with an operator")
            }
            // The value may be the last operand of several operators.
            while var last = open.popLast() {
                last.operands.append(value)
                if last.name != "not", try next(&last) {
                    open.append(last)
                    break
                }
                value = try finish(last)
            }
            if open.isEmpty { return value }
        }
    }

    private mutating func begin() throws(TextProblem) -> Open {
        let start = cursor.position
        try cursor.open(UInt8(ascii: "{"), "an operator")
        let (name, offset) = try cursor.key()
        guard JSONKeys.operators.contains(name) else {
            throw JSONKeys.unknown(name, "operator", among: JSONKeys.operators, at: offset)
        }
        if name != "not" { try cursor.open(UInt8(ascii: "["), "a list of operands") }
        return Open(name: name, offset: start)
    }

    private mutating func next(_ operation: inout Open) throws(TextProblem) -> Bool {
        try cursor.next(before: UInt8(ascii: "]"), isFirst: &operation.isFirst)
    }

    private mutating func finish(_ operation: Open) throws(TextProblem) -> Proposition {
        guard cursor.skip(UInt8(ascii: "}")) else {
            throw cursor.problem("'}' after the operands of '\(operation.name)'")
        }
        let operands = operation.operands
        switch operation.name {
        case "not": return .not(operands[0])
        case "and": return .and(operands)
        case "or": return .or(operands)
        case "atMostOne": return .atMostOne(operands)
        default:
            guard operands.count == 2 else {
                builder.problems.add(
                    operation.offset, "expected two operands of '\(operation.name)', found \(operands.count)")
                return .constant(true)
            }
            return operation.name == "implies"
                ? .implies(operands[0], operands[1]) : .equivalent(operands[0], operands[1])
        }
    }
}
