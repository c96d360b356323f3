import ArgumentParser
import StatechartFormats
@_spi(Tool) import Statecharts
import ToolSupport

/// The option for guards that a program would implement.
struct GuardOptions: ParsableArguments {
    @Option(
        name: .customLong("guard"),
        help: ArgumentHelp(
            "The answer of a guard that the chart only names; can be repeated.", valueName: "name=true|false"))
    private var guards: [String] = []

    /// Returns whether each guard holds, by its name.
    func values() throws(ToolError) -> [String: Bool] {
        var values: [String: Bool] = [:]
        for text in guards {
            let value = [("=true", true), ("=false", false)].first { text.hasSuffix($0.0) }
            let name = String(text.dropLast(value?.0.count ?? 0))
            guard let value, !name.isEmpty else {
                throw ToolError("invalid guard '\(text.shown)'; write NAME=true or NAME=false")
            }
            if values.updateValue(value.1, forKey: name) != nil {
                throw ToolError("duplicate guard '\(name.shown)'; give it one answer")
            }
        }
        return values
    }
}

extension ChartRun {
    /// Prints a note for each guard that has an answer but that no condition names.
    func checkGuards() {
        for text in GuardOptions.notes(on: guards, in: document.chart) { note(text) }
    }
}

extension GuardOptions {
    /// Returns a note for each guard that has an answer but that no condition names.
    fileprivate static func notes(on guards: [String: Bool], in chart: Statechart) -> [String] {
        guard !guards.isEmpty, let known = chart.guardNames else { return [] }
        return guards.keys.sorted().filter { !known.contains($0) }.map { name in
            let alike = NameSuggestions.names(like: name, among: known.sorted()).map(\.shown)
            return "no condition names the guard '\(name.shown)'"
                + (alike.isEmpty ? "" : "; did you mean \(alike.joined(separator: ", "))?")
        }
    }

    /// Tells the guards that have an answer but that no condition names.
    func tellUnknown(in chart: Statechart, _ context: WorkContext) {
        // They were read before.
        for text in Self.notes(on: (try? values()) ?? [:], in: chart) { context.note(text) }
    }
}

extension Statechart {
    /// The names of guards; `nil` if expressions or charts that are invoked may have others.
    fileprivate var guardNames: Set<String>? {
        var open: [Condition] = []
        for state in withSubmachines.flatMap(\.states) {
            if state.invocations.contains(where: \.isOfChart) { return nil }
            open += state.transitions.compactMap(\.condition)
            let blocks =
                state.entry + state.exit + [state.initialActions] + state.transitions.map(\.actions)
                + state.invocations.map(\.finalize)
            for block in blocks {
                block.forEachNested { if case .choose(let all) = $0 { open += all.compactMap(\.condition) } }
            }
        }
        var names: Set<String> = []
        while let next = open.popLast() {
            switch next {
            case .named(let name), .expression(.variable(let name)): names.insert(name)
            case .expression: return nil
            case .isActive: break
            case .not(let inner): open.append(inner)
            case .all(let list), .any(let list): open += list
            }
        }
        return names
    }
}
