import ArgumentParser
@_spi(Tool) import Automata
import ToolSupport

struct Concatenate: CombiningCommand {
    static let configuration = CommandConfiguration(
        commandName: "concatenate",
        abstract: "Accept words of the first automaton followed by words of the second, and so on.",
        usage: "automata concatenate <file> ... [<options>]",
        discussion: """
            Example:
              automata concatenate sign.jff digits.jff -o integer.jff
            """)

    @OptionGroup var options: CombineOptions

    func combine(_ automata: [Automaton], budget: Budget) throws(AutomataError) -> Automaton {
        try .concatenation(of: automata, budget: budget)
    }
}

struct Star: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "star",
        abstract: "Accept any number of words of an automaton one after another (Kleene star).",
        discussion: """
            The result accepts the empty word, unless --at-least is above 0.

            Example:
              automata star digit.jff -o digits.jff
              automata star digit.jff --at-least 2 --at-most 4 -o two-to-four-digits.jff
            """)

    @OptionGroup var options: TransformOptions

    @Option(
        help: ArgumentHelp("Minimum number of words. (default: 0)", valueName: "count"),
        transform: number(from: 0, to: 1_000_000))
    var atLeast = 0

    @Option(
        help: ArgumentHelp("Maximum number of words. (default: no maximum)", valueName: "count"),
        transform: number(from: 0, to: 1_000_000))
    var atMost: Int?

    func validate() throws { try ValidationError.check(atLeast, isAtMost: atMost) }

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        try automaton.repeated(from: atLeast, to: atMost, budget: budget)
    }
}

struct Reduce: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reduce",
        abstract: "Make an NFA smaller without determinizing it.",
        discussion: """
            States that are equivalent by bisimulation or simulation are merged, and redundant transitions are \
            dropped. The result has the same language and is never larger. automata minimize finds the minimal DFA.

            Example:
              automata reduce big.mata -o smaller.mata
            """)

    @OptionGroup var options: TransformOptions

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        Automaton(mostSpecific: try automaton.reduced(budget: budget))
    }
}
