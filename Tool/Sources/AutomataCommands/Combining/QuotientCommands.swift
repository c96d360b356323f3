import ArgumentParser
import Automata

struct Quotient: CombiningCommand {
    static let configuration = CommandConfiguration(
        commandName: "quotient",
        abstract: "Remove suffixes or prefixes that a second automaton accepts.",
        usage: "automata quotient <file> <file> [<options>]",
        discussion: """
            The right quotient A/B has the words x such that xy is in A for some y in B. With --left the quotient has \
            the words y such that xy is in A for some x in B. A is the first file, B is the second.

            Example:
              automata quotient files.jff extensions.jff -o stems.jff
              automata quotient --left urls.jff schemes.jff -o rest.jff
            """)

    @OptionGroup var options: CombineOptions

    @Flag(help: "Remove prefixes (left) or suffixes (right).")
    var side: Side = .right

    enum Side: String, EnumerableFlag, Sendable {
        case left, right
    }

    static let operandCount = 2...2

    func combine(_ automata: [Automaton], budget: Budget) throws(AutomataError) -> Automaton {
        switch side {
        case .left: try automata[0].leftQuotient(by: automata[1], budget: budget)
        case .right: try automata[0].rightQuotient(by: automata[1], budget: budget)
        }
    }
}

struct Shuffle: CombiningCommand {
    static let configuration = CommandConfiguration(
        commandName: "shuffle",
        abstract: "Accept the interleavings of one word of each automaton.",
        usage: "automata shuffle <file> ... [<options>]",
        discussion: """
            The symbols of each word keep their order.

            Example:
              automata shuffle first-process.mata second-process.mata -o both.mata
            """)

    @OptionGroup var options: CombineOptions

    func combine(_ automata: [Automaton], budget: Budget) throws(AutomataError) -> Automaton {
        var result = automata[0]
        for automaton in automata.dropFirst() { result = try result.shuffle(automaton, budget: budget) }
        return result
    }
}
