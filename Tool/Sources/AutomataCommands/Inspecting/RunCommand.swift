import ArgumentParser
@_spi(Tool) import Automata
import AutomataFiles
import Diagrams
import TextSupport
import ToolSupport

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Show an automaton's run on a word, step by step.",
        usage: "automata run <file> <word> [<options>]",
        discussion: """
            Prints the state of a DFA after each symbol; for an NFA or ε-NFA the set of current states, and one \
            accepting run if any. The last line says why the word is accepted or not. '' is the empty word.

            With --json the keys are accepted, word, sets (the states at the start and after each symbol that could be \
            read) and run (the states of an accepting run, including those after ε-moves); or accepted and reason, if \
            the word has a symbol that isn't in the alphabet.

            --draw shows each step as a picture: the states and arrows of the step, and the rest of the word.

            Exit codes: 0 accepted, 1 rejected, 2 an error.

            Example:
              automata run ends-with-01.jff 1101
              automata run machine.mata --separator ' ' 'coin coin button'
              automata run ends-with-01.jff 1101 --draw run.svg
              automata run ends-with-01.jff 1101 --draw run.svg --animate --force
            """)

    @OptionGroup var source: WordSource

    @Argument(help: ArgumentHelp("The word.", valueName: "word"))
    var word: String

    @OptionGroup var spelling: SpellingOptions

    @Flag(help: "Print the run as a JSON object.")
    var json = false

    @OptionGroup(title: "Drawing") var strip: StripOptions

    @Flag(name: .shortAndLong, help: "Replace a drawing that exists.")
    var force = false

    func run() throws {
        let command = self
        try strip.check(input: InputFile(path: source.file), replacing: force)
        let isAccepted = try source.run(replacing: force) { (automaton, context) throws(ToolError) in
            try command.run(on: automaton, context)
        }
        if !isAccepted { throw ExitCode(1) }
    }

    /// Prints and draws the run; returns whether the word is accepted.
    private func run(on automaton: Automaton, _ context: WorkContext) throws(ToolError) -> Bool {
        let word: [Symbol]
        do throws(AutomataError) {
            word = try automaton.alphabet.word(argument: self.word, separator: spelling.separator)
        } catch {
            if strip.draw != nil { context.note("nothing is drawn, as the word isn't over the alphabet") }
            let reason = error.description + (spelling.separator == nil ? automaton.alphabet.hintOnLongSymbols : "")
            context.write(
                json
                    ? (["accepted": false, "reason": RawText.readable(reason)] as JSONObject).line
                    : "rejected: \(reason.shown)\n")
            return false
        }
        let budget = context.budget
        let (run, text) = try context.checked { () throws(AutomataError) in
            let run = try automaton.run(on: word, budget: budget)
            return (run, try json ? JSONObject(run).line(within: budget) : run.text(budget: budget))
        }
        if strip.draw != nil {
            let (drawing, isWhole) = try drawing(of: automaton, on: word, budget: budget)
            try strip.write(drawing, title: "A run, step by step", context)
            if !isWhole { context.note("only the first \(Diagram.Strip.defaultLimit) steps are drawn") }
        }
        context.write(text)
        return run.isAccepting
    }

    /// Returns the drawing of the run, and whether it has all steps.
    private func drawing(
        of automaton: Automaton, on word: [Symbol], budget: Budget
    ) throws(ToolError) -> (strip: Diagram.Strip, isWhole: Bool) {
        try AutomatonPicture.check(automaton)
        let diagram = Diagram(automaton)
        let letters = letters(of: word, in: automaton.alphabet)
        guard !automaton.initialStates.isEmpty else {
            let tape = Diagram.Strip.Tape(letters, readCount: 0)
            let frame = Diagram.Strip.Frame(diagram, tape: tape, caption: "rejected: there is no initial state")
            return (Diagram.Strip([frame]), true)
        }
        do throws(DiagramError) {
            let run = try diagram.simulate(word.map { automaton.alphabet.name(of: $0) }, budget: budget)
            var strip = Diagram.Strip(run, of: diagram, maximumSteps: Diagram.Strip.defaultLimit)
            for index in strip.frames.indices { strip.frames[index].tape?.symbols = letters }
            return (strip, strip.frames.count == run.steps.count)
        } catch {
            if case .failed(let error) = error { throw ToolError(error, at: nil, limits: source.limits) }
            throw ToolError(error.description)
        }
    }

    /// Returns the symbols of a word, with the word's own members of classes.
    private func letters(of word: [Symbol], in alphabet: Alphabet) -> [String] {
        let letters: [String] =
            switch alphabet.kind {
            case .named: []
            case .scalars: self.word.unicodeScalars.map { String($0) }
            case .bytes: RawText.bytes(of: self.word).map(byteName)
            }
        return letters.count == word.count ? letters : word.map { alphabet.name(of: $0) }
    }
}
