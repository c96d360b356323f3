extension CCode {
    mutating func addRun() {
        if hasDeferrals { addDeferral() }
        writer.add(
            """
            @_result @_send(@ *machine, @_event event) {
                @_result \(hasDeferrals ? "found, " : "")result = %_IGNORED;
                unsigned steps = 0\(hasDeferrals ? ", index" : "");
            \(hasDeferrals ? "    bool is_retry;\n" : "")\
                for (;;) {
            \(usesSets ? "        @_take(machine);\n" : "")\
                    if (machine->phase != @_phase_running) break;
                    if (steps == %_STEPS) return %_ENDLESS;
                    steps++;
            """)
        addNextEvent()
        addOffer()
        writer.add("    }")
        if canEnd { addEnd() }
        writer.add(
            """
                if (machine->phase == @_phase_full) {
                    machine->phase = @_phase_running;
                    return %_FULL;
                }
                return result;
            }

            """)
        addStart()
        if hasTimers { addClock() }
    }

    /// Adds the choice of the next event: a raised one, a deferred one, a sent one or the given
    /// one.
    private mutating func addNextEvent() {
        writer.depth += 2
        if program.hasEventless {
            writer.add(
                "if (machine->is_unsettled && @_step(machine, %_NO_EVENT)) continue;\nmachine->is_unsettled = true;")
        }
        if hasDeferrals { writer.add("is_retry = false;") }
        writer.add("if (machine->raised.count > 0) {\n    machine->event = @_take_first(&machine->raised);")
        if hasDeferrals {
            writer.add(
                """
                } else if (machine->retry_first < machine->retry_end) {
                    machine->event = machine->deferred[machine->retry_first];
                    is_retry = true;
                """)
        }
        if hasPosts {
            writer.add("} else if (machine->posted.count > 0) {\n    machine->event = @_take_first(&machine->posted);")
        }
        writer.add(
            """
            } else if (event != %_NO_EVENT) {
                machine->event = ($)event;
                event = %_NO_EVENT;
                /* Marks the event; what follows from it counts. */
                steps = 0;
            } else {
            \(program.hasEventless ? "    machine->is_unsettled = false;\n" : "")\
                break;
            }
            """)
        writer.depth -= 2
    }

    private mutating func addOffer() {
        writer.depth += 2
        writer.add(
            hasDeferrals
                ? """
                index = machine->retry_first;
                if (@_step(machine, machine->event)) found = %_TAKEN;
                else found = @_is_deferred(machine, machine->event) ? %_DEFERRED : %_IGNORED;
                if (steps == 0) result = found;
                if (found == %_DEFERRED) {
                    if (is_retry) machine->retry_first++;
                    else if (machine->deferred_count < %_QUEUE)
                        machine->deferred[machine->deferred_count++] = machine->event;
                    else machine->phase = @_phase_full;
                } else if (is_retry) {
                    machine->retry_end--;
                    machine->deferred_count--;
                    for (; index < machine->deferred_count; index++) {
                        machine->deferred[index] = machine->deferred[index + 1];
                        machine->deferred[index + 1] = machine->event;
                    }
                }
                """
                : "if (@_step(machine, machine->event) && steps == 0) result = %_TAKEN;")
        writer.depth -= 2
    }

    /// Whether a final state or a terminate state ends the machine.
    var canEnd: Bool {
        program.states[0].kind == .orthogonal
            || program.allStatements.contains { statement in
                switch statement {
                case .terminate: true
                case .finish(let state): program.states[state].parent == 0
                default: false
                }
            }
    }

    private mutating func addEnd() {
        let (save, restore) =
            setSize == 1
            ? ("last[0] = machine->active[0];", "machine->active[0] = last[0];")
            : ("@_copy(last, machine->active);", "@_copy(machine->active, last);")
        writer.depth += 1
        writer.add(
            """
            if (machine->phase == @_phase_ending) {
                /* The exit actions are carried out, but to observers the last states stay active. */
            """)
        writer.depth += 1
        writer.add(usesSets ? "uint32_t last[\(setSize)];\n\(save)" : "$ last = machine->state;")
        writer.add(
            """
            machine->phase = @_phase_ended;
            @_leave(machine, \(usesSets ? "0, \(stateCount - 1)" : "\(stateCount)"));
            \(usesSets ? restore : "machine->state = last;")
            """)
        writer.depth -= 1
        writer.add("}")
        writer.depth -= 1
    }

    private mutating func addStart() {
        guard let start = program.transitions.last else { return }
        let code = self
        let counts =
            (program.hasEventless ? ["is_unsettled"] : []) + ["event", "raised.first", "raised.count"]
            + (hasPosts ? ["posted.first", "posted.count"] : [])
            + (hasDeferrals ? ["deferred_count", "retry_first", "retry_end"] : []) + (hasTimers ? ["timer_count"] : [])
        writer.block("@_result @_start(@ *machine) {") { writer in
            writer.add("@_result result;")
            if code.historyCount > 0 { writer.add("unsigned history;") }
            writer.add("machine->phase = @_phase_running;")
            for count in counts {
                writer.add("machine->\(count) = \(count == "is_unsettled" ? "true" : "0");")
            }
            if code.usesSets {
                writer.add(code.clears ? "@_clear(machine->active);" : "machine->active[0] = 0;")
                if code.historyCount > 0 {
                    writer.add("for (history = 0; history < \(code.historyCount); history++)")
                    writer.add("    @_clear(machine->history[history]);")
                }
            } else {
                writer.add("machine->state = \(code.stateCount);")
            }
            code.add(start.statements, to: &writer)
            if code.usesSets {
                writer.add(
                    """
                    /* Chooses the transition that enters the root. */
                    machine->chosen[0] = \(code.program.transitions.count);
                    machine->chosen_count = 1;
                    """)
            } else {
                code.addEntries(of: start, to: &writer)
            }
            writer.add("result = @_send(machine, %_NO_EVENT);\nreturn result == %_IGNORED ? %_TAKEN : result;")
        }
        writer.add("")
    }

    private mutating func addDeferral() {
        let (code, program) = (self, program)
        writer.block("static bool @_is_deferred(const @ *machine, $ event) {") { writer in
            writer.add("switch (event) {")
            let deferrers = program.deferrers.filter { code.names.events[$0.event] != nil }
            for (events, states) in deferrers.grouped(by: \.states, \.event) {
                let tests = states.map { "@_is_in(machine, \(code.names.state($0)))" }.joined(separator: " || ")
                writer.add(events.map { "case \(code.names.event($0)):" }.joined(separator: " "))
                writer.add("    return \(tests);")
            }
            writer.add("default: return false;\n}")
        }
        writer.add("")
    }

    private mutating func addClock() {
        let due = "machine->timers[machine->timer_count].number"
        let event = hasEventOrder ? "(\(due) + \(program.timers[0].event))" : "@_due_event[\(due)]"
        // Timers without delay can go on for ever.
        let isEndless = clock.delays.contains(0)
        writer.add(
            """
            bool @_next_time(const @ *machine, @_time *time) {
                if (\(canEnd ? "machine->phase > @_phase_full || " : "")machine->timer_count == 0) return false;
                *time = machine->timers[machine->timer_count - 1].left;
                return true;
            }

            @_result @_advance(@ *machine, @_time time) {
                @_result result = %_IGNORED, found;
                @_time next;
            \(isEndless ? "    unsigned count = 0;\n" : "")\
                while (@_next_time(machine, &next)) {
                    if (next > time) {
                        machine->timers[machine->timer_count - 1].left -= time;
                        break;
                    }
            \(isEndless ? "        count = next > 0 ? 0 : count + 1;\n" : "")\
            \(isEndless ? "        if (count > %_STEPS) return %_ENDLESS;\n" : "")\
                    time -= next;
                    machine->timer_count--;
                    found = @_send(machine, (@_event)\(event));
                    if (found > result) result = found;
                }
                return result;
            }

            """)
    }
}
