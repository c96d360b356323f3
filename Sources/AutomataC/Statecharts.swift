// The functions here are described in automata_statechart.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_spi(Tool) internal import Automata
internal import AutomataFiles
public import CAutomata
@_spi(Tool) internal import StatechartFormats
internal import Statecharts
internal import TextSupport

extension automata_statechart_options: SizedStruct {}

// MARK: - Compiling

extension automata_statechart_options {
    /// The bytes of memory that a chart takes for each byte of its text.
    private static let bytesPerByte = 64

    /// The budget, and the maximum number of bytes of a text.
    fileprivate func limits() throws(CallError) -> (budget: Budget, textBytes: Int) {
        let budget = try Budget(budget)
        return (budget, min(1 << 24, budget.maximumBytes / Self.bytesPerByte))
    }

    /// Reads and compiles a chart.
    fileprivate func read(
        _ text: UnsafeRawBufferPointer, as format: automata_statechart_format, name: String,
        _ limits: (budget: Budget, textBytes: Int)
    ) throws(CallError) -> StatechartHandle {
        try core { () throws(AutomataError) in try limits.budget.check(statesBuilt: 0, bytes: 0) }
        let format = try StatechartFormat.given(format, for: text, named: name)
        // A state of other tools' formats may need few bytes of text.
        let factor = StatechartFormat.complete.contains(format) ? 1 : 4
        let textBytes = limits.textBytes / factor
        try MemoryReservation.reserveMemory(min(text.count, textBytes) * factor * Self.bytesPerByte)
        let document: StatechartDocument
        do throws(StatechartFormatError) {
            document = try format.document(from: text, name: name, maximumBytes: textBytes)
        } catch {
            throw .statechart(.reading(error))
        }
        let handle = try compile(document.chart, limits.budget) { finding in
            document.position(of: finding).map {
                StatechartFailure.TextPosition(name: name, line: $0.line, column: $0.column)
            }
        }
        report(document.warnings.map { "\(name):\($0.line):\($0.column): \($0.message)" })
        if !document.skippedNamespaces.isEmpty {
            let names = document.skippedNamespaces.joined(separator: ", ")
            report(["\(name): elements and attributes of other namespaces are left out: \(names)"])
        }
        return handle
    }

    func compile(_ chart: Statechart) throws(CallError) -> StatechartHandle {
        try compile(chart, try limits().budget) { _ in nil }
    }

    private func compile(
        _ chart: Statechart, _ budget: Budget, position: (StatechartFinding) -> StatechartFailure.TextPosition?
    ) throws(CallError) -> StatechartHandle {
        let guards = try HostSymbols(guards, guard_count, "guards")
        let actions = try HostSymbols(actions, action_count, "actions")
        if let part = chart.excludedPart { throw invalid([StatechartFailure.Finding(part, at: position(part))]) }
        let compiler = HostCompiler(chart: chart, guards: guards, actions: actions, budget: budget)
        do throws(StatechartError) {
            let handle = try compiler.compiled()
            report(handle.compiled.warnings.map { StatechartFailure.Finding($0, at: position($0)).sentence })
            return handle
        } catch {
            if let stop = error.stop { throw .core(AutomataError(stop)) }
            throw invalid(error.findings.map { StatechartFailure.Finding($0, at: position($0)) })
        }
    }

    private func invalid(_ findings: [StatechartFailure.Finding]) -> CallError {
        report(findings.map(\.sentence))
        return .statechart(.invalid(findings))
    }

    private func report(_ sentences: @autoclosure () -> [String]) {
        guard let note else { return }
        for sentence in sentences() { sentence.printable.withCString { note($0, context) } }
    }
}

