internal import Automata
internal import RegularExpressions
internal import WorkLimits

/// The automata of a property: one of wrong runs, one of runs after which something must still
/// happen, and one of runs without what must happen.
///
/// Their letters are the names of the property, and those that a pattern matches, but no name, and
/// all others.
final class PropertyMonitor: TraceMonitor {
    let subject: String
    private let table: TraceTable
    private let bad: DFA?
    private let open: DFA?
    private let missing: DFA?
    private let letters: TraceLetters
    /// The letters of the observed events, or `.max` if unknown.
    private var symbols: [Symbol] = []
    /// The pairs of states of both automata.
    private var pairs: [UInt64] = []
    private var numbers: [UInt64: UInt32] = [:]

    /// The state without a way to a final one.
    private static let lost = UInt32.max

    /// - Complexity: exponential in the length of the property at worst.
    init(_ property: TraceProperty, _ table: TraceTable, _ budget: Budget) throws(AnalysisError) {
        (subject, self.table) = (property.description, table)
        let letters = TraceLetters(property.expressions.reduce(into: []) { $0.formUnion($1.names) })
        self.letters = letters
        do throws(AutomataError) {
            var (badRuns, openRuns, missingRuns): (RegularExpression?, RegularExpression?, RegularExpression?)
            let alphabet = try Alphabet((0..<letters.count).map { "\($0)" })
            func made(
                _ body: (inout TraceBuilder) throws(AutomataError) -> RegularExpression.Node
            ) throws(AutomataError) -> RegularExpression {
                var builder = try TraceBuilder(alphabet, letters)
                let root = try body(&builder)
                return builder.builder.build(root)
            }
            switch property.form {
            case .never(let wrong):
                badRuns = try made { (build) throws(AutomataError) in build.after(try build.node(wrong)) }
            case .eventually(let needed):
                openRuns = try made { (build) throws(AutomataError) in build.without(try build.node(needed)) }
                missingRuns = openRuns
            case .precedence(let late, let needed):
                badRuns = try made { (build) throws(AutomataError) in
                    let before = build.without(try build.node(needed))
                    return build.builder.concatenation([before, try build.node(late)])
                }
            case .response(let cause, let answer, let bound):
                missingRuns = try made { (build) throws(AutomataError) in build.without(try build.node(answer)) }
                openRuns = try made { (build) throws(AutomataError) in
                    let rest = build.without(try build.node(answer))
                    return build.builder.concatenation([build.after(try build.node(cause)), rest])
                }
                if let bound {
                    badRuns = try made { (build) throws(AutomataError) in
                        let rest = build.without(try build.node(answer))
                        let late = build.builder.intersection([rest, build.after(try build.node(bound))])
                        return build.builder.concatenation([build.after(try build.node(cause)), late])
                    }
                }
            }
            bad = try badRuns?.minimalDFA(budget: budget)
            open = try openRuns?.minimalDFA(budget: budget)
            missing = try missingRuns?.minimalDFA(budget: budget)
        } catch {
            guard case .budgetExceeded(_, .states(let limit)) = error else { throw AnalysisError(error) }
            throw .invalidProperty(
                "the property '\(property)' needs an automaton with more than \(limit) states; write a shorter one")
        }
        if let bad, let first = bad.initialState, bad.isFinal(first) {
            throw .invalidProperty("the property '\(subject)' forbids the empty run; let its expressions need an event")
        }
    }

    var stateCount: Int { pairs.count }
    var byteCount: Int { 64 * pairs.count + 4 * symbols.count }
    var hasObligations: Bool { open != nil }

    func start() -> UInt32 {
        number(bad?.initialState?.rawValue ?? Self.lost, open?.initialState?.rawValue ?? Self.lost)
    }

    func next(after state: UInt32, on symbol: UInt32) -> UInt32 {
        let pair = pairs[Int(state)]
        let letter = letter(of: symbol)
        return number(
            Self.target(bad, UInt32(truncatingIfNeeded: pair >> 32), letter),
            Self.target(open, UInt32(truncatingIfNeeded: pair), letter))
    }

    private static func target(_ dfa: DFA?, _ state: UInt32, _ letter: Symbol) -> UInt32 {
        guard let dfa, state != lost else { return lost }
        return dfa.target(from: StateID(state), on: letter)?.rawValue ?? lost
    }

    private func number(_ bad: UInt32, _ open: UInt32) -> UInt32 {
        let pair = UInt64(bad) << 32 | UInt64(open)
        if let number = numbers[pair] { return number }
        let number = UInt32(pairs.count)
        numbers[pair] = number
        pairs.append(pair)
        return number
    }

