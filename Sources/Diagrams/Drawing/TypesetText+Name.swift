package import Drawing

extension TypesetText {
    /// Creates the text of a name, typeset as TeX would do in math mode: `q_0`, `q_{01}`, `S^2`,
    /// `\alpha_1`, `\{q_0,q_1\}`, also between dollar signs.
    ///
    /// The digits at the end of a word are an index, too, as in `q12` and `{q1, q2}`. A name that
    /// isn't of this form as a whole is shown as it is, such as `waiting_for_card`, `x86_64` and
    /// `v1.2`.
    ///
    /// - Complexity: O(length)
    package init(name: String) {
        var parser = NameParser(name)
        self = parser.parse() ?? TypesetText(name)
    }
}

/// A parser of names with indices and exponents.
private struct NameParser {
    private var rest: ArraySlice<Character>
    private var runs: [TypesetText.Run] = []

    init(_ name: String) {
        rest = Array(name)[...]
        if rest.count > 2, rest.first == "$", rest.last == "$" { rest = rest.dropFirst().dropLast() }
    }

    /// Returns the parts of the name, or `nil` if it isn't of this form.
    mutating func parse() -> TypesetText? {
        while let next = rest.first {
            if Self.separators.contains(next) {
                rest.removeFirst()
                append(String(next), .base)
            } else {
                guard word() else { return nil }
            }
        }
        return TypesetText(runs)
    }

    private static let separators: Set<Character> = ["{", "}", "(", ")", "[", "]", ",", ";", "|", " ", "+", "-"]

    /// Parses letters or a command, its index, exponent and primes.
    private mutating func word() -> Bool {
        if rest.first == "\\" {
            guard let sign = command() else { return false }
            append(sign, .base)
            if Self.separators.contains(Character(sign)) { return true }
        } else {
            let letters = take { $0.isLetter }
            guard !letters.isEmpty || (rest.first?.isDigit ?? false) else { return false }
            append(letters.isEmpty ? take { $0.isDigit } : letters, .base)
            if letters.isEmpty { return scripts(hasIndex: false) }
        }
        let index = take { $0.isDigit }
        append(index, .lowered)
        return scripts(hasIndex: !index.isEmpty)
    }

    /// Parses at most one index and one exponent, and primes.
    private mutating func scripts(hasIndex: Bool) -> Bool {
        var (hasIndex, hasExponent) = (hasIndex, false)
        append(primes(), .base)
        while let mark = rest.first, mark == "_" || mark == "^" {
            guard mark == "_" ? !hasIndex : !hasExponent else { return false }
            rest.removeFirst()
            guard let script = script() else { return false }
            append(script, mark == "_" ? .lowered : .raised)
            if mark == "_" { hasIndex = true } else { hasExponent = true }
        }
        append(primes(), .base)
        return rest.first.map { Self.separators.contains($0) || $0 == "\\" } ?? true
    }

    private mutating func primes() -> String { String(repeating: "′", count: take { $0 == "'" }.count) }

    /// Parses what is lowered or raised: a group in braces, a command, digits, or a letter.
    private mutating func script() -> String? {
        switch rest.first {
        case "{":
            rest.removeFirst()
            var content = ""
            while let next = rest.first, next != "}" {
                if next == "\\" {
                    guard let sign = command() else { return nil }
                    content += sign
                } else {
                    guard next != "_", next != "^", next != "{" else { return nil }
                    content.append(next)
                    rest.removeFirst()
                }
            }
            return rest.popFirst() == nil || content.isEmpty ? nil : content
        case "\\": return command()
        case let next? where next.isDigit: return take { $0.isDigit }
        case let next? where next.isLetter || next == "*" || next == "+" || next == "-":
            rest.removeFirst()
            return String(next)
        default: return nil
        }
    }

    /// Parses a command and a blank that ends it, and returns its character; `nil` if it is
    /// unknown.
    private mutating func command() -> String? {
        rest.removeFirst()
        if let next = rest.first, next == "{" || next == "}" {
            rest.removeFirst()
            return String(next)
        }
        let name = take { $0.isASCII && $0.isLetter }
        if rest.first == " " { rest.removeFirst() }
        return TeX.character(ofCommand: name)
    }

    private mutating func take(while belongs: (Character) -> Bool) -> String {
        let taken = rest.prefix(while: belongs)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    private mutating func append(_ text: String, _ level: TypesetText.Level) {
        guard !text.isEmpty else { return }
        if runs.last?.level == level {
            runs[runs.count - 1].text += text
        } else {
            runs.append(TypesetText.Run(text, level))
        }
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
