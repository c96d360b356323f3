internal import Components

/// What must hold in the states of an assembly, looked up by the numbers of the parts' states.
struct ScheduleProperties: ~Copyable {
    /// A state of a part.
    private struct Condition {
        let part: Int
        let state: String
        let name: String
    }

    private let never: [[Condition]]
    private let hot: [Condition]
    private let mustEnd: [Int]
    private let ignored: Set<String>
    private let allowsIgnoredMessages: Bool
    private let names: [String]
    /// The conditions that a part's state fulfills, as bits, by the part and the state; all for one
    /// that wasn't looked at.
    private var known: [[UInt64]]
    private let conditions: [Condition]

    init(_ options: ScheduleOptions, _ reactions: Reactions) throws(ScheduleError) {
        var never: [[Condition]] = []
        for list in options.never + [options.hot] {
            var conditions: [Condition] = []
            for name in list { conditions.append(try Self.condition(name, reactions)) }
            never.append(conditions)
        }
        let hot = never.removeLast()
        // States count each fault in eight bits.
        for count in [options.losses, options.duplications, options.reorderings, options.restarts] where count > 255 {
            throw .invalidOption("\(count) faults of a kind are too many; allow at most 255")
        }
        let conditions = never.flatMap(\.self) + hot
        if conditions.count > 63 {
            throw .invalidOption("\(conditions.count) states are named; name at most 63")
        }
        var ends: [Int] = []
        for name in options.mustEnd {
            guard let part = reactions.number(ofPart: name) else { throw Self.unknownPart(name, reactions) }
            ends.append(part)
        }
        names = reactions.partNames
        (self.never, self.hot, self.conditions, mustEnd) = (never, hot, conditions, ends)
        (ignored, allowsIgnoredMessages) = (options.ignored, options.allowsIgnoredMessages)
        known = names.map { _ in [] }
    }

    private static func unknownPart(_ name: String, _ reactions: Reactions) -> ScheduleError {
        .invalidOption("unknown part '\(name)'; name one of \(reactions.partNames.joined(separator: ", "))")
    }

    /// Finds the part and the state of a name such as `client.waiting`, where both may have dots.
    private static func condition(_ name: String, _ reactions: Reactions) throws(ScheduleError) -> Condition {
        var isPart = false
        for index in name.indices where name[index] == "." {
            guard let part = reactions.number(ofPart: String(name[..<index])) else { continue }
            isPart = true
            let state = String(name[name.index(after: index)...])
            if reactions.hasState(part, state) { return Condition(part: part, state: state, name: name) }
        }
        if !isPart { throw unknownPart(name, reactions) }
        throw .invalidOption("the part of '\(name)' has no such state; name one of its chart")
    }

    /// Whether cycles matter, and not only the states that are reached.
    var hasHotStates: Bool { !hot.isEmpty }

    private mutating func bits(_ part: Int, _ state: Int32, _ reactions: Reactions) -> UInt64 {
        let index = Int(state)
        if index < known[part].count, known[part][index] != .max { return known[part][index] }
        if index >= known[part].count {
            known[part] += Array(repeating: .max, count: reactions.stateCount(part) - known[part].count)
        }
        var bits: UInt64 = 0
        for (number, condition) in conditions.enumerated()
        where condition.part == part && reactions.isActive(condition.state, part, in: state) {
            bits |= 1 << UInt64(number)
        }
        known[part][index] = bits
        return bits
    }

    /// The conditions that hold in a state.
    @inline(__always)
    private mutating func bits(_ space: borrowing ScheduleSpace, _ state: ScheduleSpace.State) -> UInt64 {
        if conditions.isEmpty { return 0 }
        var bits: UInt64 = 0
        for condition in conditions {
            bits |= self.bits(condition.part, space.local(condition.part, state), space.reactions)
        }
        return bits
    }

    /// Whether a step of a part from one of its states to another may change what holds.
    mutating func isVisible(_ part: Int, _ old: Int32, _ new: Int32, _ reactions: Reactions) -> Bool {
        !conditions.isEmpty && bits(part, old, reactions) != bits(part, new, reactions)
    }