extension Statechart {
    /// A part of the chart, or of one within it, that C can't run.
    fileprivate var excludedPart: StatechartFinding? {
        // An invoked chart has the place of the state that invokes it.
        var open: [(chart: Statechart, place: [String]?)] = [(self, nil)]
        while let (chart, place) = open.popLast() {
            if let language = chart.scriptLanguage {
                return StatechartFinding(
                    path: place ?? [chart.name],
                    message: "scripts in \(Message.quoted(language.utf8)) can't run from C; use datamodel 'automata', "
                        + "or guards and actions that your C code implements")
            }
            for (index, state) in chart.states.enumerated() {
                var path: [String] {
                    let nodes = sequence(first: index) { $0 == 0 ? nil : chart.parents[$0] }
                    return place ?? nodes.map { chart[$0].name }.reversed()
                }
                if !state.activities.isEmpty {
                    return StatechartFinding(
                        path: path,
                        message: "a machine doesn't run activities; use entry and exit actions")
                }
                for invocation in state.invocations {
                    if case .chart(let inner) = invocation.source { open.append((inner, path)) }
                }
            }
            open += chart.submachines.map { ($0, place) }
        }
        return nil
    }

    /// Reads a chart that another one has as the value of an expression.
    static func inline(_ text: String) throws(CallError) -> Statechart {
        try text.utf8Span.span.withUnsafeBufferPointer { (bytes) throws(CallError) in
            let (bytes, limit) = (UnsafeRawBufferPointer(bytes), 1 << 24)
            try MemoryReservation.reserveMemory(min(bytes.count, limit) * 64)
            let format = try StatechartFormat.given(AUTOMATA_STATECHART_FORMAT_GUESS, for: bytes, named: "-")
            do throws(StatechartFormatError) {
                return try format.document(from: bytes, name: "-", maximumBytes: limit).chart
            } catch {
                throw .statechart(.reading(error))
            }
        }
    }
}

extension StatechartFormat {
    /// Creates the format that C gives; `nil` if it is invalid for a writer.
    fileprivate init?(_ format: automata_statechart_format) {
        switch format {
        case AUTOMATA_STATECHART_FORMAT_JSON: self = .json
        case AUTOMATA_STATECHART_FORMAT_SCXML: self = .scxml
        case AUTOMATA_STATECHART_FORMAT_XSTATE: self = .xstate
        case AUTOMATA_STATECHART_FORMAT_PLANTUML: self = .plantUML
        case AUTOMATA_STATECHART_FORMAT_MERMAID: self = .mermaid
        case AUTOMATA_STATECHART_FORMAT_SMCAT: self = .smcat
        case AUTOMATA_STATECHART_FORMAT_SISMIC: self = .sismic
        case AUTOMATA_STATECHART_FORMAT_SCT: self = .sct
        case AUTOMATA_STATECHART_FORMAT_DOT: self = .dot
        case AUTOMATA_STATECHART_FORMAT_MARKDOWN: self = .markdown
        case AUTOMATA_STATECHART_FORMAT_CSV: self = .csv
        default: return nil
        }
    }

    fileprivate static func check(_ format: automata_statechart_format) throws(CallError) {
        guard format == AUTOMATA_STATECHART_FORMAT_GUESS || StatechartFormat(format) != nil else {
            throw .invalidArgument("invalid 'format'; expected a constant of automata_statechart_format")
        }
    }

    /// Returns the format that C gives, or guesses it from the text.
    fileprivate static func given(
        _ format: automata_statechart_format, for text: UnsafeRawBufferPointer, named name: String
    ) throws(CallError) -> StatechartFormat {
        if let format = StatechartFormat(format) { return format }
        if let format = StatechartFormat(recognizing: text) { return format }
        throw .unknownFormat("\(name.printable): can't detect the format from the text; name the format")
    }
}

@c @implementation
public func automata_statechart_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ format: automata_statechart_format,
    _ options: UnsafePointer<automata_statechart_options>?, _ chart: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(chart, "chart", error) { () throws(CallError) in
        let text = UnsafeRawBufferPointer(try Argument.text(text, length, "text"))
        try StatechartFormat.check(format)
        let options = try automata_statechart_options.given(options)
        let name = options.input_name.map { String(cString: $0) } ?? "-"
        return try options.read(text, as: format, name: name, try options.limits())
    }
}

