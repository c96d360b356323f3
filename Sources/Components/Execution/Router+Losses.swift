extension Router {
    final func dropLast(_ slot: Slot, _ id: UInt64, _ reason: MessageLoss, _ receiver: UInt32? = nil) {
        noteLoss(id, receiver ?? (slot.receiver === environment ? .max : slot.receiver.number), reason)
        slot.removeLastBody()
    }

    final func drop(_ message: WaitingMessage, _ reason: MessageLoss) {
        let slot: Slot = message.slot.pointee.slot
        noteLoss(message.id, slot.receiver.number, reason)
        // A lost command is answered, which may lose another one: not one within the other.
        if isLosing { return lost.append(LostBody(body: slot.takeBody(), busy: run.pointee.busy)) }
        isLosing = true
        slot.removeBody(at: 0)
        while !lost.isEmpty {
            let busy = run.pointee.busy
            var next = lost.removeFirst()
            run.pointee.busy = next.busy
            next.body = nil
            run.pointee.busy = busy
        }
        isLosing = false
    }

    /// The body of a lost message, and the component in whose turn it was lost.
    struct LostBody {
        var body: (any Sendable)?
        let busy: UnsafeMutablePointer<ReceiverState>?
    }
}
