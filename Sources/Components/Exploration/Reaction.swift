/// A message that a reaction has sent, on its way to one receiver.
package struct Delivery: Hashable, Sendable {
    /// The number of the receiving part, or that of a point-to-point channel after the parts.
    package let place: Int32
    /// The number of the message.
    package let message: Int32

    package init(place: Int32, message: Int32) { (self.place, self.message) = (place, message) }
}

/// The things that a component does because of one message, or of a timer.
package struct Reaction {
    /// The fates of a message.
    package enum Fate: UInt8 {
        /// It was handled.
        case handled
        /// No transition of the chart takes it in its state, in which the chart stays.
        case ignored
        /// It waits in the chart until other states are active.
        case deferred
        /// The component has failed.
        case failed
    }

    /// The state in which the component then is.
    package let state: Int32
    package let fate: Fate
    /// The error by which the component has failed.
    package let error: (any Error)?
    /// The messages that it has sent, in their order.
    package let deliveries: [Delivery]
    /// The timers that then run: the position of each among those before, or -1 for one that the
    /// component has started.
    let timers: [Int32]
    /// The numbers of the places that `deliveries` go to, as bits; all for a place over 62.
    package let places: UInt64
}

/// A message that waits, or may wait, for a component.
package struct ExploredMessage {
    /// The part that receives it; the number of parts for a message of a channel.
    package let part: Int32
    package let port: String
    package let name: String
    package let body: any Sendable
    /// Whether the part sends it to itself.
    package let isOwn: Bool
    let slot: Slot
}

/// A message that arrives from outside.
package struct ArrivingMessage: Sendable {
    package let part: String
    package let port: String
    package let name: String
    package let body: any Sendable

    package init(part: String, port: String, name: String, body: any Sendable) {
        (self.part, self.port, self.name, self.body) = (part, port, name, body)
    }
}

/// The reason for which an assembly can't be explored.
package enum ExplorationProblem: Error {
    case invalid(ComponentError)
    /// The state of a part can't be compared.
    case state(part: String, UnexplorableState)
    /// A part does something that isn't explored.
    case unsupported(part: String, String)
    /// A part reacted in two ways to the same message in the same state.
    case nondeterministic(part: String, message: String)
    /// There are too many states of one part.
    case tooManyStates(part: String, limit: Int)
}