    var hotCount: Int { hot.count }

    /// Whether one of the hot states is active.
    mutating func isHot(_ number: Int, _ space: borrowing ScheduleSpace, _ state: ScheduleSpace.State) -> Bool {
        bits(space, state) >> UInt64(conditions.count - hot.count + number) & 1 != 0
    }

    func finding(stayingIn number: Int) -> Finding {
        Finding(
            kind: .hotState, reason: "'\(hot[number].name)' can stay active for ever", part: names[hot[number].part])
    }

    /// A failure, without its schedule.
    struct Finding {
        let kind: ScheduleCheck.Failure.Kind
        let reason: String
        let part: String
    }

    /// Returns what is wrong with a state.
    mutating func finding(in state: ScheduleSpace.State, of space: borrowing ScheduleSpace) -> Finding? {
        if never.isEmpty { return nil }
        let bits = bits(space, state)
        var first: UInt64 = 0
        for list in never {
            let mask: UInt64 = (1 << UInt64(list.count)) - 1
            if bits >> first & mask == mask {
                let names = list.map { "'\($0.name)'" }.joined(separator: " and ")
                return Finding(
                    kind: .forbiddenStates, reason: "\(names) \(list.count == 1 ? "is active" : "are active at once")",
                    part: list.count == 1 ? self.names[list[0].part] : "")
            }
            first += UInt64(list.count)
        }
        return nil
    }

    /// Returns what is wrong with a step.
    func finding(
        after step: ScheduleSpace.Step, _ outcome: ScheduleSpace.Outcome, of space: borrowing ScheduleSpace
    ) -> Finding? {
        if outcome.full >= 0 {
            let part = names[outcome.full]
            return Finding(kind: .fullMailbox, reason: "the mailbox of '\(part)' has no room for a message", part: part)
        }
        if outcome.reaction < 0 { return nil }
        let part = names[step.part]
        let reaction = space.reactions.reactions[Int(outcome.reaction)]
        switch reaction.fate {
        case .failed where reaction.state == Reactions.ended:
            if case .breach(let breach)? = reaction.error as? ComponentError {
                return Finding(kind: .breach, reason: "\(breach)", part: part)
            }
            return Finding(
                kind: .failure, reason: "'\(part)' fails: \(reaction.error.map { "\($0)" } ?? "")", part: part)
        case .ignored where !allowsIgnoredMessages && outcome.message >= 0:
            let message = space.reactions.messages[Int(outcome.message)]
            let name = "\(message.port).\(message.name)"
            return ignored.contains("\(part).\(name)")
                ? nil
                : Finding(
                    kind: .unexpectedMessage, reason: "'\(part)' doesn't expect '\(name)' in its state", part: part)
        default: return nil
        }
    }

    /// Returns what is wrong if nothing happens any more.
    mutating func finding(atRestIn state: ScheduleSpace.State, of space: borrowing ScheduleSpace) -> Finding? {
        for channel in 0..<space.channelCount where space.channel(channel, state) != 0 {
            let message = space.mailboxes.first(space.channel(channel, state))
            return Finding(
                kind: .unfetchedMessage,
                reason: "nobody takes '\(space.reactions.messages[Int(message)].name)' from its channel", part: "")
        }
        if hasHotStates {
            for condition in hot
            where space.reactions.isActive(condition.state, condition.part, in: space.local(condition.part, state)) {
                return Finding(
                    kind: .hotState, reason: "'\(condition.name)' stays active, and nothing happens any more",
                    part: names[condition.part])
            }
        }
        for part in names.indices {
            guard let contract = space.reactions.openContract(part, in: space.local(part, state)) else { continue }
            return Finding(
                kind: .stuck,
                reason: "'\(names[part])' is in the middle of its contract '\(contract)', and nothing happens any more",
                part: names[part])
        }
        for part in mustEnd where space.local(part, state) != Reactions.ended {
            return Finding(
                kind: .stuck, reason: "'\(names[part])' hasn't ended, and nothing happens any more", part: names[part])
        }
        return nil
    }
}
