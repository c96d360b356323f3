internal import AlgorithmSupport
package import Automata
internal import WorkLimits

/// The removal of transitions on assertions from an automaton, by the last character read.
///
/// An assertion depends on the symbols before and after its position. A state is therefore split by
/// the last character: none, a newline, a word character, or another character. A transition on a
/// symbol includes the assertions that hold between the two characters.
package struct AssertionResolution {
    private typealias Assertion = RegularExpression.Assertion

    /// The kind of character on one side of a position.
    package enum Side: UInt8, CaseIterable {
        case nothing, newline, word, other
    }

    /// An automaton without assertions. Its initial states depend on the character before the word,
    /// its final states on the character after the word.
    package struct ResolvedRows {
        package var rows: Transitions
        /// The initial states by the character before the word.
        package var starts: [Side: StateSet]
        /// The final states by the character after the word.
        package var ends: [Side: StateSet]
    }

    private let distinctions: SideDistinctions
    private let alphabet: Alphabet
    /// The side of each symbol.
    private let sides: [Side]

    /// Prepares an expression. Throws `AutomataError.invalidSymbolClass(_:)` if a class mixes
    /// characters that the expression distinguishes: word characters or newlines with other
    /// characters.
    package init(_ expression: RegularExpression) throws(AutomataError) {
        alphabet = expression.alphabet
        var distinctions = SideDistinctions()
        for node in expression.storage.nodes where node.kind == .assertion {
            switch node.assertion {
            case .wordBoundary, .noWordBoundary: distinctions.distinguishesWords = true
            case .lineStart, .lineEnd: distinctions.distinguishesNewlines = true
            case .textStart, .textEnd: break
            }
        }
        self.distinctions = distinctions
        switch alphabet.storage {
        case .named(let names):
            sides = (0..<Symbol(names.count)).map { id in
                let name = names.utf8(of: id)
                return name.count == 1 ? distinctions.side(of: UInt32(name[name.startIndex])) : .other
            }
        case .partition(let partition):
            var sides = [Side?](repeating: nil, count: partition.count)
            for range in partition.ranges {
                // All characters beyond ASCII are alike.
                for value in range.lower...max(range.lower, min(range.upper, 0x80)) {
                    let side = distinctions.side(of: value)
                    if let known = sides[Int(range.symbol)], known != side {
                        throw .invalidSymbolClass(partition.name(of: range.symbol))
                    }
                    sides[Int(range.symbol)] = side
                }
            }
            self.sides = sides.map { $0 ?? .other }
        }
    }

    /// Returns the kind of a character, after merging kinds that the expression doesn't
    /// distinguish.
    package func side(of value: UInt32) -> Side { distinctions.side(of: value) }

    /// The sides that an expression distinguishes; other sides are merged.
    private struct SideDistinctions {
        var distinguishesWords = false
        var distinguishesNewlines = false

        func side(of value: UInt32) -> Side {
            if distinguishesNewlines, value == 0x0A { return .newline }
            return distinguishesWords && CharacterClasses.word.contains(value) ? .word : .other
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

    /// Returns the automaton of whole words without assertions. In the rows, assertions are symbols
    /// beyond the alphabet.
    ///
    /// - Complexity: O(*n* + *m*) times a small constant, and for each state the assertions that
    ///   can follow it.
    func run(
        _ rows: Transitions, initial: StateSet, final: StateSet, budget: Budget
    ) throws(AutomataError) -> NFA {
        let resolved = try resolve(rows, initial: initial, final: final, after: [.nothing], budget: budget)
        return NFA(
            alphabet: alphabet, rows: resolved.rows, initialStates: resolved.starts[.nothing] ?? [],
            finalStates: resolved.ends[.nothing] ?? [])
    }

    /// Returns the automaton without assertions for words within a text.
    ///
    /// - Parameter kinds: The possible kinds of character before a word.
    /// - Complexity: O(*n* + *m*) times a small constant, and for each state the assertions that
    ///   can follow it.
    package func resolve(
        _ rows: Transitions, initial: StateSet, final: StateSet, after kinds: [Side], budget: Budget
    ) throws(AutomataError) -> ResolvedRows {
        var pairs = PairExploration(
            leftCount: rows.stateCount, rightCount: Side.allCases.count, budget: budget)
        var starts: [Side: StateSet] = [:]
        for left in kinds {
            starts[left] = StateSet(initial.map { pairs.number(of: Int($0), Int(left.rawValue)) })
        }
        var ends: [Side: StateSet] = [:]
        while let (state, left) = try pairs.next() {
            for right in Side.allCases {
                for reached in closure(of: StateID(state), rows, between: Side.allCases[left], right) {
                    if final.contains(reached) { ends[right, default: []].insert(pairs.current) }
                    for transition in rows.range(of: reached).reversed() {
                        let symbol = rows.symbols[transition]
                        guard Int(symbol) < alphabet.count, sides[Int(symbol)] == right else { continue }
                        pairs.append(Int(rows.targets[transition]), Int(right.rawValue), on: symbol)
                    }
                }
            }
        }
        return ResolvedRows(rows: pairs.transitions(), starts: starts, ends: ends)
    }

    /// Returns the states that assertions between two characters lead to, first the state itself.
    private func closure(of state: StateID, _ rows: Transitions, between left: Side, _ right: Side) -> [StateID] {
        var closure = [state]
        var known: Set<StateID> = []
        var next = 0
        while next < closure.count {
            // The assertions are at the rows' ends.
            for transition in rows.range(of: closure[next]).reversed() {
                guard let assertion = Assertion(symbol: rows.symbols[transition], after: alphabet.count) else { break }
                let target = rows.targets[transition]
                let isNew = Self.holds(assertion, left, right) && target != state && known.insert(target).inserted
                if isNew { closure.append(target) }
            }
            next += 1
        }
        return closure
    }
}

extension RegularExpression.Assertion {
    /// Returns the symbol of the assertion until it is resolved; assertions come after the
    /// alphabet.
    func symbol(after alphabetCount: Int) -> Symbol { Symbol(alphabetCount + Int(rawValue)) }

    /// Creates the assertion of a symbol beyond the alphabet; fails for a symbol of the alphabet.
    fileprivate init?(symbol: Symbol, after alphabetCount: Int) {
        guard let rawValue = UInt8(exactly: Int(symbol) - alphabetCount) else { return nil }
        self.init(rawValue: rawValue)
    }
}
