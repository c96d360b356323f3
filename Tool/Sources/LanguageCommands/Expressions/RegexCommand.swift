import ArgumentParser
@_spi(Tool) import Automata
import AutomataFiles
import AutomataFormats
import RegularExpressions
import ToolSupport

struct RegexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "regex",
        abstract: "Make automata from regular expressions.",
        usage: "automata regex <expression> ... [<options>]",
        discussion: """
            The result is the minimal DFA, unless --using names a construction, whose automaton is written unchanged. An expression \
            denotes whole words; --search allows text around them. Programmer syntax is the regular part of PCRE. \
            Textbook syntax has + or | for union, · or nothing for concatenation, *, ε, ∅ and names in quotes. Documentation/expressions.md \
            describes both.

            Programmer syntax makes an automaton over bytes or characters, whose symbols are classes of these. To combine it with \
            automata over named symbols, use --named: then each character is a symbol.

            Several expressions go to --output-dir, one in each file. An expression that begins with - must follow --, after all options.

            Example:
              automata regex --named '(0|1)*01' --to jff -o ends-with-01.jff
              automata regex '[-+]?[0-9]+(\\.[0-9]+)?' -o number.json
              automata regex --syntax textbook '(a+b)*a(a+b)' --using glushkov --to dot
              automata regex --operators '.*ab.*&!(.*ba.*)' --to svg -o picture.svg
              automata regex --file patterns.txt --search --output-dir automata
            """)

    @Argument(help: ArgumentHelp("The expressions.", valueName: "expression"))
    var expressions: [String] = []

    @Option(
        help: ArgumentHelp("A file with more expressions, one on each line; - is standard input.", valueName: "file"),
        completion: .file())
    var file: String?

    @OptionGroup(title: "Expressions") var reading: ExpressionOptions

    @Flag(help: "Accept words with any text around a match of the expression, as in a search.")
    var search = false

    @Option(
        help: ArgumentHelp(
            "The construction: thompson, glushkov, follow, partial-derivatives or derivatives. (default: the minimal DFA)",
            valueName: "construction"))
    var using: NamedCase<ExpressionConstruction>?

    @Flag(help: "Make a named symbol of each character, as in textbooks and JFLAP, instead of classes.")
    var named = false

    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        if expressions.isEmpty, file == nil {
            throw ValidationError("Give an expression, after -- if it begins with -, or use --file.")
        }
    }

    func run() throws {
        let format = try output.format()
        let items = try plan()
        let options = try reading.options(allowingTextAround: search)
        let (syntax, construction, isNamed) = (reading.syntax.value, using?.value, named)
        try BatchRunner(
            names: items.map(\.name), limits: limits, batch: batch, force: output.force,
            makesFolders: output.outputDir != nil
        ).run { index, context throws(ToolError) in
            let item = items[index]
            var automaton = try Self.automaton(item, syntax, options, construction, context)
            if isNamed {
                automaton = try automaton.withNamedCharacters(allowsTextAround: options.allowsTextAround, context)
            }
            // Classes of bytes or scalars are kept whole by JSON.
            let fallback: OutputFormat = .text(automaton.alphabet.kind == .named ? .mata : .json)
            try context.write(automaton, in: format ?? fallback, to: item.destination)
            if syntax == .textbook { context.note(Self.notesOnEpsilon(in: item.text)) }
        }
    }

    /// Notes that `eps` and `epsilon` in textbook syntax are words of single letters.
    private static func notesOnEpsilon(in text: [UInt8]) -> [String] {
        // A name in quotes is one symbol.
        let words = String(decoding: text, as: UTF8.self).split { !$0.isLetter && $0 != "'" && $0 != "\"" }
        return ["eps", "epsilon"].filter { words.contains(Substring($0)) }.map {
            "'\($0)' is read as single letters; write ε or #E for the empty word"
        }
    }

    private static func automaton(
        _ item: Item, _ syntax: RegularExpression.Syntax, _ options: RegularExpression.Options,
        _ construction: ExpressionConstruction?, _ context: WorkContext
    ) throws(ToolError) -> Automaton {
        let expression: RegularExpression
        do throws(RegularExpressionError) {
            expression = try RegularExpression(
                parsing: item.text, syntax: syntax, options: options, budget: context.budget)
        } catch {
            throw ToolError(error, line: item.line, at: item.name, limits: context.limits)
        }
        context.report("working")
        return try context.checked { () throws(AutomataError) in
            guard let construction else { return .dfa(try expression.minimalDFA(budget: context.budget)) }
            return try expression.automaton(using: construction, budget: context.budget)
        }
    }

    // MARK: What to do

    /// An expression, and the destination of its automaton.
    private struct Item: Sendable {
        var text: [UInt8]
        /// The name in messages.
        var name: String
        /// The number of the line in its file; `nil` for an argument.
        var line: Int?
        var destination = Destination.standardOutput
    }

    private func plan() throws -> [Item] {
        var items: [Item] = []
        for (index, text) in expressions.enumerated() {
            items.append(
                Item(
                    text: RawText.bytes(of: text),
                    name: expressions.count == 1 ? "expression" : "expression \(index + 1)"))
        }
        if let file {
            var line = 0
            try InputFile(path: file).forEachLine(maximumBytes: limits.maximumBytes) { bytes throws(ToolError) in
                line += 1
                guard bytes.count <= limits.maximumBytes / 64 else {
                    throw ToolError("this line is too long; --max-memory raises the limit", at: "\(file):\(line)")
                }
                if !bytes.isEmpty { items.append(Item(text: Array(bytes), name: file, line: line)) }
            }
        }
        guard let folder = output.outputDir else {
            guard items.count == 1 else {
                if items.isEmpty { throw ToolError("the file has no expression; write one on each line", at: file) }
                throw ToolError(
                    "\(items.count) expressions need a folder for their results: --output-dir FOLDER"
                        + (output.output == nil ? "" : ", in place of -o"))
            }
            items[0].destination = Destination(output.output ?? "-")
            if output.output == nil, Terminal.showsOutput, output.to?.needsViewer == true {
                throw ToolError("a picture can't be printed to a terminal; name a file with -o")
            }
            try check(items)
            return items
        }
        let width = String(items.count).count
        for index in items.indices {
            let number = String(index + 1)
            let name =
                String(repeating: "0", count: width - number.count) + number + "."
                + (output.to?.fileExtension ?? (reading.syntax.value == .textbook || named ? "mata" : "json"))
            items[index].destination = .file(Path.join(folder, name))
        }
        try check(items)
        return items
    }

    private func check(_ items: [Item]) throws(ToolError) {
        for item in items {
            guard case .file(let path) = item.destination else { continue }
            if let obstacle = OutputFile.obstacle(at: path, replacing: output.force) { throw obstacle }
        }
    }
}

