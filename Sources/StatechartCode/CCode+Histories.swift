extension CCode {
    /// Adds histories, and the entry of states that they decide.
    mutating func addHistories() {
        addTable("history_parent", program.histories.isEmpty ? [0] : program.histories.map(\.parent))
        addTable(
            "history_is_deep", type: "bool",
            program.histories.isEmpty ? [0] : program.histories.map { $0.isDeep ? 1 : 0 })
        writer.add(
            """
            static void @_note_histories(@ *machine, unsigned first, unsigned last) {
                unsigned history, parent, state;
                for (history = 0; history < \(program.histories.count); history++) {
                    parent = @_history_parent[history];
                    if (parent < first || parent > last || !@_is_in(machine, parent)) continue;
                    for (state = 0; state < \(stateCount); state++) {
                        if (state > parent && state <= @_last[parent] && @_is_in(machine, state))
                            @_add(machine->history[history], state);
                        else
                            @_remove(machine->history[history], state);
                    }
                }
            }

            /* Whether a history stands for a state. */
            static bool @_notes(const @ *machine, unsigned history, unsigned state) {
                return @_has(machine->history[history], state)
                    && (@_history_is_deep[history] ? @_last[state] == state : @_parent[state] == @_history_parent[history]);
            }

            static bool @_is_noted(const @ *machine, unsigned history) {
                unsigned index;
                for (index = 0; index < \(setSize); index++) if (machine->history[history][index] != 0) return true;
                return false;
            }

            """)
        addTargets()
        if hasDynamicDomains { addDynamicDomains() }
        addDynamicEntries()
    }

    /// Adds the initial states, the defaults of histories and the targets of transitions as one
    /// table: states, and histories as negative numbers.
    private mutating func addTargets() {
        let lists =
            program.states.map(\.initial) + program.histories.map(\.targets) + [[]]
            + program.transitions.map { $0.entries == nil ? $0.targets : [] }
        var (starts, all) = ([0], [Int]())
        for list in lists {
            for target in list {
                switch target {
                case .state(let state): all.append(state)
                case .history(let history): all.append(-1 - history)
                }
            }
            starts.append(all.count)
        }
        let greatest = max(program.states.count, program.histories.count)
        addTable("targets", type: greatest <= 127 ? "int8_t" : greatest <= 32767 ? "int16_t" : "int32_t", all + [0])
        addTable("target_start", type: Self.type(upTo: all.count), starts)
    }

    private var firstTransition: Int { program.states.count + program.histories.count }

    /// The range of the targets of a transition in their table, by an expression for its number.
    func targets(of number: String) -> (start: String, end: String) {
        ("@_target_start[\(firstTransition)u + \(number)]", "@_target_start[\(firstTransition + 1)u + \(number)]")
    }

    private mutating func addDynamicEntries() {
        let (histories, code) = (program.histories, self)
        addTable(
            "entry_kind", type: "uint8_t",
            program.states.map { $0.kind == .composite ? 1 : $0.kind == .orthogonal ? 2 : 0 })
        let concurrent = program.isConcurrent
        let initial = program.states.map(\.initialProgram)
        let hasInitial = initial.contains { !$0.isEmpty }
        let hasDefaults = histories.contains { !$0.statements.isEmpty }
        for (name, programs) in [("run_initial", initial), ("run_default", histories.map(\.statements))]
        where programs.contains(where: { !$0.isEmpty }) {
            writer.block("static void @_\(name)(@ *machine, unsigned number) {") { writer in
                code.addSwitch("number", programs.enumerated().map { ("\($0)", $1) }, to: &writer)
            }
            writer.add("")
        }
        writer.add(
            """
            typedef struct {
                uint32_t entered[\(setSize)]\(hasInitial ? ", initial[\(setSize)]" : "");
                $ defaults[\(max(histories.count, 1))], default_count;
            } @_entries;

            static void @_insert(@_entries *entries, int state, int domain) {
                for (; state > domain && !@_has(entries->entered, (unsigned)state); state = state > 0 ? @_parent[state] : -1)
                    @_add(entries->entered, (unsigned)state);
            }

            /* Inserts the targets of a list and their ancestors; those of defaults come after. */
            static void @_insert_list(const @ *machine, @_entries *entries, unsigned list, int domain) {
                unsigned next = entries->default_count, index, state, history, known;
                for (;;) {
                    for (index = @_target_start[list]; index < @_target_start[list + 1]; index++) {
                        if (@_targets[index] >= 0) {
                            @_insert(entries, @_targets[index], domain);
                            continue;
                        }
                        history = (unsigned)(-1 - @_targets[index]);
                        if (@_is_noted(machine, history)) {
                            for (state = 0; state < \(stateCount); state++)
                                if (@_notes(machine, history, state)) @_insert(entries, (int)state, domain);
                            continue;
                        }
                        for (known = 0; known < entries->default_count; known++)
                            if (entries->defaults[known] == history) break;
                        if (known == entries->default_count) entries->defaults[entries->default_count++] = ($)history;
                    }
                    if (next == entries->default_count) return;
                    list = \(stateCount)u + entries->defaults[next++];
                }
            }

            static bool @_enters_within(const @_entries *entries, unsigned first, unsigned end) {
                for (; first < end; first++) if (@_has(entries->entered, first)) return true;
                return false;
            }

            """)
        if concurrent {
            writer.add(
                """
                static void @_insert_regions(@_entries *entries, unsigned state) {
                    unsigned region;
                    for (region = state + 1; region <= @_last[state]; region = @_last[region] + 1u)
                        if (!@_enters_within(entries, region, @_last[region] + 1u)) @_add(entries->entered, region);
                }

                """)
        }
        writer.add(
            """
            static void @_enter_dynamically(@ *machine, unsigned number) {
                @_entries entries;
                unsigned \(hasDefaults ? "index, " : "")domain;
                int state, first = 0, end = \(stateCount);
                @_clear(entries.entered);
            \(hasInitial ? "    @_clear(entries.initial);\n" : "")\
                entries.default_count = 0;
                if (number == \(program.transitions.count)) {
                    @_add(entries.entered, 0);
                } else {
                    domain = \(domain("number"));
                    first = (int)domain + 1;
                    end = @_last[domain] + 1;
                    @_insert_list(machine, &entries, \(firstTransition)u + number, first - 1);
            \(concurrent ? "        if (first == 1 && @_entry_kind[0] == 2) @_insert_regions(&entries, 0);\n" : "")\
                }
                for (state = first; state < end; state++) {
                    if (!@_has(entries.entered, (unsigned)state)) continue;
            \(concurrent ? "        if (@_entry_kind[state] == 2) @_insert_regions(&entries, (unsigned)state);\n" : "")\
                    if (@_entry_kind[state] != 1) continue;
                    if (!@_enters_within(&entries, (unsigned)state + 1, @_last[state] + 1u)) {
            \(hasInitial ? "            @_add(entries.initial, (unsigned)state);\n" : "")\
                        @_insert_list(machine, &entries, (unsigned)state, state);
                    }
                }
                for (state = first; state < end; state++) {
                    if (!@_has(entries.entered, (unsigned)state)) continue;
                    @_enter(machine, ($)state);
            \(hasInitial ? "        if (@_has(entries.initial, (unsigned)state))\n" : "")\
            \(hasInitial ? "            @_run_initial(machine, (unsigned)state);\n" : "")\
            \(hasDefaults ? """
                        for (index = 0; index < entries.default_count; index++)
                            if (@_history_parent[entries.defaults[index]] == state)
                                @_run_default(machine, entries.defaults[index]);

                """ : "")\
                }
            }

            """)
    }

    /// Adds the domains of transitions to a history of an ancestor of their source, whose contents
    /// can be nearer to the source.
    private mutating func addDynamicDomains() {
        addTable("has_inner_domain", type: "bool", program.states.map { $0.kind == .composite ? 1 : 0 })
        let (code, transitions) = (self, program.transitions)
        writer.add(
            """
            static bool @_is_target_inside(const @ *machine, int target, unsigned around) {
                unsigned history, state, index;
                if (target >= 0) return (unsigned)target > around && (unsigned)target <= @_last[around];
                history = (unsigned)(-1 - target);
                if (@_is_noted(machine, history)) {
                    for (state = 0; state < \(stateCount); state++)
                        if (@_notes(machine, history, state) && (state <= around || state > @_last[around])) return false;
                    return true;
                }
                for (index = @_target_start[\(stateCount)u + history]; index < @_target_start[\(stateCount)u + history + 1]; index++)
                    if (!@_is_target_inside(machine, @_targets[index], around)) return false;
                return true;
            }

            """)
        writer.block("static unsigned @_domain(const @ *machine, unsigned number) {") { writer in
            writer.add(
                "unsigned domain = @_transitions[number - 1].domain, state, index;\nbool is_inside;\nswitch (number) {")
            for (number, transition) in transitions.enumerated() where transition.hasDynamicDomain {
                let start = transition.isLocal ? transition.source : code.program.states[transition.source].parent
                writer.add("case \(number + 1): state = \(start); break;")
            }
            writer.add("default: return domain;\n}")
            writer.block("for (; state > domain && state < \(code.stateCount); state = @_parent[state]) {") { writer in
                let (start, end) = code.targets(of: "number")
                writer.add(
                    """
                    if (!@_has_inner_domain[state]) continue;
                    is_inside = true;
                    for (index = \(start); index < \(end); index++)
                        is_inside = is_inside && @_is_target_inside(machine, @_targets[index], state);
                    """)
                let joins = transitions.enumerated().filter {
                    $0.element.hasDynamicDomain && !$0.element.joinedSources.isEmpty
                }
                for (number, transition) in joins {
                    let test = transition.joinedSources.map { "(\($0) > state && \($0) <= @_last[state])" }.joined(
                        separator: " && ")
                    writer.add("if (number == \(number + 1)) is_inside = is_inside && \(test);")
                }
                writer.add("if (is_inside) return state;")
            }
            writer.add("return domain;")
        }
        writer.add("")
    }
}
