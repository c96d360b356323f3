/// A simulation that stops at breakpoints, and goes back.
///
///     let debugger = try Debugger(assembly)
///     try debugger.setBreakpoints([.message(\.requests.upload, of: model)])
///     try debugger.perform { try $0.port(\.commands, of: client).save(lunch) }
///     while let hit = try debugger.run(until: .seconds(10)) { print(debugger.time, hit) }
///     try debugger.move(to: debugger.position - 1)
///     print(try debugger.read(model) { $0.expenses })
///
/// It goes back by running again from the start: the components are made anew, and the same comes
/// from outside at the same places. So components must depend on nothing but messages and their
/// ``ComponentContext``. One whose messages differ is told by
/// ``ComponentError/diverged(step:component:expected:found:)``.
///
/// A position is a number of messages that were handled. All of the run that was seen remains
/// known: after it has gone back, the run repeats it, with what came from outside, up to the last
/// position, unless something else comes from outside before.
///
/// Conditions and code of components must not let it go on: it throws ``ComponentError/busy``.
public final class Debugger {
    private let make: () throws(ComponentError) -> Simulation
    private let isRecorded: Bool
    private let recordedCount: Int
    // No code of users runs while they are being changed.
    @exclusivity(unchecked) private(set) var run: DebuggedRun
    @exclusivity(unchecked) private var history = RunHistory()
    /// The message at which the run has stopped already.
    private var passed: (position: Int, id: UInt64)?
    /// The trace of the run that got furthest, after it has gone back.
    private var reference: MessageTrace?
    /// The number of the trace's events that were compared with it.
    private var comparedCount = 0
    /// Whether the run is repeated from the start.
    private var isGoingBack = false
    /// Whether a call works, which a condition or a handler must not call within.
    @exclusivity(unchecked) private var isBusy = false

    /// The breakpoints.
    public private(set) var breakpoints: [Breakpoint] = []

    /// Makes the components, connects them and starts them.
    ///
    /// - Parameters:
    ///   - assembly: The assembly.
    ///   - options: The options of the simulation. Its trace has 10,000 events, unless the options
    ///     say otherwise.
    /// - Throws: ``ComponentError/invalidAssembly(_:)`` if ``Assembly/check()`` finds an error.
    public init(_ assembly: Assembly, _ options: Simulation.Options = .init()) throws(ComponentError) {
        var options = options
        options.traceLimit = options.traceLimit ?? 10_000
        make = { [options] () throws(ComponentError) in try Simulation(assembly, options) }
        (isRecorded, recordedCount) = (false, 0)
        run = DebuggedRun(try make(), [])
    }

    /// Makes the components and connects them, to repeat a recorded run, which gets nothing else
    /// from outside.
    ///
    /// - Throws: ``ComponentError/invalidAssembly(_:)`` if ``Assembly/check()`` finds an error, or
    ///   ``ComponentError/diverged(step:component:expected:found:)`` if the run can't be repeated
    ///   up to its first message.
    public init(replaying recording: SystemRecording, of assembly: Assembly) throws(ComponentError) {
        make = { () throws(ComponentError) in try Simulation(replaying: recording, of: assembly) }
        (isRecorded, recordedCount) = (true, recording.messageCount)
        run = DebuggedRun(try make(), [])
        try catchUp()
    }

    /// Begins a call, which others must not interrupt.
    private func begin() throws(ComponentError) {
        if isBusy { throw .busy }
        isBusy = true
    }

    /// Sets the breakpoints, instead of those before. Those at a part that has ended hold when it
    /// is there again, also after going back.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if a part isn't there, or
    ///   ``ComponentError/invalidBreakpoint(_:_:)`` if it has no such message or state.
    /// - Complexity: O(*b* · *m*) for *b* breakpoints and *m* messages that components receive.
    public func setBreakpoints(_ breakpoints: [Breakpoint]) throws(ComponentError) {
        try begin()
        defer { isBusy = false }
        try run.router.check(breakpoints, run.router.components.compactMap(\.self))
        self.breakpoints = breakpoints
        run.set(breakpoints)
    }

    /// Sends messages from outside, or changes the run, and notes the action, which is repeated
    /// when the run is.
    ///
    ///     try debugger.perform { try $0.port(\.commands, of: door).push() }
    ///
    /// In the past, the action takes the place of all that followed. Messages that it handles
    /// itself belong to it: the run doesn't stop at them.
    ///
    /// - Parameter action: The action, which must do the same each time.
    /// - Throws: The error of the action, or ``ComponentError/recordedRun``.
    public func perform(_ action: @escaping (Simulation) throws -> Void) throws {
        try begin()
        defer { isBusy = false }
        if isRecorded { throw ComponentError.recordedRun }
        if isPast { forgetFuture() }
        if let error = carryOut(.perform(action)) { throw error }
    }

