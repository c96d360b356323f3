/// A word that proves the answer to a question about languages: a word that is accepted, rejected,
/// or accepted by one automaton and not by the other.
///
/// A decision returns the lexicographically first of the shortest such words, except
/// ``Verdict/anyCounterexample(budget:)``. If symbols are classes, any choice of members is valid,
/// and ``description`` shows one.
///
/// ```swift
/// print(witness)                        // aab
/// print(automaton.accepts(witness.word))
/// ```
public struct Witness: Sendable, Hashable {
    /// The alphabet of the word; if several automata were compared, their joint alphabet.
    public let alphabet: Alphabet
    /// The word.
    public let word: [Symbol]

    /// Creates a witness over an alphabet that has all symbols of the word.
    public init(_ word: [Symbol], over alphabet: Alphabet) {
        assert(word.allSatisfy { Int($0) < alphabet.count })
        self.alphabet = alphabet
        self.word = word
    }

    /// The length of the word.
    public var length: Int { word.count }

    /// Returns whether an automaton accepts the word. Symbols are found in the automaton's alphabet
    /// by their names or by the members of their classes. A word with an unknown symbol isn't
    /// accepted.
    ///
    /// - Complexity: the time to read the word, plus O(*w* log *r*) if symbols are classes of *r*
    ///   ranges.
    public func isAccepted(by automaton: some FiniteAutomaton) -> Bool {
        if automaton.alphabet == alphabet { return automaton.accepts(word) }
        var translated: [Symbol] = []
        translated.reserveCapacity(word.count)
        for symbol in word {
            guard let other = alphabet.counterpart(of: symbol, in: automaton.alphabet) else { return false }
            translated.append(other)
        }
        return automaton.accepts(translated)
    }
}

extension Witness: CustomStringConvertible {
    /// The word in readable form: one member stands for each class, unprintable characters are
    /// escaped, and the empty word is `ε`. Named symbols are separated by spaces if some name in
    /// the alphabet isn't one scalar; then a name that is empty or contains a space is quoted. The
    /// word of one symbol named `ε` is quoted too. For programs, use
    /// ``Alphabet/text(_:separator:)``.
    ///
    /// - Complexity: O(length of the result and of all names).
    public var description: String {
        if word.isEmpty { return "ε" }
        let isSeparated = alphabet.needsSeparator
        var texts: [Symbol: String] = [:]
        for symbol in Set(word) {
            let text = alphabet.visibleText(of: symbol)
            let needsQuotes = isSeparated && (text.isEmpty || text.utf8.contains(UInt8(ascii: " ")))
            texts[symbol] = needsQuotes ? "\"\(text)\"" : text
        }
        let text = word.map { texts[$0] ?? "?" }.joined(separator: isSeparated ? " " : "")
        return text == "ε" ? "\"ε\"" : text
    }
}

extension Alphabet {
    /// Returns the symbol of another alphabet of this kind with the same name, or with the least
    /// member of this one's class.
    fileprivate func counterpart(of symbol: Symbol, in other: Alphabet) -> Symbol? {
        switch (storage, other.storage) {
        case (.named(let names), .named(let otherNames)):
            names.withUTF8(at: Int(symbol)) { otherNames.id(of: $0) }
        case (.partition(let partition), .partition(let otherPartition)) where partition.domain == otherPartition.domain:
            partition.representative(of: symbol).flatMap { otherPartition.symbol(for: $0) }
        default: nil
        }
    }

    /// Returns a readable symbol; for a class a visible member, if there is one.
    fileprivate func visibleText(of symbol: Symbol) -> String {
        switch storage {
        case .named(let names): return names[symbol].printable
        case .partition(let partition):
            guard let letter = partition.sample(of: symbol) else { return "?" }
            if partition.domain == .bytes, letter >= 0x80 {
                return SymbolPartition.name(of: letter, domain: .bytes)
            }
            return Unicode.Scalar(letter).map { String($0).printable } ?? "?"
        }
    }

    /// Returns a letter for each symbol of a word: the symbol itself, or a member of its class,
    /// preferably a visible one.
    @_spi(Tool) public func sampleLetters(of word: some Sequence<Symbol>) -> [Letter] {
        switch storage {
        case .named: return word.map(\.rawValue)
        case .partition(let partition):
            var samples: [Symbol: Letter] = [:]
            return word.map { symbol in
                if let sample = samples[symbol] { return sample }
                // Symbols outside the alphabet are written as question marks.
                let sample = partition.sample(of: symbol) ?? 0x3F
                samples[symbol] = sample
                return sample
            }
        }
    }
}

extension SymbolPartition {
    /// Returns the least member of a class.
    package func representative(of symbol: Symbol) -> UInt32? {
        ranges.first { $0.symbol == symbol }?.lower
    }

    /// Returns a member of a class, by preference: a small letter, a capital, a digit, another
    /// visible ASCII character; for scalars a visible one beyond ASCII; a space; a scalar that
    /// isn't a control character; the least member.
    fileprivate func sample(of symbol: Symbol) -> UInt32? {
        let ranges = ranges.filter { $0.symbol == symbol }
        for wanted in domain == .bytes ? Self.visibleASCII + [0x20...0x20] : Self.visibleScalars {
            for range in ranges where range.lower <= wanted.upperBound && range.upper >= wanted.lowerBound {
                return max(range.lower, wanted.lowerBound)
            }
        }
        return ranges.first?.lower
    }

    private static let visibleASCII: [ClosedRange<UInt32>] = [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x21...0x7E]

    /// Latin letters with diacritics, without the soft hyphen; Greek, Cyrillic, and ideographs;
    /// then the space, and all scalars except control characters.
    private static let visibleScalars: [ClosedRange<UInt32>] =
        visibleASCII + [
            0xA1...0xAC, 0xAE...0x2AF, 0x391...0x3A1, 0x3A3...0x3FF, 0x400...0x45F, 0x4E00...0x9FA5, 0x20...0x20,
            0xA0...0xD7FF, 0xE000...0x10FFFF,
        ]
}
