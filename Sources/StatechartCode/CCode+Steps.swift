extension CCode {
    // MARK: - One innermost state

    mutating func addSingleSteps() {
        let (code, transitions) = (self, program.transitions)
        writer.block("static void @_take(@ *machine, $ transition) {") { writer in
            writer.add("(void)machine;\nswitch (transition) {")
            for (number, transition) in transitions.enumerated().dropLast() {
                writer.add("case \(number + 1):")
                writer.depth += 1
                if !transition.exits.isEmpty {
                    writer.add("@_leave(machine, \(transition.exits.lowerBound), \(transition.exits.upperBound));")
                    if code.hasDeferrals { writer.add("@_forget_tries(machine);") }
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
                for (state = machine->state; state < \(stateCount); state = @_parent[state]) {
                    transition = @_choice(machine, state, event);
                    if (transition > 0) {
                        @_take(machine, transition);
                        return true;
                    }
                }
                return false;
            }

            """)
        addBegin { writer in
            writer.add("machine->state = \(code.stateCount);")
        }
    }

    private func addArrival(of transition: StateProgram.Transition, to writer: inout CodeWriter) {
        if transition.entries == nil { writer.add("@_arrive_dynamically(machine, transition);") }
        addEntries(of: transition, to: &writer)
    }

    private func addEntries(of transition: StateProgram.Transition, to writer: inout CodeWriter) {
        for (state, statements) in program.entries(of: transition) {
            writer.add("@_enter(machine, \(names.state(state)));")
            add(statements, to: &writer)
        }
    }

    private mutating func addBegin(_ addFirst: (inout CodeWriter) -> Void) {
        guard let start = program.transitions.last else { return }
        let code = self
        writer.block("static void @_begin(@ *machine) {") { writer in
            addFirst(&writer)
            code.add(start.statements, to: &writer)
            if start.entries == nil {
                writer.add("@_enter_dynamically(machine, \(code.program.transitions.count), 0, \(code.stateCount));")
            }
            code.addEntries(of: start, to: &writer)
        }
        writer.add("")
    }

    // MARK: - Sets of states

    mutating func addSetSteps() {
        let (code, transitions) = (self, program.transitions)
        if hasHistories { addHistories() }
        if transitions.contains(where: { $0.hasDynamicDomain }) { addDynamicExits() }
        addExits()
        if program.canConflict { addConflicts() }
        if transitions.dropLast().contains(where: { $0.entries == nil }) {
            writer.add(
                """
                static void @_arrive_dynamically(@ *machine, $ transition) {
                    unsigned first, end;
                    @_find_exits(machine, transition, &first, &end);
                    @_enter_dynamically(machine, transition, (int)first, (int)end);
                }

                """)
        }
        writer.block("static void @_act(@ *machine, $ transition) {") { writer in
            writer.add("(void)machine, (void)transition;")
            code.addSwitch(
                "transition", transitions.enumerated().dropLast().map { ("\($0 + 1)", $1.statements) }, to: &writer)
        }
        writer.add("")
        writer.block("static void @_arrive(@ *machine, $ transition) {") { writer in
            writer.add("(void)machine, (void)transition;")
            code.addCases(
                "transition",
                transitions.enumerated().dropLast().filter { !$0.element.targets.isEmpty }.map { number, transition in
                    ("\(number + 1)", { code.addArrival(of: transition, to: &$0) })
                }, to: &writer)
        }
        writer.add("")
        addTaking()
        addBegin { _ in }
    }

    /// Adds the ranges of states that transitions leave.
    private mutating func addExits() {
        addTable("exit_first", [0] + program.transitions.map(\.exits.lowerBound))
        addTable("exit_end", [0] + program.transitions.map(\.exits.upperBound))
        writer.add(
            """
            static void @_find_exits(const @ *machine, $ transition, unsigned *first, unsigned *end) {
                (void)machine;
                *first = @_exit_first[transition];
                *end = @_exit_end[transition];
            """)
        let dynamic = program.transitions.indices.filter { program.transitions[$0].hasDynamicDomain }
        if !dynamic.isEmpty {
            writer.add("    switch (transition) {")
            writer.add("    " + dynamic.map { "case \($0 + 1):" }.joined(separator: " "))
            writer.add(
                "        @_find_dynamic_exits(machine, transition, first, end);\n        break;\n    default: break;\n    }"
            )
        }
        writer.add("}\n")
    }

    private mutating func addTaking() {
        writer.add(
            """
            static void @_take_chosen(@ *machine) {
                unsigned index, first, end;
            """)
        if hasHistories {
            writer.add(
                """
                    for (index = 0; index < machine->chosen_count; index++) {
                        @_find_exits(machine, machine->chosen[index], &first, &end);
                        @_note_histories(machine, first, end);
                    }
                """)
        }
        writer.add(
            """
                for (index = machine->chosen_count; index-- > 0;) {
                    @_find_exits(machine, machine->chosen[index], &first, &end);
            """)
        if hasDeferrals { writer.add("        if (first < end) @_forget_tries(machine);") }
        writer.add(
            """
                    @_leave(machine, first, end);
                }
                for (index = 0; index < machine->chosen_count; index++) @_act(machine, machine->chosen[index]);
                for (index = 0; index < machine->chosen_count; index++) @_arrive(machine, machine->chosen[index]);
            }

            static bool @_step(@ *machine, $ event) {
                unsigned leaf, state;
                machine->chosen_count = 0;
                for (leaf = 0; leaf < \(stateCount); leaf++) {
                    if (@_last[leaf] != leaf || !@_is_in(machine, leaf)) continue;
                    for (state = leaf; state < \(stateCount); state = @_parent[state]) {
                        $ transition = @_choice(machine, ($)state, event);
                        if (transition == 0) continue;
            """)
        writer.add(
            program.transitions.indices.contains(where: program.canBeChosenTwice)
                ? "            if (!@_is_chosen(machine, transition)) machine->chosen[machine->chosen_count++] = transition;"
                : "            machine->chosen[machine->chosen_count++] = transition;")
        writer.add(
            """
                        break;
                    }
                }
                if (machine->chosen_count == 0) return false;
            \(program.canConflict ? "    if (machine->chosen_count > 1) @_remove_conflicts(machine);\n" : "")    @_take_chosen(machine);
                return true;
            }

            """)
    }

    /// Adds the removal of transitions that leave states that preferred ones leave, too.
    private mutating func addConflicts() {
        addTable("source", [0] + program.transitions.map(\.source))
        let joins = program.transitions.enumerated().filter { !$0.element.joinedSources.isEmpty }
        writer.add(
            """
            static bool @_conflict(const @ *machine, $ one, $ other) {
                unsigned first, end, first_other, end_other;
                @_find_exits(machine, one, &first, &end);
                @_find_exits(machine, other, &first_other, &end_other);
                return first < end_other && first_other < end;
            }

            static bool @_is_inside(unsigned state, unsigned other) { return state > other && state <= @_last[other]; }

            """)
        if joins.isEmpty {
            writer.add(
                """
                static bool @_is_within($ transition, $ other) {
                    return @_is_inside(@_source[transition], @_source[other]);
                }

                """)
        } else {
            let (code, table) = (self, program.transitions)
            writer.add("/* The source of a transition by its index; the number of states after the last one. */")
            writer.block("static unsigned @_source_at($ transition, unsigned index) {") { writer in
                writer.add("if (index == 0) return @_source[transition];\nswitch (transition) {")
                for (number, _) in joins {
                    writer.add("case \(number + 1):")
                    for (index, source) in table[number].joinedSources.enumerated() {
                        writer.add("    if (index == \(index + 1)) return \(source);")
                    }
                    writer.add("    break;")
                }
                writer.add("default: break;\n}\nreturn \(code.stateCount);")
            }
            writer.add(
                """

                static bool @_is_within($ transition, $ other) {
                    unsigned inner, outer, state, source;
                    for (inner = 0; (state = @_source_at(transition, inner)) < \(stateCount); inner++)
                        for (outer = 0; (source = @_source_at(other, outer)) < \(stateCount); outer++)
                            if (@_is_inside(state, source)) return true;
                    return false;
                }

                """)
        }
        writer.add(
            """
            static void @_remove_conflicts(@ *machine) {
                unsigned all = machine->chosen_count, count = 0, index, kept, left;
                for (index = 0; index < all; index++) {
                    $ transition = machine->chosen[index];
                    bool is_beaten = false;
                    for (kept = 0; kept < count; kept++)
                        if (@_conflict(machine, machine->chosen[kept], transition))
                            is_beaten = is_beaten || !@_is_within(transition, machine->chosen[kept]);
                    if (is_beaten) continue;
                    for (kept = left = 0; kept < count; kept++)
                        if (!@_conflict(machine, machine->chosen[kept], transition))
                            machine->chosen[left++] = machine->chosen[kept];
                    machine->chosen[left++] = transition;
                    count = left;
                }
                machine->chosen_count = ($)count;
            }

            """)
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
