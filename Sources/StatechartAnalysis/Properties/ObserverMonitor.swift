internal import StatechartObservers
internal import Statecharts
internal import StateStorage
internal import TextSupport
internal import WorkLimits

/// An observer whose configurations are numbered as they are found.
final class ObserverMonitor: TraceMonitor {
    let subject: String
    private let table: TraceTable
    private let compiled: CompiledStatechart<ExpressionBehavior>
    private let oracle = GuardOracle()
    private let layout: StateLayout
    /// The numbers of the marked states.
    private let marks: [Int]
    private var behavior: ExpressionBehavior
    private var machine: StateMachine<ExpressionBehavior>
    private var arena = StateArena(size: 0)
    private var nextStates: [UInt64: UInt32] = [:]
    private var words: [UInt64] = []
    private let limit: Int

    init(
        _ chart: Statechart, _ table: TraceTable, _ options: AnalysisOptions
    ) throws(AnalysisError) {
        let subject = chart.name.isEmpty ? "observer" : chart.name
        (self.subject, self.table, limit) = (subject, table, options.limit)
        do throws(ObserverError) { try StatechartObserver.check(chart, hasScripts: false) } catch {
            throw .invalidObserver("the observer '\(subject)': \(error.description)")
        }
        let abstraction = ChartAbstraction(chart, unknown: [], answers: [:], marking: nil)
        if let condition = abstraction.guards.min() {
            throw .invalidObserver(
                "the condition \(Message.quoted(condition.utf8)) of the observer '\(subject)' depends on data of events, "
                    + "which an exploration doesn't know; use variables and states of the observer")
        }
        do throws(StatechartError) {
            compiled = try CompiledStatechart(
                abstraction.chart, guard: { .init($0) }, action: { .init($0) }, isFlattened: false,
                budget: options.budget)
        } catch { throw .chart(error) }
        layout = StateLayout(compiled.storage.tables.core, hasData: true)
        marks = compiled.stateNames.indices.filter { [compiled] in
            StatechartObserver.isMark(compiled.stateNames[$0])
        }
        behavior = ExpressionBehavior(for: abstraction.chart)
        behavior.host = ExplorationHost(oracle, variables: Set(behavior.variables.keys))
        behavior.onLog = { _ in }
        oracle.begin()
        do throws(StateMachineError) { machine = try StateMachine(compiled, running: &behavior) } catch {
            throw .invalidObserver("the observer '\(subject)' can't start: \(error.description)")
        }
        try check()
    }

    var stateCount: Int { arena.count }
    var byteCount: Int { arena.byteCount + 32 * nextStates.count }
    var hasObligations: Bool { false }
    func search(after state: UInt32?, over trace: [UInt32]) -> UInt32? { 0 }

    func start() throws(AnalysisError) -> UInt32 { arena.count > 0 ? 0 : try pack() }

    func next(after state: UInt32, on symbol: UInt32) throws(AnalysisError) -> UInt32 {
        let key = UInt64(state) << 32 | UInt64(symbol)
        if let known = nextStates[key] { return known }
        let words = arena.words(of: Int(state))
        var next = state
        if !layout.isEnded(words) {
            layout.restore(words, [], without: nil, [""], in: &machine)
            behavior.unpack(layout.data(words))
            let name = table.names[Int(symbol)]
            do throws(StateMachineError) {
                try machine.send(.init(rawValue: name), .init(name: name), to: &behavior)
            } catch { throw .invalidObserver("the observer '\(subject)' on '\(name)': \(error.description)") }
            try check()
            next = try pack()
        }
        nextStates[key] = next
        return next
    }

    func isFailed(_ state: UInt32) -> Bool {
        let words = arena.words(of: Int(state))
        return marks.contains { words[$0 >> 6] & 1 << UInt64($0 & 63) != 0 }
    }

    func isOpen(_ state: UInt32) -> Bool { false }

    func message(failing state: UInt32, on event: String) -> String {
        let words = arena.words(of: Int(state))
        let mark = marks.first { words[$0 >> 6] & 1 << UInt64($0 & 63) != 0 }
        return "the observer '\(subject)' is in '\(mark.map { compiled.stateNames[$0] } ?? "")'"
            + (event.isEmpty ? "" : " on '\(event)'")
    }

    /// Checks that the machine has nothing whose course an exploration doesn't know.
    private func check() throws(AnalysisError) {
        if let answer = oracle.answers.first {
            throw .invalidObserver(
                "the observer '\(subject)' asks the guard '\(oracle.name(of: answer.guardNumber))', which only a program "
                    + "knows; use variables and states of the observer")
        }
        if machine.deadline != nil, !machine.hasEnded {
            throw .invalidObserver(
                "the observer '\(subject)' has a timer or a delayed event, which only 'run --observe' takes; count "
                    + "events instead")
        }
        if machine.step.waiting.deferred.count > 1000 {
            throw .invalidObserver("the observer '\(subject)' defers events without end; defer fewer")
        }
    }

    private func pack() throws(AnalysisError) -> UInt32 {
        words.removeAll(keepingCapacity: true)
        layout.pack(&machine, [], into: &words)
        behavior.pack(into: &words)
        guard let number = arena.number(of: words, limit: min(limit, Int(UInt32.max))) else {
            throw .tooManyStates(
                reached: arena.count, limit: limit,
                causes: ["the observer '\(subject)' (\(arena.count) configurations)"])
        }
        return UInt32(number)
    }
}
