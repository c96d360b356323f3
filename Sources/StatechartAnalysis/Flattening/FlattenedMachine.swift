internal import AlgorithmSupport
internal import Automata
public import Machines
public import Statecharts

/// A statechart as a Mealy machine over its events, whose states are the configurations that the
/// chart can reach, and whose outputs are the observable effects of each step.
///
/// States and inputs are those of a ``FlattenedStatechart``. An output has the effects of a step in
/// their order, joined by commas, or is `-` if there are none. An event that is ignored leads back
/// with this output.
///
/// The effects of the start are the output of the input `start`, which the machine has only if
/// there are some, or if the start asks guards.
public struct FlattenedMachine: Sendable {
    /// The machine. Inputs are undefined that lead to steps without end, and events without answers
    /// where a guard decides.
    public let machine: MealyMachine
    /// The automaton with the same states and symbols, and what it leaves out.
    public let statechart: FlattenedStatechart
    /// A Boolean value that indicates whether the values of some outputs are left out, because they
    /// aren't explored.
    public let losesOutputValues: Bool
}

extension Statechart {
    /// Returns the chart as a Mealy machine over its events, with the outputs of the options.
    ///
    /// The engine itself makes each step, so that the machine and a ``StateMachine`` agree.
    ///
    /// - Parameter options: The bounds, and the effects that are outputs.
    /// - Throws: An error if the chart isn't valid, or has more configurations than the limit.
    /// - Complexity: O(*m*) steps of the engine for *m* moves between configurations.
    public func flattenedMachine(_ options: AnalysisOptions = .init()) throws(AnalysisError) -> FlattenedMachine {
        let model = try ChartModel(self, options, observing: options.outputs)
        var exploration = Exploration(model, options, keepsMoves: true)
        try exploration.explore()
        return try exploration.flattenedMachine()
    }
}

extension Exploration {
    /// Returns the Mealy machine of an exploration with outputs.
    borrowing func flattenedMachine() throws(AnalysisError) -> FlattenedMachine {
        let symbols = self.symbols
        let flat = try flattened(symbols)
        let (first, width) = (symbols.needsStart ? 1 : 0, symbols.names.count)
        var outputs = OutputNames(model)
        var cells: [MealyMachine.Cell] = []
        cells.reserveCapacity(flat.configurations.count * width)
        for state in flat.dfa.states {
            // The output of an event that is ignored.
            let none = Int(state) < first ? .absent : outputs.symbol(0, flat.configurations[Int(state)])
            for symbol in flat.dfa.alphabet.symbols {
                let target = flat.dfa.target(from: state, on: symbol)
                cells.append(target.map { .init(target: $0, output: none) } ?? .undefined)
            }
        }
        func note(_ move: Move, _ output: UInt32, _ row: Int) {
            let index = row * width + symbols.numbers[Int(move.letter)]
            guard cells[index] != .undefined else { return }
            cells[index].output = outputs.symbol(output, flat.configurations[Int(cells[index].target)])
        }
        if first > 0 { for (move, output) in zip(startMoves, startOutputs) { note(move, output, 0) } }
        for state in 0..<stateCount {
            for (move, output) in zip(moves(from: state), self.outputs(from: state)) {
                note(move, output, state + first)
            }
        }
        do throws(AutomataError) {
            let machine = MealyMachine(
                inputs: flat.dfa.alphabet, outputs: try Alphabet(outputs.names), cells: cells,
                stateCount: flat.configurations.count, initialState: 0, names: flat.dfa.names)
            return FlattenedMachine(
                machine: machine, statechart: flat, losesOutputValues: model.abstraction.losesOutputValues)
        } catch { throw .stopped(.tooLarge("outputs")) }
    }
}

/// The names of a machine's outputs, each once.
struct OutputNames {
    private let trace: OutputTrace?
    private(set) var names: [String] = []
    private var symbols: [String: Symbol] = [:]

    init(_ model: ChartModel) { trace = model.space.oracle.trace }

    /// Returns the symbol of an output's number and a configuration.
    mutating func symbol(_ output: UInt32, _ configuration: [String]) -> Symbol {
        symbol(named: name(output, configuration))
    }

    /// Returns the name of an output's number with a configuration.
    func name(_ output: UInt32, _ configuration: [String]) -> String {
        trace?.name(trace?.lists[Int(output)] ?? [], configuration) ?? "-"
    }

    mutating func symbol(named name: String) -> Symbol {
        if let symbol = symbols[name] { return symbol }
        let symbol = Symbol(names.count)
        symbols[name] = symbol
        names.append(name)
        return symbol
    }
}
