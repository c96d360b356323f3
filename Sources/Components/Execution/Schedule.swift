internal import Statecharts

/// A run of an assembly, as the choices of what happens next.
///
///     let simulation = try Simulation(assembly, following: schedule)
public struct Schedule: Hashable, Sendable, CustomStringConvertible {
    /// A choice of what happens next.
    public enum Choice: Hashable, Sendable {
        /// The part handles the first message of its mailbox.
        case message(part: String)
        /// The next timer of the part fires.
        case timeout(part: String)
        /// Time passes for the part, in which none of its timers fires.
        case wait(part: String, time: Duration)
        /// The part, which has no messages, takes one of the point-to-point channel with a number,
        /// and handles it.
        case taking(part: String, channel: Int)
        /// The next message from outside arrives.
        case outside
        /// The first message of the part's mailbox is lost.
        case loss(part: String)
        /// The first message of the part's mailbox arrives once more.
        case duplication(part: String)
        /// The part handles the first message that came through another port than the first one.
        case reordering(part: String)
        /// A fresh component takes the place of the part.
        case restart(part: String)
    }

    /// The choices, in their order.
    public var choices: [Choice]

    /// Creates a schedule.
    public init(_ choices: [Choice] = []) { self.choices = choices }

    /// The choices, one on each line.
    public var description: String { choices.map { "\($0)\n" }.joined() }
}

extension Schedule.Choice: CustomStringConvertible {
    /// The choice in few words, such as `client handles` or `timeout of client`.
    public var description: String {
        switch self {
        case .message(let part): "\(part) handles"
        case .timeout(let part): "timeout of \(part)"
        case .wait(let part, let time): "\(time.delay) pass for \(part)"
        case .taking(let part, let channel): "\(part) takes from channel \(channel)"
        case .outside: "outside sends"
        case .loss(let part): "\(part) loses"
        case .duplication(let part): "\(part) gets twice"
        case .reordering(let part): "\(part) handles another port first"
        case .restart(let part): "\(part) restarts"
        }
    }
}
