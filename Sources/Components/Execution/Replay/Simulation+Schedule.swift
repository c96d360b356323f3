extension Simulation {
    /// The next message from outside of a run that follows a schedule; `nil` if none is left.
    package var nextArrival: QueuedMessage? {
        guard let router = router as? ScheduleRouter, let next = router.arrivals.first else { return nil }
        let names = router.tracedNames
        let id = MessageID(next.id) { names.indices.contains(Int($0)) ? names[Int($0)] : "" }
        return QueuedMessage(next.slot, body: next.body, id: id, cause: nil)
    }

    /// The messages in mailboxes.
    package var waitingMessages: [QueuedMessage] { router.waitingMessages.map { router.described($0) } }

    /// The number of messages that wait in point-to-point channels of a run that follows a schedule.
    package var channelMessageCount: Int {
        (router as? ScheduleRouter)?.distributors.reduce(0) { $0 + $1.waitingCount } ?? 0
    }

    /// The number of point-to-point channels of a run that follows a schedule.
    package var channelCount: Int { (router as? ScheduleRouter)?.distributors.count ?? 0 }

    /// Whether a part has a timer that will fire.
    package func hasTimer(ofPart part: String) -> Bool {
        router.component(part).map { router.timers.firstTime(of: $0.number) != nil } ?? false
    }

    /// Whether nothing can happen any more in a run that follows a schedule.
    package var isAtRest: Bool {
        guard let router = router as? ScheduleRouter else { return router.isIdle && deadline == nil }
        let mayTake = router.components.lazy.compactMap(\.self).contains { component in
            component.phase == .running && component.distributors.contains { $0.hasMessage(for: component) }
        }
        return router.isIdle && router.arrivals.isEmpty && deadline == nil && !mayTake
    }

    /// Whether a part is there, and hasn't ended.
    package func isRunning(_ part: String) -> Bool { router.component(part) != nil }

    /// Whether a part is in the middle of one of its contracts.
    package func hasOpenContract(_ part: String) -> Bool {
        guard let contracts = router.component(part)?.contracts else { return false }
        return zip(contracts.contracts, contracts.current).contains { !$0.contract.mayEnd[$1] }
    }

    /// Returns whether a state of a chart, also one with substates, is active.
    package func isActive(_ state: String, ofPart part: String) -> Bool {
        guard let instance = router.component(part)?.instance else { return false }
        return instance.test(ofState: state)?(instance.storage) ?? false
    }

    /// Returns whether a chart has ignored a message since this was asked last.
    package func takesIgnoredMessage(ofPart part: String) -> Bool {
        guard let instance = router.component(part)?.instance else { return false }
        defer { instance.eventFate = .handled }
        return instance.eventFate == .ignored
    }
}
