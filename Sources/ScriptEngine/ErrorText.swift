internal import TextSupport

/// Parts of sources for error messages.
enum ErrorText {
    private static let maximumLength = 60

    /// Returns a line in quotes, without blanks around it and cut if it is long.
    static func quoted(line: Int, of source: String) -> String {
        let lines = source.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return "line \(line)" }
        let text = lines[line - 1].drop { $0 <= 0x20 }
        var end = text.endIndex
        while end > text.startIndex, text[text.index(before: end)] <= 0x20 { end = text.index(before: end) }
        let whole = String(decoding: Array(text[..<end]), as: UTF8.self)
        return whole.count <= maximumLength ? "'\(whole)'" : "'\(whole.prefix(maximumLength))…'"
    }

    /// Returns the names of the functions that are called by their names in a line.
    static func names(ofCallsIn line: Int, of source: String) -> [String] {
        let bytes = Array(source.utf8)
        guard let tokens = ScriptTokenizer.tokens(of: bytes) else { return [] }
        func text(_ index: Int) -> String {
            tokens.indices.contains(index) ? String(decoding: bytes[tokens[index].range], as: UTF8.self) : ""
        }
        var names: [String] = []
        for index in tokens.indices where tokens[index].line == line && text(index + 1) == "(" {
            guard case .word = tokens[index].kind, ![".", "function"].contains(text(index - 1)) else { continue }
            let name = text(index)
            if !ScriptTokenizer.wordsBeforeBrackets.contains(name), !names.contains(name) { names.append(name) }
        }
        return names
    }
}
