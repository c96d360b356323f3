internal import XMLSupport

/// The meaning of each value of a trace's point: the order of its channels.
struct TraceFormat {
    /// The meaning of a channel.
    enum Channel {
        case x, y
        /// The time, with the number of units in a second.
        case time(perSecond: Double)
        /// The pressure, with its maximum.
        case force(maximum: Double?)
        case other
    }

    var channels: [Channel]
    /// The number of channels that each point has; later ones may be missing.
    var regularCount: Int

    /// The channels of a trace without a format: x and y.
    static let standard = TraceFormat(channels: [.x, .y], regularCount: 2)

    /// A format without channels, to which channels are added.
    static let empty = TraceFormat(channels: [], regularCount: 0)

    /// Adds a channel by its attributes.
    mutating func add(_ attributes: XMLAttributes, isIntermittent: Bool) {
        let channel: Channel =
            switch attributes["name"] {
            case "X": .x
            case "Y": .y
            case "T": .time(perSecond: attributes["units"] == "s" ? 1 : 1000)
            case "F": .force(maximum: attributes["max"].flatMap { Double($0) }.flatMap { $0 > 0 ? $0 : nil })
            default: .other
            }
        channels.append(channel)
        if !isIntermittent { regularCount = channels.count }
    }
}
