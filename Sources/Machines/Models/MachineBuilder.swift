public import Automata

extension MealyMachine {
    /// Collects the states and transitions of a Mealy machine, and builds it in linear time.
    ///
    /// Inputs, outputs and states are numbered in the order in which they are first named. A
    /// builder either names all of its states or none.
    public struct Builder: Sendable {
        private var parts: MachineParts<Cell>
        /// The initial state; if it isn't set, the first state is initial.
        public var initialState: StateID = 0

        /// Starts a machine without states. Inputs and outputs that aren't listed are added when
        /// they are first used.
        public init(inputs: [String] = [], outputs: [String] = []) throws(AutomataError) {
            self.init(inputs: try Alphabet(inputs).nameTable, outputs: try Alphabet(outputs).nameTable)
        }

        /// Starts a machine with tables of names.
        package init(inputs: NameTable, outputs: NameTable) { parts = MachineParts(inputs: inputs, outputs: outputs) }

        /// The bytes in use.
        package var byteCount: Int { parts.byteCount }

        /// The number of states added so far.
        public var stateCount: Int { parts.stateCount }

        /// Adds a state without a name.
        ///
        /// - Throws: ``AutomataError/wrongNumberOfStateNames(_:stateCount:)`` if earlier states have
        ///   names.
        @discardableResult
        public mutating func addState() throws(AutomataError) -> StateID { try parts.addState() }

        /// Returns the state with the given name, and adds it if it's new.
        ///
        /// - Throws: ``AutomataError/wrongNumberOfStateNames(_:stateCount:)`` if earlier states have
        ///   no names.
        public mutating func state(named name: String) throws(AutomataError) -> StateID {
            try parts.state(named: name).id
        }

        /// Adds a transition. Adding it again has no effect.
        ///
        /// - Throws: ``AutomataError/stateOutOfRange(_:stateCount:)``.
        public mutating func addTransition(
            from source: StateID, on input: String, output: String, to target: StateID
        ) throws(AutomataError) {
            let output = Symbol(try parts.outputs.intern(output).id)
            try parts.add(from: source, on: input, Cell(target: target, output: output), to: target)
        }

        /// Adds an input, if it's new, that no state has to read.
        package mutating func addInput(_ name: String) throws(AutomataError) { try parts.inputs.intern(name) }

        /// Builds the machine.
        ///
        /// - Complexity: O(*n* *k* + transitions).
        /// - Throws: ``AutomataError/unsupported(_:)`` if there is no state, or a state has two
        ///   outputs or two targets for an input; ``AutomataError/stateOutOfRange(_:stateCount:)``
        ///   for the initial state; another ``AutomataError`` if the budget stops the work.
        public func build(budget: Budget = .default) throws(AutomataError) -> MealyMachine {
            let cells = try parts.table(filling: .undefined, initialState: initialState, budget: budget) {
                "\(parts.outputs[$0.output]) to \(parts.name(of: $0.target))"
            }
            return MealyMachine(
                inputs: Alphabet(parts.inputs), outputs: Alphabet(parts.outputs), cells: cells,
                stateCount: stateCount, initialState: initialState, names: parts.nameTable)
        }
    }
}

extension MooreMachine {
    /// Collects the states and transitions of a Moore machine, and builds it in linear time.
    ///
    /// Inputs, outputs and states are numbered in the order in which they are first named.
    public struct Builder: Sendable {
        private var parts: MachineParts<StateID>
        private var stateOutputs: [Symbol] = []
        /// The initial state; if it isn't set, the first state is initial.
        public var initialState: StateID = 0

        /// Starts a machine without states. Inputs and outputs that aren't listed are added when
        /// they are first used.
        public init(inputs: [String] = [], outputs: [String] = []) throws(AutomataError) {
            self.init(inputs: try Alphabet(inputs).nameTable, outputs: try Alphabet(outputs).nameTable)
        }

        /// Starts a machine with tables of names.
        package init(inputs: NameTable, outputs: NameTable) { parts = MachineParts(inputs: inputs, outputs: outputs) }

        /// The bytes in use.
        package var byteCount: Int { parts.byteCount + stateOutputs.capacity * 4 }

        /// The number of states added so far.
        public var stateCount: Int { parts.stateCount }

        /// Adds a state, without a name or with a new one.
        ///
        /// - Throws: ``AutomataError/duplicateStateName(_:)``;
        ///   ``AutomataError/wrongNumberOfStateNames(_:stateCount:)`` if only some states have names.
        @discardableResult
        public mutating func addState(named name: String? = nil, output: String) throws(AutomataError) -> StateID {
            let id: StateID
            if let name {
                let state = try parts.state(named: name)
                guard state.isNew else { throw .duplicateStateName(name) }
                id = state.id
            } else {
                id = try parts.addState()
            }
            stateOutputs.append(Symbol(try parts.outputs.intern(output).id))
            return id
        }

