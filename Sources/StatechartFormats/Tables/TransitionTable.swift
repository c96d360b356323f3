internal import Statecharts
internal import TextSupport

/// The transitions of a chart as rows: state, event, guard, actions, target.
struct TransitionTable {
    private var rows = [["State", "Event", "Guard", "Actions", "Target"]]

    init(_ chart: Statechart) {
        for (index, state) in chart.states.enumerated() {
            let count = rows.count
            let name = state.kind == .state ? state.title : "\(state.title) (\(state.kind.rawValue))"
            func add(
                _ event: String, _ actions: [Statechart.Action], _ target: [String] = [], if condition: String = ""
            ) {
                let texts = actions.map(\.shortText).joined(separator: "; ")
                rows.append([name, event, condition, texts, target.joined(separator: ", ")])
            }
            if !state.initial.isEmpty || !state.initialActions.isEmpty {
                add("initial", state.initialActions, state.initial)
            }
            for block in state.entry { add("entry", block) }
            for block in state.exit { add("exit", block) }
            for activity in state.activities { rows.append([name, "do", "", activity, ""]) }
            for invocation in state.invocations { rows.append([name, "invoke", "", invocation.title, ""]) }
            if !state.deferred.isEmpty {
                rows.append([name, state.deferred.map(\.text).joined(separator: ", "), "", "defer", ""])
            }
            for transition in state.transitions {
                let others = transition.joinedSources.map { "in \($0)" }
                let condition = ((transition.condition.map { [$0.shortText] } ?? []) + others).joined(separator: " && ")
                add(transition.triggerText, transition.actions, transition.targets, if: condition)
            }
            if rows.count == count, index > 0 { rows.append([name, "", "", "", ""]) }
        }
    }

    /// The table in Markdown.
    var markdown: [UInt8] {
        var lines = rows.map { "| " + $0.map(Self.escaped).joined(separator: " | ") + " |\n" }
        lines.insert("|---|---|---|---|---|\n", at: 1)
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
