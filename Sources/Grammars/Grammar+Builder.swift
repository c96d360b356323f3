@_spi(Tool) public import Automata
internal import WorkLimits

extension Grammar {
    /// Collects the productions of a ``Grammar``.
    ///
    /// ```swift
    /// var builder = try Grammar.Builder(start: "S")
    /// let (s, a) = (builder.start, try builder.terminal(named: "a"))
    /// try builder.addProduction(from: s, to: [.terminal(a), .nonterminal(s)])
    /// try builder.addProduction(from: s, to: [])
    /// let grammar = try builder.build()     // S → aS | ε
    /// ```
    ///
    /// The builder's numbers of nonterminals are valid only in the builder; a grammar has new ones.
    public struct Builder: Sendable {
        private var names = NameTable()
        private let alphabet: Alphabet
        private var growingNames: NameTable?
        private var terminalCount: Int
        private var rules = GrammarRules()

        /// Starts a grammar without productions. If `terminals` is `nil`, ``terminal(named:)`` adds
        /// terminals in the order of its calls.
        ///
        /// - Throws: ``GrammarError`` for more than 2³¹ terminals.
        public init(start: String, terminals: Alphabet? = nil) throws(GrammarError) {
            alphabet = terminals ?? []
            terminalCount = alphabet.count
            growingNames = terminals == nil ? NameTable() : nil
            guard terminalCount <= Int(GrammarSymbol.nonterminalBit) else { throw Self.tooLarge }
            _ = try nonterminal(named: start)
        }

        /// The start symbol.
        public var start: Nonterminal { 0 }

        /// Returns the nonterminal with the given name, and adds it if it's new.
        ///
        /// - Throws: ``GrammarError`` for more than 2³¹ nonterminals.
        public mutating func nonterminal(named name: String) throws(GrammarError) -> Nonterminal {
            guard names.count < Int(GrammarSymbol.nonterminalBit) else { throw Self.tooLarge }
            do throws(AutomataError) { return Nonterminal(try names.intern(name).id) } catch { throw Self.tooLarge }
        }

        /// Returns the terminal with the given name. A new name adds a terminal, unless the builder
        /// was created with an alphabet.
        ///
        /// - Throws: ``GrammarError`` for a name that isn't in that alphabet, and for more than 2³¹
        ///   terminals.
        public mutating func terminal(named name: String) throws(GrammarError) -> Symbol {
            guard growingNames != nil else {
                guard let symbol = alphabet.symbol(named: name) else {
                    throw GrammarError(
                        .unknownSymbol, message: "the terminal '\(name.printable)' is not in the alphabet",
                        remedy: "add it there"
                    )
                }
                return symbol
            }
            guard terminalCount < Int(GrammarSymbol.nonterminalBit) else { throw Self.tooLarge }
            do throws(AutomataError) {
                let id = Symbol(try growingNames!.intern(name).id)
                terminalCount = max(terminalCount, Int(id) + 1)
                return id
            } catch {
                throw Self.tooLarge
            }
        }

        /// Adds a production of a nonterminal. Adding it again has no effect.
        ///
        /// - Throws: ``GrammarError`` for a symbol that doesn't exist.
        public mutating func addProduction(
            from left: Nonterminal, to right: [GrammarSymbol]
        ) throws(GrammarError) {
            try addProduction(from: [.nonterminal(left)], to: right)
        }

        /// Adds a production with any left side that has a nonterminal. Adding it again has no
        /// effect.
        ///
        /// - Throws: ``GrammarError`` for a symbol that doesn't exist, and for a left side without
        ///   a nonterminal.
        public mutating func addProduction(
            from left: [GrammarSymbol], to right: [GrammarSymbol]
        ) throws(GrammarError) {
            for symbol in left { try check(symbol) }
            for symbol in right { try check(symbol) }
            guard left.contains(where: { if case .nonterminal = $0 { true } else { false } }) else {
                throw GrammarError(
                    .invalidLeftSide,
                    message: "the left side of a production has no nonterminal", remedy: "add a nonterminal")
            }
            do throws(AutomataError) {
                for symbol in left { rules.append(symbol.code) }
                try rules.endSide()
                for symbol in right { rules.append(symbol.code) }
                try rules.endSide()
            } catch {
                throw Self.tooLarge
            }
        }

        /// Builds the grammar, in its normal order.
        ///
        /// - Complexity: O(length of all productions and names).
        public func build() -> Grammar {
            Grammar(rules, names: names, terminals: growingNames.map { Alphabet($0) } ?? alphabet)
        }

        private func check(_ symbol: GrammarSymbol) throws(GrammarError) {
            switch symbol {
            case .nonterminal(let number):
                guard Int(number) < names.count else {
                    throw GrammarError(
                        .unknownSymbol,
                        message: "nonterminal \(number) is out of range: there are \(names.count), numbered from 0")
                }
            case .terminal(let number):
                guard Int(number) < terminalCount else {
                    throw GrammarError(
                        .unknownSymbol,
                        message: "terminal \(number) is out of range: there are \(terminalCount), numbered from 0")
                }
            }
        }

        private static var tooLarge: GrammarError {
            GrammarError(
                .tooLarge, message: "the grammar has more than 2³¹ nonterminals or terminals", remedy: "split it")
        }
    }
}
