package import Statecharts

extension Statechart.Action {
    /// The action in a few words, without nested actions.
    package var shortText: String {
        switch self {
        case .perform(let name): name
        case .raise(let event, _): "raise \(event)"
        case .send(let send): send.shortText
        case .cancel(let id): "cancel \(id.shortText)"
        case .assign(let variable, let value): "\(variable) = \(value.description)"
        case .log(let label, let value):
            (["log " + label] + (value.map { [$0.description] } ?? [])).joined(separator: ": ")
        case .choose(let branches):
            branches.first?.condition.map { "if \($0.shortText) …" } ?? "if …"
        case .forEach(let item, _, let list, _): "for \(item) in \(list.description) …"
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

extension Expression {
    /// The text of a constant expression, or else the expression.
    fileprivate var shortText: String {
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
