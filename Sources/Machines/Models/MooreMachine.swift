public import Automata

/// A Moore machine: deterministic, possibly partial, with an output in each state.
///
/// An immutable value. It outputs the symbol of its initial state before the first input, and then
/// the symbol of each state that it enters. Algorithms are those of ``MealyMachine``: convert with
/// ``MealyMachine/init(_:)`` and back with ``init(_:initialOutput:budget:)``.
///
/// Invariants: there is at least one state; inputs and outputs are named; all ids are in range.
public struct MooreMachine: Sendable, Hashable {
    /// The inputs, *k* in number.
    public let inputs: Alphabet
    /// The outputs; some may be in no state.
    public let outputs: Alphabet
    /// The state from which every run starts.
    public let initialState: StateID
    /// The output of each state, a symbol of ``outputs``.
    public let stateOutputs: [Symbol]
    /// Rows of `inputs.count` targets; ``DenseID/absent`` if undefined.
    package let targets: [StateID]
    package let names: NameTable?

    package init(
        inputs: Alphabet, outputs: Alphabet, stateOutputs: [Symbol], targets: [StateID], initialState: StateID,
        names: NameTable? = nil
    ) {
        assert(targets.count == stateOutputs.count * inputs.count && Int(initialState) < stateOutputs.count)
        self.inputs = inputs
        self.outputs = outputs
        self.stateOutputs = stateOutputs
        self.targets = targets
        self.initialState = initialState
        self.names = names
    }

    /// *n*, the number of states.
    public var stateCount: Int { stateOutputs.count }

    /// All states, ascending.
    public var states: Range<StateID> { 0..<StateID(stateCount) }

    /// The number of transitions.
    ///
    /// - Complexity: O(*n* *k*).
    public var transitionCount: Int { targets.count { $0 != .absent } }

    /// A Boolean value that indicates whether each state reads each input.
    ///
    /// - Complexity: O(*n* *k*).
    public var isComplete: Bool { !targets.contains(.absent) }

    /// Returns the state that an input leads to, or `nil` if the input is undefined in the state or
    /// isn't one of the machine's.
    public func target(from state: StateID, on input: Symbol) -> StateID? {
        guard Int(input) < inputs.count else { return nil }
        let target = targets[Int(state) * inputs.count + Int(input)]
        return target == .absent ? nil : target
    }

    /// Returns the name of a state; `q0`, `q1` and so on if states have none.
    public func name(of state: StateID) -> String { StateNaming.name(of: state, in: names) }

    /// Returns the state with a name, or `nil` if there is none.
    public func state(named name: String) -> StateID? {
        StateNaming.state(named: name, in: names, stateCount: stateCount)
    }

    /// Returns the outputs for a word of inputs, beginning with the initial state's, or `nil` if
    /// the machine can't read the word.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)``.
    public func outputs(for word: some Sequence<String>) throws(AutomataError) -> [String]? {
        var state = initialState
        var result = [outputs.name(of: stateOutputs[Int(state)])]
        for input in try inputs.symbols(named: word) {
            guard let target = target(from: state, on: input) else { return nil }
            state = target
            result.append(outputs.name(of: stateOutputs[Int(state)]))
        }
        return result
    }

