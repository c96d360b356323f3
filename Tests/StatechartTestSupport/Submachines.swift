internal import Statecharts

extension Statechart {
    /// Rule 20: returns the chart without submachines, each replaced by a copy of its states.
    func withCopiesOfSubmachines() -> Statechart {
        var result = self
        for index in states.indices where states[index].kind != .regions {
            guard let name = states[index].submachine else { continue }
            guard let machine = submachines.first(where: { $0.name == name }) else {
                preconditionFailure("There is no submachine '\(name)'")
            }
            result[index].submachine = nil
            result.insertCopy(of: machine.withCopiesOfSubmachines(), into: index)
        }
        return result
    }

    private mutating func insertCopy(of machine: Statechart, into index: Int) {
        let outer = states[index].name
        let newNames = Dictionary(
            uniqueKeysWithValues: machine.states.enumerated().map { number, state in
                (state.name, number == 0 ? outer : "\(outer).\(state.name)")
            })
        let copies = machine.states.map { $0.renamed { newNames[$0] ?? $0 } }
        var newIndices = [index]
        for (copy, parent) in zip(copies, machine.parents).dropFirst() {
            newIndices.append(add(copy, in: newIndices[parent]))
        }
        if machine.root.kind == .orthogonal { self[index].kind = .orthogonal }
        self[index].initial += copies[0].initial
        self[index].initialActions += copies[0].initialActions
        self[index].transitions += copies[0].transitions
    }
}

extension Statechart.State {
    fileprivate func renamed(_ newName: (String) -> String) -> Self {
        var copy = self
        copy.name = newName(name)
        copy.initial = initial.map(newName)
        copy.initialActions = initialActions.map { $0.renamed(newName) }
        copy.entry = entry.map { $0.map { $0.renamed(newName) } }
        copy.exit = exit.map { $0.map { $0.renamed(newName) } }
        copy.transitions = transitions.map { $0.renamed(newName) }
        return copy
    }
}

extension Statechart.Transition {
    fileprivate func renamed(_ newName: (String) -> String) -> Self {
        var copy = self
        copy.condition = condition?.renamed(newName)
        copy.targets = targets.map(newName)
        copy.joinedSources = joinedSources.map(newName)
        copy.actions = actions.map { $0.renamed(newName) }
        return copy
    }
}

extension Statechart.Condition {
    fileprivate func renamed(_ newName: (String) -> String) -> Self {
        switch self {
        case .isActive(let state): .isActive(newName(state))
        case .not(let condition): .not(condition.renamed(newName))
        case .all(let conditions): .all(conditions.map { $0.renamed(newName) })
        case .any(let conditions): .any(conditions.map { $0.renamed(newName) })
        case .named, .expression: self
        }
    }
}

extension Statechart.Action {
    fileprivate func renamed(_ newName: (String) -> String) -> Self {
        guard case .choose(let branches) = self else { return self }
        return .choose(
            branches.map { branch in
                .init(if: branch.condition?.renamed(newName), do: branch.actions.map { $0.renamed(newName) })
            })
    }
}
