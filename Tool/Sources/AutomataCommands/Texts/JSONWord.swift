@_spi(Tool) import Automata
import TextSupport

/// Writes words as JSON arrays of symbols.
struct JSONWord {
    private let alphabet: Alphabet
    private let text: LetterText
    private var letters: [Letter: JSONText] = [:]

    init(_ alphabet: Alphabet) {
        self.alphabet = alphabet
        text = LetterText(alphabet, separatedBy: nil)
    }

    /// Returns a letter as a string; a byte that isn't text becomes an object.
    mutating func letter(_ letter: Letter) -> JSONText {
        if let known = letters[letter] { return known }
        let json =
            alphabet.kind == .bytes && letter >= 0x80
            ? JSONText(["bytes": [Int(letter)]] as JSONObject)
            : JSONText(String(decoding: text.bytes(of: [letter]), as: UTF8.self))
        letters[letter] = json
        return json
    }

    /// Returns a word as an array of its letters.
    mutating func array(_ word: [Letter]) -> String { JSONText(word.map { letter($0) }).text }
}

extension Witness {
    /// The symbols as JSON; one member stands for a class.
    var jsonSymbols: [JSONText] {
        var writer = JSONWord(alphabet)
        return alphabet.sampleLetters(of: word).map { writer.letter($0) }
    }
}