    /// Carries out an action, and notes it.
    ///
    /// - Returns: The error of the action.
    private func carryOut(_ action: RunHistory.Action) -> (any Error)? {
        // Only the last one of several times matters.
        if case .advance = action, history.removeLastAdvance(at: run) {} else { run.countAction() }
        history.append(action, at: run)
        let error = run.carryOut(action)
        if error != nil { history.noteFailure() }
        return error
    }

    private func forgetFuture() {
        history.cut(at: run)
        reference = nil
    }

    // MARK: - Positions

    /// The number of messages that were handled before this position.
    public var position: Int { run.messageCount }

    /// The last position that is known: the furthest one, or the end of a recording.
    public var lastPosition: Int { isRecorded ? recordedCount : history.fingerprints.count }

    private var isPast: Bool {
        run.messageCount < lastPosition || run.actionCount < history.entries.count
    }

    // MARK: - Forwards

    /// Handles messages until a breakpoint stops the run, or none waits.
    ///
    /// The run doesn't stop again at the message at which it has just stopped.
    ///
    /// - Parameters:
    ///   - end: The time to advance to, if no breakpoint stops the run; `nil` to handle only
    ///     messages that wait.
    ///   - limit: The maximum number of messages.
    /// - Returns: The stop; `nil` if the run came to rest, or to the time.
    /// - Throws: ``ComponentError/tooManySteps(limit:)`` at the limit; the run can go on. In the
    ///   past also ``ComponentError/diverged(step:component:expected:found:)``.
    /// - Complexity: O(1) for a message, besides its handler and the conditions of breakpoints, and
    ///   four bytes of memory.
    @discardableResult
    public func run(until end: Duration? = nil, limit: Int = 10_000_000) throws(ComponentError) -> Breakpoint.Hit? {
        try begin()
        defer { isBusy = false }
        return try go(until: end, limit: limit)
    }

    private func go(
        until end: Duration?, to last: Int = .max, limit: Int = .max
    ) throws(ComponentError) -> Breakpoint.Hit? {
        var left = limit
        while run.messageCount < last {
            guard let next = run.nextMessage() else {
                if try goOn(until: end) { continue }
                return nil
            }
            if next.wantsStop, let hit = hit(before: next) { return hit }
            if left <= 0 { throw .tooManySteps(limit: limit) }
            left -= 1
            if try handle(next) { return run.router.takeHit() }
        }
        return nil
    }

    /// Fires the next timer while no message waits, or advances the time.
    ///
    /// - Returns: Whether there was one.
    private func goOn(until end: Duration?) throws(ComponentError) -> Bool {
        if isPast {
            if try fire(until: end ?? .seconds(Int64.max)) { return true }
            if end == nil { throw diverged("") }
            return false
        }
        if !run.router.isQueueEmpty { _ = carryOut(.rest) }
        guard let end, !isRecorded else { return false }
        if try fire(until: end) { return true }
        if end > run.router.time { _ = carryOut(.advance(end)) }
        return false
    }

    private func fire(until end: Duration = .seconds(Int64.max)) throws(ComponentError) -> Bool {
        guard try run.fire(until: end) else { return false }
        run.countTimer()
        return true
    }

    /// Handles the next message, also one at which the run has stopped.
    ///
    /// - Parameter end: The time to advance to, if no message waits; `nil` not to advance.
    /// - Returns: The message; `nil` if there was none.
    /// - Throws: ``ComponentError/diverged(step:component:expected:found:)`` in the past.
    @discardableResult
    public func step(until end: Duration? = nil) throws(ComponentError) -> QueuedMessage? {
        try begin()
        defer { isBusy = false }
        while true {
            if let next = run.nextMessage() {
                let message = run.router.described(next)
                _ = try handle(next)
                _ = run.router.takeHit()
                return message
            }
            if try !goOn(until: end) { return nil }
        }
    }

    private func hit(before next: WaitingPlace) -> Breakpoint.Hit? {
        if let passed, passed == (run.messageCount, next.message.id) { return nil }
        let component = next.receiver.pointee.component
        guard let breakpoint = component.breakpoints?.breakpoint(at: next.message.slot, next.position)
        else { return nil }
        passed = (run.messageCount, next.message.id)
        return Breakpoint.Hit(breakpoint: breakpoint, component: component.name, message: run.router.described(next))
    }

