internal import Automata

/// A grammar of type 3: all of its productions are right-linear, or all are left-linear.
///
/// ```swift
/// let grammar = try RegularGrammar(Grammar(parsing: "S → 0S | 1A\nA → 0S | ε"))
/// let automaton = try grammar.automaton()          // S –0→ S, S –1→ A, A –0→ S; A is final
/// let again = try RegularGrammar(automaton, direction: .left)
/// ```
///
/// In *A* → *wB* and *A* → *w*, the word *w* of terminals may have any length, so unit productions
/// *A* → *B* and ε-productions are allowed.
public struct RegularGrammar: Sendable, Hashable {
    /// The end of a right side at which the nonterminal stands.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// *A* → *wB*: a derivation builds the word from its first symbol on.
        case right
        /// *A* → *Bw*: a derivation builds the word from its last symbol on.
        case left
    }

    /// The grammar.
    public let grammar: Grammar
    /// The end of a right side at which the nonterminal stands; `right` if no production has both
    /// terminals and a nonterminal on its right side.
    public let direction: Direction

    /// Creates a regular grammar from productions that must be linear in this direction.
    init(_ grammar: Grammar, _ direction: Direction) {
        assert(grammar.has(direction == .right ? .rightLinear : .leftLinear))
        self.grammar = grammar
        self.direction = direction
    }

    /// Creates a regular grammar from a grammar of type 3.
    ///
    /// - Complexity: O(length of the productions).
    /// - Throws: ``GrammarError`` if the grammar isn't regular; its message shows why.
    public init(_ grammar: Grammar) throws(GrammarError) {
        if let obstacle = grammar.obstacle(to: .regular) {
            throw GrammarError(
                .notRegular,
                message: "the grammar is not regular: \(grammar.explanation(of: obstacle))",
                remedy: "make all productions right-linear, or all left-linear")
        }
        self.grammar = grammar
        direction = grammar.has(.rightLinear) ? .right : .left
    }

    /// Returns the grammar without useless nonterminals; see ``Grammar/trimmed()``.
    ///
    /// - Complexity: O(length of the productions).
    public func trimmed() -> RegularGrammar {
        RegularGrammar(grammar.trimmedContextFree(), direction)
    }

    /// Returns the grammar with capital letters as names; see ``Grammar/withLetterNames()``.
    public func withLetterNames() -> RegularGrammar { RegularGrammar(grammar.withLetterNames(), direction) }
}

extension RegularGrammar: CustomStringConvertible {
    /// The grammar in the usual notation, or its size if it is large.
    public var description: String { grammar.description }
}
