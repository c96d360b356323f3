internal import TextSupport
internal import XMLSupport

/// The names and the markup that XML allows.
enum XMLName {
    /// Returns whether a text is a name without a prefix.
    static func isName(_ text: String) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool {
            byte >= 0x80 || byte == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        }
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E }
            && XMLText.canHold(Array(text.utf8)[...])
    }

    /// Returns whether a text is a name of an attribute without a prefix, or declares a prefix.
    static func isAttribute(_ text: String) -> Bool {
        text.hasPrefix("xmlns:") ? isName(String(text.utf8.dropFirst(6)) ?? "") : text != "xmlns" && isName(text)
    }

    /// Returns whether a text can stand in an element as markup.
    static func isMarkup(_ text: String) -> Bool {
        let checker = Checker()
        do throws(TextProblem) {
            try Array("<x>\(text)</x>".utf8).withUnsafeBufferPointer { (bytes) throws(TextProblem) in
                try checker.read(xml: UnsafeRawBufferPointer(bytes))
            }
            return checker.rootCount == 1
        } catch {
            return false
        }
    }

    /// A reader that counts the outermost elements and ignores their contents.
    private final class Checker: XMLReader {
        var rootCount = 0
        private var depth = 0

        func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
            try TextProblem.check(depth: depth, upTo: StatechartFormatLimits.stateDepth, "nested elements")
            if depth == 0 { rootCount += 1 }
            depth += 1
        }

        func end(at offset: Int) { depth -= 1 }

        func text(_ bytes: UnsafeRawBufferPointer) {}
    }
}
