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
        if hasHistories { addHistories() }
        if usesSets {
            addChoice()
            addTaking()
        } else {
            addSingleSteps()
        }
        addRun()
        writer.add("#endif")
    }

    // MARK: - States and queues

    private mutating func addPrimitives() {
        writer.add("enum { @_phase_new, @_phase_running, @_phase_full, @_phase_ending, @_phase_ended };\n")
        addTables()
        writer.add("#ifdef %_NAMES")
        addNames("state", program.states.map(\.name))
        addNames("event", handledNames)
        writer.add("#endif\n")
        if usesSets {
            let (word, bit) = setSize == 1 ? ("set[0]", "state") : ("set[state >> 5]", "(state & 31)")
            writer.add(
                """
                static bool @_has(const uint32_t *set, unsigned state) { return \(word) >> \(bit) & 1; }
                static void @_add(uint32_t *set, unsigned state) { \(word) |= (uint32_t)1 << \(bit); }
                static void @_remove(uint32_t *set, unsigned state) { \(word) &= ~((uint32_t)1 << \(bit)); }

                static bool @_is_in(const @ *machine, unsigned state) { return @_has(machine->active, state); }

                """)
            let loop = "    unsigned index;\n    for (index = 0; index < \(setSize); index++) set[index] ="
            if clears {
                writer.add("/* As volatile, so that compilers don't call memset and memcpy. */")
                writer.add("static void @_clear(volatile uint32_t *set) {\n\(loop) 0;\n}\n")
            }
            if canEnd && setSize > 1 {
                writer.add("static void @_copy(volatile uint32_t *set, const uint32_t *other) {")
                writer.add("\(loop) other[index];\n}\n")
            }
        } else {
            writer.add(
                """
                static bool @_is_in(const @ *machine, unsigned state) {
                    return machine->state >= state && machine->state <= @_last[state];
                }

                """)
        }
        // One state of a machine that never started would be the root.
        let isStarted = usesSets ? "" : " && machine->phase != @_phase_new"
        writer.add(
            """
            bool @_is_active(const @ *machine, @_state state) {
                return (unsigned)state < \(stateCount)\(isStarted) && @_is_in(machine, state);
            }

            bool @_has_ended(const @ *machine) {
                \(canEnd ? "return machine->phase == @_phase_ended;" : "(void)machine;\n    return false;")
            }

            """)
    }

    private mutating func addNames(_ kind: String, _ names: [String]) {
        writer.add("const char *const @_\(kind)_names[\(names.count)] = {")
        for name in names {
            // Octal, as a digit may follow; a question mark might begin a trigraph.
            let scalars = name.unicodeScalars.map { scalar in
                let isControl = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
                if !isControl, !["\"", "?", "\\"].contains(scalar) { return String(scalar) }
                return String(scalar).utf8.map { "\\" + String(512 + Int($0), radix: 8).dropFirst() }.joined()
            }
            writer.addVerbatim("    \"\(scalars.joined())\",")
        }
        writer.add("};")
    }

    private mutating func addQueues() {
        let queue = hasPosts ? "queue->" : "machine->raised."
        writer.add(
            hasPosts
                ? "static void @_append(@ *machine, @_queue *queue, @_event event) {"
                : "void @_raise(@ *machine, @_event event) {")
        writer.add(
            """
                unsigned index = (unsigned)\(queue)first + \(queue)count;
                if (\(queue)count == %_QUEUE) {
                    if (machine->phase == @_phase_running) machine->phase = @_phase_full;
                    return;
                }
                \(queue)events[index < %_QUEUE ? index : index - %_QUEUE] = ($)event;
                \(queue)count++;
            }

            static $ @_take_first(@_queue *queue) {
                $ event = queue->events[queue->first];
                if (++queue->first == %_QUEUE) queue->first = 0;
                queue->count--;
                return event;
            }

            """)
        if hasPosts {
            writer.add(
                """
                void @_raise(@ *machine, @_event event) { @_append(machine, &machine->raised, event); }
                void @_post(@ *machine, @_event event) { @_append(machine, &machine->posted, event); }

                """)
        }
    }

    private mutating func addTimers() {
        let delays = clock.delays
        let type = clock.isLong ? "@_time" : Self.type(upTo: Int(delays.max() ?? 0))
        let texts = delays.map { clock.isLong ? "\($0)u" : "\($0)" }
        writer.add("static const \(type) @_delay[] = {\n    \(texts.joined(separator: ", "))\n};\n")
        if !hasEventOrder { addTable("due_event", program.timers.map(\.event)) }
        writer.add(
            """
            /* Timers are in the reverse order in which they become due, each with the time after the next one. */
            static void @_start_timer(@ *machine, $ number) {
                unsigned index = machine->timer_count;
                @_time left = @_delay[number];
                if (index == %_TIMERS) {
                    if (machine->phase == @_phase_running) machine->phase = @_phase_full;
                    return;
                }
                for (; index > 0 && machine->timers[index - 1].left <= left; index--) {
                    machine->timers[index].left = machine->timers[index - 1].left;
                    machine->timers[index].number = machine->timers[index - 1].number;
                    left -= machine->timers[index].left;
                }
                if (index > 0) machine->timers[index - 1].left -= left;
                machine->timers[index].left = left;
                machine->timers[index].number = number;
                machine->timer_count++;
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

    /// Whether the numbers of the timers' events are consecutive.
    var hasEventOrder: Bool {
        program.timers.enumerated().allSatisfy { $0.element.event == program.timers[0].event + $0.offset }
    }

    /// Whether timers stop when their states are left.
    var hasOwnedTimers: Bool { leavesStates && program.timers.contains { $0.state != nil } }

    private var leavesStates: Bool { usesSets || canEnd || program.transitions.contains { !$0.exits.isEmpty } }

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
                unsigned index, kept = 0;
                for (index = 0; index < machine->timer_count; index++) {
                    if (@_\(table)[machine->timers[index].number] != \(parameter)) {
                        machine->timers[kept].left = machine->timers[index].left;
                        machine->timers[kept].number = machine->timers[index].number;
                        kept++;
                    } else if (kept > 0) {
                        machine->timers[kept - 1].left += machine->timers[index].left;
                    }
                }
                machine->timer_count = (uint16_t)kept;
            }

            """)
    }

    // MARK: - Entry, exit and choice

    private mutating func addPrograms() {
        if program.states.indices.contains(where: { needsFinish($0) }) { addFinish() }
        let (code, states) = (self, program.states)
        writer.block("static void @_enter(@ *machine, unsigned state) {") { writer in
            writer.add(code.usesSets ? "@_add(machine->active, state);" : "machine->state = ($)state;")
            code.addSwitch("state", states.indices.map { (code.names.state($0), states[$0].entry) }, to: &writer)
        }
        writer.add("")
        if leavesStates { addLeave() }
    }

    private mutating func addLeave() {
        let (code, states) = (self, program.states)
        let exits = states.indices.map { (names.state($0), states[$0].exit) }
        if !usesSets { writer.add("/* Leaves the active states up to the domain of a transition. */") }
        writer.block("static void @_leave(@ *machine, unsigned \(usesSets ? "first, unsigned last" : "domain")) {") {
            writer in
            writer.add("unsigned state;")
            writer.add(
                code.usesSets
                    ? "for (state = last + 1; state-- > first;) {\n    if (!@_is_in(machine, state)) continue;"
                    : "while ((state = machine->state) != domain) {")
            writer.depth += 1
            if code.hasOwnedTimers { writer.add("@_stop_timers(machine, state);") }
            code.addSwitch("state", exits, to: &writer)
            writer.add(code.usesSets ? "@_remove(machine->active, state);" : "machine->state = @_parent[state];")
            writer.depth -= 1
            writer.add("}")
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
