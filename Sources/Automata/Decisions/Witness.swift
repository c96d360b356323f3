/// A word that shows why a question about languages was answered as it was: a word that is accepted, rejected, or accepted by
/// one automaton and not by the other.
///
/// Of all words that would do, a decision gives the shortest, and of those the least in the order of the alphabet's symbols.
/// Where symbols are classes, any choice of members will do, and ``description`` shows one.
///
/// ```swift
/// print(witness)                        // aab
/// print(automaton.accepts(witness.word))
/// ```
public struct Witness: Sendable, Hashable {
    /// What the symbols of the word are; where several automata were compared, their joint alphabet.
    public let alphabet: Alphabet
    /// The word.
    public let word: [Symbol]

    /// The given word over an alphabet that has all of its symbols.
    public init(_ word: [Symbol], over alphabet: Alphabet) {
        assert(word.allSatisfy { Int($0) < alphabet.count })
        self.alphabet = alphabet
        self.word = word
    }

    /// The length of the word.
    public var length: Int { word.count }

    /// Whether an automaton accepts the word, whose symbols are found in its alphabet by their names or by the members of their
    /// classes. A symbol that it doesn't have is accepted nowhere.
    ///
    /// - Complexity: that of reading the word, and O(*w* log *r*) where symbols are classes of *r* ranges.
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
    /// The word as a text that people read: one member stands for each class, what can't be seen is escaped, and the empty
    /// word is `ε`. Named symbols are set apart by spaces where some name has more than one scalar. A program reads
    /// ``Alphabet/text(_:separator:)``.
    public var description: String {
        if word.isEmpty { return "ε" }
        var texts: [Symbol: String] = [:]
        for symbol in Set(word) { texts[symbol] = alphabet.visibleText(of: symbol) }
        let isSeparated = alphabet.kind == .named && texts.values.contains { $0.unicodeScalars.count != 1 }
        return word.map { texts[$0] ?? "?" }.joined(separator: isSeparated ? " " : "")
    }
}

extension Alphabet {
    /// The symbol of another alphabet of this kind that has the same name, or the least member of this one's class.
    fileprivate func counterpart(of symbol: Symbol, in other: Alphabet) -> Symbol? {
        switch (storage, other.storage) {
        case (.named(let names), .named(let otherNames)):
            names.withUTF8(of: symbol) { otherNames.id(of: $0) }
        case (.partition(let partition), .partition(let otherPartition)) where partition.domain == otherPartition.domain:
            partition.representative(of: symbol).flatMap { otherPartition.symbol(for: $0) }
        default: nil
        }
    }

    /// A symbol as people read it; of a class a member that can be seen, where there is one.
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

    /// A symbol's name, or a member of its class.
    func sampleText(of symbol: Symbol) -> String? {
        switch storage {
        case .named: Int(symbol) < count ? name(of: symbol) : nil
        case .partition(let partition):
            partition.sample(of: symbol).map { letter in
                if partition.domain == .bytes {
                    return String(decoding: [UInt8(truncatingIfNeeded: letter)], as: UTF8.self)
                }
                return Unicode.Scalar(letter).map { String($0) } ?? "?"
            }
        }
    }

    /// A letter for each symbol of a word: the symbol itself, or of a class a member, one that can be seen where there is one.
    package func sampleLetters(of word: some Sequence<Symbol>) -> [Letter] {
        switch storage {
        case .named: return Array(word)
        case .partition(let partition):
            var samples: [Symbol: Letter] = [:]
            return word.map { symbol in
                if let sample = samples[symbol] { return sample }
                // What isn't in the alphabet is written as a question mark.
                let sample = partition.sample(of: symbol) ?? 0x3F
                samples[symbol] = sample
                return sample
            }
        }
    }
}

extension SymbolPartition {
    /// The least member of a class.
    package func representative(of symbol: Symbol) -> UInt32? {
        ranges.first { $0.symbol == symbol }?.lower
    }

    /// A member of a class: a small letter, a capital, a digit, another visible ASCII character, or else the least.
    fileprivate func sample(of symbol: Symbol) -> UInt32? {
        let ranges = ranges.filter { $0.symbol == symbol }
        for wanted: ClosedRange<UInt32> in [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x21...0x7E] {
            for range in ranges where range.lower <= wanted.upperBound && range.upper >= wanted.lowerBound {
                return max(range.lower, wanted.lowerBound)
            }
        }
        return ranges.first?.lower
    }
}
