extension SwiftCode {
    mutating func addTables() {
        let (program, clock) = (program, clock)
        let (hasHistories, hasTimers, usesSets) = (hasHistories, hasTimers, usesSets)
        let numbers = { (list: [Int]) in "[\(list.map { "\($0)" }.joined(separator: ", "))]" }
        let targets = { (list: [StateProgram.Target]) in
            numbers(
                list.map { target in
                    switch target {
                    case .state(let state): state
                    case .history(let history): -1 - history
                    }
                })
        }
        let transitions = program.transitions
        writer.block("private enum Tables {") { writer in
            var tables: [(String, String, String)] = [
                (
                    "parent", "[Int]",
                    numbers(program.states.enumerated().map { $0.offset == 0 ? -1 : $0.element.parent })
                ),
                ("last", "[Int]", numbers(program.states.map(\.last))),
            ]
            if usesSets {
                tables += [
                    (
                        "kind", "[Int]",
                        numbers(
                            program.states.map { state in
                                switch state.kind {
                                case .simple: 0
                                case .composite: 1
                                case .orthogonal: 2
                                case .final: 3
                                }
                            })
                    ),
                    ("doneEvent", "[Int]", numbers(program.states.map { $0.doneEvent ?? 0 })),
                    ("reportsEnd", "[Bool]", "[\(program.states.map { "\($0.reportsEnd)" }.joined(separator: ", "))]"),
                    (
                        "exits", "[Range<Int>]",
                        "[\(transitions.map { "\($0.exits.lowerBound)..<\($0.exits.upperBound)" }.joined(separator: ", "))]"
                    ),
                    (
                        "sources", "[[Int]]",
                        "[\(transitions.map { numbers([$0.source] + $0.joinedSources) }.joined(separator: ", "))]"
                    ),
                ]
            }
            if hasHistories {
                tables += [
                    ("historyParent", "[Int]", numbers(program.histories.map(\.parent))),
                    (
                        "historyIsDeep", "[Bool]",
                        "[\(program.histories.map { "\($0.isDeep)" }.joined(separator: ", "))]"
                    ),
                    (
                        "historyTargets", "[[Int]]",
                        "[\(program.histories.map { targets($0.targets) }.joined(separator: ", "))]"
                    ),
                    ("initial", "[[Int]]", "[\(program.states.map { targets($0.initial) }.joined(separator: ", "))]"),
                    ("targets", "[[Int]]", "[\(transitions.map { targets($0.targets) }.joined(separator: ", "))]"),
                    (
                        "dynamicStart", "[Int]",
                        numbers(
                            transitions.map { transition in
                                !transition.hasDynamicDomain
                                    ? -1
                                    : transition.isLocal ? transition.source : program.states[transition.source].parent
                            })
                    ),
                ]
            }
            if hasTimers {
                let unit = clock.unit == "1 ms" ? "milliseconds" : clock.unit == "1 us" ? "microseconds" : "nanoseconds"
                tables += [
                    ("delay", "[Duration]", "[\(clock.delays.map { ".\(unit)(\($0))" }.joined(separator: ", "))]"),
                    ("dueEvent", "[Int]", numbers(program.timers.map(\.event))),
                    ("timerState", "[Int]", numbers(program.timers.map { $0.state ?? -1 })),
                    ("timerIdentifier", "[Int]", numbers(program.timers.map(\.identifier))),
                ]
            }
            for (name, type, values) in tables { writer.addVerbatim("static let \(name): \(type) = \(values)") }
        }
    }
}
