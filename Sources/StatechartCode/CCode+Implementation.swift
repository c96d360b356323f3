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
            writer.add(
                """
                static bool @_has(const uint8_t *set, unsigned state) { return set[state >> 3] >> (state & 7) & 1; }
                static void @_add(uint8_t *set, unsigned state) { set[state >> 3] |= (uint8_t)(1 << (state & 7)); }
                static void @_remove(uint8_t *set, unsigned state) { set[state >> 3] &= (uint8_t)~(1 << (state & 7)); }

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
            static void @_post_number(@ *machine, $ event) { @_append(machine, &machine->posted, event); }
            void @_raise(@ *machine, @_event event) { @_raise_number(machine, ($)event); }
            void @_post(@ *machine, @_event event) { @_post_number(machine, ($)event); }

            """)
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
        writer.add("static const @_time @_delay[] = {\n    \(clock.delays.map { "\($0)" }.joined(separator: ", "))\n};\n")
        addTable("due_event", program.timers.map(\.event))
        writer.add(
            """
            static void @_start_timer(@ *machine, $ number) {
                if (machine->timer_count < %_TIMERS) {
                    machine->timers[machine->timer_count].number = number;
                    machine->timers[machine->timer_count++].left = @_delay[number];
                } else {
                    machine->is_full = true;
                }
            }

            static void @_remove_timer(@ *machine, unsigned index) {
                machine->timer_count--;
                for (; index < machine->timer_count; index++) machine->timers[index] = machine->timers[index + 1];
            }

            """)
        let owned = program.timers.contains { $0.state != nil }
        if owned {
            addTable("timer_state", program.timers.map { $0.state ?? stateCount })
            addRemoval("stop_timers", "state", "timer_state")
        }
        if usesCancel {
            addTable("timer_identifier", type: "uint16_t", program.timers.map(\.identifier))
            addRemoval("cancel", "identifier", "timer_identifier")
        }
    }

    /// Whether an action cancels delayed events.
    private var usesCancel: Bool {
        program.allStatements.contains { statement in
            guard case .cancel(let identifier) = statement else { return false }
            return program.timers.contains { $0.identifier == identifier }
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
                    code.addSwitch("end", exits, to: &writer)
                    writer.add("@_remove(machine->active, end);")
                }
            } else {
                writer.block("while (machine->state >= first && machine->state < end) {") { writer in
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
        let filled = cases.filter { !$0.1.isEmpty }
        if filled.isEmpty { return }
        writer.add("switch (\(value)) {")
        for (label, statements) in filled {
            writer.addVerbatim("case \(label):")
            writer.depth += 1
            add(statements, to: &writer)
            writer.add("break;")
            writer.depth -= 1
        }
        writer.add("default: break;\n}")
    }

    private mutating func addChoice() {
        let (code, states) = (self, program.states)
        if program.isConcurrent {
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
                    writer.addVerbatim(events.map { "case \($0 == 0 ? "0" : code.names.event($0)):" }.joined(separator: " "))
                    writer.depth += 1
                    for transition in transitions { code.addTest(of: transition, from: state, to: &writer) }
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

    private func addTest(of number: Int, from state: Int, to writer: inout CodeWriter) {
        let transition = program.transitions[number]
        var parts = ([transition.source] + transition.joinedSources).filter { $0 != state }.map {
            StateProgram.Condition.isActive($0)
        }
        if let condition = transition.condition { parts.append(condition) }
        let condition = parts.count == 1 ? parts[0] : .all(parts)
        var test = parts.isEmpty ? "" : text(of: condition)
        if !test.isEmpty, program.isConcurrent {
            // A transition that another state has chosen isn't tested again.
            test = "@_is_chosen(machine, \(number + 1)) || " + operand(condition)
        }
        writer.add(test.isEmpty ? "return \(number + 1);" : "if (\(test)) return \(number + 1);")
    }

    // MARK: - Running

    private mutating func addRun() {
        let isDeferring = hasDeferrals
        if isDeferring { addDeferral() }
        writer.add(
            """
            static @_result @_offer(@ *machine, $ event) {
                if (@_step(machine, event)) return %_TAKEN;
            """)
        if isDeferring {
            writer.add(
                """
                    if (@_is_deferred(machine, event)) {
                        if (machine->deferred_count < %_QUEUE) {
                            machine->is_tried[machine->deferred_count] = true;
                            machine->deferred[machine->deferred_count++] = event;
                        } else {
                            machine->is_full = true;
                        }
                        return %_DEFERRED;
                    }
                """)
        }
        writer.add(
            """
                return %_IGNORED;
            }

            /* Goes on until nothing is left to do; returns FULL, ENDLESS or the given result. */
            static @_result @_settle(@ *machine, @_result result) {
                unsigned steps = 0;
                while (machine->phase == @_phase_running) {
                    if (machine->is_full) {
                        machine->is_full = false;
                        return %_FULL;
                    }
                    if (steps == %_STEPS) return %_ENDLESS;
            """)
        if program.hasEventless {
            writer.add(
                """
                        if (@_step(machine, 0)) {
                            steps++;
                            continue;
                        }
                """)
        }
        writer.add(
            """
                    if (machine->raised.count > 0) {
                        steps++;
                        @_offer(machine, @_take_first(&machine->raised));
                        continue;
                    }
            """)
        if isDeferring { writer.add("        if (@_retry(machine)) {\n            steps++;\n            continue;\n        }") }
        let end =
            usesSets
            ? "uint8_t last[\(setSize)];\n        unsigned index;\n        for (index = 0; index < \(setSize); index++) last[index] = machine->active[index];"
            : "$ last = machine->state;"
        let restored =
            usesSets ? "for (index = 0; index < \(setSize); index++) machine->active[index] = last[index];" : "machine->state = last;"
        writer.add(
            """
                    if (machine->posted.count == 0) return result;
                    steps++;
                    @_offer(machine, @_take_first(&machine->posted));
                }
                if (machine->phase == @_phase_ending) {
                    /* The exit actions are carried out, but to observers the last states stay active. */
                    \(end)
                    machine->phase = @_phase_ended;
                    @_leave(machine, 0, \(stateCount));
                    \(restored)
                }
                return result;
            }

            @_result @_start(@ *machine) {
                void *context = machine->context;
                static const @ empty;
                *machine = empty;
                machine->context = context;
                machine->phase = @_phase_running;
                @_begin(machine);
                return @_settle(machine, %_TAKEN);
            }

            static @_result @_process(@ *machine, $ event) {
                if (machine->phase != @_phase_running) return %_IGNORED;
                return @_settle(machine, @_offer(machine, event));
            }

            @_result @_send(@ *machine, @_event event) { return @_process(machine, ($)event); }

            """)
        if hasTimers { addClock() }
    }

    private mutating func addDeferral() {
        let (code, program) = (self, program)
        writer.block("static bool @_is_deferred(const @ *machine, $ event) {") { writer in
            writer.add("switch (event) {")
            for (event, states) in program.deferrers.sorted(by: { $0.key < $1.key }) {
                let tests = states.map { "@_is_in(machine, \(code.names.state($0)))" }.joined(separator: " || ")
                writer.addVerbatim("case \(code.names.event(event)):")
                writer.add("    return \(tests);")
            }
            writer.add("default: return false;\n}")
        }
        writer.add(
            """

            /* Tries the oldest deferred event that wasn't tried since states were left. */
            static bool @_retry(@ *machine) {
                unsigned index = 0;
                $ event;
                while (index < machine->deferred_count && machine->is_tried[index]) index++;
                if (index == machine->deferred_count) return false;
                event = machine->deferred[index];
                if (!@_step(machine, event) && @_is_deferred(machine, event)) {
                    machine->is_tried[index] = true;
                    return true;
                }
                machine->deferred_count--;
                for (; index < machine->deferred_count; index++) {
                    machine->deferred[index] = machine->deferred[index + 1];
                    machine->is_tried[index] = machine->is_tried[index + 1];
                }
                return true;
            }

            """)
    }

    private mutating func addClock() {
        writer.add(
            """
            bool @_next_time(const @ *machine, @_time *time) {
                unsigned index;
                if (machine->phase != @_phase_running || machine->timer_count == 0) return false;
                *time = machine->timers[0].left;
                for (index = 1; index < machine->timer_count; index++)
                    if (machine->timers[index].left < *time) *time = machine->timers[index].left;
                return true;
            }

            static void @_elapse(@ *machine, @_time time) {
                unsigned index;
                for (index = 0; index < machine->timer_count; index++) machine->timers[index].left -= time;
            }

            @_result @_advance(@ *machine, @_time time) {
                @_result result = %_IGNORED, found;
                @_time next;
                unsigned index, count = 0;
                while (@_next_time(machine, &next) && next <= time) {
                    $ event;
                    count = next > 0 ? 0 : count + 1;
                    if (count > %_STEPS) return %_ENDLESS;
                    @_elapse(machine, next);
                    time -= next;
                    for (index = 0; machine->timers[index].left > 0; index++) {}
                    event = @_due_event[machine->timers[index].number];
                    @_remove_timer(machine, index);
                    found = @_process(machine, event);
                    if (found > result) result = found;
                }
                @_elapse(machine, time);
                return result;
            }

            """)
    }
}

extension StateProgram {
    /// All statements, also those within others.
    var allStatements: [Statement] {
        var open = states.flatMap { $0.entry + $0.exit + $0.initialProgram } + histories.flatMap(\.statements)
        for transition in transitions {
            open += transition.statements + (transition.entries ?? []).flatMap(\.statements)
        }
        var all: [Statement] = []
        while let statement = open.popLast() {
            all.append(statement)
            if case .choose(_, let then, let otherwise) = statement { open += then + otherwise }
        }
        return all
    }
}
