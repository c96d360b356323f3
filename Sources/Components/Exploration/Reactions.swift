internal import AlgorithmSupport
internal import Statecharts

/// The reactions of the components of an assembly: what each does in a state by a message, or by a
/// timer.
///
/// The components run for real, once for each state and message; both have numbers, so that who
/// tries all orders of messages only looks reactions up. Each runs twice, to see that it does the
/// same. A component's time is its own: any time passes before a message, in which no timer fires.
package final class Reactions {
    /// A part that is explored.
    final class Part {
        let core: ComponentCore
        let isSupervisor: Bool
        /// The states, without the first, in which the component has ended.
        var snapshots: [Snapshot] = []
        var numbers: [[UInt64]: Int32] = [:]
        /// The component before its start.
        var fresh: Snapshot!
        /// The reaction to each message of the part, by state; -1 where it isn't known.
        var reactions: [[Int32]] = []
        /// The reactions to each timer that may fire next, by state, -1 where it isn't known.
        var timeouts: [[Int32]] = []
        var restarts: [Int32] = []
        /// The number of messages of the part.
        var messageCount: Int32 = 0
        /// Whether the component has read its clock.
        var readsTime = false

        init(_ core: ComponentCore) {
            self.core = core
            isSupervisor = core.instance.type == Supervisor.self
        }
    }

    /// A component in a state, with all that the run keeps for it.
    struct Snapshot {
        let instance: Any
        let generators: [SeededGenerator]
        let saved: (any Sendable)?
        let now: Duration
        /// The timers in the order in which they were started, after which come those of a chart.
        let timers: [ExplorationRouter.Timer]
        let chartTimers: [UInt64]
        /// The times that may be left until each timer fires.
        let zone: TimerZone
        let contractStates: [Int]
        let activeStateNames: [String]
    }

    let router = ExplorationRouter()
    let parts: [Part]
    private var partNumbers: [ObjectIdentifier: Int32] = [:]
    private let keys = StateKeys()
    private let simulation: Simulation
    /// The greatest number of states of one part.
    package var stateLimit = 1_000_000

    /// All messages that were ever sent.
    package private(set) var messages: [ExploredMessage] = []
    private var messageNumbers: [[UInt64]: Int32] = [:]
    /// The number of each message among those of its part.
    private var places: [Int32] = []
    private var slotNumbers: [ObjectIdentifier: UInt64] = [:]
    /// The message of a channel for a part that takes it; -1 if the part doesn't know it.
    private var taken: [UInt64: Int32] = [:]
    package private(set) var reactions: [Reaction] = []

    /// The state in which a component has ended.
    package static let ended: Int32 = 0

    /// Makes the components, and connects them.
    package init(_ assembly: Assembly) throws(ExplorationProblem) {
        var assembly = assembly
        assembly.watchers = []
        do { try router.add(assembly) } catch { throw .invalid(error) }
        simulation = Simulation(router)
        parts = assembly.parts.compactMap { [router] in router.component($0.name) }.map(Part.init)
        for (number, part) in parts.enumerated() { partNumbers[ObjectIdentifier(part.core)] = Int32(number) }
        for part in parts where !part.isSupervisor {
            part.fresh = snapshot(of: part, TimerZone())
            part.reactions.append([])
            part.timeouts.append([])
            part.restarts.append(-2)
        }
    }

    package var partNames: [String] { parts.map(\.core.name) }
    /// The number of point-to-point channels, whose places follow those of the parts.
    package var channelCount: Int { router.distributors.count }
    package func number(ofPart name: String) -> Int? { parts.firstIndex { $0.core.name == name } }
    package func isChart(_ part: Int) -> Bool { parts[part].core.instance.isChart }
    package func isSupervisor(_ part: Int) -> Bool { parts[part].isSupervisor }
    package func stateCount(_ part: Int) -> Int { parts[part].snapshots.count + 1 }

    package static func bit(_ place: Int32) -> UInt64 { place > 62 ? .max : 1 << UInt64(place) }

    func bit(_ slot: Slot) -> UInt64 { place(of: slot).map(Self.bit) ?? 0 }

    /// The part, or the channel after all parts, that a message in a slot goes to.
    private func place(of slot: Slot) -> Int32? {
        if let distributor = slot.distributor {
            return router.distributors.firstIndex { $0 === distributor }.map { Int32(parts.count + $0) }
        }
        guard let part = partNumbers[ObjectIdentifier(slot.receiver)], !parts[Int(part)].isSupervisor else {
            return nil
        }
        return part
    }

    // MARK: - Reacting

    /// Returns the number of what a component does at its start.
    package func start(of part: Int) throws(ExplorationProblem) -> Int32 {
        let part = parts[part]
        if part.isSupervisor { return add(Reaction(Self.ended, .handled, nil, [])) }
        return try react(part, part.fresh, "the start") { try part.core.instance.start() }
    }

    /// Returns the number of what a component does by a message.
    @inline(__always)
    package func reaction(of part: Int, in state: Int32, to message: Int32) throws(ExplorationProblem) -> Int32 {
        let known = parts[part].reactions[Int(state)]
        let place = Int(places[Int(message)])
        if place < known.count, known[place] >= 0 { return known[place] }
        return try newReaction(of: part, in: state, to: message)
    }

    @inline(never)
    private func newReaction(of part: Int, in state: Int32, to message: Int32) throws(ExplorationProblem) -> Int32 {
        let (part, message) = (parts[part], Int(message))
        let slot = messages[message].slot
        let snapshot = part.snapshots[Int(state) - 1]
        let body = messages[message].body
        let number = try react(part, snapshot, messages[message].name) {
            slot.append(body)
            try router.handleFirst(of: slot)
        }
        let (place, count) = (Int(places[message]), Int(part.messageCount))
        if part.reactions[Int(state)].count < count {
            part.reactions[Int(state)] += Array(repeating: -1, count: count - part.reactions[Int(state)].count)
        }
        part.reactions[Int(state)][place] = number
        return number
    }

    /// The number of timers of a component of which each may fire before the others.
    @inline(__always)
    package func timeoutCount(of part: Int, in state: Int32) -> Int {
        parts[part].isSupervisor ? 0 : parts[part].timeouts[Int(state)].count
    }

    /// Returns the number of what a component does when a timer fires, which is one of those that
    /// may be the first.
    package func timeout(of part: Int, in state: Int32, _ index: Int) throws(ExplorationProblem) -> Int32 {
        let part = parts[part]
        let known = part.timeouts[Int(state)][index]
        if known >= 0 { return known }
        let snapshot = part.snapshots[Int(state) - 1]
        let timer = snapshot.firstTimers[index]
        let number = try react(part, snapshot, "a timer", firing: timer) { [router] in
            // A chart looks at its timers before each message, so that they come before those that wait.
            if timer >= snapshot.timers.count, let alarm = part.core.instance.alarmSlot {
                alarm.append(())
                return try router.handleFirst(of: alarm)
            }
            router.cancelTimer(snapshot.timers[timer].number)
            snapshot.timers[timer].fire()
        }
        part.timeouts[Int(state)][index] = number
        return number
    }

    /// Returns the number of what a component does when a fresh one takes its place.
    package func restart(of part: Int, in state: Int32) throws(ExplorationProblem) -> Int32 {
        let part = parts[part]
        if part.restarts[Int(state)] >= 0 { return part.restarts[Int(state)] }
        let saved = part.snapshots[Int(state) - 1].saved
        let number = try react(part, part.fresh, "a restart") {
            part.core.saved = saved
            try part.core.instance.start()
        }
        part.restarts[Int(state)] = number
        return number
    }

    /// Returns what a closure sends from outside, which gets a run with the assembly's ports.
    package func sent(by send: (Simulation) throws -> Void) throws -> [Delivery] {
        try send(simulation)
        return try deliveries()
    }

    /// Returns the message that a part gets if it takes one of a channel; `nil` if it doesn't know
    /// it.
    package func message(_ message: Int32, takenBy part: Int) -> Int32? {
        let key = UInt64(UInt32(message)) << 32 | UInt64(part)
        if let known = taken[key] { return known < 0 ? nil : known }
        let (found, core) = (messages[Int(message)], parts[part].core)
        let inputs = core.inputs.filter { input in core.distributors.contains { $0 === found.slot.distributor } }
        let slot = inputs.lazy.compactMap { $0.slot(for: found.slot.message) }.first
        taken[key] = slot.flatMap { try? number(of: found.body, in: $0) } ?? -1
        return taken[key].flatMap { $0 < 0 ? nil : $0 }
    }

    /// Lets a component react, twice if it has code of its own.
    private func react(
        _ part: Part, _ snapshot: Snapshot, _ what: String, firing timer: Int? = nil, _ work: () throws -> Void
    ) throws(ExplorationProblem) -> Int32 {
        let first = try reactOnce(part, snapshot, timer, work)
        // Expressions depend on nothing else.
        if part.core.instance.type == ExpressionChart.self { return add(first) }
        let second = try reactOnce(part, snapshot, timer, work)
        guard first.state == second.state, first.deliveries == second.deliveries, first.fate == second.fate else {
            throw .nondeterministic(part: part.core.name, message: what)
        }
        return add(first)
    }

    private func add(_ reaction: Reaction) -> Int32 {
        reactions.append(reaction)
        return Int32(reactions.count - 1)
    }

    private func reactOnce(
        _ part: Part, _ snapshot: Snapshot, _ timer: Int?, _ work: () throws -> Void
    ) throws(ExplorationProblem) -> Reaction {
        restore(snapshot, of: part)
        let zone = try letTimePass(part, snapshot, timer)
        let core = part.core
        (router.run.pointee.busy, router.run.pointee.current) = (core.state, 1)
        defer { (router.run.pointee.busy, router.run.pointee.current) = (nil, 0) }
        (router.hasEnded, router.problem, router.breach, router.hasReadTime) = (false, nil, nil, false)
        defer { if router.hasReadTime { part.readsTime = true } }
        core.instance.eventFate = .handled
        var failure: (any Error)?
        do { try work() } catch { failure = error }
        failure = failure ?? router.breach
        var sent = try deliveries(of: part)
        if let failure {
            core.tell(ComponentFailure(component: core.name, error: failure, time: .zero, restartCount: 0))
            sent += try deliveries(of: part)
        }
        if let problem = router.problem { throw .unsupported(part: core.name, problem) }
        let fate = failure == nil ? core.instance.eventFate : .failed
        if router.hasEnded || failure != nil && core.consequence == .end {
            core.instance.end()
            return Reaction(Self.ended, fate == .ignored ? .handled : fate, failure, sent + (try deliveries(of: part)))
        }
        guard failure == nil else {
            // Its supervisor restarts it.
            let saved = core.saved
            restore(part.fresh, of: part)
            core.saved = saved
            do { try core.instance.start() } catch { return Reaction(Self.ended, fate, error, sent) }
            sent += try deliveries(of: part)
            return try reaction(part, part.fresh, TimerZone(), fate, failure, sent)
        }
        return try reaction(part, snapshot, zone, fate, nil, sent)
    }

    private func deliveries(of part: Part) throws(ExplorationProblem) -> [Delivery] {
        do { return try deliveries() } catch { throw .state(part: part.core.name, error) }
    }

    /// The messages that were sent, and that somebody may get.
    private func deliveries() throws(UnexplorableState) -> [Delivery] {
        var sent: [(slot: Slot, body: any Sendable)] = []
        router.takeSent { sent.append(($0, $1)) }
        var found: [Delivery] = []
        for (slot, body) in sent {
            guard let place = place(of: slot) else { continue }
            if !slot.message.isPlain || slot.isAnswer && slot.distributor == nil {
                router.problem = "sends or answers a command"
                continue
            }
            found.append(Delivery(place: place, message: try number(of: body, in: slot)))
        }
        return found
    }

    func number(of body: any Sendable, in slot: Slot) throws(UnexplorableState) -> Int32 {
        let next = UInt64(slotNumbers.count)
        let slotNumber = slotNumbers[ObjectIdentifier(slot)] ?? next
        if slotNumber == next { slotNumbers[ObjectIdentifier(slot)] = next }
        let before = keys.words
        defer { keys.restore(before) }
        keys.begin()
        keys.append(slotNumber)
        if let value = body as? Value {
            keys.append(whole: value)
        } else {
            try keys.append("the body of \(slot.message.name)", body)
        }
        if let known = messageNumbers[keys.words] { return known }
        let number = Int32(messages.count)
        messageNumbers[keys.words] = number
        let place = place(of: slot) ?? 0
        let own = Int(place) < parts.count ? parts[Int(place)].core.instance.own : []
        messages.append(
            ExploredMessage(
                part: place, port: slot.port, name: slot.message.name, body: body,
                isOwn: own.contains { $0.input.slots.contains { $0 === slot } }, slot: slot))
        if Int(place) < parts.count {
            places.append(parts[Int(place)].messageCount)
            parts[Int(place)].messageCount += 1
        } else {
            places.append(0)
        }
        return number
    }

    // MARK: - States

    private func snapshot(of part: Part, _ zone: TimerZone) -> Snapshot {
        let instance = part.core.instance
        return Snapshot(
            instance: instance.captured(), generators: instance.contexts.map(\.generator), saved: part.core.saved,
            now: router.time, timers: router.runningTimers, chartTimers: instance.chartTimers.map(\.number), zone: zone,
            contractStates: part.core.contracts?.current ?? [], activeStateNames: instance.activeStateNames)
    }

    func restore(_ snapshot: Snapshot, of part: Part) {
        part.core.instance.restore(snapshot.instance)
        for (context, generator) in zip(part.core.instance.contexts, snapshot.generators) {
            context.generator = generator
        }
        part.core.saved = snapshot.saved
        part.core.contracts?.current = snapshot.contractStates
        part.core.hasFailed = false
        router.runningTimers = snapshot.timers
        router.run.pointee.time = snapshot.now
    }

    /// The reaction after which a component is as it is now.
    private func reaction(
        _ part: Part, _ before: Snapshot, _ zone: TimerZone, _ fate: Reaction.Fate, _ failure: (any Error)?,
        _ sent: [Delivery]
    ) throws(ExplorationProblem) -> Reaction {
        let instance = part.core.instance
        instance.settle()
        if let alarm = instance.alarmNumber { router.cancelTimer(alarm) }
        for index in router.runningTimers.indices where router.runningTimers[index].deliveries.isEmpty {
            let others = router.runningTimers
            router.runningTimers[index].fire()
            let sent = try deliveries(of: part)
            router.runningTimers = others
            router.runningTimers[index].deliveries = sent
        }
        let timers = timers(of: part, since: before)
        var zone = zone
        zone.update(timers)
        zone.pass()
        return Reaction(
            try state(of: part, zone), fate, failure, sent, timers: timers.map { $0.kept.map(Int32.init) ?? -1 })
    }

    /// The number of the state in which a component is.
    private func state(of part: Part, _ zone: TimerZone) throws(ExplorationProblem) -> Int32 {
        do { try write(part, zone) } catch { throw .state(part: part.core.name, error) }
        if let known = part.numbers[keys.words] { return known }
        guard part.snapshots.count < stateLimit else {
            throw .tooManyStates(part: part.core.name, limit: stateLimit)
        }
        let snapshot = snapshot(of: part, zone)
        part.snapshots.append(snapshot)
        part.reactions.append([])
        part.timeouts.append(snapshot.firstTimers.map { _ in -1 })
        part.restarts.append(-1)
        let number = Int32(part.snapshots.count)
        part.numbers[keys.words] = number
        return number
    }

    /// Writes the state of a component.
    private func write(_ part: Part, _ zone: TimerZone) throws(UnexplorableState) {
        let (instance, timers) = (part.core.instance, router.runningTimers)
        keys.begin()
        keys.placeOfTimer = { number in timers.firstIndex { $0.number == number } }
        try instance.write(to: keys)
        for context in instance.contexts { keys.append(wordsOf: context.generator) }
        if let saved = part.core.saved { try keys.append("saved", saved) } else { keys.append(0) }
        for state in part.core.contracts?.current ?? [] { keys.append(UInt64(state)) }
        keys.append(UInt64(timers.count))
        for timer in timers {
            for delivery in timer.deliveries {
                keys.append(UInt64(UInt32(delivery.place)) << 32 | UInt64(UInt32(delivery.message)))
            }
        }
        zone.write(to: keys)
    }
}

extension Reaction {
    fileprivate init(
        _ state: Int32, _ fate: Fate, _ error: (any Error)?, _ deliveries: [Delivery], timers: [Int32] = []
    ) {
        (self.state, self.fate, self.error, self.deliveries) = (state, fate, error, deliveries)
        self.timers = timers
        places = deliveries.reduce(0) { $0 | Reactions.bit($1.place) }
    }
}
