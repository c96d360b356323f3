internal import AlgorithmSupport

/// A message in a mailbox, and the position of its body in its slot.
struct WaitingPlace {
    let message: WaitingMessage
    let position: Int
    let receiver: UnsafeMutablePointer<ReceiverState>

    /// Whether a breakpoint wants to stop before the message.
    var wantsStop: Bool { message.slot.pointee.stop?.wantsStop(message.slot.pointee.bodies, position) == true }
}

extension Router {
    /// Handles the next message, which was looked at.
    final func handle(_ next: WaitingPlace) {
        if isShuffled { return _ = step() }
        _ = queue.pointee.removeFirst()
        handle(next.receiver.pointee.mailbox.removeFirst(), by: next.receiver)
    }

    /// Returns the next message. The run stays as it is.
    final func nextMessage() -> WaitingPlace? {
        if run.pointee.hasEnding { settle() }
        guard let receiver = isShuffled ? chosenReceiver() : firstReceiver() else { return nil }
        return WaitingPlace(message: receiver.pointee.mailbox[0], position: 0, receiver: receiver)
    }

    /// Whether the order has no places, not even those of lost messages.
    final var isQueueEmpty: Bool { queue.pointee.isEmpty }

    private func firstReceiver() -> UnsafeMutablePointer<ReceiverState>? {
        while !queue.pointee.isEmpty {
            let receiver = queue.pointee[0]
            if receiver.pointee.skips == 0 { return receiver }
            useSkip(queue.pointee.removeFirst())
        }
        return nil
    }

    /// The receiver that chance will choose, by a copy of the generator.
    private func chosenReceiver() -> UnsafeMutablePointer<ReceiverState>? {
        if queue.pointee.isEmpty { return nil }
        var choices = run.pointee.choices
        let chosen = queue.pointee[Int.random(in: 0..<queue.pointee.count, using: &choices)]
        if chosen.pointee.skips == 0 { return chosen }
        // The message of this entry is lost, and chance chooses again.
        choices = run.pointee.choices
        var entries = (0..<queue.pointee.count).map { queue.pointee[$0] }[...]
        var skips: [UnsafeMutablePointer<ReceiverState>: Int] = [:]
        while !entries.isEmpty {
            let index = Int.random(in: 0..<entries.count, using: &choices)
            entries.swapAt(entries.startIndex, entries.startIndex + index)
            let receiver = entries.removeFirst()
            if skips[receiver, default: receiver.pointee.skips] == 0 { return receiver }
            skips[receiver, default: receiver.pointee.skips] -= 1
        }
        return nil
    }

    /// The messages in mailboxes: those that have a place in the order first, and before them one
    /// whose handling is being told to an observer.
    final var waitingMessages: [WaitingPlace] {
        var (skips, taken, places) = ([Key: Int](), [Key: Int](), [UnsafeMutablePointer<SlotState>: Int]())
        typealias Key = UnsafeMutablePointer<ReceiverState>
        var found: [WaitingPlace] = []
        func take(_ receiver: Key) {
            let message = receiver.pointee.mailbox[taken[receiver, default: 0]]
            taken[receiver, default: 0] += 1
            found.append(WaitingPlace(message: message, position: places[message.slot, default: 0], receiver: receiver))
            places[message.slot, default: 0] += 1
        }
        if let beginning {
            found.append(beginning)
            places[beginning.message.slot] = 1
        }
        for index in 0..<queue.pointee.count {
            let receiver = queue.pointee[index]
            if skips[receiver, default: receiver.pointee.skips] > 0 {
                skips[receiver, default: receiver.pointee.skips] -= 1
            } else {
                take(receiver)
            }
        }
        for component in components.lazy.compactMap(\.self) {
            while taken[component.state, default: 0] < component.state.pointee.mailbox.count { take(component.state) }
        }
        return found
    }
}

extension Router {
    /// Tests the states and conditions of breakpoints at a component.
    final func test(_ receiver: UnsafeMutablePointer<ReceiverState>) {
        guard let watch = receiver.newWatch(), !run.pointee.hasHit else { return }
        note(receiver.pointee.component.hit(at: watch))
    }

    final func note(_ hit: Breakpoint.Hit?) { (self.hit, run.pointee.hasHit) = (hit, hit != nil) }

    /// Whether a state or condition of a breakpoint has become true.
    final var hasHit: Bool { run.pointee.hasHit }

    /// Returns the state or condition that has become true since the last call.
    final func takeHit() -> Breakpoint.Hit? {
        defer { note(nil) }
        return hit
    }
}