/// The options for reading expressions.
struct ExpressionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The expressions' syntax: programmer or textbook.", valueName: "syntax"))
    var syntax = NamedCase(RegularExpression.Syntax.programmer)

    @Option(help: ArgumentHelp("The unit of programmer syntax: bytes, utf8 or scalars.", valueName: "unit"))
    var unit = NamedCase(RegularExpression.Options.Unit.bytes)

    @Option(
        help: ArgumentHelp(
            "The symbols of textbook syntax, written like a word: 01, or open,close with --separator ','. "
                + "(default: the symbols of the expression)",
            valueName: "symbols"))
    var alphabet: String?

    @Option(help: ArgumentHelp("Text between the symbols of --alphabet.", valueName: "text"))
    var separator: String?

    @Flag(name: .shortAndLong, help: "Ignore the case of letters (the flag i).")
    var ignoreCase = false

    @Flag(help: "Let . match a newline, too (the flag s).")
    var dotAll = false

    @Flag(help: "Let ^ and $ match at the ends of lines, too (the flag m).")
    var multiline = false

    @Flag(help: "Ignore white space and comments that begin with # (the flag x).")
    var extended = false

    @Flag(help: "Make & intersection and ! complement (the flag o), as they always are in textbook syntax.")
    var operators = false

    func validate() throws {
        if alphabet != nil, syntax.value != .textbook {
            throw ValidationError("--alphabet needs --syntax textbook; other expressions are over all characters.")
        }
    }

    func options(allowingTextAround: Bool = false) throws(ToolError) -> RegularExpression.Options {
        var symbols: Alphabet?
        if let alphabet {
            do throws(AutomataError) {
                symbols = try Alphabet(argument: alphabet, separator: separator, kind: .named)
            } catch {
                throw ToolError(error.description)
            }
        }
        return RegularExpression.Options(
            unit: unit.value, ignoresCase: ignoreCase, dotMatchesNewline: dotAll, anchorsMatchLines: multiline,
            ignoresWhitespace: extended, enablesBooleanOperators: operators, allowsTextAround: allowingTextAround,
            alphabet: symbols)
    }
}
