internal import TextSupport

/// Events that actions raise and send.
extension ExpressionBehavior {
    /// The maximum product of the bytes of an event's data and the number of waiting events. All
    /// waiting events take a small multiple of this.
    private static let maximumWaitingBytes = 1 << 26

    /// Returns data for an event, checked because `_event` nests it and queues keep it.
    func data(_ content: Statechart.Content?, _ step: Step<Self>) throws(ExpressionError) -> Value {
        let data: Value
        switch content {
        case nil: return .null
        case .value(let expression): data = try value(expression, step)
        case .fields(let fields):
            var record: [String: Value] = [:]
            for field in fields { record[field.name] = try value(field.value, step) }
            data = .record(record)
        }
        try Self.check(data, behind: step.waitingCount + (mailbox?.waitingCount ?? 0))
        return data
    }

    /// Checks the size of an event's data.
    ///
    /// - Parameter count: The number of events that wait.
    /// - Throws: ``ExpressionError`` if the data is too large, or too much data would wait.
    package static func check(_ data: Value, behind count: Int) throws(ExpressionError) {
        try check(size: try data.size(), behind: count)
    }

    private static func check(size: Int, behind count: Int) throws(ExpressionError) {
        guard size * (1 + count) <= maximumWaitingBytes else {
            throw ExpressionError("too many events with much data wait; send fewer, or less data")
        }
    }

    /// Checks the sizes of the data of events that wait already, in any order.
    ///
    /// - Throws: ``ExpressionError`` if the events can't all have been accepted.
    package static func check(waiting data: [Value]) throws(ExpressionError) {
        let sizes = try data.map { value throws(ExpressionError) in try value.size() }
        // Of the events with the greatest sizes, one came behind the others.
        for (count, size) in sizes.sorted(by: >).enumerated() { try check(size: size, behind: count) }
    }

    /// Raises an event, without data if the data has an error, so that nothing waits for the event
    /// forever.
    mutating func raise(_ name: String, _ content: Statechart.Content?, _ step: inout Step<Self>) throws {
        do {
            var payload = Payload(name: name, data: try data(content, step))
            payload.inlineText = content?.inlineText
            if name == "done.state." + chartName { done = payload }
            step.raise(Name(rawValue: name), payload)
        } catch {
            report(error, .action(.raise(name, content)))
            step.raise(error)
            step.raise(Name(rawValue: name), Payload(name: name))
            throw HandledFailure()
        }
    }

    mutating func send(_ send: Statechart.Send, _ step: inout Step<Self>) throws {
        var id = try send.id.map { try value($0, step).text(of: "an identifier") }
        if send.idLocation != nil {
            sentCount += 1
            id = "send.\(sentCount)"
        }
        do { try self.send(send, id: id, &step) } catch let error as ExpressionError where id != nil {
            // The error event contains the action.
            report(error, .action(.send(send)))
            var payload = Self.payload(of: error)
            payload?.sendID = id
            step.raise(error, payload)
            throw HandledFailure()
        } catch let failure as SendFailure {
            report(ExpressionError(failure.reason), .action(.send(send)))
            var payload = Payload(name: failure.event.rawValue, sendID: id)
            payload.errorMessage = failure.reason
            step.raise(failure.event, payload)
            throw HandledFailure()
        }
    }

    /// A failure of a send action that isn't the error of an expression.
    private struct SendFailure: Error {
        let event: Name
        let reason: String

        static func noSession(_ target: String) -> Self {
            Self(event: "error.communication", reason: Payload.noSession(at: target))
        }

        static func badAddress(_ target: String) -> Self {
            let target = Message.quoted(target.utf8)
            return Self(
                event: .error, reason: "invalid address \(target); expected '#_parent', or '#_' and an identifier")
        }
    }

