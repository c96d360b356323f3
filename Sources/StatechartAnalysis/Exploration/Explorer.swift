internal import AlgorithmSupport
internal import Statecharts
internal import StateStorage

/// Explores the states of a chart with the engine: restores a state, gives the engine an input, and
/// packs the state in which it comes to rest.
///
/// Only one method at a time uses a property, so that no access needs a check when the program
/// runs.
final class Explorer<Behavior: ExplorableBehavior>: StateSpace {
    let chart: CompiledStatechart<Behavior>
    let bounds: ExplorationBounds
    let core: UnsafePointer<Core>
    let oracle: GuardOracle
    @exclusivity(unchecked) private(set) var letters: Letters
    @exclusivity(unchecked) private(set) var arena: StateArena
    @exclusivity(unchecked) private var direct: DirectSteps
    private(set) var isReduced = false
    private(set) var isBounded = false
    @exclusivity(unchecked) var coverage: Coverage?
    /// Whether steps that only exchange active states are made without the engine, unless outputs
    /// or traces are noted.
    @exclusivity(unchecked) var allowsDirectSteps = true
    @exclusivity(unchecked) var trace: TraceRecorder?
    @exclusivity(unchecked) private(set) var moveTraces: [UInt32] = []
    let externalEvents: [UInt32]
    /// The engine's numbers of the events from outside.
    private let engineEvents: [UInt32]
    /// The events with data, whose numbers follow those of the engine, and the answers that each
    /// decides.
    private let dataLetters: [DataLetter]
    private let dataAnswers: [[UInt32: Bool]]
    private let eventCount: Int

    private let firstBehavior: Behavior
    @exclusivity(unchecked) var behavior: Behavior
    @exclusivity(unchecked) var machine: StateMachine<Behavior>?
    /// The words of the state that is expanded, and of its target.
    @exclusivity(unchecked) private(set) var source: [UInt64] = []
    @exclusivity(unchecked) private var target: [UInt64] = []
    /// The timers of the state that is expanded, and of its target.
    @exclusivity(unchecked) var timers: [RunningTimer] = []
    @exclusivity(unchecked) private(set) var targetTimers: [RunningTimer] = []
    @exclusivity(unchecked) private(set) var moves: [Move] = []
    /// The numbers of the moves' outputs, if these are observed.
    @exclusivity(unchecked) private(set) var outputs: [UInt32] = []
    /// The states to which open moves lead.
    @exclusivity(unchecked) private var batch = StateBatch()

    let layout: StateLayout
    var identifiers: [String] = [""]
    private var identifierNumbers: [String: UInt32] = ["": 0]
    /// The events that each atomic state may react to, as a set of indices of `externalEvents`, and
    /// for each of these the states that may.
    private let reactions: [UInt64]
    private let reactors: ScratchBuffer<UInt64>
    @exclusivity(unchecked) private var eventSet: [UInt64]

    init(
        _ chart: CompiledStatechart<Behavior>, _ behavior: Behavior, events: [UInt32], data: [DataLetter],
        _ bounds: ExplorationBounds
    ) {
        (self.chart, self.bounds, firstBehavior, self.behavior) = (chart, bounds, behavior, behavior)
        core = chart.storage.tables.core
        oracle = behavior.oracle
        layout = StateLayout(core, hasData: behavior.hasData)
        eventCount = chart.eventNames.count
        letters = Letters(eventCount: eventCount + data.count)
        (externalEvents, dataLetters) = (events, data)
        dataAnswers = data.map { [oracle] letter in
            Dictionary(uniqueKeysWithValues: letter.answers.map { (oracle.number(of: $0), $1) })
        }
        engineEvents = events.map { [eventCount] in Int($0) < eventCount ? $0 : data[Int($0) - eventCount].event }
        eventSet = [UInt64](repeating: 0, count: (events.count + 63) / 64)
        reactors = ScratchBuffer(repeating: 0, count: events.count * core.pointee.wordCount)
        reactions = Self.reactions(to: engineEvents, chart.storage.tables.core, reactors)
        arena = StateArena(size: layout.size)
        direct = DirectSteps(chart.storage.tables) { behavior.guardNumber(of: $0) }
    }

