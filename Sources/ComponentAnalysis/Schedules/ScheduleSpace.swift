internal import AlgorithmSupport
internal import Components

/// The states of an assembly that runs, and the steps between them.
///
/// A state has, for each part, the numbers of its own state and of its mailbox, then the numbers of
/// the messages in each point-to-point channel, the position among the messages from outside, and
/// the faults so far.
struct ScheduleSpace: ~Copyable {
    /// What happens next.
    enum Kind: UInt32 {
        /// A part handles the first message of its mailbox.
        case handle
        /// A timer of a part fires, of which none must fire before.
        case timeout
        /// A part that has no messages takes one of a channel, and handles it.
        case take
        /// The next message from outside arrives.
        case outside
        /// The first message of a mailbox is lost, or that which a part would take of a channel.
        case lose
        /// Such a message arrives once more.
        case duplicate
        /// A part handles the first message that comes through another port than that of the first.
        case reorder
        /// A fresh component takes the place of one.
        case restart

        static let faults: [Kind] = [.lose, .duplicate, .reorder, .restart]
        var isFault: Bool { rawValue >= Kind.lose.rawValue }
    }

    /// A step, in 64 bits: the kind, the channel or the timer, and the part. Faults count channels
    /// from 1, and have 0 for the mailbox.
    struct Step: BitwiseCopyable {
        let bits: UInt64

        init(_ kind: Kind, _ part: Int, _ index: Int = 0) {
            bits = UInt64(kind.rawValue) << 60 | UInt64(index) << 32 | UInt64(part)
        }

        var kind: Kind { Kind(rawValue: UInt32(bits >> 60)) ?? .handle }
        var part: Int { Int(bits & 0xFFFF_FFFF) }
        /// The number of the channel, or that of the timer among those that may fire.
        var index: Int { Int(bits >> 32 & 0xFFF_FFFF) }
    }

    /// The outcome of a step.
    struct Outcome {
        /// The reaction of the part; -1 if none of its code ran.
        var reaction: Int32 = -1
        /// The message that the part handled; -1 if it handled none.
        var message: Int32 = -1
        /// The part whose mailbox has no room; -1 if all have.
        var full = -1
        /// Whether a mailbox without room has lost a message.
        var hasLost = false
        /// Whether a mailbox would hold more messages than the exploration's bound.
        var isBeyondBound = false
    }

    let reactions: Reactions
    let partCount: Int
    let channelCount: Int
    /// The number of 32-bit words of a state, which is even.
    let width: Int
    private(set) var mailboxes = Mailboxes()
    private let arrivals: [Delivery]
    private let faultLimits: [Int]
    private let mailboxLimit: Int
    private let bounds: [MailboxBound]

    init(_ reactions: Reactions, _ arrivals: [Delivery], _ bounds: [MailboxBound], _ options: ScheduleOptions) {
        (self.reactions, self.arrivals, self.bounds) = (reactions, arrivals, bounds)
        (partCount, channelCount) = (reactions.partNames.count, reactions.channelCount)
        width = (2 * partCount + channelCount + 3) & ~1
        faultLimits = [options.losses, options.duplications, options.reorderings, options.restarts]
        mailboxLimit = max(1, options.mailboxLimit)
    }

    typealias State = UnsafeMutablePointer<UInt32>

    private var outsidePlace: Int { 2 * partCount + channelCount }
    private var faultPlace: Int { outsidePlace + 1 }

    @inline(__always) func local(_ part: Int, _ state: State) -> Int32 { Int32(bitPattern: state[part]) }
    @inline(__always) func mailbox(_ part: Int, _ state: State) -> UInt32 { state[partCount + part] }
    var allArrivals: [Delivery] { arrivals }
    func arrivalsLeft(_ state: State) -> ArraySlice<Delivery> { arrivals[Int(state[outsidePlace])...] }
    func channel(_ channel: Int, _ state: State) -> UInt32 { state[2 * partCount + channel] }

