import ArgumentParser
import Automata
import ComponentFormats
import Statecharts
import ToolSupport

/// The events of a trace that are shown.
struct TraceFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Show what a component sends and receives, or components inside of it; can be repeated.",
            valueName: "component"))
    var part: [String] = []

    @Option(
        help: ArgumentHelp("Show a message, such as fetch or service.fetch; can be repeated.", valueName: "message"))
    var message: [String] = []

    @Option(
        help: ArgumentHelp("Show a message, such as environment/1, and all that it caused.", valueName: "identifier"))
    var flow: String?

    @Option(help: ArgumentHelp("Show events from a time on, such as 500 or 1.5s.", valueName: "ms"), transform: time)
    var after: Duration?

    @Option(help: ArgumentHelp("Show events up to a time.", valueName: "ms"), transform: time)
    var before: Duration?

    @Option(
        help: ArgumentHelp(
            "Show a kind of events: \(NamedCase<TraceFilter.Kind>.list); can be repeated. (default: all but sent)",
            valueName: "kind"))
    var kind: [NamedCase<TraceFilter.Kind>] = []

    @Option(
        help: ArgumentHelp("Show events whose body as JSON, or whose reason, has a text.", valueName: "text"))
    var text: String?

    func validate() throws {
        if let after, let before, after > before { throw ValidationError("--after is later than --before.") }
    }

    /// Whether some events aren't shown that are otherwise.
    var hasConditions: Bool {
        !part.isEmpty || !message.isEmpty || flow != nil || after != nil || before != nil || !kind.isEmpty
            || text != nil
    }

    func filter(_ context: WorkContext) -> TraceFilter {
        var filter = TraceFilter()
        (filter.components, filter.messages, filter.flow) = (Set(part), Set(message), flow)
        (filter.earliest, filter.latest, filter.text) = (after ?? .zero, before, text ?? "")
        if !kind.isEmpty { filter.kinds = Set(kind.map(\.value)) }
        filter.maximumBytes = context.budget.maximumBytes / 2
        return filter
    }
}

private func time(_ argument: String) throws -> Duration {
    guard let wait = try? ScriptStep(parsing: "+" + argument).wait else {
        throw ValidationError("expected a time of up to 10¹² milliseconds, such as 500 or 1.5s")
    }
    return wait
}
