public import Automata

/// A run of a Mealy machine on a word of inputs.
public struct MachineRun: Sendable, Hashable {
    /// The states at the start and after each input that was read.
    public var states: [StateID]
    /// The output for each input that was read.
    public var outputs: [Symbol]
    /// The position of the input that is undefined in the last state, or `nil` if the whole word
    /// was read.
    public var undefinedPosition: Int?
}

extension MealyMachine {
    /// Returns the run on a word of inputs, up to the first one that is undefined.
    ///
    /// - Complexity: O(length of the word).
    public func run(on word: some Sequence<Symbol>) -> MachineRun {
        var run = MachineRun(states: [initialState], outputs: [], undefinedPosition: nil)
        var state = initialState
        for (position, input) in word.enumerated() {
            guard let transition = transition(from: state, on: input) else {
                run.undefinedPosition = position
                break
            }
            state = transition.target
            run.states.append(state)
            run.outputs.append(transition.output)
        }
        return run
    }

    /// Returns the outputs for a word of inputs, or `nil` if the machine can't read the word.
    ///
    /// - Complexity: O(length of the word).
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)``.
    public func outputs(for word: some Sequence<String>) throws(AutomataError) -> [String]? {
        let run = run(on: try inputs.symbols(named: word))
        return run.undefinedPosition == nil ? run.outputs.map { outputs.name(of: $0) } : nil
    }
}
