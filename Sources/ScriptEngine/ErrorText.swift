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
        guard let tree = ScriptSyntax.tree(of: source, .program) ?? ScriptSyntax.tree(of: source, .expression)
        else { return [] }
        var calls: [(start: Int32, name: String)] = []
        for node in tree.nodes where node.kind == .call && node.line == line {
            let callee = tree[Int(node.a)]
            guard callee.kind == .name, callee.line == line else { continue }
            calls.append((callee.start, tree.symbols[Int(callee.symbol)]))
        }
        var names: [String] = []
        for (_, name) in calls.sorted(by: { $0.start < $1.start }) where !names.contains(name) { names.append(name) }
        return names
    }
}
