internal import Statecharts
internal import TextSupport

/// The transitions of a chart as rows: state, kind of state, event, guard, actions, target.
struct TransitionTable {
    private var rows = [["State", "Kind", "Event", "Guard", "Actions", "Target"]]

    init(_ chart: Statechart) {
        // The root, which is nobody's child, stands for none.
        var firstChildren = [Int](repeating: 0, count: chart.states.count)
        for (index, parent) in chart.parents.enumerated().dropFirst().reversed()
        where !chart[index].kind.isPseudostate { firstChildren[parent] = index }
        for (index, state) in chart.states.enumerated() {
            let count = rows.count
            let start = [state.title, state.kind == .state ? "" : state.kind.rawValue]
            let isDefault = state.initial.isEmpty && state.kind == .state && firstChildren[index] > 0
            let initial = isDefault ? [chart[firstChildren[index]].name] : state.initial
            if !initial.isEmpty || !state.initialActions.isEmpty {
                add(start, "initial", state.initialActions.map(\.wholeText), initial)
            }
            for block in state.entry { add(start, "entry", block.map(\.wholeText)) }
            for block in state.exit { add(start, "exit", block.map(\.wholeText)) }
            for activity in state.activities { add(start, "do", [activity]) }
            for invocation in state.invocations { add(start, "invoke", [invocation.title]) }
            if !state.deferred.isEmpty { add(start, state.deferred.map(\.text).joined(separator: ", "), ["defer"]) }
            for transition in state.transitions {
                let others = transition.joinedSources.map { "in \($0)" }
                let condition = ((transition.condition.map { [$0.shortText] } ?? []) + others).joined(separator: " && ")
                let isCompletion = transition.trigger == .completion
                let text = isCompletion ? "completion" : transition.triggerText
                let event = transition.trigger == .always ? "always" : text
                add(start, event, transition.actions.map(\.wholeText), transition.targets, if: condition)
            }
            if rows.count == count, index > 0 { add(start, "", []) }
        }
    }

    @inline(never)
    private mutating func add(
        _ start: [String], _ event: String, _ actions: [String], _ target: [String] = [], if condition: String = ""
    ) {
        rows.append(start + [event, condition, actions.joined(separator: "; "), target.joined(separator: ", ")])
    }

    /// The table in Markdown.
    var markdown: [UInt8] {
        var lines = rows.map { "| " + $0.map(Self.escaped).joined(separator: " | ") + " |\n" }
        lines.insert("|---|---|---|---|---|---|\n", at: 1)
        return lines.flatMap(\.utf8)
    }

    /// The table as comma-separated values (RFC 4180).
    var csv: [UInt8] {
        rows.flatMap { row in (row.map(Self.quoted).joined(separator: ",") + "\r\n").utf8 }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "&", "~": result += "\\\(scalar)"
            case _ where scalar.properties.isWhitespace || scalar.value < 0x20: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func quoted(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 < 0x20 }
        guard needsQuotes else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
