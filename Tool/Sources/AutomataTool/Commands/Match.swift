import ArgumentParser
@_spi(Tool) import Automata
import AutomataFiles
import Glibc
import TextSupport

struct Match: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the lines of files in which expressions match.",
        usage: "automata match <expression> [<file> ...] [<options>]",
        discussion: """
            Prints each line that has a match, or with --only-matching each match. Matches are leftmost-longest: the \
            first one begins where the first word of any expression begins, and is the longest that begins there. ^ and \
            $ are the ends of the line. Without files it reads standard input, which - stands for. Every text takes \
            linear time.

            Expressions are those of automata regex; with --operators also intersection & and complement !. \
            --patterns takes them from a file, one a line, so that all arguments are files; --ids tells the lines of \
            those that match.

            With --json each match is an object with file, line, start and end (bytes from the beginning of the \
            file), patterns and text.

            Exit codes: 0 something matches, 1 nothing does, 2 an error.

            Example:
              automata match '\\berror\\b.*[0-9]+ms' server.log
              automata match --only-matching --count '[0-9]+' numbers.txt
              automata match --operators '^(.*timeout.*&!(.*retry.*))$' *.log --line-number
              automata match --patterns filters.txt --ids --only-matching server.log
            """)

    @Argument(
        help: ArgumentHelp("The expression, unless --patterns is given; then the files.", valueName: "argument"),
        completion: .file())
    var arguments: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("A file with expressions, one a line.", valueName: "file"), completion: .file())
    var patterns: String?

    @Flag(name: .shortAndLong, help: "Print the matches alone, each on a line; empty ones aren't printed.")
    var onlyMatching = false

    @Flag(name: .shortAndLong, help: "Print the number of lines with a match, or with --only-matching of matches.")
    var count = false

    @Flag(name: [.customShort("n"), .long], help: "Print the number of each line in front of it.")
    var lineNumber = false

    @Flag(name: .long, help: "Print the numbers of the expressions that have the match, from 1 on.")
    var ids = false

    @Flag(name: .long, help: "A JSON object for each match.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print nothing; the exit code tells.")
    var quiet = false

    @OptionGroup(title: "Expressions") var reading: ExpressionOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        if arguments.isEmpty, patterns == nil { throw ValidationError("Name an expression, or use --patterns.") }
        if reading.search { throw ValidationError("--search is what match always does.") }
        if reading.unit.value == .scalars { throw ValidationError("match needs --unit bytes or utf8.") }
        if files.filter({ $0 == "-" }).count + (patterns == "-" ? 1 : 0) > 1 {
            throw ValidationError("Standard input, -, can be read once only.")
        }
    }

    private var files: [String] {
        let files = patterns == nil ? Array(arguments.dropFirst()) : arguments
        return files.isEmpty ? ["-"] : files
    }

    func run() throws {
        let (command, files) = (self, files)
        let found = Monitor(false)
        let runner = BatchRunner(
            names: [patterns ?? "expression"], limits: limits, settings: BatchSettings(isQuiet: quiet))
        let failures = try runner.run { _, context throws(ToolError) in
            let searcher = try command.searcher(context)
            context.report("searching")
            for file in files where try command.search(InputFile(path: file), searcher, context) {
                found.withLock { $0 = true }
                if command.quiet { break }
            }
            return Product(destination: .standardOutput, bytes: [])
        }
        if failures > 0 { throw ExitCode(2) }
        if !found.withLock({ $0 }) { throw ExitCode(1) }
    }

    private func searcher(_ context: WorkContext) throws(ToolError) -> Searcher {
        let options = try reading.options()
        var expressions: [RegularExpression] = []
        func add(_ text: [UInt8], line: Int?) throws(ToolError) {
            do throws(ExpressionError) {
                expressions.append(
                    try RegularExpression(
                        parsing: text, syntax: reading.syntax.value, options: options, budget: context.budget))
            } catch {
                var error = error
                if let line { error.line = line }
                throw ToolError(error, at: patterns ?? "expression")
            }
        }
        if let patterns {
            var line = 0
            try InputFile(path: patterns).forEachLine { text throws(ToolError) in
                line += 1
                try add(Array(text), line: line)
            }
        } else if let expression = arguments.first {
            try add(RawText.bytes(of: expression), line: nil)
        }
        context.report("building")
        do throws(AutomataError) {
            return try Searcher(for: expressions, budget: context.budget)
        } catch {
            throw ToolError(error, at: patterns ?? "expression", limits: limits)
        }
    }

    /// Searches a file; returns whether there is a match.
    private func search(
        _ file: InputFile, _ searcher: Searcher, _ context: WorkContext
    ) throws(ToolError) -> Bool {
        try file.withContents(limit: context.budget.maximumBytes) { text throws(ToolError) in
            var output = LineBuffer()
            var (position, line, total) = (0, 0, 0)
            while position < text.count {
                line += 1
                let end = Self.lineEnd(in: text, from: position)
                let matches = matches(in: UnsafeRawBufferPointer(rebasing: text[position..<end]), searcher)
                total += onlyMatching ? matches.count : min(matches.count, 1)
                if quiet, total > 0 { return true }
                if !count, !quiet, !matches.isEmpty {
                    try print(matches, in: text, from: position..<end, line, file, searcher, &output)
                }
                if line & 0xFFFF == 0, context.isCancelled {
                    throw ToolError(ToolError.timeoutMessage(limits), isLimit: true)
                }
                position = end + 1
            }
            if count, !quiet { try output.append(prefix(file, nil), Array("\(total)".utf8)) }
            try output.flush()
            return total > 0
        }
    }

    private func matches(in line: UnsafeRawBufferPointer, _ searcher: Searcher) -> [Searcher.Match] {
        guard onlyMatching || json || ids else { return searcher.firstMatch(in: line).map { [$0] } ?? [] }
        let matches = searcher.matches(in: line)
        return onlyMatching ? matches.filter { !$0.range.isEmpty } : matches
    }

    private static func lineEnd(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
        guard let base = text.baseAddress, let end = memchr(base + start, 0x0A, text.count - start) else {
            return text.count
        }
        return UnsafeRawPointer(end) - base
    }

    private func print(
        _ matches: [Searcher.Match], in text: UnsafeRawBufferPointer, from line: Range<Int>, _ number: Int,
        _ file: InputFile, _ searcher: Searcher, _ output: inout LineBuffer
    ) throws(ToolError) {
        func bytes(_ range: Range<Int>) -> [UInt8] {
            let bytes = Array(text[range.lowerBound..<range.upperBound])
            return Terminal.showsOutput ? Array(RawText.readable(RawText.text(bytes[...])).shown.utf8) : bytes
        }
        func numbers(_ match: Searcher.Match) -> String {
            searcher.patterns(of: match).map { "\($0 + 1)" }.joined(separator: ",")
        }
        if json {
            for match in matches {
                let range = line.lowerBound + match.range.lowerBound..<line.lowerBound + match.range.upperBound
                let word = RawText.text(Array(text[range.lowerBound..<range.upperBound])[...])
                let members = [
                    "\"file\": \(JSONString.quoted(RawText.readable(file.name)))", "\"line\": \(number)",
                    "\"start\": \(range.lowerBound)", "\"end\": \(range.upperBound)",
                    "\"patterns\": [\(numbers(match).replacing(",", with: ", "))]",
                    "\"text\": \(JSONString.quoted(RawText.readable(word)))",
                ]
                try output.append(Array("{\(members.joined(separator: ", "))}".utf8))
            }
            return
        }
        let prefix = prefix(file, number)
        if onlyMatching {
            for match in matches {
                let range = line.lowerBound + match.range.lowerBound..<line.lowerBound + match.range.upperBound
                try output.append(prefix, ids ? Array("\(numbers(match)):".utf8) : [], bytes(range))
            }
        } else {
            let all = Set(matches.flatMap { searcher.patterns(of: $0) }).sorted().map { "\($0 + 1)" }
            try output.append(prefix, ids ? Array("\(all.joined(separator: ",")):".utf8) : [], bytes(line))
        }
    }

    /// The file, if there are several, and the number of the line, if it is asked for.
    private func prefix(_ file: InputFile, _ number: Int?) -> [UInt8] {
        let name = files.count > 1 ? RawText.bytes(of: file.name) + [UInt8(ascii: ":")] : []
        guard lineNumber, let number else { return name }
        return name + Array("\(number):".utf8)
    }
}