    /// Whether a fault can still happen.
    func mayFail(_ state: State) -> Bool {
        for (index, limit) in faultLimits.enumerated() where faultCount(index, state) < limit { return true }
        return false
    }

    private func faultCount(_ index: Int, _ state: State) -> Int {
        Int(state[faultPlace] >> (8 * UInt32(index)) & 0xFF)
    }

    /// Starts all parts in their order.
    mutating func start(_ state: State) throws(ExplorationProblem) -> [Outcome] {
        state.initialize(repeating: 0, count: width)
        // What they send waits until all have started.
        var sent: [Delivery] = []
        var outcomes: [Outcome] = []
        for part in 0..<partCount {
            let number = try reactions.start(of: part)
            let reaction = reactions.reactions[Int(number)]
            state[part] = UInt32(bitPattern: reaction.state)
            sent += reaction.deliveries
            outcomes.append(Outcome(reaction: number))
        }
        var last = Outcome()
        for delivery in sent { deliver(delivery, state, &last) }
        outcomes.append(last)
        return outcomes
    }

    /// Appends the steps of a part that can happen next.
    mutating func appendSteps(
        of part: Int, _ state: State, to steps: inout [Step]
    ) throws(ExplorationProblem) {
        let (local, mailbox) = (local(part, state), mailbox(part, state))
        if local == Reactions.ended { return }
        if mailbox != 0 {
            steps.append(Step(.handle, part))
        } else if channelCount > 0 {
            for channel in 0..<channelCount where try message(for: part, in: channel, state) != nil {
                steps.append(Step(.take, part, channel))
            }
        }
        for index in 0..<reactions.timeoutCount(of: part, in: local) { steps.append(Step(.timeout, part, index)) }
    }

    func appendArrival(_ state: State, to steps: inout [Step]) {
        if Int(state[outsidePlace]) < arrivals.count { steps.append(Step(.outside, partCount)) }
    }

    /// Appends the faults that can happen next.
    mutating func appendFaults(_ state: State, to steps: inout [Step]) throws(ExplorationProblem) {
        for (index, kind) in Kind.faults.enumerated() where faultCount(index, state) < faultLimits[index] {
            if kind == .lose || kind == .duplicate { try appendChannelFaults(kind, state, to: &steps) }
            for part in 0..<partCount where local(part, state) != Reactions.ended {
                let mailbox = mailbox(part, state)
                let isPossible =
                    switch kind {
                    // What a part sends to itself is never on its way.
                    case .lose, .duplicate: mailbox != 0 && !reactions.messages[Int(mailboxes.first(mailbox))].isOwn
                    case .reorder: overtaking(mailbox) != nil
                    default: true
                    }
                if isPossible { steps.append(Step(kind, part)) }
            }
        }
    }

    /// Appends a fault for each message of a channel that some part would take next.
    private func appendChannelFaults(
        _ kind: Kind, _ state: State, to steps: inout [Step]
    ) throws(ExplorationProblem) {
        for channel in 0..<channelCount where self.channel(channel, state) != 0 {
            var positions: Set<Int> = []
            for part in 0..<partCount where local(part, state) != Reactions.ended {
                guard let next = try message(for: part, in: channel, state) else { continue }
                if positions.insert(next.position).inserted { steps.append(Step(kind, part, channel + 1)) }
            }
        }
    }

    /// The position of the first message that comes through another port than the first.
    private func overtaking(_ mailbox: UInt32) -> Int? {
        guard mailboxes.length(mailbox) > 1 else { return nil }
        let contents = mailboxes.contents(mailbox)
        let port = reactions.messages[Int(contents[0])].port
        return contents.firstIndex { reactions.messages[Int($0)].port != port }
    }

    /// The first message of a channel that a part knows, with its position and as the part gets it.
    private func message(
        for part: Int, in channel: Int, _ state: State
    ) throws(ExplorationProblem) -> (position: Int, message: Int32)? {
        let waiting = self.channel(channel, state)
        if waiting == 0 { return nil }
        for (position, message) in mailboxes.contents(waiting).enumerated() {
            if let taken = reactions.message(message, takenBy: part) { return (position, taken) }
        }
        return nil
    }

