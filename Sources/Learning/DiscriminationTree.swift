internal import Automata
internal import Machines

/// A system whose behavior a learner finds out.
///
/// States of hypotheses are numbered in the order in which they are found; each has an access word.
protocol LearnedSystem {
    /// The outcome of an experiment.
    associatedtype Answer: Hashable
    /// The model of the whole behavior.
    associatedtype Model: Sendable

    /// The number of inputs.
    var inputCount: Int { get }
    /// The words that were asked.
    var words: WordCounts { get nonmutating set }

    /// Returns what `suffix` shows after `prefix`.
    mutating func answer(_ prefix: [Symbol], _ suffix: [Symbol]) throws(LearningError) -> Answer

    /// Notes a state, and finds out its outputs.
    mutating func addState(_ access: [Symbol]) throws(LearningError)

    /// Returns what a hypothesis says that `suffix` shows from a state.
    func prediction(_ hypothesis: Hypothesis, from state: Int, _ suffix: ArraySlice<Symbol>) -> Answer

    /// Returns a prefix of a word for which a hypothesis is wrong, or `nil`.
    func counterexample(in word: [Symbol], to hypothesis: Hypothesis) throws(LearningError) -> [Symbol]?

    /// Asks a word again, to find out that the system isn't deterministic.
    func confirm(_ word: [Symbol]) throws(LearningError)

    /// Returns a hypothesis as a machine, for tests.
    func machine(_ hypothesis: Hypothesis) -> MealyMachine

    /// Returns a hypothesis as a model.
    func model(_ hypothesis: Hypothesis) -> Model
}

/// The numbers of words that a system was asked.
struct WordCounts {
    /// Whether words test a hypothesis.
    var isTesting = false
    private(set) var queryCount = 0
    private(set) var testCount = 0

    mutating func add() { if isTesting { testCount += 1 } else { queryCount += 1 } }
}

/// The states and transitions that a learner has found.
struct Hypothesis {
    let inputCount: Int
    fileprivate(set) var accessWords: [[Symbol]] = []
    /// Rows of `inputCount` targets.
    fileprivate(set) var targets: [Int] = []

    var stateCount: Int { accessWords.count }

    func state(after word: ArraySlice<Symbol>, from state: Int = 0) -> Int {
        word.reduce(state) { targets[$0 * inputCount + Int($1)] }
    }
}

/// A learner with a discrimination tree: each state is a leaf, and the experiments on the way to it
/// separate it from all others.
///
/// Counterexamples are analyzed by binary search, so that each costs O(log *m*) words for its
/// length *m* and gives at least one new state. For a system with *n* states and *k* inputs, at
/// most *n* counterexamples are needed, and O(*k* *n*² + *n* log *m*) words.
///
/// - Reference: M. J. Kearns, U. V. Vazirani, An Introduction to Computational Learning Theory, MIT
///   Press, 1994, doi:10.7551/mitpress/3897.001.0001; R. L. Rivest, R. E. Schapire, Inference of
///   finite automata using homing sequences, Information and Computation 103(2), 1993,
///   doi:10.1006/inco.1993.1021.
struct DiscriminationTree<System: LearnedSystem> {
    private(set) var system: System
    private(set) var hypothesis: Hypothesis
    private let budget: Budget
    private var nodes: [Node] = []
    /// The leaf of each state.
    private var leaves: [Int] = []
    /// The transitions into each state, as indices of the table.
    private var incoming: [[Int]] = []
    /// The states whose transitions must be found.
    private var unfinished: [Int] = []

    private enum Node {
        case leaf(state: Int)
        case inner(suffix: [Symbol], children: [System.Answer: Int])
    }

    /// Learns the first hypothesis. `suffix` is the first experiment; `nil` for none.
    init(_ system: System, experiment suffix: [Symbol]?, budget: Budget) throws(LearningError) {
        self.system = system
        self.budget = budget
        hypothesis = Hypothesis(inputCount: system.inputCount)
        if let suffix {
            nodes = [.inner(suffix: suffix, children: [:])]
            _ = try sift([], from: 0)
        } else {
            nodes = [.leaf(state: 0)]
            try addState([], leaf: 0)
        }
        try findTransitions()
    }

