internal import Automata
internal import WorkLimits

/// The spelling of a textbook's expression: `(a|b)*`, names of several characters in quotes.
struct TextbookStyle: ExpressionStyle {
    private let names: [String]

    init(_ alphabet: Alphabet) { names = alphabet.names.map(Self.symbol) }

    let empty = "∅"
    let epsilon = "ε"
    let opening = "("
    let union = "|"
    let intersection = "&"
    let complement = "!"
    let plus = "⁺"
    let heading = ""
    var universe: String? { nil }

    func leaf(_ symbols: ArraySlice<Symbol>) -> (text: String, isAtom: Bool) {
        (symbols.map { names[Int($0)] }.joined(separator: "|"), symbols.count == 1)
    }

    func assertion(_ assertion: RegularExpression.Assertion) throws(AutomataError) -> String {
        throw .inexpressible("textbook syntax can't express an assertion, such as \\b or ^")
    }

    private static let operators: Set<Unicode.Scalar> = [
        "(", ")", "+", "|", "∪", "&", "∩", "·", "⋅", "!", "¬", "*", "⁺", "?", "{", "}", "ε", "ϵ", "ɛ", "#", "∅", "'",
        "\"",
        "\\",
    ]

    private static func symbol(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        if scalars.count == 1 {
            if operators.contains(scalars[0]) { return "\\" + name }
            if scalars[0].value > 0x20, scalars[0].value != 0x7F { return name }
        }
        var text = "'"
        for scalar in scalars {
            if scalar == "'" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text + "'"
    }
}
