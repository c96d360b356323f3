public import Automata

extension MealyMachine {
    /// Collects the states and transitions of a Mealy machine, and builds it in linear time.
    ///
    /// Inputs, outputs and states are numbered in the order in which they are first named. A
    /// builder either names all of its states or none.
    public struct Builder: Sendable {
        private var inputs = NameTable()
        private var outputs = NameTable()
        private var states = StateList()
        private var transitions: [Transition] = []
        /// The initial state; if it isn't set, the first state is initial.
        public var initialState: StateID = 0

        /// Starts a machine without states. Inputs and outputs that aren't listed are added when
        /// they are first used.
        public init(inputs: [String] = [], outputs: [String] = []) throws(AutomataError) {
            self.inputs = try Alphabet(inputs).nameTable
            self.outputs = try Alphabet(outputs).nameTable
        }

        /// Starts a machine with tables of names.
        package init(inputs: NameTable, outputs: NameTable) { (self.inputs, self.outputs) = (inputs, outputs) }

        /// The bytes in use.
        package var byteCount: Int {
            inputs.byteCount + outputs.byteCount + states.names.byteCount
                + transitions.capacity * MemoryLayout<Transition>.stride
        }

        /// The number of states added so far.
        public var stateCount: Int { states.count }

        /// Adds a state without a name.
        ///
        /// - Throws: ``AutomataError/wrongNumberOfStateNames(_:stateCount:)`` if earlier states have
        ///   names.
        @discardableResult
        public mutating func addState() throws(AutomataError) -> StateID { try states.add() }

        /// Returns the state with the given name, and adds it if it's new.
        ///
        /// - Throws: ``AutomataError/wrongNumberOfStateNames(_:stateCount:)`` if earlier states have
        ///   no names.
        public mutating func state(named name: String) throws(AutomataError) -> StateID {
            try states.state(named: name).id
        }

        /// Adds a transition. Adding it again has no effect.
        ///
        /// - Throws: ``AutomataError/stateOutOfRange(_:stateCount:)``.
        public mutating func addTransition(
            from source: StateID, on input: String, output: String, to target: StateID
        ) throws(AutomataError) {
            try states.check(source)
            try states.check(target)
            guard transitions.count < maximumCount else { throw .tooLarge("transitions") }
            let input = Symbol(try inputs.intern(input).id)
            let output = Symbol(try outputs.intern(output).id)
            transitions.append(Transition(from: source, on: input, output: output, to: target))
        }

        /// Adds an input, if it's new, that no state has to read.
        package mutating func addInput(_ name: String) throws(AutomataError) { try inputs.intern(name) }

        /// Builds the machine.
        ///
        /// - Complexity: O(*n* *k* + transitions).
        /// - Throws: ``AutomataError/unsupported(_:)`` if there is no state, or a state has two
        ///   outputs or two targets for an input; ``AutomataError/stateOutOfRange(_:stateCount:)``
        ///   for the initial state; another ``AutomataError`` if the budget stops the work.
        public func build(budget: Budget = .default) throws(AutomataError) -> MealyMachine {
            try states.check(initial: initialState)
            let inputCount = inputs.count
            let cellCount = try states.cellCount(inputCount: inputCount, size: 8, budget: budget)
            var cells = [Cell](repeating: .undefined, count: cellCount)
            for transition in transitions {
                let index = Int(transition.source) * inputCount + Int(transition.input)
                let cell = Cell(target: transition.target, output: transition.output)
                guard cells[index] == .undefined || cells[index] == cell else {
                    throw conflict(at: transition, with: cells[index])
                }
                cells[index] = cell
            }
            return MealyMachine(
                inputs: Alphabet(inputs), outputs: Alphabet(outputs), cells: cells, stateCount: states.count,
                initialState: initialState, names: states.nameTable)
        }

        private func conflict(at transition: Transition, with cell: Cell) -> AutomataError {
            states.conflict(
                at: transition.source, on: inputs[transition.input],
                with: [(cell.output, cell.target), (transition.output, transition.target)].map {
                    "\(outputs[$0]) to \(states.name(of: $1))"
                })
        }
    }
}

extension MooreMachine {
    /// Collects the states and transitions of a Moore machine, and builds it in linear time.
    ///
    /// Inputs, outputs and states are numbered in the order in which they are first named.
    public struct Builder: Sendable {
        private var inputs = NameTable()
        private var outputs = NameTable()
        private var states = StateList()
        private var stateOutputs: [Symbol] = []
        private var transitions: [(source: StateID, input: Symbol, target: StateID)] = []
        /// The initial state; if it isn't set, the first state is initial.
        public var initialState: StateID = 0

        /// Starts a machine without states. Inputs and outputs that aren't listed are added when
        /// they are first used.
        public init(inputs: [String] = [], outputs: [String] = []) throws(AutomataError) {
            self.inputs = try Alphabet(inputs).nameTable
            self.outputs = try Alphabet(outputs).nameTable
        }

