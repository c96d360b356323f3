extension Router {
    final func dropLast(_ slot: Slot, _ id: UInt64, _ reason: MessageLoss, _ receiver: UInt32? = nil) {
        noteLoss(id, receiver ?? (slot.receiver === environment ? .max : slot.receiver.number), reason)
        slot.removeLastBody()
        if id.isReport, reason == .full { monitor.noteMissed(slot, by: id) }
    }

    // A lost command is answered, which loses nothing more, as answers always find room.
    final func drop(_ message: WaitingMessage, _ reason: MessageLoss, by id: UInt64 = 0) {
        let slot: Slot = message.slot.pointee.slot
        noteLoss(message.id, slot.receiver.number, reason)
        slot.removeBody(at: 0)
        if message.id.isReport, reason == .full { monitor.noteMissed(slot, by: id) }
    }
}
