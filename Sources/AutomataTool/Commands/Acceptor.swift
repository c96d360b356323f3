import Automata

/// Spells words in an automaton's alphabet and asks whether it accepts them.
struct Acceptor {
    struct Verdict {
        var isAccepted: Bool
        /// Why a text is no word over the alphabet.
        var reason: String?
    }

    private let automaton: Automaton
    private let alphabet: Alphabet
    private let separator: String?

    init(_ automaton: Automaton, separator: String?) {
        self.automaton = automaton
        self.separator = separator
        alphabet = automaton.alphabet
    }

    /// The verdict on a word in memory.
    func verdict(on text: some RandomAccessCollection<UInt8>) -> Verdict {
        do {
            return Verdict(isAccepted: automaton.accepts(try word(text)))
        } catch {
            return Verdict(isAccepted: false, reason: error.description)
        }
    }

    /// The symbols that a text spells; bytes need not be valid UTF-8 where the alphabet is one of bytes.
    private func word(_ text: some RandomAccessCollection<UInt8>) throws(AutomataError) -> [Symbol] {
        guard alphabet.kind == .bytes, separator == nil else {
            return try alphabet.word(String(decoding: text, as: UTF8.self), separator: separator)
        }
        var word: [Symbol] = []
        word.reserveCapacity(text.count)
        for byte in text {
            guard let symbol = alphabet.symbol(for: byte) else {
                throw .unknownSymbol("byte \(byte)", position: word.count)
            }
            word.append(symbol)
        }
        return word
    }

    /// The verdict on a whole file as one word, read piece by piece.
    ///
    /// - Parameter progress: told the number of bytes read, now and then; what it throws ends the work.
    func verdict(
        onContentsOf file: InputFile, progress: @escaping (Int) throws(ToolError) -> Void
    ) throws(ToolError) -> Verdict {
        let stream = try SymbolStream(file, alphabet: alphabet, separator: separator, progress: progress)
        let isAccepted = automaton.accepts(stream)
        if let failure = stream.failure { throw failure }
        return Verdict(isAccepted: isAccepted, reason: stream.unknown?.description)
    }
}

extension Automaton {
    var alphabet: Alphabet {
        switch self {
        case .dfa(let automaton): automaton.alphabet
        case .nfa(let automaton): automaton.alphabet
        case .epsilonNFA(let automaton): automaton.alphabet
        }
    }

    func accepts(_ word: some Sequence<Symbol>) -> Bool {
        switch self {
        case .dfa(let automaton): automaton.accepts(word)
        case .nfa(let automaton): automaton.accepts(word)
        case .epsilonNFA(let automaton): automaton.accepts(word)
        }
    }
}
