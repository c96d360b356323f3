extension CCode {
    mutating func addRun() {
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

            /* Continues until no work is left; returns FULL, ENDLESS or the given result. */
            static @_result @_settle(@ *machine, @_result result) {
                unsigned steps = 0;\(notesRest ? "\n    machine->is_unsettled = true;" : "")
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
        if isDeferring {
            writer.add("        if (@_retry(machine)) {\n            steps++;\n            continue;\n        }")
        }
        let forWords = "for (index = 0; index < \(setSize); index++) "
        let end =
            usesSets
            ? "uint32_t last[\(setSize)];\n        unsigned index;\n        \(forWords)last[index] = machine->active[index];"
            : "$ last = machine->state;"
        let counts =
            ["is_full"] + (notesRest ? ["is_unsettled"] : []) + ["raised.first", "raised.count"]
            + (hasPosts ? ["posted.first", "posted.count"] : [])
            + (isDeferring ? ["deferred_count"] : []) + (hasTimers ? ["timer_count"] : [])
        var resets = counts.map { "machine->\($0) = 0;" }
        if usesSets {
            resets.insert("unsigned index;", at: 0)
            resets.append("\(forWords)machine->active[index] = 0;")
            if hasHistories {
                resets.append(
                    "for (index = 0; index < \(max(program.histories.count, 1) * setSize); index++) ((uint32_t *)machine->history)[index] = 0;"
                )
            }
        }
        let resetting = resets.joined(separator: "\n    ")
        let restored =
            usesSets ? "\(forWords)machine->active[index] = last[index];" : "machine->state = last;"
        writer.add(
            hasPosts
                ? """
                        if (machine->posted.count == 0) break;
                        steps++;
                        @_offer(machine, @_take_first(&machine->posted));
                """ : "        break;")
        writer.add(
            """
                }\(notesRest ? "\n    machine->is_unsettled = false;" : "")
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
                \(resetting)
                machine->phase = @_phase_running;
                @_begin(machine);
                return @_settle(machine, %_TAKEN);
            }

            static @_result @_process(@ *machine, $ event) {
                if (machine->phase == @_phase_running && \(notesRest ? "(machine->is_unsettled || machine->raised.count > 0)" : "machine->raised.count > 0")) {
                    @_result result = @_settle(machine, %_IGNORED);
                    if (result > %_DEFERRED) return result;
                }
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
            for (events, states) in program.deferrers.grouped(by: \.states, \.event) {
                let tests = states.map { "@_is_in(machine, \(code.names.state($0)))" }.joined(separator: " || ")
                writer.addVerbatim(events.map { "case \(code.names.event($0)):" }.joined(separator: " "))
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
                if (machine->phase != @_phase_running || machine->timer_count == 0) return false;
                *time = machine->timers[0].left;
                return true;
            }

            @_result @_advance(@ *machine, @_time time) {
                @_result result = %_IGNORED, found;
                @_time next;
                unsigned count = 0;
                while (@_next_time(machine, &next)) {
                    $ event = @_due_event[machine->timers[0].number];
                    machine->timers[0].left -= next < time ? next : time;
                    if (next > time) break;
                    count = next > 0 ? 0 : count + 1;
                    if (count > %_STEPS) return %_ENDLESS;
                    time -= next;
                    @_remove_timer(machine, 0);
                    found = @_process(machine, event);
                    if (found > result) result = found;
                }
                return result;
            }

            """)
    }
}
