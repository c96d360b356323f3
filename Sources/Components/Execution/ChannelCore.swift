/// A channel at run time.
final class ChannelCore: @unchecked Sendable {
    let kind: Assembly.Channel.Kind
    private(set) var outputs: [OutputCore] = []
    private(set) var inputs: [InputCore] = []
    private var distributor: Distributor?

    init(_ kind: Assembly.Channel.Kind) {
        self.kind = kind
        if kind == .pointToPoint { distributor = Distributor() }
    }

    func add(_ output: OutputCore) {
        output.channel = self
        outputs.append(output)
        connect()
    }

    func add(_ input: InputCore) {
        input.channel = self
        inputs.append(input)
        connect()
    }

    func remove(_ output: OutputCore) {
        outputs.removeAll { $0 === output }
        output.channel = nil
        for index in output.members.messages.indices { output.setRoute(index, []) }
    }

    func remove(_ input: InputCore) {
        inputs.removeAll { $0 === input }
        input.channel = nil
        connect()
    }

    /// Finds the slots for each message that an output can send.
    private func connect() {
        distributor?.connect(inputs)
        for output in outputs {
            for (index, message) in output.members.messages.enumerated() {
                let slots =
                    if let distributor { distributor.slot(for: message, of: output).map { [$0] } ?? [] } else {
                        inputs.compactMap { $0.slot(for: message) }
                    }
                output.setRoute(index, slots)
            }
        }
    }
}

extension InputCore {
    /// The slot for a message that another protocol may define.
    func slot(for message: AnyMessage) -> Slot? { slots.first { $0.message.matches(message) && $0.isHandled } }
}

/// Keeps the messages of a point-to-point channel until a component is ready.
final class Distributor {
    /// A kind of message, with those that wait and the slots that can take them.
    private final class Kind {
        let slot: Slot
        var targets: [Slot] = []
        var waiting = Ring<(number: UInt64, id: UInt64)>()
        /// The target that got the last message.
        var last = 0

        init(_ slot: Slot) { self.slot = slot }
        deinit { waiting.deallocate() }
    }

    /// Guards all of this, if components run side by side.
    let lock = Lock()
    private var kinds: [Kind] = []
    private var count: UInt64 = 0

    deinit { lock.deallocate() }

    func connect(_ inputs: [InputCore]) {
        for kind in kinds { kind.targets = inputs.compactMap { $0.slot(for: kind.slot.message) } }
        for input in inputs {
            guard let receiver = input.slots.first?.receiver else { continue }
            if !receiver.distributors.contains(where: { $0 === self }) { receiver.distributors.append(self) }
        }
        self.inputs = inputs
    }

    private var inputs: [InputCore] = []

    func slot(for message: AnyMessage, of output: OutputCore) -> Slot? {
        if let kind = kinds.first(where: { $0.slot.message.matches(message) }) { return kind.slot }
        guard let sender = output.sender else { return nil }
        let slot = message.makeSlot(for: sender)
        slot.distributor = self
        let kind = Kind(slot)
        kind.targets = inputs.compactMap { $0.slot(for: message) }
        kinds.append(kind)
        return slot
    }

    /// Gives a message, whose body is in a slot of this channel, to a component that is ready, or keeps it.
    func distribute(_ slot: Slot, _ id: UInt64) {
        guard let kind = kinds.first(where: { $0.slot === slot }) else { return }
        count += 1
        kind.waiting.append((count, id))
        guard kind.waiting.count == 1 else { return }
        for step in 1...max(1, kind.targets.count) where !kind.targets.isEmpty {
            let index = (kind.last + step) % kind.targets.count
            let target = kind.targets[index]
            guard target.receiver.host.isReady(target.receiver) else { continue }
            kind.last = index
            return give(kind, to: target)
        }
    }

    /// Gives a component that is ready the message that has waited longest among those that it knows.
    ///
    /// - Returns: Whether there was one.
    func give(to receiver: ComponentCore) -> Bool {
        var first: (kind: Kind, target: Slot)?
        for kind in kinds where !kind.waiting.isEmpty {
            if let first, first.kind.waiting[0].number < kind.waiting[0].number { continue }
            if let target = kind.targets.first(where: { $0.receiver === receiver }) { first = (kind, target) }
        }
        guard let first else { return false }
        give(first.kind, to: first.target)
        return true
    }

    private func give(_ kind: Kind, to target: Slot) {
        let id = kind.waiting.removeFirst().id
        kind.slot.moveFirst(to: target)
        target.receiver.host.accept(target, id)
    }
}

extension ComponentCore {
    /// Takes a message from a point-to-point channel, each channel in turn.
    func takeFromChannels() {
        for _ in distributors.indices {
            let distributor = distributors.removeFirst()
            distributors.append(distributor)
            if distributor.give(to: self) { return }
        }
    }
}
