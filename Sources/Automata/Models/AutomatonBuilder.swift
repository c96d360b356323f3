/// Collects the states and transitions of an automaton, and builds it in linear time.
///
/// The result is a ``DFA``, an ``NFA`` or an ``EpsilonNFA``. States are numbered in the order in
/// which they are added. A builder either names all of its states or none.
public struct AutomatonBuilder<Result: FiniteAutomaton>: Sendable {
    private var alphabet: Alphabet
    private var names = NameTable()
    private var growingNames: NameTable?
    package private(set) var symbolCount: Int
    /// The number of states added so far.
    public private(set) var stateCount = 0
    private var sources: [StateID] = []
    private var symbols: [Symbol] = []
    private var targets: [StateID] = []
    private var moveSources: [StateID] = []
    private var moveTargets: [StateID] = []
    // Lists, because a set would allocate memory for any number before its range is checked.
    fileprivate var initialStates: [StateID] = []
    private var finalStates: [StateID] = []

    /// Starts an automaton without states.
    public init(alphabet: Alphabet) {
        self.alphabet = alphabet
        symbolCount = alphabet.count
    }

    /// Starts an automaton with a growing alphabet: ``addTransition(from:on:to:)-(_,String,_)``
    /// adds each new symbol, if symbols are named.
    public init(growingAlphabet alphabet: Alphabet = []) {
        self.init(alphabet: alphabet)
        if case .named(let names) = alphabet.storage { growingNames = names }
    }

    /// Adds a state without a name.
    @discardableResult
    public mutating func addState() throws(AutomataError) -> StateID {
        try addStates(1)
        return StateID(stateCount - 1)
    }

    /// Adds the given number of states without names.
    ///
    /// - Throws: ``AutomataError/tooLarge(_:)`` for too many states;
    ///   ``AutomataError/wrongNumberOfStateNames(_:stateCount:)`` if earlier states have names.
    public mutating func addStates(_ count: Int) throws(AutomataError) {
        guard count >= 0, count <= maximumCount - stateCount else { throw .tooLarge("states") }
        guard names.count == 0 || count == 0 else {
            throw .wrongNumberOfStateNames(names.count, stateCount: stateCount + count)
        }
        stateCount += count
    }

    /// Returns the state with the given name, and adds it if it's new.
    ///
    /// - Throws: ``AutomataError/wrongNumberOfStateNames(_:stateCount:)`` for a new name if earlier
    ///   states have none.
    public mutating func state(named name: String) throws(AutomataError) -> StateID {
        try name.utf8Span.span.withUnsafeBufferPointer { (name) throws(AutomataError) in try state(named: name) }
    }

    /// Returns the state with the given name, which need not be UTF-8, and adds it if it's new.
    package mutating func state(named name: UnsafeBufferPointer<UInt8>) throws(AutomataError) -> StateID {
        guard names.count == stateCount else {
            if let id: StateID = names.id(of: name) { return id }
            throw .wrongNumberOfStateNames(names.count + 1, stateCount: stateCount + 1)
        }
        let id = StateID(try names.intern(name).id)
        stateCount = names.count
        return id
    }

    /// Adds a transition. Adding it again has no effect.
    ///
    /// - Throws: ``AutomataError/stateOutOfRange(_:stateCount:)``,
    ///   ``AutomataError/symbolOutOfRange(_:symbolCount:)``.
    public mutating func addTransition(
        from source: StateID, on symbol: Symbol, to target: StateID
    ) throws(AutomataError) {
        try check(source)
        try check(target)
        guard Int(symbol) < symbolCount else { throw .symbolOutOfRange(symbol, symbolCount: symbolCount) }
        guard sources.count < maximumCount else { throw .tooLarge("transitions") }
        sources.append(source)
        symbols.append(symbol)
        targets.append(target)
    }

    /// Adds a transition on the symbol with the given name.
    ///
    /// - Throws: ``AutomataError/stateOutOfRange(_:stateCount:)``,
    ///   ``AutomataError/unknownSymbol(_:position:)``.
    public mutating func addTransition(
        from source: StateID, on symbol: String, to target: StateID
    ) throws(AutomataError) {
        // Check this before the symbol is added to the alphabet.
        try check(source)
        try check(target)
        try addTransition(from: source, on: id(of: symbol), to: target)
    }

    /// Returns the symbol with a name that need not be UTF-8, or `nil` if there is none. Adds a
    /// new symbol to a growing alphabet.
    package mutating func symbol(named name: UnsafeBufferPointer<UInt8>) throws(AutomataError) -> Symbol? {
        guard growingNames != nil else { return nil }
        let id = Symbol(try growingNames!.intern(name).id)
        symbolCount = max(symbolCount, Int(id) + 1)
        return id
    }

