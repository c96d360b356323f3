import ArgumentParser
import Automata
import ToolSupport

struct Union: CombiningCommand {
    static let configuration = CommandConfiguration(
        commandName: "union",
        abstract: "Accept the words that at least one of the automata accepts.",
        usage: "automata union <file> ... [<options>]",
        discussion: """
            The union of DFAs is their product, which is a DFA. Any other union is an NFA with the automata side by \
            side. The result has the symbols of all automata.

            Example:
              automata union integers.jff floats.jff -o numbers.jff
            """)

    @OptionGroup var options: CombineOptions

    func combine(_ automata: [Automaton], budget: Budget) throws(AutomataError) -> Automaton {
        try Automaton.union(of: automata, budget: budget)
    }
}

struct Intersection: CombiningCommand {
    static let configuration = CommandConfiguration(
        commandName: "intersection",
        abstract: "Accept the words that all of the automata accept.",
        usage: "automata intersection <file> ... [<options>]",
        discussion: """
            Only accessible pairs of states are built.

            Example:
              automata intersection even-zeros.mata ends-with-1.mata --to dot
            """,
        aliases: ["intersect"])

    @OptionGroup var options: CombineOptions

    func combine(_ automata: [Automaton], budget: Budget) throws(AutomataError) -> Automaton {
        try Automaton.intersection(of: automata, budget: budget)
    }
}

struct Difference: CombiningCommand {
    static let configuration = CommandConfiguration(
        commandName: "difference",
        abstract: "Accept the words of the first automaton that none of the others accepts.",
        usage: "automata difference <file> <file> ... [<options>]",
        discussion: """
            Example:
              automata difference identifiers.jff keywords.jff -o names.jff
            """)

    @OptionGroup var options: CombineOptions

    static let operandCount = 2...Int.max

    func combine(_ automata: [Automaton], budget: Budget) throws(AutomataError) -> Automaton {
        try automata[0].difference(Automaton.union(of: Array(automata.dropFirst()), budget: budget), budget: budget)
    }
}

struct SymmetricDifference: CombiningCommand {
    static let configuration = CommandConfiguration(
        commandName: "symmetric-difference",
        abstract: "Accept the words that exactly one of two automata accepts.",
        usage: "automata symmetric-difference <file> <file> [<options>]",
        discussion: """
            The result accepts no word if and only if the two automata are equivalent; see automata equivalent.

            Example:
              automata symmetric-difference mine.jff yours.jff -o what-differs.svg
            """)

    @OptionGroup var options: CombineOptions

    static let operandCount = 2...2

    func combine(_ automata: [Automaton], budget: Budget) throws(AutomataError) -> Automaton {
        try automata[0].symmetricDifference(automata[1], budget: budget)
    }
}

struct Complement: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "complement",
        abstract: "Accept the words that an automaton rejects.",
        discussion: """
            The words are over the automaton's own symbols, or over the symbols of --over, --alphabet or --all-symbols. \
            In automata eval they are over the symbols of all operands. An automaton that isn't a DFA is \
            determinized first.

            Example:
              automata complement ends-with-01.jff -o others.jff
              automata complement keywords.mata --over identifiers.mata -o no-keywords.mata
            """)

    @OptionGroup var options: TransformOptions

    @Flag(help: "Keep a sink, so that every state has a transition on every symbol.")
    var total = false

    @OptionGroup(title: "Symbols") var symbols: AlphabetOptions

    var companions: [String] { symbols.companions }
    var dependsOnSymbols: Bool { true }

    func check(_ automaton: Automaton) throws(ToolError) { try symbols.check(automaton) }

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        try transform(automaton, with: [], budget: budget)
    }

    func transform(
        _ automaton: Automaton, with companions: [Automaton], budget: Budget
    ) throws(AutomataError) -> Automaton {
        let alphabet = try symbols.alphabet(kind: automaton.alphabet.kind, companions: companions)
        return .dfa(try automaton.complement(over: alphabet, total: total, budget: budget))
    }
}
