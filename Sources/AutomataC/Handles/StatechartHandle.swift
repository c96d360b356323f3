internal import CAutomata
internal import Statecharts

/// A compiled chart for one of the behaviors.
protocol HostedChart: Sendable {
    var chart: Statechart { get }
    var stateNames: [String] { get }
    var eventNames: [String] { get }
    var warnings: [StatechartFinding] { get }
    /// The nodes of all states, by number, and then of all pseudostates.
    var nodes: [Int] { get }
    func isMentioned(event: Int) -> Bool
    func number(ofState: String) -> Int?
    func number(ofEvent: String) -> Int
    func parent(ofNode: Int) -> Int
    func name(ofNode: Int) -> String
    func state(ofNode: Int) -> Statechart.State

    /// Makes a machine, which isn't started.
    func engine(
        _ chart: StatechartHandle, _ run: UnsafeMutablePointer<HostRun>, _ options: automata_machine_options
    ) -> MachineEngine
}

extension CompiledStatechart: HostedChart where Behavior: HostedBehavior {
    func engine(
        _ chart: StatechartHandle, _ run: UnsafeMutablePointer<HostRun>, _ options: automata_machine_options
    ) -> MachineEngine {
        Behavior.engine(chart, self, run, options)
    }
}

/// A compiled chart, with the names of its states and events and the functions that it calls.
final class StatechartHandle: Handle, Sendable {
    static let kind: StaticString = "statechart"

    let compiled: any HostedChart
    let guards, actions: HostSymbols
    let needsSession: Bool
    let stateCount: Int
    let stateNames: StableNames
    let eventNames: StableNames
    /// The definitions of all states and pseudostates.
    let definitions: StateDefinitions
    /// The engine's number of each event of C.
    let numbers: StableArray<UInt32>
    /// The event of C for each of the engine's, or `UInt32.max`.
    private let events: StableArray<UInt32>

    init(_ chart: any HostedChart, _ guards: HostSymbols, _ actions: HostSymbols) {
        (compiled, self.guards, self.actions) = (chart, guards, actions)
        needsSession = chart.chart.needsSession
        let (states, events) = (chart.stateNames, chart.eventNames)
        stateCount = states.count
        stateNames = StableNames(states)
        definitions = StateDefinitions(chart)
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
        let event = events[compiled.number(ofEvent: name)]
        return event == .max ? nil : event
    }
}
