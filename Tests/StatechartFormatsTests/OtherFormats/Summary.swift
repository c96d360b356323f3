import StatechartFormats
import Statecharts
import Testing

/// Returns a chart in a line for each state and each transition, and the notes of the reader.
func summary(_ text: String, _ format: StatechartFormat) throws -> [String] {
    let document = try Array(text.utf8).withUnsafeBytes { try format.document(from: $0) }
    let chart = document.chart
    var depths = [0]
    var lines: [String] = []
    for (index, state) in chart.states.enumerated() {
        if index > 0 { depths.append(depths[chart.parents[index]] + 1) }
        let indentation = String(repeating: " ", count: depths[index])
        var line = indentation + (state.name.isEmpty ? "-" : state.name)
        if state.kind != .state { line += " (\(state.kind.rawValue))" }
        if !state.initial.isEmpty { line += " initial \(state.initial.joined(separator: ", "))" }
        func add(_ key: String, _ actions: [Statechart.Action]) {
            if !actions.isEmpty { line += " \(key) \(actions.map(\.shortText).joined(separator: "; "))" }
        }
        add("start", state.initialActions)
        add("entry", state.entry.flatMap { $0 })
        add("exit", state.exit.flatMap { $0 })
        for activity in state.activities { line += " do \(activity)" }
        for invocation in state.invocations {
            line += " invoke \(invocation.kind?.description ?? "") \(invocation.id ?? "")"
        }
        for variable in state.variables { line += " \(variable.name)=\(variable.value?.description ?? "")" }
        if !state.deferred.isEmpty { line += " defer \(state.deferred.map(\.text).joined(separator: ", "))" }
        lines.append(line)
        for transition in state.transitions { lines.append(indentation + " " + summary(transition)) }
    }
    return lines + document.warnings.map { "\($0.line): \($0.message)" }
}

private func summary(_ transition: Statechart.Transition) -> String {
    var words: [String] =
        switch transition.trigger {
        case .events(let patterns): [patterns.map(\.text).joined(separator: ", ")]
        case .after(let delay): ["after \(delay)"]
        case .always: ["always"]
        case .completion: ["done"]
        }
    if let condition = transition.condition { words.append("[\(condition.shortText)]") }
    if !transition.joinedSources.isEmpty { words.append("with \(transition.joinedSources.joined(separator: ", "))") }
    if !transition.actions.isEmpty { words.append("/ \(transition.actions.map(\.shortText).joined(separator: "; "))") }
    if transition.isLocal { words.append("local") }
    if !transition.targets.isEmpty { words.append("-> \(transition.targets.joined(separator: ", "))") }
    return words.joined(separator: " ")
}

/// A text in another tool's format, and what is read: the lines of ``summary(_:_:)`` or, for a
/// refused text, the error.
struct OtherText: Sendable, CustomTestStringConvertible {
    var format: StatechartFormat
    var text: String
    var lines: [String]

    var testDescription: String { "\(format): \(text.prefix(60))" }

    init(_ format: StatechartFormat, _ text: String, _ lines: String...) {
        (self.format, self.text, self.lines) = (format, text, lines)
    }

    /// Reads the text, and returns what is compared with `lines`.
    func found() throws -> [String] {
        do {
            return try summary(text, format)
        } catch let error as StatechartFormatError {
            return ["\(error)"]
        }
    }
}
