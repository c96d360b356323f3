public import WorkLimits

/// An error of the library `Automata`.
///
/// `description` is the sentence that a user reads: the fault, its place, and the remedy.
public enum AutomataError: Error, Sendable, Hashable {
    /// No state has this name.
    case unknownState(String)
    /// A state id is out of range: it must be less than the number of states.
    case stateOutOfRange(StateID, stateCount: Int)
    /// The alphabet has no such symbol. For a symbol of a word, `position` is its index.
    case unknownSymbol(String, position: Int?)
    /// A symbol id is out of range: it must be less than the number of symbols.
    case symbolOutOfRange(Symbol, symbolCount: Int)
    /// Two states have the same name.
    case duplicateStateName(String)
    /// A symbol was listed twice, or is in two classes.
    case duplicateSymbol(String)
    /// A class of symbols is empty, has members that aren't bytes or Unicode scalars, or mixes
    /// members that the operation must distinguish, such as word characters and other characters.
    case invalidSymbolClass(String)
    /// The automaton isn't deterministic: a state has two targets on one symbol.
    case nondeterministic(state: String, symbol: String, targets: [String])
    /// The automaton isn't deterministic: it has several initial states.
    case severalInitialStates([String])
    /// The number of names differs from the number of states.
    case wrongNumberOfStateNames(Int, stateCount: Int)
    /// The number of positions differs from the number of states.
    case wrongNumberOfStatePositions(Int, stateCount: Int)
    /// The operation would need more states or bytes than its budget allows.
    case budgetExceeded(statesBuilt: Int, limit: Limit)
    /// The budget's cancellation check stopped the operation.
    case cancelled(statesBuilt: Int)
    /// The automaton would have more states, symbols or transitions than 32-bit ids can number.
    case tooLarge(String)
    /// The words are longer than the algorithm supports, with any budget.
    case wordTooLong(Int, limit: Int)
    /// The algorithm needs an acyclic automaton, but there is a cycle through this state.
    case cyclic(state: String)
    /// The symbols of two automata are of different kinds, so they have no common alphabet;
    /// `image(under:)` and `preimage(under:)` convert an automaton to another alphabet.
    case incompatibleAlphabets(Alphabet.Kind, Alphabet.Kind)
    /// The chosen syntax of expressions can't express a part of the expression; the associated text
    /// says which part.
    case inexpressible(String)
    /// The object doesn't support the operation; the associated text says why, and what to do.
    case unsupported(String)

    /// The limit that was reached.
    public typealias Limit = LimitError.Limit

    /// A Boolean value that indicates whether the operation exceeded its budget.
    public var isBudgetExceeded: Bool {
        if case .budgetExceeded = self { true } else { false }
    }

    /// A Boolean value that indicates whether the operation was cancelled.
    public var isCancelled: Bool {
        if case .cancelled = self { true } else { false }
    }
}

extension AutomataError: LimitFailure {
    /// Creates the error for a limit that was reached.
    public init(_ limit: LimitError) {
        self =
            switch limit {
            case .budgetExceeded(let built, let limit): .budgetExceeded(statesBuilt: built, limit: limit)
            case .cancelled(let built): .cancelled(statesBuilt: built)
            case .tooLarge(let things): .tooLarge(things)
            }
    }
}

extension AutomataError: CustomStringConvertible {
    /// The fault, its place, and the remedy.
    public var description: String {
        switch self {
        case .unknownState(let name):
            "unknown state '\(name)'; add it before it is used"
        case .stateOutOfRange(let state, let count):
            "state \(state) is out of range: the automaton has \(count) states, numbered from 0"
        case .unknownSymbol(let name, nil):
            "the symbol '\(name)' is not in the alphabet; add it, or fix the name"
        case .unknownSymbol(let name, let position?):
            "the symbol '\(name)' at position \(position + 1) of the word is not in the alphabet"
        case .symbolOutOfRange(let symbol, let count):
            "symbol \(symbol) is out of range: the alphabet has \(count) symbols, numbered from 0"
        case .duplicateStateName(let name):
            "two states are named '\(name)'; state names must differ"
        case .duplicateSymbol(let name):
            "duplicate symbol '\(name)'; list each symbol once, and in one class only"
        case .invalidSymbolClass(let name):
            "invalid class '\(name)'; use only members of the alphabet's domain, "
                + "and split the class if the operation distinguishes its members"
        case .nondeterministic(let state, let symbol, let targets):
            "state \(state) has \(targets.count) targets on symbol '\(symbol)' "
                + "(\(targets.prefix(5).joined(separator: ", "))\(targets.count > 5 ? ", …" : "")); "
                + "a DFA has one at most: determinize first"
        case .severalInitialStates(let names):
            "there are \(names.count) initial states (\(names.prefix(5).joined(separator: ", "))"
                + "\(names.count > 5 ? ", …" : "")); a DFA has one at most: determinize first"
        case .wrongNumberOfStateNames(let names, let count):
            "\(names) state name\(names == 1 ? "" : "s") for \(count) state\(count == 1 ? "" : "s"): "
                + "name all states of an automaton or none"
        case .wrongNumberOfStatePositions(let positions, let count):
            "\(positions) position\(positions == 1 ? "" : "s") for \(count) state\(count == 1 ? "" : "s"): "
                + "give positions for all states or for none"
        case .budgetExceeded(let built, let limit):
            LimitError.budgetExceeded(built: built, limit: limit).description(unit: "state")
        case .cancelled(let built):
            LimitError.cancelled(built: built).description(unit: "state")
        case .tooLarge(let things):
            LimitError.tooLarge(things).description
        case .wordTooLong(let length, let limit):
            "the word length \(length) is too large; the maximum is \(limit)"
        case .cyclic(let state):
            "this algorithm needs an acyclic automaton, but state \(state) lies on a cycle; choose another algorithm"
        case .incompatibleAlphabets(let left, let right):
            "the symbols are \(left.pluralName) on one side and \(right.pluralName) on the other; "
                + "convert one side first"
        case .inexpressible(let what): "\(what); choose the other syntax"
        case .unsupported(let what): what
        }
    }
}

extension Alphabet.Kind {
    /// The plural of the noun for symbols of this kind.
    fileprivate var pluralName: String {
        switch self {
        case .named: "names"
        case .bytes: "classes of bytes"
        case .scalars: "classes of Unicode scalars"
        }
    }
}
