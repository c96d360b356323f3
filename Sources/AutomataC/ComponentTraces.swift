// The functions here are described in automata_components.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CAutomata
internal import ComponentFormats
internal import Components
internal import Statecharts

@c @implementation
public func automata_simulation_trace(
    _ simulation: OpaquePointer?, _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let simulation = try SimulationHandle.required(simulation)
        try result.check("text", "length")
        let trace = simulation.simulation?.trace ?? []
        // An event, its message, and the text of both.
        try MemoryReservation.reserveMemory(trace.count * 1024)
        try result.hand(out: MessageSequence(trace, of: simulation.assembly).jsonLines)
    }
}

@c @implementation
public func automata_simulation_visit_trace(
    _ simulation: OpaquePointer?, _ visitor: automata_trace_visitor?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        try SimulationHandle.keeping(simulation) { simulation throws(CallError) in
            guard let visitor else { throw .invalidArgument("'visitor' is NULL; pass a function") }
            let trace = simulation.simulation?.trace ?? []
            try MemoryReservation.reserveMemory(trace.count * 512)
            for event in trace {
                var isOver = false
                event.withEvent { event in withUnsafePointer(to: event) { isOver = visitor($0, context) != 0 } }
                if isOver { return }
            }
        }
    }
}

extension TraceEvent {
    /// Calls a function with the event for C.
    fileprivate func withEvent(_ body: (automata_trace_event) -> Void) {
        var event = automata_trace_event()
        (event.time, event.kind) = (time.nanoseconds(rounding: .down), AUTOMATA_TRACE_SENT)
        var name = message
        switch kind {
        case .sent: break
        case .handled: event.kind = AUTOMATA_TRACE_HANDLED
        case .lost(let reason): (event.kind, name) = (AUTOMATA_TRACE_LOST, reason.rawValue)
        case .failed: event.kind = AUTOMATA_TRACE_FAILED
        case .restarted: event.kind = AUTOMATA_TRACE_RESTARTED
        }
        let texts = StableNames([id.map { "\($0)" } ?? "", cause.map { "\($0)" } ?? "", component, name])
        let lent = texts.lent
        (event.message, event.cause, event.component, event.name) = (
            lent.items[0], lent.items[1], lent.items[2], lent.items[3]
        )
        withExtendedLifetime(texts) {
            valueOfBody.withValue { value in
                event.body = value
                body(event)
            }
        }
    }

    /// The body, or the reason of a failure, or for which there is no answer.
    private var valueOfBody: Value {
        switch body {
        case let value as Value: value
        case let reason as CommandError: .text(reason.briefly)
        case let error as any Error: .text("\(error)")
        default: .null
        }
    }
}
