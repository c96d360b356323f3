/// Takes transitions on assertions out of an automaton, by telling apart what was read last.
///
/// Whether an assertion holds depends on the symbol before the place and the one after it. A state
/// is therefore split by what was read last: nothing, a newline, a character of a word, or another;
/// and a transition on a symbol follows the assertions that hold between the two.
struct AssertionResolution {
    private typealias Assertion = RegularExpression.Assertion

    /// The kind of character on one side of a place.
    enum Side: UInt8, CaseIterable {
        case nothing, newline, word, other
    }

    /// An automaton without assertions, for each side from which a word starts and on which it
    /// ends.
    struct Resolved {
        var rows: Transitions
        /// The initial states by what is before the word.
        var starts: [Side: StateSet]
        /// The final states by what is behind the word.
        var ends: [Side: StateSet]
    }

    private let asks: Asks
    private let alphabet: Alphabet
    /// The side that each symbol is.
    private let sides: [Side]

    /// - Throws: ``AutomataError/invalidSymbolClass(_:)`` for a class that has characters of words
    ///   and others, or a newline and others, where the expression asks for that.
    init(_ expression: RegularExpression) throws(AutomataError) {
        alphabet = expression.alphabet
        var asks = Asks()
        for node in expression.storage.nodes where node.kind == .assertion {
            switch node.assertion {
            case .wordBoundary, .noWordBoundary: asks.forWords = true
            case .lineStart, .lineEnd: asks.forNewlines = true
            case .textStart, .textEnd: break
            }
        }
        self.asks = asks
        switch alphabet.storage {
        case .named(let names):
            sides = (0..<Symbol(names.count)).map { id in
                let name = names.utf8(of: id)
                return name.count == 1 ? asks.side(of: UInt32(name[name.startIndex])) : .other
            }
        case .partition(let partition):
            var sides = [Side?](repeating: nil, count: partition.count)
            for range in partition.ranges {
                // Beyond ASCII all are alike.
                for value in range.lower...max(range.lower, min(range.upper, 0x80)) {
                    let side = asks.side(of: value)
                    if let known = sides[Int(range.symbol)], known != side {
                        throw .invalidSymbolClass(partition.name(of: range.symbol))
                    }
                    sides[Int(range.symbol)] = side
                }
            }
            self.sides = sides.map { $0 ?? .other }
        }
    }

    /// Returns the side that a character is as far as the expression tells characters apart.
    func side(of value: UInt32) -> Side { asks.side(of: value) }

    /// The questions of an expression about sides, so that sides that it doesn't tell apart are
    /// one.
    private struct Asks {
        var forWords = false
        var forNewlines = false

        func side(of value: UInt32) -> Side {
            if forNewlines, value == 0x0A { return .newline }
            return forWords && CharacterClasses.word.contains(value) ? .word : .other
        }
    }

    private static func holds(_ assertion: Assertion, _ left: Side, _ right: Side) -> Bool {
        switch assertion {
        case .textStart: left == .nothing
        case .textEnd: right == .nothing
        case .lineStart: left == .nothing || left == .newline
        case .lineEnd: right == .nothing || right == .newline
        case .wordBoundary: (left == .word) != (right == .word)
        case .noWordBoundary: (left == .word) == (right == .word)
        }
    }

    /// The automaton of whole words without assertions, which are the symbols from the alphabet's
    /// count on in the rows.
    ///
    /// - Complexity: O(*n* + *m*) times a small constant, and for each state the assertions that
    ///   can follow it.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    func run(
        _ rows: Transitions, initial: StateSet, final: StateSet, budget: Budget
    ) throws(AutomataError) -> NFA {
        let resolved = try resolve(rows, initial: initial, final: final, after: [.nothing], budget: budget)
        return NFA(
            alphabet: alphabet, rows: resolved.rows, initialStates: resolved.starts[.nothing] ?? [],
            finalStates: resolved.ends[.nothing] ?? [])
    }

    /// The automaton without assertions of words within a text.
    ///
    /// - Parameter lefts: What may stand before a word.
    /// - Complexity: O(*n* + *m*) times a small constant, and for each state the assertions that
    ///   can follow it.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    func resolve(
        _ rows: Transitions, initial: StateSet, final: StateSet, after lefts: [Side], budget: Budget
    ) throws(AutomataError) -> Resolved {
        let alphabetEnd = Symbol(alphabet.count)
        let sideCount = Side.allCases.count
        var numbers = [StateID](repeating: .absent, count: rows.stateCount * sideCount)
        var states: [(state: StateID, left: Side)] = []
        func number(_ state: StateID, _ left: Side) -> StateID {
            let index = Int(state) * sideCount + Int(left.rawValue)
            if numbers[index] == .absent {
                numbers[index] = StateID(states.count)
                states.append((state, left))
            }
            return numbers[index]
        }
        var starts: [Side: StateSet] = [:]
        for left in lefts { starts[left] = StateSet(initial.map { number($0, left) }) }
        var ends: [Side: StateSet] = [:]
        var sources: [StateID] = []
        var symbols: [Symbol] = []
        var targets: [StateID] = []
        var stamps = [Int](repeating: 0, count: rows.stateCount)
        var stamp = 0
        var closure: [StateID] = []
        var pace = BudgetPace()
        var next = 0
        while next < states.count {
            if pace.isDue(states: next, work: symbols.count) {
                try budget.check(
                    statesBuilt: states.count, statesPending: states.count - next,
                    bytes: 32 * rows.stateCount + 28 * symbols.count + 8 * states.count)
            }
            let (state, left) = states[next]
            for right in Side.allCases {
                stamp += 1
                closure = [state]
                stamps[Int(state)] = stamp
                var index = 0
                while index < closure.count {
                    let reached = closure[index]
                    index += 1
                    if final.contains(reached) { ends[right, default: []].insert(StateID(next)) }
                    // The assertions are at the rows' ends.
                    for transition in rows.range(of: reached).reversed() {
                        let symbol = rows.symbols[transition]
                        let target = rows.targets[transition]
                        if symbol >= alphabetEnd {
                            guard let assertion = Assertion(symbol: symbol, after: alphabet.count),
                                Self.holds(assertion, left, right), stamps[Int(target)] != stamp
                            else { continue }
                            stamps[Int(target)] = stamp
                            closure.append(target)
                        } else if sides[Int(symbol)] == right {
                            sources.append(StateID(next))
                            symbols.append(symbol)
                            targets.append(number(target, right))
                        }
                    }
                }
            }
            next += 1
        }
        guard symbols.count <= maximumCount else { throw .tooLarge("transitions") }
        return Resolved(
            rows: Transitions(stateCount: states.count, sources: sources, symbols: symbols, targets: targets),
            starts: starts, ends: ends)
    }
}

extension RegularExpression.Assertion {
    /// The symbol that stands for the assertion until it is resolved; assertions come after the
    /// alphabet.
    func symbol(after alphabetCount: Int) -> Symbol { Symbol(alphabetCount + Int(rawValue)) }

    /// The assertion that a symbol beyond the alphabet stands for.
    fileprivate init?(symbol: Symbol, after alphabetCount: Int) {
        self.init(rawValue: UInt8(Int(symbol) - alphabetCount))
    }
}