    /// Tests and refines hypotheses until the test finds no word for which the last one is wrong.
    consuming func learned(testing test: EquivalenceTest) throws(LearningError) -> Learned<System.Model> {
        var (longest, count) = (0, 1)
        while true {
            let (system, hypothesis) = (self.system, self.hypothesis)
            system.words.isTesting = true
            var found: [Symbol]?
            try test.search(system.machine(hypothesis), budget: budget) { word throws(LearningError) in
                found = try system.counterexample(in: word, to: hypothesis)
                return found != nil
            }
            guard let found else {
                return Learned(
                    model: system.model(hypothesis), queryCount: system.words.queryCount,
                    testCount: system.words.testCount, hypothesisCount: count, longestCounterexample: longest)
            }
            try system.confirm(found)
            system.words.isTesting = false
            (longest, count) = (max(longest, found.count), count + 1)
            try refine(by: found)
        }
    }

    /// Refines the hypothesis by a word for which it is wrong, until it is right for it.
    private mutating func refine(by word: [Symbol]) throws(LearningError) {
        let truth = try system.answer([], word)
        while system.prediction(hypothesis, from: 0, word[...]) != truth { try split(by: word) }
    }

    /// Finds the place in a word where the system leaves the hypothesis, and splits a state there.
    private mutating func split(by word: [Symbol]) throws(LearningError) {
        // The prediction is wrong from the state after `low` inputs, and right after `high`.
        var (low, high) = (0, word.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            let state = hypothesis.state(after: word[..<middle])
            let suffix = word[middle...]
            let answer = try system.answer(hypothesis.accessWords[state], Array(suffix))
            if answer == system.prediction(hypothesis, from: state, suffix) { high = middle } else { low = middle }
        }
        let source = hypothesis.state(after: word[..<low])
        let old = hypothesis.state(after: word[..<high])
        let suffix = Array(word[high...])
        let leaf = leaves[old]
        nodes.append(.leaf(state: old))
        leaves[old] = nodes.count - 1
        let known = system.prediction(hypothesis, from: old, suffix[...])
        nodes[leaf] = .inner(suffix: suffix, children: [known: nodes.count - 1])
        // Its transitions are found anew: those of the new state are among them.
        let moved = incoming[old]
        incoming[old] = []
        let access = hypothesis.accessWords[source] + [word[low]]
        _ = try sift(access, from: leaf)
        for index in moved { try setTarget(index, from: leaf) }
        try findTransitions()
    }

    private mutating func findTransitions() throws(LearningError) {
        while let state = unfinished.popLast() {
            for input in 0..<hypothesis.inputCount {
                try setTarget(state * hypothesis.inputCount + input, from: 0)
            }
        }
    }

    /// Finds the target of a transition, beginning at a node of the tree.
    private mutating func setTarget(_ index: Int, from node: Int) throws(LearningError) {
        let access = hypothesis.accessWords[index / hypothesis.inputCount]
        let target = try sift(access + [Symbol(index % hypothesis.inputCount)], from: node)
        hypothesis.targets[index] = target
        incoming[target].append(index)
    }

    /// Returns the state that a word leads to, which may be new.
    private mutating func sift(_ word: [Symbol], from start: Int) throws(LearningError) -> Int {
        var node = start
        while true {
            switch nodes[node] {
            case .leaf(let state): return state
            case .inner(let suffix, var children):
                let answer = try system.answer(word, suffix)
                if let child = children[answer] {
                    node = child
                    continue
                }
                nodes.append(.leaf(state: hypothesis.stateCount))
                children[answer] = nodes.count - 1
                nodes[node] = .inner(suffix: suffix, children: children)
                try addState(word, leaf: nodes.count - 1)
                return hypothesis.stateCount - 1
            }
        }
    }

    private mutating func addState(_ access: [Symbol], leaf: Int) throws(LearningError) {
        let count = hypothesis.stateCount
        try core { () throws(AutomataError) in
            try budget.check(statesBuilt: count + 1, bytes: (count + 1) * (hypothesis.inputCount * 16 + 64))
        }
        hypothesis.accessWords.append(access)
        // Until it is found, a transition leads to the initial state, where no word is predicted.
        hypothesis.targets += [Int](repeating: 0, count: hypothesis.inputCount)
        leaves.append(leaf)
        incoming.append([])
        unfinished.append(count)
        try system.addState(access)
    }
}
