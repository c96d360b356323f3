// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_spi(Tool) internal import Automata
public import CAutomata
internal import Glibc

@c @implementation
public func automata_alphabet_from_names(
    _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int>?, _ count: Int,
    _ alphabet: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAlphabet(alphabet, error) { () throws(CallError) in
        let (names, duplicate) = try Argument.names(names, lengths, count)
        if let duplicate { throw .core(.duplicateSymbol(duplicate)) }
        return Alphabet(names)
    }
}

@c @implementation
public func automata_alphabet_bytes(
    _ alphabet: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAlphabet(alphabet, error) { () throws(CallError) in .bytes }
}

@c @implementation
public func automata_alphabet_from_ranges(
    _ kind: automata_alphabet_kind, _ ranges: UnsafePointer<automata_symbol_range>?, _ count: Int,
    _ alphabet: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAlphabet(alphabet, error) { () throws(CallError) in
        let domain: SymbolPartition.Domain =
            switch kind {
            case AUTOMATA_ALPHABET_BYTES: .bytes
            case AUTOMATA_ALPHABET_SCALARS: .scalars
            default:
                throw .invalidArgument("invalid 'kind'; expected AUTOMATA_ALPHABET_BYTES or AUTOMATA_ALPHABET_SCALARS")
            }
        let ranges = try Argument.array(ranges, count, "ranges").map {
            SymbolPartition.ClassRange(lower: $0.lower, upper: $0.upper, symbol: Symbol($0.symbol))
        }
        // Each symbol has a range, so there can't be more symbols than ranges.
        let symbolCount = ranges.reduce(0) { max($0, Int($1.symbol) + 1) }
        guard symbolCount <= ranges.count else {
            throw .core(.symbolOutOfRange(Symbol(symbolCount - 1), symbolCount: ranges.count))
        }
        return try core { () throws(AutomataError) in
            Alphabet(try SymbolPartition(domain: domain, ranges: ranges, count: symbolCount))
        }
    }
}

private func makeAlphabet(
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?,
    _ body: () throws(CallError) -> Alphabet
) -> automata_status {
    make(result, "alphabet", error) { () throws(CallError) -> AlphabetHandle? in
        AlphabetHandle(try body())
    }
}

@c @implementation
public func automata_alphabet_retain(_ alphabet: OpaquePointer?) -> OpaquePointer? { AlphabetHandle.retained(alphabet) }

@c @implementation
public func automata_alphabet_free(_ alphabet: OpaquePointer?) { AlphabetHandle.free(alphabet) }

@c @implementation
public func automata_alphabet_kind_of(_ alphabet: OpaquePointer?) -> automata_alphabet_kind {
    switch AlphabetHandle.from(alphabet)?.alphabet.kind {
    case nil: automata_alphabet_kind(0)
    case .named: AUTOMATA_ALPHABET_NAMED
    case .bytes: AUTOMATA_ALPHABET_BYTES
    case .scalars: AUTOMATA_ALPHABET_SCALARS
    }
}

@c @implementation
public func automata_alphabet_symbol_count(_ alphabet: OpaquePointer?) -> Int {
    AlphabetHandle.from(alphabet)?.symbolCount ?? 0
}

@c @implementation
public func automata_alphabet_symbol_width(_ alphabet: OpaquePointer?, _ symbol: automata_symbol) -> Int {
    guard let handle = AlphabetHandle.from(alphabet), Int(symbol) < handle.symbolCount else { return 0 }
    return handle.alphabet.kind == .named ? 1 : handle.alphabet.width(of: Symbol(symbol))
}

@c @implementation
public func automata_alphabet_symbol_name(
    _ alphabet: OpaquePointer?, _ symbol: automata_symbol
) -> UnsafePointer<CChar>? {
    guard let handle = AlphabetHandle.from(alphabet) else { return emptyText }
    return handle.names[symbol]
}

@c @implementation
public func automata_alphabet_symbol_names(_ alphabet: OpaquePointer?) -> automata_names {
    AlphabetHandle.from(alphabet)?.names.lent ?? automata_names()
}

@c @implementation
public func automata_alphabet_ranges(_ alphabet: OpaquePointer?) -> automata_symbol_ranges {
    guard let ranges = AlphabetHandle.from(alphabet)?.ranges else { return automata_symbol_ranges() }
    return automata_symbol_ranges(items: ranges.start, count: ranges.count)
}

@c @implementation
public func automata_alphabet_equal(_ left: OpaquePointer?, _ right: OpaquePointer?) -> Bool {
    guard let left = AlphabetHandle.from(left), let right = AlphabetHandle.from(right) else { return false }
    return left.alphabet == right.alphabet
}

@c @implementation
public func automata_alphabet_find_symbol(
    _ alphabet: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ symbol: UnsafeMutablePointer<automata_symbol>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    symbol?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let alphabet = try AlphabetHandle.required(alphabet).alphabet
        let result = try required(symbol, "symbol")
        let bytes = try Argument.text(name, length, "name")
        guard let symbol = alphabet.symbol(named: bytes) else {
            throw .core(.unknownSymbol(String(decoding: bytes, as: UTF8.self).printable, position: nil))
        }
        result.initialize(to: symbol.rawValue)
    }
}

