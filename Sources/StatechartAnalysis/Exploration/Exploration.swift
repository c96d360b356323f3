internal import AlgorithmSupport
internal import Statecharts

/// The explored states of a chart in the order of their distances from the start, with the last
/// move of a shortest run to each of them.
struct Exploration: ~Copyable {
    let model: ChartModel
    var space: any StateSpace { model.space }
    /// The state before each state, or `.max` for the first ones, and the letter that leads there.
    private var parents = ScratchBuffer<UInt32>(capacity: 256)
    private var parentLetters = ScratchBuffer<UInt32>(capacity: 256)
    /// The moves of all states, if they are kept, and the end of those of each state.
    private var moves = ScratchBuffer<Move>(capacity: 256)
    private var ends = ScratchBuffer<Int>(capacity: 256)
    let keepsMoves: Bool
    private(set) var startMoves: [Move] = []
    /// The numbers of outputs, one for each move, if they are observed.
    private(set) var startOutputs: [UInt32] = []
    private var outputs = ScratchBuffer<UInt32>(capacity: 0)
    /// The traces of all moves and of the start, if the space notes them.
    private var traces = ScratchBuffer<UInt32>(capacity: 16)
    private(set) var startTraces: [UInt32] = []
    /// Whether moves lead to states that weren't explored, apart from those with too many waiting
    /// events.
    private(set) var isTruncated = false
    private let options: AnalysisOptions

    init(_ model: ChartModel, _ options: AnalysisOptions, keepsMoves: Bool) {
        (self.model, self.options, self.keepsMoves) = (model, options, keepsMoves)
    }

    /// Explores all states.
    ///
    /// - Parameter visit: A function that gets each state with its moves, in the order of
    ///   distances, and returns whether to go on.
    mutating func explore(
        _ visit: (_ state: Int, _ moves: [Move]) -> Bool = { _, _ in true }
    ) throws(AnalysisError) {
        startMoves = try space.start()
        startOutputs = space.outputs
        try note(startMoves, from: .max)
        startTraces = space.moveTraces
        var (state, steps) = (0, LimitedSteps(BudgetWatch(options.budget)))
        while state < parents.count {
            do throws(LimitError) { try steps.step(16, holding: byteCount) } catch { throw .stopped(error) }
            let found = try model.expand(state)
            try note(found, from: UInt32(state))
            if keepsMoves {
                for move in found { moves.append(move) }
                for output in space.outputs { outputs.append(output) }
                for trace in space.moveTraces { traces.append(trace) }
                ends.append(moves.count)
            }
            guard visit(state, found) else { return }
            state += 1
        }
        if space.isReduced { isTruncated = true }
    }

    private var byteCount: Int {
        space.byteCount + parents.byteCount + parentLetters.byteCount + moves.byteCount + outputs.byteCount
            + traces.byteCount + ends.byteCount
    }

    private mutating func note(_ found: [Move], from state: UInt32) throws(AnalysisError) {
        for move in found {
            if move.target == parents.count {
                parents.append(state)
                parentLetters.append(move.letter)
            } else if move.target == Move.beyond {
                if space.stateCount >= options.limit, !options.allowsTruncation {
                    throw .tooManyStates(
                        reached: space.stateCount, limit: options.limit, causes: StateCauses(space).texts)
                }
                if space.stateCount >= options.limit { isTruncated = true }
            }
        }
    }

    // MARK: - Answers

    var stateCount: Int { parents.count }

    /// Returns the moves from a state that was visited.
    ///
    /// - Precondition: moves are kept.
    func moves(from state: Int) -> UnsafeBufferPointer<Move> {
        let start = state == 0 ? 0 : ends[state - 1]
        return UnsafeBufferPointer(start: moves.base + start, count: ends[state] - start)
    }

    /// Returns the numbers of the outputs of the moves from a state that was visited.
    func outputs(from state: Int) -> UnsafeBufferPointer<UInt32> {
        let start = state == 0 ? 0 : ends[state - 1]
        return UnsafeBufferPointer(start: outputs.base + start, count: outputs.count > 0 ? ends[state] - start : 0)
    }

    /// Returns the trace of a move from a state, by the move's index.
    ///
    /// - Precondition: moves are kept, and the space notes traces.
    func trace(ofMove index: Int, from state: Int) -> UInt32 { traces[(state == 0 ? 0 : ends[state - 1]) + index] }

    /// Returns the letters of a shortest run to a state; the first one is that of the start.
    func run(to state: Int) -> [UInt32] {
        var (letters, state) = ([UInt32](), UInt32(state))
        while state != .max {
            letters.append(parentLetters[Int(state)])
            state = parents[Int(state)]
        }
        return letters.reversed()
    }

    /// Returns the states of a shortest run to a state, from the first one on.
    func states(to state: Int) -> [Int] {
        var (states, state) = ([Int](), UInt32(state))
        while state != .max {
            states.append(Int(state))
            state = parents[Int(state)]
        }
        return states.reversed()
    }
}
