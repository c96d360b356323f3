internal import Automata

/// A type of the Chomsky hierarchy. The greater its number, the smaller the class of grammars.
public enum ChomskyType: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Type 0: productions are unrestricted; the recursively enumerable languages.
    case unrestricted = 0
    /// Type 1: no right side is shorter than its left side.
    case contextSensitive = 1
    /// Type 2: left sides are single nonterminals.
    case contextFree = 2
    /// Type 3: all productions are right-linear, or all left-linear; the regular languages.
    case regular = 3

    /// Returns whether the left type has the smaller number and thus the larger class.
    public static func < (left: ChomskyType, right: ChomskyType) -> Bool { left.rawValue < right.rawValue }
}

/// A property that all productions of a ``Grammar`` may have.
public enum GrammarProperty: String, Sendable, Hashable, CaseIterable {
    /// *A* → *wB* or *A* → *w*, for a possibly empty word *w* of terminals.
    case rightLinear = "right-linear"
    /// *A* → *Bw* or *A* → *w*.
    case leftLinear = "left-linear"
    /// All productions are right-linear, or all are left-linear: type 3.
    case regular
    /// *A* → *vBw* or *A* → *w*: at most one nonterminal on a right side, in any position.
    case linear
    /// *A* → α: type 2. ε-productions are allowed.
    case contextFree = "context-free"
    /// αAβ → αγβ with nonempty γ, or *S* → ε if *S* is on no right side: a nonterminal is replaced
    /// in a context.
    case contextSensitive = "context-sensitive"
    /// α → β with β not shorter than α, or *S* → ε if *S* is on no right side: type 1. Each
    /// monotonic grammar is equivalent to a context-sensitive one.
    case monotonic
}

/// The reason why a ``Grammar`` doesn't have a ``GrammarProperty``.
public struct GrammarObstacle: Sendable, Hashable {
    /// The property that the grammar doesn't have.
    public let property: GrammarProperty
    /// The reason.
    public let reason: Reason
    /// The number of the production that is the obstacle, or the numbers of two productions that
    /// conflict; see ``Grammar/production(_:)``.
    public let productions: [Int]

    /// The reason why a production is an obstacle.
    public enum Reason: Sendable, Hashable {
        /// The left side isn't a single nonterminal.
        case severalSymbolsOnTheLeft
        /// The right side has several nonterminals.
        case severalNonterminals
        /// The nonterminal on the right side has terminals on both sides.
        case nonterminalInside
        /// The nonterminal on the right side isn't last.
        case nonterminalNotLast
        /// The nonterminal on the right side isn't first.
        case nonterminalNotFirst
        /// In one production the nonterminal comes last, in another one it comes first.
        case lastAndFirst
        /// The right side is shorter than the left side.
        case shrinking
        /// The start symbol has an ε-production, and is on a right side.
        case epsilonAtRecursiveStart
        /// The production doesn't replace a single nonterminal within a context.
        case noContext
    }
}

extension Grammar {
    /// The type of the grammar: the smallest class of the Chomsky hierarchy that it belongs to. The
    /// grammar's language may belong to a smaller class.
    ///
    /// Context-free and regular grammars may have any ε-productions, as textbooks allow. A grammar
    /// of type 1 may have only *S* → ε, and only if *S* is on no right side; see Hopcroft and
    /// Ullman, *Formal Languages and Their Relation to Automata*, 1969. So a grammar of type 2 may
    /// not meet the condition of type 1.
    ///
    /// - Complexity: O(length of the productions).
    ///
    /// Chomsky: *On certain formal properties of grammars*, Information and Control 2(2), 1959,
    /// doi:10.1016/S0019-9958(59)90362-6.
    public var type: ChomskyType {
        if has(.regular) { return .regular }
        if has(.contextFree) { return .contextFree }
        return has(.monotonic) ? .contextSensitive : .unrestricted
    }

    /// The reason why the grammar isn't in the next smaller class; `nil` if the grammar is regular.
    ///
    /// - Complexity: O(length of the productions).
    public var obstacleToNextType: GrammarObstacle? {
        switch type {
        case .regular: nil
        case .contextFree: obstacle(to: .regular)
        case .contextSensitive: obstacle(to: .contextFree)
        case .unrestricted: obstacle(to: .monotonic)
        }
    }

    /// Returns whether the grammar has a property; if not, ``obstacle(to:)`` returns the reason.
    ///
    /// - Complexity: O(length of the productions).
    public func has(_ property: GrammarProperty) -> Bool { obstacle(to: property) == nil }

    /// Returns the first production that violates a property, or the first two that conflict, with
    /// the reason; `nil` if the grammar has the property.
    ///
    /// Monotonic and context-sensitive grammars have the same languages: Kuroda, *Classes of
    /// languages and linear-bounded automata*, Information and Control 7(2), 1964,
    /// doi:10.1016/S0019-9958(64)90120-2.
    ///
    /// - Complexity: O(length of the productions).
    public func obstacle(to property: GrammarProperty) -> GrammarObstacle? {
        if property == .regular { return obstacleToRegular }
        let analysis = ProductionAnalysis(rules)
        for index in 0..<rules.count {
            let reason: GrammarObstacle.Reason? =
                switch property {
                case .rightLinear: analysis.reasonAgainstLinear(index, .nonterminalNotLast) { $0.isLast }
                case .leftLinear: analysis.reasonAgainstLinear(index, .nonterminalNotFirst) { $0.isFirst }
                case .linear, .regular: analysis.reasonAgainstLinear(index, .nonterminalInside) { _ in true }
                case .contextFree: analysis.hasSingleLeft(index) ? nil : .severalSymbolsOnTheLeft
                case .monotonic: analysis.reasonAgainstMonotonic(index)
                case .contextSensitive:
                    analysis.reasonAgainstMonotonic(index) ?? (analysis.keepsContext(index) ? nil : .noContext)
                }
            guard let reason else { continue }
            let other = reason == .epsilonAtRecursiveStart ? analysis.productionWithStart : nil
            return GrammarObstacle(
                property: property, reason: reason, productions: [index] + (other.map { [$0] } ?? []))
        }
        return nil
    }

