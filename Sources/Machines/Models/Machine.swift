public import Automata

/// A machine of either kind, such as a file holds.
public enum Machine: Sendable, Hashable {
    /// A machine with outputs on transitions.
    case mealy(MealyMachine)
    /// A machine with outputs in states.
    case moore(MooreMachine)

    /// The machine as a Mealy machine; see ``MealyMachine/init(_:)`` for a Moore machine.
    ///
    /// - Complexity: O(1), or O(*n* *k*) for a Moore machine.
    public var asMealy: MealyMachine {
        switch self {
        case .mealy(let machine): machine
        case .moore(let machine): MealyMachine(machine)
        }
    }

    /// The inputs.
    public var inputs: Alphabet {
        switch self {
        case .mealy(let machine): machine.inputs
        case .moore(let machine): machine.inputs
        }
    }

    /// The outputs.
    public var outputs: Alphabet {
        switch self {
        case .mealy(let machine): machine.outputs
        case .moore(let machine): machine.outputs
        }
    }

    /// The number of states.
    public var stateCount: Int {
        switch self {
        case .mealy(let machine): machine.stateCount
        case .moore(let machine): machine.stateCount
        }
    }

    /// Returns the outputs for a word of inputs, or `nil` if the machine can't read the word. A
    /// Moore machine's begin with the output of its initial state.
    ///
    /// - Throws: `AutomataError.unknownSymbol`.
    public func outputs(for word: some Sequence<String>) throws(AutomataError) -> [String]? {
        switch self {
        case .mealy(let machine): try machine.outputs(for: word)
        case .moore(let machine): try machine.outputs(for: word)
        }
    }

    /// Returns the smallest machine of the same kind with the same behavior.
    ///
    /// - Complexity: O(*n* *k* log *n*).
    /// - Throws: `AutomataError` if the budget stops the work.
    public func minimized(budget: Budget = .default) throws(AutomataError) -> Machine {
        switch self {
        case .mealy(let machine): .mealy(try machine.minimized(budget: budget))
        case .moore(let machine): .moore(try machine.minimized(budget: budget))
        }
    }

    /// Returns a shortest word for which the outputs differ, or `nil` if the machines are
    /// equivalent.
    ///
    /// Two Moore machines are compared with their initial outputs. Otherwise both are compared as
    /// Mealy machines.
    ///
    /// - Complexity: O((*n*₁ + *n*₂) *k* α(*n*₁ + *n*₂)).
    /// - Throws: `AutomataError` if the budget stops the work.
    public func shortestDifference(
        from other: Machine, budget: Budget = .default
    ) throws(AutomataError) -> MachineDifference? {
        if case .moore(let first) = self, case .moore(let second) = other {
            return try first.shortestDifference(from: second, budget: budget)
        }
        return try asMealy.shortestDifference(from: other.asMealy, budget: budget)
    }
}
