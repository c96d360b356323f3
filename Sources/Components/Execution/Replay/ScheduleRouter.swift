internal import Statecharts

/// Repeats a run by the choices of what happens next.
///
/// Each component has its own clock, which stands still but for its timers, and where a choice says
/// that time passes.
final class ScheduleRouter: Router, Repetition {
    /// The choices that weren't carried out yet.
    private(set) var choices: ArraySlice<Schedule.Choice>
    private var clocks: [UInt32: Duration] = [:]
    private(set) var distributors: [Distributor] = []
    /// Messages from outside that haven't arrived, with their receivers, which may have ended before.
    private(set) var arrivals: [(slot: Slot, receiver: ComponentCore, body: any Sendable, id: UInt64)] = []
    /// Whether the program uses a component, which so sends from outside.
    private var isVisited = false

    init(_ schedule: Schedule, traceLimit: Int?, onEvent: ((TraceEvent) -> Void)?) {
        choices = schedule.choices[...]
        super.init(seed: 0, isShuffled: false, traceLimit: traceLimit, onEvent: onEvent)
    }

    func repeatStep() -> Bool {
        guard let choice = choices.first, perform(choice) else { return false }
        choices.removeFirst()
        // Who fails is restarted at once.
        while let supervisor = components.lazy.compactMap(\.self).first(where: \.isWaitingSupervisor) {
            handleNext(supervisor)
        }
        return true
    }

    // What waits in channels is taken by choice.
    override func isReady(_ component: ComponentCore) -> Bool { false }

    override func makeDistributor(capacity: Int) -> Distributor {
        let distributor = Distributor(self, capacity: capacity)
        distributors.append(distributor)
        return distributor
    }

    override func enqueueSlowly(_ slot: Slot, _ id: UInt64) {
        let isOutside = isVisited || id.sender == environment.number
        let isArrival = slot.distributor.map { !($0 is OutsideGate) } ?? !(slot.receiver === environment)
        guard isOutside, isArrival else { return super.enqueueSlowly(slot, id) }
        // The latest body is that of the message.
        arrivals.append((slot, slot.receiver, slot.removeLast(), id))
    }

    /// Begins to use a component from outside: what it sends arrives by choice, also where mailboxes
    /// have room.
    func beginVisit() {
        isVisited = true
        for case let component? in components { component.state.pointee.capacity = 0 }
    }

    func endVisit() {
        isVisited = false
        for case let component? in components where component.phase != .ended {
            component.state.pointee.capacity = component.phase == .failed ? 0 : component.bound.capacity
        }
    }

    /// Lets a message arrive when a choice says so.
    func add(_ message: ArrivingMessage) {
        let slots = component(message.part)?.inputs.first { $0.name == message.port }?.slots ?? []
        guard let slot = slots.first(where: { $0.message.name == message.name }) else { return }
        arrivals.append((slot, slot.receiver, message.body, environment.nextMessageID()))
    }

    private func perform(_ choice: Schedule.Choice) -> Bool {
        switch choice {
        case .message(let part): return onWaiting(part, handleNext)
        case .taking(let part, let channel):
            guard distributors.indices.contains(channel) else { return false }
            return on(part) { component in
                guard component.state.pointee.mailbox.isEmpty, distributors[channel].give(to: component) else {
                    return false
                }
                handleNext(component)
                return true
            }
        case .timeout(let part):
            return on(part) { component in
                guard let timer = timers.removeFirst(of: component.number) else { return false }
                clocks[component.number] = max(clocks[component.number] ?? .zero, timer.time)
                (run.pointee.time, run.pointee.current) = (clocks[component.number] ?? .zero, timer.cause)
                // Those of a chart are looked at before the message, and need no room.
                let capacity = component.state.pointee.capacity
                if component.instance.isChart { component.state.pointee.capacity = .max }
                timer.fire()
                if component.state.pointee.capacity == .max { component.state.pointee.capacity = capacity }
                run.pointee.current = 0
                let last = component.state.pointee.mailbox.count - 1
                if last >= 0, component.state.pointee.mailbox[last].slot.pointee.slot.isOfChartTimers {
                    component.state.pointee.mailbox.moveToFront(last)
                    handleNext(component)
                }
                return true
            }
        case .wait(let part, let time):
            return on(part) { component in
                let end = (clocks[component.number] ?? .zero).advanced(by: time)
                guard time >= .zero, timers.firstTime(of: component.number).map({ $0 >= end }) ?? true else {
                    return false
                }
                clocks[component.number] = end
                return true
            }
        case .outside:
            guard !arrivals.isEmpty else { return false }
            let next = arrivals.removeFirst()
            next.slot.append(next.body)
            super.enqueueSlowly(next.slot, next.id)
            return true
        case .loss(let part):
            return onWaiting(part) { component in
                skip(component.state, 1)
                drop(component.state.pointee.mailbox.removeFirst(), .fault)
            }
        case .duplication(let part):
            return onWaiting(part) { component in
                let first = component.state.pointee.mailbox[0]
                first.slot.pointee.slot.append(first.slot.pointee.slot.body(at: 0))
                super.enqueueSlowly(first.slot.pointee.slot, first.id)
            }
        case .reordering(let part):
            return on(part) { component in
                guard overtake(component) else { return false }
                handleNext(component)
                return true
            }
        case .restart(let part):
            return on(part) { component in
                run.pointee.time = clocks[component.number] ?? .zero
                restart(component)
                settle()
                return true
            }
        }
    }

    private func on(_ part: String, _ act: (ComponentCore) -> Bool) -> Bool { component(part).map(act) ?? false }

    private func onWaiting(_ part: String, _ act: (ComponentCore) -> Void) -> Bool {
        on(part) { component in
            guard !component.state.pointee.mailbox.isEmpty else { return false }
            act(component)
            return true
        }
    }

    private func handleNext(_ component: ComponentCore) {
        let position = (0..<queue.pointee.count).first { queue.pointee[$0] == component.state }
        if let position { _ = queue.pointee.remove(at: position) }
        run.pointee.time = clocks[component.number] ?? .zero
        handle(component.state.pointee.mailbox.removeFirst(), by: component.state)
    }

    /// Brings the first message that came through another port than the first one to the front.
    private func overtake(_ component: ComponentCore) -> Bool {
        let state = component.state
        guard !state.pointee.mailbox.isEmpty else { return false }
        let port = state.pointee.mailbox[0].slot.pointee.slot.port
        for position in 1..<state.pointee.mailbox.count {
            let slot: Slot = state.pointee.mailbox[position].slot.pointee.slot
            if slot.port == port { continue }
            state.pointee.mailbox.moveToFront(position)
            return true
        }
        return false
    }
}

/// A run that repeats another one.
protocol Repetition: AnyObject {
    /// Repeats the next step.
    ///
    /// - Returns: Whether there was one.
    func repeatStep() throws(ComponentError) -> Bool
}

extension ComponentCore {
    fileprivate var isWaitingSupervisor: Bool {
        instance.type == Supervisor.self && !state.pointee.mailbox.isEmpty && phase == .running
    }
}
