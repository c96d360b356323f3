extension SystemHost {
    struct Shared {
        var components: [String: ComponentCore] = [:]
        var endedNames = EndedNames()
        var all: [UInt32: ComponentCore] = [:]
        /// The names of all components that ever were, and those that have ended, if the run is
        /// recorded: a trace tells also what comes for these.
        var recordedNames: [UInt32: String] = [:]
        var ended: [ComponentCore] = []
        var lastNumber: UInt32 = 0
        var freeNumbers: [UInt32] = []
        /// The ports from outside, by their numbers as senders.
        var outside: [UInt32: ComponentCore] = [:]
        var failures = LatestFailures()
        var waiters: [TaskLatch] = []
        /// The feeds, with the components that they feed.
        var feeds: [Int: (task: Task<FeedEnd, Never>, receiver: ComponentCore)] = [:]
        var feedCount = 0
        /// The number of feeds that are sending.
        var sendingCount = 0
        var pause = Pause()
        var breakpoints: [Breakpoint] = []
    }

    /// Returns a sender of messages from outside, with a number from the end of all numbers; a
    /// recording tells them apart.
    func makeOutside() -> ComponentCore {
        shared.withLock { shared in
            let number = 0xFF_FFFF - UInt32(shared.outside.count)
            let sender = ComponentCore("", number, self, .environment(), .init())
            if recorder != nil { shared.outside[number] = sender }
            return sender
        }
    }

    /// The name of the component with a number; empty for ports from outside.
    func name(_ number: UInt32) -> String {
        shared.withLock { $0.recordedNames[number] ?? $0.all[number]?.name ?? "" }
    }

    func giveTurn(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        switch receiver.pointee.component.execution {
        case .shared: workers.schedule(receiver)
        case .blocking: if !blocking.schedule(receiver) { workers.schedule(receiver) }
        case .mainActor:
            nonisolated(unsafe) let receiver = receiver
            Task { @MainActor in self.turn(receiver) }
        }
    }
}
