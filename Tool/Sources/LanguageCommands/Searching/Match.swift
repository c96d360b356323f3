package import ArgumentParser
@_spi(Tool) import Automata
import AutomataFiles
import Glibc
import RegularExpressions
@_spi(Tool) import Searching
import Synchronization
import ToolSupport

package struct Match: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Print the lines of files in which expressions match.",
        usage: "automata match <expression> [<file or folder> ...] [<options>]",
        discussion: """
            Prints each line that has a match, or with --only-matching each match. Matches are leftmost-longest: the \
            first match begins at the first position at which a match of any expression can begin, and is the longest \
            there. ^ and $ are the ends of the line. Without files the command reads standard input (-), and prints \
            matches as they arrive. A folder stands for all files in it and its subfolders, except hidden files and \
            links. Every search takes time linear in the text.

            Expressions have the syntax of automata regex. A dot is one byte, or with --unit utf8 one character; --operators \
            adds intersection & and complement !. --regexp, which can be repeated, gives an expression, and \
            --patterns a file with one on each line; then all arguments are files. --ids prints the numbers of \
            the matching expressions.

            With --json each match is an object with file, line, start and end (bytes from the beginning of the \
            file), patterns and text.

            Exit codes: 0 a match, 1 no match, 2 an error.

            Example:
              automata match '\\berror\\b.*[0-9]+ms' server.log
              automata match --only-matching --count '[0-9]+' numbers.txt
              automata match --operators '^(.*timeout.*&!(.*retry.*))$' *.log --line-number
              automata match --patterns filters.txt --ids --only-matching server.log
              automata match --line-number 'TODO|FIXME' Sources
            """)

    @Argument(
        help: ArgumentHelp(
            "The expression (unless --regexp or --patterns is given), then the files.", valueName: "argument"),
        completion: .file())
    var arguments: [String] = []

    @Option(
        name: [.customShort("e"), .long], parsing: .unconditionalSingleValue,
        help: ArgumentHelp("An expression, which may begin with -.", valueName: "expression"))
    var regexp: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("A file with an expression on each line; lines end with LF or CR LF.", valueName: "file"),
        completion: .file())
    var patterns: String?

    @Flag(name: .shortAndLong, help: "Print only the matches, one on each line, without empty ones.")
    var onlyMatching = false

    @Flag(name: .shortAndLong, help: "Print the number of lines with a match, or of matches with --only-matching.")
    var count = false

    @Flag(name: [.customShort("n"), .long], help: "Print the number of each line in front of it.")
    var lineNumber = false

    @Flag(name: [.customShort("l"), .long], help: "Print only the names of the files with a match.")
    var filesWithMatches = false

    @Flag(name: [.customShort("v"), .long], help: "Print the lines without a match.")
    var invertMatch = false

    @Option(
        name: [.customShort("m", allowingJoined: true), .long],
        help: ArgumentHelp("Stop searching a file after finding this many lines.", valueName: "count"),
        transform: number(from: 0))
    var maxCount: Int?

    @Flag(name: [.customShort("F"), .long], help: "Read each expression as literal text.")
    var fixedStrings = false

    @Flag(name: .long, help: "Print the numbers of the expressions that match, counted from 1.")
    var ids = false

    @Flag(name: .long, help: "Print a JSON object for each match.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print nothing; only set the exit code.")
    var quiet = false

    @Flag(
        name: .long,
        help: "Build states on demand, which is slower, for expressions whose automaton is too large.")
    var lazy = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp("Number of files to search at a time. (default: one per processor)", valueName: "count"),
        transform: number(from: 1))
    var jobs: Int?

    @OptionGroup(title: "Expressions") var reading: ExpressionOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    package init() {}

    package func validate() throws {
        if arguments.isEmpty, hasExpressionArgument {
            throw ValidationError("An expression is missing: give one as an argument, or use --regexp or --patterns.")
        }
        if patterns != nil, !regexp.isEmpty {
            throw ValidationError("--patterns and --regexp exclude each other; give one of them.")
        }
        if reading.unit.value == .scalars { throw ValidationError("match needs --unit bytes or utf8.") }
        if invertMatch, onlyMatching || json || ids {
            throw ValidationError("--invert-match can't be combined with --only-matching, --json or --ids.")
        }
        if filesWithMatches, onlyMatching || json || ids || count || lineNumber {
            throw ValidationError(
                "--files-with-matches can't be combined with --only-matching, --json, --ids, --count or --line-number.")
        }
        if json, count { throw ValidationError("--json and --count exclude each other; give one of them.") }
        if paths.isEmpty { throw ValidationError("--patterns - reads standard input; name the files to search.") }
        try ValidationError.check(standardInputs: paths + [patterns])
    }

    /// Whether the first argument is the expression.
    private var hasExpressionArgument: Bool { patterns == nil && regexp.isEmpty }

    private var paths: [String] {
        let paths = hasExpressionArgument ? Array(arguments.dropFirst()) : arguments
        return paths.isEmpty && patterns != "-" ? ["-"] : paths
    }

    package func run() throws {
        let command = self
        let batch = BatchOptions(jobs: jobs, keepGoing: true, quiet: quiet)
        let searcher = try limits.run(on: patterns ?? "expression", isQuiet: quiet) { context throws(ToolError) in
            let searcher = try command.searcher(context)
            for pattern in searcher.patternsWithoutWords {
                let name = searcher.patternCount > 1 ? "expression \(pattern + 1)" : "the expression"
                context.note("\(name) can never match a line")
            }
            return searcher
        }

        let files = try InputList(paths, contents: .texts).files
        let showsNames = files.count > 1 || paths.contains(where: FolderListing.isFolder)
        let options = LineSearch.Options(isInverted: invertMatch, maximumLineCount: maxCount ?? .max)
        // If only whether there is a match is asked for, one is enough.
        let isFound = Atomic(false)
        let runner = BatchRunner(names: files.map(\.name), limits: limits, batch: batch, summary: .never)
        let results = try runner.partialResults { index, context throws(ToolError) in
            if command.quiet, isFound.load(ordering: .relaxed) { return }
            context.report("searching")
            let printer = command.printer(searcher, name: files[index].name, showsName: showsNames)
            var search = LineSearch(searcher, options, printer: printer)
            // No file is mapped: one that is cut meanwhile, as logs are, would end the process.
            try files[index].forEachPieceOfLines(limit: context.budget.maximumBytes) { text throws(ToolError) in
                try search.search(text) { output throws(ToolError) in
                    try context.checkTime()
                    context.write(output.drain())
                }
                return !search.isDone
            }
            context.note(search.finish())
            if search.hasLine { isFound.store(true, ordering: .relaxed) }
            context.write(search.output.bytes)
        }
        let hasMatch = isFound.load(ordering: .relaxed)
        // As grep does: where a match is all that is asked for, it tells.
        if results.contains(where: { $0 == nil }), !(quiet && hasMatch) { throw ExitCode(2) }
        if !hasMatch { throw ExitCode(1) }
    }

    private func searcher(_ context: WorkContext) throws(ToolError) -> Searcher {
        var options = try reading.options()
        options.anchorsMatchLines = true
        var expressions: [RegularExpression] = []
        func add(_ text: [UInt8], line: Int?) throws(ToolError) {
            do throws(RegularExpressionError) {
                expressions.append(
                    try RegularExpression(
                        parsing: fixedStrings ? Self.literal(text) : text,
                        syntax: fixedStrings ? .programmer : reading.syntax.value, options: options,
                        budget: context.budget))
            } catch {
                throw ToolError(error, line: line, at: patterns ?? "expression", limits: limits)
            }
        }
        if let patterns {
            var line = 0
            try InputFile(path: patterns).forEachLine(maximumBytes: context.budget.maximumBytes) {
                text throws(ToolError) in
                line += 1
                try add(Array(text), line: line)
            }
        } else {
            for expression in hasExpressionArgument ? Array(arguments.prefix(1)) : regexp {
                try add(RawText.bytes(of: expression), line: nil)
            }
        }
        context.report("building")
        do throws(AutomataError) {
            return try Searcher(for: expressions, withinLines: true, lazily: lazy, budget: context.budget)
        } catch {
            var failure = ToolError(error, at: patterns ?? "expression", limits: limits)
            if error.isBudgetExceeded, !lazy {
                failure.message += "; --lazy searches without building the whole automaton"
            }
            throw failure
        }
    }

    /// Returns the expression that matches a text literally.
    private static func literal(_ text: [UInt8]) -> [UInt8] {
        text.flatMap { byte in
            let isPlain = byte >= 0x80 || isalnum(Int32(byte)) != 0 || byte == UInt8(ascii: "_")
            return isPlain ? [byte] : [UInt8(ascii: "\\"), byte]
        }
    }

    /// Returns the printer of the results of one file.
    private func printer(_ searcher: Searcher, name: String, showsName: Bool) -> any MatchPrinter {
        let output = LineOutput(name: name, showsName: showsName)
        if quiet { return FilePrinter(output: output, answer: .nothing) }
        if filesWithMatches { return FilePrinter(output: output, answer: .name) }
        if count { return CountPrinter(output: output, countsMatches: onlyMatching) }
        if json { return JSONPrinter(output: output, searcher: searcher, name: name) }
        let patternSearcher = ids ? searcher : nil
        return onlyMatching
            ? PartPrinter(output: output, needsLineNumbers: lineNumber, patternSearcher: patternSearcher)
            : LinePrinter(output: output, needsLineNumbers: lineNumber, patternSearcher: patternSearcher)
    }
}
