import ComponentFormats
import Components
import ToolSupport

/// Prints the events that a filter chooses as lines, or draws them.
struct TracePrinter {
    /// The names of the components, for pictures.
    var components: [String] = []
    private let format: TraceFormat
    private var filter: TraceFilter
    private let item: OutputPlan.Item
    private let context: WorkContext
    private var text: [UInt8] = []
    /// The events of a picture.
    private var events: [TraceEvent] = []
    private var shownCount = 0
    /// The number of events whose messages weren't seen sent.
    private var unknownCount = 0

    /// The maximum number of events of a picture.
    private static let maximumEventCount = 100_000

    private let hasConditions: Bool

    init(_ format: TraceFormat, _ shown: TraceFilterOptions, _ item: OutputPlan.Item, _ context: WorkContext) {
        (self.format, self.item, self.context) = (format, item, context)
        (filter, hasConditions) = (shown.filter(context), shown.hasConditions)
    }

    /// Adds the events of a file.
    mutating func add(_ file: TraceFile, _ context: WorkContext) throws(ToolError) {
        var printer = self
        defer { self = printer }
        try file.read(context) { reader in
            var reader = reader
            printer.components = reader.parts
            while let event = try reader.next() { try printer.add(event) }
        }
    }

    /// Adds an event, if the filter chooses it.
    mutating func add(_ event: TraceEvent) throws(ToolError) {
        let chosen: TraceEvent?
        do throws(TraceFormatError) { chosen = try filter.filtered(event) } catch {
            throw TraceFile.error(error, at: item.input.name)
        }
        guard let event = chosen else { return }
        // A message that was sent before the trace begins is unknown.
        if event.id != nil, event.name.isEmpty {
            unknownCount += 1
            return
        }
        shownCount += 1
        switch format {
        case .text: text += Array(event.text.utf8)
        case .json: text += Array(event.jsonLine.utf8)
        case .mermaid, .svg, .pdf, .png:
            events.append(event)
            guard events.count <= Self.maximumEventCount else {
                throw ToolError(
                    "a picture of more than \(grouped(Self.maximumEventCount)) events; choose a --flow, or a time by "
                        + "--after and --before", at: item.input.name)
            }
        }
        if case .standardOutput = item.destination, text.count >= 1 << 16 { flush() }
    }

    private mutating func flush() {
        context.write(text)
        text.removeAll(keepingCapacity: true)
    }

    /// Writes what is left, or the picture, unless that is too large.
    mutating func finish() throws(ToolError) {
        if unknownCount > 0 {
            context.note(
                "events left out: \(grouped(unknownCount)); the trace doesn't tell before them that their messages "
                    + "were sent", at: item.input.name)
        }
        if shownCount == 0, hasConditions { context.note("no event meets the conditions", at: item.input.name) }
        if events.count > Self.maximumEventCount { return }
        let messages = MessageSequence(events, components: components)
        let title = item.input.title
        switch format {
        case .text, .json: break
        case .mermaid: text = Array(messages.mermaid.utf8)
        case .svg: text = Array(messages.svg(title: title).utf8)
        case .pdf: text = try AssemblyPicture.pdf.bytes(of: messages.svg(title: title), context)
        case .png: text = try AssemblyPicture.png.bytes(of: messages.svg(title: title), context)
        }
        try context.write(text, to: item.destination)
    }
}

extension TraceEvent {
    /// The event as a line for a person.
    fileprivate var text: String {
        let cause = cause.map { "  (by \($0))" } ?? ""
        let body = kind == .failed ? "" : bodyText.map { " \($0)" } ?? ""
        let sender = id.map { "\($0)  \($0.sender.isEmpty ? "outside" : $0.sender).\(port)" } ?? ""
        let text =
            switch kind {
            case .sent: "\(sender) sends \(name)\(body)\(cause)"
            case .handled: "\(sender) > \(component): \(name)\(body)\(cause)"
            case .lost(let loss):
                "\(sender) > \(component.isEmpty ? "nobody" : component): \(name)\(body), "
                    + "lost: \(loss.rawValue)\(cause)"
            case .failed: "\(component) failed: \(bodyText ?? "")\(cause)"
            case .restarted: "\(component) restarted"
            }
        return "\(time.millisecondText)  \(text)".shown + "\n"
    }
}