        /// Adds a transition. Adding it again has no effect.
        ///
        /// - Throws: ``AutomataError/stateOutOfRange(_:stateCount:)``.
        public mutating func addTransition(
            from source: StateID, on input: String, to target: StateID
        ) throws(AutomataError) {
            try parts.add(from: source, on: input, target, to: target)
        }

        /// Builds the machine.
        ///
        /// - Complexity: O(*n* *k* + transitions).
        /// - Throws: ``AutomataError/unsupported(_:)`` if there is no state, or a state has two
        ///   targets for an input; ``AutomataError/stateOutOfRange(_:stateCount:)`` for the initial
        ///   state; another ``AutomataError`` if the budget stops the work.
        public func build(budget: Budget = .default) throws(AutomataError) -> MooreMachine {
            let targets = try parts.table(filling: .absent, initialState: initialState, budget: budget) {
                "to \(parts.name(of: $0))"
            }
            return MooreMachine(
                inputs: Alphabet(parts.inputs), outputs: Alphabet(parts.outputs), stateOutputs: stateOutputs,
                targets: targets, initialState: initialState, names: parts.nameTable)
        }
    }
}

/// The parts that builders of both kinds collect. A cell is what an input leads to in a state.
///
/// States have names, all of them or none.
private struct MachineParts<Cell: Equatable & Sendable>: Sendable {
    var inputs: NameTable
    var outputs: NameTable
    private(set) var stateCount = 0
    private var states = NameTable()
    private var transitions: [Transition] = []

    private struct Transition {
        var source: StateID
        var input: Symbol
        var cell: Cell
    }

    init(inputs: NameTable, outputs: NameTable) { (self.inputs, self.outputs) = (inputs, outputs) }

    var nameTable: NameTable? { states.count > 0 ? states : nil }

    var byteCount: Int {
        inputs.byteCount + outputs.byteCount + states.byteCount
            + transitions.capacity * MemoryLayout<Transition>.stride
    }

    // MARK: States

    mutating func addState() throws(AutomataError) -> StateID {
        guard states.count == 0 else { throw .wrongNumberOfStateNames(states.count, stateCount: stateCount + 1) }
        guard stateCount < maximumCount else { throw .tooLarge("states") }
        stateCount += 1
        return StateID(stateCount - 1)
    }

    mutating func state(named name: String) throws(AutomataError) -> (id: StateID, isNew: Bool) {
        guard states.count == stateCount else { throw .wrongNumberOfStateNames(1, stateCount: stateCount + 1) }
        let (id, isNew) = try states.intern(name)
        stateCount = states.count
        return (StateID(id), isNew)
    }

    func name(of state: StateID) -> String { StateNaming.name(of: state, in: nameTable) }

    // MARK: Transitions

    func check(_ state: StateID) throws(AutomataError) {
        guard Int(state) < stateCount else { throw .stateOutOfRange(state, stateCount: stateCount) }
    }

    mutating func add(
        from source: StateID, on input: String, _ cell: Cell, to target: StateID
    ) throws(AutomataError) {
        try check(source)
        try check(target)
        guard transitions.count < maximumCount else { throw .tooLarge("transitions") }
        transitions.append(Transition(source: source, input: Symbol(try inputs.intern(input).id), cell: cell))
    }

    /// Returns the rows of cells.
    ///
    /// - Parameters:
    ///   - undefined: The cell of an input that a state doesn't read.
    ///   - describe: A function that describes a cell, for the error about two different ones.
    func table(
        filling undefined: Cell, initialState: StateID, budget: Budget, describe: (Cell) -> String
    ) throws(AutomataError) -> [Cell] {
        guard stateCount > 0 else { throw .unsupported("a machine needs an initial state; add a state") }
        try check(initialState)
        let (cellCount, overflow) = stateCount.multipliedReportingOverflow(by: inputs.count)
        guard !overflow, cellCount < Int.max / 16 else { throw .tooLarge("transitions") }
        try budget.check(statesBuilt: stateCount, bytes: MemoryLayout<Cell>.stride * cellCount)
        var cells = [Cell](repeating: undefined, count: cellCount)
        for transition in transitions {
            let index = Int(transition.source) * inputs.count + Int(transition.input)
            guard cells[index] == undefined || cells[index] == transition.cell else {
                let answers = [cells[index], transition.cell].map(describe).joined(separator: ", ")
                throw .unsupported(
                    "state \(name(of: transition.source)) has two transitions on input '\(inputs[transition.input])' "
                        + "(\(answers)); a machine is deterministic: remove one of them")
            }
            cells[index] = transition.cell
        }
        return cells
    }
}
