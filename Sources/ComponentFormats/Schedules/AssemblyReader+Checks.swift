internal import ComponentAnalysis
internal import StatechartFormats
public import Statecharts
internal import TextSupport

/// The checks of an assembly, with the names in them that must be those of the assembly.
struct ReadChecks: Sendable {
    var value = AssemblyChecks()
    var names: [AssemblyChecks.Name] = []
}

extension AssemblyReader {
    private static let checkKeys = ["send", "faults", "never", "hot", "mustEnd", "ignored", "mailbox"]

    /// Reads the key `checks`.
    func checks(_ cursor: inout JSONCursor) -> ReadChecks {
        var checks = ReadChecks()
        object(&cursor, "checks", keys: Self.checkKeys) { (cursor, key, _) throws(TextProblem) in
            cursor.skipBlanks()
            switch key {
            case "send":
                for (text, offset) in self.texts(&cursor, "a message such as \"button.fetch\", or a list of them") {
                    self.addMessage(text, at: offset, to: &checks)
                }
            case "faults": self.faults(&cursor, &checks.value.options)
            case "never": self.readNever(&cursor, &checks)
            case "hot":
                checks.value.options.hot = self.names(&cursor, .state, "a state such as \"client.waiting\"", &checks)
            case "mustEnd":
                checks.value.options.mustEnd = self.names(&cursor, .part, "the name of a component", &checks)
            case "ignored" where cursor.peek != UInt8(ascii: "[") && cursor.peek != UInt8(ascii: "\""):
                checks.value.options.allowsIgnoredMessages = try cursor.flag()
            case "ignored":
                let expected = "true, or a message such as \"client.replies.reply\""
                checks.value.options.ignored = Set(self.names(&cursor, .receivedMessage, expected, &checks))
            default: checks.value.options.mailboxLimit = try cursor.positiveNumber()
            }
        }
        return checks
    }

    private func addMessage(_ text: String, at offset: Int, to checks: inout ReadChecks) {
        do throws(ExpressionError) {
            let step = try ScriptStep(checked: text)
            checks.value.sent.append(step)
            checks.names.append(.init(kind: .message, text: step.message ?? "", offset: offset))
        } catch { note(TextProblem(offset: offset, message: error.message)) }
    }

    private func names(
        _ cursor: inout JSONCursor, _ kind: AssemblyChecks.Name.Kind, _ expected: String, _ checks: inout ReadChecks
    ) -> [String] {
        let texts = texts(&cursor, "\(expected), or a list of them")
        checks.names += texts.map { .init(kind: kind, text: $0.text, offset: $0.offset) }
        return texts.map(\.text)
    }

    private func faults(_ cursor: inout JSONCursor, _ options: inout ScheduleOptions) {
        object(&cursor, "faults", keys: Fault.allCases.map(\.rawValue)) {
            (cursor, key, offset) throws(TextProblem) in
            guard let fault = Fault(rawValue: key) else { return try cursor.skipValue() }
            let count = try cursor.wholeNumber()
            guard Fault.counts.contains(count) else {
                throw TextProblem(offset: offset, message: "invalid number of faults \(count); expected 0 to 255")
            }
            options[keyPath: fault.property] = count
        }
    }

    private func readNever(_ cursor: inout JSONCursor, _ checks: inout ReadChecks) {
        let expected =
            "a list of states that mustn't be active at once, such as [[\"a.driving\", \"b.driving\"]]"
        var read = checks
        each(&cursor, "[", "]", expected) { (cursor) throws(TextProblem) in
            cursor.skipBlanks()
            let start = cursor.position
            let names = self.names(&cursor, .state, "a state such as \"client.waiting\"", &read)
            if names.isEmpty { throw TextProblem(offset: start, message: "expected states; name at least one") }
            read.value.options.never.append(names)
        }
        checks = read
    }
}

/// The faults that can happen in a schedule.
enum Fault: String, CaseIterable {
    case loss, duplication, reordering, restart

    static let counts = 0...255

    var property: WritableKeyPath<ScheduleOptions, Int> {
        switch self {
        case .loss: \.losses
        case .duplication: \.duplications
        case .reordering: \.reorderings
        case .restart: \.restarts
        }
    }
}

extension ScriptStep {
    /// Reads the message of a check, which has no time.
    @_spi(Tool) public init(checked text: String) throws(ExpressionError) {
        try self.init(parsing: text)
        if message != nil { return }
        throw ExpressionError(
            "\(Message.quoted(text.utf8)) is a time, and a check sends messages at any time; remove it")
    }
}

extension JSONOutput {
    /// Writes checks as the value of the key `checks`.
    mutating func write(_ checks: AssemblyChecks) {
        open("{")
        let options = checks.options
        write("send", checks.sent.map { ($0.message ?? "") + ($0.body == .null ? "" : "=" + $0.body.json) })
        let faults = Fault.allCases.filter { options[keyPath: $0.property] > 0 }
        if !faults.isEmpty {
            key("faults")
            open("{")
            for fault in faults {
                key(fault.rawValue)
                number(options[keyPath: fault.property])
            }
            close("}")
        }
        if !options.never.isEmpty {
            key("never")
            open("[")
            for states in options.never {
                item()
                strings(states)
            }
            close("]")
        }
        write("hot", options.hot)
        write("mustEnd", options.mustEnd)
        if options.allowsIgnoredMessages {
            key("ignored")
            flag(true)
        } else {
            write("ignored", options.ignored.sorted())
        }
        if options.mailboxLimit != ScheduleOptions().mailboxLimit {
            key("mailbox")
            number(options.mailboxLimit)
        }
        close("}")
    }

    private mutating func write(_ name: String, _ texts: [String]) {
        guard !texts.isEmpty else { return }
        key(name)
        strings(texts)
    }
}
