internal import TextSupport

/// The latest news of a run as lines of JSON, which each listener reads at its own pace.
struct InspectionJournal {
    /// The version of the protocol, which changes when listeners must.
    static let version = 1
    /// The maximum number of events, and of failures, that are kept.
    static let eventLimit = 10_000
    /// The maximum number of bytes of a body.
    static let bodyLimit = 1000

    /// The place up to which a listener knows the news.
    struct Place {
        var isGreeted = false
        /// The number of the next event, or `nil` before the first one.
        var event: Int?
        var failure = 0
        var removal = 0
        var assembly = 0
        var states = 0
        var pause = 0
    }

    fileprivate struct Numbered {
        let number: Int
        let line: [UInt8]
    }

    private let greeting: [UInt8]
    /// The latest events; the first ones are removed in larger pieces.
    private var events: [Numbered] = []
    /// The number of the run's last event.
    private var lastEvent = 0
    private var failures: [[UInt8]] = []
    private var removedFailureCount = 0
    private var removals: [[UInt8]] = []
    private var removedRemovalCount = 0
    private var assembly = Numbered(number: 0, line: [])
    /// The states of each chart, with the number of the change.
    private var states: [String: Numbered] = [:]
    private var stateCount = 0
    private var pause = Numbered(number: 0, line: line(RunPause()))
    private(set) var hasEnded = false

    init(allowsControl: Bool) {
        greeting = Self.line { output in
            output.key("news")
            output.string("run")
            output.key("version")
            output.number(Self.version)
            output.key("allowsControl")
            output.flag(allowsControl)
        }
    }

    // MARK: - Writing

    mutating func add(_ content: InspectionNews.Content, _ assembly: Assembly?, _ pause: RunPause) {
        if let assembly {
            self.assembly = Numbered(number: self.assembly.number + 1, line: Self.line(assembly))
            // The parts that aren't there any more.
            (removals, removedRemovalCount) = ([], removedRemovalCount + removals.count)
        }
        for (number, event) in content.events {
            events.append(Numbered(number: number, line: Self.line(number, event)))
        }
        lastEvent = max(lastEvent, content.lastNumber)
        if events.count > 2 * Self.eventLimit { events.removeFirst(events.count - Self.eventLimit) }
        for name in content.removed {
            removals.append(Self.line { $0.news("removed", part: name) })
            states[name] = nil
        }
        for part in content.states.keys.sorted() {
            stateCount += 1
            states[part] = Numbered(number: stateCount, line: Self.line(part, content.states[part] ?? []))
        }
        failures += content.failures.map(Self.line)
        if failures.count > 2 * Self.eventLimit {
            removedFailureCount += failures.count - Self.eventLimit
            failures.removeFirst(failures.count - Self.eventLimit)
        }
        if content.isPauseChanged { note(pause) }
        if content.hasEnded { noteEnd() }
    }

    private mutating func note(_ pause: RunPause) {
        if hasEnded { return }
        let line = Self.line(pause)
        if line != self.pause.line { self.pause = Numbered(number: self.pause.number + 1, line: line) }
    }

    mutating func noteEnd() {
        if hasEnded { return }
        hasEnded = true
        pause = Numbered(number: pause.number + 1, line: Self.line("news", "ended"))
    }

    // MARK: - Reading

    /// Whether a listener doesn't know all.
    func hasNews(for place: Place) -> Bool {
        !place.isGreeted || place.assembly != assembly.number || place.states != stateCount
            || place.failure < removedFailureCount + failures.count
            || place.removal < removedRemovalCount + removals.count || place.pause != pause.number
            || place.event.map { $0 <= lastEvent } ?? !events.isEmpty
    }

    /// Adds what a listener doesn't know: channels, then events up to a number of bytes, then what
    /// holds after them.
    func append(to output: inout [UInt8], from place: inout Place, limit: Int) {
        if !place.isGreeted { output += greeting }
        place.isGreeted = true
        if place.assembly != assembly.number { output += assembly.line }
        place.assembly = assembly.number
        appendEvents(to: &output, from: &place, limit: limit)
        output += removals.dropFirst(max(0, place.removal - removedRemovalCount)).joined()
        place.removal = removedRemovalCount + removals.count
        if place.states != stateCount {
            let changed = states.values.filter { $0.number > place.states }.sorted { $0.number < $1.number }
            for states in changed { output += states.line }
            place.states = stateCount
        }
        output += failures.dropFirst(max(0, place.failure - removedFailureCount)).joined()
        place.failure = removedFailureCount + failures.count
        if place.pause != pause.number { output += pause.line }
        place.pause = pause.number
    }

    private func appendEvents(to output: inout [UInt8], from place: inout Place, limit: Int) {
        // Whoever comes later begins with the events that are kept.
        guard var next = place.event ?? events.first?.number else { return }
        var index = events.partitioningIndex { $0.number >= next }
        while next <= lastEvent, output.count < limit {
            let number = index < events.count ? events[index].number : lastEvent + 1
            if number > next {
                output += Self.line { output in
                    output.news("missed")
                    output.key("count")
                    output.number(number - next)
                }
            }
            next = number
            if index < events.count {
                output += events[index].line
                (index, next) = (index + 1, number + 1)
            }
        }
        place.event = next
    }
}

extension [InspectionJournal.Numbered] {
    /// Returns the first index at which a condition holds, which holds at all later ones.
    fileprivate func partitioningIndex(where condition: (InspectionJournal.Numbered) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
