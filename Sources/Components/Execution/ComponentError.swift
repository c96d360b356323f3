/// An error of a run of components.
public enum ComponentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The assembly has errors.
    case invalidAssembly([Assembly.Finding])
    /// More messages waited for a component than its mailbox holds.
    case fullMailbox(String, capacity: Int)
    /// More messages waited in a point-to-point channel than it holds; the component sent one more.
    case fullChannel(String, capacity: Int)
    /// A run took more steps than it may.
    case tooManySteps(limit: Int)
    /// No part has the name, or the one that had it has ended.
    case unknownPart(String, hasEnded: Bool = false)
    /// A part of the name exists already.
    case duplicatePart(String)
    /// There are more components than a run can number.
    case tooManyComponents
    /// A mock received a message that its script doesn't expect now.
    case unexpectedMessage(String, expected: String)
    /// The run has ended, or the component isn't in a run.
    case notRunning
    /// A part has no such port, or the port can't be connected.
    case invalidPort(PortReference, String)

    /// A component failed once more than its supervisor restarts it.
    case tooManyRestarts(String, limit: Int)
    /// A restarted component has other ports than before.
    case changedPorts(String)
    /// A replay did something else than the recorded run: a component depends on something that
    /// isn't recorded, or isn't the same. What was expected and found is text, and empty if it isn't
    /// known.
    case diverged(step: Int, component: String, expected: String = "", found: String = "")
    /// A breakpoint is at something that doesn't exist.
    case invalidBreakpoint(String, String)
    /// A component was about to send, or to handle, a message that a contract doesn't allow.
    case breach(ContractBreach)
    /// A condition of a breakpoint, or a component, was to let its own debugger go on.
    case busy
    /// A recorded run was to get something from outside.
    case recordedRun

    /// The error, with what to do.
    public var description: String {
        switch self {
        case .diverged(let step, let component, let expected, let found):
            "step \(step) of the run doesn't happen again\(component.isEmpty ? "" : " in \(component.quoted)")"
                + (expected.isEmpty ? "" : ": expected \(expected.printable), found \(found.printable)")
                + "; repeat the same components, and let them depend on nothing but messages and their ComponentContext"
        case .invalidBreakpoint(let breakpoint, let reason):
            "invalid breakpoint at \(breakpoint): \(reason); fix the names"
        case .breach(let breach): breach.description
        case .busy: "the debugger is at work; call it outside of conditions and handlers"
        case .recordedRun: "a recorded run gets nothing from outside; debug the assembly itself instead"
        case .invalidAssembly(let findings): findings.map(\.description).joined(separator: "\n")
        case .fullMailbox(let name, let capacity):
            "the mailbox of \(name.quoted) is full at \(capacity) messages; raise its capacity or let it drop messages"
        case .fullChannel(let name, let capacity):
            "a channel of \(name.quoted) is full at \(capacity) messages; raise its capacity or add receivers"
        case .tooManySteps(let limit):
            "the components didn't come to rest in \(limit) steps; raise the limit or find the loop in a trace"
        case .unknownPart(let name, hasEnded: false): "unknown part \(name.quoted); fix the name"
        case .unknownPart(let name, hasEnded: true):
            "the part \(name.quoted) has ended; look for the reason among the failures, or add it again"
        case .duplicatePart(let name): "duplicate part \(name.quoted); choose another name"
        case .tooManyComponents: "too many components; end some first, or run without a trace"
        case .unexpectedMessage(let message, let expected):
            "unexpected message \(message.printable); the script "
                + (expected.isEmpty ? "has ended" : "expects \(expected.printable)")
        case .tooManyRestarts(let name, let limit):
            "\(name.quoted) failed after \(limit) restarts; mend it, or raise the limit of its Supervision"
        case .changedPorts(let name):
            "\(name.quoted) has other ports after a restart; let its closure make the same component each time"
        case .notRunning: "the run has ended, or the component isn't in one; change a run while it exists"
        case .invalidPort(let reference, let reason): "\(reference) \(reason)".printable
        }
    }
}

/// An error by which a component failed.
public struct ComponentFailure: Sendable, CustomStringConvertible {
    /// The name of the component.
    public let component: String
    /// The error that its code threw, or a ``ComponentError``.
    public let error: any Error
    /// The time since the start of the run.
    public let time: Duration
    /// The number of times that the component had been restarted before.
    public let restartCount: Int

    /// Creates a failure, such as one that a test sends.
    public init(component: String, error: any Error, time: Duration = .zero, restartCount: Int = 0) {
        (self.component, self.error, self.time, self.restartCount) = (component, error, time, restartCount)
    }

    /// The component and the error.
    public var description: String { "\(component): \(error)" }
}

/// The latest failures of a run.
struct LatestFailures {
    private var failures: [ComponentFailure] = []
    /// The number of failures that aren't kept.
    private(set) var removedCount = 0
    private static let limit = 1_000

    var list: [ComponentFailure] { failures.suffix(Self.limit) }

    mutating func append(_ failure: ComponentFailure) {
        if failures.count >= Self.limit { removedCount += 1 }
        // All at once, as each removal moves the others.
        if failures.count == 2 * Self.limit { failures.removeFirst(Self.limit) }
        failures.append(failure)
    }
}
