internal import Components
internal import TextSupport

extension MessageSequence {
    /// The messages as a sequence diagram of Mermaid.
    ///
    /// A message that nobody received ends in a cross at its sender.
    public var mermaid: String {
        var codes: [String: String] = [:]
        let shown = shownComponents
        var text = "sequenceDiagram\n"
        for (number, name) in shown.enumerated() {
            codes[name] = "c\(number)"
            let isActor = name == AssemblyBuilder.environment || name == "outside"
            text += "  \(isActor ? "actor" : "participant") c\(number) as \(Mermaid.escaped(name))\n"
        }
        func code(_ name: String) -> String { codes[name] ?? "c0" }
        var failures = failures[...]
        var time = Duration.zero
        for (position, message) in messages.enumerated() {
            while let failure = failures.first, failure.position <= position {
                text += "  Note over \(code(failure.component)): failed\n"
                failures.removeFirst()
            }
            if message.time != time, let first = shown.first {
                time = message.time
                text += "  Note over \(code(first)): \(time.milliseconds.shortText) ms\n"
            }
            let receiver = message.receiver.isEmpty ? message.sender : message.receiver
            let arrow = message.loss == nil ? "->>" : "-x"
            let title = message.title(width: 40) + (message.loss.map { " (lost: \($0.rawValue))" } ?? "")
            text += "  \(code(message.sender))\(arrow)\(code(receiver)): \(Mermaid.escaped(title))\n"
        }
        for failure in failures { text += "  Note over \(code(failure.component)): failed\n" }
        return text
    }

    /// The components that have messages or failed, the environment first.
    var shownComponents: [String] {
        var used: Set<String> = []
        for message in messages { used.formUnion([message.sender, message.receiver]) }
        used.formUnion(failures.map(\.component))
        let outside = ["outside", AssemblyBuilder.environment]
        return (outside + components.filter { !outside.contains($0) }).filter(used.contains)
    }
}

extension Double {
    /// The number without a fraction of zero.
    var shortText: String { JSONText(self).text.dropFractionOfZero }
}

extension String {
    fileprivate var dropFractionOfZero: String { utf8.suffix(2).elementsEqual(".0".utf8) ? String(dropLast(2)) : self }
}

/// Texts for Mermaid.
enum Mermaid {
    /// Returns a text with entities in place of characters that have a meaning.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "#", ";", ":", "\"", "<", ">", "&", "%", "{", "}", "`", "\\":
                result += "#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value & 0xFFFE == 0xFFFE: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        // `end` is a keyword anywhere.
        return result.lowercased() == "end"
            ? "#\(result.unicodeScalars.first?.value ?? 0x65);" + result.dropFirst() : result
    }
}
