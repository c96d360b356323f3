import Strokes

/// A class of samples: a kind of elements, or a character.
struct SampleClass: Sendable, Hashable {
    /// The name in file names and for the page, such as `state` or `character-a`.
    let name: String
    /// The label that the trainer reads.
    let label: (name: String, value: String)
    /// The number of samples that the page asks for.
    let wantedCount: Int

    /// All classes, in the order in which they are asked for.
    static let all: [SampleClass] =
        ElementKind.allCases.map { kind in
            let value = kind == .unknown ? "reject" : kind.description
            return SampleClass(name: kind.description, label: ("element", value), wantedCount: 20)
        }
        + CharacterModel.characters.map { character in
            SampleClass(
                name: "character-\(names[character] ?? String(character))", label: ("label", String(character)),
                wantedCount: 5)
        }

    /// The names of characters that don't belong in the names of files.
    private static let names: [Character: String] = ["ε": "epsilon", ",": "comma", "+": "plus", "-": "minus"]

    static func named(_ name: String) -> SampleClass? { all.first { $0.name == name } }

    static func == (left: SampleClass, right: SampleClass) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
