/// Translates syntax of ECMAScript 2015 to 2022 into ECMAScript 5.
///
/// A source is parsed, the variables of its scopes are found, and the tree is printed. A token is
/// printed on its line. Each part of the source is printed once, so the cost is linear in the
/// source, times the depth of its scopes.
enum ScriptSyntax {
    /// A form that isn't translated.
    struct Refusal: Error {
        let message: String
        let line: Int
        /// A Boolean value that indicates whether the source isn't ECMAScript, as far as it was
        /// read.
        var isUnexpected = false

        static func unexpected(_ message: String, _ line: Int) -> Refusal {
            Refusal(message: message, line: line, isUnexpected: true)
        }

        static func tooDeep(_ line: Int) -> Refusal {
            .unexpected("too many brackets, functions or operators within each other; use variables", line)
        }
    }

    /// A translation, and what the engine must have for it.
    struct Translation {
        let text: String
        /// The global variables that no loop over the global object may see.
        let hiddenNames: [String]
        let needsLibrary: Bool
    }

    /// Returns the translation of a source, or `nil` if the engine can read it or must say why it
    /// is wrong.
    static func translation(of text: String, _ form: SourceForm) throws(Refusal) -> Translation? {
        var needsTranslation = false
        do throws(Refusal) {
            guard let tree = try tree(of: text, form, &needsTranslation), needsTranslation else { return nil }
            var printer = ScriptPrinter(Array(text.utf8), try ScriptScopes(tree), form)
            return try printer.translation()
        } catch {
            if error.isUnexpected, !needsTranslation { return nil }
            throw error
        }
    }

    /// Parses a source.
    ///
    /// - Parameter needsTranslation: Whether the part that was read needs it, even after an error.
    private static func tree(
        of text: String, _ form: SourceForm, _ needsTranslation: inout Bool
    ) throws(Refusal) -> ScriptTree? {
        // Places are 32-bit numbers.
        guard text.utf8.count < 1 << 30 else { return nil }
        var parser = try ScriptParser(Array(text.utf8))
        defer { needsTranslation = parser.tree.needsTranslation }
        if form == .program {
            try parser.parseProgram()
        } else {
            parser.tree.root = [try parser.expression()]
            guard parser.token.kind == .end else { throw parser.unexpected("write an operator before it") }
        }
        return parser.tree
    }

    /// Returns the tree of a source, or `nil` if the source doesn't have the form.
    static func tree(of text: String, _ form: SourceForm) -> ScriptTree? {
        var needsTranslation = false
        return try? tree(of: text, form, &needsTranslation)
    }

    // MARK: - Refusals

    static func asynchronous(_ word: String) -> String {
        "'\(word)' can't be used; send an event, and react to it by a transition"
    }

    /// Throws an error if the engine's regular expressions lack a form.
    static func check(pattern: ArraySlice<UInt8>, line: Int) throws(Refusal) {
        guard let end = pattern.lastIndex(of: 0x2F) else { return }
        for flag in pattern[(end + 1)...] where ![0x67, 0x69, 0x6D].contains(flag) {
            let name = String(decoding: [flag], as: UTF8.self)
            let advice = flag == 0x73 ? "write '[^]' for any character" : "write the pattern without it"
            throw Refusal(message: "the flag '\(name)' of a regular expression can't be used; \(advice)", line: line)
        }
        for (form, advice) in [
            ("(?<=", "match what comes before, too, in a group"), ("(?<!", "match what comes before, too, in a group"),
            ("(?<", "count the groups, as in 'match[1]'"), ("\\p{", "list the characters"),
        ] {
            let bytes = Array(form.utf8)
            guard pattern.indices.contains(where: { pattern[$0...].starts(with: bytes) && pattern[$0 - 1] != 0x5C })
            else { continue }
            throw Refusal(message: "'\(form)' can't be used in a regular expression; \(advice)", line: line)
        }
    }
}
