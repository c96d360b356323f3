@_spi(Tool) internal import Automata
internal import CAutomata
internal import StatechartFormats
internal import Statecharts

/// The functions of a C program for a machine whose chart has expressions.
struct HostFunctions: StatechartHost, @unchecked Sendable {
    // Unchecked: a machine belongs to one thread at a time, and so does its run.
    let run: UnsafeMutablePointer<HostRun>
    let guards, actions: HostSymbols
    let options: automata_machine_options

    func holds(
        _ name: String, _ behavior: ExpressionBehavior, in step: borrowing Step<ExpressionBehavior>
    ) throws -> Bool? {
        // A callback that evaluates an expression calls no other one, perhaps itself.
        guard run.pointee.reading == nil else { return nil }
        return try guards.withSymbol(for: name) { symbol in
            try withUnsafePointer(to: step) { step in
                try withUnsafePointer(to: behavior) { behavior in
                    try working(on: UnsafeMutablePointer(mutating: behavior)) {
                        try run.ask(symbol, UnsafeRawPointer(step))
                    }
                }
            }
        }
    }

    func perform(
        _ name: String, _ behavior: inout ExpressionBehavior, in step: inout Step<ExpressionBehavior>
    ) throws {
        let isBound: Void? = try actions.withSymbol(for: name) { symbol in
            try withUnsafeMutablePointer(to: &step) { step in
                try working(on: &behavior) { try run.perform(symbol, UnsafeMutableRawPointer(step)) }
            }
        }
        if isBound == nil {
            throw ExpressionError("no function is bound to the action '\(name)'; add it to options.actions")
        }
    }

    func perform(
        _ action: Statechart.CustomAction, _ behavior: inout ExpressionBehavior,
        in step: inout Step<ExpressionBehavior>
    ) throws {
        var request = HostRequest(
            AUTOMATA_MACHINE_REQUEST_PERFORM, .record(action.attributes.mapValues { .text($0) }))
        (request.type, request.name) = (action.namespace, action.name)
        request.text = action.content.isEmpty ? nil : action.content
        let isKnown = try withUnsafeMutablePointer(to: &step) { step in
            try working(on: &behavior) {
                run.pointee.begin(nil, writing: UnsafeMutableRawPointer(step))
                defer { run.pointee.end() }
                return try carryOut(request)
            }
        }
        if !isKnown { throw ExpressionError("no program carries out the action '\(action.name)'") }
    }

    /// Calls a function while a callback works on the data of a session.
    private func working<Result>(
        on behavior: UnsafeMutablePointer<ExpressionBehavior>, _ body: () throws -> Result
    ) rethrows -> Result {
        (run.pointee.data, run.pointee.isInvoked) = (behavior, behavior.pointee.invokeID != nil)
        defer { (run.pointee.data, run.pointee.isInvoked) = (nil, false) }
        return try body()
    }

    func mayTake(byteCount: Int) -> Bool {
        run.pointee.valueBytes = max(run.pointee.valueBytes, byteCount)
        return MemoryReservation.mayTake(byteCount)
    }

    /// Passes a log entry to the program.
    func add(_ entry: ExpressionBehavior.LogEntry) {
        guard let log = options.log else { return }
        entry.label.withCString { label in
            (entry.value ?? .null).withValue { value in
                withUnsafePointer(to: value) { log(run.pointee.handle, label, $0, run.pointee.context) }
            }
        }
    }

    /// Passes a sentence about a failure to the program.
    func report(_ failure: ExpressionBehavior.Failure) {
        guard let note = options.note else { return }
        let subject =
            switch failure.subject {
            case .condition(let condition): condition.shortText
            case .action(let action): action.shortText
            case .invocation(let invocation): invocation.id.map { "the invocation \($0)" } ?? "an invocation"
            }
        "'\(subject)' failed: \(failure.error)".printable.withCString { note($0, run.pointee.context) }
    }
}

// MARK: - Values

extension Value {
    private var kind: automata_statechart_value_kind {
        switch self {
        case .null: AUTOMATA_STATECHART_VALUE_NULL
        case .boolean: AUTOMATA_STATECHART_VALUE_BOOLEAN
        case .number: AUTOMATA_STATECHART_VALUE_NUMBER
        case .text: AUTOMATA_STATECHART_VALUE_TEXT
        case .list, .record: AUTOMATA_STATECHART_VALUE_JSON
        }
    }

    /// The characters of a text, or any other value as JSON.
    var characters: String { if case .text(let text) = self { text } else { json } }

    /// Returns the value for C, whose text is at the given address.
    func lent(_ text: UnsafePointer<CChar>?, _ length: Int) -> automata_statechart_value {
        var number = 0.0
        if case .number(let value) = self { number = value }
        if case .boolean(true) = self { number = 1 }
        return automata_statechart_value(
            kind: kind, number: number, text: automata_text(data: text, length: length))
    }

    /// Calls a function with the value for C.
    func withValue(_ body: (automata_statechart_value) -> Void) {
        let text = characters
        let length = text.utf8.count
        text.withCString { body(lent($0, length)) }
    }

    /// Creates the value that C gives.
    init(_ pointer: UnsafePointer<automata_statechart_value>?) throws(CallError) {
        guard let value = pointer?.pointee else {
            throw .invalidArgument("'value' is NULL; pass the address of a value")
        }
        switch value.kind {
        case AUTOMATA_STATECHART_VALUE_NULL: self = .null
        case AUTOMATA_STATECHART_VALUE_BOOLEAN: self = .boolean(value.number != 0)
        case AUTOMATA_STATECHART_VALUE_NUMBER:
            guard value.number.isFinite else { throw .invalidArgument("the value's number isn't finite; correct it") }
            self = .number(value.number)
        case AUTOMATA_STATECHART_VALUE_TEXT:
            self = .text(try Argument.string(value.text.data, value.text.length, "value"))
        case AUTOMATA_STATECHART_VALUE_JSON:
            let text = UnsafeRawBufferPointer(try Argument.text(value.text.data, value.text.length, "value"))
            // A list of numbers grows most: two bytes become an element.
            try MemoryReservation.reserveMemory(32 * text.count)
            do throws(StatechartFormatError) { self = try Value(json: text) } catch {
                throw .statechart(.reading(error))
            }
        default: throw .invalidArgument("invalid 'kind'; expected a constant of automata_statechart_value_kind")
        }
        do throws(ExpressionError) { _ = try size() } catch { throw .statechart(.tooLarge(error)) }
    }
}