    /// Handles the next message.
    ///
    /// - Returns: Whether a state or a condition stops the run.
    private func handle(_ next: WaitingPlace) throws(ComponentError) -> Bool {
        if !isRecorded {
            let fingerprint = next.fingerprint(run.router.time)
            if run.messageCount == history.fingerprints.count {
                history.append(fingerprint)
            } else if history.fingerprints[run.messageCount] != fingerprint {
                throw diverged(next.receiver.pointee.component.name)
            }
        }
        run.countMessage()
        try run.handle(next)
        if isRecorded || isPast { try catchUp() }
        return run.router.hasHit
    }

    /// Carries out what came from outside before the next message of the history.
    private func catchUp() throws(ComponentError) {
        if isRecorded {
            while run.nextMessage() == nil, try fire() {}
            return
        }
        while run.actionCount < history.entries.count,
            case let entry = history.entries[run.actionCount], entry.messageCount == run.messageCount
        {
            while run.timerCount < entry.timerCount {
                guard run.nextMessage() == nil, try fire() else { throw diverged("") }
            }
            run.countAction()
            let hasFailed = run.carryOut(entry.action) != nil
            if hasFailed != entry.hasFailed { throw diverged("") }
        }
    }

    private func diverged(_ component: String) -> ComponentError {
        if !isGoingBack { forgetFuture() }
        return .diverged(step: position + 1, component: component)
    }

    // MARK: - Back

    /// Moves to a position, forwards or backwards, without stopping on the way.
    ///
    /// The run is then as it was before the next message was handled, with all that had come from
    /// outside by then.
    ///
    /// - Parameter position: The position; the nearest one that is known, if it isn't.
    /// - Throws: ``ComponentError/diverged(step:component:expected:found:)`` if the run can't be
    ///   repeated. It then stays where it was, if it was to go back.
    /// - Complexity: O(*p*) for the position *p* if the run goes back.
    public func move(to position: Int) throws(ComponentError) {
        try begin()
        defer { isBusy = false }
        let target = max(0, min(position, lastPosition))
        if target < run.messageCount { return try goBack { () throws(ComponentError) in try forward(to: target) } }
        try forward(to: target)
    }

    /// Goes back to the last stop before this position, or to the start.
    ///
    /// - Returns: The stop; `nil` if there was none.
    /// - Throws: ``ComponentError/diverged(step:component:expected:found:)`` if the run can't be
    ///   repeated. It then stays where it was.
    /// - Complexity: O(*p*) for the position *p* before.
    @discardableResult
    public func runBack() throws(ComponentError) -> Breakpoint.Hit? {
        try begin()
        defer { isBusy = false }
        var last: (position: Int, hit: Breakpoint.Hit)?
        let end = position
        try goBack { () throws(ComponentError) in
            while let hit = try go(until: nil, to: end), position < end { last = (position, hit) }
            try restart()
            try forward(to: last?.position ?? 0)
            if last?.hit.message != nil { passed = run.nextMessage().map { (position, $0.message.id) } }
        }
        return last?.hit
    }

    /// Runs again from the start; if that fails, all stays as it is.
    private func goBack(_ forwards: () throws(ComponentError) -> Void) throws(ComponentError) {
        let (old, oldPassed, oldComparedCount) = (run, passed, comparedCount)
        if (reference?.endIndex ?? 0) < run.router.trace.endIndex { reference = run.router.trace }
        isGoingBack = true
        defer { isGoingBack = false }
        do throws(ComponentError) {
            try restart()
            try forwards()
        } catch {
            (run, passed, comparedCount) = (old, oldPassed, oldComparedCount)
            throw error
        }
    }

    private func restart() throws(ComponentError) {
        (run, passed, comparedCount) = (DebuggedRun(try make(), breakpoints), nil, 0)
        try catchUp()
    }

    private func forward(to position: Int) throws(ComponentError) {
        while run.messageCount < position {
            if let next = run.nextMessage() {
                _ = try handle(next)
            } else if try !fire() {
                throw diverged("")
            }
        }
        run.forgetConditions()
        if let reference, let component = run.router.difference(from: reference, after: comparedCount) {
            throw diverged(component)
        }
        comparedCount = run.router.trace.endIndex
    }
}
