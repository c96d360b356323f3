/// The breakpoints of a component at run time, which only its own turn touches.
final class ComponentBreakpoints {
    /// The breakpoints at messages, by slot.
    private let messages: [UnsafeMutablePointer<SlotState>: [Breakpoint]]
    /// The breakpoints at states and conditions.
    private let watched: [Breakpoint]
    let watches: UnsafeMutableBufferPointer<Watch>

    /// Finds the breakpoints that concern a component; `nil` if none does.
    ///
    /// - Parameter isStarting: Whether the component starts, so that nothing counts as true before.
    fileprivate init?(_ breakpoints: [Breakpoint], of component: ComponentCore, isStarting: Bool) {
        var messages: [UnsafeMutablePointer<SlotState>: [Breakpoint]] = [:]
        var watched: [(breakpoint: Breakpoint, watch: Watch)] = []
        for breakpoint in breakpoints {
            if case .message(let place) = breakpoint.place {
                for (port, slot) in component.receivingSlots where place.matches(slot.message, port, component) {
                    messages[slot.state, default: []].append(breakpoint)
                }
            } else if let test = component.test(breakpoint.place) {
                let wasTrue = !isStarting && test(component.instance.storage)
                watched.append((breakpoint, Watch(test: test, wasTrue: wasTrue)))
            }
        }
        (self.messages, self.watched) = (messages, watched.map(\.breakpoint))
        watches = .allocate(capacity: watched.count)
        _ = watches.initialize(from: watched.map(\.watch))
        if messages.isEmpty, watched.isEmpty { return nil }
        for (slot, breakpoints) in messages { slot.pointee.stop = MessageStop(breakpoints) }
    }

    deinit {
        watches.deinitialize()
        watches.deallocate()
    }

    /// Returns the first breakpoint at a message, whose body has a position in its slot.
    func breakpoint(at slot: UnsafeMutablePointer<SlotState>, _ position: Int) -> Breakpoint? {
        messages[slot]?.first { $0.condition?(slot.pointee.bodies, position) ?? true }
    }

    /// Returns the breakpoint of a watch.
    func breakpoint(at watch: Int) -> Breakpoint { watched[watch] }
}

/// A state or a condition that is tested after each message.
struct Watch {
    fileprivate let test: (UnsafeMutableRawPointer) -> Bool
    fileprivate var wasTrue: Bool

    /// Tests a component.
    ///
    /// - Returns: Whether the test is true, and wasn't the last time.
    fileprivate mutating func hasBecomeTrue(for component: UnsafeMutableRawPointer) -> Bool {
        let (isTrue, wasTrue) = (test(component), wasTrue)
        self.wasTrue = isTrue
        return isTrue && !wasTrue
    }
}

extension UnsafeMutablePointer<ReceiverState> {
    /// Tests the states and conditions of breakpoints.
    ///
    /// - Returns: The position of the first one that has become true since the last call.
    @inline(__always)
    func newWatch() -> Int? {
        var first: Int?
        for index in 0..<pointee.watches.count
        where pointee.watches[index].hasBecomeTrue(for: pointee.storage) && first == nil { first = index }
        return first
    }
}

/// Tells whether one of the breakpoints at a message wants to stop before it.
struct MessageStop {
    private let wantsStop: Breakpoint.BodyTest

    // Mutating, so that the closure isn't copied.
    mutating func wantsStop(_ bodies: UnsafeMutableRawPointer, _ position: Int) -> Bool { wantsStop(bodies, position) }

    fileprivate static let never = MessageStop { _, _ in false }

    private init(_ wantsStop: @escaping Breakpoint.BodyTest) { self.wantsStop = wantsStop }

    fileprivate init(_ breakpoints: [Breakpoint]) {
        let conditions = breakpoints.compactMap(\.condition)
        if conditions.count < breakpoints.count {
            wantsStop = { _, _ in true }
        } else if conditions.count == 1 {
            wantsStop = conditions[0]
        } else {
            wantsStop = { bodies, position in conditions.contains { $0(bodies, position) } }
        }
    }
}

