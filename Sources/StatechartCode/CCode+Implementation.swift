extension CCode {
    mutating func addImplementation() {
        writer.add(
            """
            #ifdef %_IMPLEMENTATION
            #undef %_IMPLEMENTATION

            """)
        addPrimitives()
        addQueues()
        if hasTimers { addTimers() }
        addPrograms()
        addChoice()
        usesSets ? addSetSteps() : addSingleSteps()
        addRun()
        writer.add("#endif")
    }

    /// Adds an array of constants.
    mutating func addTable(_ name: String, type: String = "$", _ values: [Int]) {
        var lines: [String] = []
        for start in stride(from: 0, to: values.count, by: 20) {
            lines.append(values[start..<min(start + 20, values.count)].map { "\($0)" }.joined(separator: ", "))
        }
        writer.add("static const \(type) @_\(name)[] = {\n    \(lines.joined(separator: ",\n    "))\n};\n")
    }

    // MARK: - States and queues

    private mutating func addPrimitives() {
        writer.add("enum { @_phase_new, @_phase_running, @_phase_ending, @_phase_ended };\n")
        // The parent of the root is the mark of none.
        addTable("parent", program.states.enumerated().map { $0.offset == 0 ? stateCount : $0.element.parent })
        addTable("last", program.states.map(\.last))
        if usesSets {
            let (word, bit) = setSize == 1 ? ("set[0]", "state") : ("set[state >> 5]", "(state & 31)")
            writer.add(
                """
                static bool @_has(const uint32_t *set, unsigned state) { return \(word) >> \(bit) & 1; }
                static void @_add(uint32_t *set, unsigned state) { \(word) |= (uint32_t)1 << \(bit); }
                static void @_remove(uint32_t *set, unsigned state) { \(word) &= ~((uint32_t)1 << \(bit)); }

                static bool @_is_in(const @ *machine, unsigned state) { return @_has(machine->active, state); }

                """)
        } else {
            writer.add(
                """
                static bool @_is_in(const @ *machine, unsigned state) {
                    return machine->state >= state && machine->state <= @_last[state];
                }

                """)
        }
        writer.add(
            """
            bool @_is_active(const @ *machine, @_state state) {
                return (unsigned)state < \(stateCount) && machine->phase != @_phase_new && @_is_in(machine, state);
            }

            bool @_has_ended(const @ *machine) { return machine->phase == @_phase_ended; }

            """)
    }

    private mutating func addQueues() {
        writer.add(
            """
            static void @_append(@ *machine, @_queue *queue, $ event) {
                unsigned index = queue->first + queue->count;
                if (queue->count < %_QUEUE) {
                    queue->events[index < %_QUEUE ? index : index - %_QUEUE] = event;
                    queue->count++;
                } else {
                    machine->is_full = true;
                }
            }

            static $ @_take_first(@_queue *queue) {
                $ event = queue->events[queue->first];
                if (++queue->first == %_QUEUE) queue->first = 0;
                queue->count--;
                return event;
            }

            static void @_raise_number(@ *machine, $ event) { @_append(machine, &machine->raised, event); }
            void @_raise(@ *machine, @_event event) { @_raise_number(machine, ($)event); }

            """)
        if hasPosts {
            writer.add(
                """
                static void @_post_number(@ *machine, $ event) { @_append(machine, &machine->posted, event); }
                void @_post(@ *machine, @_event event) { @_post_number(machine, ($)event); }

                """)
        }
        if hasDeferrals {
            writer.add(
                """
                static void @_forget_tries(@ *machine) {
                    unsigned index;
                    for (index = 0; index < machine->deferred_count; index++) machine->is_tried[index] = false;
                }

                """)
        }
    }

    private mutating func addTimers() {
        writer.add(
            "static const @_time @_delay[] = {\n    \(clock.delays.map { clock.isLong ? "\($0)u" : "\($0)" }.joined(separator: ", "))\n};\n"
        )
        addTable("due_event", program.timers.map(\.event))
        writer.add(
            """
            /* Timers are in the order in which they become due, each with the time after the one before it. */
            static void @_start_timer(@ *machine, $ number) {
                unsigned index, end = machine->timer_count;
                @_time left = @_delay[number];
                if (end == %_TIMERS) {
                    machine->is_full = true;
                    return;
                }
                for (index = 0; index < end && machine->timers[index].left <= left; index++)
                    left -= machine->timers[index].left;
                if (index < end) machine->timers[index].left -= left;
                for (; end > index; end--) machine->timers[end] = machine->timers[end - 1];
                machine->timers[index].left = left;
                machine->timers[index].number = number;
                machine->timer_count++;
            }

            static void @_remove_timer(@ *machine, unsigned index) {
                machine->timer_count--;
                if (index < machine->timer_count) machine->timers[index + 1].left += machine->timers[index].left;
                for (; index < machine->timer_count; index++) machine->timers[index] = machine->timers[index + 1];
            }

            """)
        if hasOwnedTimers {
            addTable("timer_state", program.timers.map { $0.state ?? stateCount })
            addRemoval("stop_timers", "state", "timer_state")
        }
        if usesCancel {
            addTable("timer_identifier", type: "uint16_t", program.timers.map(\.identifier))
            addRemoval("cancel", "identifier", "timer_identifier")
        }
    }

    /// Whether timers stop when their states are left.
    var hasOwnedTimers: Bool { program.timers.contains { $0.state != nil } }

    /// Whether an action cancels delayed events.
    private var usesCancel: Bool {
        program.allStatements.contains { statement in
            if case .cancel = statement { true } else { false }
        }
    }

    private mutating func addRemoval(_ name: String, _ parameter: String, _ table: String) {
        writer.add(
            """
            static void @_\(name)(@ *machine, unsigned \(parameter)) {
                unsigned index = 0;
                while (index < machine->timer_count) {
                    if (@_\(table)[machine->timers[index].number] == \(parameter)) @_remove_timer(machine, index);
                    else index++;
                }
            }

            """)
    }

    // MARK: - Entry, exit and choice

    private mutating func addPrograms() {
        if program.states.indices.contains(where: { needsFinish($0) }) { addFinish() }
        let (code, states) = (self, program.states)
        writer.block("static void @_enter(@ *machine, $ state) {") { writer in
            writer.add(code.usesSets ? "@_add(machine->active, state);" : "machine->state = state;")
            code.addSwitch("state", states.indices.map { (code.names.state($0), states[$0].entry) }, to: &writer)
        }
        writer.add("")
        let exits = states.indices.map { (names.state($0), states[$0].exit) }
        writer.block("static void @_leave(@ *machine, unsigned first, unsigned end) {") { writer in
            if code.usesSets {
                writer.block("while (end-- > first) {") { writer in
                    writer.add("if (!@_is_in(machine, end)) continue;")
                    if code.hasOwnedTimers { writer.add("@_stop_timers(machine, end);") }
                    code.addSwitch("end", exits, to: &writer)
                    writer.add("@_remove(machine->active, end);")
                }
            } else {
                writer.block("while (machine->state >= first && machine->state < end) {") { writer in
                    if code.hasOwnedTimers { writer.add("@_stop_timers(machine, machine->state);") }
                    code.addSwitch("machine->state", exits, to: &writer)
                    writer.add("machine->state = @_parent[machine->state];")
                }
            }
        }
        writer.add("")
    }

    private func needsFinish(_ state: Int) -> Bool {
        program.states[state].kind == .final && program.states[state].parent > 0
            && needsCompletion(of: program.states[state].parent)
    }

    /// Adds a switch over the cases that have statements.
    func addSwitch(_ value: String, _ cases: [(String, [StateProgram.Statement])], to writer: inout CodeWriter) {
        addCases(value, cases.map { (label, statements) in (label, { add(statements, to: &$0) }) }, to: &writer)
    }

    /// Adds a switch over the cases whose code isn't empty, with one case for all that have the
    /// same.
    func addCases(_ value: String, _ cases: [(String, (inout CodeWriter) -> Void)], to writer: inout CodeWriter) {
        let filled = writer.cases(cases)
        if filled.isEmpty { return }
        writer.add("switch (\(value)) {")
        for (labels, code) in filled {
            writer.addVerbatim(labels.map { "case \($0):" }.joined(separator: " "))
            writer.depth += 1
            writer.addVerbatim(code)
            writer.add("break;")
            writer.depth -= 1
        }
        writer.add("default: break;\n}")
    }

    private mutating func addChoice() {
        let (code, states) = (self, program.states)
        if program.transitions.indices.contains(where: program.canBeChosenTwice) {
            writer.add(
                """
                static bool @_is_chosen(const @ *machine, unsigned transition) {
                    unsigned index = 0;
                    while (index < machine->chosen_count && machine->chosen[index] != transition) index++;
                    return index < machine->chosen_count;
                }

                """)
        }
        writer.add("/* The number of the transition that a state itself takes on an event, plus 1; 0 for none. */")
        writer.block("static $ @_choice(const @ *machine, $ state, $ event) {") { writer in
            writer.add("(void)machine, (void)event;\nswitch (state) {")
            for state in states.indices where !states[state].choices.isEmpty {
                writer.addVerbatim("case \(code.names.state(state)):")
                writer.depth += 1
                writer.add("switch (event) {")
                for (events, transitions) in states[state].choices {
                    let labels = events.map { $0 == 0 ? "0" : code.names.event($0) }
                    writer.addVerbatim(labels.map { "case \($0):" }.joined(separator: " "))
                    writer.depth += 1
                    for transition in transitions { writer.add(code.choice(of: transition, from: state)) }
                    if !transitions.contains(where: { code.isSure($0) }) { writer.add("break;") }
                    writer.depth -= 1
                }
                writer.add("default: break;\n}\nbreak;")
                writer.depth -= 1
            }
            writer.add("default: break;\n}\nreturn 0;")
        }
        writer.add("")
    }

    private func isSure(_ transition: Int) -> Bool {
        program.transitions[transition].condition == nil && program.transitions[transition].joinedSources.isEmpty
    }
}

extension StateProgram {
    /// All statements, also those within others.
    var allStatements: [Statement] {
        var open = states.flatMap { $0.entry + $0.exit } + entries.flatMap(\.statements)
        // Otherwise the statements on the way to initial states stand among the entries.
        if isDynamic { open += states.flatMap(\.initialProgram) + histories.flatMap(\.statements) }
        open += transitions.flatMap(\.statements)
        var all: [Statement] = []
        while let statement = open.popLast() {
            all.append(statement)
            if case .choose(_, let then, let otherwise) = statement { open += then + otherwise }
        }
        return all
    }
}
