internal import Automata
internal import WorkLimits

/// A reader that divides a run of letters, digits and marks into symbols.
struct GrammarSymbolReader {
    let bytes: [UInt8]
    let texts: NameTable
    /// Whether each text stands alone on a left side.
    let isLeftSide: [Bool]
    /// The first letters of names with digits that stand alone on left sides.
    let indexedLetters: Set<Unicode.Scalar>
    /// The reason why spaces separate symbols, or `nil` if they don't.
    var separationReason: String?

    init(bytes: [UInt8], texts: NameTable, isLeftSide: [Bool], indexedLetters: Set<Unicode.Scalar>) {
        self.bytes = bytes
        self.texts = texts
        self.isLeftSide = isLeftSide
        self.indexedLetters = indexedLetters
    }

    /// Calls a function for each symbol of a run, with its name's bytes in the text and whether it
    /// is a nonterminal.
    func forEachSymbol(
        of token: GrammarToken, _ body: (ArraySlice<UInt8>, Bool) throws(GrammarError) -> Void
    ) throws(GrammarError) {
        let run = token.start..<token.end
        if isLeftSide[Int(token.text)] { return try body(bytes[run], true) }
        guard let separationReason else {
            var start = run.lowerBound
            while start < run.upperBound {
                let end = try endOfSymbol(at: start, in: run)
                try body(bytes[start..<end], isNonterminal(start..<end))
                start = end
            }
            return
        }
        try checkIsOne(run, separationReason)
        let isNonterminal = isNonterminal(run)
        if !isNonterminal, let prime = bytes[run].firstIndex(of: UInt8(ascii: "'")) { throw ambiguousPrime(prime) }
        try body(bytes[run], isNonterminal)
    }

    private func isNonterminal(_ name: Range<Int>) -> Bool {
        isKnown(name) || GrammarCharacter.isUppercase(scalar(at: name.lowerBound).value)
    }

    /// Whether the name stands alone on a left side.
    private func isKnown(_ name: Range<Int>) -> Bool { id(of: name).map { isLeftSide[Int($0)] } ?? false }

    private func id(of name: Range<Int>) -> GrammarTextID? {
        bytes[name].withUnsafeBufferPointer { texts.id(of: $0) }
    }

    /// Returns the character at an offset; the scanner has validated it.
    private func scalar(at offset: Int) -> (value: Unicode.Scalar, length: Int) {
        var decoder = UTF8()
        var iterator = bytes[offset..<min(offset + 4, bytes.count)].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return ("?", 1) }
        return (scalar, UTF8.width(scalar))
    }

    // MARK: Written together

    /// Returns the end of the symbol: a digit, or a letter with its marks. The digits after a
    /// letter belong to it if a left side has that name.
    private func endOfSymbol(at start: Int, in run: Range<Int>) throws(GrammarError) -> Int {
        let (first, length) = scalar(at: start)
        let end = endOfMarks(start + length, in: run)
        guard GrammarCharacter.isLetter(first) else {
            if let prime = bytes[start..<end].firstIndex(of: UInt8(ascii: "'")) { throw ambiguousPrime(prime) }
            return end
        }
        var indexEnd = end
        while indexEnd < run.upperBound {
            let (next, length) = scalar(at: indexEnd)
            guard GrammarCharacter.isDigit(next) || GrammarCharacter.isMark(next) else { break }
            indexEnd += length
        }
        if indexEnd > end, indexedLetters.contains(first) {
            if isKnown(start..<indexEnd) { return indexEnd }
            throw error(
                start,
                "'\(text(start..<indexEnd))' may be one symbol or several, as a number follows this letter on a left side",
                remedy: "put spaces between all symbols of the grammar")
        }
        if !isNonterminal(start..<end), let prime = bytes[start..<end].firstIndex(of: UInt8(ascii: "'")) {
            throw ambiguousPrime(prime)
        }
        return end
    }

    private func endOfMarks(_ start: Int, in run: Range<Int>) -> Int {
        var end = start
        while end < run.upperBound {
            let (next, length) = scalar(at: end)
            guard GrammarCharacter.isMark(next) else { break }
            end += length
        }
        return end
    }

    // MARK: Written apart

    /// Rejects adjacent letters that look like symbols of their own, a mistake that would go
    /// unnoticed otherwise.
    private func checkIsOne(_ run: Range<Int>, _ separationReason: String) throws(GrammarError) {
        var start = run.lowerBound
        var (count, allStandAlone) = (0, true)
        while start < run.upperBound {
            let (first, length) = scalar(at: start)
            let end = endOfMarks(start + length, in: run)
            if GrammarCharacter.isUppercase(first) {
                var indexEnd = end
                while indexEnd < run.upperBound, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[indexEnd]) {
                    indexEnd += 1
                }
                for name in [start..<end, start..<indexEnd] where isKnown(name) {
                    throw error(
                        run.lowerBound,
                        "'\(text(run))' is one symbol, as spaces separate symbols here (\(separationReason)), but \(text(name)) in it is a "
                            + "nonterminal",
                        remedy: "put spaces between its symbols, or quotes around it")
                }
            }
            if allStandAlone { allStandAlone = id(of: start..<end) != nil }
            count += 1
            start = end
        }
        if count > 1, allStandAlone {
            throw error(
                run.lowerBound,
                "'\(text(run))' is one symbol, as spaces separate symbols here (\(separationReason)), but each of its letters is a "
                    + "symbol, too",
                remedy: "put spaces between the letters, or quotes around the symbol")
        }
    }

    // MARK: Errors

    /// Returns the text of a range, cut if a message would be too long.
    private func text(_ range: Range<Int>) -> String {
        let text = String(decoding: bytes[range.prefix(400)], as: UTF8.self)
        return text.count > 40 ? text.prefix(40) + "…" : text
    }

    private func ambiguousPrime(_ offset: Int) -> GrammarError {
        error(
            offset,
            "this ' is a prime, as it follows a letter or digit, but no left side has a name with this prime",
            remedy: "put a space before it to begin a quotation"
        )
    }

    private func error(_ offset: Int, _ message: String, remedy: String? = nil) -> GrammarError {
        GrammarError(.syntax, in: bytes, at: offset, message, remedy: remedy)
    }
}
