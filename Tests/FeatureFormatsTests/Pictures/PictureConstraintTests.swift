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
            (
                .not(.comparison(.value(of: 1), .lessOrEqual, .operation(.number(2), .times, .size(of: 3)))),
                "¬(a ≤ 2 · size(“c d”))"
            ),
            (
                .and([a, .comparison(.attribute("x y", of: 2), .notEqual, .text("z"))]), "a ∧ b.“x y” ≠ 'z'"
            ),
            (
                .each(3, .comparison(.sum(of: "cost", below: 1), .equal, .average(of: "cost", below: nil))),
                "for each “c d”: (sum(cost in a) = average(cost))"
            ),
            (
                .comparison(
                    .operation(
                        .floor(.number(1.5)), .minus,
                        .operation(.ceiling(.value(of: 1)), .minus, .length(.text("t")))), .greater,
                    .total([1: 2, 2: 3])),
                "⌊1.5⌋ − (⌈a⌉ − length('t')) > (2 · size(a) + 3 · size(b))"
            ),
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

    /// Cardinalities stand behind the names of features, but not in constraints.
    @Test func cardinalitiesAreShown() throws {
        var model = FeatureModel(root: "r")
        model.add(["a", "b"], below: model.root, .optional)
        model[1].cardinality = FeatureModel.Cardinality(1, upTo: 3)
        model[2].cardinality = FeatureModel.Cardinality(0, upTo: nil)
        model.constraints = [.implies(Self.a, Self.b)]
        let picture = model.svg()
        #expect(picture.contains(">a [1..3]</text>"))
        #expect(picture.contains(">b [0..*]</text>"))
        #expect(try DrawnModel(picture).constraints.contains("a ⇒ b"))
        #expect(FeaturePicture.dot.text(of: model).contains("label=\"a [1..3]\""))
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
