internal import Automata

/// Shortest words that separate the states of a minimal machine, by rounds: states are in one class
/// of a round if no word of its length separates them.
///
/// - Reference: A. Gill, Introduction to the Theory of Finite-State Machines, McGraw-Hill, 1962.
struct StateSeparation {
    private let machine: MealyMachine
    /// The classes of each state after words of length 1, 2 and so on.
    private var rounds: [[UInt32]] = []

    /// - Throws: ``AutomataError/unsupported(_:)`` if two states are equivalent.
    init(_ machine: MealyMachine, budget: Budget) throws(AutomataError) {
        self.machine = machine
        let count = machine.stateCount
        var classes = [UInt32](repeating: 0, count: count)
        var classCount = 1
        while classCount < count {
            try budget.check(statesBuilt: 0, bytes: (rounds.count + 1) * count * 4 + machine.cells.count * 8)
            var signatures = Numbering<[UInt32]>()
            let previous = classes
            for state in machine.states {
                var signature = [previous[Int(state)]]
                for input in machine.inputs.symbols {
                    let cell = machine.cell(state, input)
                    signature.append(cell.output.rawValue)
                    signature.append(cell == .undefined ? .max : previous[Int(cell.target)])
                }
                classes[Int(state)] = signatures.number(of: signature).number
            }
            guard signatures.count > classCount else {
                throw .unsupported("two states of the machine are equivalent; minimize it first")
            }
            classCount = signatures.count
            rounds.append(classes)
        }
    }

    /// Returns a shortest word for which two states give different outputs, or that only one of
    /// them reads.
    func word(separating first: StateID, _ second: StateID) -> [Symbol] {
        var word: [Symbol] = []
        var (first, second) = (first, second)
        guard var round = rounds.firstIndex(where: { $0[Int(first)] != $0[Int(second)] }) else { return [] }
        while true {
            let input = machine.inputs.symbols.first { input in
                let (one, other) = (machine.cell(first, input), machine.cell(second, input))
                if one.output != other.output { return true }
                guard round > 0, one != .undefined else { return false }
                return rounds[round - 1][Int(one.target)] != rounds[round - 1][Int(other.target)]
            }
            // By the definition of the rounds, there is one.
            guard let input else { return word }
            word.append(input)
            let (one, other) = (machine.cell(first, input), machine.cell(second, input))
            if one.output != other.output { return word }
            (first, second, round) = (one.target, other.target, round - 1)
        }
    }
}

extension MealyMachine {
    /// Returns the outputs for a word from a state, up to the first input that is undefined.
    func answer(from state: StateID, to word: [Symbol]) -> [Symbol] {
        var state = state
        var answer: [Symbol] = []
        for input in word {
            let cell = cell(state, input)
            if cell == .undefined { break }
            answer.append(cell.output)
            state = cell.target
        }
        return answer
    }
}
