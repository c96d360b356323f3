import ArgumentParser
@_spi(Tool) import Automata
import AutomataFiles
import ToolSupport

/// A symbol and its image: `symbol=image`.
struct SymbolImage: Sendable {
    var symbol: String
    var image: String

    /// Reads an argument. A symbol may begin with `=`, but not have one elsewhere.
    ///
    /// - Parameter form: The form of the argument with an example, for messages.
    private init(_ text: String, form: String) throws {
        let bytes = Array(text.utf8)
        guard bytes.count > 1, let end = bytes[1...].firstIndex(of: UInt8(ascii: "=")) else {
            throw ValidationError("expected \(form)")
        }
        symbol = String(decoding: bytes[..<end], as: UTF8.self)
        image = String(decoding: bytes[(end + 1)...], as: UTF8.self)
    }

    /// Reads an argument with a symbol and a word.
    static func replacing(_ text: String) throws -> SymbolImage {
        try SymbolImage(text, form: "SYMBOL=WORD, such as a=b")
    }

    /// Reads an argument with a word and a symbol, which must be UTF-8, as it becomes a name.
    static func naming(_ text: String) throws -> SymbolImage {
        var image = try replacing(text)
        image.symbol = try name(image.symbol)
        return image
    }

    /// Reads an argument with a symbol and another name for it.
    static func renaming(_ text: String) throws -> SymbolImage {
        var image = try SymbolImage(text, form: "SYMBOL=NAME, such as a=b")
        image.symbol = try name(image.symbol)
        image.image = try name(image.image)
        if image.image.isEmpty {
            throw ValidationError(
                "expected a new name after =; to remove a symbol, use automata homomorphism or project")
        }
        return image
    }

    /// Reads an argument with a symbol and a file.
    static func file(_ text: String) throws -> SymbolImage {
        let image = try SymbolImage(text, form: "SYMBOL=FILE, such as a=b.mata")
        if image.image.isEmpty || image.image == "-" { throw ValidationError("expected the name of a file after =") }
        return image
    }

    private static func name(_ text: String) throws -> String {
        guard let name = RawText.utf8(text) else { throw ValidationError("a symbol's name must be UTF-8") }
        return name
    }

    /// Refuses a symbol that is given twice.
    static func check(_ images: [SymbolImage]) throws {
        var known: Set<[UInt8]> = []
        if let twice = images.first(where: { !known.insert(Array($0.symbol.utf8)).inserted }) {
            throw ValidationError("The symbol '\(twice.symbol.printable)' is given twice; give it once.")
        }
    }
}

struct HomomorphismCommand: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "homomorphism",
        abstract: "Accept the words of an automaton with each symbol replaced by a word.",
        discussion: """
            A symbol without --image stays; a symbol with an empty image is removed. The result has the symbols that \
            stay and the symbols of the images. The automaton's symbols must be names, not classes of characters. \
            --separator splits images; otherwise each character is a symbol.

            Example:
              automata homomorphism ends-with-01.jff --image 0=ab --image 1= -o image.jff
            """)

    @OptionGroup var options: TransformOptions

    @Option(
        parsing: .singleValue, help: ArgumentHelp("A symbol and the word that it becomes.", valueName: "symbol=word"),
        transform: SymbolImage.replacing)
    var image: [SymbolImage]

    @OptionGroup var spelling: SpellingOptions

    func validate() throws { try SymbolImage.check(image) }

    func check(_ automaton: Automaton) throws(ToolError) { try automaton.checkNamed("--image needs") }

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        let source = automaton.alphabet
        guard source.kind == .named else { throw .incompatibleAlphabets(source.kind, .named) }
        var words = [String?](repeating: nil, count: source.count)
        for image in image {
            guard let symbol = source.symbol(argument: image.symbol) else {
                throw .unknownSymbol(image.symbol, position: nil)
            }
            words[Int(symbol)] = image.image
        }
        // What stays comes first, then the symbols of the images.
        var target = try source.restricted(to: source.symbols.filter { words[Int($0)] == nil })
        for image in words {
            guard let image else { continue }
            target = try target.joint(with: Alphabet(argument: image, separator: spelling.separator, kind: .named))
        }
        var symbols: [[Symbol]] = []
        var nextKept: Symbol = 0
        for image in words {
            if let image {
                symbols.append(try target.word(argument: image, separator: spelling.separator))
            } else {
                symbols.append([nextKept])
                nextKept = nextKept + 1
            }
        }
        let homomorphism = try Homomorphism(from: source, to: target, images: symbols)
        return Automaton(mostSpecific: try automaton.image(under: homomorphism, budget: budget))
    }
}

