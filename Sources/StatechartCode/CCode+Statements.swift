extension CCode: ProgramCode {
    func lines(of statement: StateProgram.Statement) -> [String] {
        switch statement {
        case .perform(let action): ["@_\(names.actions[action])(machine);"]
        case .raise(let event): ["@_raise(machine, \(names.event(event)));"]
        case .send(let event): ["@_post(machine, \(names.event(event)));"]
        case .startTimer(let timer): ["@_start_timer(machine, \(timer));"]
        case .cancel(let identifier): ["@_cancel(machine, \(identifier));"]
        case .begin(let activity): ["@_\(names.activities[activity].begin)(machine);"]
        case .end(let activity): ["@_\(names.activities[activity].end)(machine);"]
        case .finish(let state): finish(state)
        case .terminate: ["machine->phase = @_phase_ended;"]
        case .choose: []
        }
    }

    /// Returns the effect of a final state.
    private func finish(_ final: Int) -> [String] {
        let parent = program.states[final].parent
        if parent == 0 { return ["machine->phase = @_phase_ending;"] }
        var lines: [String] = []
        if !program.states[final].reportsEnd, let event = program.states[parent].doneEvent {
            lines.append("@_raise(machine, \(names.event(event)));")
        }
        if needsCompletion(of: parent) { lines.append("@_finish(machine, \(names.state(parent)));") }
        return lines
    }

    /// Returns whether the end of a state can be that of an orthogonal one around it.
    func needsCompletion(of state: Int) -> Bool { program.states[program.states[state].parent].kind == .orthogonal }

    func head(_ condition: String) -> String { "if (\(condition))" }
    var needsBraces: Bool { false }
    func call(guard number: Int) -> String { "@_\(names.guards[number])(machine)" }
    func isActive(_ state: Int) -> String { "@_is_in(machine, \(names.state(state)))" }
    func isChosen(_ transition: Int) -> String { "@_is_chosen(machine, \(transition + 1))" }
    func result(_ transition: Int) -> String { "return \(transition + 1);" }
}
