// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_spi(Tool) internal import Automata
public import CAutomata

/// An iterator over words, for one thread at a time.
private final class WordsHandle: Handle {
    static let kind: StaticString = "word iterator"

    var cursor: WordCursor
    /// The lent word, at a fixed address until the iterator moves.
    private var lent: UnsafeMutableBufferPointer<Letter>

    init(_ cursor: WordCursor) {
        self.cursor = cursor
        lent = UnsafeMutableBufferPointer(start: nil, count: 0)
        lend()
    }

    deinit { lent.deallocate() }

    /// Copies the word to the lent memory.
    func lend() {
        if lent.count < cursor.word.count {
            lent.deallocate()
            lent = .allocate(capacity: cursor.word.count + cursor.word.count / 2)
            lent.initialize(repeating: 0)
        }
        for (index, letter) in cursor.word.enumerated() { lent[index] = letter }
    }

    var letters: automata_letters {
        automata_letters(items: cursor.word.isEmpty ? nil : UnsafePointer(lent.baseAddress), count: cursor.word.count)
    }
}

@c @implementation
public func automata_letters_from_text(
    _ alphabet: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int, _ separator: UnsafePointer<CChar>?,
    _ separatorLength: Int, _ letters: UnsafeMutablePointer<UnsafeMutablePointer<automata_letter>?>?,
    _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(letters, count)
    return call(error) { () throws(CallError) in
        let alphabet = try AlphabetHandle.required(alphabet).alphabet
        try result.check("letters")
        // This reads the text in any encoding, and reports unknown symbols.
        let word = try alphabet.word(text, length, separator, separatorLength)
        switch alphabet.kind {
        case .named: try result.hand(out: word)
        case .bytes where separator == nil || separatorLength == 0:
            try result.hand(out: try Argument.text(text, length, "text").map(Letter.init))
        case .bytes, .scalars:
            let separator = separator == nil ? nil : try Argument.string(separator, separatorLength, "separator")
            let text = try Argument.string(text, length, "text")
            try result.hand(
                out: try core { () throws(AutomataError) in try alphabet.letters(text, separator: separator) })
        }
    }
}

@c @implementation
public func automata_letters_text(
    _ alphabet: OpaquePointer?, _ letters: UnsafePointer<automata_letter>?, _ count: Int,
    _ separator: UnsafePointer<CChar>?, _ separatorLength: Int,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let alphabet = try AlphabetHandle.required(alphabet).alphabet
        try result.check("text", "length")
        let letters = try Argument.array(letters, count, "letters")
        _ = try symbols(of: letters, in: alphabet)
        let given = try Argument.string(separator, separatorLength, "separator")
        let writer = LetterText(alphabet, separator: separator == nil ? nil : given)
        let byteCount = writer.byteCount(of: letters)
        let budget = try Budget(nil)
        try core { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: byteCount) }
        let bytes = writer.bytes(of: letters)
        try bytes.withUnsafeBufferPointer { (bytes) throws(CallError) in try result.hand(out: bytes) }
    }
}

@c @implementation
public func automata_word_from_letters(
    _ alphabet: OpaquePointer?, _ letters: UnsafePointer<automata_letter>?, _ count: Int,
    _ word: UnsafeMutablePointer<UnsafeMutablePointer<automata_symbol>?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    word?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let alphabet = try AlphabetHandle.required(alphabet).alphabet
        let word = try required(word, "word")
        let symbols = try symbols(of: try Argument.array(letters, count, "letters"), in: alphabet)
        word.initialize(to: try Result.array(symbols.map(\.rawValue)))
    }
}

/// Returns the symbols of letters, each of which must have one.
private func symbols(
    of letters: UnsafeBufferPointer<Letter>, in alphabet: Alphabet
) throws(CallError) -> [Symbol] {
    var word: [Symbol] = []
    word.reserveCapacity(letters.count)
    for letter in letters {
        guard let symbol = alphabet.symbol(ofLetter: letter) else {
            throw .outOfRange("the letter \(letter) belongs to no symbol of the alphabet")
        }
        word.append(symbol)
    }
    return word
}

