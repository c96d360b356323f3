internal import Automata
internal import FeatureModels
internal import TextSupport

/// A reader of propositions: `!` binds tighter than `&`, then come `|`, `=>` and `<=>`, all of which
/// group from the left.
protocol PropositionReader: UVLTokenReader {
    /// Reads an operand without operators of propositions in it, of at most two levels.
    ///
    /// - Returns: `nil` if ``refusesNext(openCount:)`` tells why there is none.
    mutating func readOperand() throws(TextProblem) -> Proposition?

    /// Notes if the next token stands in propositions that aren't read, and moves past the
    /// proposition with so many open parentheses.
    mutating func refusesNext(openCount: Int) throws(TextProblem) -> Bool
}

extension PropositionReader {
    /// Reads a proposition up to a token that doesn't continue it.
    ///
    /// - Returns: `nil` if it isn't read.
    mutating func readProposition() throws(TextProblem) -> Proposition? {
        let start = token.start
        var stack = PropositionStack()
        while true {
            if try refusesNext(openCount: stack.openCount) { return nil }
            if stack.expectsOperand {
                if skip("!") {
                    try stack.not(at: start)
                } else if isNext("(") {
                    try stack.open(at: token.start)
                    advance()
                } else {
                    let offset = token.start
                    if let operand = try readOperand() { try stack.add(operand, at: offset) }
                }
            } else if let operation = PropositionStack.Operation.allCases.first(where: { isNext($0.symbol) }) {
                try stack.add(operation, at: token.start)
                advance()
            } else if isNext(")"), stack.openCount > 0 {
                try stack.close(at: token.start)
                advance()
            } else if stack.openCount > 0 {
                throw problem("')' or an operator")
            } else {
                return try stack.finish(at: start)
            }
        }
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

    mutating func add(_ operand: Proposition, at offset: Int) throws(TextProblem) {
        try add(Part(proposition: operand, depth: operand.operands.isEmpty ? 1 : 2), at: offset)
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
