import Automata
import FeatureFormats
import FeatureModels
import Testing

@Suite struct PictureConstraintTests {
    private static let (a, b, c) = (Proposition.feature(1), Proposition.feature(2), Proposition.feature(3))

    private static func lines(_ constraints: [Proposition]) throws -> [String] {
        var model = FeatureModel(root: "r")
        model.add(["a", "b", "c d"], below: model.root, .optional)
        model.constraints = constraints
        return Array(try DrawnModel(model.svg()).constraints.dropFirst())
    }

    @Test(
        arguments: [
            (.implies(a, .not(b)), "a ⇒ ¬b"),
            (.equivalent(.and([a, b]), .or([b, c])), "a ∧ b ⇔ b ∨ “c d”"),
            (.or([.and([a, b]), c]), "(a ∧ b) ∨ “c d”"), (.or([.or([a, b]), c]), "a ∨ b ∨ “c d”"),
            (.not(.or([a, b])), "¬(a ∨ b)"),
            (.not(.not(a)), "¬¬a"),
            (.implies(.implies(a, b), c), "(a ⇒ b) ⇒ “c d”"),
            (.and([.equivalent(a, b), .atMostOne([a, .and([b, c])])]), "(a ⇔ b) ∧ at most one of (a, b ∧ “c d”)"),
            (.not(.atMostOne([a])), "¬(at most one of (a))"),
            (.and([]), "true"), (.or([]), "false"), (.or([a]), "a"), (.constant(false), "false"),
            (.not(.and([.or([a, b])])), "¬(a ∨ b)"),
            (.feature(99), "feature 99"),
        ] as [(Proposition, String)])
    func constraintsAreInWords(constraint: Proposition, text: String) throws {
        #expect(try Self.lines([constraint]) == [text])
    }

    @Test func longConstraintsAreShortened() throws {
        let lines = try Self.lines([.or(Array(repeating: Self.a, count: 100_000)), Self.b])
        #expect(lines.count == 4)
        #expect(lines[2].hasSuffix("…"))
        #expect(lines[3] == "b")
    }

    @Test func deepConstraintsAreCut() throws {
        var constraint = Self.a
        for _ in 0..<2_000 { constraint = .not(constraint) }
        #expect(try Self.lines([constraint]).first?.contains("…") == true)
    }

    @Test func manyConstraintsStandInColumns() throws {
        var model = FeatureModel(root: "r")
        let features = model.add((0..<12).map { "f\($0)" }, below: model.root, .or)
        let height = try DrawnModel(model.svg()).size.height
        model.constraints = features.dropFirst().map { .implies(.feature($0), .feature(features[0])) }
        let picture = try DrawnModel(model.svg())
        #expect(picture.constraints.count == 12)
        // Eleven lines would take 180.
        #expect(picture.size.height < height + 130)
    }
}
