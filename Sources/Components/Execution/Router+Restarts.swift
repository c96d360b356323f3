extension Router {
    final func fail(_ component: ComponentCore, _ error: any Error) {
        // A failure that is told may overflow a mailbox, whose component fails, and so on: not one
        // within the other.
        if isFailing { return overflowed.append((component, error)) }
        isFailing = true
        failAlone(component, error)
        while !overflowed.isEmpty {
            let others = overflowed
            overflowed = []
            for (other, error) in others where other.phase != .failed && other.phase != .ended {
                failAlone(other, error)
            }
        }
        isFailing = false
    }

    private func failAlone(_ component: ComponentCore, _ error: any Error) {
        let failure = ComponentFailure(
            component: component.name, error: error, time: time, restartCount: component.restartCount)
        failures.append(failure)
        if component === environment || component.hasFailed { return }
        component.hasFailed = true
        note(.failed(component.number, at: time, cause: current, error))
        monitor.tellObservers(.failed(failure))
        if component.phase == .ended { return }
        if component.consequence == .end {
            component.lastFailure = (failure, current)
            end(component)
        } else {
            component.tell(failure)
            suspend(component)
        }
    }

    /// Calls the last code of a component, and tells why it has ended.
    final func sayLastWords(_ component: ComponentCore) {
        if component.hasStarted { call(component) { component.instance.end() } }
        guard let (failure, cause) = component.lastFailure else { return }
        let current = run.pointee.current
        run.pointee.current = cause
        component.tell(failure)
        run.pointee.current = current
    }

    /// Frees what a component was. Responders that it kept answer now, in its name.
    final func free(_ instance: ComponentInstance, of component: ComponentCore) {
        let current = run.pointee.current
        run.pointee.current = component.lastFailure?.cause ?? current
        occupied(component) { instance.free() }
        run.pointee.current = current
    }

    /// Lets a component that has failed wait for its restart. It keeps its name, its channels and
    /// its mailbox.
    final func suspend(_ component: ComponentCore) {
        guard component.phase != .ended else { return }
        component.phase = .failed
        // So that all messages come to `enqueueSlowly`.
        component.state.pointee.capacity = 0
        // They have no turn, whether they are kept or not.
        losePlaces(component)
        if component.consequence == .waitAlone { loseWaiting(component) }
    }

    /// Keeps a message, whose body is the last one in its slot, until the receiver is restarted.
    final func keep(_ slot: Slot, _ id: UInt64) {
        let (receiver, state) = (slot.receiver, slot.receiver.state)
        var oldest: WaitingMessage?
        if !slot.needsNoRoom(id), state.pointee.mailbox.count >= receiver.bound.capacity {
            if receiver.bound.policy == .dropOldest { oldest = state.pointee.mailbox.removeOldest(for: id) }
            if oldest == nil { return dropLast(slot, id, .full) }
        }
        state.pointee.mailbox.append(WaitingMessage(slot.state, id))
        if let oldest { drop(oldest, .full, by: id) }
    }

    /// Restarts a component while none of its handlers runs.
    final func renew(_ component: ComponentCore) {
        guard component.phase != .ended, let fresh = component.part?.make() else { return }
        guard fresh.describedPorts() == component.instance.describedPorts() else {
            (component.consequence, component.hasFailed) = (.end, false)
            if component.phase == .failed { component.phase = .made }
            return fail(component, ComponentError.changedPorts(component.name))
        }
        if component.phase == .running {
            component.hasStarted = false
            call(component) { component.instance.end() }
        }
        // Its last words may have ended it, or let it fail.
        guard component.phase != .ended else { return }
        timers.cancelAll(of: component.number)
        note(.restarted(component.number, at: time))
        open(component)
        free(component.replaceInstance(by: fresh), of: component)
        start(component)
    }
}
