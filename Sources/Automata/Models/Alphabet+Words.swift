extension Alphabet {
    /// Returns the symbol with the given name, or `nil` if there is none. In an alphabet of bytes
    /// or scalars, the name must be one byte or one scalar, and the symbol is its class.
    public func symbol(named name: String) -> Symbol? {
        switch storage {
        case .named(let names):
            return names.id(of: name)
        case .partition(let partition):
            switch partition.domain {
            case .bytes:
                var bytes = name.utf8.makeIterator()
                guard let byte = bytes.next(), bytes.next() == nil else { return nil }
                return partition.symbol(for: UInt32(byte))
            case .scalars:
                var scalars = name.unicodeScalars.makeIterator()
                guard let scalar = scalars.next(), scalars.next() == nil else { return nil }
                return partition.symbol(for: scalar.value)
            }
        }
    }

    /// Returns the symbol of a byte: its class, or the named symbol whose name is this one byte;
    /// `nil` if there is none. In an alphabet of scalars, only ASCII bytes have a symbol.
    public func symbol(for byte: UInt8) -> Symbol? {
        switch storage {
        case .named(let names):
            withUnsafeBytes(of: byte) { names.id(of: $0.assumingMemoryBound(to: UInt8.self)) }
        case .partition(let partition):
            partition.domain == .scalars && byte >= 0x80 ? nil : partition.symbol(for: UInt32(byte))
        }
    }

    /// Returns the symbol of a Unicode scalar: its class, or the named symbol whose name is this
    /// one scalar; `nil` if there is none. In an alphabet of bytes, only ASCII scalars have a
    /// symbol.
    public func symbol(for scalar: Unicode.Scalar) -> Symbol? {
        switch storage {
        case .named(let names): names.id(of: String(scalar))
        case .partition(let partition):
            partition.domain == .bytes && !scalar.isASCII ? nil : partition.symbol(for: scalar.value)
        }
    }

    /// Parses a text as a word.
    ///
    /// Without a separator, the text is split into bytes if the alphabet is one of bytes, otherwise
    /// into Unicode scalars. With a separator, each piece names a symbol. The empty text is the
    /// empty word in both cases.
    ///
    /// - Complexity: O(length of the text and of the separator) time, plus a look-up per symbol.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for the first piece that isn't a
    ///   symbol.
    public func word(_ text: String, separator: String? = nil) throws(AutomataError) -> [Symbol] {
        try word(spelled: Array(text.utf8), separator: separator.map { Array($0.utf8) })
    }

    /// Parses a text as ``word(_:separator:)`` does. The text may be invalid UTF-8 if some name is,
    /// or if symbols are bytes.
    @_spi(Tool) public func word(spelled text: [UInt8], separator: [UInt8]?) throws(AutomataError) -> [Symbol] {
        var word: [Symbol] = []
        try Self.forEachPiece(of: text, separator, kind) { (piece) throws(AutomataError) in
            let name = text[piece]
            guard let symbol = symbol(spelled: name) else {
                throw .unknownSymbol(
                    kind == .bytes && name.count == 1 && separator?.isEmpty ?? true
                        ? SymbolNames.byte(name[piece.lowerBound]) : SymbolNames.readable(name),
                    position: word.count)
            }
            word.append(symbol)
        }
        return word
    }

    /// Calls the body with each piece of a text that names a symbol.
    ///
    /// Pieces are separated by the separator. Without one, each byte of an alphabet of bytes, or
    /// each scalar or invalid byte otherwise, is a piece.
    private static func forEachPiece(
        of text: [UInt8], _ separator: [UInt8]?, _ kind: Kind, _ body: (Range<Int>) throws(AutomataError) -> Void
    ) throws(AutomataError) {
        if text.isEmpty { return }
        if let separator, !separator.isEmpty {
            var pieces = SeparatedPieces(of: text, at: separator)
            while let piece = pieces.next() { try body(piece) }
            return
        }
        if kind == .bytes {
            for index in text.indices { try body(index..<index + 1) }
            return
        }
        var (rest, parser, index) = (text.makeIterator(), Unicode.UTF8.ForwardParser(), 0)
        while true {
            switch parser.parseScalar(from: &rest) {
            case .emptyInput: return
            case .valid(let scalar):
                try body(index..<index + scalar.count)
                index += scalar.count
            case .error(let length):
                for byte in index..<index + length { try body(byte..<byte + 1) }
                index += length
            }
        }
    }

    /// Returns the word as text that ``word(_:separator:)`` reads back with the same separator.
    ///
    /// The separator stands between names. It defaults to a space if some name isn't one scalar,
    /// and to nothing otherwise. A class is written as one of its members. A symbol that isn't in
    /// the alphabet is `?`; bytes that aren't valid UTF-8 become U+FFFD.
    ///
    /// Words with a name that contains or overlaps the separator can't be read back. The word of a
    /// single empty name can't be read back either, because it looks like the empty word.
    ///
    /// - Complexity: O(length of the result and of all names).
    public func text(_ word: some Sequence<Symbol>, separator: String? = nil) -> String {
        text(Array(word), separator: separator, watch: NoWatch())
    }

    /// Returns the same text as ``text(_:separator:)``, within a budget. A text that is longer than
    /// the budget allows isn't made at all.
    ///
    /// - Complexity: O(length of the result and of all names).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func text(
        _ word: some Sequence<Symbol>, separator: String? = nil, budget: Budget
    ) throws(AutomataError) -> String {
        try text(Array(word), separator: separator, watch: budget)
    }

    private func text<Watch: WorkWatch>(
        _ word: [Symbol], separator: String?, watch: Watch
    ) throws(Watch.Failure) -> String {
        if kind != .named {
            let (writer, letters) = (LetterText(self, separator: separator), sampleLetters(of: word))
            try watch.check(bytes: writer.byteCount(of: letters))
            return String(decoding: writer.bytes(of: letters), as: UTF8.self)
        }
        var names: [Symbol: String] = [:]
        for symbol in Set(word) where Int(symbol) < count { names[symbol] = name(of: symbol) }
        let separator = separator ?? (needsSeparator ? " " : "")
        func write(to text: inout MeasuredText<Watch>) throws(Watch.Failure) {
            for (position, symbol) in word.enumerated() {
                if position > 0 { try text.append(separator) }
                try text.append(names[symbol] ?? "?")
            }
        }
        var text = MeasuredText(watch)
        try write(to: &text)
        try text.beginWriting()
        try write(to: &text)
        return text.text
    }
}

