extension SystemHost {
    /// Reports an event to the ports that watch.
    func report(_ event: MessageTrace.Event) {
        if monitor.isActive, !event.isSilent { monitor.report(TraceEvent(event, name)) }
    }

    /// Reports a loss.
    ///
    /// - Parameter message: The message that is sent meanwhile, whose step has the time; `nil` for
    ///   that of the component's own.
    func reportLoss(_ id: UInt64, _ receiver: UInt32, _ reason: MessageLoss, by message: UInt64? = nil) {
        guard monitor.isActive else { return }
        let time = recorder == nil ? time : message.map { sender(of: $0).step.time } ?? time
        report(.lost(id, at: time, receiver: receiver, reason))
    }

    /// Makes what sends to a port that watches, and lets all components tell their messages.
    func makeWatcher(_ output: OutputCore, _ receiver: ComponentCore, _ reference: PortReference) {
        let sender = makeOutside()
        (sender.isSilent, output.sender) = (true, sender)
        let watcher = Monitor.Watcher(reference, output, sender, receiver) {
            [unowned self] send in
            guard let recorder else { return }
            let kind = RecordedStep.Kind.sent(
                sender.number, to: receiver.number, reference, send, ProtocolMembers<Reports>.shared)
            let (number, time) = recorder.begin(kind, cause: 0)
            sender.step = RunningStep(number: number, time: time)
        }
        monitor.add(watcher, living.map(\.part))
        beginNoting()
    }

    func noteAll() {
        for component in living {
            inTurn(of: component) { [unowned component] in component.allOutputs.forEach { $0.noteTracing() } }
        }
    }
}
