import AlgorithmSupport
import ProductLines
import Synchronization
import Testing

private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Work that waits until somebody runs it.
private final class Queue {
    var work: [@Sendable () -> Void] = []
    func run() {
        for work in work { work() }
        work = []
    }
}

private struct Failure: Error, Equatable {}

@Suite struct InterceptionTests {
    private let log = Log()

    @Test func eventsWithoutInterceptorsDoTheirWork() throws {
        var interception = Interception()
        let event = try interception.declare("sync", payload: Int.self)
        interception.perform(
            event,
            {
                log.add("payload"); return 1
            }()
        ) { log.add("work") }
        #expect(log.all == ["work"])
        #expect(event.name == "sync" && interception.eventNames == ["sync"])
    }

    @Test func interceptorsRunInOrderOfAttachment() throws {
        let log = log
        var interception = Interception()
        let event = try interception.declare("sync", payload: Int.self)
        try interception.attach(.after, to: [event]) { log.add("after 1 \($0.outcome.map { "\($0)" } ?? "")") }
        try interception.attach(.before, to: [event]) { log.add("before 1 \($0.payload) \($0.eventName)") }
        try interception.attachReplacement(to: [event]) { _, proceed in
            log.add("outer")
            log.add("\(proceed())")
        }
        try interception.attach(.before, to: [event]) { log.add("before 2 \($0.outcome == nil)") }
        try interception.attachReplacement(to: [event]) { _, proceed in
            log.add("inner")
            _ = proceed()
        }
        try interception.attach(.after, to: [event]) { _ in log.add("after 2") }
        interception.perform(event, 7) { log.add("work") }
        #expect(
            log.all == [
                "before 1 7 sync", "before 2 true", "outer", "inner", "work", "completed", "after 1 completed",
                "after 2",
            ])
    }

    @Test func workIsSkippedFailsAndIsRepeated() throws {
        let log = log
        var interception = Interception()
        let event = try interception.declare("sync")
        var plain = interception
        try interception.attach(.after, to: [event]) { log.add("\($0.outcome.map { "\($0)" } ?? "")") }
        var (skipping, repeating) = (interception, interception)
        try skipping.attachReplacement(to: [event]) { _, _ in }
        skipping.perform(event, ()) { log.add("work") }
        #expect(throws: Failure.self) { try interception.perform(event, ()) { () throws(Failure) in throw Failure() } }
        try repeating.attachReplacement(to: [event]) { _, proceed in
            while case .failed = proceed() {}
        }
        var count = 0
        try repeating.perform(event, ()) { () throws(Failure) in
            count += 1
            if count < 3 { throw Failure() }
        }
        #expect(count == 3)
        #expect(log.all.map { $0.prefix(7) } == ["skipped", "failed(", "complet"])
        // A copy has interceptors of its own.
        try plain.attach(.before, to: [event]) { _ in count += 10 }
        interception.perform(event, ()) {}
        plain.perform(event, ()) {}
        #expect(count == 13)
    }

    /// An outer interceptor that repeats the work ends when an inner one gives up.
    @Test func callsThatDontReachTheWorkAreSkipped() throws {
        let log = log
        var interception = Interception()
        let event = try interception.declare("sync")
        try interception.attachReplacement(to: [event]) { _, proceed in
            for _ in 0..<5 {
                let outcome = proceed()
                log.add("\("\(outcome)".prefix(7))")
                guard case .failed = outcome else { break }
            }
        }
        var count = 0
        try interception.attachReplacement(to: [event]) { _, proceed in
            count += 1
            if count < 3 { _ = proceed() }
        }
        try interception.attach(.after, to: [event]) { log.add($0.outcome.map { "\("\($0)".prefix(7))" } ?? "") }
        // The last run of the work failed, so the event fails.
        #expect(throws: Failure.self) { try interception.perform(event, ()) { () throws(Failure) in throw Failure() } }
        #expect(log.all == ["failed(", "failed(", "skipped", "failed("])
    }

    /// A change during an event doesn't affect the event, and events nest.
    @Test func interceptionsChangeWhileEventsRun() throws {
        let log = log
        var interception = Interception()
        let (outer, inner) = (try interception.declare("outer"), try interception.declare("inner"))
        try interception.attach(.before, to: [outer]) { _ in
            log.add("before")
            do {
                try interception.attach(.after, to: [outer, inner]) { log.add("after \($0.eventName)") }
                _ = try interception.declare("third")
            } catch { log.add("\(error)") }
            interception.perform(inner, ()) { log.add("inner") }
        }
        interception.perform(outer, ()) {
            log.add("work")
            interception = Interception()
        }
        #expect(log.all == ["before", "inner", "after inner", "work"])
        #expect(interception.eventNames == [])
    }

    @Test func nonblockingInterceptorsGoToTheExecutor() throws {
        let (log, queue) = (log, Queue())
        var interception = Interception { queue.work.append($0) }
        let start = try interception.declare("start", payload: Int.self)
        let end = try interception.declare("end", payload: Int.self)
        try interception.attachNonblocking(.before, to: [start, end]) { log.add("\($0.eventName) \($0.payload)") }
        try interception.attachNonblocking(.after, to: [end]) { _ in log.add("after") }
        interception.perform(start, 1) { log.add("work 1") }
        interception.perform(end, 2) { log.add("work 2") }
        #expect(log.all == ["work 1", "work 2"])
        queue.run()
        #expect(log.all == ["work 1", "work 2", "start 1", "end 2", "after"])
    }

    @Test func interceptorsOfAnyPayload() throws {
        let log = log
        var interception = Interception()
        let start = try interception.declare("start", payload: Int.self)
        let end = try interception.declare("end", payload: String.self)
        try interception.attach(.before, toEventsNamed: ["end", "start"]) { log.add("\($0.eventName) \($0.payload)") }
        interception.perform(start, 1) {}
        interception.perform(end, "x") {}
        #expect(log.all == ["start 1", "end x"])
        #expect(
            findings {
                try interception.attach(.after, toEventsNamed: ["sart", "end", "x"]) { _ in }
            } == ["unknown event 'sart'; did you mean 'start'?", "unknown event 'x'; declare it first"])
    }

    @Test func wrongEventsAreRefused() throws {
        let log = log
        var (interception, other) = (Interception(), Interception())
        let event = try interception.declare("a", payload: Int.self)
        let foreign = try other.declare("a", payload: String.self)
        _ = try other.declare("b")
        let beyond = try other.declare("c", payload: Int.self)
        #expect(
            findings { _ = try interception.declare("a") } == [
                "two events are named 'a'; give each event a name of its own"
            ])
        #expect(
            findings { try interception.attach(.before, to: [Event<Int>]()) { _ in } } == [
                "an interceptor is attached to no event; name at least one event"
            ])
        #expect(findings { try interception.attach(.before, toEventsNamed: []) { _ in } }.count == 1)
        #expect(
            findings { try interception.attach(.before, to: [foreign]) { _ in } } == [
                "the event 'a' was declared in another interception; declare it in this interception"
            ])
        #expect(findings { try interception.attachReplacement(to: [event, beyond]) { _, _ in } }.count == 1)
        try interception.attach(.before, to: [event]) { _ in log.add("before") }
        interception.perform(foreign, "x") { log.add("foreign") }
        interception.perform(beyond, 1) { log.add("beyond") }
        #expect(log.all == ["foreign", "beyond"])
    }

    /// Random interceptors run as a plain list says.
    @Test func randomInterceptorsAgreeWithAList() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            let log = Log()
            var interception = Interception()
            let events = try (0..<3).map { try interception.declare("e\($0)", payload: Int.self) }
            var expected = [[[String]]](repeating: [[], [], []], count: 3)
            for number in 0..<random.draw(0..<10) {
                let chosen = (0..<3).filter { _ in random.draw(0..<2) == 0 }
                guard !chosen.isEmpty else { continue }
                let kind = random.draw(0..<3)
                for event in chosen { expected[event][kind].append("\(number)") }
                let own = chosen.map { events[$0] }
                switch kind {
                case 0: try interception.attach(.before, to: own) { _ in log.add("\(number)") }
                case 1:
                    try interception.attachReplacement(to: own) { _, proceed in
                        log.add("\(number)")
                        _ = proceed()
                    }
                default: try interception.attach(.after, to: own) { _ in log.add("\(number)") }
                }
            }
            for event in events { interception.perform(event, 0) { log.add("work") } }
            let lines = expected.flatMap { kinds -> [String] in
                [kinds[0], kinds[1], ["work"], kinds[2]].flatMap(\.self)
            }
            #expect(log.all == lines)
        }
    }

    @Test func delegatesAreAskedInOrder() throws {
        var delegates = Delegates<(Int) -> Int?>(primary: { $0 > 10 ? 1 : nil })
        delegates.add { $0 > 5 ? 2 : nil }
        delegates.add { _ in 3 }
        #expect([11, 6, 0].map { number in delegates.firstAnswer { $0(number) } } == [1, 2, 3])
        var answers: [Int?] = []
        delegates.forEach { answers.append($0(7)) }
        #expect(answers == [nil, 2, 3])
        delegates.removeAll { $0(0) == 3 }
        delegates.primary = nil
        #expect(delegates.firstAnswer { $0(0) } == nil)
        var count = 0
        #expect(throws: Failure.self) {
            try delegates.forEach { _ throws(Failure) in
                count += 1
                throw Failure()
            }
        }
        #expect(count == 1)
    }

    @Test func observersAreToldThroughTheExecutor() {
        let (log, queue) = (log, Queue())
        var observers = Observers<Log> { queue.work.append($0) }
        #expect(observers.isEmpty)
        observers.notify { $0.add("nobody") }
        observers.add(log)
        observers.add(log)
        observers.notify { $0.add("opened") }
        #expect(log.all == [] && !observers.isEmpty)
        queue.run()
        #expect(log.all == ["opened", "opened"])
    }
}