@c @implementation
public func automata_statechart_from_file(
    _ path: UnsafePointer<CChar>?, _ format: automata_statechart_format,
    _ options: UnsafePointer<automata_statechart_options>?, _ chart: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(chart, "chart", error) { () throws(CallError) -> StatechartHandle in
        let path = try Argument.path(path)
        try StatechartFormat.check(format)
        let options = try automata_statechart_options.given(options)
        let limits = try options.limits()
        let name = options.input_name.map { String(cString: $0) } ?? RawText.readable(path)
        let file: FileContents
        do throws(FileError) {
            file = try FileContents.read(path, limit: limits.textBytes) { limits.budget.isCancelled?() ?? false }
        } catch {
            guard case .tooLong(let limit) = error.reason else { throw .file(error) }
            throw .statechart(.reading(StatechartFormatError(tooLong: name, maximumBytes: limit)))
        }
        return try file.withBytes { (text) throws(CallError) in
            try options.read(text, as: format, name: name, limits)
        }
    }
}

@c @implementation
public func automata_statechart_text(
    _ chart: OpaquePointer?, _ format: automata_statechart_format,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let chart = try StatechartHandle.required(chart).compiled.chart
        try result.check("text", "length")
        guard let format = StatechartFormat(format), format.canWrite else {
            throw .invalidArgument(
                "'format' must be a format to write, such as AUTOMATA_STATECHART_FORMAT_JSON")
        }
        let written: String
        do throws(StatechartFormatError) { written = try format.text(of: chart) } catch {
            throw .statechart(.writing(error))
        }
        try result.hand(out: written)
    }
}

// MARK: - Handles and names

@c @implementation
public func automata_statechart_retain(_ chart: OpaquePointer?) -> OpaquePointer? { StatechartHandle.retained(chart) }

@c @implementation
public func automata_statechart_free(_ chart: OpaquePointer?) { StatechartHandle.free(chart) }

@c @implementation
public func automata_statechart_state_names(_ chart: OpaquePointer?) -> automata_names {
    StatechartHandle.from(chart)?.stateNames.lent ?? automata_names(items: nil, count: 0)
}

@c @implementation
public func automata_statechart_event_names(_ chart: OpaquePointer?) -> automata_names {
    StatechartHandle.from(chart)?.eventNames.lent ?? automata_names(items: nil, count: 0)
}

@c @implementation
public func automata_statechart_parent(_ chart: OpaquePointer?, _ state: automata_statechart_state)
    -> automata_statechart_state
{
    guard let chart = StatechartHandle.from(chart), state > 0 else { return .max }
    return chart.definitions.parent(of: Int(state)).map { UInt32($0) } ?? .max
}

@c @implementation
public func automata_statechart_find_state(
    _ chart: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ state: UnsafeMutablePointer<automata_statechart_state>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    state?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let chart = try StatechartHandle.required(chart)
        let name = try Argument.string(name, length, "name")
        let state = try required(state, "state")
        guard let number = chart.compiled.number(ofState: name) else { throw .unknownState(name) }
        state.initialize(to: UInt32(number))
    }
}

@c @implementation
public func automata_statechart_find_event(
    _ chart: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ event: UnsafeMutablePointer<automata_statechart_event>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    event?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let chart = try StatechartHandle.required(chart)
        let name = try Argument.string(name, length, "name")
        let event = try required(event, "event")
        guard let number = chart.event(named: name) else {
            throw .statechart(
                .unknownName("the chart mentions no event '\(name)'; correct the name, or send the event by its name"))
        }
        event.initialize(to: number)
    }
}

// MARK: - Inspecting

@c @implementation
public func automata_statechart_definition(
    _ chart: OpaquePointer?, _ state: automata_statechart_state
) -> UnsafePointer<automata_statechart_state_definition>? {
    StatechartHandle.from(chart)?.definitions[Int(state)]?.state
}

@c @implementation
public func automata_statechart_transition(
    _ chart: OpaquePointer?, _ state: automata_statechart_state, _ index: Int
) -> UnsafePointer<automata_statechart_transition_definition>? {
    StatechartHandle.from(chart)?.definitions[Int(state)]?.transition(index)
}
