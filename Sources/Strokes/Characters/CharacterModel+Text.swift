// The model's text.
//
//     automata character model 1
//     threshold NUMBER
//     slope NUMBER
//     characters CHARACTERS                      those of this library, in its order
//     networks COUNT                             as in the text of an element model
//     …
//     end CHECKSUM

extension CharacterModel {
    static let signature = "automata character model 1"

    /// Reads a model from its text.
    ///
    /// Sizes are bounded and all numbers are checked, so that even an untrusted model needs no
    /// further checks.
    ///
    /// - Throws: ``ElementModelError`` with the line of the error.
    /// - Complexity: O(*n*) for a text of *n* bytes.
    public init(parsing text: String) throws(ElementModelError) {
        var reader = ModelReader(text)
        guard reader.bytes.count <= ModelReader.maximumTextSize else {
            throw ElementModelError(line: 1, reason: .tooLong)
        }
        guard reader.line() == Self.signature else { throw reader.error(.expected("'\(Self.signature)'")) }
        let threshold = try reader.number("threshold", 0...1)
        let slope = try reader.number("slope", 0...100)
        let characters = reader.words()
        guard characters == ["characters", String(Self.characters)] else {
            throw reader.error(.otherFeature("expected 'characters \(String(Self.characters))'"))
        }
        self.init(
            networks: try reader.networks(inputs: CharacterFeatures.count, outputs: Self.classCount),
            slope: Float(slope), threshold: threshold)
        try reader.end()
    }

    /// The model as text, for ``init(parsing:)``.
    ///
    /// - Complexity: O(*n*) for a text of *n* bytes.
    public var text: String {
        var lines = [
            Self.signature, "threshold \(threshold)", "slope \(slope)", "characters \(String(Self.characters))",
        ]
        lines += networks.lines
        lines.append(Checksum.endLine(of: lines))
        return lines.joined(separator: "\n") + "\n"
    }

    /// The default model, trained by `automata-train` on characters of people and synthetic
    /// characters.
    ///
    /// Its text is part of the library and is read on first use, in less than a millisecond.
    public static let `default`: CharacterModel = {
        // A test checks that the text is valid; if it weren't, a recognizer that asks about all
        // characters would be better than a crash.
        (try? CharacterModel(parsing: DefaultCharacterModel.text)) ?? CharacterModel(networks: [], threshold: 1)
    }()
}
