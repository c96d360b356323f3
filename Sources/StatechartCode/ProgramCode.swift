internal import WorkLimits

/// A program in some language: what all languages have in common.
protocol ProgramCode {
    var program: StateProgram { get }

    /// Returns the lines of a statement that contains no others.
    func lines(of statement: StateProgram.Statement) -> [String]
    /// Returns the head of a branch.
    func head(_ condition: String) -> String
    /// Whether a branch of one statement stands in braces.
    var needsBraces: Bool { get }
    /// Returns the call of a guard.
    func call(guard number: Int) -> String
    /// Returns the test whether a state is active.
    func isActive(_ state: Int) -> String
    /// Returns the test whether a state has chosen a transition already.
    func isChosen(_ transition: Int) -> String
    /// Returns the statement that ends a choice with a transition.
    func result(_ transition: Int) -> String
}

extension ProgramCode {
    /// Whether active states are a set. Otherwise there is one innermost active state, which is
    /// enough without orthogonal states and histories.
    var usesSets: Bool { program.isConcurrent || program.isDynamic }

    /// Whether actions send events that come after those raised.
    var hasPosts: Bool {
        program.allStatements.contains { if case .send = $0 { true } else { false } }
    }

    /// Adds statements.
    func add(_ statements: [StateProgram.Statement], to writer: inout CodeWriter) {
        for statement in statements {
            guard case .choose(let condition, let then, let otherwise) = statement else {
                for line in lines(of: statement) { writer.add(line) }
                continue
            }
            writer.add(head(text(of: condition)) + " {")
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

    /// Returns a condition as text.
    func text(of condition: StateProgram.Condition) -> String {
        switch condition {
        case .named(let name): call(guard: name)
        case .isActive(let state): isActive(state)
        case .not(let inner): "!\(operand(inner))"
        case .all(let list): list.isEmpty ? "true" : list.map(operand).joined(separator: " && ")
        case .any(let list): list.isEmpty ? "false" : list.map(operand).joined(separator: " || ")
        }
    }

    private func operand(_ condition: StateProgram.Condition) -> String {
        switch condition {
        case .all(let list), .any(let list): list.count > 1 ? "(\(text(of: condition)))" : text(of: condition)
        default: text(of: condition)
        }
    }

    /// Returns the statement that chooses a transition from a state if the transition is enabled.
    func choice(of number: Int, from state: Int) -> String {
        let transition = program.transitions[number]
        var parts = ([transition.source] + transition.joinedSources).filter { $0 != state }.map {
            StateProgram.Condition.isActive($0)
        }
        if let condition = transition.condition { parts.append(condition) }
        guard !parts.isEmpty else { return result(number) }
        let condition = parts.count == 1 ? parts[0] : .all(parts)
        // A transition that another state has chosen isn't tested again.
        let test =
            program.canBeChosenTwice(number) ? isChosen(number) + " || " + operand(condition) : text(of: condition)
        return head(test) + " " + (needsBraces ? "{ \(result(number)) }" : result(number))
    }
}
