internal import Components
internal import WorkLimits

/// The search through all conversations of one or two parts, the shortest ones first.
struct ConversationSearch {
    /// A state: that of each part, and the messages that wait for it.
    private struct State: Hashable {
        var locals: [Int32]
        var waiting: [[Int32]]
    }

    private struct Move {
        enum Kind { case handle, hear, timeout }
        let kind: Kind
        /// The position of the part in `parts`.
        let part: Int
        var message: Int32 = -1
        /// The timer among those that may fire; -1 for a message.
        var timeout = -1
        var reaction: Int32
    }

    private let parts: [Int]
    private let world: OpenWorld
    private let options: ScheduleOptions
    private let budget: Budget
    private var states: [State] = []
    private var numbers: [State: Int] = [:]
    private var origins: [(state: Int, move: Move)?] = []
    private var isBeyondBound = false
    private var isHalfDuplex = true
    /// The messages that each part hears from others.
    private let heard: [[Int32]]

    init(_ parts: [Int], _ world: OpenWorld, _ options: ScheduleOptions, _ budget: Budget) {
        (self.parts, self.world, self.options, self.budget) = (parts, world, options, budget)
        heard = parts.map { world.messages(of: $0, without: parts) }
    }

    private var reactions: Reactions { world.reactions }

    mutating func check() throws -> ConversationCheck {
        let failure = try search()
        let verdict: ConversationCheck.Verdict =
            if let failure { .fails(failure) } else if isBeyondBound, !(parts.count == 2 && isHalfDuplex) {
                .provedUpTo(waiting: options.mailboxLimit)
            } else { .proved }
        return ConversationCheck(
            parts: parts.map { reactions.partNames[$0] }, verdict: verdict, stateCount: states.count)
    }

    private mutating func search() throws -> ConversationCheck.Failure? {
        var start = State(locals: parts.map { _ in 0 }, waiting: parts.map { _ in [] })
        var sent: [Delivery] = []
        for (position, part) in parts.enumerated() {
            let number = try reactions.start(of: part)
            start.locals[position] = reactions.reactions[Int(number)].state
            sent += reactions.reactions[Int(number)].deliveries
            let move = Move(kind: .timeout, part: position, reaction: number)
            if let found = finding(of: move) { return try failure(found, [], nil) }
        }
        if let found = deliver(sent, &start) { return try failure(found, [], nil) }
        add(start, nil)
        var pace = BudgetPace()
        var next = 0
        while next < states.count {
            if pace.isDue(states: states.count, work: next) {
                try budget.check(built: states.count, pending: states.count - next, bytes: states.count * 200)
            }
            let (state, moves) = (states[next], try moves(from: next))
            for move in moves {
                if let found = finding(of: move) { return try failure(found, path(to: next), move) }
                var target = state
                if move.kind == .handle { target.waiting[move.part].removeFirst() }
                let reaction = reactions.reactions[Int(move.reaction)]
                target.locals[move.part] = reaction.state
                let isOver = reaction.state == Reactions.ended
                if isOver, let left = target.waiting[move.part].first, parts.count == 2 {
                    return try failure(unfetched(left, by: move.part), path(to: next), move)
                }
                if isOver { target.waiting[move.part] = [] }
                if let found = deliver(reaction.deliveries, &target) { return try failure(found, path(to: next), move) }
                if target.waiting.contains(where: { $0.count > options.mailboxLimit }) {
                    isBeyondBound = true
                    continue
                }
                if target.waiting.filter({ !$0.isEmpty }).count > 1 { isHalfDuplex = false }
                add(target, (next, move))
            }
            if moves.isEmpty, let found = findingAtRest(state) { return try failure(found, path(to: next), nil) }
            next += 1
        }
        return nil
    }

    private mutating func add(_ state: State, _ origin: (state: Int, move: Move)?) {
        if numbers[state] != nil { return }
        numbers[state] = states.count
        states.append(state)
        origins.append(origin)
    }

    private func path(to state: Int) -> [Move] {
        var (state, moves) = (state, [Move]())
        while let (origin, move) = origins[state] {
            moves.append(move)
            state = origin
        }
        return moves.reversed()
    }

    /// The moves from a state. A part hears others only while no message of the parts waits: it
    /// makes no difference if it does so before such a message was sent.
    private func moves(from number: Int) throws -> [Move] {
        var moves: [Move] = []
        for (position, part) in parts.enumerated() {
            let local = states[number].locals[position]
            if local == Reactions.ended { continue }
            if let message = states[number].waiting[position].first {
                let reaction = try reactions.reaction(of: part, in: local, to: message)
                moves.append(Move(kind: .handle, part: position, message: message, reaction: reaction))
            } else {
                for message in heard[position] {
                    let reaction = try reactions.reaction(of: part, in: local, to: message)
                    let move = Move(kind: .hear, part: position, message: message, reaction: reaction)
                    if mayHear(move) { moves.append(move) }
                }
            }
            for index in 0..<reactions.timeoutCount(of: part, in: local) {
                let reaction = try reactions.timeout(of: part, in: local, index)
                moves.append(Move(kind: .timeout, part: position, timeout: index, reaction: reaction))
            }
        }
        return moves
    }

