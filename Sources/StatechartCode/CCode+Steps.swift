/// Steps of charts with several active states: tables, and sets of states.
extension CCode {
    /// The domain of a transition in C, by an expression for its number.
    func domain(_ number: String) -> String {
        hasDynamicDomains ? "@_domain(machine, \(number))" : "@_transitions[\(number) - 1].domain"
    }

    var hasDynamicDomains: Bool { program.transitions.contains { $0.hasDynamicDomain } }

    mutating func addTaking() {
        addArrival()
        let (code, transitions) = (self, program.transitions)
        let actions = transitions.enumerated().dropLast().map { ("\($0 + 1)", $1.statements) }
        let hasActions = actions.contains { !$0.1.isEmpty }
        if hasActions {
            writer.block("static void @_act(@ *machine, unsigned number) {") { writer in
                code.addSwitch("number", actions, to: &writer)
            }
            writer.add("")
        }
        let forward = "for (index = 0; index < machine->chosen_count; index++)"
        let test = "domain = \(domain("machine->chosen[index]"));\nif (domain < \(stateCount))"
        writer.block("static void @_take(@ *machine) {") { writer in
            writer.add("unsigned index, domain;")
            if code.hasHistories {
                writer.block("\(forward) {") {
                    $0.add("\(test) @_note_histories(machine, domain + 1, @_last[domain]);")
                }
            }
            writer.block("for (index = machine->chosen_count; index-- > 0;) {") {
                $0.block("\(test) {") { code.addLeaving("domain", to: &$0) }
            }
            if hasActions { writer.add("\(forward) @_act(machine, machine->chosen[index]);") }
            writer.add("\(forward) @_arrive(machine, machine->chosen[index]);\nmachine->chosen_count = 0;")
        }
        writer.add("")
    }

    /// Adds the exit of the states within a domain, after which deferred events are tried again.
    func addLeaving(_ domain: String, to writer: inout CodeWriter) {
        if hasDeferrals { writer.add("machine->retry_first = 0;\nmachine->retry_end = machine->deferred_count;") }
        writer.add(usesSets ? "@_leave(machine, \(domain) + 1, @_last[\(domain)]);" : "@_leave(machine, \(domain));")
    }

    /// Adds the entry of the states of a transition.
    private mutating func addArrival() {
        let (code, transitions) = (self, program.transitions)
        let followers = transitions.flatMap { code.program.entries(of: $0).map(\.statements) }.enumerated().filter {
            !$0.element.isEmpty
        }
        let isDynamic = transitions.dropLast().contains { $0.entries == nil }
        writer.block("static void @_arrive(@ *machine, unsigned number) {") { writer in
            writer.add("unsigned index, end = @_transitions[number].entered;")
            writer.block("for (index = @_transitions[number - 1].entered; index < end; index++) {") { writer in
                writer.add("@_enter(machine, @_entered[index]);")
                code.addSwitch("index", followers.map { ("\($0)", $1) }, to: &writer)
            }
            var tests: [String] = []
            if transitions.last?.entries == nil { tests.append("number == \(transitions.count)") }
            let (first, last) = code.targets(of: "number")
            if isDynamic { tests.append("\(first) < \(last)") }
            if !tests.isEmpty {
                writer.add("if (\(tests.joined(separator: " || "))) @_enter_dynamically(machine, number);")
            }
        }
        writer.add("")
    }

    // MARK: - Ends of orthogonal states

    mutating func addFinish() {
        addTable(
            "kind", type: "uint8_t", program.states.map { Int($0.kind == .orthogonal ? 1 : $0.kind == .final ? 2 : 0) })
        let (code, states) = (self, program.states)
        writer.add(
            """
            static bool @_is_done(const @ *machine, unsigned state) {
                unsigned next = state, child;
                while (next <= @_last[state]) {
                    if (@_kind[next] == 1) {
                        next++;
                        continue;
                    }
                    if (@_kind[next] == 2) {
                        if (!@_is_in(machine, next)) return false;
                    } else {
                        for (child = next + 1; child <= @_last[next]; child = @_last[child] + 1u)
                            if (@_kind[child] == 2 && @_is_in(machine, child)) break;
                        if (child > @_last[next]) return false;
                    }
                    next = @_last[next] + 1u;
                }
                return true;
            }

            /* Ends the orthogonal states around a state that is done, if their other regions are. */
            """)
        writer.block("static void @_finish(@ *machine, unsigned state) {") { writer in
            writer.add("unsigned around, child;")
            writer.block("for (; @_kind[around = @_parent[state]] == 1; state = around) {") { writer in
                writer.add(
                    """
                    for (child = around + 1; child <= @_last[around]; child = @_last[child] + 1u)
                        if (child != state && !@_is_done(machine, child)) return;
                    if (around == 0) machine->phase = @_phase_ending;
                    """)
                let ends = states.enumerated().compactMap { number, state in
                    state.kind == .orthogonal
                        ? state.doneEvent.map { (code.names.state(number), [StateProgram.Statement.raise($0)]) } : nil
                }
                code.addSwitch("around", ends, to: &writer)
                writer.add("if (around == 0) return;")
            }
        }
        writer.add("")
    }
}
