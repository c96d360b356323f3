/// An algorithm that makes an expression of an automaton. All of them give the same language.
public enum ExpressionExtraction: String, Sendable, Hashable, CaseIterable {
    /// The shorter one of the two others' results for automata that are small enough to try, and
    /// where the order is automatic too a still shorter one of what other automata of the language
    /// give; else state elimination.
    case automatic
    /// State elimination, of Brzozowski and McCluskey: states are taken out one after another, and
    /// what led through one becomes transitions with longer expressions.
    case stateElimination = "state-elimination"
    /// Brzozowski's equations: a language for each state, *X* = *AX* | *B*, solved one after
    /// another by Arden's rule, *X* = *A*\**B*.
    case equations
}

/// An order in which states are eliminated, or equations solved; the length of the result depends
/// on it more than on anything else.
public enum EliminationOrder: String, Sendable, Hashable, CaseIterable {
    /// The shortest result of several orders for automata that are small enough to try, else
    /// ``bridges``.
    case automatic
    /// As the states are numbered.
    case numbers
    /// First the states with the least product of the transitions that enter and that leave.
    case degree
    /// First the states whose elimination makes the expressions longer by the least: the weight of
    /// Delgado and Morais.
    case weight
    /// First the states on the fewest cycles of a depth-first search, of these by ``weight``; of
    /// Moreira, Nabais and Reis.
    case cycles
    /// By ``weight``, but the states that every accepting run passes come last, just once each as
    /// Han and Wood have it.
    case bridges
}
