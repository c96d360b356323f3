internal import Synchronization

// Each output belongs to the turns of its component: others plan where its messages go, and the
// component follows before its next message. So sending needs no lock, and a recorded run has the
// place of each change among the sender's messages.

/// The state of a system's changes, and the effects of the one that is being made.
struct ChangeState {
    var distributorCount = 0
    /// The step of a recorded run that makes the change.
    var step: Int?
    var outcome = ChangeOutcome()
}

extension SystemHost {
    /// Adds an assembly, before anybody else knows the system.
    func build(_ assembly: Assembly) throws(ComponentError) {
        changeLock.lock()
        defer { changeLock.unlock() }
        try add(assembly)
    }

    func make(_ change: AssemblyChange) throws(ComponentError) {
        let step = recorder.map { currentComponent?.step.number ?? $0.begin(.changed(change), cause: 0).number }
        changeLock.lock()
        defer { changeLock.unlock() }
        (self.change.step, self.change.outcome) = (step, ChangeOutcome())
        defer { self.change.step = nil }
        do throws(ComponentError) {
            if isEnding { throw .notRunning }
            try perform(change)
        } catch { self.change.outcome.error = error }
        if let step { recorder?.add(self.change.outcome, to: step) }
        if let error = self.change.outcome.error { throw error }
    }

    /// Ends all components.
    func stop() {
        changeLock.withLock {
            hasStopped.store(true, ordering: .sequentiallyConsistent)
            for component in shared.withLock({ $0.all }).values { end(component) }
        }
        resume()
        clock.stop()
        cancelFeeds { _ in true }
    }

    /// Frees the name of a component that ends, and ends its contents.
    func forget(_ component: ComponentCore) {
        let isKnown = shared.withLock { shared in
            guard shared.components[component.name] === component else { return false }
            shared.components[component.name] = nil
            shared.endedNames.insert(component.name)
            return true
        }
        guard isKnown else { return }
        if monitor.isActive { monitor.report(removed: component) }
        for part in component.relations.withLock(\.contents) { self.component(part).map(end) }
    }

    /// Takes a component off all channels, in its turn or before it has one.
    func cutOff(_ component: ComponentCore) {
        for input in component.inputs { input.channel?.remove(input) }
        for output in component.allOutputs { output.channel?.remove(output) }
        for proxy in component.instance.proxies { proxy.channel?.remove(proxy) }
        component.detach()
        clock.cancelAll(of: component.number)
        shared.withLock { shared in
            shared.all[component.number] = nil
            if recorder == nil {
                shared.freeNumbers.append(component.number)
            } else {
                shared.ended.append(component)
            }
        }
    }

    /// Plans other receivers for the messages of an output.
    func plan(_ slots: [[Slot]], of output: OutputCore) {
        guard let sender = output.sender, !output.wiring.planned.leads(to: slots) else { return }
        output.wiring.planned = OutputRoutes(slots)
        if sender.isFresh || sender === currentComponent {
            if recorder != nil, change.step != nil {
                change.outcome.rewirings.append(Rewiring(sender.number, output, slots))
            }
            return follow(output)
        }
        // The component follows the latest plan.
        if output.wiring.isPosted { return }
        output.wiring.isPosted = true
        let name = output.name
        post(to: sender) { [unowned self, unowned sender] in
            // Freed when the changes are unlocked.
            var former: OutputRoutes?
            changeLock.withLock {
                // A restarted component has other ports. It may have made a later change itself.
                guard let output = sender.anyOutput(name), output.wiring.isPosted else { return }
                if recorder != nil {
                    begin(.rewired(Rewiring(sender.number, output, output.wiring.planned.slots)), of: sender)
                }
                former = output.wiring.followed
                follow(output)
            }
            withExtendedLifetime(former) {}
        }
    }

    /// Lets an output send as planned, in a turn of its component.
    private func follow(_ output: OutputCore) {
        output.wiring.isPosted = false
        output.wiring.followed = output.wiring.planned
        for (index, slots) in output.wiring.followed.slots.enumerated() { output.setRoute(index, slots) }
    }

    /// Calls a closure in a turn of a component, before its next message; drops it if the component
    /// has ended.
    func post(to component: ComponentCore, _ call: @escaping () -> Void) {
        guard let mailbox = component.state.pointee.shared else { return }
        mailbox.pointee.lock.lock()
        let isOpen = !mailbox.pointee.content.isClosed
        if isOpen { mailbox.pointee.content.calls.append(call) }
        mailbox.pointee.lock.unlock()
        guard isOpen else { return }
        mailbox.pointee.signal(.call)
        wake(component.state)
    }
}

extension Rewiring {
    fileprivate init(_ sender: UInt32, _ output: OutputCore, _ slots: [[Slot]]) {
        (self.sender, self.output) = (sender, output.name)
        targets = slots.map { slots in
            slots.map { slot in
                if let distributor = slot.distributor { return .channel(distributor.number) }
                return .port(slot.receiver.number, slot.port, slot.message.index)
            }
        }
    }
}
