internal import CAutomata
internal import Statecharts

/// A compiled chart, with the names of its states and events and the functions that it calls.
final class StatechartHandle: Handle, Sendable {
    static let kind: StaticString = "statechart"

    let chart: CompiledStatechart<HostBehavior>
    let stateCount: Int
    let stateNames: StableNames
    let eventNames: StableNames
    /// The engine's number of each event of C.
    let numbers: StableArray<UInt32>
    /// The event of C for each of the engine's, or `UInt32.max`.
    private let events: StableArray<UInt32>
    private let symbolNames: NamePool

    init(_ chart: CompiledStatechart<HostBehavior>, _ symbolNames: NamePool) {
        (self.chart, self.symbolNames) = (chart, symbolNames)
        let (states, events) = (chart.stateNames, chart.eventNames)
        stateCount = states.count
        stateNames = StableNames(states)
        let mentionedEvents = events.indices.filter { chart.isMentioned(event: $0) }
        eventNames = StableNames(mentionedEvents.map { events[$0] })
        numbers = StableArray(mentionedEvents.map { UInt32($0) })
        var ids = [UInt32](repeating: .max, count: events.count)
        for (id, number) in mentionedEvents.enumerated() { ids[number] = UInt32(id) }
        self.events = StableArray(ids)
    }

    /// Returns C's event for an event number of the engine.
    func event(_ number: Int) -> automata_statechart_event { events[number] }

    /// Returns the event with a name; `nil` if the chart doesn't mention it.
    func event(named name: String) -> automata_statechart_event? {
        let event = events[chart.number(ofEvent: name)]
        return event == .max ? nil : event
    }
}
