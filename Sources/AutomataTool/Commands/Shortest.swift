import ArgumentParser
import Automata

struct Shortest: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the shortest word that an automaton accepts.",
        usage: "automata shortest <file> [<options>]",
        discussion: """
            Of the shortest the least in the order of the symbols, as automata accepts reads it; an empty line is the empty word. \
            --rejected prints the shortest word over the automaton's symbols that it rejects. Of a class of symbols one member is \
            printed.

            Exit codes: 0 there is one, 1 there is none, 2 an error.

            Example:
              automata shortest ends-with-01.jff
              automata eval 'a.mata - b.mata' | automata shortest -
            """)

    @Argument(help: ArgumentHelp("The automaton; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Flag(name: .long, help: "The shortest word that is rejected.")
    var rejected = false

    @OptionGroup var spelling: SpellingOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func run() throws {
        let reader = try input.makeReader(limits: limits)
        let (file, limits) = (InputFile(path: file), limits)
        let (isRejected, separator) = (rejected, spelling.separator)
        let isFound = Monitor(false)
        let failures = try BatchRunner(names: [file.name], limits: limits).run { _, context throws(ToolError) in
            let reading = try reader.read(file, context)
            let witness: Witness?
            do throws(AutomataError) {
                witness =
                    isRejected
                    ? try reading.automaton.shortestRejectedWord(budget: context.budget)
                    : reading.automaton.shortestWord()
            } catch {
                throw ToolError(error, at: nil, limits: limits)
            }
            isFound.update { $0 = witness != nil }
            let line = witness.map { Array(($0.spelled(separator: separator) + "\n").utf8) }
            return Product(destination: .standardOutput, bytes: line ?? [], notes: reading.notes)
        }
        if failures > 0 { throw ExitCode(2) }
        if !isFound.withLock({ $0 }) { throw ExitCode(1) }
    }
}

extension Witness {
    /// The word as it is read back.
    fileprivate func spelled(separator: String?) -> String {
        if word.isEmpty { return "" }
        guard alphabet.kind == .named else { return description }
        return alphabet.text(word, separator: separator)
    }
}
