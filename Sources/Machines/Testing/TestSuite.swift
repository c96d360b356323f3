public import Automata

/// A method that generates test suites from a machine.
public enum TestMethod: String, Sendable, Hashable, CaseIterable {
    /// Each transition is followed by all words of the characterizing set (Chow, 1978).
    case w
    /// The partial W-method: only states are followed by the whole characterizing set, and other
    /// transitions by the identification set of their target. Finds the same faults with fewer words
    /// (Fujiwara and others, 1991).
    case wp
}

extension MealyMachine {
    /// Returns words of inputs that tell the machine from every faulty implementation with at most
    /// `extraStates` more states.
    ///
    /// An implementation that is complete, deterministic and reset before each word, and that has at
    /// most *n* + `extraStates` states, gives the expected outputs for all words if and only if it
    /// is equivalent. An undefined input ends a word: the implementation must refuse it. No word is
    /// a prefix of another one.
    ///
    /// The machine is minimized first, and *n* is the number of states then.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - extraStates: how many states more than *n* the implementation may have.
    ///   - budget: the bound on the inputs of all words, which count as states, and on memory.
    /// - Complexity: O(*n*² *k*^(`extraStates` + 1)) words of O(*n* + `extraStates`) inputs at worst.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    /// - Reference: S. Fujiwara, G. von Bochmann, F. Khendek, M. Amalou, A. Ghedamsi, Test selection
    ///   based on finite state models, IEEE Transactions on Software Engineering 17(6), 1991,
    ///   doi:10.1109/32.87284.
    public func testSuite(
        _ method: TestMethod = .wp, extraStates: Int = 0, budget: Budget = .default
    ) throws(AutomataError) -> [[Symbol]] {
        let machine = try minimized(budget: budget)
        let words = try machine.characterizingSet(budget: budget)
        let identifying = method == .wp ? try machine.identificationSets(from: words, budget: budget) : []
        var suite = WordTree(machine, budget: budget)
        let cover = machine.stateCover().compactMap(\.self)
        let middles = max(0, extraStates)
        for access in cover {
            // W: everything is followed by W. Wp: what ends in the state cover's words.
            try suite.addMiddles(after: access, upTo: middles + (method == .w ? 1 : 0)) { _ in words }
            if method == .wp {
                for input in machine.inputs.symbols where !cover.contains(access + [input]) {
                    try suite.addMiddles(after: access + [input], upTo: middles) { identifying[Int($0)] }
                }
            }
        }
        return suite.words
    }
}

/// The words of a test suite as a tree of common prefixes, with the states that they lead to.
private struct WordTree {
    private let machine: MealyMachine
    private let budget: Budget
    private var pace = BudgetPace()
    /// The child of each node and input.
    private var children: [UInt64: UInt32] = [:]
    private var nodes = [Node(parent: 0, input: 0, isLeaf: true)]

    private struct Node {
        var parent: UInt32
        var input: Symbol
        var isLeaf: Bool
    }

    init(_ machine: MealyMachine, budget: Budget) {
        self.machine = machine
        self.budget = budget
    }

    /// Adds `access`, each word of at most `length` inputs after it, and each of the words that
    /// `suffixes` returns for the state that is reached.
    mutating func addMiddles(
        after access: [Symbol], upTo length: Int, suffixes: (StateID) -> [[Symbol]]
    ) throws(AutomataError) {
        var ends: [(node: UInt32, state: StateID)] = []
        if let end = try add(access[...], to: 0, from: machine.initialState) { ends.append(end) }
        for round in 0...length {
            var next: [(node: UInt32, state: StateID)] = []
            for end in ends {
                for suffix in suffixes(end.state) { _ = try add(suffix[...], to: end.node, from: end.state) }
                guard round < length else { continue }
                for input in machine.inputs.symbols {
                    if let longer = try add([input], to: end.node, from: end.state) { next.append(longer) }
                }
            }
            ends = next
        }
    }

    /// Adds a word below a node, up to an undefined input. Returns its end, or `nil` if there was
    /// one.
    private mutating func add(
        _ word: ArraySlice<Symbol>, to start: UInt32, from state: StateID
    ) throws(AutomataError) -> (node: UInt32, state: StateID)? {
        var (node, state) = (start, state)
        for input in word {
            let key = UInt64(node) << 32 | UInt64(input)
            if let child = children[key] {
                node = child
            } else {
                try budget.check(nodes.count, bytes: nodes.count * 96, pace: &pace)
                nodes[Int(node)].isLeaf = false
                nodes.append(Node(parent: node, input: input, isLeaf: true))
                node = UInt32(nodes.count - 1)
                children[key] = node
            }
            let cell = machine.cell(state, input)
            if cell == .undefined { return nil }
            state = cell.target
        }
        return (node, state)
    }

    /// The words that are no prefix of another one, in the order in which they were added.
    var words: [[Symbol]] {
        nodes.indices.dropFirst().filter { nodes[$0].isLeaf }.map { leaf in
            var word: [Symbol] = []
            var node = leaf
            while node != 0 {
                word.append(nodes[node].input)
                node = Int(nodes[node].parent)
            }
            return word.reversed()
        }
    }
}