    /// Whether others may send a message: the contracts of one part alone decide, and else whether
    /// it takes it.
    private func mayHear(_ move: Move) -> Bool {
        let reaction = reactions.reactions[Int(move.reaction)]
        let port = reactions.messages[Int(move.message)].port
        if case .breach(let breach)? = reaction.error as? ComponentError, case .receive = breach.action { return false }
        let isAgreed = parts.count == 1 && reactions.hasContract(parts[move.part], for: port)
        return isAgreed || reaction.fate != .ignored
    }

    private typealias Finding = (kind: ScheduleCheck.Failure.Kind, reason: String)

    private func finding(of move: Move) -> Finding? {
        let reaction = reactions.reactions[Int(move.reaction)]
        let name = reactions.partNames[parts[move.part]]
        switch reaction.fate {
        case .failed where reaction.state == Reactions.ended:
            if case .breach(let breach)? = reaction.error as? ComponentError { return (.breach, "\(breach)") }
            return (.failure, "'\(name)' fails: \(reaction.error.map { "\($0)" } ?? "")")
        case .ignored where move.message >= 0 && !options.allowsIgnoredMessages:
            let message = reactions.messages[Int(move.message)]
            if options.ignored.contains("\(name).\(message.port).\(message.name)") { return nil }
            return (.unexpectedMessage, "'\(name)' doesn't expect '\(message.port).\(message.name)' in its state")
        default: return nil
        }
    }

    private func unfetched(_ message: Int32, by position: Int) -> Finding {
        let (part, found) = (reactions.partNames[parts[position]], reactions.messages[Int(message)])
        return (.unfetchedMessage, "'\(part)' has ended, and '\(found.port).\(found.name)' waits for it")
    }

    private func findingAtRest(_ state: State) -> Finding? {
        if parts.count == 1 { return nil }
        let names = parts.map { reactions.partNames[$0] }
        for (position, part) in parts.enumerated() {
            if let contract = reactions.openContract(part, in: state.locals[position]) {
                return (.stuck, "'\(names[position])' is in the middle of its contract '\(contract)', and both wait")
            }
        }
        return nil
    }

    private func deliver(_ deliveries: [Delivery], _ state: inout State) -> Finding? {
        for delivery in deliveries {
            for (position, part) in parts.enumerated() {
                var message = delivery.message
                if Int(delivery.place) != part {
                    guard Int(delivery.place) >= reactions.partNames.count,
                        let taken = reactions.message(delivery.message, takenBy: part)
                    else { continue }
                    message = taken
                }
                if state.locals[position] == Reactions.ended {
                    if parts.count == 2 { return unfetched(message, by: position) }
                    continue
                }
                state.waiting[position].append(message)
            }
        }
        return nil
    }

    // MARK: - Telling

    private func failure(_ found: Finding, _ moves: [Move], _ last: Move?) throws -> ConversationCheck.Failure {
        let all = moves + (last.map { [$0] } ?? [])
        var choices = TimedChoices(try parts.map { try reactions.start(of: $0) }, of: parts)
        var arrivals: [ArrivingMessage] = []
        for move in all {
            let name = reactions.partNames[parts[move.part]]
            if move.kind == .hear {
                let message = reactions.messages[Int(move.message)]
                arrivals.append(ArrivingMessage(part: name, port: message.port, name: message.name, body: message.body))
                choices.append(.outside)
            }
            choices.append(
                move.kind == .timeout ? .timeout(part: name) : .message(part: name), of: move.part,
                Reactions.Turn(timeout: move.kind == .timeout ? move.timeout : nil, reaction: move.reaction))
        }
        return ConversationCheck.Failure(
            kind: found.kind, reason: found.reason, steps: all.map(step),
            schedule: try choices.schedule(reactions).schedule,
            arrivals: arrivals, parts: parts.map { reactions.partNames[$0] })
    }

    private func step(_ move: Move) -> ConversationCheck.Step {
        let reaction = reactions.reactions[Int(move.reaction)]
        let message = move.message < 0 ? nil : reactions.messages[Int(move.message)]
        let sent = reaction.deliveries.compactMap { delivery -> String? in
            guard parts.contains(Int(delivery.place)) else { return nil }
            let message = reactions.messages[Int(delivery.message)]
            return "\(reactions.partNames[Int(delivery.place)]).\(message.port).\(message.name)"
        }
        return ConversationCheck.Step(
            part: reactions.partNames[parts[move.part]], message: message.map { "\($0.port).\($0.name)" } ?? "",
            isFromOutside: move.kind == .hear, sent: sent)
    }
}
