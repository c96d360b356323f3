internal import Automata

/// The coarsest partition of the accessible states that is finer than given classes and compatible
/// with the transitions: Hopcroft's algorithm on a partial function.
///
/// Classes must separate states that read different inputs. Blocks are numbered breadth-first from
/// the initial state, in the order of inputs.
///
/// - Complexity: O(*n* *k* log *n*).
/// - Reference: J. E. Hopcroft, An n log n algorithm for minimizing states in a finite automaton,
///   1971, doi:10.1016/B978-0-12-417750-5.50022-1.
struct StateQuotient {
    private let inputCount: Int
    /// The block of each state; ``DenseID/absent`` if it isn't accessible.
    private var blocks: [StateID]
    /// A state of each block.
    private(set) var representatives: [StateID] = []

    /// - Parameter targets: rows of `inputCount` targets; ``DenseID/absent`` for none.
    init(
        targets: [StateID], inputCount: Int, classes: [UInt32], initialState: StateID, budget: Budget
    ) throws(AutomataError) {
        self.inputCount = inputCount
        blocks = [StateID](repeating: .absent, count: classes.count)
        try budget.check(statesBuilt: 0, bytes: 4 * targets.count + 40 * classes.count)
        let states = Self.accessibleStates(targets, inputCount: inputCount, from: initialState, count: classes.count)
        let refined = try Self.refine(
            states, classes: classes, targets: targets, inputCount: inputCount, budget: budget)
        number(refined, targets: targets, initialState: initialState)
    }

    /// Returns the block of an accessible state.
    func state(of state: StateID) -> StateID { blocks[Int(state)] }

    /// Returns a value for each cell of the table of blocks. The function gets the index of a cell
    /// of the former table.
    func cells<Value>(_ value: (Int) -> Value) -> [Value] {
        representatives.flatMap { state in (0..<inputCount).map { value(Int(state) * inputCount + $0) } }
    }

    /// Returns the states that can be reached, breadth-first.
    static func accessibleStates(
        _ targets: [StateID], inputCount: Int, from initialState: StateID, count: Int
    ) -> [StateID] {
        var isFound = [Bool](repeating: false, count: count)
        var found = [initialState]
        isFound[Int(initialState)] = true
        var next = 0
        while next < found.count {
            let row = Int(found[next]) * inputCount
            for target in targets[row..<row + inputCount] where target != .absent && !isFound[Int(target)] {
                isFound[Int(target)] = true
                found.append(target)
            }
            next += 1
        }
        return found
    }

    /// Returns the block of each state of the list, by its index in the list.
    private static func refine(
        _ states: [StateID], classes: [UInt32], targets: [StateID], inputCount: Int, budget: Budget
    ) throws(AutomataError) -> (states: [StateID], blocks: [UInt32]) {
        var numbering = Numbering<UInt32>()
        let dense = states.map { numbering.number(of: classes[Int($0)]).number }
        var indices = [UInt32](repeating: .max, count: classes.count)
        for (index, state) in states.enumerated() { indices[Int(state)] = UInt32(index) }
        let sources = Sources(states, indices: indices, targets: targets, inputCount: inputCount)
        var partition = RefinablePartition<StateID>(
            classes: dense, elementCount: states.count, classCount: numbering.count)
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 4 * targets.count + 40 * classes.count))
        var set = 0
        while set < partition.setCount {
            // A split of the set itself must not hide members from the inputs that follow.
            let members = Array(partition.members(of: set))
            for input in 0..<inputCount {
                try steps.step(members.count)
                for member in members {
                    for source in sources.of(Int(member), input) { partition.mark(Int(source)) }
                }
                partition.split()
            }
            set += 1
        }
        return (states, states.indices.map { partition.set(of: $0) })
    }

    /// Numbers the blocks breadth-first.
    private mutating func number(
        _ refined: (states: [StateID], blocks: [UInt32]), targets: [StateID], initialState: StateID
    ) {
        // The list of states is breadth-first, and so is the order of the blocks' first states.
        var numbering = Numbering<UInt32>()
        for (state, block) in zip(refined.states, refined.blocks) {
            let (number, isNew) = numbering.number(of: block)
            blocks[Int(state)] = StateID(number)
            if isNew { representatives.append(state) }
        }
    }

    /// The sources of the transitions into each state, by input.
    private struct Sources {
        private let inputCount: Int
        private var starts: [UInt32]
        private var sources: [UInt32]

        init(_ states: [StateID], indices: [UInt32], targets: [StateID], inputCount: Int) {
            self.inputCount = inputCount
            starts = [UInt32](repeating: 0, count: states.count * inputCount + 1)
            var cells: [(source: UInt32, cell: Int)] = []
            for (source, state) in states.enumerated() {
                for input in 0..<inputCount {
                    let target = targets[Int(state) * inputCount + input]
                    guard target != .absent else { continue }
                    cells.append((UInt32(source), Int(indices[Int(target)]) * inputCount + input))
                }
            }
            for (_, cell) in cells { starts[cell + 1] += 1 }
            for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
            var next = starts
            sources = [UInt32](repeating: 0, count: cells.count)
            for (source, cell) in cells {
                sources[Int(next[cell])] = source
                next[cell] += 1
            }
        }

        func of(_ state: Int, _ input: Int) -> ArraySlice<UInt32> {
            let cell = state * inputCount + input
            return sources[Int(starts[cell])..<Int(starts[cell + 1])]
        }
    }
}
