/// The choice of transitions by several states.
extension CCode {
    /// Whether several states can choose the same transition.
    private var hasRepeatedChoices: Bool {
        program.transitions.indices.dropLast().contains(where: program.canBeChosenTwice)
    }

    mutating func addChoice() {
        if hasRepeatedChoices {
            writer.add(
                """
                static bool @_is_chosen(const @ *machine, unsigned number) {
                    unsigned index = 0;
                    while (index < machine->chosen_count && machine->chosen[index] != number) index++;
                    return index < machine->chosen_count;
                }

                """)
        }
        let hasConditions = addConditions()
        let number = choices.areTransitions ? "index + 1" : "@_choices[index].transition"
        var tests = [
            choices.haveRanges
                ? "\(choiceTable)[index].event <= event && event <= \(choiceTable)[index].last_event"
                : "\(choiceTable)[index].event == event"
        ]
        if hasConditions {
            let test = "@_is_enabled(machine, \(number))"
            // A transition that another state has chosen isn't tested again.
            tests.append(hasRepeatedChoices ? "(@_is_chosen(machine, \(number)) || \(test))" : test)
        }
        writer.add(
            """
            /* The number of the first transition on an event that is enabled in a state or around it; 0 if none is. */
            static $ @_choice(const @ *machine, unsigned state, $ event) {
                unsigned index;
            \(hasConditions ? "" : "    (void)machine;\n")\
                for (; \(mayChoose); state = @_parent[state])
                    for (index = @_first[state]; index < @_first[state + 1]; index++)
                        if (\(tests.joined(separator: " && ")))
                            return \(choices.areTransitions ? "($)(\(number))" : number);
                return 0;
            }

            """)
        addChoosing()
    }

    private mutating func addChoosing() {
        if program.canConflict { addConflicts() }
        let test = hasRepeatedChoices ? "number > 0 && !@_is_chosen(machine, number)" : "number > 0"
        writer.add(
            """
            static bool @_step(@ *machine, $ event) {
                unsigned leaf;
                for (leaf = 0; leaf < \(stateCount); leaf++) {
                    if (@_last[leaf] == leaf && @_is_in(machine, leaf)) {
                        $ number = @_choice(machine, leaf, event);
                        if (\(test)) machine->chosen[machine->chosen_count++] = number;
                    }
                }
            \(program.canConflict ? "    if (machine->chosen_count > 1) @_remove_conflicts(machine);\n" : "")\
                return machine->chosen_count > 0;
            }

            """)
    }

    /// Adds the conditions of transitions, unless there are none.
    private mutating func addConditions() -> Bool {
        var conditions: [(number: Int, text: String)] = []
        for (number, transition) in program.transitions.enumerated().dropLast() {
            var parts = transition.condition.map { [$0] } ?? []
            if !transition.joinedSources.isEmpty {
                parts.insert(contentsOf: ([transition.source] + transition.joinedSources).map { .isActive($0) }, at: 0)
            }
            if !parts.isEmpty { conditions.append((number + 1, text(of: parts.count == 1 ? parts[0] : .all(parts)))) }
        }
        if conditions.isEmpty { return false }
        writer.block("static bool @_is_enabled(const @ *machine, unsigned number) {") { writer in
            writer.add("switch (number) {")
            for (numbers, text) in conditions.grouped(by: \.text, \.number) {
                writer.add(numbers.map { "case \($0):" }.joined(separator: " "))
                writer.add("    return \(text);")
            }
            writer.add("default: return true;\n}")
        }
        writer.add("")
        return true
    }

    /// Adds the removal of transitions that leave states that preferred ones leave, too.
    private mutating func addConflicts() {
        addTable("source", program.transitions.map(\.source))
        let joins = program.transitions.enumerated().filter { !$0.element.joinedSources.isEmpty }
        writer.add(
            """
            static bool @_conflict(const @ *machine, $ one, $ other) {
                unsigned domain = \(domain("one")), other_domain = \(domain("other"));
                \(hasDynamicDomains ? "" : "(void)machine;\n    ")\
            return domain < \(stateCount) && other_domain < \(stateCount)
                    && domain < @_last[other_domain] && other_domain < @_last[domain];
            }

            static bool @_is_inside(unsigned state, unsigned other) { return state > other && state <= @_last[other]; }

            """)
        if joins.isEmpty {
            writer.add(
                """
                static bool @_is_within($ number, $ other) {
                    return @_is_inside(@_source[number - 1], @_source[other - 1]);
                }

                """)
        } else {
            let (code, table) = (self, program.transitions)
            writer.add("/* The source of a transition by its index; the number of states after the last one. */")
            writer.block("static unsigned @_source_at($ number, unsigned index) {") { writer in
                writer.add("if (index == 0) return @_source[number - 1];\nswitch (number) {")
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

                static bool @_is_within($ number, $ other) {
                    unsigned inner, outer, state, source;
                    for (inner = 0; (state = @_source_at(number, inner)) < \(stateCount); inner++)
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
                    $ number = machine->chosen[index];
                    bool is_beaten = false;
                    for (kept = 0; kept < count; kept++)
                        if (@_conflict(machine, machine->chosen[kept], number))
                            is_beaten = is_beaten || !@_is_within(number, machine->chosen[kept]);
                    if (is_beaten) continue;
                    for (kept = left = 0; kept < count; kept++)
                        if (!@_conflict(machine, machine->chosen[kept], number))
                            machine->chosen[left++] = machine->chosen[kept];
                    machine->chosen[left++] = number;
                    count = left;
                }
                machine->chosen_count = ($)count;
            }

            """)
    }

}
