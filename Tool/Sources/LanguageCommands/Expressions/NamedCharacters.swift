@_spi(Tool) import Automata
import ToolSupport

extension Automaton {
    /// Returns the automaton over named symbols, one for each character of a transition, as in
    /// textbooks and JFLAP.
    ///
    /// Classes without a transition are left out; usually, one of them has all other characters.
    func withNamedCharacters(
        allowsTextAround: Bool, _ context: WorkContext
    ) throws(ToolError) -> Automaton {
        guard alphabet.kind != .named else { return self }
        func refusal(_ message: String) -> ToolError {
            ToolError(
                allowsTextAround
                    ? "--search allows any character around a match, too many for --named; --syntax textbook allows "
                        + "only the characters of the expression" : message)
        }
        let used = Set(asEpsilonNFA.transitions.lazy.map(\.symbol))
        var names: [String] = []
        var images: [[Symbol]] = []
        for (range, symbol) in alphabet.classRanges where used.contains(symbol) {
            guard alphabet.kind == .scalars || range.upperBound < 0x80 else {
                throw refusal("bytes beyond ASCII aren't characters; --named needs --unit scalars for them")
            }
            // No scalar lies between those around the surrogates.
            for value in range where Unicode.Scalar(value) != nil {
                guard names.count < Self.maximumNamedCharacters, let character = Unicode.Scalar(value) else {
                    throw refusal(
                        "the expression has more than \(grouped(Self.maximumNamedCharacters)) different characters, "
                            + "too many for --named")
                }
                names.append(String(character))
                images.append([symbol])
            }
        }
        return try context.checked { () throws(AutomataError) in
            let characters = try Homomorphism(from: Alphabet(names), to: alphabet, images: images)
            return try preimage(under: characters, budget: context.budget)
        }
    }

    private static var maximumNamedCharacters: Int { 1000 }
}
