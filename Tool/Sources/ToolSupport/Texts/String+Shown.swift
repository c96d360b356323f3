@_spi(Tool) import Automata
import AutomataFiles

extension String {
    /// The text for people: bytes that aren't UTF-8 as `\xE9`, control characters as in
    /// ``printable``.
    package var shown: String { RawText.readable(self).printable }

    /// The text in quotation marks for messages, shortened if it is long.
    package var quoted: String { "'\(shortened(to: 40))'" }

    /// Returns at most the given number of characters from the beginning, with an ellipsis if
    /// something is left out.
    package func shortened(to maximumLength: Int) -> String {
        let beginning = unicodeScalars.prefix(maximumLength + 1)
        return beginning.count <= maximumLength ? self : String(beginning.dropLast()) + "…"
    }
}
