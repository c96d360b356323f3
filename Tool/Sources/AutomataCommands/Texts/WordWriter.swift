@_spi(Tool) import Automata
import AutomataFiles
import ToolSupport

/// Writes words, one on each line, for programs or for people.
struct WordWriter {
    private let text: LetterText
    /// The writer of JSON arrays, if they are requested instead of texts.
    private var arrays: JSONWord?
    private var output = LineBuffer()

    init(_ alphabet: Alphabet, separator: String?, isJSON: Bool = false) {
        text = LetterText(alphabet, separatedBy: separator.map(RawText.bytes))
        arrays = isJSON ? JSONWord(alphabet) : nil
    }

    /// Writes a word; on a terminal, control characters are escaped, and the empty word is ε.
    mutating func append(_ word: [Letter]) throws(ToolError) {
        if let array = arrays?.array(word) {
            try output.append(Array(array.utf8))
        } else if Terminal.showsOutput {
            let text = String(decoding: text.bytes(of: word), as: UTF8.self)
            try output.append(Array((text.isEmpty ? "ε" : text.printable).utf8))
        } else {
            try output.append { text.append(word, to: &$0) }
        }
    }

    mutating func flush() throws(ToolError) { try output.flush() }
}
