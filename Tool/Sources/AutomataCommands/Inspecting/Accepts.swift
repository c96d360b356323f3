import ArgumentParser
@_spi(Tool) import Automata
import AutomataFiles
import TextSupport
import ToolSupport

struct Accepts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accepts",
        abstract: "Test which words an automaton accepts.",
        usage: "automata accepts <file> <word> ... [<options>]",
        discussion: """
            Prints a line for each word: accepted or rejected, a tab, the word. '' is the empty word ε; -- ends the options, for \
            words that begin with -. A word is split into characters (into bytes if the alphabet has bytes), \
            or with --separator into pieces, each of which is a symbol. A word with a symbol that isn't in the alphabet \
            is rejected.

            With --json each word yields an object on its own line (JSON Lines). The keys are word (with --input, \
            file), accepted and, if a symbol isn't in the alphabet, reason.

            Exit codes: 0 all words accepted, 1 some rejected, 2 an error.

            Example:
              automata accepts ends-with-01.jff 1101 110 ''
              automata accepts machine.mata --separator ' ' 'coin coin button'
              automata accepts keywords.mata --words-from words.txt
              automata accepts filter.mata --bytes --input /var/log/mail.log
            """)

    @OptionGroup var source: WordSource

    @Argument(help: ArgumentHelp("The words.", valueName: "word"))
    var words: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with a word on each line; lines end with LF or CR LF; - is standard input.", valueName: "file"),
        completion: .file())
    var wordsFrom: String?

    @Option(
        name: .customLong("input"),
        help: ArgumentHelp(
            "A file of any size whose bytes are one word, including a last newline; - is standard input.",
            valueName: "file"), completion: .file())
    var wholeFile: String?

    @OptionGroup var spelling: SpellingOptions

    @Flag(name: .shortAndLong, help: "Print nothing; only set the exit code.")
    var quiet = false

    @Flag(help: "Print a JSON object for each word, one on each line.")
    var json = false

    func validate() throws {
        if words.isEmpty, wordsFrom == nil, wholeFile == nil {
            throw ValidationError(
                "Give words ('' is the empty word; write -- before words that begin with -), or use --words-from or --input."
            )
        }
        try ValidationError.check(standardInputs: [source.file, wordsFrom, wholeFile])
    }

    func run() throws {
        let command = self
        let allAccepted = try source.run(isQuiet: quiet) { (automaton, context) throws(ToolError) in
            try command.check(automaton, context)
        }
        if !allAccepted { throw ExitCode(1) }
    }

    private func check(_ automaton: Automaton, _ context: WorkContext) throws(ToolError) -> Bool {
        let acceptor = try context.checked(at: source.file) { () throws(AutomataError) in
            try Acceptor(
                automaton, separator: spelling.separator, readsLongTexts: wordsFrom != nil || wholeFile != nil,
                budget: context.budget)
        }
        var lines = LineBuffer()
        var allAccepted = true
        func write(_ verdict: Acceptor.Verdict, _ word: String, key: String = "word") throws(ToolError) {
            if !verdict.isAccepted { allAccepted = false }
            if quiet { return }
            if json { return try lines.append(Array(JSONText(verdict.json(key, word)).text.utf8)) }
            let reason = verdict.reason.map { "\t(\($0.printable))" } ?? ""
            // Programs get the word as it is, people see that there is one.
            let shown = Terminal.showsOutput ? Array((word.isEmpty ? "ε" : word.shown).utf8) : RawText.bytes(of: word)
            try lines.append(
                Array((verdict.isAccepted ? "accepted\t" : "rejected\t").utf8), shown, Array(reason.utf8))
        }
        for word in words { try write(acceptor.verdict(on: RawText.bytes(of: word)[...]), word) }
        if let wordsFrom {
            let file = InputFile(path: wordsFrom)
            var count = 0
            try file.forEachLine(maximumBytes: context.budget.maximumBytes) { line throws(ToolError) in
                try write(acceptor.verdict(on: line), RawText.text(line))
                count += 1
                if count & 0xFFF == 0 { try checkTime(context, "\(grouped(count)) words") }
            }
        }
        if let wholeFile {
            let file = InputFile(path: wholeFile)
            let verdict = try acceptor.verdict(onContentsOf: file) { count throws(ToolError) in
                try checkTime(context, "\(grouped(count)) bytes")
            }
            try write(verdict, json ? file.name : file.name.shown, key: "file")
        }
        try lines.flush()
        return allAccepted
    }

    private func checkTime(_ context: WorkContext, _ words: @autoclosure () -> String) throws(ToolError) {
        try context.checkTime()
        context.report(words())
    }
}

extension Acceptor.Verdict {
    fileprivate func json(_ key: String, _ text: String) -> JSONObject {
        var object = JSONObject([(key, RawText.readable(text))])
        object.add("accepted", isAccepted)
        if let reason { object.add("reason", RawText.readable(reason)) }
        return object
    }
}
