/// Names for code, made of names in a chart.
///
/// Letters, digits and underscores of ASCII are kept; other characters become underscores. Names that
/// would be equal get numbers.
struct CodeNames {
    private var used: Set<String> = []

    /// Returns a name that was not returned before.
    mutating func unique(_ text: String) -> String {
        var (name, number) = (text, 2)
        while !used.insert(name).inserted {
            name = "\(text)_\(number)"
            number += 1
        }
        return name
    }

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
