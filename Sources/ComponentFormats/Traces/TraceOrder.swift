internal import Components
internal import TextSupport

/// Finds events that come before others that they must follow.
struct TraceOrder {
    /// The time at which each component handled its last message, and at which the environment sent
    /// its last one. In a run that follows a schedule, each has a clock of its own.
    private var times: [String: Duration] = [:]
    /// The greatest number of the messages that each sender has sent.
    private var numbers: [Sender: Int] = [:]
    private var byteCount = 0

    private struct Sender: Hashable {
        let name: String
        let port: Int
    }

    /// Checks that no component's time runs backwards, and that a message is sent before it is
    /// handled.
    ///
    /// A loss may come before: in the trace of a system, another message may have taken the place of
    /// the lost one in a step that had begun earlier.
    mutating func check(_ event: TraceEvent, _ maximumBytes: Int) throws(TextProblem) {
        guard let id = event.id, event.kind == .handled || event.kind == .sent else { return }
        if event.kind == .handled || event.isFromOutside { try checkTime(event) }
        let last = numbers[Sender(name: id.sender, port: id.port)]
        if event.kind == .handled {
            guard id.number > last ?? 0 else { return }
            throw TextProblem(
                message: "the message \(Message.quoted("\(id)".utf8)) is handled before it is sent",
                remedy: "put this line after that of sending it, or record the run again")
        }
        // A component that takes the place of one with the same name begins anew.
        if id.number > last ?? 0 { numbers[Sender(name: id.sender, port: id.port)] = id.number }
        if last == nil { byteCount += 64 + id.sender.utf8.count }
        guard byteCount <= maximumBytes else {
            throw TextProblem(message: "the trace names components in more than \(maximumBytes) bytes", isLimit: true)
        }
    }

    private mutating func checkTime(_ event: TraceEvent) throws(TextProblem) {
        let last = times.updateValue(event.time, forKey: event.component)
        if last == nil { byteCount += 64 + event.component.utf8.count }
        guard let last, last > event.time else { return }
        let name = event.component.isEmpty ? "the environment" : Message.quoted(event.component.utf8)
        throw TextProblem(
            message: "the event is at \(event.time), and the one of \(name) before it at \(last)",
            remedy: "put the lines in the order of time, or record the run again")
    }
}
