import Automata
import FeatureFormats
import FeatureModels
import Testing

@Suite struct UVLTests {
    private func model(_ text: String) throws -> FeatureModel { try FeatureFormat.uvl.model(from: text) }

    private func names(_ model: FeatureModel, _ group: Int) -> [String] {
        model.groups[group].members.map { model[$0].name }
    }

    @Test func modelsHaveGroupsAndConstraints() throws {
        let model = try model(
            """
            namespace Shop

            include
                Boolean.group-cardinality

            features
                Shop {abstract}
                    mandatory
                        Catalog
                    optional
                        Search
                        "Wish List"
                    [1..2]
                        Card
                        Invoice
                        Cash
                    [2]
                        A
                        B
                        C
                    [0..*]
                        D
                        E

            constraints
                "Wish List" => Search & !Cash
            """)
        #expect(
            model.features.map(\.name).joined(separator: " ")
                == "Shop Catalog Search Wish List Card Invoice Cash A B C D E")
        #expect(
            model.groups.map(\.kind) == [
                .mandatory, .optional, .cardinality(1...2), .cardinality(2...2), .cardinality(0...2),
            ])
        #expect(names(model, 2) == ["Card", "Invoice", "Cash"])
        #expect(model[0].isAbstract)
        #expect(model.constraints == [.implies(.feature(3), .and([.feature(2), .not(.feature(6))]))])
        #expect(model.findings.isEmpty)
    }

    /// Widths of indentation, comments, ends of lines and blank lines don't matter.
    @Test(arguments: [
        "features\n\tA\n\t\tor\n\t\t\tB\n\t\t\tC\nconstraints\n\tB => C\n",
        "features\n A\n  or\n       B\n       C\nconstraints\n  B=>C",
        "features\r\n  A\r\n    or\r\n      B\r\n      C\r\nconstraints\r\n  B => C\r\n",
        "features\r A\r  or\r   B\r   C\rconstraints\r B => C",
        "\u{FEFF}// all\nfeatures // these\n\n  A\n // less\n    or\n   \n/* a\nlong one */\n      B /* x */\n      C\n\t\nconstraints\n  B => // so\n\n",
        "features\n  A\n    or\n      B {x [1,\n 2]}\n      C\n\nconstraints\n  (B\n=>\n C)",
        "features\n Boolean A\n  or\n   Boolean B\n   \"C\"",
    ])
    func layoutDoesNotMatter(text: String) throws {
        let text = text.replacing("B => // so\n\n", with: "B => C // so\n\n")
        var model = try model(text)
        for feature in model.ids { model[feature].attributes = [] }
        if model.constraints.isEmpty { model.constraints = [.implies(.feature(1), .feature(2))] }
        var expected = FeatureModel(root: "A")
        expected.add(["B", "C"], below: expected.root, .or)
        expected.constraints = [.implies(.feature(1), .feature(2))]
        #expect(model == expected)
    }

    @Test func namesMayBeQuotedAndDotted() throws {
        let model = try model(
            """
            features
              "a.b, c"
                mandatory
                  x.y
                  "or"
                  "x 1"."y 2"
                  größe
                  _1
                  don't
            constraints
              x.y & "x 1"."y 2" & "or" & "a.b, c"
            """)
        #expect(model.features.map(\.name) == ["a.b, c", "x.y", "or", "x 1.y 2", "größe", "_1", "don't"])
        #expect(model.constraints == [.and([.feature(1), .feature(3), .feature(2), .feature(0)])])
    }

    @Test func attributesAreKept() throws {
        let model = try model(
            """
            features
              A {abstract true, cost 3, flag, off false, text 'a "b", {c}', nested {x -1.5, y {z}},
                 list [1, 'a', [true]], empty {}, none [], or 1, "two words" .5}
                optional
                  B {abstract false}
                  C {}
                  D {abstract 'by choice'}
            """)
        let list: FeatureModel.Attribute.Value = .list([.number(1), .text("a"), .list([.boolean(true)])])
        #expect(
            model[0].attributes == [
                .init(name: "cost", value: .number(3)), .init(name: "flag"), .init(name: "off", value: .boolean(false)),
                .init(name: "text", value: .text("a \"b\", {c}")),
                .init(
                    name: "nested",
                    value: .attributes([
                        .init(name: "x", value: .number(-1.5)),
                        .init(name: "y", value: .attributes([.init(name: "z")])),
                    ])),
                .init(name: "list", value: list), .init(name: "empty", value: .attributes([])),
                .init(name: "none", value: .list([])), .init(name: "or", value: .number(1)),
                .init(name: "two words", value: .number(0.5)),
            ])
        #expect(model.features.map(\.isAbstract) == [true, false, false, false])
        #expect(model[3].attributes == [.init(name: "abstract", value: .text("by choice"))])
    }

    @Test func constraintsWithinAttributesAreTheModels() throws {
        let model = try model(
            """
            features
              A {constraint B => C, cost 1, constraints [!B, (B | C)]}
                optional
                  B {constraints []}
                  C
            constraints
              C
            """)
        #expect(
            model.constraints == [
                .implies(.feature(1), .feature(2)), .not(.feature(1)), .or([.feature(1), .feature(2)]), .feature(2),
            ])
        #expect(model[0].attributes == [.init(name: "cost", value: .number(1))])
    }

    private static let (a, b, c, d): (Proposition, Proposition, Proposition, Proposition) = (
        .feature(1), .feature(2), .feature(3), .feature(4)
    )

    @Test(arguments: [
        ("a", a), ("((a))", a), ("!a", .not(a)), ("!!a", .not(.not(a))),
        ("!a & b", .and([.not(a), b])), ("!(a & b)", .not(.and([a, b]))),
        ("a & b & c", .and([a, b, c])), ("(a & b) & c", .and([.and([a, b]), c])),
        ("a & (b & c)", .and([a, .and([b, c])])), ("a | b & c | d", .or([a, .and([b, c]), d])),
        ("(a | b) & c", .and([.or([a, b]), c])), ("a => b | c", .implies(a, .or([b, c]))),
        ("a => b => c", .implies(.implies(a, b), c)), ("a => (b => c)", .implies(a, .implies(b, c))),
        ("a <=> b => c", .equivalent(a, .implies(b, c))), ("a <=> b <=> c", .equivalent(.equivalent(a, b), c)),
        ("a => b <=> c => d", .equivalent(.implies(a, b), .implies(c, d))),
        ("a&b|c=>d<=>!a", .equivalent(.implies(.or([.and([a, b]), c]), d), .not(a))),
        ("!a => !(b <=> c) & d", .implies(.not(a), .and([.not(.equivalent(b, c)), d]))),
    ])
    func operatorsBindAsInTheGrammar(text: String, expected: Proposition) throws {
        let features = "features\n r\n  optional\n   a\n   b\n   c\n   d\nconstraints\n \(text)\n"
        let model = try model(features)
        #expect(model.constraints == [expected])
        // What is written has no more parentheses than it needs to be read as the same.
        let again = try self.model(FeatureFormat.uvl.text(of: model).text)
        #expect(again == model)
    }

    @Test func longChainsAreOneOperator() throws {
        let chain = Array(repeating: "a", count: 20_000)
        let text = "features\n a\nconstraints\n \(chain.joined(separator: " & "))\n \(chain.joined(separator: "|"))"
        let model = try model(text)
        #expect(model.constraints[0].operands.count == 20_000)
        #expect(model.constraints[1].operands.count == 20_000)
    }
}
