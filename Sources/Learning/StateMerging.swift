public import Automata
internal import Machines

extension DFA {
    /// Returns a small DFA that accepts some words and rejects others: the algorithm RPNI.
    ///
    /// The states of the tree of all examples are merged in the order of their shortest words, as
    /// long as no accepted word becomes a rejected one. If the examples are characteristic for a
    /// regular language, the result is a DFA of this language; otherwise it is some DFA that agrees
    /// with them. Words of neither list may be accepted or rejected.
    ///
    /// - Parameters:
    ///   - alphabet: The symbols.
    ///   - accepting: Accepted words, given by the names of their symbols.
    ///   - rejecting: Rejected words.
    ///   - budget: The bound on states and memory.
    /// - Complexity: O(*s*³ *k*) at most, for examples with *s* symbols in all.
    /// - Throws: ``LearningError/contradictoryExample(_:)``; ``LearningError/automata(_:)`` for a
    ///   symbol that isn't in the alphabet, or if the budget stops the work.
    /// - Reference: J. Oncina, P. García, Inferring regular languages in polynomial updated time,
    ///   Pattern Recognition and Image Analysis, 1992, doi:10.1142/9789812797902_0004.
    public static func inferred(
        alphabet: Alphabet, accepting: [[String]], rejecting: [[String]], budget: Budget = .default
    ) throws(LearningError) -> DFA {
        var examples: [Example] = []
        for (words, isAccepted) in [(accepting, true), (rejecting, false)] {
            for word in words {
                let symbols = try core { () throws(AutomataError) in try alphabet.symbols(named: word) }
                examples.append(Example(word: symbols, isAccepted: isAccepted))
            }
        }
        examples.sort()
        var tree = try ExampleTree(examples, alphabet: alphabet, budget: budget)
        return try tree.merged(budget: budget)
    }
}

/// A word with its label, in the order of length, then of symbols.
private struct Example: Comparable {
    var word: [Symbol]
    var isAccepted: Bool

    static func < (left: Self, right: Self) -> Bool {
        left.word.count == right.word.count
            ? left.word.lexicographicallyPrecedes(right.word) : left.word.count < right.word.count
    }
}

/// The tree of all prefixes of the examples, whose nodes are merged.
private struct ExampleTree {
    private let alphabet: Alphabet
    private let symbolCount: Int
    /// The node into which each node was merged, or the node itself.
    private var merged: [Int] = [0]
    /// Rows of children; -1 for none.
    private var children: [Int]
    /// Whether the word of a node is accepted; `nil` if no example tells.
    private var labels: [Bool?] = [nil]

    /// A change by a merge, kept to undo it.
    private enum Change {
        case merge(node: Int)
        case child(cell: Int)
        case label(node: Int)
    }

    init(_ examples: [Example], alphabet: Alphabet, budget: Budget) throws(LearningError) {
        self.alphabet = alphabet
        symbolCount = alphabet.count
        children = [Int](repeating: -1, count: symbolCount)
        let nodeCount = Self.nodeCount(examples)
        try core { () throws(AutomataError) in
            let (cells, overflow) = nodeCount.multipliedReportingOverflow(by: symbolCount + 4)
            guard !overflow, cells < Int.max / 16 else { throw .tooLarge("states") }
            try budget.check(statesBuilt: 0, bytes: 8 * cells)
        }
        // Nodes are numbered by their words' lengths, then by their symbols: layer after layer.
        var places = [Int](repeating: 0, count: examples.count)
        for depth in 0...(examples.last?.word.count ?? 0) {
            for (index, example) in examples.enumerated() {
                if example.word.count == depth {
                    guard labels[places[index]] ?? example.isAccepted == example.isAccepted else {
                        throw .contradictoryExample(example.word.map { alphabet.name(of: $0) })
                    }
                    labels[places[index]] = example.isAccepted
                }
            }
            let open = examples.indices.filter { examples[$0].word.count > depth }
            let ordered = open.sorted {
                (places[$0], examples[$0].word[depth]) < (places[$1], examples[$1].word[depth])
            }
            for index in ordered {
                places[index] = child(of: places[index], on: examples[index].word[depth])
            }
        }
    }

