import AlgorithmSupport
import ComponentFormats
import Components
import Statecharts
import Testing

/// Laws of filters, on traces of random runs.
struct FilterTests {
    private static func filtered(_ events: [TraceEvent], _ change: (inout TraceFilter) -> Void) throws -> [TraceEvent] {
        var filter = TraceFilter()
        filter.kinds = Set(TraceFilter.Kind.allCases)
        change(&filter)
        return try events.compactMap { event throws(TraceFormatError) in try filter.filtered(event) }
    }

    /// Returns for each event whether it is chosen.
    private static func choices(_ events: [TraceEvent], _ change: (inout TraceFilter) -> Void) throws -> [Bool] {
        var filter = TraceFilter()
        filter.kinds = Set(TraceFilter.Kind.allCases)
        change(&filter)
        return try events.map { event throws(TraceFormatError) in try filter.filtered(event) != nil }
    }

    /// Conditions about an event.
    private static func conditions(_ event: TraceEvent) -> [(inout TraceFilter) -> Void] {
        [
            { $0.components = [event.component.isEmpty ? "c0" : event.component] }, { $0.messages = ["m"] },
            { $0.earliest = event.time }, { $0.latest = event.time },
            { $0.flow = event.id.map { "\($0)" } ?? "environment/1" }, { $0.kinds = [.handled, .failed] },
            { $0.text = "1" },
        ]
    }

    @Test func conditionsAreJoined() throws {
        var generator = SeededGenerator(seed: 5)
        var (chosenCount, count) = (0, 0)
        for seed in 0..<200 as Range<UInt64> {
            let events = try RandomAssembly(seed).record().events
            #expect(try !Self.choices(events) { _ in }.contains(false))
            guard let event = events.randomElement(using: &generator) else { continue }
            let conditions = Self.conditions(event).shuffled(using: &generator).prefix(2)
            let alone = try conditions.map { try Self.choices(events, $0) }
            let both = try Self.choices(events) { filter in for condition in conditions { condition(&filter) } }
            #expect(both == zip(alone[0], alone[1]).map { $0 && $1 })
            chosenCount += both.count { $0 }
            count += both.count
        }
        #expect(chosenCount > count / 20 && chosenCount < count / 2)
    }

    @Test func kindsAndTimesDivideTraces() throws {
        var count = 0
        for seed in 0..<50 as Range<UInt64> {
            let events = try RandomAssembly(seed).record().events
            let parts = try TraceFilter.Kind.allCases.map { kind in
                try Self.filtered(events) { $0.kinds = [kind] }.count
            }
            #expect(parts.reduce(0, +) == events.count)
            guard let middle = events.dropFirst(events.count / 2).first?.time else { continue }
            let (before, after) = (
                try Self.filtered(events) { $0.latest = middle }, try Self.filtered(events) { $0.earliest = middle }
            )
            let now = try Self.filtered(events) { ($0.earliest, $0.latest) = (middle, middle) }
            #expect(before.count + after.count - now.count == events.count && !now.isEmpty)
            count += events.count
        }
        #expect(count > 1000)
    }

    /// Flows are closed: their messages are those whose chain of causes leads to the first one.
    @Test func flowsHaveAllThatFollows() throws {
        var count = 0
        for seed in 0..<50 as Range<UInt64> {
            let events = try RandomAssembly(seed, mayFail: false).record().events
            var causes: [MessageID: MessageID] = [:]
            for event in events where event.kind == .sent {
                if let id = event.id { causes[id] = event.cause }
            }
            for first in events.compactMap({ $0.kind == .sent ? $0.id : nil }).prefix(20) {
                let flow = try Self.filtered(events) { $0.flow = "\(first)" }
                let expected = events.filter { event in
                    var id = event.id
                    while let message = id, message != first { id = causes[message] }
                    return id == first
                }
                #expect(flow.count == expected.count && flow.compactMap(\.id) == expected.compactMap(\.id))
                count += flow.count
            }
        }
        #expect(count > 500)
    }

    /// Events tell what their messages are, and a sequence of them is that of the whole trace.
    @Test func eventsAreCompleted() throws {
        let run = try ComponentRun(Files.document("expenses.json"))
        try run.send("button.fetch")
        try run.advance(by: .seconds(2))
        let events = run.simulation.trace
        let chosen = try Self.filtered(events) { ($0.kinds, $0.components) = ([.handled, .lost], ["service"]) }
        #expect(
            chosen.map { "\($0.component) \($0.message) \($0.bodyText ?? "-") \($0.cause.map { "\($0)" } ?? "-")" } == [
                "service service.fetch - environment/1", "service timers.due - model/1",
                "model replies.fetched [12, 30] service/1",
            ])
        let all = try Self.filtered(events) { _ in }
        let names = run.parts.map(\.name)
        #expect(MessageSequence(all, components: names).jsonLines == run.messages.jsonLines)
        #expect(
            MessageSequence(chosen, components: names).mermaid.hasPrefix("sequenceDiagram\n  participant c0 as model\n")
        )
        #expect(try Self.filtered(events) { $0.text = "30" }.map(\.name) == ["fetched", "fetched", "shown", "shown"])
        #expect(try Self.filtered(events) { $0.messages = ["list.shown"] }.count == 2)
        #expect(try Self.filtered(events) { $0.components = ["serv"] }.isEmpty)
    }

    @Test func memoryHasALimit() throws {
        var filter = TraceFilter()
        filter.maximumBytes = 10_000
        #expect(throws: TraceFormatError.self) {
            for number in 1...100 {
                let event = TestEvents.sent(
                    by: "a", port: "p", message: "m", Value.text("text"), at: .zero, number: number)
                _ = try filter.filtered(event)
            }
        }
        // What is handled is forgotten.
        var other = TraceFilter()
        other.maximumBytes = 1_000
        for number in 1...100 {
            let event = TestEvents.sent(by: "a", port: "p", message: "m", Value.null, at: .zero, number: number)
            _ = try other.filtered(event)
            let handled = try other.filtered(TestEvents.handled(by: "b", sender: "a", number: number, at: .zero))
            #expect(handled?.name == "m")
        }
    }
}
