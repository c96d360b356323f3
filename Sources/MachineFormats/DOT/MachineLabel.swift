internal import Machines

/// Labels of machines: pairs of an input and an output, and states with their output.
///
/// In our own texts a name that could be misread stands in apostrophes, of which `''` is one.
enum MachineLabel {
    /// Returns the pairs in an edge's label; `nil` if it isn't made of pairs.
    ///
    /// In texts of other tools, lines are pairs. So are entries between commas, if each of them has
    /// exactly one slash; otherwise commas belong to names.
    static func pairs(in label: String, isOwn: Bool) -> [(input: String, output: String)]? {
        if isOwn { return ownPair(label, separator: "/").map { [$0] } }
        var pairs: [(input: String, output: String)] = []
        for line in label.split(separator: "\n" as Character) {
            let entries = line.split(separator: "," as Character, omittingEmptySubsequences: false)
            let areEntries = entries.count > 1 && entries.allSatisfy { $0.count { $0 == "/" } == 1 }
            for entry in areEntries ? entries : [line] {
                guard let pair = pair(in: entry) else { return nil }
                pairs.append(pair)
            }
        }
        return pairs.isEmpty ? nil : pairs
    }

    private static func pair(in text: Substring) -> (input: String, output: String)? {
        guard let pair = split(String(text), at: [" / ", "/"]), !pair.0.isEmpty else { return nil }
        return pair
    }

    /// Returns the name and the output in the label of a Moore machine's state; without a name, the
    /// whole label is the output.
    static func state(in label: String, isOwn: Bool) -> (name: String?, output: String)? {
        if isOwn { return ownPair(label, separator: "|").map { ($0.input, $0.output) } }
        var text = label
        if text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}") {
            text = String(text.dropFirst().dropLast())
        }
        let isPair = text.utf8.count { $0 == UInt8(ascii: "/") } == 1
        guard let parts = split(text, at: ["|", " / "] + (isPair ? ["/"] : [])) else {
            return (nil, trimmed(text[...]))
        }
        return (parts.0, parts.1)
    }

    /// Returns the inputs in a Moore machine's label.
    static func inputs(in label: String, isOwn: Bool) -> [String]? {
        if isOwn {
            guard let (name, rest) = ownName(Array(label.utf8)[...]), rest.isEmpty else { return nil }
            return [name]
        }
        return label.isEmpty ? [""] : label.split(separator: "\n" as Character).map { trimmed($0) }
    }

    private static func split(_ text: String, at separators: [String]) -> (String, String)? {
        for separator in separators {
            guard let parts = text.split(at: separator) else { continue }
            return (trimmed(parts.input[...]), trimmed(parts.output[...]))
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    // MARK: Our own texts

    private static func ownPair(_ label: String, separator: Character) -> (input: String, output: String)? {
        guard let (input, rest) = ownName(Array(label.utf8)[...]), rest.first == separator.asciiValue,
            let (output, end) = ownName(rest.dropFirst()), end.isEmpty
        else { return nil }
        return (input, output)
    }

    /// Returns the name at the start of a text, and the rest.
    private static func ownName(_ text: ArraySlice<UInt8>) -> (name: String, rest: ArraySlice<UInt8>)? {
        let apostrophe = UInt8(ascii: "'")
        guard text.first == apostrophe else {
            let end = text.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "|") } ?? text.endIndex
            return (String(decoding: text[..<end], as: UTF8.self), text[end...])
        }
        var name: [UInt8] = []
        var rest = text.dropFirst()
        while let byte = rest.popFirst() {
            if byte == apostrophe {
                guard rest.first == apostrophe else { return (String(decoding: name, as: UTF8.self), rest) }
                rest = rest.dropFirst()
            }
            name.append(byte)
        }
        return nil
    }

    /// Returns a name as a part of a label, in apostrophes if it could be misread.
    static func part(for name: String) -> [UInt8] {
        let bytes = Array(name.utf8)
        let isPlain =
            !bytes.isEmpty && bytes.first != UInt8(ascii: "'") && bytes.first != UInt8(ascii: " ")
            && bytes.last != UInt8(ascii: " ")
            && !bytes.contains { "/|,\n".utf8.contains($0) }
        if isPlain { return bytes }
        var part = [UInt8(ascii: "'")]
        for byte in bytes {
            part.append(byte)
            if byte == UInt8(ascii: "'") { part.append(byte) }
        }
        return part + [UInt8(ascii: "'")]
    }
}
