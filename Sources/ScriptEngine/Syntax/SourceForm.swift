/// The form of a source: a program, or an expression that becomes a function.
enum SourceForm: String {
    case program, expression, location

    /// Returns a text that must be an expression, too: one with unbalanced brackets can't be valid
    /// in both forms.
    func check(of source: String) -> String? { self == .program ? nil : "[\(source)\n]" }

    /// Returns the text that is compiled.
    func function(of source: String) -> String { parts.beginning + source + parts.end + parts.close }

    /// The text before a source, behind it, and behind the variables that its translation adds.
    var parts: (beginning: String, end: String, close: String) {
        switch self {
        case .program: ("", "", "")
        case .expression: ("(function(){return(", "\n);", "})")
        case .location: ("(function(_x$value){'use strict';(", "\n)=_x$value;", "})")
        }
    }

    /// Returns whether an expression is a variable or a property; true if it can't be parsed, which
    /// the engine reports.
    static func isLocation(_ source: String) -> Bool {
        guard let tree = ScriptSyntax.tree(of: source, .location), let index = tree.root.first else {
            return !source.utf8.allSatisfy { $0 <= 0x20 }
        }
        return tree.isLocation(index)
    }

    /// Returns the translation of a source, or `nil` if it needs none.
    ///
    /// - Throws: ``ScriptError/syntax(_:at:)`` for a form that can't be translated.
    func translation(
        of source: String, at place: @autoclosure () -> ScriptPlace?
    ) throws(ScriptError) -> ScriptSyntax.Translation? {
        do throws(ScriptSyntax.Refusal) { return try ScriptSyntax.translation(of: source, self) } catch {
            let start = place() ?? ScriptPlace(document: "script", line: 1)
            throw .syntax(error.message, at: ScriptPlace(document: start.document, line: start.line + error.line - 1))
        }
    }
}

/// The names of functions of ECMAScript 2015 and later that Duktape lacks.
enum LaterEditions {
    private static let names: Set<String> = [
        "Map", "Set", "WeakMap", "WeakSet", "acosh", "asinh", "at", "atanh", "copyWithin", "cosh", "entries", "eval",
        "expm1", "fill", "find", "findIndex", "findLast", "findLastIndex", "flat", "flatMap", "from", "fromEntries",
        "fround", "getOwnPropertyDescriptors", "groupBy", "hasOwn", "includes", "iterator", "keys", "log1p",
        "matchAll", "of", "padEnd", "padStart", "raw", "replaceAll", "sinh", "tanh", "toReversed", "toSorted",
        "toSpliced", "trimEnd", "trimStart", "values", "with",
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

    /// Returns whether the engine may read a source in another way than the standard: with the
    /// words `const`, `__proto__` or `let`, as ECMAScript 5 reads `let [a] = b`, with a pattern
    /// before `=`, or with `**`.
    static func hasOtherMeaning(_ source: String) -> Bool {
        var last: UInt8 = 0
        for byte in source.utf8 where byte > 0x20 {
            if byte == 0x3D && (last == 0x5D || last == 0x7D) || byte == 0x2A && last == 0x2A { return true }
            last = byte
        }
        return words(of: source).contains { ["const", "let", "__proto__"].contains($0) }
    }

    /// The words of ASCII, also those in texts and comments.
    private static func words(of source: String) -> some Sequence<String> {
        source.utf8.lazy.split { byte in
            !(0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x24 || byte == 0x5F)
        }.map { String(decoding: Array($0), as: UTF8.self) }
    }
}