extension Automaton {
    /// Throws an error if symbols are classes; it says how to make names of them.
    ///
    /// - Parameter work: The beginning of the message: the option, and "needs".
    fileprivate func checkNamed(_ work: String) throws(ToolError) {
        if alphabet.kind == .named { return }
        throw ToolError(
            "\(work) named symbols, but the automaton's symbols are classes of "
                + (alphabet.kind == .bytes ? "bytes" : "characters")
                + "; turn these into names with 'automata inverse-homomorphism' and --image a=a for each character")
    }
}

struct InverseHomomorphism: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "inverse-homomorphism",
        abstract: "Accept the words that become words of an automaton when each symbol is replaced by a word.",
        discussion: """
            The symbols of the result are the symbols with an --image. Images have the automaton's symbols: \
            --separator splits images; otherwise each character is a symbol.

            Example:
              automata inverse-homomorphism ends-with-01.jff --image a=01 --image b=0
            """)

    @OptionGroup var options: TransformOptions

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("A symbol of the result and the word that it becomes.", valueName: "symbol=word"),
        transform: SymbolImage.naming)
    var image: [SymbolImage]

    @OptionGroup var spelling: SpellingOptions

    func validate() throws { try SymbolImage.check(image) }

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        let target = automaton.alphabet
        let words = try image.map { image throws(AutomataError) in
            try target.word(argument: image.image, separator: spelling.separator)
        }
        return try automaton.preimage(
            under: Homomorphism(from: Alphabet(image.map(\.symbol)), to: target, images: words), budget: budget)
    }
}

struct RenameSymbols: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename-symbols",
        abstract: "Rename symbols of an automaton.",
        discussion: """
            Symbols that get the same name become one symbol. Other symbols keep their names.

            Example:
              automata rename-symbols ends-with-01.jff --name 0=low --name 1=high
            """)

    @OptionGroup var options: TransformOptions

    @Option(
        parsing: .singleValue, help: ArgumentHelp("A symbol and its new name.", valueName: "symbol=name"),
        transform: SymbolImage.renaming)
    var name: [SymbolImage]

    func validate() throws { try SymbolImage.check(name) }

    func check(_ automaton: Automaton) throws(ToolError) { try automaton.checkNamed("--name needs") }

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        Automaton(mostSpecific: try automaton.renamed(name.map { ($0.symbol, $0.image) }))
    }
}

struct Project: TransformingCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Delete all symbols except the given ones from the words of an automaton.",
        discussion: """
            The symbols of --onto are written like a word; transitions on all other symbols become ε-moves.

            Example:
              automata project protocol.mata --onto 'send receive' --separator ' '
            """)

    @OptionGroup var options: TransformOptions

    @Option(help: ArgumentHelp("The symbols that stay.", valueName: "symbols"))
    var onto: String

    @OptionGroup var spelling: SpellingOptions

    func transform(_ automaton: Automaton, budget: Budget) throws(AutomataError) -> Automaton {
        let alphabet = try automaton.alphabet.splittingClasses(at: onto, separator: spelling.separator)
        let kept = try alphabet.word(argument: onto, separator: spelling.separator)
        return Automaton(mostSpecific: try automaton.aligned(to: alphabet, budget: budget).projected(onto: kept))
    }
}

struct Substitute: CombiningCommand {
    static let configuration = CommandConfiguration(
        commandName: "substitute",
        abstract: "Replace symbols by the words of other automata.",
        usage: "automata substitute <file> --for <symbol=file> ... [<options>]",
        discussion: """
            Each symbol is replaced by any word of its automaton; symbols without an automaton stay.

            Example:
              automata substitute number.mata --for D=digit.mata --for S=sign.jff
            """)

    @OptionGroup var options: CombineOptions

    @Option(
        name: .customLong("for"), parsing: .singleValue,
        help: ArgumentHelp("A symbol, and the file with the automaton that replaces it.", valueName: "symbol=file"),
        transform: SymbolImage.file)
    var substitutes: [SymbolImage]

    static let operandCount = 1...1

    var companions: [String] { substitutes.map(\.image) }

    func validate() throws {
        try SymbolImage.check(substitutes)
        guard options.files.count == 1 else {
            throw ValidationError(
                "expected 1 file, found \(options.files.count); give the others with --for.")
        }
    }

    func combine(_ automata: [Automaton], budget: Budget) throws(AutomataError) -> Automaton {
        var languages: [Symbol: Automaton] = [:]
        for (image, language) in zip(substitutes, automata.dropFirst()) {
            guard let symbol = automata[0].alphabet.symbol(argument: image.symbol) else {
                throw .unknownSymbol(image.symbol, position: nil)
            }
            languages[symbol] = language
        }
        return Automaton(mostSpecific: try automata[0].substituting(languages, budget: budget))
    }
}
