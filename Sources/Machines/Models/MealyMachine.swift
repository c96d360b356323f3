public import Automata

/// A Mealy machine: deterministic, possibly partial, with an output on each transition.
///
/// An immutable value: copies share storage, and every algorithm returns a new machine. In each
/// state, an input either leads to one state and gives one output, or it is *undefined*: the
/// machine can't read it. A machine is *complete* if no input is undefined.
///
/// ```swift
/// var builder = MealyMachine.Builder()
/// let (off, on) = try (builder.state(named: "off"), builder.state(named: "on"))
/// try builder.addTransition(from: off, on: "push", output: "click", to: on)
/// try builder.addTransition(from: on, on: "push", output: "clack", to: off)
/// let machine = try builder.build()
/// try machine.outputs(for: ["push", "push"])  // ["click", "clack"]
/// ```
///
/// There are no ε-transitions, no weights, and no outputs of several symbols. `==` is structural;
/// ``isEquivalent(to:budget:)`` compares behavior.
///
/// Invariants: there is at least one state; inputs and outputs are named; all ids are in range; a
/// cell without a target has no output.
public struct MealyMachine: Sendable, Hashable {
    /// A transition of the machine.
    public struct Transition: Sendable, Hashable {
        /// The state in which the input is read.
        public var source: StateID
        /// The input, a symbol of ``MealyMachine/inputs``.
        public var input: Symbol
        /// The output, a symbol of ``MealyMachine/outputs``.
        public var output: Symbol
        /// The next state.
        public var target: StateID

        /// Creates a transition.
        public init(from source: StateID, on input: Symbol, output: Symbol, to target: StateID) {
            (self.source, self.input, self.output, self.target) = (source, input, output, target)
        }
    }

    /// The target and output of a state and an input; both ``DenseID/absent`` if undefined.
    package struct Cell: Sendable, Hashable, BitwiseCopyable {
        package var target: StateID
        package var output: Symbol

        package static let undefined = Cell(target: .absent, output: .absent)

        package init(target: StateID, output: Symbol) { (self.target, self.output) = (target, output) }
    }

    /// The inputs, *k* in number.
    public let inputs: Alphabet
    /// The outputs; some may be on no transition.
    public let outputs: Alphabet
    /// *n*, the number of states.
    public let stateCount: Int
    /// The state from which every run starts.
    public let initialState: StateID
    /// Rows of `inputs.count` cells.
    package let cells: [Cell]
    package let names: NameTable?

    /// Creates a machine from a table that already satisfies the invariants.
    package init(
        inputs: Alphabet, outputs: Alphabet, cells: [Cell], stateCount: Int, initialState: StateID,
        names: NameTable? = nil
    ) {
        assert(cells.count == stateCount * inputs.count && Int(initialState) < stateCount)
        self.inputs = inputs
        self.outputs = outputs
        self.cells = cells
        self.stateCount = stateCount
        self.initialState = initialState
        self.names = names
    }

    /// All states, ascending.
    public var states: Range<StateID> { 0..<StateID(stateCount) }

    /// The number of transitions.
    ///
    /// - Complexity: O(*n* *k*).
    public var transitionCount: Int { cells.count { $0.target != .absent } }

    /// A Boolean value that indicates whether each state reads each input.
    ///
    /// - Complexity: O(*n* *k*).
    public var isComplete: Bool { !cells.contains(.undefined) }

    /// All transitions, by source, then input.
    ///
    /// - Complexity: O(*n* *k*).
    public var transitions: [Transition] {
        states.flatMap { state in inputs.symbols.compactMap { transition(from: state, on: $0) } }
    }

    /// Returns the transition on an input, or `nil` if the input is undefined in the state or isn't
    /// one of the machine's.
    public func transition(from state: StateID, on input: Symbol) -> Transition? {
        guard Int(input) < inputs.count else { return nil }
        let cell = cell(state, input)
        return cell.target == .absent
            ? nil : Transition(from: state, on: input, output: cell.output, to: cell.target)
    }

    @inline(__always)
    package func cell(_ state: StateID, _ input: Symbol) -> Cell { cells[Int(state) * inputs.count + Int(input)] }

    /// Returns the name of a state; `q0`, `q1` and so on if states have none.
    public func name(of state: StateID) -> String { StateNaming.name(of: state, in: names) }

    /// Returns the state with a name, or `nil` if there is none.
    public func state(named name: String) -> StateID? {
        StateNaming.state(named: name, in: names, stateCount: stateCount)
    }
}

extension MealyMachine: CustomStringConvertible {
    /// The transitions, one on each line, such as `off --push/click--> on`.
    public var description: String {
        transitions.map {
            "\(name(of: $0.source)) --\(inputs.name(of: $0.input))/\(outputs.name(of: $0.output))--> "
                + name(of: $0.target)
        }.joined(separator: "\n")
    }
}

extension Alphabet {
    /// The names of the symbols as a table; the alphabet is of named symbols.
    package var nameTable: NameTable {
        if case .named(let names) = storage { return names }
        var table = NameTable()
        for name in names { _ = try? table.intern(name) }
        return table
    }

    /// Returns the symbols of words that are given by name.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for a name that isn't in the alphabet.
    package func symbols(named names: some Sequence<String>) throws(AutomataError) -> [Symbol] {
        var result: [Symbol] = []
        for (position, name) in names.enumerated() {
            guard let symbol = symbol(named: name) else { throw .unknownSymbol(name, position: position) }
            result.append(symbol)
        }
        return result
    }
}
