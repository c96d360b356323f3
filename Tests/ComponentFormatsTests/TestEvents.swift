import Components

/// Events without a run.
enum TestEvents {
    static func sent(
        by sender: String, port: String, message: String, _ body: any Sendable, at time: Duration, number: Int,
        cause: MessageID? = nil
    ) -> TraceEvent {
        TraceEvent(
            .sent, at: time, id: MessageID(sender: sender, port: 0, number: number), component: sender, port: port,
            name: message, body: body, cause: cause, receiverCount: 1)
    }

    static func handled(by component: String, sender: String, number: Int, at time: Duration) -> TraceEvent {
        TraceEvent(.handled, at: time, id: MessageID(sender: sender, port: 0, number: number), component: component)
    }

    static func lost(sender: String, number: Int, at time: Duration, _ reason: MessageLoss) -> TraceEvent {
        TraceEvent(.lost(reason), at: time, id: MessageID(sender: sender, port: 2, number: number), component: "")
    }

    static func failed(_ component: String, _ reason: String, at time: Duration) -> TraceEvent {
        TraceEvent(.failed, at: time, component: component, body: reason)
    }

    static func restarted(_ component: String, at time: Duration) -> TraceEvent {
        TraceEvent(.restarted, at: time, component: component)
    }
}
