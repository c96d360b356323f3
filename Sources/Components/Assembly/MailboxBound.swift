/// The bound of the messages that wait for a component.
///
/// In a ``ComponentSystem``, a component takes what waits out of its mailbox, all at once, when it
/// has handled what it took before. The bound is for what arrives meanwhile: so up to twice as
/// many messages wait, and what was taken is never lost to later messages. Messages that a
/// component sends itself by a timer always find room there.
///
/// Answers to the component's own commands always find room, and are never dropped.
public struct MailboxBound: Hashable, Sendable {
    /// The treatment of a message for a full mailbox.
    public enum Policy: String, Hashable, Sendable, CaseIterable {
        /// The component fails.
        case fail
        /// The message that has waited longest in the mailbox is lost; if only answers wait, the
        /// new one.
        case dropOldest
        /// The new message is lost.
        case dropNewest
        /// A sender from outside waits; if a component sends, the receiver fails.
        case wait
    }

    /// The maximum number of messages.
    public var capacity: Int
    /// The treatment of a message for a full mailbox.
    public var policy: Policy

    /// Creates a bound.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of messages, at least 1.
    ///   - policy: The treatment of a message for a full mailbox.
    public init(capacity: Int = 1_000_000, _ policy: Policy = .fail) {
        (self.capacity, self.policy) = (max(1, capacity), policy)
    }
}
