internal import AlgorithmSupport
internal import StateStorage
internal import WorkLimits

/// The search for a shortest run that a monitor rejects: breadth first, in the product of the
/// explored chart and the monitor.
///
/// The chart was explored once for all monitors, with the trace of each move; so the product needs
/// no further steps of the engine, and a monitor has only the states that it needs.
struct MonitoredSearch: ~Copyable {
    let monitor: any TraceMonitor
    let traces: TraceTable
    private let options: AnalysisOptions
    /// Pairs of states of the chart and of the monitor.
    private var arena = StateArena(size: 1)
    private(set) var parents = ScratchBuffer<UInt32>(capacity: 256)
    private var parentLetters = ScratchBuffer<UInt32>(capacity: 256)
    var steps: LimitedSteps

    /// A run that the monitor rejects.
    struct Violation {
        /// The letters of the run, from the start on.
        var letters: [UInt32] = []
        /// The states of the chart before each letter but the first one.
        var states: [Int] = []
        /// The state at the end; `nil` if it wasn't explored.
        var end: Int?
        /// The state of the monitor at the end.
        var monitorState: UInt32 = 0
        /// The observed event at which the monitor failed.
        var event: UInt32?
        /// The number of letters at the end that the run repeats forever.
        var cycleLength = 0
    }

    init(_ monitor: any TraceMonitor, _ traces: TraceTable, _ options: AnalysisOptions) {
        (self.monitor, self.traces, self.options) = (monitor, traces, options)
        steps = LimitedSteps(BudgetWatch(options.budget))
    }

    var stateCount: Int { arena.count }

    var byteCount: Int {
        arena.byteCount + parents.byteCount + parentLetters.byteCount + monitor.byteCount
    }

    /// Returns a shortest run that the monitor rejects; `nil` if there is none.
    ///
    /// A run with an obligation that stays open is wrong if it ends, if no event and no timer leads
    /// from its last configuration, or if it comes back to a configuration.
    mutating func violation(_ exploration: borrowing Exploration) throws(AnalysisError) -> Violation? {
        let first = try monitor.start()
        if monitor.isFailed(first) { return Violation(monitorState: first) }
        for (index, move) in exploration.startMoves.enumerated() {
            let trace = exploration.startTraces[index]
            if let found = try take(move, trace, from: .max, first, exploration) { return found }
        }
        var next = 0
        while next < arena.count {
            let (state, monitorState) = pair(next)
            let moves = exploration.moves(from: state)
            for index in moves.indices {
                let trace = exploration.trace(ofMove: index, from: state)
                if let found = try take(moves[index], trace, from: UInt32(next), monitorState, exploration) {
                    return found
                }
            }
            next += 1
        }
        return monitor.hasObligations ? try openRun(exploration) : nil
    }

    func pair(_ number: Int) -> (state: Int, monitor: UInt32) {
        let word = arena.words(of: number)[0]
        return (Int(word >> 32), UInt32(truncatingIfNeeded: word))
    }

    /// Adds the target of a move; returns the run if the monitor rejects it.
    private mutating func take(
        _ move: Move, _ trace: UInt32, from parent: UInt32, _ monitorState: UInt32,
        _ exploration: borrowing Exploration
    ) throws(AnalysisError) -> Violation? {
        let held = byteCount
        do throws(LimitError) { try steps.step(1, holding: held) } catch { throw .stopped(error) }
        let (target, failure) = try monitor.next(after: monitorState, over: traces.traces[Int(trace)])
        if let failure {
            var found = run(to: parent == .max ? nil : Int(parent))
            found.letters.append(move.letter)
            (found.monitorState, found.event) = (target, failure)
            found.end = move.hasState ? move.target : nil
            return found
        }
        guard move.hasState, move.target < exploration.stateCount else { return nil }
        let word = UInt64(move.target) << 32 | UInt64(target)
        let count = arena.count
        guard arena.number(of: [word], limit: options.limit) != nil else {
            throw .tooManyStates(reached: arena.count, limit: options.limit, causes: causes(exploration))
        }
        if arena.count > count {
            parents.append(parent)
            parentLetters.append(move.letter)
        }
        return nil
    }

    /// Returns the number of the pair to which a move leads, and the monitor's state.
    func target(
        of move: Move, _ trace: UInt32, from monitorState: UInt32
    ) throws(AnalysisError) -> (number: Int?, monitor: UInt32) {
        let (target, _) = try monitor.next(after: monitorState, over: traces.traces[Int(trace)])
        return (arena.find([UInt64(move.target) << 32 | UInt64(target)]), target)
    }

    private func causes(_ exploration: borrowing Exploration) -> [String] {
        ["'\(monitor.subject)' (\(monitor.stateCount) states)", "the chart (\(exploration.stateCount) configurations)"]
    }

    /// Returns the run to a pair.
    func run(to number: Int?) -> Violation {
        var (found, next) = (Violation(), number.map { UInt32($0) } ?? .max)
        if let number { (found.end, found.monitorState) = (pair(number).state, pair(number).monitor) }
        while next != .max {
            found.letters.append(parentLetters[Int(next)])
            found.states.append(pair(Int(next)).state)
            next = parents[Int(next)]
        }
        (found.letters, found.states) = (found.letters.reversed(), found.states.reversed())
        return found
    }
}