    /// Carries out a step that can happen.
    mutating func perform(_ step: Step, _ state: State) throws(ExplorationProblem) -> Outcome {
        let (part, kind) = (step.part, step.kind)
        var outcome = Outcome()
        switch kind {
        case .handle:
            outcome.message = mailboxes.first(mailbox(part, state))
            state[partCount + part] = mailboxes.droppingFirst(mailbox(part, state))
            outcome.reaction = try reactions.reaction(of: part, in: local(part, state), to: outcome.message)
        case .timeout: outcome.reaction = try reactions.timeout(of: part, in: local(part, state), step.index)
        case .take:
            guard let (position, message) = try message(for: part, in: step.index, state) else { return outcome }
            var contents = mailboxes.contents(channel(step.index, state))
            contents.remove(at: position)
            state[2 * partCount + step.index] = mailboxes.number(of: contents)
            outcome.message = message
            outcome.reaction = try reactions.reaction(of: part, in: local(part, state), to: message)
        case .outside:
            let delivery = arrivals[Int(state[outsidePlace])]
            state[outsidePlace] += 1
            deliver(delivery, state, &outcome)
        case .lose where step.index > 0, .duplicate where step.index > 0:
            let place = 2 * partCount + step.index - 1
            guard let (position, _) = try message(for: part, in: step.index - 1, state) else { return outcome }
            var contents = mailboxes.contents(state[place])
            let message = contents.remove(at: position)
            if kind == .lose {
                state[place] = mailboxes.number(of: contents)
            } else {
                deliver(Delivery(place: Int32(place - partCount), message: message), state, &outcome)
            }
        case .lose: state[partCount + part] = mailboxes.droppingFirst(mailbox(part, state))
        case .duplicate:
            let first = mailboxes.first(mailbox(part, state))
            deliver(Delivery(place: Int32(part), message: first), state, &outcome)
        case .reorder:
            guard let position = overtaking(mailbox(part, state)) else { return outcome }
            var contents = mailboxes.contents(mailbox(part, state))
            outcome.message = contents.remove(at: position)
            state[partCount + part] = mailboxes.number(of: contents)
            outcome.reaction = try reactions.reaction(of: part, in: local(part, state), to: outcome.message)
        case .restart: outcome.reaction = try reactions.restart(of: part, in: local(part, state))
        }
        if let index = Kind.faults.firstIndex(of: kind) { state[faultPlace] += 1 << (8 * UInt32(index)) }
        if outcome.reaction >= 0 { apply(outcome.reaction, of: part, state, &outcome) }
        return outcome
    }

    @inline(__always)
    private mutating func apply(_ number: Int32, of part: Int, _ state: State, _ outcome: inout Outcome) {
        let place = Int(number)
        let next = reactions.reactions[place].state
        state[part] = UInt32(bitPattern: next)
        if next == Reactions.ended { state[partCount + part] = 0 }
        for index in 0..<reactions.reactions[place].deliveries.count {
            deliver(reactions.reactions[place].deliveries[index], state, &outcome)
        }
    }

    @inline(__always)
    private mutating func deliver(_ delivery: Delivery, _ state: State, _ outcome: inout Outcome) {
        let place = Int(delivery.place)
        if place < partCount, local(place, state) == Reactions.ended { return }
        let index = partCount + place
        let length = mailboxes.length(state[index])
        if place < partCount, length >= bounds[place].capacity {
            outcome.hasLost = true
            switch bounds[place].policy {
            case .dropNewest: return
            case .dropOldest: state[index] = mailboxes.droppingFirst(state[index])
            case .fail, .wait:
                outcome.full = place
                return
            }
        }
        if length >= mailboxLimit { outcome.isBeyondBound = true }
        state[index] = mailboxes.appending(delivery.message, to: state[index])
    }
}
