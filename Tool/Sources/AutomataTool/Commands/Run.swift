import ArgumentParser
@_spi(Tool) import Automata

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Show the run on a word, step by step.",
        usage: "automata run <file> <word> [<options>]",
        discussion: """
            For a DFA the state after each symbol; for an NFA or ε-NFA the set of states that it can be in, and one \
            accepting run where there is one. The last line says why the word is accepted or not. '' is the empty word.

            Exit codes: 0 accepted, 1 rejected, 2 an error.

            Example:
              automata run ends-with-01.jff 1101
              automata run machine.mata --separator ' ' 'coin coin button'
            """)

    @Argument(help: ArgumentHelp("The automaton; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Argument(help: ArgumentHelp("The word.", valueName: "word"))
    var word: String

    @OptionGroup var spelling: SpellingOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func run() throws {
        let reader = try input.makeReader(limits: limits, asksAboutWords: true)
        let file = InputFile(path: file)
        let verdict = Monitor(false)
        let command = self
        let failures = try BatchRunner(names: [file.name], limits: limits).run { _, context throws(ToolError) in
            let reading = try reader.read(file, context)
            let (text, isAccepted) = try command.run(on: reading.automaton, budget: context.budget)
            verdict.update { $0 = isAccepted }
            return Product(destination: .standardOutput, bytes: Array(text.utf8), notes: reading.notes)
        }
        if failures > 0 { throw ExitCode(2) }
        if !verdict.withLock({ $0 }) { throw ExitCode(1) }
    }

    private func run(on automaton: Automaton, budget: Budget) throws(ToolError) -> (text: String, isAccepted: Bool) {
        let word: [Symbol]
        do throws(AutomataError) {
            word = try automaton.alphabet.word(argument: self.word, separator: spelling.separator)
        } catch {
            return ("rejected: \(error.description.shown)\n", false)
        }
        do throws(AutomataError) {
            let run = try automaton.run(on: word, budget: budget)
            return (try run.text(budget: budget), run.isAccepting)
        } catch {
            throw ToolError(error, at: nil, limits: limits)
        }
    }
}