extension Breakpoint {
    /// The test of a message's body; `nil` if there is none.
    fileprivate var condition: BodyTest? {
        if case .message(let place) = place { place.condition } else { nil }
    }

    /// The name of the part; `nil` if it is at any.
    fileprivate var part: String? {
        switch place {
        case .message(let place): place.part
        case .state(_, let part), .condition(let part, _, _): part
        }
    }
}

extension Breakpoint.MessagePlace {
    fileprivate func matches(_ message: AnyMessage, _ port: String, _ component: ComponentCore) -> Bool {
        (name ?? message.name) == message.name && (self.port ?? port) == port
            && (part ?? component.name) == component.name && (condition == nil || body == message.body)
    }
}

extension ComponentCore {
    /// The slots of the messages, and answers, that the component handles, with their ports.
    fileprivate var receivingSlots: [(port: String, slot: Slot)] {
        inputs.flatMap { input in input.slots.map { (input.name, $0) } }
            + outputs.flatMap { output in output.answerSlots.compactMap(\.self).map { (output.name, $0) } }
    }

    /// The name of the port of a slot, which answers don't have.
    func port(of slot: Slot) -> String {
        if !slot.port.isEmpty { return slot.port }
        return outputs.first { $0.answerSlots.contains { $0 === slot } }?.name ?? ""
    }

    /// Returns what tests the component; `nil` if the breakpoint is at another one.
    fileprivate func test(_ place: Breakpoint.Place) -> ((UnsafeMutableRawPointer) -> Bool)? {
        switch place {
        case .state(let state, name): instance.test(ofState: state)
        case .condition(name, let type, let test) where type == instance.type: test
        default: nil
        }
    }

    /// Returns the stop at a state or condition that has become true, if the component works.
    func hit(at watch: Int) -> Breakpoint.Hit? {
        guard phase == .running, let breakpoint = breakpoints?.breakpoint(at: watch) else { return nil }
        return Breakpoint.Hit(breakpoint: breakpoint, component: name, message: nil)
    }

    /// Takes the breakpoints of a run, when the component starts or between its messages.
    func bind(_ breakpoints: [Breakpoint], isStarting: Bool = false) {
        if breakpoints.isEmpty, self.breakpoints == nil { return }
        for (_, slot) in receivingSlots { slot.state.pointee.stop = nil }
        self.breakpoints = ComponentBreakpoints(breakpoints, of: self, isStarting: isStarting)
        // The system looks at the message at which it has stopped once more, to forget the stop.
        if hasStoppedAtNext, case let slot = state.pointee.mailbox[0].slot, slot.pointee.stop == nil {
            slot.pointee.stop = .never
        }
    }
}

extension Host {
    /// Checks that breakpoints are at parts, ports, messages and states that exist.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)``, or
    ///   ``ComponentError/invalidBreakpoint(_:_:)``.
    final func check(_ breakpoints: [Breakpoint], _ components: [ComponentCore]) throws(ComponentError) {
        for breakpoint in breakpoints {
            // Of one that has ended nothing is known, but it may be there again.
            if let part = breakpoint.part, component(part) == nil, hasEnded(part) { continue }
            switch breakpoint.place {
            case .message(let place):
                if let part = place.part { _ = try required(part) }
                let isKnown = components.contains { component in
                    component.receivingSlots.contains { place.matches($0.slot.message, $0.port, component) }
                        || place.port == nil && place.part == nil
                            && component.allOutputs.contains { $0.members.message(named: place.name ?? "") != nil }
                }
                if !isKnown, place.name != nil || place.port != nil {
                    let reason = place.part == nil ? "no component receives it" : "the component doesn't receive it"
                    throw .invalidBreakpoint(breakpoint.description, reason)
                }
            case .state(let state, let part):
                if try required(part).test(breakpoint.place) == nil {
                    throw .invalidBreakpoint(breakpoint.description, "the component has no chart with state '\(state)'")
                }
            case .condition(let part, _, _):
                if try required(part).test(breakpoint.place) == nil { throw .unknownPart(part) }
            }
        }
    }
}
