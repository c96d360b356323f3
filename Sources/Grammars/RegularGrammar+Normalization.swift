internal import AlgorithmSupport
public import Automata
public import WorkLimits

extension RegularGrammar {
    /// Returns a grammar of the same language in which only the start symbol may derive ε, and only
    /// if it is on no right side. Some books call only this form regular. A grammar of this form
    /// also meets the condition of type 1.
    ///
    /// If *B* derives ε, each production *A* → *wB* gets an additional production *A* → *w*. If the
    /// start symbol derives ε and is on a right side, a new start symbol gets the same productions.
    /// Its name is the old name with a prime, or with a number if that name is taken. Useless
    /// nonterminals are removed.
    ///
    /// - Complexity: O(length of the productions).
    /// - Throws: `AutomataError.tooLarge(_:)` if there would be too many productions for 32-bit
    ///   ids.
    ///
    /// Bar-Hillel, Perles, Shamir: *On formal properties of simple phrase structure grammars*,
    /// Zeitschrift für Phonetik, Sprachwissenschaft und Kommunikationsforschung 14, 1961.
    public func withoutEpsilonProductions() throws(AutomataError) -> RegularGrammar {
        let view = LinearProductions(grammar)
        let derivesEpsilon = view.derivesEpsilon()
        var rules = GrammarRules()
        for production in 0..<grammar.rules.count {
            let right = Array(view.right(of: production))
            if right.isEmpty { continue }
            try rules.append(view.left(of: production), right)
            guard let nonterminal = view.nonterminal(of: production), right.count > 1, derivesEpsilon[Int(nonterminal)]
            else { continue }
            try rules.append(view.left(of: production), right.filter { $0 & GrammarSymbol.nonterminalBit == 0 })
        }
        var names = grammar.names
        if derivesEpsilon[0] {
            if rules.symbolsOnTheRight.contains(GrammarSymbol.nonterminal(0).code) {
                (rules, names) = try withStartBefore(rules)
            }
            try rules.append(0, [])
        }
        let result = Grammar(rules, names: names, terminals: grammar.terminals)
        return RegularGrammar(result.trimmedContextFree(), direction)
    }

    /// Returns a grammar of the same language without unit productions *A* → *B*: *A* gets the
    /// non-unit productions of all nonterminals to which unit productions lead from *A*. Useless
    /// nonterminals are removed.
    ///
    /// - Complexity: O(*n* *p*) for *n* nonterminals and productions of total length *p*.
    /// - Throws: `AutomataError` if the budget stops the work; `AutomataError.tooLarge(_:)` if
    ///   there would be too many productions for 32-bit ids.
    public func withoutUnitProductions(budget: Budget = .default) throws(AutomataError) -> RegularGrammar {
        try budget.check(statesBuilt: 0)
        let view = LinearProductions(grammar)
        var rules = GrammarRules()
        var pace = BudgetPace()
        var work = 0
        // The last nonterminal in whose closure each one was met.
        var visitedBy = [Nonterminal](repeating: .absent, count: grammar.nonterminalCount)
        var closure: [Nonterminal] = []
        for nonterminal in 0..<Nonterminal(grammar.nonterminalCount) {
            closure.removeAll(keepingCapacity: true)
            closure.append(nonterminal)
            visitedBy[Int(nonterminal)] = nonterminal
            var next = 0
            while next < closure.count {
                let productions = view.productions(of: closure[next])
                next += 1
                work += productions.count
                if pace.isDue(states: Int(nonterminal), work: work) {
                    try budget.check(statesBuilt: Int(nonterminal), bytes: 4 * rules.byteCount)
                }
                for production in productions {
                    if view.isUnit(production), let target = view.nonterminal(of: production) {
                        if visitedBy[Int(target)] == nonterminal { continue }
                        visitedBy[Int(target)] = nonterminal
                        closure.append(target)
                    } else {
                        let right = view.right(of: production)
                        work += right.count
                        try rules.append(nonterminal, Array(right))
                    }
                }
            }
        }
        try budget.check(statesBuilt: grammar.nonterminalCount, bytes: 4 * rules.byteCount)
        let result = Grammar(rules, names: grammar.names, terminals: grammar.terminals)
        return RegularGrammar(result.trimmedContextFree(), direction)
    }

