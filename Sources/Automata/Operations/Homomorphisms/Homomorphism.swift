/// A homomorphism of words, which replaces each symbol of one alphabet by a word over another. The
/// two alphabets may be of different kinds: an image can turn names into classes, and a preimage
/// classes into names.
///
/// ```swift
/// let h = try Homomorphism(from: ["a", "b"], to: ["0", "1"], ["a": "01", "b": ""])
/// let image = try automaton.image(under: h)
/// let preimage = try other.preimage(under: h)
/// ```
public struct Homomorphism: Sendable, Hashable {
    /// The alphabet of the symbols that are replaced.
    public let source: Alphabet
    /// The alphabet of the words that replace the symbols.
    public let target: Alphabet
    /// The words that replace the symbols of the source, each at its symbol's index.
    public let images: [[Symbol]]

    /// Creates the homomorphism that maps each symbol of the source to the word at its index.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` if a symbol has no word;
    ///   ``AutomataError/symbolOutOfRange(_:symbolCount:)`` if there are more words than symbols,
    ///   or a word has a symbol outside the target.
    public init(from source: Alphabet, to target: Alphabet, images: [[Symbol]]) throws(AutomataError) {
        if images.count < source.count { throw .unknownSymbol(source.name(of: Symbol(images.count)), position: nil) }
        if images.count > source.count {
            throw .symbolOutOfRange(Symbol(truncatingIfNeeded: source.count), symbolCount: source.count)
        }
        for image in images {
            for symbol in image where Int(symbol) >= target.count {
                throw .symbolOutOfRange(symbol, symbolCount: target.count)
            }
        }
        self.source = source
        self.target = target
        self.images = images
    }

    /// Creates the homomorphism that maps each symbol of the source, given by its name, to the word
    /// that a text spells; see ``Alphabet/word(_:separator:)``.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for a name that the source doesn't
    ///   have, a symbol in a text that the target doesn't have, or a symbol of the source without a
    ///   text; ``AutomataError/duplicateSymbol(_:)`` for a class of the source with two texts.
    public init(
        from source: Alphabet, to target: Alphabet, _ texts: [String: String], separator: String? = nil
    ) throws(AutomataError) {
        try self.init(from: source, to: target, texts.inOrder, separator: separator)
    }

    /// Creates the homomorphism from pairs of a symbol's name and the text that spells its word.
    ///
    /// Names in pairs are equal if their UTF-8 bytes are equal. A dictionary can't distinguish
    /// canonically equivalent names, because they are equal as Swift strings.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for a name that the source doesn't
    ///   have, a symbol in a text that the target doesn't have, or a symbol of the source without a
    ///   text; ``AutomataError/duplicateSymbol(_:)`` for a symbol with two texts.
    public init(
        from source: Alphabet, to target: Alphabet, _ texts: [(String, String)], separator: String? = nil
    ) throws(AutomataError) {
        var images = [[Symbol]?](repeating: nil, count: source.count)
        for (name, text) in texts {
            guard let symbol = source.symbol(named: name) else { throw .unknownSymbol(name, position: nil) }
            guard images[Int(symbol)] == nil else { throw .duplicateSymbol(name) }
            images[Int(symbol)] = try target.word(text, separator: separator)
        }
        if let missing = images.firstIndex(of: nil) {
            throw .unknownSymbol(source.name(of: Symbol(missing)), position: nil)
        }
        try self.init(from: source, to: target, images: images.compactMap { $0 })
    }

    /// A Boolean value that indicates whether some symbol becomes the empty word.
    public var isErasing: Bool { images.contains { $0.isEmpty } }

    /// Returns the image of a word.
    ///
    /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)`` for a symbol that the source
    ///   doesn't have.
    public func image(of word: some Sequence<Symbol>) throws(AutomataError) -> [Symbol] {
        var image: [Symbol] = []
        for symbol in word {
            guard Int(symbol) < images.count else { throw .symbolOutOfRange(symbol, symbolCount: images.count) }
            image += images[Int(symbol)]
        }
        return image
    }
}