    var tables: Tables { chart.storage.tables }

    var stateCount: Int { arena.count }
    var byteCount: Int { arena.byteCount + letters.byteCount + (trace?.table.byteCount ?? 0) }
    func words(of state: Int) -> UnsafeBufferPointer<UInt64> { arena.words(of: state) }
    func isEnded(_ state: Int) -> Bool { layout.isEnded(arena.words(of: state)) }

    var variables: [String] { behavior.variableNames }

    func data(of state: Int) -> [String] {
        guard behavior.hasData else { return [] }
        return behavior.texts(ofData: layout.data(arena.words(of: state)))
    }

    private lazy var noCoverage = Coverage(
        states: chart.stateNames, transitions: chart.storage.tables.transitionSources)

    func trackCoverage() {
        coverage = noCoverage
        direct.trackCoverage()
        trace?.coverage = coverage
    }

    // MARK: - Steps

    /// Starts the chart, once for each combination of answers; the moves lead to the first states.
    func start() throws(AnalysisError) -> [Move] {
        moves.removeAll()
        outputs.removeAll()
        moveTraces.removeAll()
        timers = []
        oracle.known = [:]
        oracle.begin()
        repeat {
            behavior = firstBehavior
            let target = makeStart() ? packTarget(after: nil) : Move.endless
            moves.append(Move(letters.number(of: .start, oracle.answers), to: target))
            if let trace = oracle.trace { noteOutput(target, trace) }
            noteTrace(isEndless: target == Move.endless)
        } while oracle.next()
        closeMoves()
        return moves
    }

    /// Notes the trace of the last move. An endless one is long, and no question is about it.
    private func noteTrace(isEndless: Bool) {
        guard trace != nil else { return }
        if isEndless { trace!.symbols.removeAll() }
        moveTraces.append(trace!.finish())
    }

    private func makeStart() -> Bool {
        do throws(StateMachineError) {
            let limits = StateMachineLimits(steps: bounds.steps, events: bounds.queued)
            if trace != nil {
                trace!.symbols.removeAll(keepingCapacity: true)
                machine = try StateMachine(chart, running: &behavior, limits: limits, recorder: &trace!)
                return true
            }
            guard coverage != nil else {
                machine = try StateMachine(chart, running: &behavior, limits: limits)
                return true
            }
            machine = try StateMachine(chart, running: &behavior, limits: limits, recorder: &coverage!)
            return true
        } catch { return false }
    }

    /// Finds all moves from a state, and numbers their targets. An event without a move is ignored.
    func expand(_ state: Int) throws(AnalysisError) -> [Move] {
        moves.removeAll(keepingCapacity: true)
        outputs.removeAll(keepingCapacity: true)
        moveTraces.removeAll(keepingCapacity: true)
        load(state)
        guard !source.withUnsafeBufferPointer({ layout.isEnded($0) }) else { return moves }
        findEventsWithReaction()
        let isDirect = allowsDirectSteps && oracle.trace == nil && trace == nil
        for word in eventSet.indices {
            var set = eventSet[word]
            while set != 0 {
                let index = word << 6 + set.trailingZeroBitCount
                set &= set &- 1
                if isDirect, try moveDirectly(from: state, on: index) { continue }
                try move(on: .event(externalEvents[index]), fired: nil)
            }
        }
        for index in timers.indices where timers.mayBeNext(index) {
            let timer = timers[index]
            try move(
                on: .timer(event: timer.event, state: timer.state, id: timer.id, place: timers.place(of: index)),
                fired: index)
        }
        closeMoves()
        return moves
    }