    /// Returns a bound on the number of nodes.
    private static func nodeCount(_ examples: [Example]) -> Int { examples.reduce(1) { $0 + $1.word.count } }

    private mutating func child(of node: Int, on symbol: Symbol) -> Int {
        let cell = node * symbolCount + Int(symbol)
        if children[cell] < 0 {
            children[cell] = merged.count
            merged.append(merged.count)
            labels.append(nil)
            children += [Int](repeating: -1, count: symbolCount)
        }
        return children[cell]
    }

    private func find(_ node: Int) -> Int {
        var node = node
        while merged[node] != node { node = merged[node] }
        return node
    }

    /// Merges nodes as long as possible, and returns the automaton of what is left.
    mutating func merged(budget: Budget) throws(LearningError) -> DFA {
        var states = [0]
        var isState = [Bool](repeating: false, count: merged.count)
        isState[0] = true
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 8 * children.count))
        while let node = nextNode(after: states, isState) {
            var isMerged = false
            for state in states where !isMerged {
                try core { () throws(AutomataError) in try steps.step(64) }
                isMerged = merge(node, into: state)
            }
            if isMerged { continue }
            states.append(node)
            isState[node] = true
            try core { () throws(AutomataError) in
                try budget.check(statesBuilt: states.count, bytes: 8 * children.count)
            }
        }
        return automaton(states)
    }

    /// Returns the first node that a transition of the states leads to and that is none of them.
    private func nextNode(after states: [Int], _ isState: [Bool]) -> Int? {
        var least: Int?
        for state in states {
            for child in children[state * symbolCount..<(state + 1) * symbolCount] where child >= 0 {
                let node = find(child)
                if !isState[node] { least = min(least ?? node, node) }
            }
        }
        return least
    }

    /// Merges a node with a state, and what both lead to; returns whether no labels disagreed.
    private mutating func merge(_ node: Int, into state: Int) -> Bool {
        var changes: [Change] = []
        var pairs = [(state, node)]
        while let (first, second) = pairs.popLast() {
            let (kept, other) = (find(first), find(second))
            if kept == other { continue }
            if let label = labels[other] {
                if let known = labels[kept], known != label {
                    undo(changes)
                    return false
                }
                if labels[kept] == nil {
                    labels[kept] = label
                    changes.append(.label(node: kept))
                }
            }
            merged[other] = kept
            changes.append(.merge(node: other))
            for symbol in 0..<symbolCount {
                let child = children[other * symbolCount + symbol]
                if child < 0 { continue }
                let cell = kept * symbolCount + symbol
                if children[cell] < 0 {
                    children[cell] = child
                    changes.append(.child(cell: cell))
                } else {
                    pairs.append((children[cell], child))
                }
            }
        }
        return true
    }

    private mutating func undo(_ changes: [Change]) {
        for change in changes.reversed() {
            switch change {
            case .merge(let node): merged[node] = node
            case .child(let cell): children[cell] = -1
            case .label(let node): labels[node] = nil
            }
        }
    }

    private func automaton(_ states: [Int]) -> DFA {
        var numbers: [Int: Int] = [:]
        for (number, state) in states.enumerated() { numbers[state] = number }
        let targets = states.flatMap { state in
            children[state * symbolCount..<(state + 1) * symbolCount].map { child in
                child < 0 ? StateID.absent : StateID(numbers[find(child)] ?? 0)
            }
        }
        return DFA(
            alphabet: alphabet, stateCount: states.count, denseTargets: targets, initialState: 0,
            finalStates: StateSet(states.indices.filter { labels[states[$0]] == true }.map { StateID($0) }))
    }
}
