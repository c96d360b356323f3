extension Router {
    /// Lets a component that has failed wait for its restart. It keeps its name, its channels and
    /// its mailbox.
    final func suspend(_ component: ComponentCore) {
        guard component.phase != .ended else { return }
        component.phase = .failed
        // So that all messages come to `enqueueSlowly`.
        component.state.pointee.capacity = 0
        // They have no turn, whether they are kept or not.
        skip(component.state, component.state.pointee.mailbox.count)
        if component.consequence == .waitAlone { loseWaiting(component) }
    }

    /// Keeps a message, whose body is the last one in its slot, until the receiver is restarted.
    final func keep(_ slot: Slot, _ id: UInt64) {
        let (receiver, state) = (slot.receiver, slot.receiver.state)
        if state.pointee.mailbox.count >= receiver.bound.capacity {
            guard receiver.bound.policy == .dropOldest else { return dropLast(slot, id, .full) }
            drop(state.pointee.mailbox.removeFirst(), .full)
        }
        state.pointee.mailbox.append(WaitingMessage(slot.state, id))
    }

    /// Restarts a component while none of its handlers runs.
    final func renew(_ component: ComponentCore) {
        guard component.phase != .ended, let fresh = component.part?.make() else { return }
        guard fresh.describedPorts() == component.instance.describedPorts() else {
            component.consequence = .end
            if component.phase == .failed { component.phase = .made }
            return fail(component, ComponentError.changedPorts(component.name))
        }
        let wasWaiting = component.phase == .failed
        if component.phase == .running { call(component) { component.instance.end() } }
        timers.cancelAll(of: component.number)
        note(.restarted(component.number, at: time))
        let old = component.replaceInstance(by: fresh)
        open(component)
        if wasWaiting { for _ in 0..<component.state.pointee.mailbox.count { enqueue(component.state) } }
        old.free()
        start(component)
    }
}
