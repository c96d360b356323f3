@_spi(Tool) package import Automata
import AutomataFiles

/// Arguments may have any bytes, as ``RawText`` does, and so may the words that they spell.
extension Alphabet {
    /// Returns the word that an argument spells.
    package func word(argument: String, separator: String?) throws(AutomataError) -> [Symbol] {
        try word(spelled: RawText.bytes(of: argument), separator: separator.map(RawText.bytes))
    }

    /// Returns the letters that an argument spells.
    package func letters(argument: String, separator: String?) throws(AutomataError) -> [Letter] {
        try letters(spelled: RawText.bytes(of: argument), separator: separator.map(RawText.bytes))
    }

    /// Creates the symbols that an argument spells, each once.
    package init(argument: String, separator: String?, kind: Kind) throws(AutomataError) {
        try self.init(
            spelledBy: [RawText.bytes(of: argument)], separator: separator.map(RawText.bytes), kind: kind)
    }

    /// Returns the symbol that an argument names.
    package func symbol(argument: String) -> Symbol? { symbol(spelled: RawText.bytes(of: argument)[...]) }
}
