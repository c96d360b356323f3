public import AlgorithmSupport
public import Automata

/// A grammar (*V*, Σ, *P*, *S*) of any type: nonterminals, terminals, productions, and a start
/// symbol.
///
/// A grammar is parsed from the usual notation, or built with a ``Builder``:
///
/// ```swift
/// let even = try Grammar(parsing: """
///     S → 0A | 1S | ε
///     A → 0S | 1A
///     """)
/// even.type                             // .regular
/// let dfa = try RegularGrammar(even).automaton().minimized()
/// ```
///
/// Copies share storage. Productions are kept without duplicates in a normal order: grouped by left
/// side, with the start symbol's group first, otherwise in their original order. Nonterminals are
/// numbered in the order of their first occurrence in the productions; other nonterminals come
/// last. `==` compares names and productions, not languages.
///
/// Invariants: the start symbol is nonterminal 0; ids are in range; each left side has a
/// nonterminal; productions and nonterminals are in the normal order.
public struct Grammar: Sendable, Hashable {
    /// Σ, the terminals, which can also be classes of bytes or of scalars.
    public let terminals: Alphabet
    package let rules: GrammarRules
    package let names: NameTable

    /// Creates a grammar from productions in any order; nonterminal 0 is the start symbol.
    init(_ rules: GrammarRules, names: NameTable, terminals: Alphabet, droppingUnused: Bool = false) {
        assert(names.count > 0)
        let (ordered, order) = rules.groupedByLeftSide(
            nonterminalCount: names.count, droppingUnused: droppingUnused)
        self.rules = ordered
        self.names = names.permuted(by: order)
        self.terminals = terminals
    }

    /// *S*, the start symbol.
    public var start: Nonterminal { 0 }

    /// The number of nonterminals.
    public var nonterminalCount: Int { names.count }

    /// The names of the nonterminals, the start symbol's first.
    public var nonterminals: [String] { (0..<Nonterminal(names.count)).map { names[$0] } }

    /// Returns a nonterminal's name.
    public func name(of nonterminal: Nonterminal) -> String { names[nonterminal] }

    /// Returns the nonterminal with the given name, or `nil` if no nonterminal has that name.
    public func nonterminal(named name: String) -> Nonterminal? { names.id(of: name) }

    /// The nonterminals that aren't the whole left side of any production. In a context-free
    /// grammar, these nonterminals derive no word.
    ///
    /// - Complexity: O(length of the productions).
    public var nonterminalsWithoutProductions: [Nonterminal] {
        var hasProduction = [Bool](repeating: false, count: names.count)
        for production in 0..<rules.count {
            let left = rules.symbols[rules.left(of: production)]
            guard left.count == 1, let code = left.first else { continue }
            if case .nonterminal(let nonterminal) = GrammarSymbol(code: code) { hasProduction[Int(nonterminal)] = true }
        }
        return (0..<Nonterminal(names.count)).filter { !hasProduction[Int($0)] }
    }

    /// *P*, the productions, grouped by left side.
    public var productions: some RandomAccessCollection<Production> & Sendable { ProductionList(rules: rules) }

    /// The number of productions.
    public var productionCount: Int { rules.count }

    /// Returns a production by its number, which is below ``productionCount``.
    public func production(_ index: Int) -> Production { ProductionList(rules: rules)[index] }

    /// Returns the grammar with capital letters as names: `S` for the start symbol, then `A`, `B`,
    /// …, and `A1`, `B1`, … after `Z`.
    ///
    /// - Complexity: O(number of nonterminals).
    public func withLetterNames() -> Grammar {
        let letters = Array("ABCDEFGHIJKLMNOPQRTUVWXYZ".unicodeScalars)
        var table = NameTable(minimumCapacity: names.count)
        _ = try? table.intern("S")
        for index in 0..<names.count - 1 {
            let round = index / letters.count
            _ = try? table.intern(String(letters[index % letters.count]) + (round == 0 ? "" : String(round)))
        }
        // If the names take too many bytes, the grammar stays unchanged.
        return table.count == names.count ? Grammar(rules, names: table, terminals: terminals) : self
    }

    /// A production of a grammar.
    public struct Production: Sendable, Hashable {
        /// The side that is replaced, which contains a nonterminal.
        public let left: [GrammarSymbol]
        /// The side that replaces the left side; empty for ε.
        public let right: [GrammarSymbol]
    }
}

/// A nonterminal of a ``Grammar``: a dense index in `0..<nonterminalCount`. The start symbol is 0.
@frozen
public struct Nonterminal: DenseID {
    /// The number.
    public let rawValue: UInt32

    /// Creates the id with the given number.
    @inlinable @inline(__always)
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A symbol on the left or right side of a production.
public enum GrammarSymbol: Sendable, Hashable {
    /// A nonterminal, by its number.
    case nonterminal(Nonterminal)
    /// A terminal, by its number in the alphabet.
    case terminal(Symbol)

    /// The highest bit, which is set for nonterminals.
    static var nonterminalBit: UInt32 { 1 << 31 }

    @inline(__always)
    init(code: UInt32) {
        self =
            code & Self.nonterminalBit == 0
            ? .terminal(Symbol(rawValue: code)) : .nonterminal(Nonterminal(rawValue: code & ~Self.nonterminalBit))
    }

    /// The symbol as a number; only for ids below 2³¹.
    @inline(__always)
    var code: UInt32 {
        switch self {
        case .nonterminal(let nonterminal): nonterminal.rawValue | Self.nonterminalBit
        case .terminal(let symbol): symbol.rawValue
        }
    }
}

/// The productions of a grammar as a collection.
private struct ProductionList: RandomAccessCollection, Sendable {
    let rules: GrammarRules

    var startIndex: Int { 0 }
    var endIndex: Int { rules.count }

    subscript(index: Int) -> Grammar.Production {
        Grammar.Production(
            left: rules.symbols[rules.left(of: index)].map(GrammarSymbol.init(code:)),
            right: rules.symbols[rules.right(of: index)].map(GrammarSymbol.init(code:)))
    }
}
