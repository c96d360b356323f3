/// The schedules of an assembly that are tried, and what must hold in all of them.
///
///     var options = ScheduleOptions()
///     options.losses = 1
///     options.never = [["first.driving", "second.driving"]]
///     #expect(try assembly.checkSchedules(options).holds)
public struct ScheduleOptions: Sendable {
    /// The ways to choose schedules.
    public enum Strategy: Hashable, Sendable {
        /// All of them, up to the limits.
        case exhaustive
        /// Some, in which each step is one of those that can happen, by chance. Here and below, hot
        /// states are only judged when nothing happens any more.
        case random(runs: Int, seed: UInt64)
        /// Some, in which each part has a priority by chance, which changes a few times.
        ///
        /// Burckhardt, Kothari, Musuvathi and Nagarakatte, *A randomized scheduler with probabilistic
        /// guarantees of finding bugs*, ASPLOS 2010.
        case priorities(runs: Int, changes: Int, seed: UInt64)
        /// Some, in which the parts handle messages in turns, and timers fire when no message
        /// waits, but for a few delays by chance: each skips the step that would be the next.
        ///
        /// Emmi, Qadeer and Rakamarić, *Delay-bounded scheduling*, POPL 2011.
        case delays(runs: Int, count: Int, seed: UInt64)
    }

    /// The way to choose schedules.
    public var strategy = Strategy.exhaustive
    /// Whether orders that make no difference are left out, of at most 61 parts and channels.
    ///
    /// Peled, *All from one, one for all: on model checking using representatives*, CAV 1993.
    public var isReduced = true
    /// The greatest number of messages that are lost, in mailboxes or point-to-point channels.
    public var losses = 0
    /// The greatest number of messages that arrive once more.
    public var duplications = 0
    /// The greatest number of messages that overtake one which came through another port.
    public var reorderings = 0
    /// The greatest number of components that are replaced by fresh ones; those that have ended
    /// aren't.
    public var restarts = 0
    /// The greatest number of messages in one mailbox, or channel, of the states that are explored.
    public var mailboxLimit = 16
    /// The greatest number of steps of a schedule, unless all schedules are tried.
    public var lengthLimit = 10_000
    /// States that must not be active at once, such as `["first.driving", "second.driving"]`; a
    /// list of one state must never be active.
    public var never: [[String]] = []
    /// States that must be left some day, such as `client.waiting`, if all parts that can act do so
    /// again and again.
    public var hot: [String] = []
    /// The parts that must have ended when nothing happens any more.
    public var mustEnd: [String] = []
    /// Whether charts may ignore messages that no transition takes. If not, that is a failure.
    public var allowsIgnoredMessages = false
    /// Messages that charts may ignore, such as `client.replies.reply`.
    public var ignored: Set<String> = []

    /// Creates the options that try all schedules without faults.
    public init() {}
}
