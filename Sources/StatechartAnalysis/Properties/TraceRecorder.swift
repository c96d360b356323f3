internal import Statecharts

/// The names of what happens in runs, and the traces of steps, each once.
final class TraceTable {
    /// The observed events by their numbers.
    private(set) var names: [String] = []
    private var numbers: [String: UInt32] = [:]
    /// The traces by their numbers; the first one is empty.
    private(set) var traces: [[UInt32]] = [[]]
    private var traceNumbers: [[UInt32]: UInt32] = [[]: 0]
    private(set) var byteCount = 0
    /// The events from outside that the engine's tables know by a pattern.
    private let aliases: [String: String]

    init(aliases: [String: String] = [:]) { self.aliases = aliases }

    func number(of name: String) -> UInt32 {
        if let number = numbers[name] { return number }
        let number = UInt32(names.count)
        numbers[name] = number
        names.append(name)
        byteCount += 2 * name.utf8.count + 128
        return number
    }

    func number(of trace: [UInt32]) -> UInt32 {
        if let number = traceNumbers[trace] { return number }
        let number = UInt32(traces.count)
        traceNumbers[trace] = number
        traces.append(trace)
        byteCount += 8 * trace.count + 128
        return number
    }

    func name(ofEvent event: String) -> String { aliases[event] ?? event }
}

/// Records what happens in a step: consumed events, exited and entered states, and actions.
struct TraceRecorder: StatechartRecorder {
    let table: TraceTable
    var symbols: [UInt32] = []
    /// The states that were entered and the transitions that were taken, if that is tracked.
    var coverage: Coverage?

    init(_ table: TraceTable) { self.table = table }

    /// The beginning of the name of an action that stands for one that the exploration leaves out.
    static let marker = "\u{2}"

    mutating func began(event: String, cause: StepCause, at time: Duration) {
        if !event.isEmpty { symbols.append(table.number(of: table.name(ofEvent: event))) }
    }

    mutating func left(_ state: String) { if !state.isEmpty { symbols.append(table.number(of: "exited." + state)) } }

    mutating func took(source: String, _ index: Int) { coverage?.took(source: source, index) }

    mutating func entered(_ state: String) {
        coverage?.entered(state)
        if !state.isEmpty { symbols.append(table.number(of: "entered." + state)) }
    }

    static var recordsActions: Bool { true }

    mutating func acted(_ action: RecordedAction, _ name: String) {
        // The marks of outputs are no actions.
        if name.isEmpty || name.unicodeScalars.first == OutputMarks.mark { return }
        let isMarker = name.hasPrefix(Self.marker)
        symbols.append(table.number(of: isMarker ? String(name.dropFirst()) : action.rawValue + "." + name))
    }

    /// Ends a step, and returns the number of its trace.
    mutating func finish() -> UInt32 {
        let number = table.number(of: symbols)
        symbols.removeAll(keepingCapacity: true)
        return number
    }
}