    /// Returns the smallest Moore machine with the same behavior.
    ///
    /// States are numbered breadth-first from the initial one in the order of inputs, and have no
    /// names. Equivalent machines with the same inputs and outputs have equal results.
    ///
    /// - Complexity: O(*n* *k* log *n*).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func minimized(budget: Budget = .default) throws(AutomataError) -> MooreMachine {
        // States that read different inputs differ, too.
        var signatures = Numbering<Signature>()
        let classes = states.map { state in
            let row = Int(state) * inputs.count..<(Int(state) + 1) * inputs.count
            return signatures.number(
                of: Signature(output: stateOutputs[Int(state)], reads: targets[row].map { $0 != .absent })
            ).number
        }
        let quotient = try StateQuotient(
            targets: targets, inputCount: inputs.count, classes: classes, initialState: initialState, budget: budget)
        return MooreMachine(
            inputs: inputs, outputs: outputs,
            stateOutputs: quotient.representatives.map { stateOutputs[Int($0)] },
            targets: quotient.cells { targets[$0] == .absent ? .absent : quotient.state(of: targets[$0]) },
            initialState: 0)
    }

    private struct Signature: Hashable {
        var output: Symbol
        var reads: [Bool]
    }

    /// Returns whether both machines read the same words and give the same outputs.
    ///
    /// - Complexity: O((*n*₁ + *n*₂) *k* α(*n*₁ + *n*₂)).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func isEquivalent(to other: MooreMachine, budget: Budget = .default) throws(AutomataError) -> Bool {
        try shortestDifference(from: other, budget: budget) == nil
    }

    /// Returns a shortest word for which the outputs differ, or `nil` if the machines are
    /// equivalent. The word is empty if the initial outputs differ.
    ///
    /// - Complexity: O((*n*₁ + *n*₂) *k* α(*n*₁ + *n*₂)).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func shortestDifference(
        from other: MooreMachine, budget: Budget = .default
    ) throws(AutomataError) -> MachineDifference? {
        let (first, second) = (initialOutput, other.initialOutput)
        guard first == second else {
            return MachineDifference(word: [], firstOutputs: [first], secondOutputs: [second])
        }
        guard
            var difference = try MealyMachine(self).shortestDifference(from: MealyMachine(other), budget: budget)
        else { return nil }
        difference.firstOutputs.insert(first, at: 0)
        difference.secondOutputs.insert(second, at: 0)
        return difference
    }

    /// The output of the initial state.
    public var initialOutput: String { outputs.name(of: stateOutputs[Int(initialState)]) }
}

extension MealyMachine {
    /// Creates the Mealy machine that outputs on each transition what a Moore machine outputs in
    /// the next state. The output of the Moore machine's initial state isn't in the result.
    ///
    /// - Complexity: O(*n* *k*).
    public init(_ moore: MooreMachine) {
        self.init(
            inputs: moore.inputs, outputs: moore.outputs,
            cells: moore.targets.map {
                $0 == .absent ? .undefined : Cell(target: $0, output: moore.stateOutputs[Int($0)])
            },
            stateCount: moore.stateCount, initialState: moore.initialState, names: moore.names)
    }
}

extension MooreMachine {
    /// Creates the Moore machine that outputs `initialOutput` first, and then what a Mealy machine
    /// outputs.
    ///
    /// Its states are the pairs of a state and the output with which it is entered, as far as they
    /// can be reached, breadth-first. They have no names.
    ///
    /// - Complexity: O(*n* *k* *o*) for *o* outputs.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public init(_ mealy: MealyMachine, initialOutput: String, budget: Budget = .default) throws(AutomataError) {
        var outputs = mealy.outputs.nameTable
        let first = MealyMachine.Cell(
            target: mealy.initialState, output: Symbol(try outputs.intern(initialOutput).id))
        var found = Numbering<MealyMachine.Cell>()
        _ = found.number(of: first)
        var targets: [StateID] = []
        var pace = BudgetPace()
        while targets.count < found.count * mealy.inputs.count {
            let state = found.values[targets.count / mealy.inputs.count].target
            try budget.check(
                found.count, bytes: found.count * 48 + targets.count * 4, pace: &pace, work: targets.count)
            for input in mealy.inputs.symbols {
                let cell = mealy.cell(state, input)
                targets.append(cell == .undefined ? .absent : StateID(found.number(of: cell).number))
            }
        }
        self.init(
            inputs: mealy.inputs, outputs: Alphabet(outputs), stateOutputs: found.values.map(\.output),
            targets: targets,
            initialState: 0)
    }
}
