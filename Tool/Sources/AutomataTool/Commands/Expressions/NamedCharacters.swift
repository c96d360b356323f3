import Automata

extension Automaton {
    /// The automaton over named symbols, one for each character that is read somewhere, as textbooks and JFLAP have them.
    ///
    /// Classes that no transition has are left out, as those of all other characters mostly are.
    func withNamedCharacters(budget: Budget, limits: LimitOptions) throws(ToolError) -> Automaton {
        guard case .partition(let partition) = alphabet.storage else { return self }
        let used = Set(asEpsilonNFA.rows.symbols)
        var names: [String] = []
        var images: [[Symbol]] = []
        for range in partition.ranges where used.contains(range.symbol) {
            guard partition.domain == .scalars || range.upper < 0x80 else {
                throw ToolError("bytes beyond ASCII are no characters; --named needs --unit scalars for them")
            }
            // No scalar lies between those around the surrogates.
            for value in range.lower...range.upper where partition.domain.contains(value) {
                guard names.count < Self.mostNamedCharacters, let character = Unicode.Scalar(value) else {
                    throw ToolError(
                        "the expression is about more than \(grouped(Self.mostNamedCharacters)) characters, and --named makes a symbol "
                            + "of each")
                }
                names.append(String(character))
                images.append([range.symbol])
            }
        }
        do throws(AutomataError) {
            let characters = try Homomorphism(from: Alphabet(names), to: alphabet, images: images)
            return try preimage(under: characters, budget: budget)
        } catch {
            throw ToolError(error, at: nil, limits: limits)
        }
    }

    private static var mostNamedCharacters: Int { 1000 }
}
