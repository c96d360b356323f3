internal import Automata

/// A method to convert an automaton to an expression. All methods yield the same language.
public enum ExpressionExtraction: String, Sendable, Hashable, CaseIterable {
    /// For a small automaton, the shorter of the results of the two other methods; otherwise the
    /// result of state elimination. With ``EliminationOrder/automatic``, other automata for the
    /// language are tried as well.
    case automatic
    /// State elimination, of Brzozowski and McCluskey: states are removed one after another, and
    /// paths through a removed state become transitions with longer expressions.
    case stateElimination = "state-elimination"
    /// Brzozowski's equations: an equation *X* = *AX* | *B* for each state, solved one after
    /// another by Arden's rule, *X* = *A*\**B*.
    case equations
}

/// The order in which states are eliminated or equations solved; it determines the length of the
/// result more than anything else.
public enum EliminationOrder: String, Sendable, Hashable, CaseIterable {
    /// For small automata, the order with the shortest result among several; otherwise ``bridges``.
    case automatic
    /// The order of the states' numbers.
    case numbers
    /// States with the least product of their incoming and outgoing transition counts come first.
    case degree
    /// The order of Delgado and Morais: states whose elimination lengthens the expressions least
    /// come first.
    case weight
    /// The order of Moreira, Nabais and Reis: states on the fewest cycles of a depth-first search
    /// come first, and ``weight`` decides ties.
    case cycles
    /// The order of Han and Wood: that of ``weight``, but states that every accepting run visits
    /// exactly once come last.
    case bridges
}
