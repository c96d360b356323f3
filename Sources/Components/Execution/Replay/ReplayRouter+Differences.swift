extension ReplayRouter {
    /// Returns the first difference between what a step did in the recorded run and what it does now.
    ///
    /// - Parameter first: The number of the trace's first event of the step.
    func difference(_ recorded: [MessageTrace.Event], after first: Int) -> (expected: String, found: String)? {
        var number = first
        /// The next event that isn't about what the recording decides.
        func next() -> MessageTrace.Event? {
            while number < trace.endIndex {
                defer { number += 1 }
                switch trace[number] {
                case .handled, .lost: continue
                case let event: return event
                }
            }
            return nil
        }
        for expected in recorded {
            let found = next()
            if !(found?.isSame(as: expected) ?? false) { return differing(expected, found) }
        }
        return next().map { differing(nil, $0) }
    }

    /// Describes two events by texts that differ.
    private func differing(
        _ expected: MessageTrace.Event?, _ found: MessageTrace.Event?
    ) -> (expected: String, found: String) {
        func text(_ event: MessageTrace.Event?) -> String { event.map { described($0).description } ?? "nothing" }
        var (first, second) = (text(expected), text(found))
        if first == second, let expected, let found {
            first += expected.numbers
            second += found.numbers
        }
        return (first, first == second ? second + ", with another value of the same text" : second)
    }

    /// Returns the first difference between what a component asked for and what it asks for now.
    func difference(
        _ recorded: [RecordedStep.Request], _ now: [RecordedStep.Request]
    ) -> (expected: String, found: String)? {
        for index in 0..<max(recorded.count, now.count) {
            let (expected, found) = (recorded.dropFirst(index).first, now.dropFirst(index).first)
            if expected != found { return (expected?.text ?? "nothing", found?.text ?? "nothing") }
        }
        return nil
    }

    /// Describes a step that the run lacks.
    func describe(_ step: RecordedStep) -> String {
        let event: MessageTrace.Event? =
            switch step.kind {
            case .handled(let id, let receiver): .handled(id, at: step.time, receiver: receiver)
            case .discarded(let id, let receiver): .lost(id, at: step.time, receiver: receiver, .failed)
            case .restarted(let number): .restarted(number, at: step.time)
            default: step.sent.first
            }
        if let event { return described(event).description }
        let text =
            switch step.kind {
            case .started: "a start"
            case .timer: "a timer"
            case .unanswered: "a command without an answer"
            case .emptied: "messages that are lost"
            case .changed, .rewired: "a change of the assembly"
            default: "an end"
            }
        return "\(step.time): \(text)"
    }
}

extension RecordedStep.Kind {
    /// The number of the component whose step it is.
    var component: UInt32? {
        switch self {
        case .started(let number), .handled(_, let number), .discarded(_, let number), .timer(_, let number),
            .unanswered(_, let number), .ended(let number, _), .restarted(let number), .overflowed(let number, _),
            .emptied(let number):
            number
        case .rewired(let rewiring): rewiring.sender
        case .sent, .changed, .withdrawn: nil
        }
    }
}

extension RecordedStep.Request {
    fileprivate var text: String {
        switch self {
        case .timer(let delay): "a timer of \(delay)"
        case .cancellation(let number): "the cancellation of timer \(number)"
        case .end: "a request to end"
        }
    }
}

extension MessageTrace.Event {
    /// The numbers of an event, which its description doesn't have.
    fileprivate var numbers: String {
        func text(_ id: UInt64) -> String { "\(id.sender)/\(id.numberOfSender)" }
        return switch self {
        case .sent(let id, _, let cause, _, _, _, let count):
            ", to \(count) receiver\(count == 1 ? "" : "s"), with the numbers \(text(id)) by \(text(cause))"
        case .answered(let id, _, let cause, let receiver, _, _, _):
            ", to component \(receiver), with the numbers \(text(id)) by \(text(cause))"
        case .failed(let number, _, let cause, _): ", as component \(number), by \(text(cause))"
        case .restarted(let number, _): ", as component \(number)"
        default: ""
        }
    }

    /// Whether an event of a replay is that of the recorded run.
    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (
            .sent(let id, _, let cause, let output, let index, let body, let count),
            .sent(let id2, _, let cause2, let output2, let index2, let body2, let count2)
        ):
            (id, cause, output.name, index, count) == (id2, cause2, output2.name, index2, count2)
                && areSame(body, body2)
        case (
            .answered(let id, _, let cause, let receiver, let output, let index, let body),
            .answered(let id2, _, let cause2, let receiver2, let output2, let index2, let body2)
        ):
            (id, cause, receiver, output.name, index) == (id2, cause2, receiver2, output2.name, index2)
                && areSame(body, body2)
        case (.failed(let number, _, let cause, let error), .failed(let number2, _, let cause2, let error2)):
            (number, cause) == (number2, cause2) && areSame(error, error2)
        case (.restarted(let number, _), .restarted(let number2, _)): number == number2
        default: false
        }
    }
}

/// Returns whether two values aren't known to differ: those that can't be compared aren't.
private func areSame(_ first: Any, _ second: Any) -> Bool {
    if let first = first as? any Hashable, let second = second as? any Hashable {
        if AnyHashable(first) == AnyHashable(second) { return true }
        // An object is another one in each run, and a number may be none, which differs from itself.
        let areIncomparable =
            type(of: first) is AnyClass && type(of: second) is AnyClass
            || AnyHashable(first) != AnyHashable(first) && AnyHashable(second) != AnyHashable(second)
        return areIncomparable && "\(first)" == "\(second)"
    }
    let (mirror, other) = (Mirror(reflecting: first), Mirror(reflecting: second))
    guard mirror.displayStyle == .tuple else { return type(of: first) == type(of: second) }
    return mirror.children.count == other.children.count
        && zip(mirror.children, other.children).allSatisfy { areSame($0.value, $1.value) }
}
