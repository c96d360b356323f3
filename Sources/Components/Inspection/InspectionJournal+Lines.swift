internal import TextSupport

extension InspectionJournal {
    /// Returns a line: an object with the members that a function writes.
    static func line(_ write: (inout JSONOutput) -> Void) -> [UInt8] {
        var output = JSONOutput(isCompact: true)
        output.open("{")
        write(&output)
        output.close("}")
        return output.text.bytes + [UInt8(ascii: "\n")]
    }

    static func line(_ key: String, _ text: String) -> [UInt8] {
        line { output in
            output.key(key)
            output.string(text)
        }
    }

    static func line(_ number: Int, _ event: TraceEvent) -> [UInt8] {
        line { output in
            output.news("event")
            output.key("number")
            output.number(number)
            output.key("kind")
            output.string(event.kind.name)
            output.key("time")
            output.number(event.time / .milliseconds(1))
            if let id = event.id { output.member("id", "\(id)") }
            if !event.component.isEmpty { output.member("part", event.component) }
            switch event.kind {
            case .sent:
                output.member("message", event.message)
                if let body = event.body, !(body is Void) { output.member("body", cut("\(body)")) }
                if let cause = event.cause { output.member("cause", "\(cause)") }
            case .lost(let reason): output.member("reason", reason.rawValue)
            case .failed: if let error = event.body { output.member("error", cut("\(error)")) }
            case .handled, .restarted: break
            }
        }
    }

    static func line(_ part: String, _ states: [ChartReport.State]) -> [UInt8] {
        line { output in
            output.news("states", part: part)
            output.list("states", states) { output, state in
                output.member("name", state.name)
                output.key("depth")
                output.number(state.depth)
                output.key("isActive")
                output.flag(state.isActive)
            }
        }
    }

    static func line(_ failure: ComponentFailure) -> [UInt8] {
        line { output in
            output.news("failure", part: failure.component)
            output.key("time")
            output.number(failure.time / .milliseconds(1))
            output.member("error", cut("\(failure.error)"))
        }
    }

    static func line(_ assembly: Assembly) -> [UInt8] {
        line { output in
            output.news("assembly")
            output.list("parts", assembly.parts) { output, part in
                output.member("name", part.name)
                output.member("type", part.type)
                output.member("container", part.container)
                output.list("ports", part.ports) { output, port in
                    output.member("name", port.name)
                    output.member("direction", port.direction.rawValue)
                    output.member("protocol", port.protocolName)
                    output.key("messages")
                    output.strings(port.messages.map(\.name))
                    output.key("isOptional")
                    output.flag(port.isOptional)
                }
            }
            output.list("channels", assembly.channels) { output, channel in
                output.member("kind", channel.kind.rawValue)
                output.member("container", channel.container)
                output.key("senders")
                output.strings(channel.senders.map(\.description))
                output.key("receivers")
                output.strings(channel.receivers.map(\.description))
            }
        }
    }

    static func line(_ pause: RunPause) -> [UInt8] {
        line { output in
            output.news(pause.isOn ? "paused" : "resumed", part: pause.next?.component)
            if let id = pause.next?.id { output.member("id", "\(id)") }
            if let hit = pause.hit { output.member("breakpoint", cut("\(hit)")) }
        }
    }

    /// The answer about the messages that wait; `nil` if they aren't known.
    static func line(_ mailboxes: RunMailboxes?) -> [UInt8] {
        line { output in
            output.member("answer", InspectionRequest.waiting.rawValue)
            guard let mailboxes else { return }
            output.list("counts", mailboxes.counts) { output, item in
                output.member("part", item.part)
                output.key("count")
                output.number(item.count)
            }
            guard let messages = mailboxes.messages else { return }
            output.key("messages")
            output.strings(messages.map { cut("\($0)") })
        }
    }

    /// Returns the beginning of a text that is too long.
    private static func cut(_ text: String) -> String {
        if text.utf8.count <= bodyLimit { return text }
        return String(decoding: text.utf8.prefix(bodyLimit), as: UTF8.self) + "…"
    }
}

extension TraceEvent.Kind {
    fileprivate var name: String {
        switch self {
        case .sent: "sent"
        case .handled: "handled"
        case .lost: "lost"
        case .failed: "failed"
        case .restarted: "restarted"
        }
    }
}

extension JSONOutput {
    /// Writes the members that tell the kind of a line.
    mutating func news(_ kind: String, part: String? = nil) {
        member("news", kind)
        if let part { member("part", part) }
    }

    fileprivate mutating func member(_ key: String, _ text: String) {
        self.key(key)
        string(text)
    }

    fileprivate mutating func list<Item>(
        _ key: String, _ items: [Item], _ write: (inout JSONOutput, Item) -> Void
    ) {
        self.key(key)
        open("[")
        for item in items {
            self.item()
            open("{")
            write(&self, item)
            close("}")
        }
        close("]")
    }
}