    /// Makes all moves on an event without the engine.
    ///
    /// - Returns: `false` if the engine must make one of them; nothing has changed then.
    private func moveDirectly(from state: Int, on index: Int) throws(AnalysisError) -> Bool {
        let (event, start, count) = (externalEvents[index], moves.count, batch.count)
        let engineEvent = engineEvents[index]
        if !dataLetters.isEmpty { oracle.known = answers(of: event) }
        let deferredCount = source.withUnsafeBufferPointer { layout.deferredCount($0) }
        oracle.begin()
        repeat {
            let words = source.withUnsafeBufferPointer { batch.append($0) }
            let fate = direct.step(
                on: engineEvent, reactors.base + index * core.pointee.wordCount, words, hasDeferred: deferredCount > 0,
                oracle)
            guard let fate else {
                batch.removeLast(batch.count - count)
                moves.removeLast(moves.count - start)
                return false
            }
            var target = Move.open
            if fate != .taken { batch.removeLast(1) }
            if fate == .ignored { target = state }
            if fate == .deferred { target = appendDeferring(engineEvent, after: deferredCount) }
            let letter =
                oracle.answers.isEmpty
                ? letters.number(ofEvent: event) : letters.number(of: .event(event), oracle.answers)
            moves.append(Move(letter, to: target, isIgnored: fate == .ignored))
            if moves.count > bounds.moves { throw .tooManyMoves(limit: bounds.moves) }
        } while oracle.next()
        if oracle.isExceeded { isReduced = true }
        return true
    }

    /// Adds the state that is expanded, with one more deferred event.
    private func appendDeferring(_ event: UInt32, after count: Int) -> Int {
        guard count < bounds.pending else {
            isBounded = true
            return Move.beyond
        }
        target.removeAll(keepingCapacity: true)
        source.withUnsafeBufferPointer { layout.append($0, deferring: event, to: &target) }
        target.withUnsafeBufferPointer { _ = batch.append($0) }
        return Move.open
    }

    /// Gives the targets of open moves their numbers.
    private func closeMoves() {
        arena.findNumbers(of: &batch, limit: bounds.states)
        var next = 0
        for index in moves.indices where moves[index].target == Move.open {
            let number = Int(batch.slots[next])
            let target = number == 0 ? Move.beyond : number - 1
            moves[index] = Move(moves[index].letter, to: target, isIgnored: moves[index].isIgnored)
            next += 1
        }
        batch.removeAll()
    }

    private func load(_ state: Int) {
        let words = arena.words(of: state)
        source.removeAll(keepingCapacity: true)
        source.append(contentsOf: words)
        timers = layout.timers(words)
    }

    /// Finds the external events to which an active state may react.
    private func findEventsWithReaction() {
        for index in eventSet.indices { eventSet[index] = 0 }
        for word in 0..<core.pointee.wordCount {
            var active = source[word] & core.pointee.atomic[word]
            while active != 0 {
                let state = word << 6 + active.trailingZeroBitCount
                active &= active &- 1
                for index in eventSet.indices { eventSet[index] |= reactions[state * eventSet.count + index] }
            }
        }
    }

    /// Gives the engine an input, once for each combination of answers.
    private func move(on input: Letter.Input, fired: Int?) throws(AnalysisError) {
        oracle.known = answers(of: input)
        oracle.begin()
        repeat {
            restore(without: fired)
            let fate = process(input)
            let target = fate == nil ? Move.endless : packTarget(after: fired)
            let letter = letters.number(of: input, oracle.answers)
            moves.append(Move(letter, to: target, isIgnored: fate == .ignored))
            if let trace = oracle.trace { noteOutput(target, trace) }
            noteTrace(isEndless: fate == nil)
            if moves.count > bounds.moves { throw .tooManyMoves(limit: bounds.moves) }
        } while oracle.next()
        if oracle.isExceeded { isReduced = true }
    }

    func engineNumber(of event: UInt32) -> UInt32 {
        Int(event) < eventCount ? event : dataLetters[Int(event) - eventCount].event
    }

    private func answers(of input: Letter.Input) -> [UInt32: Bool] {
        if case .event(let event) = input { answers(of: event) } else { [:] }
    }

    private func answers(of event: UInt32) -> [UInt32: Bool] {
        Int(event) < eventCount ? [:] : dataAnswers[Int(event) - eventCount]
    }

    private func noteOutput(_ target: Int, _ trace: OutputTrace) {
        let isEnded = machine?.step.run.phase != .running
        outputs.append(target == Move.endless ? OutputTrace.endless : trace.end(isEnded: isEnded))
    }

