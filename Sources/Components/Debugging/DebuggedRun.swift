internal import Statecharts

/// A simulation, or the replay of a recording, with its place in a history.
struct DebuggedRun {
    let simulation: Simulation
    private let replay: ReplayRouter?
    /// The number of messages that were handled.
    private(set) var messageCount = 0
    /// The number of timers that fired, besides.
    private(set) var timerCount = 0
    /// The number of the history's actions that were carried out.
    private(set) var actionCount = 0

    var router: Router { simulation.router }

    init(_ simulation: Simulation, _ breakpoints: [Breakpoint]) {
        self.simulation = simulation
        replay = simulation.router as? ReplayRouter
        set(breakpoints)
    }

    func set(_ breakpoints: [Breakpoint]) {
        router.breakpoints = breakpoints
        for component in router.components { component?.bind(breakpoints) }
        _ = router.takeHit()
    }

    /// The next message, if nothing comes before it.
    @inline(__always)
    func nextMessage() -> WaitingPlace? {
        if let replay { return replay.nextRecordedMessage() }
        return router.nextMessage()
    }

    // Whoever calls code of users counts first, so that nothing is being changed meanwhile.

    mutating func countMessage() { messageCount += 1 }
    mutating func countTimer() { timerCount += 1 }
    mutating func countAction() { actionCount += 1 }

    /// Handles the next message, or repeats the next step of a recording.
    ///
    /// - Throws: ``ComponentError/diverged(step:component:expected:found:)`` if the step can't be
    ///   repeated.
    @inline(__always)
    func handle(_ next: WaitingPlace) throws(ComponentError) {
        if replay == nil { router.handle(next) } else { try repeatStep() }
    }

    private func repeatStep() throws(ComponentError) {
        _ = try replay?.repeatStep()
    }

    /// Fires the next timer, or repeats a step of a recording that handles no message.
    ///
    /// - Returns: Whether there was one until a time.
    func fire(until end: Duration) throws(ComponentError) -> Bool {
        guard let replay else { return router.fireNextTimer(until: end) }
        guard let step = replay.nextStep, step.time <= end else { return false }
        try repeatStep()
        return true
    }

    /// Carries out an action of the history.
    ///
    /// - Returns: The error of the action.
    func carryOut(_ action: RunHistory.Action) -> (any Error)? {
        let hit = router.takeHit()
        defer {
            forgetConditions()
            router.note(hit)
        }
        switch action {
        case .advance(let time): router.advance(to: time)
        case .rest: _ = router.step()
        case .perform(let action): do { try action(simulation) } catch { return error }
        }
        return nil
    }

    /// Lets conditions that are true now count as known.
    func forgetConditions() {
        for component in router.components where component?.phase == .running { _ = component?.state.newWatch() }
        _ = router.takeHit()
    }
}

/// The messages of a run, and what came from outside, so that the run can be repeated.
struct RunHistory {
    enum Action {
        case perform((Simulation) throws -> Void)
        case advance(Duration)
        /// Comes to rest: chance is asked for the places in the order whose messages are lost.
        case rest
    }

    /// An action, and the place at which it was carried out.
    struct Entry {
        let messageCount: Int
        let timerCount: Int
        let action: Action
        /// Whether the action threw an error.
        var hasFailed = false
    }

    private(set) var entries: [Entry] = []
    /// A fingerprint of each message: its identifier, receiver and time.
    private(set) var fingerprints: [UInt32] = []

    /// Notes an action at the place of a run.
    mutating func append(_ action: Action, at run: DebuggedRun) {
        entries.append(Entry(messageCount: run.messageCount, timerCount: run.timerCount, action: action))
    }

    /// Notes that the last action threw an error.
    mutating func noteFailure() { entries[entries.count - 1].hasFailed = true }

    /// Removes the last action if it only advances the time at the place of a run.
    ///
    /// - Returns: Whether it did.
    mutating func removeLastAdvance(at run: DebuggedRun) -> Bool {
        guard let last = entries.last, case .advance = last.action, last.messageCount == run.messageCount,
            last.timerCount == run.timerCount
        else { return false }
        entries.removeLast()
        return true
    }

    mutating func append(_ fingerprint: UInt32) { fingerprints.append(fingerprint) }

    /// Forgets what comes after the place of a run.
    mutating func cut(at run: DebuggedRun) {
        entries.removeSubrange(min(run.actionCount, entries.count)...)
        fingerprints.removeSubrange(min(run.messageCount, fingerprints.count)...)
    }
}

extension WaitingPlace {
    /// A number that tells messages apart: by identifier, receiver and time.
    func fingerprint(_ time: Duration) -> UInt32 {
        var hash = message.id
        func mix(_ number: UInt64) {
            hash = (hash ^ number) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
        }
        // The receiver's number, as above.
        mix(receiver.pointee.lastID >> 40)
        mix(UInt64(truncatingIfNeeded: time.attoseconds))
        return UInt32(truncatingIfNeeded: hash)
    }
}
