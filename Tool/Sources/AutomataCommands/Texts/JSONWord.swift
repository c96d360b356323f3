@_spi(Tool) import Automata
import TextSupport

/// Writes words as JSON arrays of symbols.
struct JSONWord {
    private let alphabet: Alphabet
    private let text: LetterText
    private var letters: [Letter: String] = [:]

    init(_ alphabet: Alphabet) {
        self.alphabet = alphabet
        text = LetterText(alphabet, separatedBy: nil)
    }

    /// Returns a letter as a string, or if it is a byte that is no text as an object with it.
    mutating func letter(_ letter: Letter) -> String {
        if let known = letters[letter] { return known }
        let json =
            alphabet.kind == .bytes && letter >= 0x80
            ? "{\"bytes\": [\(letter)]}" : JSONString.quoted(String(decoding: text.bytes(of: [letter]), as: UTF8.self))
        letters[letter] = json
        return json
    }

    /// Returns a word as an array of its letters.
    mutating func array(_ word: [Letter]) -> String {
        "[" + word.map { letter($0) }.joined(separator: ", ") + "]"
    }
}

extension Witness {
    /// The word as a JSON array of ``jsonSymbols``.
    var json: String { "[" + jsonSymbols.joined(separator: ", ") + "]" }

    /// The symbols as JSON, of a class one member.
    var jsonSymbols: [String] {
        var writer = JSONWord(alphabet)
        return alphabet.sampleLetters(of: word).map { writer.letter($0) }
    }
}
