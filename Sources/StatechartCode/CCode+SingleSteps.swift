/// Steps of charts with one innermost active state: direct code for each transition.
extension CCode {
    mutating func addSingleSteps() {
        let (code, states, transitions) = (self, program.states, program.transitions)
        writer.add("/* The number of the transition that a state itself takes on an event, plus 1; 0 for none. */")
        writer.block("static $ @_choice(const @ *machine, $ state, $ event) {") { writer in
            writer.add("(void)machine, (void)event;\nswitch (state) {")
            for state in states.indices where !states[state].choices.isEmpty {
                writer.addVerbatim("case \(code.names.state(state)):")
                writer.depth += 1
                writer.add("switch (event) {")
                for (events, transitions) in states[state].choices {
                    writer.addVerbatim(events.map { "case \(code.names.event($0)):" }.joined(separator: " "))
                    writer.depth += 1
                    for transition in transitions { writer.add(code.choice(of: transition, from: state)) }
                    if !transitions.contains(where: { code.program.transitions[$0].condition == nil }) {
                        writer.add("break;")
                    }
                    writer.depth -= 1
                }
                writer.add("default: break;\n}\nbreak;")
                writer.depth -= 1
            }
            writer.add("default: break;\n}\nreturn 0;")
        }
        writer.add("")
        writer.block("static void @_take(@ *machine, $ transition) {") { writer in
            writer.add("(void)machine;\nswitch (transition) {")
            for (number, transition) in transitions.enumerated().dropLast() {
                writer.add("case \(number + 1):")
                writer.depth += 1
                if !transition.exits.isEmpty {
                    code.addLeaving(code.names.state(transition.exits.lowerBound - 1), to: &writer)
                }
                code.add(transition.statements, to: &writer)
                code.addEntries(of: transition, to: &writer)
                writer.add("break;")
                writer.depth -= 1
            }
            writer.add("default: break;\n}")
        }
        writer.add(
            """

            static bool @_step(@ *machine, $ event) {
                $ state, transition;
                for (state = machine->state; \(mayChoose); state = @_parent[state]) {
                    transition = @_choice(machine, state, event);
                    if (transition > 0) {
                        @_take(machine, transition);
                        return true;
                    }
                }
                return false;
            }

            """)
    }

    /// The test in C whether a state or one around it may have transitions; often, the root has
    /// none.
    var mayChoose: String { program.states[0].choices.isEmpty ? "state > 0" : "state < \(stateCount)" }

    func addEntries(of transition: StateProgram.Transition, to writer: inout CodeWriter) {
        for (state, statements) in program.entries(of: transition) {
            writer.add("@_enter(machine, \(names.state(state)));")
            add(statements, to: &writer)
        }
    }
}
