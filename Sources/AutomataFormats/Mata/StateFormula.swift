internal import Automata

/// Sets of states that are given by a Boolean formula over states.
///
/// A state belongs to the set if the formula holds when that state is true and all others are
/// false: `q1 | q2` is {q1, q2}; `!q1 & !q2` is the set of all others.
enum StateFormula {
    /// Returns the set that a formula in postfix order describes.
    ///
    /// - Complexity: O(*s* log *s* + *n*) for a formula of length *s*.
    static func states(
        of formula: [Int32], stateCount: Int, steps: inout BudgetSteps
    ) throws(AutomataError) -> StateSet {
        var stack: [FiniteOrCofinite] = []
        // The bytes of the sets on the stack.
        var heldBytes = 0
        for code in formula {
            try steps.step(holding: heldBytes)
            switch code {
            case FormulaParser.not where !stack.isEmpty: stack[stack.count - 1].isComplement.toggle()
            case FormulaParser.and where stack.count >= 2:
                // By De Morgan's law.
                stack[stack.count - 1].isComplement.toggle()
                stack[stack.count - 2].isComplement.toggle()
                try uniteTopTwo(of: &stack, &heldBytes, steps: &steps)
                stack[stack.count - 1].isComplement.toggle()
            case FormulaParser.or where stack.count >= 2: try uniteTopTwo(of: &stack, &heldBytes, steps: &steps)
            default:
                stack.append(
                    FiniteOrCofinite(
                        exceptions: code < 0 ? [] : [StateID(code)], isComplement: code == FormulaParser.true))
                heldBytes += stack[stack.count - 1].byteCount
            }
        }
        guard let set = stack.last else { return [] }
        guard set.isComplement else { return StateSet(set.exceptions) }
        var result = StateSet(allBelow: stateCount)
        for state in set.exceptions { result.remove(state) }
        return result
    }

    private static func uniteTopTwo(
        of stack: inout [FiniteOrCofinite], _ heldBytes: inout Int, steps: inout BudgetSteps
    ) throws(AutomataError) {
        let other = stack.removeLast()
        heldBytes -= other.byteCount + stack[stack.count - 1].byteCount
        try steps.step(min(other.exceptions.count, stack[stack.count - 1].exceptions.count), holding: heldBytes)
        stack[stack.count - 1].formUnion(other)
        heldBytes += stack[stack.count - 1].byteCount
    }

    /// A finite set, or the complement of one.
    private struct FiniteOrCofinite {
        var exceptions: Set<StateID>
        var isComplement: Bool

        /// The bytes on the stack, including the set's spare capacity.
        var byteCount: Int { 96 + 12 * exceptions.capacity }

        /// Adds the elements of another set. It only iterates over the smaller set of exceptions,
        /// and changes the larger one in place.
        mutating func formUnion(_ other: consuming FiniteOrCofinite) {
            switch (isComplement, other.isComplement) {
            case (false, false):
                if exceptions.count < other.exceptions.count { swap(&exceptions, &other.exceptions) }
                for state in other.exceptions { exceptions.insert(state) }
            case (true, true):
                if exceptions.count > other.exceptions.count { swap(&exceptions, &other.exceptions) }
                exceptions = exceptions.filter { other.exceptions.contains($0) }
            case (true, false): subtract(other.exceptions)
            case (false, true):
                swap(&exceptions, &other.exceptions)
                isComplement = true
                subtract(other.exceptions)
            }
        }

        private mutating func subtract(_ states: Set<StateID>) {
            if states.count < exceptions.count {
                for state in states { exceptions.remove(state) }
            } else {
                exceptions = exceptions.filter { !states.contains($0) }
            }
        }
    }
}
