/// A homomorphism of words: each symbol of one alphabet becomes a word over another, and each word
/// the words of its symbols one behind the other. The two may be alphabets of different kinds, so
/// that an image makes classes of names, and a preimage names of classes.
///
/// ```swift
/// let h = try Homomorphism(from: ["a", "b"], to: ["0", "1"], ["a": "01", "b": ""])
/// let image = try automaton.image(under: h)
/// let preimage = try other.preimage(under: h)
/// ```
public struct Homomorphism: Sendable, Hashable {
    /// The alphabet of the symbols that are replaced.
    public let source: Alphabet
    /// The alphabet of the words that replace them.
    public let target: Alphabet
    /// For each symbol of the source its word.
    public let images: [[Symbol]]

    /// The homomorphism that takes each symbol of the source, in order, to the word at its place.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` where a symbol has no word,
    ///   ``AutomataError/symbolOutOfRange(_:symbolCount:)`` where there are more words than
    ///   symbols, or one has a symbol that the target doesn't have.
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

    /// The homomorphism that takes each symbol of the source to the word that a text spells; see
    /// ``Alphabet/word(_:separator:)``. The list has a text for each symbol.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for a symbol that isn't in an
    ///   alphabet, or one of the source that has no text; ``AutomataError/duplicateSymbol(_:)`` for
    ///   a class of the source that has two.
    public init(
        from source: Alphabet, to target: Alphabet, _ texts: [String: String], separator: String? = nil
    ) throws(AutomataError) {
        try self.init(from: source, to: target, texts.inOrder, separator: separator)
    }

    /// As with a dictionary, which takes names for one that differ in nothing but how their
    /// characters are composed, as Swift's strings do; in these pairs of a symbol and its text
    /// names are equal where their UTF-8 bytes are, as everywhere in alphabets.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for a symbol that isn't in an
    ///   alphabet, or one of the source that has no text; ``AutomataError/duplicateSymbol(_:)`` for
    ///   one that has two.
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

    /// Whether a symbol becomes the empty word.
    public var isErasing: Bool { images.contains { $0.isEmpty } }

    /// The word that a word becomes.
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
