public import Automata

/// The reason why a system couldn't be learned.
public enum LearningError: Error, Sendable {
    /// The system answered a word, or a prefix of it, in two ways; `word` is the word that was
    /// asked last.
    case nondeterministic(word: [String], first: [String], second: [String])
    /// The system gave another number of outputs than inputs.
    case wrongOutputCount(word: [String], outputs: [String])
    /// The system failed on this word.
    case system(word: [String], any Error)
    /// An example is accepted and rejected.
    case contradictoryExample([String])
    /// A limit of the budget, or a fault of the inputs.
    case automata(AutomataError)
}

extension LearningError: CustomStringConvertible {
    /// The fault, its word, and the remedy.
    public var description: String {
        func text(_ words: [String]) -> String { words.isEmpty ? "ε" : words.joined(separator: " ") }
        switch self {
        case .nondeterministic(let word, let first, let second):
            return "the system answers '\(text(word))' by '\(text(first))' and by '\(text(second))'; make it "
                + "deterministic, and reset it before each word"
        case .wrongOutputCount(let word, let outputs):
            return "the system answers '\(text(word))' by '\(text(outputs))'; it must give one output for each input"
        case .system(let word, let error): return "the system failed on '\(text(word))': \(error)"
        case .contradictoryExample(let word):
            return "the example '\(text(word))' is accepted and rejected; remove it from one of the lists"
        case .automata(let error): return error.description
        }
    }
}

/// Runs a function of the core, whose error becomes one of learning.
func core<Result>(_ body: () throws(AutomataError) -> Result) throws(LearningError) -> Result {
    do throws(AutomataError) { return try body() } catch { throw .automata(error) }
}
