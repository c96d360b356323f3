/// The tables of a program: states, transitions, and the states that these enter.
extension CCode {
    /// Adds an array of constants.
    mutating func addTable(_ name: String, type: String = "$", _ values: [Int]) {
        var lines: [String] = []
        for start in stride(from: 0, to: values.count, by: 20) {
            lines.append(values[start..<min(start + 20, values.count)].map { "\($0)" }.joined(separator: ", "))
        }
        writer.add("static const \(type) @_\(name)[] = {\n    \(lines.joined(separator: ",\n    "))\n};\n")
    }

    /// The narrowest type for numbers up to the greatest one.
    static func type(upTo greatest: Int) -> String {
        greatest < 1 << 8 ? "uint8_t" : greatest < 1 << 16 ? "uint16_t" : "uint32_t"
    }

    /// Consecutive events on which a state tries a transition.
    struct Choice {
        var first: Int
        var last: Int
        var transition: Int
    }

    /// The choices of a program.
    struct Choices {
        /// For each state, its own choices in the order in which they are tried.
        let states: [[Choice]]
        /// Whether the choices are the transitions in order, so that one table has both.
        let areTransitions: Bool
        let haveRanges: Bool

        init(_ program: StateProgram) {
            // Events that nobody sends don't separate others.
            let numbers = ([0] + program.events + program.innerEvents).sorted()
            let order = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($0.element, $0.offset) })
            states = program.states.map { state in
                let all = state.choices.flatMap { events, transitions in
                    var runs: [ClosedRange<Int>] = []
                    for place in events.compactMap({ order[$0] }) {
                        if let last = runs.last, last.upperBound + 1 == place {
                            runs[runs.count - 1] = last.lowerBound...place
                        } else {
                            runs.append(place...place)
                        }
                    }
                    return runs.flatMap { run in
                        transitions.map {
                            Choice(first: numbers[run.lowerBound], last: numbers[run.upperBound], transition: $0)
                        }
                    }
                }
                // One event's transitions are tried in their order.
                let isSorted = state.choices.allSatisfy { $0.transitions == $0.transitions.sorted() }
                return isSorted ? all.sorted { ($0.transition, $0.first) < ($1.transition, $1.first) } : all
            }
            let all = states.joined()
            areTransitions = all.map(\.transition) == Array(program.transitions.indices.dropLast())
            haveRanges = all.contains { $0.first < $0.last }
        }
    }

    /// The table whose rows have the events of choices.
    var choiceTable: String { choices.areTransitions ? "@_transitions" : "@_choices" }

    mutating func addTables() {
        // The parent of the root is the mark of none.
        addTable("parent", program.states.enumerated().map { $0.offset == 0 ? stateCount : $0.element.parent })
        writer.add("/* The last state within each state; a state comes before those within it. */")
        addTable("last", program.states.map(\.last))
        if usesSets { addChoices() }
    }

    private mutating func addChoices() {
        let starts = choices.states.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        writer.add("/* For each state, its first \(choices.areTransitions ? "transition" : "choice"). */")
        addTable("first", type: Self.type(upTo: starts.last ?? 0), starts)
        let all = choices.states.joined()
        let rows = all.map { choice in
            [choice.first, choice.last].prefix(choices.haveRanges ? 2 : 1).map { names.event($0) }
        }
        if !choices.areTransitions {
            writer.add("/* The events on which states try transitions. */")
            writer.block("static const struct { $ \(eventColumns), transition; } @_choices[] = {", closing: "};\n") {
                for (row, choice) in zip(rows, all) {
                    $0.add("{" + (row + ["\(choice.transition + 1)"]).joined(separator: ", ") + "},")
                }
                if rows.isEmpty { $0.add("{0}") }
            }
        }
        addTransitions(events: choices.areTransitions ? rows : [])
    }

    private var eventColumns: String { choices.haveRanges ? "event, last_event" : "event" }

    /// Adds the transitions, with the events of each if choices have no table.
    private mutating func addTransitions(events: [[String]]) {
        let (code, names, states, transitions) = (self, names, program.states, program.transitions)
        let starts = transitions.reduce(into: [0]) { $0.append($0[$0.count - 1] + code.program.entries(of: $1).count) }
        let none = choices.haveRanges ? ["0", "0"] : ["0"]
        let type = Self.type(upTo: starts.last ?? 0)
        let columns =
            "$ " + (choices.areTransitions ? "\(eventColumns), " : "")
            + (type == numberType ? "domain, entered;" : "domain; \(type) entered;")
        writer.add(
            "/* A transition leaves the active states within its domain (\(stateCount): none), and enters those of a list. */"
        )
        let head = "static const struct { \(columns) } @_transitions[] = {"
        writer.block(head, closing: "};\n") { writer in
            for (number, transition) in transitions.enumerated() {
                let domain =
                    transition.exits.isEmpty ? "\(code.stateCount)" : names.state(transition.exits.lowerBound - 1)
                let event = code.choices.areTransitions ? number < events.count ? events[number] : none : []
                let row = event + [domain, "\(starts[number])"]
                let targets = transition.targets.map { target in
                    switch target {
                    case .state(let state): states[state].name
                    case .history(let history): "history of " + states[code.program.histories[history].parent].name
                    }
                }
                let source = number + 1 == transitions.count ? "start" : states[transition.source].name
                let arrow = source + (targets.isEmpty ? "" : " -> " + targets.joined(separator: ", "))
                writer.addVerbatim("{" + row.joined(separator: ", ") + "}, /* \(number + 1): \(arrow.inComment) */")
            }
            let end = (code.choices.areTransitions ? none : []) + ["\(code.stateCount)", "\(starts.last ?? 0)"]
            writer.add("{" + end.joined(separator: ", ") + "}")
        }
        writer.block("static const $ @_entered[] = {", closing: "};\n") { writer in
            for (number, transition) in transitions.enumerated() where starts[number] < starts[number + 1] {
                let list = code.program.entries(of: transition).map { names.state($0.state) }
                writer.addVerbatim(list.joined(separator: ", ") + ", /* \(number + 1) */")
            }
            if starts.last == 0 { writer.add("0") }
        }
    }
}
