/// The breakpoints of a component at run time, which only its own turn touches.
final class ComponentBreakpoints {
    /// The breakpoints at messages, by slot.
    private let messages: [UnsafeMutablePointer<SlotState>: [Breakpoint]]
    private var watches: [Watch]

    /// A state or a condition that is tested after each message.
    private struct Watch {
        let breakpoint: Breakpoint
        let test: () -> Bool
        var wasTrue: Bool
    }

    /// Finds the breakpoints that concern a component; `nil` if none does.
    fileprivate init?(_ breakpoints: [Breakpoint], of component: ComponentCore) {
        var messages: [UnsafeMutablePointer<SlotState>: [Breakpoint]] = [:]
        watches = []
        for breakpoint in breakpoints {
            if case .message(let place) = breakpoint.place {
                for (port, slot) in component.receivingSlots where place.matches(slot.message, port, component) {
                    messages[slot.state, default: []].append(breakpoint)
                }
            } else if let test = component.test(breakpoint.place) {
                watches.append(Watch(breakpoint: breakpoint, test: test, wasTrue: test()))
            }
        }
        self.messages = messages
        if messages.isEmpty, watches.isEmpty { return nil }
        for slot in messages.keys { slot.pointee.mayStop = true }
    }

    /// Whether something is tested after each message.
    var hasWatches: Bool { !watches.isEmpty }

    /// Returns the first breakpoint at a message, whose body has a position in its slot.
    func breakpoint(at slot: UnsafeMutablePointer<SlotState>, _ position: Int) -> Breakpoint? {
        messages[slot]?.first { breakpoint in
            guard case .message(let place) = breakpoint.place else { return false }
            return place.condition.map { $0(slot.pointee.slot, position) } ?? true
        }
    }

    /// Returns the first breakpoint whose state or condition has become true since the last call.
    func nextTrue() -> Breakpoint? {
        var first: Breakpoint?
        for index in watches.indices {
            let isTrue = watches[index].test()
            if isTrue == watches[index].wasTrue { continue }
            watches[index].wasTrue = isTrue
            if isTrue, first == nil { first = watches[index].breakpoint }
        }
        return first
    }
}

extension Breakpoint.MessagePlace {
    fileprivate func matches(_ message: AnyMessage, _ port: String, _ component: ComponentCore) -> Bool {
        (name ?? message.name) == message.name && (self.port ?? port) == port
            && (part ?? component.name) == component.name
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
    fileprivate func test(_ place: Breakpoint.Place) -> (() -> Bool)? {
        switch place {
        case .state(let state, name): instance.test(ofState: state)
        case .condition(name, let test): test(instance)
        default: nil
        }
    }

    /// Takes the breakpoints of a run, before the component starts or between its messages.
    func bind(_ breakpoints: [Breakpoint]) {
        if breakpoints.isEmpty, self.breakpoints == nil { return }
        for (_, slot) in receivingSlots { slot.state.pointee.mayStop = false }
        self.breakpoints = ComponentBreakpoints(breakpoints, of: self)
    }
}

extension Host {
    /// Checks that breakpoints are at parts, ports, messages and states that exist.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:)``, or
    ///   ``ComponentError/invalidBreakpoint(_:_:)``.
    final func check(_ breakpoints: [Breakpoint], _ components: [ComponentCore]) throws(ComponentError) {
        for breakpoint in breakpoints {
            switch breakpoint.place {
            case .message(let place):
                if let part = place.part, component(part) == nil { throw .unknownPart(part) }
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
                guard let component = component(part) else { throw .unknownPart(part) }
                if component.test(breakpoint.place) == nil {
                    throw .invalidBreakpoint(breakpoint.description, "the component has no chart with state '\(state)'")
                }
            case .condition(let part, _):
                guard let component = component(part), component.test(breakpoint.place) != nil else {
                    throw .unknownPart(part)
                }
            }
        }
    }
}
