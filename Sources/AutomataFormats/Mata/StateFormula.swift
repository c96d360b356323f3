internal import Automata

/// Sets of states that are given by a Boolean formula over states.
///
/// A state belongs to the set when the formula holds where that state is true and all others are false: `q1 | q2` is {q1, q2},
/// `!q1 & !q2` all others.
enum StateFormula {
    /// The set that a formula in postfix order describes.
    ///
    /// - Complexity: O(*s* log *s* + *n*) for a formula of length *s*.
    static func states(of formula: [Int32], stateCount: Int) -> StateSet {
        var stack: [FiniteOrCofinite] = []
        for code in formula {
            switch code {
            case FormulaParser.true: stack.append(FiniteOrCofinite(exceptions: [], isComplement: true))
            case FormulaParser.false: stack.append(FiniteOrCofinite(exceptions: [], isComplement: false))
            case FormulaParser.not: stack.last.map { stack[stack.count - 1] = $0.complement }
            case FormulaParser.and, FormulaParser.or:
                guard let right = stack.popLast(), let left = stack.popLast() else { continue }
                stack.append(
                    code == FormulaParser.or
                        ? left.union(right) : left.complement.union(right.complement).complement)
            default: stack.append(FiniteOrCofinite(exceptions: [State(code)], isComplement: false))
            }
        }
        guard let set = stack.last else { return [] }
        guard set.isComplement else { return StateSet(set.exceptions) }
        var result = StateSet(allBelow: stateCount)
        for state in set.exceptions { result.remove(state) }
        return result
    }

    /// A finite set, or the complement of one; operations touch only the smaller operand's exceptions.
    private struct FiniteOrCofinite {
        var exceptions: Set<State>
        var isComplement: Bool

        var complement: FiniteOrCofinite { FiniteOrCofinite(exceptions: exceptions, isComplement: !isComplement) }

        consuming func union(_ other: consuming FiniteOrCofinite) -> FiniteOrCofinite {
            switch (isComplement, other.isComplement) {
            case (false, false):
                var (large, small) = exceptions.count < other.exceptions.count ? (other, self) : (self, other)
                let added = small.exceptions
                small.exceptions = []
                for state in added { large.exceptions.insert(state) }
                return large
            case (true, true):
                let (large, small) = exceptions.count < other.exceptions.count ? (other, self) : (self, other)
                return FiniteOrCofinite(
                    exceptions: small.exceptions.filter { large.exceptions.contains($0) }, isComplement: true)
            case (true, false): return FiniteOrCofinite(exceptions: exceptions, isComplement: true).adding(other)
            case (false, true): return other.adding(self)
            }
        }

        /// The union of a complement with a finite set.
        private consuming func adding(_ other: FiniteOrCofinite) -> FiniteOrCofinite {
            if other.exceptions.count < exceptions.count {
                for state in other.exceptions { exceptions.remove(state) }
                return self
            }
            exceptions = exceptions.filter { !other.exceptions.contains($0) }
            return self
        }
    }
}
