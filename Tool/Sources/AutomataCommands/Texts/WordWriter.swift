@_spi(Tool) import Automata
import AutomataFiles
import ToolSupport

/// Writes words in lines of their own, as programs or as people read them.
struct WordWriter {
    private let text: LetterText
    /// The writer of JSON arrays, if they are requested instead of texts.
    private var arrays: JSONWord?
    private var bytes: [UInt8] = []

    init(_ alphabet: Alphabet, separator: String?, isJSON: Bool = false) {
        text = LetterText(alphabet, separatedBy: separator.map(RawText.bytes))
        arrays = isJSON ? JSONWord(alphabet) : nil
    }

    /// The word's text; on a terminal with its control characters escaped, and ε where it is empty.
    mutating func append(_ word: [Letter]) throws(ToolError) {
        if let array = arrays?.array(word) {
            bytes.append(contentsOf: array.utf8)
        } else if Terminal.showsOutput {
            let text = String(decoding: text.bytes(of: word), as: UTF8.self)
            bytes.append(contentsOf: (text.isEmpty ? "ε" : text.printable).utf8)
        } else {
            text.append(word, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= 1 << 16 { try flush() }
    }

    mutating func flush() throws(ToolError) {
        try StandardOutput.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