    private func letter(of symbol: UInt32) -> Symbol {
        while symbols.count <= Int(symbol) {
            symbols.append(Symbol(letters.number(of: table.names[symbols.count])))
        }
        return symbols[Int(symbol)]
    }

    func isFailed(_ state: UInt32) -> Bool {
        isFinal(bad, UInt32(truncatingIfNeeded: pairs[Int(state)] >> 32))
    }

    func isOpen(_ state: UInt32) -> Bool { isFinal(open, UInt32(truncatingIfNeeded: pairs[Int(state)])) }

    func search(after state: UInt32?, over trace: [UInt32]) -> UInt32? {
        var state = state ?? missing?.initialState?.rawValue ?? Self.lost
        for symbol in trace where isFinal(missing, state) { state = Self.target(missing, state, letter(of: symbol)) }
        return isFinal(missing, state) ? state : nil
    }

    private func isFinal(_ dfa: DFA?, _ state: UInt32) -> Bool {
        guard let dfa, state != Self.lost else { return false }
        return dfa.isFinal(StateID(state))
    }

    func message(failing state: UInt32, on event: String) -> String {
        "a run violates '\(subject)'" + (event.isEmpty ? "" : ", on '\(event)'")
    }
}

/// The letters of a property: its names, its patterns, and all other names.
struct TraceLetters {
    private let names: [TraceName]
    private let numbers: [String: Int]
    private let prefixes: [String: Int]

    init(_ all: Set<TraceName>) {
        names = all.sorted { ($0.text, $0.isPrefix ? 1 : 0) < ($1.text, $1.isPrefix ? 1 : 0) }
        var (numbers, prefixes) = ([String: Int](), [String: Int]())
        for (number, name) in names.enumerated() {
            if name.isPrefix { prefixes[name.text] = number } else { numbers[name.text] = number }
        }
        (self.numbers, self.prefixes) = (numbers, prefixes)
    }

    var count: Int { names.count + 1 }

    /// Returns the letter of a name: its own, or that of the longest pattern, or that of others.
    func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        if prefixes.isEmpty { return names.count }
        var rest = name[...]
        while true {
            if let number = prefixes[String(rest)] { return number }
            guard let dot = rest.lastIndex(of: ".") else { return names.count }
            rest = rest[..<dot]
        }
    }

    /// Returns the letters that a name of the property stands for.
    func letters(of name: TraceName) -> [Int] {
        names.indices.filter {
            name == names[$0] || name.matches(names[$0].text) && (name.isPrefix || !names[$0].isPrefix)
        }
    }
}

/// Makes nodes of a property's expressions.
private struct TraceBuilder {
    var builder: RegularExpression.Builder
    private let letters: TraceLetters
    private var everything: RegularExpression.Node

    init(_ alphabet: Alphabet, _ letters: TraceLetters) throws(AutomataError) {
        (builder, self.letters) = (.init(alphabet: alphabet), letters)
        everything = builder.epsilon
        everything = builder.star(try builder.symbols((0..<letters.count).map { Symbol($0) }))
    }

    /// Returns all runs that end with a part.
    mutating func after(_ part: RegularExpression.Node) -> RegularExpression.Node {
        builder.concatenation([everything, part])
    }

    /// Returns all runs without a part.
    mutating func without(_ part: RegularExpression.Node) -> RegularExpression.Node {
        builder.complement(builder.concatenation([everything, part, everything]))
    }

    mutating func node(_ expression: TraceExpression) throws(AutomataError) -> RegularExpression.Node {
        switch expression {
        case .names(let names, let isExcluded):
            let found = Set(names.flatMap { letters.letters(of: $0) })
            return try builder.symbols(
                (0..<letters.count).filter { found.contains($0) != isExcluded }.map { Symbol($0) })
        case .sequence(let list):
            var nodes: [RegularExpression.Node] = []
            for part in list { nodes.append(try node(part)) }
            return builder.concatenation(nodes)
        case .choice(let list):
            var nodes: [RegularExpression.Node] = []
            for part in list { nodes.append(try node(part)) }
            return builder.union(nodes)
        case .repeated(let inner, let least, let isEndless):
            let node = try node(inner)
            if !isEndless { return least == 1 ? node : builder.union([builder.epsilon, node]) }
            return least == 0 ? builder.star(node) : try builder.repetition(node, atLeast: least)
        }
    }
}
