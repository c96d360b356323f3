internal import Components
internal import WorkLimits

/// All messages that components may ever send, if each gets any of those of its ports at any time.
final class OpenWorld {
    let reactions: Reactions
    /// The messages that each part may get, with those who may send them, as bits; the bit after
    /// the parts is the environment's.
    private(set) var messages: [[(message: Int32, senders: UInt64)]]
    private var positions: [[Int32: Int]]

    init(_ reactions: Reactions, _ arrivals: [Delivery], _ budget: Budget) throws {
        self.reactions = reactions
        let count = reactions.partNames.count
        messages = Array(repeating: [], count: count)
        positions = Array(repeating: [:], count: count)
        var pace = BudgetPace()
        for delivery in try arrivals + reactions.samples() { add(delivery, from: count) }
        // The number of messages that each state of a part has got, in the order in which they came.
        var states: [[Int32]] = Array(repeating: [], count: count)
        var known: [Set<Int32>] = Array(repeating: [], count: count)
        var tried: [[Int32: Int]] = Array(repeating: [:], count: count)
        func follow(_ number: Int32, of part: Int) {
            let reaction = reactions.reactions[Int(number)]
            for delivery in reaction.deliveries { add(delivery, from: part) }
            if reaction.state != Reactions.ended, known[part].insert(reaction.state).inserted {
                states[part].append(reaction.state)
            }
        }
        for part in 0..<count { follow(try reactions.start(of: part), of: part) }
        var hasChanged = true
        var work = 0
        while hasChanged {
            hasChanged = false
            for part in 0..<count {
                var position = 0
                while position < states[part].count {
                    let state = states[part][position]
                    position += 1
                    if tried[part][state] == nil {
                        for index in 0..<reactions.timeoutCount(of: part, in: state) {
                            follow(try reactions.timeout(of: part, in: state, index), of: part)
                        }
                        tried[part][state] = 0
                        hasChanged = true
                    }
                    while let next = tried[part][state], next < messages[part].count {
                        tried[part][state] = next + 1
                        hasChanged = true
                        work += 1
                        if pace.isDue(states: states.reduce(0) { $0 + $1.count }, work: work) {
                            try budget.check(built: states.reduce(0) { $0 + $1.count })
                        }
                        follow(
                            try reactions.reaction(of: part, in: state, to: messages[part][next].message), of: part)
                    }
                }
            }
        }
    }

    private func add(_ delivery: Delivery, from sender: Int) {
        let count = reactions.partNames.count
        guard delivery.place < count else {
            for part in 0..<count {
                guard let taken = reactions.message(delivery.message, takenBy: part) else { continue }
                add(Delivery(place: Int32(part), message: taken), from: sender)
            }
            return
        }
        let part = Int(delivery.place)
        let bit = Reactions.bit(Int32(sender))
        if let position = positions[part][delivery.message] {
            messages[part][position].senders |= bit
        } else {
            positions[part][delivery.message] = messages[part].count
            messages[part].append((delivery.message, bit))
        }
    }

    /// Whether a channel leads from one of two parts to the other.
    func talk(_ first: Int, _ second: Int) -> Bool { reaches(first, second) || reaches(second, first) }

    private func reaches(_ sender: Int, _ receiver: Int) -> Bool {
        let (reach, bit) = (reactions.reach(of: sender), Reactions.bit(Int32(receiver)))
        let isByChannel = reach >> UInt64(min(63, reactions.partNames.count)) != 0 && reactions.takers & bit != 0
        return reach & bit != 0 || isByChannel
    }

    /// The messages that a part may get from others than some.
    func messages(of part: Int, without others: [Int]) -> [Int32] {
        let inside = others.reduce(UInt64(0)) { $0 | Reactions.bit(Int32($1)) }
        return messages[part].filter { $0.senders & ~inside != 0 }.map(\.message)
    }
}
