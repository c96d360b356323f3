internal import Components
internal import TextSupport

/// Finds events that come before others that they must follow.
struct TraceOrder {
    private var time = Duration.zero
    /// The greatest number of the messages that each sender has sent.
    private var numbers: [Sender: Int] = [:]
    private var byteCount = 0

    private struct Sender: Hashable {
        let name: String
        let port: Int
    }

    /// Checks that the time doesn't run backwards, and that a message is sent before it is handled.
    ///
    /// A message that is lost may have been sent later in the trace of a system, where one that
    /// arrived after it took its place in a step that had begun before.
    mutating func check(_ event: TraceEvent, _ maximumBytes: Int) throws(TextProblem) {
        guard event.time >= time else {
            throw TextProblem(
                message: "the event is at \(event.time), and the one before it at \(time)",
                remedy: "put the lines in the order of time, or record the run again")
        }
        time = event.time
        guard let id = event.id else { return }
        let sender = Sender(name: id.sender, port: id.port)
        switch event.kind {
        case .sent:
            guard let last = numbers[sender] else {
                numbers[sender] = id.number
                return try countBytes(64 + id.sender.utf8.count, maximumBytes)
            }
            // A component that takes the place of one with the same name begins anew.
            if id.number > last { numbers[sender] = id.number }
        case .handled where id.number > numbers[sender] ?? 0:
            throw TextProblem(
                message: "the message \(Message.quoted("\(id)".utf8)) is handled before it is sent",
                remedy: "put this line after that of sending it, or record the run again")
        case .handled, .lost, .failed, .restarted: break
        }
    }

    private mutating func countBytes(_ count: Int, _ maximum: Int) throws(TextProblem) {
        byteCount += count
        guard byteCount <= maximum else {
            throw TextProblem(message: "the names of the senders are longer than \(maximum) bytes", isLimit: true)
        }
    }
}
