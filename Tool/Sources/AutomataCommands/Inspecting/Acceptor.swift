@_spi(Tool) import Automata
import AutomataFiles
import ToolSupport

/// Splits texts into symbols, and tests whether an automaton accepts them.
struct Acceptor {
    struct Verdict {
        var isAccepted: Bool
        /// The reason why a text isn't a word over the alphabet.
        var reason: String?
    }

    private let automaton: Automaton
    private let alphabet: Alphabet
    private let separator: String?
    /// The frozen automaton, for long texts in which every byte is a symbol.
    private let matcher: Matcher?
    /// The remedy for words whose symbols are longer than one character.
    private let hint: String

    /// The maximum number of states of an NFA's DFA; otherwise the NFA is simulated.
    private static let maximumFrozenStates = 100_000

    /// - Parameter readsLongTexts: Whether long texts are read, so that freezing the automaton
    ///   pays.
    init(_ automaton: Automaton, separator: String?, readsLongTexts: Bool, budget: Budget) throws(AutomataError) {
        self.automaton = automaton
        self.separator = separator
        alphabet = automaton.alphabet
        hint = separator == nil ? alphabet.hintOnLongSymbols : ""
        matcher =
            readsLongTexts && separator == nil && alphabet.isSpelledByBytes
            ? try Self.matcher(for: automaton, budget: budget) : nil
    }

    private static func matcher(for automaton: Automaton, budget: Budget) throws(AutomataError) -> Matcher? {
        var budget = budget
        budget.maximumStates = min(budget.maximumStates, maximumFrozenStates)
        do {
            if let dfa = automaton.asDFA { return Matcher(dfa) }
            return Matcher(try automaton.determinized(budget: budget))
        } catch {
            if error.isBudgetExceeded { return nil }
            throw error
        }
    }

    /// The verdict on a word in memory.
    func verdict(on text: ArraySlice<UInt8>) -> Verdict {
        if let matcher, text.withUnsafeBytes({ matcher.accepts($0) }) { return Verdict(isAccepted: true) }
        do {
            let word = try word(text)
            return Verdict(isAccepted: matcher == nil && automaton.accepts(word))
        } catch {
            return Verdict(isAccepted: false, reason: error.description + hint)
        }
    }

    /// The symbols that a text spells; bytes need not be valid UTF-8 if the symbols are bytes.
    private func word(_ text: ArraySlice<UInt8>) throws(AutomataError) -> [Symbol] {
        if separator != nil || alphabet.kind != .bytes {
            return try alphabet.word(spelled: Array(text), separator: separator.map(RawText.bytes))
        }
        var word: [Symbol] = []
        word.reserveCapacity(text.count)
        for byte in text {
            guard let symbol = alphabet.symbol(for: byte) else {
                throw .unknownSymbol(byteName(byte), position: word.count)
            }
            word.append(symbol)
        }
        return word
    }

    /// The verdict on a whole file as one word, read piece by piece.
    ///
    /// - Parameter progress: Called now and then with the number of bytes read; an error that it
    ///   throws ends the work.
    func verdict(
        onContentsOf file: InputFile, progress: @escaping (Int) throws(ToolError) -> Void
    ) throws(ToolError) -> Verdict {
        if let matcher { return try verdict(of: matcher, onContentsOf: file, progress: progress) }
        let stream = try SymbolStream(file, alphabet: alphabet, separator: separator, progress: progress)
        let isAccepted = automaton.accepts(stream)
        if let failure = stream.failure { throw failure }
        return Verdict(isAccepted: isAccepted, reason: stream.unknown.map { $0.description + hint })
    }

    private func verdict(
        of matcher: Matcher, onContentsOf file: InputFile, progress: (Int) throws(ToolError) -> Void
    ) throws(ToolError) -> Verdict {
        let isSymbol = (0...255).map { alphabet.symbol(for: UInt8($0)) != nil }
        let allAreSymbols = !isSymbol.contains(false)
        var scan = matcher.start()
        var firstUnknownByte: (byte: UInt8, position: Int)?
        var count = 0
        try file.forEachPiece { piece throws(ToolError) in
            defer { count += piece.count }
            if scan.verdict == .undecided, scan.feed(piece) == .rejected {
                let position = scan.consumedCount - 1
                if piece.indices.contains(position - count), !isSymbol[Int(piece[position - count])] {
                    firstUnknownByte = (piece[position - count], position)
                }
                return false
            }
            if scan.verdict == .accepted {
                // Every word over the alphabet from here on; the rest must be such a word.
                if allAreSymbols { return false }
                let rest = max(0, scan.consumedCount - count)
                if let index = piece[rest...].firstIndex(where: { !isSymbol[Int($0)] }) {
                    firstUnknownByte = (piece[index], count + index)
                    return false
                }
            }
            try progress(count)
            return true
        }
        let reason = firstUnknownByte.map {
            AutomataError.unknownSymbol(byteName($0.byte), position: $0.position).description
        }
        return Verdict(isAccepted: scan.isAccepting && firstUnknownByte == nil, reason: reason)
    }
}

/// Returns the name of a byte in messages.
func byteName(_ byte: UInt8) -> String {
    switch byte {
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    case 0x21...0x7E: String(UnicodeScalar(byte))
    default: "byte \(byte)"
    }
}

extension Alphabet {
    /// The remedy for an unknown symbol in a word without separators, to follow the message; empty
    /// if each symbol is one character.
    var hintOnLongSymbols: String {
        guard kind == .named, let long = names.first(where: { $0.unicodeScalars.count > 1 }) else { return "" }
        return names.allSatisfy { UInt8($0) != nil }
            ? "; --bytes reads the automaton's numbers as bytes"
            : "; --separator splits words into symbols such as '\(long.printable)'"
    }

    /// Whether every symbol is written with one byte.
    var isSpelledByBytes: Bool {
        kind == .bytes || kind == .named && names.allSatisfy { $0.utf8.count == 1 }
    }
}
