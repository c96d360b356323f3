extension CCode {
    /// Adds statements.
    func add(_ statements: [StateProgram.Statement], to writer: inout CodeWriter) {
        for statement in statements {
            switch statement {
            case .perform(let action): writer.add("@_\(names.actions[action])(machine);")
            case .raise(let event): writer.add("@_raise_number(machine, \(names.event(event)));")
            case .send(let event): writer.add("@_post_number(machine, \(names.event(event)));")
            case .startTimer(let timer): writer.add("@_start_timer(machine, \(timer));")
            // The exit of each state stops its timers.
            case .stopTimers: break
            case .cancel(let identifier):
                // Nothing has another identifier.
                if program.timers.contains(where: { $0.identifier == identifier }) {
                    writer.add("@_cancel(machine, \(identifier));")
                }
            case .begin(let activity): writer.add("@_\(names.activities[activity].begin)(machine);")
            case .end(let activity): writer.add("@_\(names.activities[activity].end)(machine);")
            case .finish(let state): finish(state, &writer)
            case .terminate: writer.add("machine->phase = @_phase_ended;")
            case .choose(let condition, let then, let otherwise):
                writer.add("if (\(text(of: condition))) {")
                writer.depth += 1
                add(then, to: &writer)
                writer.depth -= 1
                if otherwise.isEmpty {
                    writer.add("}")
                } else {
                    writer.block("} else {") { add(otherwise, to: &$0) }
                }
            }
        }
    }

    /// Adds the effect of a final state.
    private func finish(_ final: Int, _ writer: inout CodeWriter) {
        let parent = program.states[final].parent
        if parent == 0 { return writer.add("machine->phase = @_phase_ending;") }
        if !program.states[final].reportsEnd, let event = program.states[parent].doneEvent {
            writer.add("@_raise_number(machine, \(names.event(event)));")
        }
        if needsCompletion(of: parent) { writer.add("@_finish(machine, \(names.state(parent)));") }
    }

    /// Returns whether the end of a state can be that of an orthogonal one around it.
    func needsCompletion(of state: Int) -> Bool { program.states[program.states[state].parent].kind == .orthogonal }

    func text(of condition: StateProgram.Condition) -> String {
        switch condition {
        case .named(let name): "@_\(names.guards[name])(machine)"
        case .isActive(let state): "@_is_in(machine, \(names.state(state)))"
        case .not(let inner): "!\(operand(inner))"
        case .all(let list): list.isEmpty ? "true" : list.map(operand).joined(separator: " && ")
        case .any(let list): list.isEmpty ? "false" : list.map(operand).joined(separator: " || ")
        }
    }

    func operand(_ condition: StateProgram.Condition) -> String {
        switch condition {
        case .all(let list), .any(let list): list.count > 1 ? "(\(text(of: condition)))" : text(of: condition)
        default: text(of: condition)
        }
    }

    /// Returns the number of a state, or the mark of none.
    func stateOrNone(_ state: Int?) -> String { state.map { names.state($0) } ?? "\(program.states.count)" }
}