        /// Starts a machine with tables of names.
        package init(inputs: NameTable, outputs: NameTable) { (self.inputs, self.outputs) = (inputs, outputs) }

        /// The bytes in use.
        package var byteCount: Int {
            inputs.byteCount + outputs.byteCount + states.names.byteCount + stateOutputs.capacity * 4
                + transitions.capacity * 12
        }

        /// The number of states added so far.
        public var stateCount: Int { states.count }

        /// Adds a state, without a name or with a new one.
        ///
        /// - Throws: ``AutomataError/duplicateStateName(_:)``;
        ///   ``AutomataError/wrongNumberOfStateNames(_:stateCount:)`` if only some states have names.
        @discardableResult
        public mutating func addState(named name: String? = nil, output: String) throws(AutomataError) -> StateID {
            let id: StateID
            if let name {
                let state = try states.state(named: name)
                guard state.isNew else { throw .duplicateStateName(name) }
                id = state.id
            } else {
                id = try states.add()
            }
            stateOutputs.append(Symbol(try outputs.intern(output).id))
            return id
        }

        /// Adds a transition. Adding it again has no effect.
        ///
        /// - Throws: ``AutomataError/stateOutOfRange(_:stateCount:)``.
        public mutating func addTransition(
            from source: StateID, on input: String, to target: StateID
        ) throws(AutomataError) {
            try states.check(source)
            try states.check(target)
            guard transitions.count < maximumCount else { throw .tooLarge("transitions") }
            transitions.append((source, Symbol(try inputs.intern(input).id), target))
        }

        /// Builds the machine.
        ///
        /// - Complexity: O(*n* *k* + transitions).
        /// - Throws: ``AutomataError/unsupported(_:)`` if there is no state, or a state has two
        ///   targets for an input; ``AutomataError/stateOutOfRange(_:stateCount:)`` for the initial
        ///   state; another ``AutomataError`` if the budget stops the work.
        public func build(budget: Budget = .default) throws(AutomataError) -> MooreMachine {
            try states.check(initial: initialState)
            let cellCount = try states.cellCount(inputCount: inputs.count, size: 4, budget: budget)
            var targets = [StateID](repeating: .absent, count: cellCount)
            for (source, input, target) in transitions {
                let index = Int(source) * inputs.count + Int(input)
                guard targets[index] == .absent || targets[index] == target else {
                    throw states.conflict(
                        at: source, on: inputs[input],
                        with: [targets[index], target].map { "to \(states.name(of: $0))" })
                }
                targets[index] = target
            }
            return MooreMachine(
                inputs: Alphabet(inputs), outputs: Alphabet(outputs), stateOutputs: stateOutputs, targets: targets,
                initialState: initialState, names: states.nameTable)
        }
    }
}

/// The states of a builder: all with a name, or none.
private struct StateList: Sendable {
    var names = NameTable()
    var count = 0

    var nameTable: NameTable? { names.count > 0 ? names : nil }

    mutating func add() throws(AutomataError) -> StateID {
        guard names.count == 0 else { throw .wrongNumberOfStateNames(names.count, stateCount: count + 1) }
        guard count < maximumCount else { throw .tooLarge("states") }
        count += 1
        return StateID(count - 1)
    }

    mutating func state(named name: String) throws(AutomataError) -> (id: StateID, isNew: Bool) {
        guard names.count == count else { throw .wrongNumberOfStateNames(1, stateCount: count + 1) }
        let (id, isNew) = try names.intern(name)
        count = names.count
        return (StateID(id), isNew)
    }

    func name(of state: StateID) -> String { StateNaming.name(of: state, in: nameTable) }

    func check(_ state: StateID) throws(AutomataError) {
        guard Int(state) < count else { throw .stateOutOfRange(state, stateCount: count) }
    }

    func check(initial: StateID) throws(AutomataError) {
        guard count > 0 else { throw .unsupported("a machine needs an initial state; add a state") }
        try check(initial)
    }

    /// Returns the number of cells of the table, after a check of the budget.
    func cellCount(inputCount: Int, size: Int, budget: Budget) throws(AutomataError) -> Int {
        let (cellCount, overflow) = count.multipliedReportingOverflow(by: inputCount)
        guard !overflow, cellCount < Int.max / 16 else { throw .tooLarge("transitions") }
        try budget.check(statesBuilt: count, bytes: size * cellCount)
        return cellCount
    }

    func conflict(at state: StateID, on input: String, with answers: [String]) -> AutomataError {
        .unsupported(
            "state \(name(of: state)) has two transitions on input '\(input)' (\(answers.joined(separator: ", "))); "
                + "a machine is deterministic: remove one of them")
    }
}
