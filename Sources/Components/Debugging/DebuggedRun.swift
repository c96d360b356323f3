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
        router.started = []
    }

    /// The next message, if nothing comes before it.
    func nextMessage() -> WaitingPlace? { replay.map { $0.nextRecordedMessage() } ?? router.nextMessage() }

    /// Handles the next message, or repeats the next step of a recording.
    ///
    /// - Throws: ``ComponentError/diverged(step:component:)`` if the step can't be repeated.
    @inline(__always)
    mutating func handle() throws(ComponentError) {
        messageCount += 1
        if replay == nil { _ = router.step() } else { try repeatStep() }
    }

    private func repeatStep() throws(ComponentError) {
        if let replay, !replay.replayStep(), let error = router.failures.list.last?.error as? ComponentError {
            throw error
        }
    }

    /// Fires the next timer, or repeats a step of a recording that handles no message.
    ///
    /// - Returns: Whether there was one until a time.
    mutating func fire(until end: Duration) throws(ComponentError) -> Bool {
        if let replay {
            guard let step = replay.nextStep, step.time <= end else { return false }
            try repeatStep()
        } else if !router.fireNextTimer(until: end) {
            return false
        }
        timerCount += 1
        return true
    }

    /// Carries out an action of the history.
    ///
    /// - Returns: The error of the action.
    mutating func carryOut(_ action: RunHistory.Action) -> (any Error)? {
        actionCount += 1
        defer { forgetConditions() }
        switch action {
        case .advance(let time): router.advance(to: time)
        case .rest: _ = router.step()
        case .perform(let action): do { try action(simulation) } catch { return error }
        }
        return nil
    }

    /// Lets conditions that are true now count as known.
    func forgetConditions() {
        for component in router.components {
            if let component, component.phase == .running { _ = component.breakpoints?.nextTrue() }
        }
        router.started = []
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

    /// Carries out an action, and notes it at the place of a run.
    ///
    /// - Returns: The error of the action.
    mutating func carryOut(_ action: Action, in run: inout DebuggedRun) -> (any Error)? {
        entries.append(Entry(messageCount: run.messageCount, timerCount: run.timerCount, action: action))
        let error = run.carryOut(action)
        entries[entries.count - 1].hasFailed = error != nil
        return error
    }

    /// Advances the time, and notes it at the place of a run.
    mutating func advance(_ run: inout DebuggedRun, to time: Duration) {
        // Only the last one of several times matters.
        if let last = entries.last, case .advance = last.action, last.messageCount == run.messageCount,
            last.timerCount == run.timerCount
        {
            entries[entries.count - 1] = Entry(
                messageCount: run.messageCount, timerCount: run.timerCount, action: .advance(time))
            run.router.advance(to: time)
        } else {
            _ = carryOut(.advance(time), in: &run)
        }
    }

    mutating func append(_ fingerprint: UInt32) { fingerprints.append(fingerprint) }

    /// Forgets what comes after the place of a run.
    mutating func cut(at run: DebuggedRun) {
        entries.removeSubrange(min(run.actionCount, entries.count)...)
        fingerprints.removeSubrange(min(run.messageCount, fingerprints.count)...)
    }
}

extension WaitingPlace {
    /// A number that tells messages apart: by identifier, receiver, kind and time.
    func fingerprint(_ time: Duration) -> UInt32 {
        let (seconds, attoseconds) = time.components
        var hash = message.id
        func mix(_ number: UInt64) {
            hash = (hash ^ number) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
        }
        mix(UInt64(receiver.pointee.component.number))
        mix(UInt64(message.slot.pointee.slot.message.index))
        mix(UInt64(bitPattern: seconds))
        mix(UInt64(bitPattern: attoseconds))
        return UInt32(truncatingIfNeeded: hash)
    }
}
