public import Components
public import WorkLimits

/// The result of trying the schedules of an assembly.
public struct ScheduleCheck: Sendable {
    /// A schedule that fails, and how.
    public struct Failure: Sendable, CustomStringConvertible {
        /// The kinds of failures.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// A chart gets a message that no transition takes in its state.
            case unexpectedMessage
            /// A component fails.
            case failure
            /// A component breaks a contract.
            case breach
            /// A mailbox has no room.
            case fullMailbox
            /// States are active at once that never must.
            case forbiddenStates
            /// A state isn't left any more.
            case hotState
            /// A part hasn't ended, or its contract isn't at an end, and nothing happens any more.
            case stuck
            /// A message stays in a channel for ever.
            case unfetchedMessage
        }

        /// The kind of the failure.
        public let kind: Kind
        /// A sentence that says what is wrong.
        public let reason: String
        /// The part that fails; empty if several do.
        public let part: String
        /// The choices that lead there.
        public let schedule: Schedule
        /// The number of choices at the end of the schedule that repeat for ever; 0 if none do.
        public let repeatedCount: Int

        /// The sentence that says what is wrong.
        public var description: String { reason }
    }

    /// The first failure that was found; of all schedules, one with the fewest steps.
    public let failure: Failure?
    /// Whether all schedules were tried, with the given faults.
    public let isComplete: Bool
    /// The parts that read their clocks, of which only some of the possible times were tried.
    public let clockReaders: [String]
    /// The number of messages in a mailbox, or channel, at which the search stopped; `nil` if none
    /// was as full.
    public let reachedMailboxLimit: Int?
    /// The number of states that were reached, or of schedules that were tried by chance.
    public let stateCount: Int
    /// The number of steps that were carried out.
    public let stepCount: Int
    /// The greatest number of steps of a schedule, of which all shorter ones were tried.
    public let depth: Int
    /// The bytes in use at the end.
    public let byteCount: Int

    /// Whether no schedule failed.
    public var holds: Bool { failure == nil }
}

/// The reason for which schedules can't be tried.
public enum ScheduleError: Error, Sendable, CustomStringConvertible {
    /// The assembly can't run.
    case invalid(ComponentError)
    /// The state of a part isn't a value that can be compared, or the part does something that isn't
    /// explored; the text says what.
    case unexplorable(part: String, String)
    /// An option names something that isn't there; the text says what.
    case invalidOption(String)
    /// A budget stopped the search; the texts name what multiplies the states most: parts, mailboxes
    /// and channels.
    case stopped(LimitError, causes: [String])
    /// Code that sends messages from outside threw an error.
    case outside(any Error)

    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .invalid(let error): "\(error)"
        case .unexplorable(let part, let reason): "the part '\(part)' \(reason)"
        case .invalidOption(let reason): reason
        case .stopped(let error, let causes):
            error.description(unit: "state")
                + (causes.isEmpty ? "" : "; most are due to \(causes.joined(separator: ", "))")
        case .outside(let error): "\(error)"
        }
    }
}

extension ScheduleError {
    init(_ problem: ExplorationProblem) {
        self =
            switch problem {
            case .invalid(let error): .invalid(error)
            case .state(let part, let error):
                .unexplorable(
                    part: part,
                    "can't be explored: \(error.property.isEmpty ? "it" : "'\(error.property)'") \(error.reason)")
            case .unsupported(let part, let what): .unexplorable(part: part, "can't be explored, as it \(what)")
            case .nondeterministic(let part, let message):
                .unexplorable(
                    part: part,
                    "did two different things by \(message) in the same state; use the context's random numbers and time"
                )
            case .tooManyStates(let part, let limit):
                .stopped(.budgetExceeded(built: limit, limit: .states(limit)), causes: ["the states of '\(part)'"])
            }
    }
}
