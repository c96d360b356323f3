import ArgumentParser
@_spi(Tool) import Automata
import ToolSupport

/// The options for other symbols than an automaton's own.
struct AlphabetOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the symbols of the automaton in this file instead of the automaton's own.", valueName: "file"),
        completion: .file())
    var over: String?

    @Option(
        help: ArgumentHelp(
            "Use these symbols, written like a word: 01, or open,close with --separator ','.",
            valueName: "symbols"))
    var alphabet: String?

    @Flag(help: "Use all 256 bytes, or all Unicode characters, whichever the automaton's classes consist of.")
    var allSymbols = false

    @OptionGroup var spelling: SpellingOptions

    /// Whether words are to be over other symbols than the automaton's own.
    var isGiven: Bool { over != nil || alphabet != nil || allSymbols }

    func validate() throws {
        try ValidationError.check(
            atMostOne: ["--over": over != nil, "--alphabet": alphabet != nil, "--all-symbols": allSymbols])
        if over == "-" { throw ValidationError("--over can't read standard input; name a file.") }
    }

    /// The file that gives the symbols, if any.
    var companions: [String] { over.map { [$0] } ?? [] }

    /// Throws an error if the options don't apply to the automaton.
    func check(_ automaton: Automaton) throws(ToolError) {
        guard allSymbols, automaton.alphabet.kind == .named else { return }
        throw ToolError(
            "--all-symbols needs symbols that are classes of bytes or characters, but here they are names; "
                + "list the symbols with --alphabet, or name a file that has them with --over")
    }

    /// The alphabet of the options; `nil` for the automaton's own.
    ///
    /// - Parameter kind: the kind of the automaton's symbols.
    func alphabet(kind: Alphabet.Kind, companions: [Automaton]) throws(AutomataError) -> Alphabet? {
        if let companion = companions.first { return companion.alphabet }
        if let alphabet { return try Alphabet(argument: alphabet, separator: spelling.separator, kind: kind) }
        return allSymbols ? try .all(of: kind) : nil
    }

    /// The symbols that words are over, in a sentence; `nil` if they are the automaton's own.
    var description: String? {
        if let over { return "the symbols of \(over.shown)" }
        if let alphabet { return "the symbols \(alphabet.printable)" }
        return allSymbols ? "all symbols" : nil
    }
}

extension Alphabet {
    /// Returns the alphabet in which each symbol of a text has a class of its own.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for a symbol that it doesn't have.
    func splittingClasses(at text: String, separator: String?) throws(AutomataError) -> Alphabet {
        _ = try word(argument: text, separator: separator)
        if kind == .named { return self }
        return try joint(with: Alphabet(argument: text, separator: separator, kind: kind))
    }

    /// Returns the alphabet with one class, which holds all bytes or all characters.
    static func all(of kind: Kind) throws(AutomataError) -> Alphabet {
        switch kind {
        // There is no end of names.
        case .named: throw .incompatibleAlphabets(.named, .scalars)
        case .bytes: try .bytes([[0...255]])
        case .scalars: try .scalars([["\u{0}"..."\u{D7FF}", "\u{E000}"..."\u{10FFFF}"]])
        }
    }
}