    /// A production that is neither right-linear nor left-linear, or else a pair of a right-linear
    /// and a left-linear production.
    private var obstacleToRegular: GrammarObstacle? {
        let analysis = ProductionAnalysis(rules)
        var last: Int?
        var first: Int?
        for index in 0..<rules.count {
            let reason = analysis.reasonAgainstLinear(index, .nonterminalInside) { $0.isLast || $0.isFirst }
            if let reason {
                return GrammarObstacle(property: .regular, reason: reason, productions: [index])
            }
            guard let position = analysis.position(index) else { continue }
            if position.isLast, !position.isFirst, last == nil { last = index }
            if position.isFirst, !position.isLast, first == nil { first = index }
        }
        guard let last, let first else { return nil }
        return GrammarObstacle(
            property: .regular, reason: .lastAndFirst, productions: [last, first])
    }

    /// Returns an obstacle of this grammar as a sentence with the productions; very long
    /// productions are cut.
    ///
    /// - Complexity: O(size of the grammar).
    public func explanation(of obstacle: GrammarObstacle) -> String {
        let printer = GrammarPrinter(self)
        let texts = obstacle.productions.map { index in
            let text = printer.text(of: production(index))
            return text.utf8.count > 200 ? text.prefix(200) + "…" : text
        }
        let first = texts.first ?? ""
        let second = texts.last ?? ""
        return switch obstacle.reason {
        case .severalSymbolsOnTheLeft: "\(first) has more than one symbol on its left side"
        case .severalNonterminals: "\(first) has several nonterminals on its right side"
        case .nonterminalInside: "\(first) has terminals on both sides of its nonterminal"
        case .nonterminalNotLast: "\(first) has a nonterminal that isn't last"
        case .nonterminalNotFirst: "\(first) has a nonterminal that isn't first"
        case .lastAndFirst:
            "\(first) has its nonterminal last and \(second) has it first; put all last, or all first"
        case .shrinking: "\(first) has a right side that is shorter than its left side"
        case .epsilonAtRecursiveStart:
            "\(first) derives ε from the start symbol, which occurs on the right side of \(second)"
        case .noContext: "\(first) doesn't replace exactly one nonterminal in an unchanged context"
        }
    }
}

/// The properties of single productions.
private struct ProductionAnalysis {
    private let rules: GrammarRules
    /// The first production with the start symbol on its right side.
    let productionWithStart: Int?

    init(_ rules: GrammarRules) {
        self.rules = rules
        let start = GrammarSymbol.nonterminal(0).code
        productionWithStart = (0..<rules.count).first { rules.symbols[rules.right(of: $0)].contains(start) }
    }

    /// The position of the only nonterminal of a right side.
    struct NonterminalPosition {
        var isFirst: Bool
        var isLast: Bool
    }

    private func isNonterminal(_ index: Int) -> Bool { rules.symbols[index] & GrammarSymbol.nonterminalBit != 0 }

    func hasSingleLeft(_ production: Int) -> Bool { rules.left(of: production).count == 1 }

    /// Returns the position of the first nonterminal of the right side, or `nil` if there is none.
    func position(_ production: Int) -> NonterminalPosition? {
        let side = rules.right(of: production)
        guard let index = side.first(where: isNonterminal) else { return nil }
        return NonterminalPosition(isFirst: index == side.lowerBound, isLast: index == side.upperBound - 1)
    }

    /// - Parameter isRight: whether a nonterminal may stand there.
    func reasonAgainstLinear(
        _ production: Int, _ reason: GrammarObstacle.Reason, isRight: (NonterminalPosition) -> Bool
    ) -> GrammarObstacle.Reason? {
        if !hasSingleLeft(production) { return .severalSymbolsOnTheLeft }
        var count = 0
        for index in rules.right(of: production) where isNonterminal(index) { count += 1 }
        if count > 1 { return .severalNonterminals }
        guard let position = position(production), !isRight(position) else { return nil }
        return reason
    }

    func reasonAgainstMonotonic(_ production: Int) -> GrammarObstacle.Reason? {
        let (left, right) = (rules.left(of: production), rules.right(of: production))
        if right.count >= left.count { return nil }
        let isEpsilonOfStart =
            right.isEmpty && left.count == 1 && rules.symbols[left.lowerBound] == GrammarSymbol.nonterminal(0).code
        guard isEpsilonOfStart else { return .shrinking }
        return productionWithStart == nil ? nil : .epsilonAtRecursiveStart
    }

    /// Whether the production replaces one nonterminal of its left side, and keeps the symbols
    /// before and after it.
    func keepsContext(_ production: Int) -> Bool {
        let left = rules.symbols[rules.left(of: production)]
        let right = rules.symbols[rules.right(of: production)]
        if right.isEmpty { return true }
        guard right.count >= left.count else { return false }
        let before = zip(left, right).prefix { $0 == $1 }.count
        let after = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        let (lowest, highest) = (max(0, left.count - 1 - after), min(before, left.count - 1))
        guard lowest <= highest else { return false }
        return (lowest...highest).contains { left[left.startIndex + $0] & GrammarSymbol.nonterminalBit != 0 }
    }
}
