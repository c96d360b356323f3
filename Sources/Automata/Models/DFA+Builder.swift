extension DFA {
    /// Collects the states and transitions of a ``DFA``, and freezes them in linear time.
    ///
    /// States are numbered in the order in which they are added. A builder either names all of its
    /// states or none.
    public struct Builder: Sendable {
        private var core: NFA.Builder

        /// Starts an automaton without states.
        public init(alphabet: Alphabet) {
            core = NFA.Builder(alphabet: alphabet)
        }

        /// Starts an automaton whose alphabet, if it has named symbols, grows by each new symbol
        /// given to ``addTransition(from:on:to:)-(_,String,_)``.
        public init(growingAlphabet alphabet: Alphabet = []) {
            core = NFA.Builder(growingAlphabet: alphabet)
        }

        /// The number of states added so far.
        public var stateCount: Int { core.stateCount }

        /// The state from which every run starts.
        public var initialState: StateID?

        /// Adds a state without a name.
        @discardableResult
        public mutating func addState() throws(AutomataError) -> StateID { try core.addState() }

        /// Adds the given number of states without names.
        public mutating func addStates(_ count: Int) throws(AutomataError) { try core.addStates(count) }

        /// Returns the state with the given name, and adds it if it's new.
        ///
        /// - Throws: ``AutomataError/wrongNumberOfStateNames(_:stateCount:)`` for a new name after
        ///   states without one.
        public mutating func state(named name: String) throws(AutomataError) -> StateID {
            try core.state(named: name)
        }

        /// Adds a transition; a duplicate changes nothing.
        ///
        /// ``build()`` throws if a state has two targets on one symbol.
        ///
        /// - Throws: ``AutomataError/stateOutOfRange(_:stateCount:)``,
        ///   ``AutomataError/symbolOutOfRange(_:symbolCount:)``.
        public mutating func addTransition(
            from source: StateID, on symbol: Symbol, to target: StateID
        ) throws(AutomataError) {
            try core.addTransition(from: source, on: symbol, to: target)
        }

        /// Adds a transition on the symbol with the given name.
        ///
        /// - Throws: ``AutomataError/stateOutOfRange(_:stateCount:)``,
        ///   ``AutomataError/unknownSymbol(_:position:)``.
        public mutating func addTransition(
            from source: StateID, on symbol: String, to target: StateID
        ) throws(AutomataError) {
            try core.addTransition(from: source, on: symbol, to: target)
        }

        /// Makes a state final; ``build()`` throws if there is no such state.
        public mutating func insertFinal(_ state: StateID) { core.insertFinal(state) }

        /// Builds the automaton.
        ///
        /// - Complexity: O(*n* + *m* log *d*), *d* the most transitions from one state; O(*n* +
        ///   *m*) if they were added in order.
        /// - Throws: ``AutomataError/nondeterministic(state:symbol:targets:)`` for two targets on
        ///   one symbol, ``AutomataError/stateOutOfRange(_:stateCount:)``,
        ///   ``AutomataError/wrongNumberOfStateNames(_:stateCount:)`` if some states have names and
        ///   others don't.
        public consuming func build() throws(AutomataError) -> DFA { try build(budget: .unlimited) }

        /// Builds the automaton within a budget. Fails if there are more states than the budget
        /// allows, or if they and their transitions need more than its bytes.
        ///
        /// - Complexity: O(*n* + *m* log *d*), *d* the most transitions from one state; O(*n* +
        ///   *m*) if they were added in order.
        /// - Throws: The errors of ``build()``, or if the budget stops the work.
        public func build(budget: Budget) throws(AutomataError) -> DFA {
            var core = core
            if let initialState { core.insertInitial(initialState) }
            return try DFA(core.build(budget: budget))
        }
    }
}
