import ArgumentParser
import ComponentAnalysis
@_spi(Tool) import ComponentFormats
import Statecharts
import ToolSupport

/// The options for all schedules of an assembly, which add to the checks of its file.
struct ScheduleArguments: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "Run the assembly in all orders of its messages and timers. (default: if the file has checks)")
    var schedules: Bool?

    @Flag(
        help: """
            Check each two components that talk, whatever the others do. Those with contracts are always checked.
            """)
    var talks = false

    @Option(
        help: ArgumentHelp(
            "A message that the environment sends, at any time; can be repeated, and then keeps the order.",
            valueName: "message"),
        transform: Self.step)
    var send: [ScriptStep] = []

    @Option(
        help: ArgumentHelp(
            "Faults that happen at any time: loss, duplication, reordering, restart, each with a number, such as "
                + "loss=2,restart.", valueName: "list"),
        transform: FaultList.init)
    var faults: FaultList?

    @Option(
        help: ArgumentHelp(
            "A state that must never be active, such as door.open, or several that mustn't be active at once, with "
                + "commas; can be repeated.", valueName: "states"),
        transform: names)
    var never: [[String]] = []

    @Option(help: ArgumentHelp("A state that must always be left again; can be repeated.", valueName: "state"))
    var hot: [String] = []

    @Option(
        help: ArgumentHelp(
            "A component that must have ended when nothing happens any more; can be repeated.", valueName: "component"))
    var mustEnd: [String] = []

    @Option(
        help: ArgumentHelp(
            "A message that a chart may ignore, such as client.replies.reply, or all; can be repeated.",
            valueName: "message"))
    var ignored: [String] = []

    @Option(
        help: ArgumentHelp(
            "The maximum number of messages in a mailbox that is explored. (default: 16)", valueName: "count"),
        transform: number(from: 1, to: 1_000_000))
    var mailbox: Int?

    @Option(
        help: ArgumentHelp("Try a number of schedules by chance in place of all.", valueName: "count"),
        transform: number(from: 1))
    var runs: Int?

    @Option(
        help: ArgumentHelp(
            "With --runs: random, or priorities or delays with a number of changes or delays. (default: random)",
            valueName: "strategy"),
        completion: .list(["random", "priorities=3", "delays=3"]), transform: Chance.init)
    var strategy: Chance?

    @Option(help: ArgumentHelp("With --runs, the seed of the choices. (default: 0)", valueName: "number"))
    var seed: UInt64?

    private static func step(_ text: String) throws -> ScriptStep {
        do throws(ExpressionError) { return try ScriptStep(checked: text) } catch {
            throw ValidationError(error.message)
        }
    }

    func validate() throws {
        if runs == nil, strategy != nil || seed != nil { throw ValidationError("--strategy and --seed need --runs.") }
        if schedules == false, hasChecks {
            throw ValidationError("--no-schedules checks no schedules; leave out the other options for them.")
        }
    }

    /// Whether options say what a check does.
    var isGiven: Bool { schedules != nil || talks || hasChecks }

    private var hasChecks: Bool {
        !send.isEmpty || faults != nil || !never.isEmpty || !hot.isEmpty || !mustEnd.isEmpty || !ignored.isEmpty
            || mailbox != nil || runs != nil
    }

    /// Returns the checks of an assembly, with those of the options; `nil` if there are none.
    func checks(of document: AssemblyDocument) -> AssemblyChecks? {
        if schedules == false { return nil }
        guard schedules == true || hasChecks || document.checks != nil else { return nil }
        var checks = document.checks ?? AssemblyChecks()
        checks.sent += send
        faults?.apply(&checks.options)
        checks.options.never += never
        checks.options.hot += hot
        checks.options.mustEnd += mustEnd
        checks.options.ignored.formUnion(ignored.filter { $0 != "all" })
        if ignored.contains("all") { checks.options.allowsIgnoredMessages = true }
        if let mailbox { checks.options.mailboxLimit = mailbox }
        if let runs { checks.options.strategy = (strategy ?? .random).strategy(runs, seed ?? 0) }
        return checks
    }
}

/// Reads names with commas between them.
private func names(_ text: String) throws -> [String] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if names.contains("") {
        throw ValidationError("expected states with commas between them, such as a.driving,b.driving")
    }
    return names
}

/// The faults of a check, such as `loss=2,restart`.
struct FaultList: Sendable {
    private var counts: [(property: any WritableKeyPath<ScheduleOptions, Int> & Sendable, count: Int)] = []

    init(_ text: String) throws {
        let properties: [String: any WritableKeyPath<ScheduleOptions, Int> & Sendable] = [
            "loss": \.losses, "duplication": \.duplications, "reordering": \.reorderings, "restart": \.restarts,
        ]
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = item.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard let property = properties[parts[0]], parts.count <= 2 else {
                throw ValidationError(
                    "expected loss, duplication, reordering or restart, each with a number if it isn't 1, such as "
                        + "loss=2,restart")
            }
            counts.append((property, parts.count == 1 ? 1 : try number(from: 0, to: 255)(parts[1])))
        }
    }

    func apply(_ options: inout ScheduleOptions) {
        for (property, count) in counts { options[keyPath: property] = count }
    }
}

/// The ways to choose schedules by chance.
enum Chance: Sendable {
    case random, priorities(changes: Int), delays(count: Int)

    init(_ text: String) throws {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        let count = parts.count == 2 ? try number(from: 0, to: 1_000_000)(parts[1]) : 3
        switch parts[0] {
        case "random" where parts.count == 1: self = .random
        case "priorities" where parts.count <= 2: self = .priorities(changes: count)
        case "delays" where parts.count <= 2: self = .delays(count: count)
        default: throw ValidationError("expected random, priorities=3 or delays=3")
        }
    }

    func strategy(_ runs: Int, _ seed: UInt64) -> ScheduleOptions.Strategy {
        switch self {
        case .random: .random(runs: runs, seed: seed)
        case .priorities(let changes): .priorities(runs: runs, changes: changes, seed: seed)
        case .delays(let count): .delays(runs: runs, count: count, seed: seed)
        }
    }
}