    /// Returns the rules with a new start symbol, which also has the old one's productions.
    private func withStartBefore(_ rules: GrammarRules) throws(AutomataError) -> (GrammarRules, NameTable) {
        var name = grammar.name(of: 0) + "'"
        var number = 1
        while grammar.names.index(of: name) != nil {
            name = grammar.name(of: 0) + String(number)
            number += 1
        }
        var names = NameTable(minimumCapacity: grammar.nonterminalCount + 1)
        try names.intern(name)
        for old in 0..<Nonterminal(grammar.nonterminalCount) {
            try grammar.names.withUTF8(at: Int(old)) { (name) throws(AutomataError) in _ = try names.intern(name) }
        }
        guard names.count < Int(GrammarSymbol.nonterminalBit) else { throw .tooLarge("nonterminals") }
        var moved = GrammarRules()
        for production in 0..<rules.count {
            let right = rules.symbols[rules.right(of: production)].map {
                $0 & GrammarSymbol.nonterminalBit == 0 ? $0 : $0 + 1
            }
            guard
                case .nonterminal(let left) = GrammarSymbol(code: rules.symbols[rules.left(of: production).lowerBound])
            else { continue }
            if left == 0 { try moved.append(0, right) }
            try moved.append(left + 1, right)
        }
        return (moved, names)
    }
}

extension GrammarRules {
    /// All symbols of right sides.
    fileprivate var symbolsOnTheRight: some Sequence<UInt32> {
        (0..<count).lazy.flatMap { symbols[right(of: $0)] }
    }
}

/// The productions of a grammar whose left sides are single nonterminals, and whose right sides
/// have at most one.
private struct LinearProductions {
    private let rules: GrammarRules
    /// The first production of each nonterminal; the productions of a nonterminal are adjacent.
    private var first: [Int]
    private var last: [Int]

    init(_ grammar: Grammar) {
        rules = grammar.rules
        first = Array(repeating: 0, count: grammar.nonterminalCount)
        last = first
        for production in 0..<rules.count {
            let left = Int(left(of: production))
            if last[left] == 0 { first[left] = production }
            last[left] = production + 1
        }
    }

    func productions(of nonterminal: Nonterminal) -> Range<Int> { first[Int(nonterminal)]..<last[Int(nonterminal)] }

    func left(of production: Int) -> Nonterminal {
        Nonterminal(rawValue: rules.symbols[rules.left(of: production).lowerBound] & ~GrammarSymbol.nonterminalBit)
    }

    func right(of production: Int) -> ArraySlice<UInt32> { rules.symbols[rules.right(of: production)] }

    /// Returns the nonterminal of a right side, which is its first or its last symbol.
    func nonterminal(of production: Int) -> Nonterminal? {
        let right = right(of: production)
        for code in [right.first, right.last] {
            if let code, case .nonterminal(let nonterminal) = GrammarSymbol(code: code) { return nonterminal }
        }
        return nil
    }

    func isUnit(_ production: Int) -> Bool { right(of: production).count == 1 && nonterminal(of: production) != nil }

    /// Returns whether each nonterminal derives the empty word: by an ε-production, or by unit
    /// productions to a nonterminal with one.
    func derivesEpsilon() -> [Bool] {
        var leftSidesByTarget: [[Nonterminal]] = Array(repeating: [], count: first.count)
        var result = [Bool](repeating: false, count: first.count)
        var pending: [Nonterminal] = []
        for production in 0..<rules.count {
            let left = left(of: production)
            if right(of: production).isEmpty {
                result[Int(left)] = true
                pending.append(left)
            } else if isUnit(production), let target = nonterminal(of: production) {
                leftSidesByTarget[Int(target)].append(left)
            }
        }
        while let nonterminal = pending.popLast() {
            for user in leftSidesByTarget[Int(nonterminal)] where !result[Int(user)] {
                result[Int(user)] = true
                pending.append(user)
            }
        }
        return result
    }
}