@c @implementation
public func automata_word_from_text(
    _ alphabet: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int, _ separator: UnsafePointer<CChar>?,
    _ separatorLength: Int, _ word: UnsafeMutablePointer<UnsafeMutablePointer<automata_symbol>?>?,
    _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(word, count)
    return call(error) { () throws(CallError) in
        let alphabet = try AlphabetHandle.required(alphabet).alphabet
        try result.check("word")
        try result.hand(out: try alphabet.word(text, length, separator, separatorLength))
    }
}

@c @implementation
public func automata_word_text(
    _ alphabet: OpaquePointer?, _ word: UnsafePointer<automata_symbol>?, _ count: Int,
    _ separator: UnsafePointer<CChar>?, _ separatorLength: Int,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let handle = try AlphabetHandle.required(alphabet)
        try result.check("text", "length")
        let word: UnsafeBufferPointer<Symbol> = try Argument.ids(word, count, "word")
        for symbol in word where Int(symbol) >= handle.symbolCount {
            throw .core(.symbolOutOfRange(symbol, symbolCount: handle.symbolCount))
        }
        var between = try Argument.text(separator, separatorLength, "separator")
        if handle.alphabet.kind != .named {
            let writer = LetterText(handle.alphabet, separatedBy: Array(between))
            let letters = handle.alphabet.sampleLetters(of: word)
            let (byteCount, budget) = (writer.byteCount(of: letters), try Budget(nil))
            try core { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: byteCount) }
            let bytes = writer.bytes(of: letters)
            return try bytes.withUnsafeBufferPointer { (bytes) throws(CallError) in try result.hand(out: bytes) }
        }
        let names = handle.names
        let space: [UInt8] = [UInt8(ascii: " ")]
        try space.withUnsafeBufferPointer { (space) throws(CallError) in
            if separator == nil, !names.areSingleScalars { between = space }
            try result.hand(out: names, of: word, separatedBy: between)
        }
    }
}

extension ArrayResult<CChar> {
    /// Hands out the names of a word, written directly into the memory for C, as their length is
    /// known.
    fileprivate func hand(
        out names: StableNames, of word: UnsafeBufferPointer<Symbol>,
        separatedBy separator: UnsafeBufferPointer<UInt8>
    ) throws(CallError) {
        var length = 0
        for (index, symbol) in word.enumerated() {
            let piece = names.bytes(of: symbol.rawValue).count + (index == 0 ? 0 : separator.count)
            let (sum, isTooMuch) = length.addingReportingOverflow(piece)
            if isTooMuch || sum == .max { throw .core(.tooLarge("characters")) }
            length = sum
        }
        let limit = AvailableMemory.clampedToFreeMemory(.max)
        guard length <= limit else { throw .core(.budgetExceeded(statesBuilt: 0, limit: .memory)) }
        try hand(length: length) { append in
            for (index, symbol) in word.enumerated() {
                if index > 0 { append(separator) }
                append(names.bytes(of: symbol.rawValue))
            }
        }
    }
}

extension Alphabet {
    /// Returns the symbol with a name, whose bytes need not be UTF-8.
    func symbol(named name: UnsafeBufferPointer<UInt8>) -> Symbol? {
        switch storage {
        case .named(let names): return names.id(of: name)
        case .partition(let partition) where partition.domain == .bytes:
            return name.count == 1 ? partition.symbol(for: UInt32(name[0])) : nil
        case .partition: return String(validating: name, as: UTF8.self).flatMap { symbol(named: $0) }
        }
    }

    /// Returns the word whose symbol names are separated in a text.
    private func word(
        _ text: UnsafeBufferPointer<UInt8>, separatedBy separator: UnsafeBufferPointer<UInt8>
    ) throws(CallError) -> [Symbol] {
        var word: [Symbol] = []
        if text.isEmpty { return word }
        var pieces = SeparatedPieces(of: Array(text), at: Array(separator))
        while let piece = pieces.next() {
            let name = UnsafeBufferPointer(rebasing: text[piece])
            guard let symbol = symbol(named: name) else {
                throw .core(
                    .unknownSymbol(String(decoding: name, as: UTF8.self).printable, position: word.count))
            }
            word.append(symbol)
        }
        return word
    }

    /// Returns the word that a text spells; over bytes and without a separator, the text may have
    /// any bytes.
    func word(
        _ text: UnsafePointer<CChar>?, _ length: Int, _ separator: UnsafePointer<CChar>?, _ separatorLength: Int
    ) throws(CallError) -> [Symbol] {
        let separator = try Argument.text(separator, separatorLength, "separator")
        if !separator.isEmpty {
            return try word(try Argument.text(text, length, "text"), separatedBy: separator)
        }
        guard kind == .bytes else {
            let bytes = try Argument.text(text, length, "text")
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .invalidArgument(
                    "'text' isn't UTF-8 and can't be split into characters; give a separator, or the word as symbols"
                )
            }
            return try core { () throws(AutomataError) in try self.word(text) }
        }
        let bytes = try Argument.text(text, length, "text")
        var word: [Symbol] = []
        word.reserveCapacity(bytes.count)
        for byte in bytes {
            guard let symbol = symbol(for: byte) else {
                let name = byte > 0x20 && byte < 0x7F ? String(UnicodeScalar(byte)) : "byte \(byte)"
                throw .core(.unknownSymbol(name, position: word.count))
            }
            word.append(symbol)
        }
        return word
    }
}
