/// Steps of charts with one innermost active state: direct code for each transition.
extension SwiftCode {
    func addSingleSteps(to writer: inout CodeWriter) {
        writer.add("/// Leaves the active states up to the domain of a transition.")
        writer.block("private mutating func leave(_ domain: Int, _ actions: any #Actions) {") { writer in
            if hasDeferrals { writer.add("for index in deferred.indices { deferred[index].isTried = false }") }
            writer.add(
                """
                while innermost > domain {
                    exit(innermost, actions)
                    innermost = Tables.parent[innermost]
                }
                """)
        }
        writer.add("")
        add("take", program.transitions.dropLast(), to: &writer) { _, transition, writer in
            if !transition.exits.isEmpty { writer.add("leave(\(transition.exits.lowerBound - 1), actions)") }
            add(transition.statements, to: &writer)
            addEntries(of: transition, to: &writer)
        }
        // Often, the root has no transitions.
        let mayChoose = program.states[0].choices.isEmpty ? "state > 0" : "state >= 0"
        writer.add(
            """
            private mutating func step(_ event: Int) -> Bool {
                if event > 0 { handled = event }
                var state = innermost
                while \(mayChoose) {
                    let transition = choice(state, event)
                    if transition >= 0 {
                        take(transition, actions)
                        return true
                    }
                    state = Tables.parent[state]
                }
                return false
            }

            private func isIn(_ state: Int) -> Bool { state <= innermost && innermost <= Tables.last[state] }

            """)
    }
}
