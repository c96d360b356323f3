internal import Statecharts

/// The states of a chart and the moves between them, found one by one when they are asked for.
protocol StateSpace: AnyObject {
    var letters: Letters { get }
    /// The number of states found so far.
    var stateCount: Int { get }
    var byteCount: Int { get }
    /// Whether some moves were left out, because too many guards were asked.
    var isReduced: Bool { get }
    /// Whether some moves were left out, because too many events wait.
    var isBounded: Bool { get }
    var coverage: Coverage? { get }
    /// The recorder that notes the traces of moves; `nil` if they aren't noted.
    var trace: TraceRecorder? { get set }
    /// The traces of the last found moves.
    var moveTraces: [UInt32] { get }
    /// The events from outside, by their numbers in letters.
    var externalEvents: [UInt32] { get }
    /// Returns the engine's number of an event from outside.
    func engineNumber(of event: UInt32) -> UInt32
    var tables: Tables { get }
    var layout: StateLayout { get }
    var identifiers: [String] { get }
    var oracle: GuardOracle { get }
    /// The numbers of the outputs of the moves that were found last, if outputs are observed.
    var outputs: [UInt32] { get }

    /// Notes entered states and taken transitions from now on.
    func trackCoverage()
    /// Starts the chart; the moves lead to the first states.
    func start() throws(AnalysisError) -> [Move]
    /// Repeats a move from a state, or the start for `nil`.
    ///
    /// - Returns: The timers before and after it.
    func repeatMove(
        _ letter: Letter, from state: Int?
    ) throws(AnalysisError) -> (before: [RunningTimer], after: [RunningTimer])
    /// The words of a state, valid until another state is found.
    func words(of state: Int) -> UnsafeBufferPointer<UInt64>
    func isEnded(_ state: Int) -> Bool
    /// The variables whose values are part of a state.
    var variables: [String] { get }
    /// The values of variables in a state, as texts such as `x=3`.
    func data(of state: Int) -> [String]
}

/// The bounds of an exploration.
struct ExplorationBounds {
    /// The maximum number of states.
    var states: Int
    /// The maximum number of events that a state may defer, and of its delayed events.
    var pending: Int
    /// The maximum number of steps of one event.
    var steps: Int
    /// The maximum number of events in a queue during a step.
    var queued = 10_000
    /// The maximum number of moves from one state.
    var moves = 1 << 16
}

extension StateSpace {
    /// Returns the active states of some words, in document order.
    func isActive(_ state: Int, in words: UnsafeBufferPointer<UInt64>) -> Bool {
        words[state >> 6] & 1 << UInt64(state & 63) != 0
    }

    /// Returns the names of the active atomic states.
    func activeStates(_ words: UnsafeBufferPointer<UInt64>) -> [String] {
        var names: [String] = []
        for index in 0..<layout.wordCount {
            var active = words[index] & tables.core.pointee.atomic[index]
            while active != 0 {
                names.append(tables.stateNames[index << 6 + active.trailingZeroBitCount])
                active &= active &- 1
            }
        }
        return names
    }

    func activeStates(of state: Int) -> [String] { activeStates(words(of: state)) }
}