    /// Makes a state initial; ``build()`` throws if the state is out of range.
    public mutating func insertInitial(_ state: StateID) { initialStates.append(state) }

    /// Makes a state final; ``build()`` throws if the state is out of range.
    public mutating func insertFinal(_ state: StateID) { finalStates.append(state) }

    /// Builds the automaton.
    ///
    /// - Complexity: O(*n* + *m* log *d*), where *d* is the maximum number of transitions from one
    ///   state; O(*n* + *m*) if the transitions were added in order.
    /// - Throws: ``AutomataError/stateOutOfRange(_:stateCount:)``;
    ///   ``AutomataError/wrongNumberOfStateNames(_:stateCount:)`` if some states have names and
    ///   others don't; ``AutomataError/nondeterministic(state:symbol:targets:)`` if a state of a
    ///   ``DFA`` has two targets on one symbol; ``AutomataError/severalInitialStates(_:)`` for
    ///   several initial states of a ``DFA``.
    public consuming func build() throws(AutomataError) -> Result { try build(budget: .unlimited) }

    /// Builds the automaton within a budget, which bounds the number of states and the bytes of
    /// states and transitions.
    ///
    /// - Complexity: O(*n* + *m* log *d*), where *d* is the maximum number of transitions from one
    ///   state; O(*n* + *m*) if the transitions were added in order.
    /// - Throws: The errors of ``build()``; another ``AutomataError`` if the budget stops the work.
    public func build(budget: Budget) throws(AutomataError) -> Result {
        try budget.check(statesBuilt: stateCount, bytes: byteCount)
        if let last = initialStates.max() { try check(last) }
        if let last = finalStates.max() { try check(last) }
        guard names.count == 0 || names.count == stateCount else {
            throw .wrongNumberOfStateNames(names.count, stateCount: stateCount)
        }
        let automaton = EpsilonNFA(
            alphabet: growingNames.map { Alphabet($0) } ?? alphabet,
            rows: Transitions(stateCount: stateCount, sources: sources, symbols: symbols, targets: targets),
            epsilon: EpsilonMoves(stateCount: stateCount, sources: moveSources, targets: moveTargets),
            initialStates: StateSet(initialStates), finalStates: StateSet(finalStates),
            annotations: StateAnnotations(names: names.count == 0 ? nil : names))
        // A conversion would determinize.
        if Result.self == DFA.self, let nfa = automaton.withoutMoves { return .fitting(try DFA(nfa), .dfa) }
        return .fitting(automaton, .epsilonNFA)
    }

    /// The bytes that are held while building: lists, rows and their offsets, and memory for
    /// sorting lists if needed.
    private var byteCount: Int {
        let isSorted = Transitions.isStrictlyAscending(sources, symbols, targets)
        let rows = 4 * (stateCount + 1) + 12 * sources.count
        let moves = 4 * (stateCount + 1) + 24 * moveSources.count
        let sorting = isSorted && moveSources.isEmpty ? 0 : 16 * (stateCount + 1)
        return rows + moves + sorting + (isSorted ? 0 : 16 * sources.count) + names.byteCount
    }

    private func check(_ state: StateID) throws(AutomataError) {
        guard Int(state) < stateCount else { throw .stateOutOfRange(state, stateCount: stateCount) }
    }

    private mutating func id(of symbol: String) throws(AutomataError) -> Symbol {
        if growingNames != nil {
            let id = Symbol(try growingNames!.intern(symbol).id)
            symbolCount = max(symbolCount, Int(id) + 1)
            return id
        }
        guard let id = alphabet.symbol(named: symbol) else { throw .unknownSymbol(symbol, position: nil) }
        return id
    }
}

extension AutomatonBuilder<EpsilonNFA> {
    /// Adds a move that reads nothing.
    ///
    /// - Throws: ``AutomataError/stateOutOfRange(_:stateCount:)``.
    public mutating func addEpsilonMove(from source: StateID, to target: StateID) throws(AutomataError) {
        try check(source)
        try check(target)
        guard moveSources.count < maximumCount else { throw .tooLarge("epsilon moves") }
        moveSources.append(source)
        moveTargets.append(target)
    }
}

extension AutomatonBuilder<DFA> {
    /// The state from which every run starts, or `nil` if there is none. Setting the state replaces
    /// the previous one.
    public var initialState: StateID? {
        get { initialStates.first }
        set { initialStates = newValue.map { [$0] } ?? [] }
    }
}

extension DFA {
    /// A builder of DFAs.
    public typealias Builder = AutomatonBuilder<DFA>
}

extension NFA {
    /// A builder of NFAs.
    public typealias Builder = AutomatonBuilder<NFA>
}

extension EpsilonNFA {
    /// A builder of ε-NFAs.
    public typealias Builder = AutomatonBuilder<EpsilonNFA>
}