extension Alphabet {
    /// Whether words need a separator between symbols, because some name isn't one scalar.
    var needsSeparator: Bool {
        guard case .named(let names) = storage else { return false }
        return symbols.contains { symbol in
            let name = names.utf8(of: symbol)
            // No scalar takes more than four bytes; a name from a file need not be UTF-8.
            return name.count > 4 || String(validating: name, as: UTF8.self)?.unicodeScalars.count != 1
        }
    }

    /// Returns the symbol of a piece of text. The piece may be invalid UTF-8 if some name is, or if
    /// symbols are bytes.
    @_spi(Tool) public func symbol(spelled piece: ArraySlice<UInt8>) -> Symbol? {
        switch storage {
        case .named(let names): piece.withUnsafeBufferPointer { names.id(of: $0) }
        case .partition(let partition) where partition.domain == .bytes:
            piece.count == 1 ? partition.symbol(for: UInt32(piece[piece.startIndex])) : nil
        case .partition: String(validating: piece, as: UTF8.self).flatMap { symbol(named: $0) }
        }
    }

    /// Returns the alphabet of the given symbols, numbered in the given order.
    ///
    /// - Precondition: the symbols are named, and there are no duplicates.
    @_spi(Tool) public func restricted(to symbols: [Symbol]) throws(AutomataError) -> Alphabet {
        guard case .named(let names) = storage else { throw .incompatibleAlphabets(kind, .named) }
        var kept = NameTable(minimumCapacity: symbols.count)
        for symbol in symbols {
            _ = try names.withUTF8(at: Int(symbol)) { (name) throws(AutomataError) in try kept.intern(name) }
        }
        return Alphabet(kept)
    }

