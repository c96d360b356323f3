internal import Automata

/// A method to convert an automaton to an expression. All methods yield the same language.
public enum ExpressionExtraction: String, Sendable, Hashable, CaseIterable {
    /// The shorter result of the two other methods for a small automaton, otherwise the result of
    /// state elimination. With ``EliminationOrder/automatic``, other automata for the language are
    /// tried as well.
    case automatic
    /// State elimination by Brzozowski and McCluskey: states are removed one after another, and
    /// paths through a removed state become transitions with longer expressions.
    case stateElimination = "state-elimination"
    /// Brzozowski's equations: an equation *X* = *AX* | *B* for each state, solved one after
    /// another by Arden's rule, *X* = *A*\**B*.
    case equations
}

/// The order in which states are eliminated or equations solved. The order has the greatest
/// influence on the length of the result.
public enum EliminationOrder: String, Sendable, Hashable, CaseIterable {
    /// The order with the shortest result among several for small automata, otherwise ``bridges``.
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
    /// The order of Han and Wood: the same as ``weight``, except that states that every accepting
    /// run visits exactly once come last.
    case bridges
}