    /// Repeats a move from a state.
    ///
    /// - Returns: The timers after it, with the indices of those that ran before.
    func repeatMove(
        _ letter: Letter, from state: Int?
    ) throws(AnalysisError) -> (before: [RunningTimer], after: [RunningTimer]) {
        oracle.begin(with: letter.answers)
        oracle.known = answers(of: letter.input)
        // A start without end has none.
        targetTimers = []
        guard let state else {
            (timers, behavior) = ([], firstBehavior)
            if makeStart() { _ = packTarget(after: nil) }
            batch.removeAll()
            return ([], targetTimers)
        }
        load(state)
        // Nothing happens after the end, which stops all timers.
        if source.withUnsafeBufferPointer({ layout.isEnded($0) }) { return ([], []) }
        let fired = timers.index(of: letter.input)
        restore(without: fired)
        if process(letter.input) != nil { _ = packTarget(after: fired) }
        batch.removeAll()
        return (timers, machine?.step.run.phase == .running ? targetTimers : [])
    }

    /// Processes an input in the engine.
    ///
    /// - Returns: The fate of the event; `nil` if a limit was reached.
    private func process(_ input: Letter.Input) -> EventFate? {
        let (number, cause): (UInt32, StepCause) =
            switch input {
            case .start: (0, .start)
            case .event(let event): (engineNumber(of: event), .sent)
            case .timer(let event, _, _, _): (event, .time)
            }
        let event = QueuedEvent<Behavior.Payload>(number: number, payload: nil)
        do throws(StateMachineError) {
            if trace != nil {
                trace!.symbols.removeAll(keepingCapacity: true)
                return try machine?.step.process(event, cause, &behavior, &trace!)
            }
            if let missing = coverage?.missingCount, missing > 0 {
                return try machine?.step.process(event, cause, &behavior, &coverage!)
            }
            var recorder = NoRecorder()
            return try machine?.step.process(event, cause, &behavior, &recorder)
        } catch { return nil }
    }

    // MARK: - Packing

    /// Gives the engine the state that is expanded, without a timer that has fired.
    private func restore(without fired: Int?) {
        guard machine != nil else { return }
        source.withUnsafeBufferPointer { words in
            layout.restore(words, timers, without: fired, identifiers, in: &machine!)
            if behavior.hasData { behavior.unpack(layout.data(words)) }
        }
    }

    /// Packs the state of the engine as the target of an open move.
    private func packTarget(after fired: Int?) -> Int {
        guard machine != nil else { return Move.endless }
        target.removeAll(keepingCapacity: true)
        if layout.hasTail {
            collectTimers(after: fired)
            let delayedCount = targetTimers.count { $0.state < 0 }
            if machine!.step.waiting.deferred.count > bounds.pending || delayedCount > bounds.pending {
                isBounded = true
                return Move.beyond
            }
        }
        layout.pack(&machine!, targetTimers, into: &target)
        if behavior.hasData { behavior.pack(into: &target) }
        target.withUnsafeBufferPointer { _ = batch.append($0) }
        return Move.open
    }

    private func collectTimers(after fired: Int?) {
        targetTimers.removeAll(keepingCapacity: true)
        let heap = machine!.step.waiting.timers.heap
        guard !heap.isEmpty else { return }
        let running = timers.indices.filter { $0 != fired }
        for timer in heap.sorted(by: { $0.order < $1.order }) {
            if timer.order < running.count {
                var kept = timers[running[Int(timer.order)]]
                kept.origin = running[Int(timer.order)]
                targetTimers.append(kept)
            } else {
                targetTimers.append(
                    RunningTimer(
                        event: timer.event.number, state: timer.state, id: identifierNumber(timer.id), group: .max,
                        offset: timer.deadline))
            }
        }
        targetTimers.regroup(after: fired.map { timers[$0] })
    }

    private func identifierNumber(_ id: String) -> UInt32 {
        if let number = identifierNumbers[id] { return number }
        let number = UInt32(identifiers.count)
        identifierNumbers[id] = number
        identifiers.append(id)
        return number
    }
}
