/// A static analysis of which transitions can be chosen in one step.
extension StateProgram {
    /// Whether histories decide which states are entered.
    var isDynamic: Bool { transitions.contains { $0.entries == nil } }

    private func contains(_ outer: Int, _ state: Int) -> Bool { state >= outer && state <= states[outer].last }

    private func hasOrthogonal(in state: Int) -> Bool {
        (state...states[state].last).contains { states[$0].kind == .orthogonal }
    }

    /// Returns whether two states without children can choose the same transition in one step.
    func canBeChosenTwice(_ number: Int) -> Bool {
        let transition = transitions[number]
        return !transition.joinedSources.isEmpty || hasOrthogonal(in: transition.source)
    }

    /// Whether two transitions that leave the same state can be chosen in one step.
    ///
    /// - Complexity: O(*t*²) for *t* transitions.
    var canConflict: Bool {
        guard isConcurrent else { return false }
        let leaving = transitions.dropLast().filter { !$0.exits.isEmpty }
        if leaving.contains(where: { $0.hasDynamicDomain || !$0.joinedSources.isEmpty }) { return true }
        return leaving.indices.contains { first in
            leaving[..<first].contains { other in
                leaving[first].exits.overlaps(other.exits) && canBeChosenTogether(leaving[first].source, other.source)
            }
        }
    }

    private func canBeChosenTogether(_ first: Int, _ second: Int) -> Bool {
        if contains(first, second) { return hasOrthogonal(in: first) }
        if contains(second, first) { return hasOrthogonal(in: second) }
        var around = states[first].parent
        while !contains(around, second) { around = states[around].parent }
        return states[around].kind == .orthogonal
    }
}
