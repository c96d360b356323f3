/// A letter of a word that is enumerated, counted, ranked or drawn: a symbol in an alphabet of
/// named symbols, otherwise the value of one byte or one Unicode scalar.
///
/// A class of 26 letters yields 26 words, so the words and their order don't depend on the classes.
public typealias Letter = UInt32

extension Alphabet {
    /// Returns the symbols of the letters of a word, as ``FiniteAutomaton/accepts(_:)`` reads them,
    /// or `nil` if a letter has no symbol.
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

    package func symbol(ofLetter letter: Letter) -> Symbol? {
        switch storage {
        case .named(let names): Int(letter) < names.count ? Symbol(letter) : nil
        case .partition(let partition): partition.domain.contains(letter) ? partition.symbol(for: letter) : nil
        }
    }

    /// Parses a text as letters; see ``word(_:separator:)``.
    ///
    /// - Complexity: O(length of the text and of the separator) time, plus a look-up per symbol.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for the first piece that is neither a
    ///   named symbol nor a member of a class.
    public func letters(_ text: String, separator: String? = nil) throws(AutomataError) -> [Letter] {
        try letters(spelled: Array(text.utf8), separator: separator.map { Array($0.utf8) })
    }

    /// Parses a text as ``letters(_:separator:)`` does. The text may be invalid UTF-8 if some name
    /// is, or if letters are bytes.
    @_spi(Tool) public func letters(
        spelled text: [UInt8], separator: [UInt8]?
    ) throws(AutomataError) -> [Letter] {
        let word = try word(spelled: text, separator: separator)
        let separator = separator ?? []
        switch kind {
        case .named: return word.map(\.rawValue)
        // Each piece is one byte or scalar; anything else isn't a symbol.
        case .bytes: return Self.singleValues(text, between: separator).map(Letter.init)
        case .scalars:
            let (text, separator) = (String(decoding: text, as: UTF8.self), String(decoding: separator, as: UTF8.self))
            return Self.singleValues(Array(text.unicodeScalars), between: Array(separator.unicodeScalars)).map(\.value)
        }
    }

    /// Returns the first value and every value after a separator.
    private static func singleValues<Value>(_ values: [Value], between separator: [Value]) -> [Value] {
        stride(from: 0, to: values.count, by: separator.count + 1).map { values[$0] }
    }

    /// Returns a word as bytes: names and scalars in UTF-8, bytes as they are, with the separator
    /// between letters.
    ///
    /// - Parameters:
    ///   - letters: the word.
    ///   - separator: the text between two letters; by default a space if some name isn't one
    ///     scalar, otherwise nothing.
    /// - Complexity: O(length of the result and of all names).
    public func utf8(ofLetters letters: some Sequence<Letter>, separator: String? = nil) -> [UInt8] {
        LetterText(self, separator: separator).bytes(of: letters)
    }

    /// Returns ``utf8(ofLetters:separator:)`` as text, with U+FFFD for invalid UTF-8.
    ///
    /// - Complexity: O(length of the result and of all names).
    public func text(ofLetters letters: some Sequence<Letter>, separator: String? = nil) -> String {
        String(decoding: utf8(ofLetters: letters, separator: separator), as: UTF8.self)
    }
}

/// A writer for many words over one alphabet.
@_spi(Tool) public struct LetterText {
    private let kind: Alphabet.Kind
    private let names: [[UInt8]]
    private let separator: [UInt8]

    /// Creates a writer with a separator between letters: by default a space if some name isn't one
    /// scalar, otherwise nothing.
    public init(_ alphabet: Alphabet, separator: String? = nil) {
        self.init(alphabet, separatedBy: separator.map { Array($0.utf8) })
    }

    /// Creates a writer with a separator between letters, which may be invalid UTF-8; `nil` stands
    /// for the default separator.
    public init(_ alphabet: Alphabet, separatedBy separator: [UInt8]?) {
        kind = alphabet.kind
        // Names are copied as they are, because they need not be UTF-8.
        if case .named(let names) = alphabet.storage {
            self.names = alphabet.symbols.map { Array(names.utf8(of: $0)) }
        } else {
            names = []
        }
        self.separator = separator ?? (alphabet.needsSeparator ? [UInt8(ascii: " ")] : [])
    }

    /// Returns the text of a word.
    public func bytes(of letters: some Sequence<Letter>) -> [UInt8] {
        var bytes: [UInt8] = []
        append(letters, to: &bytes)
        return bytes
    }

    /// Returns the length of ``bytes(of:)``, or `Int.max` if the length is larger.
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
