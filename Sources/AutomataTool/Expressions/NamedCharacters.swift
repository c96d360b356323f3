import Automata

extension Automaton {
    /// The automaton over named symbols, one for each character that is read somewhere, as textbooks and JFLAP have them.
    ///
    /// Classes that no transition has are left out, as those of all other characters mostly are.
    func withNamedCharacters(budget: Budget) throws(ToolError) -> Automaton {
        guard case .partition(let partition) = alphabet.storage else { return self }
        let used = Set(asEpsilonNFA.rows.symbols)
        var names: [String] = []
        var images: [[Symbol]] = []
        for range in partition.ranges where used.contains(range.symbol) {
            guard names.count + Int(range.upper - range.lower) < Self.mostNamedCharacters else {
                throw ToolError(
                    "\(alphabet.name(of: range.symbol).printable) stands for more than \(Self.mostNamedCharacters) characters, and "
                        + "--named makes a symbol of each")
            }
            for value in range.lower...range.upper {
                guard partition.domain == .scalars || value < 0x80, let character = Unicode.Scalar(value) else {
                    throw ToolError("bytes beyond ASCII are no characters; --named needs --unit scalars for them")
                }
                names.append(String(character))
                images.append([range.symbol])
            }
        }
        do throws(AutomataError) {
            let characters = try Homomorphism(from: Alphabet(names), to: alphabet, images: images)
            return try preimage(under: characters, budget: budget)
        } catch {
            throw ToolError(error.description)
        }
    }

    private static var mostNamedCharacters: Int { 1000 }
}
