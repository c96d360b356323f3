internal import Automata

/// A method to convert an automaton to an expression. All methods yield the same language.
public enum ExpressionExtraction: String, Sendable, Hashable, CaseIterable {
    /// For a small automaton, the shorter of the results of the two other methods; otherwise the
    /// result of state elimination. If the order is automatic too, other automata for the language
    /// are tried as well.
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
    /// States with the least product of incoming and outgoing transitions come first.
    case degree
    /// States whose elimination lengthens the expressions least come first; of Delgado and Morais.
    case weight
    /// States on the fewest cycles of a depth-first search come first, and ``weight`` decides ties;
    /// of Moreira, Nabais and Reis.
    case cycles
    /// The order of ``weight``, but states that every accepting run visits exactly once come last;
    /// of Han and Wood.
    case bridges
}
