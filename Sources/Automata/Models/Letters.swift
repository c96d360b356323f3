/// A letter of a word that is enumerated, counted, ranked or drawn: a symbol in an alphabet of
/// named symbols, and one byte or one Unicode scalar, by its value, where symbols are classes of
/// these.
///
/// A class of 26 letters so gives 26 words, and the words of a language and their order don't
/// depend on how it was cut into classes.
public typealias Letter = UInt32

extension Alphabet {
    /// The symbols that the letters of a word belong to, as ``FiniteAutomaton/accepts(_:)`` reads
    /// it; `nil` where a letter belongs to none.
    ///
    /// - Complexity: O(*w* log *r*) for *w* letters and classes of *r* ranges.
    public func symbols(ofLetters letters: some Sequence<Letter>) -> [Symbol]? {
        var word: [Symbol] = []
        word.reserveCapacity(letters.underestimatedCount)
        for letter in letters {
            guard let symbol = symbol(ofLetter: letter) else { return nil }
            word.append(symbol)
        }
        return word
    }

    /// The symbol that a letter belongs to.
    package func symbol(ofLetter letter: Letter) -> Symbol? {
        switch storage {
        case .named(let names): Int(letter) < names.count ? Symbol(letter) : nil
        case .partition(let partition): partition.domain.contains(letter) ? partition.symbol(for: letter) : nil
        }
    }

    /// The letters that a text spells; it is split as ``word(_:separator:)`` does.
    ///
    /// - Complexity: that of ``word(_:separator:)``.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for the first piece that is no
    ///   symbol, nor in a class.
    public func letters(_ text: String, separator: String? = nil) throws(AutomataError) -> [Letter] {
        try letters(spelled: Array(text.utf8), separator: separator.map { Array($0.utf8) })
    }

    /// ``letters(_:separator:)`` for a text whose bytes need not be UTF-8 where a name isn't, or
    /// where they are letters.
    @_spi(Tool) public func letters(
        spelled text: [UInt8], separator: [UInt8]?
    ) throws(AutomataError) -> [Letter] {
        let word = try word(spelled: text, separator: separator)
        let separator = separator ?? []
        switch kind {
        case .named: return word.map(\.rawValue)
        // Each piece is one byte or scalar, or it would have been no symbol.
        case .bytes: return Self.singleValues(text, between: separator).map(Letter.init)
        case .scalars:
            let (text, separator) = (String(decoding: text, as: UTF8.self), String(decoding: separator, as: UTF8.self))
            return Self.singleValues(Array(text.unicodeScalars), between: Array(separator.unicodeScalars)).map(\.value)
        }
    }

    /// Every value that follows a separator, and the first one.
    private static func singleValues<Value>(_ values: [Value], between separator: [Value]) -> [Value] {
        stride(from: 0, to: values.count, by: separator.count + 1).map { values[$0] }
    }

    /// A word as bytes: names in UTF-8 with the separator between them, bytes as they are, and
    /// scalars in UTF-8.
    ///
    /// - Parameters:
    ///   - letters: the word.
    ///   - separator: what stands between two letters; unless given, a space where some name isn't
    ///     one scalar, else nothing.
    /// - Complexity: O(length of the result and of all names).
    public func utf8(ofLetters letters: some Sequence<Letter>, separator: String? = nil) -> [UInt8] {
        LetterText(self, separator: separator).bytes(of: letters)
    }

    /// A word as text; see ``utf8(ofLetters:separator:)``. What is no UTF-8 is mended.
    ///
    /// - Complexity: O(length of the result and of all names).
    public func text(ofLetters letters: some Sequence<Letter>, separator: String? = nil) -> String {
        String(decoding: utf8(ofLetters: letters, separator: separator), as: UTF8.self)
    }
}

/// Writes many words over one alphabet.
@_spi(Tool) public struct LetterText {
    private let kind: Alphabet.Kind
    private let names: [[UInt8]]
    private let separator: [UInt8]

    /// Creates a writer with a separator between letters, by default the alphabet's own.
    public init(_ alphabet: Alphabet, separator: String? = nil) {
        self.init(alphabet, separatedBy: separator.map { Array($0.utf8) })
    }

    /// As ``init(_:separator:)``, with a separator that may be no text.
    public init(_ alphabet: Alphabet, separatedBy separator: [UInt8]?) {
        kind = alphabet.kind
        // As they are, as they need not be UTF-8.
        if case .named(let names) = alphabet.storage {
            self.names = alphabet.symbols.map { Array(names.utf8(of: $0)) }
        } else {
            names = []
        }
        self.separator = separator ?? (alphabet.needsSeparator ? [UInt8(ascii: " ")] : [])
    }

    /// The text of a word.
    public func bytes(of letters: some Sequence<Letter>) -> [UInt8] {
        var bytes: [UInt8] = []
        append(letters, to: &bytes)
        return bytes
    }

    /// The length of ``bytes(of:)``; where it can't be counted, the largest number.
    public func byteCount(of letters: some Collection<Letter>) -> Int {
        let (separators, overflow) = max(0, letters.count - 1).multipliedReportingOverflow(by: separator.count)
        if overflow { return .max }
        var total = separators
        for letter in letters {
            let count =
                switch kind {
                case .named: Int(letter) < names.count ? names[Int(letter)].count : 1
                case .bytes: 1
                case .scalars: UTF8.width(Unicode.Scalar(letter) ?? "\u{FFFD}")
                }
            let (sum, overflow) = total.addingReportingOverflow(count)
            if overflow { return .max }
            total = sum
        }
        return total
    }

    /// Appends the text of a word.
    public func append(_ letters: some Sequence<Letter>, to bytes: inout [UInt8]) {
        var isFirst = true
        for letter in letters {
            if !isFirst { bytes.append(contentsOf: separator) }
            isFirst = false
            switch kind {
            case .named: bytes.append(contentsOf: Int(letter) < names.count ? names[Int(letter)] : [0x3F])
            case .bytes: bytes.append(UInt8(truncatingIfNeeded: letter))
            case .scalars: bytes.append(contentsOf: String(Unicode.Scalar(letter) ?? "\u{FFFD}").utf8)
            }
        }
    }
}
