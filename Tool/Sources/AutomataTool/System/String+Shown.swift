@_spi(Tool) import Automata
import AutomataFiles

extension String {
    /// The text for people: bytes that aren't UTF-8 as `\xE9`, control characters as ``printable`` has them.
    var shown: String { RawText.readable(self).printable }
}
