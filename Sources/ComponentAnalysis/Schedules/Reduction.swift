internal import Components

/// The parts whose steps can be tried alone, as the others' make no difference to them.
///
/// Two parts only meet in the mailboxes to which both send: a part can go alone if nobody else who
/// may act before it sends to where it does.
struct Reduction {
    private(set) var isOn: Bool
    /// The places that each part, and last the outside, can send to.
    private let reaches: [UInt64]
    private let takers: UInt64
    private let partCount: Int
    /// The parts that have messages, and those with timers.
    private var (busy, timed): (UInt64, UInt64) = (0, 0)
    /// The places to which others than the part may send before it acts; unknown where it is `nil`.
    private var others: [UInt64?]

    init(_ space: borrowing ScheduleSpace, isOn: Bool) {
        partCount = space.partCount
        self.isOn = isOn && partCount + space.channelCount < 62
        let outside = space.arrivalReach
        reaches = (0..<partCount).map { space.reactions.reach(of: $0) } + [outside]
        takers = space.reactions.takers
        others = Array(repeating: nil, count: partCount + 1)
    }

    /// Looks at a state.
    mutating func begin(_ space: borrowing ScheduleSpace, _ state: ScheduleSpace.State, _ timed: UInt64) {
        (busy, self.timed) = (0, timed)
        for part in 0..<partCount where space.mailbox(part, state) != 0 { busy |= 1 << UInt64(part) }
        for channel in 0..<space.channelCount where space.channel(channel, state) != 0 { busy |= takers }
        if !space.arrivalsLeft(state).isEmpty { busy |= 1 << UInt64(partCount) }
        for index in others.indices { others[index] = nil }
    }

    /// Whether a part can act, and its own steps are known, whatever others do before.
    mutating func mayGoAlone(_ part: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(part)
        if (busy | timed) & bit == 0 || takers & bit != 0 { return false }
        // A message that arrives would be one more step.
        return busy & bit != 0 || placesOthersReach(before: part) & bit == 0
    }

    /// Whether nobody else may send before to places that the part sends to.
    mutating func areAlone(_ places: UInt64, _ part: Int) -> Bool {
        places & (placesOthersReach(before: part) | takers) == 0
    }

    /// The places to which others than a part may send before it acts.
    private mutating func placesOthersReach(before part: Int) -> UInt64 {
        if let known = others[part] { return known }
        let bit: UInt64 = 1 << UInt64(part)
        var (active, reached) = ((busy | timed) & ~bit, UInt64(0))
        var open = active
        while open != 0 {
            let next = open.trailingZeroBitCount
            open &= open - 1
            let reach = reaches[next]
            reached |= reach
            // Parts that get a message may act, and those that take from a channel that does.
            var woken = reach & ((1 << UInt64(partCount)) - 1)
            if reach >> UInt64(partCount) != 0 { woken |= takers }
            woken &= ~(active | bit)
            active |= woken
            open |= woken
        }
        others[part] = reached
        return reached
    }
}

extension ScheduleSpace {
    /// The places that messages from outside go to, as bits.
    var arrivalReach: UInt64 { allArrivals.reduce(0) { $0 | Reactions.bit($1.place) } }

    /// The parts with timers, as bits.
    func timers(_ state: State) -> UInt64 {
        var timed: UInt64 = 0
        for part in 0..<partCount where reactions.timeoutCount(of: part, in: local(part, state)) > 0 {
            timed |= Reactions.bit(Int32(part))
        }
        return timed
    }

    /// The places that a step sends to, as bits.
    func places(of step: Step, _ outcome: Outcome, _ before: State) -> UInt64 {
        if step.kind == .outside, let next = arrivalsLeft(before).first { return Reactions.bit(next.place) }
        return outcome.reaction < 0 ? 0 : reactions.reactions[Int(outcome.reaction)].places
    }
}
