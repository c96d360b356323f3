internal import Automata
internal import WorkLimits

extension Grammar {
    /// Returns a context-free grammar without useless symbols. Symbols that derive no word are
    /// removed first, then symbols that can't be derived from the start symbol.
    ///
    /// The language and the terminals are kept. The result for the empty language is the start
    /// symbol without productions.
    ///
    /// - Complexity: O(length of the productions).
    /// - Throws: ``GrammarError`` if a left side isn't a single nonterminal: useless symbols are
    ///   undecidable for such grammars.
    ///
    /// Hopcroft, Motwani, Ullman: *Introduction to Automata Theory, Languages, and Computation*,
    /// 3rd ed., section 7.1.1.
    public func trimmed() throws(GrammarError) -> Grammar {
        if let obstacle = obstacle(to: .contextFree) {
            throw GrammarError(
                .notContextFree,
                message: explanation(of: obstacle),
                remedy: "give a context-free grammar, as useless symbols are undecidable in other grammars")
        }
        return trimmedContextFree()
    }

    /// Returns ``trimmed()`` of a grammar that must be context-free.
    func trimmedContextFree() -> Grammar {
        let usefulness = Usefulness(rules, nonterminalCount: names.count)
        let kept = rules.keeping { production in
            usefulness.isReachable[usefulness.left(of: production)]
                && usefulness.nonterminals(of: production).allSatisfy { usefulness.isGenerating[$0] }
        }
        return Grammar(kept, names: names, terminals: terminals, droppingUnused: true)
    }
}

/// The nonterminals of a context-free grammar that derive a word, and the nonterminals among them
/// that can be derived from the start symbol.
private struct Usefulness {
    private let rules: GrammarRules
    private(set) var isGenerating: [Bool]
    private(set) var isReachable: [Bool]

    init(_ rules: GrammarRules, nonterminalCount: Int) {
        self.rules = rules
        isGenerating = Array(repeating: false, count: nonterminalCount)
        isReachable = isGenerating
        findGenerating()
        findReachable()
    }

    func left(of production: Int) -> Int {
        Int(rules.symbols[rules.left(of: production).lowerBound] & ~GrammarSymbol.nonterminalBit)
    }

    func nonterminals(of production: Int) -> some Sequence<Int> {
        rules.symbols[rules.right(of: production)].lazy.filter { $0 & GrammarSymbol.nonterminalBit != 0 }
            .map { Int($0 & ~GrammarSymbol.nonterminalBit) }
    }

    /// Counts down, for each production, the nonterminals not yet known to derive a word.
    private mutating func findGenerating() {
        var starts = [Int](repeating: 0, count: isGenerating.count + 1)
        var missing = [Int](repeating: 0, count: rules.count)
        for production in 0..<rules.count {
            for nonterminal in nonterminals(of: production) {
                starts[nonterminal + 1] += 1
                missing[production] += 1
            }
        }
        for nonterminal in isGenerating.indices { starts[nonterminal + 1] += starts[nonterminal] }
        var users = [Int](repeating: 0, count: starts[isGenerating.count])
        var next = starts
        for production in 0..<rules.count {
            for nonterminal in nonterminals(of: production) {
                users[next[nonterminal]] = production
                next[nonterminal] += 1
            }
        }
        var pending = (0..<rules.count).filter { missing[$0] == 0 }
        while let production = pending.popLast() {
            let nonterminal = left(of: production)
            if isGenerating[nonterminal] { continue }
            isGenerating[nonterminal] = true
            for user in users[starts[nonterminal]..<starts[nonterminal + 1]] {
                missing[user] -= 1
                if missing[user] == 0 { pending.append(user) }
            }
        }
    }

    private mutating func findReachable() {
        // Productions of one left side are adjacent.
        var first = [Int](repeating: rules.count, count: isGenerating.count)
        for production in (0..<rules.count).reversed() { first[left(of: production)] = production }
        var pending = [0]
        isReachable[0] = true
        while let nonterminal = pending.popLast() {
            var production = first[nonterminal]
            while production < rules.count, left(of: production) == nonterminal {
                let used = nonterminals(of: production)
                if used.allSatisfy({ isGenerating[$0] }) {
                    for other in used where !isReachable[other] {
                        isReachable[other] = true
                        pending.append(other)
                    }
                }
                production += 1
            }
        }
    }
}