@c @implementation
public func automata_word_iterator_new(
    _ automaton: OpaquePointer?, _ shortest: Int, _ longest: Int, _ budget: UnsafePointer<automata_budget>?,
    _ words: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    words?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let words = try required(words, "words")
        let budget = try Budget(budget)
        // Numbers greater than `Int.max` arrive as negative ones, and no word is so long.
        let (first, last) = (shortest < 0 ? Int.max : shortest, longest < 0 ? Int.max : longest)
        guard first <= last else { throw .invalidArgument("'shortest' is greater than 'longest'; swap them") }
        let sequence = try core { () throws(AutomataError) in
            try automaton.words(ofLengths: first...last, budget: budget)
        }
        words.initialize(to: WordsHandle(sequence.cursor()).retainedPointer())
    }
}

@c @implementation
public func automata_word_iterator_copy(
    _ words: OpaquePointer?, _ copy: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(copy, "copy", error) { () throws(CallError) -> WordsHandle? in
        let cursor = try WordsHandle.required(words).cursor
        return WordsHandle(cursor)
    }
}

@c @implementation
public func automata_word_iterator_free(_ words: OpaquePointer?) { WordsHandle.free(words) }

/// Moves within a budget, which is used for this move only.
private func move(
    _ words: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?, _ found: UnsafeMutablePointer<Bool>?,
    _ error: UnsafeMutablePointer<automata_error>?,
    _ body: (inout WordCursor) throws(CallError) -> Bool
) -> automata_status {
    found?.initialize(to: false)
    return call(error) { () throws(CallError) in
        let handle = try WordsHandle.required(words)
        let found = try required(found, "found")
        handle.cursor.budget = try Budget(budget)
        defer {
            handle.cursor.budget = .default
            handle.lend()
        }
        found.initialize(to: try body(&handle.cursor))
    }
}

@c @implementation
public func automata_word_iterator_next(
    _ words: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?, _ found: UnsafeMutablePointer<Bool>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    move(words, budget, found, error) { (cursor) throws(CallError) in
        do throws(AutomataError) { return try cursor.moveToNext() } catch { throw .core(error) }
    }
}

@c @implementation
public func automata_word_iterator_previous(
    _ words: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?, _ found: UnsafeMutablePointer<Bool>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    move(words, budget, found, error) { (cursor) throws(CallError) in
        do throws(AutomataError) { return try cursor.moveToPrevious() } catch { throw .core(error) }
    }
}

@c @implementation
public func automata_word_iterator_seek_after(
    _ words: OpaquePointer?, _ letters: UnsafePointer<automata_letter>?, _ count: Int,
    _ budget: UnsafePointer<automata_budget>?, _ found: UnsafeMutablePointer<Bool>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    move(words, budget, found, error) { (cursor) throws(CallError) in
        let word = Array(try Argument.array(letters, count, "letters"))
        do throws(AutomataError) { return try cursor.moveToFirst(after: word) } catch { throw .core(error) }
    }
}

@c @implementation
public func automata_word_iterator_seek_before(
    _ words: OpaquePointer?, _ letters: UnsafePointer<automata_letter>?, _ count: Int,
    _ budget: UnsafePointer<automata_budget>?, _ found: UnsafeMutablePointer<Bool>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    move(words, budget, found, error) { (cursor) throws(CallError) in
        let word = Array(try Argument.array(letters, count, "letters"))
        do throws(AutomataError) { return try cursor.moveToLast(before: word) } catch { throw .core(error) }
    }
}

@c @implementation
public func automata_word_iterator_letters(_ words: OpaquePointer?) -> automata_letters {
    WordsHandle.from(words)?.letters ?? automata_letters()
}
