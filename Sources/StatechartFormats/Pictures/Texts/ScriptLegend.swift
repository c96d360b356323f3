internal import Statecharts

/// The long scripts that several states or transitions have, with the numbers that stand for them.
struct ScriptLegend {
    /// The scripts, beginning with number 1.
    private(set) var texts: [String] = []
    private var numbers: [String: Int] = [:]

    /// The least number of bytes of a script that has no room in a state.
    private static let minimumLongByteCount = 40

    init(_ states: [Statechart.State]) {
        var isRepeated: [String: Bool] = [:]
        for state in states {
            for text in Self.scripts(of: state) {
                guard let isKnown = isRepeated[text] else {
                    isRepeated[text] = false
                    continue
                }
                guard !isKnown else { continue }
                isRepeated[text] = true
                texts.append(text)
                numbers[text] = texts.count
            }
        }
    }

    /// Returns the long scripts of a state and of its transitions.
    private static func scripts(of state: Statechart.State) -> [String] {
        let blocks = state.entry + state.exit + [state.initialActions] + state.transitions.map(\.actions)
        return blocks.joined().compactMap { action in
            guard case .script(let script) = action, script.utf8.count >= minimumLongByteCount else { return nil }
            let text = action.shortText
            return text.utf8.count >= minimumLongByteCount ? text : nil
        }
    }

    /// Returns lines with the numbered scripts of some states, in the order of their numbers.
    func lines(of states: [Statechart.State]) -> [String] {
        guard !texts.isEmpty else { return [] }
        let used = Set(states.flatMap { Self.scripts(of: $0) }.compactMap { numbers[$0] })
        return used.sorted().map { "script \($0): \(texts[$0 - 1])" }
    }

    /// Returns the action in a few words.
    func text(_ action: Statechart.Action) -> String {
        let text = action.shortText
        guard !numbers.isEmpty, let number = numbers[text] else { return text }
        return "script \(number)"
    }
}
