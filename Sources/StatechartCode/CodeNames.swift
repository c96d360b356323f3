/// Names for code, made of names in a chart.
///
/// ASCII letters and digits are kept; other characters become underscores. Names that would be
/// equal get numbers.
struct CodeNames {
    private var used: Set<String> = []
    /// The number that a name gets if it comes again.
    private var numbers: [String: Int] = [:]

    /// Returns a name that was not returned before.
    mutating func unique(_ text: String) -> String {
        var (name, number) = (text, numbers[text] ?? 2)
        while !used.insert(name).inserted {
            name = "\(text)_\(number)"
            number += 1
        }
        if number > 2 { numbers[text] = number }
        return name
    }

    /// Notes a name; returns whether it is new.
    mutating func insert(_ name: String) -> Bool { used.insert(name).inserted }

    /// Returns four digits that stand for a text.
    static func mark(of text: String) -> String {
        // FNV-1a: Fowler, Noll and Vo, 1991.
        let hash = text.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String((hash >> 16) ^ (hash & 0xFFFF), radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Returns the words of an expression, with a word for each operator.
    static func operatorWords(_ text: String) -> [String] {
        let operators: [(String, String)] = [
            ("===", "eq"), ("!==", "ne"), ("==", "eq"), ("!=", "ne"), ("<=", "le"), (">=", "ge"), ("&&", "and"),
            ("||", "or"), ("<", "lt"), (">", "gt"), ("!", "not"), ("+", "plus"), ("-", "minus"), ("*", "times"),
            ("/", "by"),
        ]
        var (spelled, rest) = ("", text[...])
        while let first = rest.first {
            if let found = operators.first(where: { rest.hasPrefix($0.0) }) {
                spelled += " \(found.1) "
                rest = rest.dropFirst(found.0.count)
            } else {
                spelled.append(first)
                rest.removeFirst()
            }
        }
        return words(spelled)
    }

    /// Names that C, C++ or a common header gives a meaning.
    static let reserved: Set<String> = [
        "alarm", "alignas", "alignof", "and", "asm", "atomic", "auto", "bitand", "bitor", "bool", "break", "case",
        "catch",
        "char", "class", "clock", "close", "compl", "complex", "const", "continue", "default", "delete", "div", "do",
        "double", "else", "enum", "exit", "explicit", "export", "extern", "false", "float", "for", "free", "friend",
        "goto",
        "if", "index", "inline", "int", "int16_t", "int32_t", "int64_t", "int8_t", "kill", "link", "long", "main",
        "malloc",
        "mutable", "namespace", "new", "not", "null", "open", "operator", "or", "pause", "pipe", "printf", "private",
        "protected", "public", "raise", "rand", "read", "register", "remove", "rename", "restrict", "return", "select",
        "short", "signal", "signed", "size_t", "sizeof", "sleep", "static", "struct", "switch", "system", "template",
        "this", "throw", "time", "true", "try", "typedef", "typeid", "typename", "uint16_t", "uint32_t", "uint64_t",
        "uint8_t", "union", "unsigned", "using", "virtual", "void", "volatile", "wait", "while", "write", "xor",
    ]

    /// Returns the words of a text: its parts of letters and digits, in lower case, also between a
    /// small letter and a capital.
    static func words(_ text: String) -> [String] {
        var (words, word, wasSmall) = ([String](), "", false)
        for scalar in text.unicodeScalars {
            let isCapital = "A"..."Z" ~= scalar
            let isLetter = "a"..."z" ~= scalar || "0"..."9" ~= scalar
            if !(isCapital || isLetter) || isCapital && wasSmall, !word.isEmpty {
                words.append(word)
                word = ""
            }
            if isCapital || isLetter { word += scalar.properties.lowercaseMapping }
            wasSmall = isLetter
        }
        return word.isEmpty ? words : words + [word]
    }

    /// Returns a text as a name in lower case with underscores.
    static func snake(_ text: String, or fallback: String) -> String {
        let name = words(text).joined(separator: "_")
        return name.isEmpty ? fallback : name
    }
}