    private mutating func send(_ send: Statechart.Send, id: String?, _ step: inout Step<Self>) throws {
        if let location = send.idLocation, let id { try assign(text: id, to: location, step) }
        let name = try name(of: send, step)
        let target = try send.target.map { try value($0, step) } ?? .text("")
        let transport = try send.transport.map { try value($0, step) } ?? .text("scxml")
        let data = try data(send.content, step)
        let delay = try send.delay.map { expression throws(ExpressionError) in
            let value = try value(expression, step)
            guard let delay = Duration(value) else {
                throw ExpressionError(
                    "invalid delay \(Message.quoted(value.description.utf8)); write 0 to 3.2·10¹⁶ milliseconds, or a text "
                        + "such as '1.5s'")
            }
            return delay
        }
        var payload = Payload(name: name, data: data, sendID: id, origin: address)
        payload.inlineText = send.content?.inlineText
        let number = UInt32(step.chart.number(of: Name(rawValue: name)))
        if target != .text("#_internal") { step.add(.sent, name) }
        switch (transport, target) {
        case (.text("scxml"), _), (.text(Self.transport), _), (.text(""), _): break
        case (.text(let kind), .text(let address)) where mailbox?.hasTransports ?? false:
            (payload.transport, payload.target) = (kind, address)
            if let delay, delay > .zero { return step.send(number, payload, after: delay, id: id ?? "") }
            if mailbox?.post(.init(target: address, event: payload), limit: step.limits.events) == false {
                step.waiting.isFull = true
            }
            return
        default: throw SendFailure(event: .error, reason: "can't send by \(transport); use 'scxml'")
        }
        switch target {
        case .text(let text) where try onSend?(text, payload, delay ?? .zero) == true: return
        case .text("#_internal"):
            guard delay ?? .zero <= .zero else {
                throw ExpressionError("an event for '#_internal' can't be delayed; send it without a target")
            }
            payload.origin = nil
            step.raise(Name(rawValue: name), payload)
        case .text(let text) where mailbox != nil:
            guard let mailbox, SessionMailbox.isAddress(text) else { throw SendFailure.badAddress(text) }
            if let delay, delay > .zero {
                payload.target = text.isEmpty || text == address ? nil : text
                step.send(number, payload, after: delay, id: id ?? "")
                return
            }
            guard mailbox.canReach(text) else { throw SendFailure.noSession(text) }
            if !mailbox.post(.init(target: text, event: payload), limit: step.limits.events) {
                step.waiting.isFull = true
            }
        case .text(""), .text(address):
            step.send(number, payload, after: delay ?? .zero, id: id ?? "")
        case .text(let text) where text.hasPrefix("#_scxml_") || text == "#_parent":
            throw SendFailure.noSession(text)
        default: throw SendFailure.badAddress("\(target)")
        }
    }

    private func name(of send: Statechart.Send, _ step: Step<Self>) throws(ExpressionError) -> String {
        let name = try value(send.event, step).text(of: "an event")
        if case .literal = send.event { return name }
        if name.isEmpty { throw ExpressionError("an event has no name; give the event a name") }
        if let error = StateMachineError(event: name) { throw ExpressionError(error.description) }
        return name
    }

    /// Returns the data of the event `error.execution`, with the reason for the error.
    public static func payload(of error: any Error) -> Payload? {
        var payload = Payload(name: Name.error.rawValue)
        payload.errorMessage = "\(error)"
        return payload
    }

    static let transport = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor"
}

extension ExpressionBehavior.Payload {
    /// The message about an address that no session has.
    static func noSession(at address: String) -> String {
        "unknown address \(Message.quoted(address.utf8)); name a session that runs"
    }
}

extension ExpressionBehavior.Name {
    static var error: Self { "error.execution" }
}

extension Statechart.Content {
    /// The text in the chart that the data comes from, if there is one.
    fileprivate var inlineText: String? { if case .value(.inline(let text)) = self { text } else { nil } }
}

extension Value {
    func text(of what: String) throws(ExpressionError) -> String {
        guard case .text(let text) = self else { throw ExpressionError("\(what) must be a text, not \(kindName)") }
        return text
    }
}

/// A failure whose event the behavior has raised.
@usableFromInline
struct HandledFailure: Error {}
