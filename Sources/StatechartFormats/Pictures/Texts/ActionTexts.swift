package import Statecharts

extension Statechart.Action {
    /// The action in a few words, without nested actions.
    package var shortText: String { text(depth: 0) }

    /// The action with its data and all actions within it, up to 16 levels.
    var wholeText: String { text(depth: 16) }

    private func text(depth: Int) -> String {
        func block(_ actions: [Self]) -> String {
            depth > 0 ? "{ \(actions.map { $0.text(depth: depth - 1) }.joined(separator: "; ")) }" : "…"
        }
        return switch self {
        case .perform(let name): name
        case .raise(let event, let content): "raise \(event)" + (depth > 0 ? content?.text ?? "" : "")
        case .send(let send): send.shortText + (depth > 0 ? send.content?.text ?? "" : "")
        case .cancel(let id): "cancel \(id.shortText)"
        case .assign(let variable, let value): "\(variable) = \(value.description)"
        case .log(let label, let value):
            "log " + [label, value?.description ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
        case .choose(let branches):
            (depth > 0 ? branches : Array(branches.prefix(1))).enumerated().map { number, branch in
                let start = branch.condition.map { "if \($0.shortText) " } ?? (number == 0 ? "if " : "")
                return start + block(branch.actions)
            }.joined(separator: " else ")
        case .forEach(let item, _, let list, let actions):
            "for \(item) in \(list.description) \(block(actions))"
        case .addRegion(let state): "add region to \(state)"
        case .removeRegion: "remove region"
        case .script(let script): script.shortScript
        case .custom(let custom): custom.name
        }
    }
}

extension String {
    /// The script on one line, without semicolons at its end, as one separates actions.
    fileprivate var shortScript: String {
        let words = split { $0.isWhitespace }.joined(separator: " ")
        let end = words.lastIndex { $0 != ";" && $0 != " " }
        return end.map { String(words[...$0]) } ?? ""
    }
}

extension Statechart.Send {
    fileprivate var shortText: String {
        var text = "send \(event.shortText)"
        if let target { text += " to \(target.shortText)" }
        switch delay {
        case nil: break
        case .literal(.number(let number))?:
            text += " after " + (delay?.constantDelay?.shortText ?? "\(number) ms")
        case let delay?: text += " after \(delay.shortText)"
        }
        return text
    }
}

extension Statechart.Content {
    /// The data after the name of an event.
    fileprivate var text: String {
        switch self {
        case .value(let value): " with \(value)"
        case .fields(let fields): " with " + fields.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
        }
    }
}

extension Expression {
    /// The text of a constant expression, or else the expression.
    var shortText: String {
        if case .literal(.text(let text)) = self { return text }
        return description
    }
}

extension Duration {
    /// The time with its unit apart, such as `3 s`.
    var shortText: String {
        let text = delay
        let unit = text.hasSuffix("ms") ? 2 : 1
        return text.dropLast(unit) + " " + text.suffix(unit)
    }
}

extension Statechart.Condition {
    /// The condition as an expression; too deeply nested ones become `…`.
    package var shortText: String { shortText(level: 0, isOperand: false) }

    private static let maximumDepth = 16

    private func shortText(level: Int, isOperand: Bool) -> String {
        guard level < Self.maximumDepth else { return "…" }
        func joined(_ conditions: [Self], _ sign: String, empty: String) -> String {
            guard conditions.count != 1 else { return conditions[0].shortText(level: level + 1, isOperand: isOperand) }
            let text = conditions.map { $0.shortText(level: level + 1, isOperand: true) }.joined(separator: sign)
            return conditions.isEmpty ? empty : isOperand ? "(\(text))" : text
        }
        switch self {
        case .named(let name): return name
        case .expression(.binary(let sign, let left, let right)) where isOperand:
            return "(\(Expression.binary(sign, left, right).description))"
        case .expression(let expression): return expression.description
        case .isActive(let state): return "in \(state)"
        case .not(let condition): return "!" + condition.shortText(level: level + 1, isOperand: true)
        case .all(let conditions): return joined(conditions, " && ", empty: "true")
        case .any(let conditions): return joined(conditions, " || ", empty: "false")
        }
    }
}