    /// The first name that isn't valid UTF-8, in readable form.
    @_spi(Tool) public var firstNonUTF8Name: String? {
        guard case .named(let names) = storage else { return nil }
        return symbols.lazy.map { names.utf8(of: $0) }
            .first { String(validating: $0, as: UTF8.self) == nil }.map(SymbolNames.readable)
    }

    /// Creates the alphabet of the symbols in any of the texts, in the order of first occurrence.
    @_spi(Tool) public init(spelledBy texts: [[UInt8]], separator: [UInt8]?, kind: Kind) throws(AutomataError) {
        var names = NameTable()
        for text in texts {
            try Self.forEachPiece(of: text, separator, kind) { (piece) throws(AutomataError) in
                if kind == .scalars, String(validating: text[piece], as: UTF8.self) == nil {
                    throw .unknownSymbol(SymbolNames.readable(text[piece]), position: nil)
                }
                try text[piece].withUnsafeBufferPointer { (name) throws(AutomataError) in _ = try names.intern(name) }
            }
        }
        switch kind {
        case .named: self.init(names)
        case .bytes:
            var known = [Bool](repeating: false, count: 256)
            var classes: [[ClosedRange<UInt8>]] = []
            for byte in names.bytes where !known[Int(byte)] {
                known[Int(byte)] = true
                classes.append([byte...byte])
            }
            self = try .bytes(classes)
        case .scalars:
            // A piece of several scalars isn't a symbol, but its scalars are.
            var known: Set<Unicode.Scalar> = []
            let scalars = String(decoding: names.bytes, as: UTF8.self).unicodeScalars.filter {
                known.insert($0).inserted
            }
            self = try .scalars(scalars.map { [$0...$0] })
        }
    }
}

/// The pieces of a text between separators. They are found by the Knuth–Morris–Pratt algorithm
/// (doi:10.1137/0206024), because repeated bytes would make a plain search quadratic.
@_spi(Tool) public struct SeparatedPieces {
    private let text: [UInt8]
    private let separator: [UInt8]
    /// The length of the longest border of each prefix of the separator.
    private let borders: [Int]
    private var index = 0
    private var isAtEnd = false

    /// Splits a text at a separator, which must not be empty.
    public init(of text: [UInt8], at separator: [UInt8]) {
        self.text = text
        self.separator = separator
        var borders = [0]
        for byte in separator.dropFirst() {
            var length = borders[borders.count - 1]
            while length > 0, separator[length] != byte { length = borders[length - 1] }
            borders.append(separator[length] == byte ? length + 1 : 0)
        }
        self.borders = borders
    }

    /// Returns the range of the next piece, or `nil` after the last one. If the text ends with a
    /// separator, the last piece is empty.
    public mutating func next() -> Range<Int>? {
        if isAtEnd { return nil }
        let start = index
        var matched = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            while matched > 0, separator[matched] != byte { matched = borders[matched - 1] }
            if separator[matched] == byte { matched += 1 }
            if matched == separator.count { return start..<index - matched }
        }
        isAtEnd = true
        return start..<text.count
    }
}

private enum SymbolNames {
    static func byte(_ byte: UInt8) -> String {
        byte > 0x20 && byte < 0x7F ? String(UnicodeScalar(byte)) : "byte \(byte)"
    }

    /// Returns a name with bytes that aren't valid UTF-8 written as `\xE9`.
    static func readable(_ name: ArraySlice<UInt8>) -> String {
        String(validating: name, as: UTF8.self)
            ?? name.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "\\x" + String($0, radix: 16, uppercase: true) }
            .joined()
    }
}
