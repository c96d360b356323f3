/// A difference between two DFAs that rules out an isomorphism of their accessible parts.
public enum IsomorphismObstacle: Sendable, Hashable {
    /// The alphabets differ.
    case alphabets
    /// Only one of the DFAs has a path for the word: the first if `isInFirst` is set, otherwise the
    /// second.
    case path(Witness, isInFirst: Bool)
    /// Only one of the DFAs accepts the word: the first if `isInFirst` is set, otherwise the
    /// second.
    case acceptance(Witness, isInFirst: Bool)
    /// Both words lead to the same state in only one of the DFAs: in the first if `isInFirst` is
    /// set, otherwise in the second.
    case commonState(Witness, Witness, isInFirst: Bool)
}

extension DFA {
    /// Returns whether the accessible parts of two automata are equal up to the names and numbers
    /// of their states.
    ///
    /// Minimal automata over one alphabet are isomorphic if and only if their languages are equal.
    /// Automata over different alphabets aren't isomorphic, even if only the order of the symbols
    /// differs; ``FiniteAutomaton/aligned(to:budget:)`` makes the alphabets equal.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in dense tables.
    public func isIsomorphic(to other: DFA) -> Bool { isomorphismObstacle(to: other) == nil }

    /// Returns an array with the corresponding state of the other automaton for each state, or
    /// `nil` if the DFAs aren't isomorphic. The element of an inaccessible state is `nil`.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in dense tables.
    public func isomorphism(to other: DFA) -> [StateID?]? {
        var walk = IsomorphismWalk(self, other)
        return walk.obstacle() == nil ? walk.partners.map { $0 == .absent ? nil : $0 } : nil
    }

    /// Returns the first difference that a breadth-first search finds, or `nil` if the DFAs are
    /// isomorphic.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in dense tables.
    public func isomorphismObstacle(to other: DFA) -> IsomorphismObstacle? {
        var walk = IsomorphismWalk(self, other)
        return walk.obstacle()
    }
}

/// A breadth-first walk through two DFAs in parallel.
private struct IsomorphismWalk {
    private let (left, right): (DFA, DFA)
    private let (rows, otherRows): (Transitions, Transitions)
    /// The corresponding state of each state of the left DFA, or ``DenseID/absent``.
    private(set) var partners: [StateID]
    /// The reverse of `partners`.
    private var inverse: [StateID]
    /// The states met, and for each state the one before it and the symbol that leads from there.
    private var queue: [StateID] = []
    private var origins: [(StateID, Symbol)]

    init(_ left: DFA, _ right: DFA) {
        (self.left, self.right) = (left, right)
        (rows, otherRows) = (left.sparseRows, right.sparseRows)
        partners = Array(repeating: .absent, count: left.stateCount)
        inverse = Array(repeating: .absent, count: right.stateCount)
        origins = Array(repeating: (.absent, .absent), count: left.stateCount)
    }

    /// Walks until the first difference.
    mutating func obstacle() -> IsomorphismObstacle? {
        guard left.alphabet == right.alphabet else { return .alphabets }
        guard let start = left.initialState, let otherStart = right.initialState else {
            let isInFirst = left.initialState != nil
            return left.initialState == right.initialState
                ? nil : .path(Witness([], over: left.alphabet), isInFirst: isInFirst)
        }
        pair(start, otherStart, from: .absent, on: .absent)
        var next = 0
        while next < queue.count {
            if let obstacle = compareWithPartner(queue[next]) { return obstacle }
            next += 1
        }
        return nil
    }

    private mutating func pair(_ state: StateID, _ other: StateID, from source: StateID, on symbol: Symbol) {
        partners[Int(state)] = other
        inverse[Int(other)] = state
        origins[Int(state)] = (source, symbol)
        queue.append(state)
    }

    /// Compares a state with its partner, and pairs their targets.
    private mutating func compareWithPartner(_ state: StateID) -> IsomorphismObstacle? {
        let partner = partners[Int(state)]
        let isFinal = left.isFinal(state)
        guard isFinal == right.isFinal(partner) else { return .acceptance(word(to: state), isInFirst: isFinal) }
        let (row, otherRow) = (rows.range(of: state), otherRows.range(of: partner))
        let (symbols, otherSymbols) = (rows.symbols[row], otherRows.symbols[otherRow])
        guard symbols == otherSymbols else {
            let missing = Set(symbols).symmetricDifference(otherSymbols).min()!
            return .path(word(to: state, and: missing), isInFirst: symbols.contains(missing))
        }
        for (index, otherIndex) in zip(row, otherRow) {
            let (symbol, target, otherTarget) = (
                rows.symbols[index], rows.targets[index], otherRows.targets[otherIndex]
            )
            let (known, otherKnown) = (partners[Int(target)], inverse[Int(otherTarget)])
            if known == .absent, otherKnown == .absent {
                pair(target, otherTarget, from: state, on: symbol)
            } else if known != otherTarget {
                let isInFirst = known != .absent
                let first = word(to: isInFirst ? target : otherKnown)
                return .commonState(first, word(to: state, and: symbol), isInFirst: isInFirst)
            }
        }
        return nil
    }

    /// Returns the word on which the walk reached a state, followed by `last` if it is given.
    private func word(to state: StateID, and last: Symbol? = nil) -> Witness {
        var word = last.map { [$0] } ?? []
        var state = state
        while origins[Int(state)].0 != .absent {
            word.append(origins[Int(state)].1)
            state = origins[Int(state)].0
        }
        return Witness(word.reversed(), over: left.alphabet)
    }
}
