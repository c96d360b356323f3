/// A static analysis of which transitions can be chosen in one step.
extension StateProgram {
    /// Whether histories decide which states are entered.
    var isDynamic: Bool { transitions.contains { $0.entries == nil } }

    /// Whether a state is orthogonal or contains an orthogonal one.
    private func hasOrthogonal(in state: Int) -> Bool {
        orthogonalCounts[states[state].last + 1] > orthogonalCounts[state]
    }

    /// Returns whether two states without children can choose the same transition in one step.
    func canBeChosenTwice(_ number: Int) -> Bool {
        let transition = transitions[number]
        return !transition.joinedSources.isEmpty || hasOrthogonal(in: transition.source)
    }

    /// Whether two transitions that leave the same state may be chosen in one step. Otherwise each
    /// transition stays in the region of its source, where only one state chooses.
    ///
    /// - Complexity: O(*t* · *d*) for *t* transitions and depth *d*.
    var canConflict: Bool {
        isConcurrent
            && transitions.indices.dropLast().contains { number in
                let transition = transitions[number]
                guard !transition.exits.isEmpty else { return false }
                if transition.hasDynamicDomain || canBeChosenTwice(number) { return true }
                guard let region = region(of: transition.source) else { return false }
                let inside = region + 1..<states[region].last + 1
                return transition.exits.lowerBound < inside.lowerBound
                    || transition.exits.upperBound > inside.upperBound
            }
    }

    /// Returns the innermost region that contains a state; `nil` if there is none.
    private func region(of state: Int) -> Int? {
        var state = state
        while state > 0 {
            if states[states[state].parent].kind == .orthogonal { return state }
            state = states[state].parent
        }
        return nil
    }
}
