internal import Automata
internal import FeatureModels
internal import TextSupport

/// Constraints: `!` binds tighter than `&`, then come `|`, `=>` and `<=>`, all of which group from
/// the left.
extension UVLReader {
    /// Reads a constraint, or notes that it belongs to a level that isn't read.
    mutating func readConstraint() throws(TextProblem) {
        let start = token.start
        var stack = PropositionStack()
        while true {
            if let level = levelOfNext() {
                refuse(level.things, level: level.name, at: token.start)
                return try skipConstraint(openCount: stack.openCount)
            }
            if stack.expectsOperand {
                if try skip("!") {
                    try stack.not(at: start)
                } else if isNext("(") {
                    try stack.open(at: token.start)
                    try advance()
                } else {
                    let offset = token.start
                    let name = try reference("the name of a feature, '!' or '('")
                    if levelOfNext() == nil { try stack.add(feature(named: name, at: offset), at: offset) }
                }
            } else if let operation = PropositionStack.Operation.allCases.first(where: { isNext($0.symbol) }) {
                try stack.add(operation, at: token.start)
                try advance()
            } else if isNext(")"), stack.openCount > 0 {
                try stack.close(at: token.start)
                try advance()
            } else if stack.openCount > 0 {
                throw problem("')' or an operator")
            } else {
                return builder.add(try stack.finish(at: start), at: .offset(start))
            }
        }
    }

    /// The level that the next token belongs to, unless it is the Boolean one.
    private func levelOfNext() -> (name: String, things: String)? {
        switch token.kind {
        case .number: return ("Arithmetic", "numbers in constraints")
        case .text: return ("Type.string-constraints", "texts in constraints")
        case .symbol:
            let symbols: [StaticString] = ["==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/"]
            return symbols.contains { isNext($0) } ? ("Arithmetic", "comparisons and sums") : nil
        default:
            // The names of functions are short.
            guard token.end - token.start <= 5, let word = plainWord, UVL.functions.contains(word) else { return nil }
            return word == "len"
                ? ("Type.string-constraints", "lengths of texts") : ("Arithmetic.aggregate-function", "functions")
        }
    }

    /// Moves past a constraint, up to the end of the line or of the item of a list.
    mutating func skipConstraint(openCount: Int = 0) throws(TextProblem) {
        var depth = openCount
        while token.kind != .newline, token.kind != .end {
            if isNext("(") || isNext("[") || isNext("{") {
                depth += 1
            } else if isNext(")") || isNext("]") || isNext("}") {
                if depth == 0 { return }
                depth -= 1
            } else if depth == 0, isNext(",") {
                return
            }
            try advance()
        }
        if depth > 0 { throw problem("')'") }
    }
}

/// The parts of a constraint whose end isn't known yet.
private struct PropositionStack {
    /// The operators of two operands, the tightest first.
    enum Operation: Int, CaseIterable {
        case and, or, implies, equivalent

        var symbol: StaticString {
            switch self {
            case .and: "&"
            case .or: "|"
            case .implies: "=>"
            case .equivalent: "<=>"
            }
        }
    }

    private struct Part {
        var proposition: Proposition
        var depth: Int
    }

    /// The parts within a pair of parentheses, by operator.
    private struct Level {
        var notCount = 0
        var conjunction: [Part] = []
        var disjunction: [Part] = []
        var implication: Part?
        var equivalence: Part?
    }

    private var levels = [Level()]
    /// A Boolean value that indicates whether an operand comes next.
    private(set) var expectsOperand = true

    /// The number of open parentheses.
    var openCount: Int { levels.count - 1 }

    mutating func not(at offset: Int) throws(TextProblem) {
        levels[levels.count - 1].notCount += 1
        try Bounds.check(constraintDepth: levels[levels.count - 1].notCount, at: offset)
    }

    mutating func open(at offset: Int) throws(TextProblem) {
        try Bounds.check(levels.count, Proposition.maximumDepth, "parentheses within each other", at: offset)
        levels.append(Level())
    }

    mutating func close(at offset: Int) throws(TextProblem) {
        var level = levels.removeLast()
        try add(try Self.reduce(&level, to: .equivalent, at: offset), at: offset)
    }

    mutating func add(_ feature: FeatureID, at offset: Int) throws(TextProblem) {
        try add(Part(proposition: .feature(feature), depth: 1), at: offset)
    }

    mutating func add(_ operation: Operation, at offset: Int) throws(TextProblem) {
        expectsOperand = true
        let last = levels.count - 1
        switch operation {
        case .and: break
        case .or:
            levels[last].disjunction.append(try Self.joined(&levels[last].conjunction, Proposition.and, at: offset))
        case .implies: levels[last].implication = try Self.reduce(&levels[last], to: .implies, at: offset)
        case .equivalent: levels[last].equivalence = try Self.reduce(&levels[last], to: .equivalent, at: offset)
        }
    }

    mutating func finish(at offset: Int) throws(TextProblem) -> Proposition {
        try Self.reduce(&levels[0], to: .equivalent, at: offset).proposition
    }

    private mutating func add(_ part: Part, at offset: Int) throws(TextProblem) {
        var part = part
        let last = levels.count - 1
        for _ in 0..<levels[last].notCount { part.proposition = .not(part.proposition) }
        part.depth += levels[last].notCount
        try Bounds.check(constraintDepth: part.depth, at: offset)
        levels[last].notCount = 0
        levels[last].conjunction.append(part)
        expectsOperand = false
    }

    /// Takes the parts of a level up to an operator.
    private static func reduce(_ level: inout Level, to operation: Operation, at offset: Int) throws(TextProblem)
        -> Part
    {
        level.disjunction.append(try joined(&level.conjunction, Proposition.and, at: offset))
        var part = try joined(&level.disjunction, Proposition.or, at: offset)
        part = try joined(&level.implication, part, Proposition.implies, at: offset)
        if operation == .implies { return part }
        return try joined(&level.equivalence, part, Proposition.equivalent, at: offset)
    }

    /// Takes operands, and returns them as one.
    private static func joined(
        _ parts: inout [Part], _ operation: ([Proposition]) -> Proposition, at offset: Int
    ) throws(TextProblem) -> Part {
        defer { parts.removeAll() }
        if parts.count == 1 { return parts[0] }
        let depth = 1 + (parts.lazy.map(\.depth).max() ?? 0)
        try Bounds.check(constraintDepth: depth, at: offset)
        return Part(proposition: operation(parts.map(\.proposition)), depth: depth)
    }

    private static func joined(
        _ left: inout Part?, _ right: Part, _ operation: (Proposition, Proposition) -> Proposition, at offset: Int
    ) throws(TextProblem) -> Part {
        guard let first = left else { return right }
        left = nil
        let depth = 1 + max(first.depth, right.depth)
        try Bounds.check(constraintDepth: depth, at: offset)
        return Part(proposition: operation(first.proposition, right.proposition), depth: depth)
    }
}
