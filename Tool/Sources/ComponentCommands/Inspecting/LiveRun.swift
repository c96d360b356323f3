import ComponentFormats
import Components
import TextSupport
import ToolSupport

/// A run that a page shows: one of this program, or of another one.
protocol LiveRun: Sendable {
    /// Calls a function whenever the run has changed, until the run is forgotten.
    func listen(_ changed: @escaping @Sendable () -> Void) async
    /// The run as it is now.
    var view: RunView { get async }
    /// Carries out a request of the page.
    func perform(_ request: RunRequest) async throws(ToolError)
}

/// The requests of a page that change a run.
enum RunRequest {
    case run
    case pause
    case step
    case back
    /// Sends a message of the environment, or lets time pass.
    case send(String)
    /// Sets the time that passes in a second, in seconds; `nil` not to wait.
    case speed(Double?)

    init?(_ path: String, _ body: String) throws(ToolError) {
        switch path {
        case "run": self = .run
        case "pause": self = .pause
        case "step": self = .step
        case "back": self = .back
        case "send": self = .send(body)
        case "speed":
            guard body == "max" || Double(body).map({ 0.001...1000 ~= $0 }) == true else {
                throw ToolError("invalid speed '\(body)'; expected 0.001 to 1000 seconds in a second, or max".shown)
            }
            self = .speed(Double(body))
        default: return nil
        }
    }
}

/// A run at a moment.
struct RunView: Sendable {
    var title = ""
    var assembly = Assembly()
    /// The active states of charts, by the names of their parts.
    var states: [String: [String]] = [:]
    var events: [(number: Int, event: TraceEvent)] = []
    var failures: [ComponentFailure] = []
    /// The number of events that the program told, but not to this one.
    var missedCount = 0
    /// The first messages that wait; `nil` if they aren't known.
    var waiting: [String]?
    /// The numbers of messages that wait for parts; `nil` if they aren't known.
    var waitingCounts: [(part: String, count: Int)]?
    /// The message that is handled next, if the run waits for a request.
    var next: String?
    /// The stop at a breakpoint that made the run pause.
    var stop: String?
    /// The messages that the page can send.
    var messages: [String] = []
    var time: Duration = .zero
    var isPaused = false
    var hasEnded = false
    var allowsControl = false
    var canGoBack = false
    /// Whether time is the page's.
    var hasSpeed = false
    /// Why the run has stopped, or can't be seen any more.
    var problem: String?

    /// The numbers of failures, events and messages that the page is told.
    private static let (failureLimit, eventLimit, waitingLimit) = (100, 300, 100)

    /// The run for the page.
    ///
    /// - Parameter filter: A text that the events contain.
    func json(filter: String) -> JSONObject {
        let words = filter.lowercased().split(separator: " ").map(String.init)
        var found: [JSONObject] = []
        for (number, event) in events.reversed() where found.count < Self.eventLimit {
            let text = event.description
            let lowercase = text.lowercased()
            guard words.allSatisfy({ lowercase.contains($0) }) else { continue }
            found.append([
                "number": number, "text": text, "id": event.id.map { "\($0)" }, "isLoss": event.kind.isProblem,
            ])
        }
        let charts = assembly.parts.compactMap { part in states[part.name].map { (part.name, $0) } }
        return [
            "title": title, "time": JSONText(written: "\(time.milliseconds)"), "isPaused": isPaused,
            "hasEnded": hasEnded, "allowsControl": allowsControl, "canGoBack": canGoBack, "hasSpeed": hasSpeed,
            "next": next, "stop": stop, "messages": messages, "missed": missedCount, "problem": problem,
            "waiting": waiting.map { Array($0.prefix(Self.waitingLimit)) },
            "waitingCount": waitingCounts?.reduce(0) { $0 + $1.count },
            "waitingCounts": waitingCounts?.prefix(Self.waitingLimit).map {
                ["part": $0.part, "count": $0.count] as JSONObject
            },
            "failures": failures.suffix(Self.failureLimit).map { "\($0)" },
            "states": JSONObject(charts), "partCount": assembly.parts.count, "wiring": "\(wiring)", "events": found,
            "eventCount": events.count,
        ]
    }

    /// A number that changes with the parts and channels, for as long as this program runs.
    private var wiring: Int {
        var hasher = Hasher()
        for part in assembly.parts { hasher.combine(part.name) }
        hasher.combine(assembly.channels)
        return hasher.finalize()
    }

    /// The picture of the assembly, without its style, which the page has in a file: its policy
    /// allows no other.
    var picture: String { Self.withoutStyle(assembly.svg(title: title, states: states)) }

    static func withoutStyle(_ svg: String) -> String {
        var text = ""
        var isStyle = false
        for line in svg.split(separator: "\n") {
            if line == "<style>" { isStyle = true }
            if !isStyle { text += line + "\n" }
            if line.hasSuffix("</style>") { isStyle = false }
        }
        return text.split(separator: " style=\"fill:#06c\"", omittingEmptySubsequences: false)
            .joined(separator: " data-active=\"\"")
    }

    /// Returns the messages that led to one, and all that followed from it, as a sequence diagram;
    /// `nil` if the message isn't known.
    func flow(of id: String) -> String? {
        var causes: [String: String] = [:]
        for (_, event) in events where event.kind == .sent {
            if let id = event.id { causes["\(id)"] = event.cause.map { "\($0)" } ?? "" }
        }
        guard causes[id] != nil else { return nil }
        var flow: Set<String> = [id]
        var cause = causes[id]
        while let known = cause, !known.isEmpty, flow.insert(known).inserted { cause = causes[known] }
        var followers: Set<String> = [id]
        for (_, event) in events where event.kind == .sent && followers.count < Self.eventLimit {
            guard let own = event.id, let cause = event.cause, followers.contains("\(cause)") else { continue }
            followers.insert("\(own)")
        }
        flow.formUnion(followers)
        let events = events.map(\.event).filter { event in event.id.map { flow.contains("\($0)") } ?? false }
        return MessageSequence(events, of: assembly).svg(title: "#\(id)")
    }
}

extension TraceEvent.Kind {
    fileprivate var isProblem: Bool {
        switch self {
        case .lost, .failed: true
        case .sent, .handled, .restarted: false
        }
    }
}
