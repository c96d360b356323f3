import Statecharts

extension Statechart {
    /// Creates a chart of simple states from lines such as `a go b beep`: a source, an event or a
    /// delay in milliseconds such as `+500`, a target, and actions. The first source is initial; a
    /// state whose name begins with `end` is final.
    init(lines: String, name: String = "main") {
        self.init(name)
        let rows = lines.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        for row in rows {
            for name in [row[0], row[2]] where index(of: name) == nil {
                add(State(name, name.hasPrefix("end") ? .final : .state))
            }
        }
        for row in rows {
            guard let source = index(of: row[0]) else { continue }
            let trigger: Transition.Trigger =
                row[1].hasPrefix("+")
                ? .after(.milliseconds(Int(row[1].dropFirst()) ?? 0)) : .events([.init(row[1])])
            self[source].transitions.append(
                .init(trigger, to: [row[2]], do: row.dropFirst(3).map { .perform($0) }))
        }
    }

    /// Adds an orthogonal region with the states of another chart.
    mutating func addRegion(_ name: String, _ lines: String) {
        let region = add(State(name))
        for state in Statechart(lines: lines).states.dropFirst() { add(state, in: region) }
    }
}
