import Automata
import AutomataTestSupport

/// What words consist of, whatever the alphabets make of it: a name, or a byte or scalar that
/// classes have as their member.
struct PoolLetters {
    let kind: Alphabet.Kind
    let count: Int

    func name(_ letter: Int) -> String { ["a", "b", "c"][letter] }

    /// The symbol of an alphabet that stands for a letter.
    func symbol(_ letter: Int, in alphabet: Alphabet) -> Symbol? {
        switch kind {
        case .named: alphabet.symbol(named: name(letter))
        case .bytes: alphabet.symbol(for: UInt8(97 + letter))
        case .scalars: alphabet.symbol(for: UnicodeScalar(UInt8(97 + letter)))
        }
    }

    func accepts(_ word: [Int], by automaton: Automaton) -> Bool {
        let symbols = word.map { symbol($0, in: automaton.alphabet) }
        return !symbols.contains(nil) && automaton.accepts(symbols.compactMap(\.self))
    }

    /// The shortest of some words that come shortest first, and of those the least by the symbols
    /// of an alphabet.
    func least(_ words: [[Int]], over alphabet: Alphabet?) -> [Symbol]? {
        words.prefix { $0.count == words[0].count }
            .map { $0.map { letter in alphabet.flatMap { symbol(letter, in: $0) } ?? .absent } }
            .min { $0.lexicographicallyPrecedes($1) }
    }

    /// The least letters that a witness stands for.
    func word(of witness: Witness) -> [Int] {
        witness.word.map { symbol in
            (0..<count).first { self.symbol($0, in: witness.alphabet) == symbol } ?? -1
        }
    }

    /// All letters, as symbols of their own.
    var full: Alphabet {
        get throws {
            switch kind {
            case .named: try Alphabet((0..<count).map(name))
            case .bytes: try .bytes((0..<count).map { [UInt8(97 + $0)...UInt8(97 + $0)] })
            case .scalars: try .scalars((0..<count).map { [Self.scalar($0)...Self.scalar($0)] })
            }
        }
    }

    private static func scalar(_ letter: Int) -> UnicodeScalar { UnicodeScalar(UInt8(97 + letter)) }

    /// Some of the letters in any order; as classes, several of them in one now and then.
    func randomAlphabet(_ random: inout SplitMix64) throws -> Alphabet {
        var chosen = (0..<count).filter { _ in random.draw(5) > 0 }
        chosen.shuffle(using: &random)
        if kind == .named { return try Alphabet(chosen.map(name)) }
        var classes: [[Int]] = []
        for letter in chosen {
            if !classes.isEmpty, random.draw(3) == 0 {
                classes[random.draw(classes.count)].append(letter)
            } else {
                classes.append([letter])
            }
        }
        let sorted = classes.map { $0.sorted() }
        return switch kind {
        case .bytes: try .bytes(sorted.map { $0.map { UInt8(97 + $0)...UInt8(97 + $0) } })
        default: try .scalars(sorted.map { $0.map { Self.scalar($0)...Self.scalar($0) } })
        }
    }
}
