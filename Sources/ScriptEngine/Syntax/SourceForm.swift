/// The form of a source: a program, or an expression that becomes a function.
enum SourceForm {
    case program, expression, location

    /// Returns a text that must be an expression, too: one with unbalanced brackets can't be valid in
    /// both forms.
    func check(of source: String) -> String? { self == .program ? nil : "[\(source)\n]" }

    /// Returns the text that is compiled.
    func function(of source: String) -> String {
        switch self {
        case .program: source
        case .expression: "(function(){return(\(source)\n);})"
        case .location: "(function(_x$value){'use strict';(\(source)\n)=_x$value;})"
        }
    }

    /// Returns whether an expression has the form of a variable or a property, as far as its tokens
    /// tell.
    ///
    /// The engine finds other assignments only when it carries them out.
    static func isLocation(_ source: String) -> Bool {
        let bytes = Array(source.utf8)
        guard let tokens = ScriptTokenizer.tokens(of: bytes) else { return true }
        func text(_ index: Int) -> String { String(decoding: bytes[tokens[index].range], as: UTF8.self) }
        var (start, end) = (0, tokens.count - 1)
        while start < end, text(start) == "(", tokens[start].partner == end { (start, end) = (start + 1, end - 1) }
        guard start <= end else { return false }
        var index = start
        while index <= end {
            switch tokens[index].kind {
            case .word:
                if index == end, ["this", "null", "true", "false"].contains(text(index)), !follows(index, ".", text) {
                    return false
                }
            case .sign:
                guard [".", "(", "["].contains(text(index)) else { return false }
                if let partner = tokens[index].partner { index = partner }
            case .string where index < end: break
            default: return false
            }
            index += 1
        }
        let last = text(end)
        if case .word = tokens[end].kind { return true }
        return last == "]" && tokens[end].partner.map { $0 > start } == true
    }

    private static func follows(_ index: Int, _ sign: String, _ text: (Int) -> String) -> Bool {
        index > 0 && text(index - 1) == sign
    }

    /// Returns the translation of a source into ECMAScript 5 and the global names that it adds, or
    /// `nil` if it needs none.
    ///
    /// - Throws: ``ScriptError/syntax(_:at:)`` for a form that can't be translated.
    func translation(
        of source: String, at place: ScriptPlace?
    ) throws(ScriptError) -> (text: String, hiddenNames: [String])? {
        do throws(ScriptSyntax.Refusal) {
            if self == .program { return try ScriptSyntax.translation(of: source) }
            guard let (text, _) = try ScriptSyntax.translation(of: "(\(source)\n)") else { return nil }
            return (String(decoding: Array(text.utf8.dropFirst().dropLast(2)), as: UTF8.self), [])
        } catch {
            let start = place ?? ScriptPlace(document: "script", line: 1)
            throw .syntax(error.message, at: ScriptPlace(document: start.document, line: start.line + error.line - 1))
        }
    }
}

/// The names of functions of ECMAScript 2015 and later that Duktape lacks.
enum LaterEditions {
    private static let names: Set<String> = [
        "Map", "Set", "WeakMap", "WeakSet", "_x$accessors", "_x$call", "_x$each", "_x$i", "_x$list", "_x$method",
        "_x$rest", "_x$take",
        "_x$v", "acosh", "asinh", "at", "atanh", "copyWithin", "cosh", "entries",
        "eval", "expm1", "fill", "find", "findIndex", "findLast", "findLastIndex", "flat", "flatMap", "from",
        "fromEntries",
        "fround", "getOwnPropertyDescriptors", "groupBy", "hasOwn", "includes", "iterator", "keys", "log1p", "matchAll",
        "of",
        "padEnd", "padStart", "raw", "replaceAll", "sinh", "tanh", "toReversed",
        "toSorted", "toSpliced", "trimEnd", "trimStart", "values", "with",
    ]

    /// Returns whether a source has a word that names such a function.
    ///
    /// `Object.keys` is older than the other functions with this name.
    static func isNamed(in source: String) -> Bool {
        var previous = ""
        return words(of: source).contains { word in
            defer { previous = word }
            return names.contains(word) && !(word == "keys" && previous == "Object")
        }
    }

    /// Returns whether the engine may read a source in another way than the standard: with the word
    /// `const`, with `let`, as ECMAScript 5 reads `let [a] = b`, or with a pattern before `=`.
    static func hasOtherMeaning(_ source: String) -> Bool {
        var last: UInt8 = 0
        for byte in source.utf8 where byte > 0x20 {
            if byte == 0x3D, last == 0x5D || last == 0x7D { return true }
            last = byte
        }
        return words(of: source).contains { $0 == "const" || $0 == "let" }
    }

    /// The words of ASCII, also those in texts and comments.
    private static func words(of source: String) -> some Sequence<String> {
        source.utf8.lazy.split { byte in
            !(0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x24 || byte == 0x5F)
        }.map { String(decoding: Array($0), as: UTF8.self) }
    }
}
