import Automata
import AutomataCounting
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
        ("a => b => c", .implies([a, b, c])), ("a => (b => c)", .implies(a, .implies(b, c))),
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

    private static let (m, n): (ValueExpression, ValueExpression) = (.value(of: 1), .value(of: 4))
    private static let cost = ValueExpression.attribute("cost", of: 0)

    @Test(
        arguments: [
            ("M > 1", .comparison(m, .greater, .number(1))), ("!M == 2", .not(.comparison(m, .equal, .number(2)))),
            ("!(M != 2)", .not(.comparison(m, .notEqual, .number(2)))),
            (
                "M + 2 * r.cost - N >= 3 & M",
                .and([
                    .comparison(
                        .operation(.operation(m, .plus, .operation(.number(2), .times, cost)), .minus, n),
                        .greaterOrEqual,
                        .number(3)), .feature(1),
                ])
            ),
            (
                "(M + 2) * r.cost / N < -3 => a",
                .implies(
                    .comparison(
                        .operation(.operation(.operation(m, .plus, .number(2)), .times, cost), .dividedBy, n), .less,
                        .number(-3)), .feature(7))
            ),
            ("M -1 == 0", .comparison(.operation(m, .minus, .number(1)), .equal, .number(0))),
            (
                "M - (N - 1) <= 0",
                .comparison(.operation(m, .minus, .operation(n, .minus, .number(1))), .lessOrEqual, .number(0))
            ),
            ("((M)) == (N)", .comparison(m, .equal, n)), ("(a)", .feature(7)), ("!(M)", .not(.feature(1))),
            ("(a | M > 1) & b", .and([.or([.feature(7), .comparison(m, .greater, .number(1))]), .feature(8)])),
            (
                "sum(cost) < 9 <=> avg(cost, a) == 2",
                .equivalent(
                    .comparison(.sum(of: "cost", below: nil), .less, .number(9)),
                    .comparison(.average(of: "cost", below: 7), .equal, .number(2)))
            ),
            (
                "floor(M / 2) == ceil(1.5)",
                .comparison(.floor(.operation(m, .dividedBy, .number(2))), .equal, .ceiling(.number(1.5)))
            ),
            ("r.more.label == 'x y'", .comparison(.attribute("more.label", of: 0), .equal, .text("x y"))),
            (
                "len(r.more.label) == size(b)",
                .comparison(.length(.attribute("more.label", of: 0)), .equal, .size(of: 8))
            ),
            ("\"b\".\"two words\" > 0", .comparison(.attribute("two words", of: 8), .greater, .number(0))),
            (
                "each(b, size(b) > 0 => a)",
                .each(8, .implies(.comparison(.size(of: 8), .greater, .number(0)), .feature(7)))
            ),
            ("size & each", .and([.feature(9), .feature(10)])),
            ("M.2 | N.\"1\"", .or([.feature(3), .feature(5)])),
        ] as [(String, Proposition)])
    func valuesBindTighterThanPropositions(text: String, expected: Proposition) throws {
        let features = """
            features
              r {cost 3, more {label 'x y'}}
                optional
                  Integer M {values [1, 2]}
                  Integer N {min 1, max 2}
                  a {cost 2}
                  b {"two words" 1}
                  size
                  each
            constraints
              \(text)
            """
        let model = try model(features)
        #expect(model.constraints == [expected])
        let again = try self.model(FeatureFormat.uvl.text(of: model).text)
        #expect(again == model)
    }

    @Test func valuesReferToFeatures() throws {
        let text = """
            features
              Shop
                mandatory
                  Front cardinality [1..2]
                    or
                      Card
                      Cash
                    optional
                      String Default {references ['Card', 'Cash']}
                optional
                  Bank
                  String Partner {references ['Bank']}
            """
        let model = try model(text)
        let ids = Dictionary(uniqueKeysWithValues: model.ids.map { (model[$0].name, $0) })
        let id = { (name: String) in try #require(ids[name]) }
        let front = try id("Front")
        #expect(
            model.constraints == [
                .each(front, .implies(.feature(try id("Default.Card")), .feature(try id("Card")))),
                .each(front, .implies(.feature(try id("Default.Cash")), .feature(try id("Cash")))),
                .implies(.feature(try id("Partner.Bank")), .feature(try id("Bank"))),
            ])
        // A front has 3 sets of payments; of each payment it has, one may be the default: 2 + 2 +
        // 3. The bank lets the partner be none, or itself.
        #expect(try model.unfolded().model.products().count == 3 * (7 + 7 * 7))
        for (partner, message) in [
            ("String Partner {references ['Gold']}", "unknown feature 'Gold'"),
            ("String Partner {references [1]}", "'references' needs a list of features; write their names"),
            ("String Partner {references []}", "'references' needs a list of features; write their names"),
            ("Integer Partner {references ['Bank']}", "'references' needs a feature of type String; make the type"),
        ] {
            let faulty = text.replacing("String Partner {references ['Bank']}", with: partner)
            #expect { try self.model(faulty) } throws: { "\($0)".contains(message) }
        }
        let again = try self.model(FeatureFormat.uvl.text(of: model).text)
        #expect(try again.unfolded().model.products().count == 168)
    }

    @Test func featuresHaveTypesCardinalitiesAndValues() throws {
        let text = """
            include
            \tArithmetic
            \tArithmetic.aggregate-function
            \tArithmetic.feature-cardinality
            \tBoolean.group-cardinality
            \tType
            \tType.string-constraints

            features
            \tPhone {price 100}
            \t\toptional
            \t\t\tInteger Memory {min 4, max 7, cost 2}
            \t\t\tReal Weight {values [0.5, 1]}
            \t\t\tString Color {abstract, values ['red', 'blue']}
            \t\t\tString Name
            \t\t[1..2]
            \t\t\tSlot cardinality [0..3] {cost 1, constraint SIM => Empty}
            \t\t\t\toptional
            \t\t\t\t\tSIM {constraints [sum(cost) < 200, !Empty]}
            \t\t\t\t\tEmpty
            \t\t\tCase cardinality [1..*]
            \t\t\tLid cardinality [2]

            constraints
            \tMemory > 4 => Color == 'red'
            \tMemory."6" => len(Color) == 4

            """
        let model = try model(text)
        #expect(model.features.count == 18)
        #expect(model[1].type == .integer && model[6].type == .real && model[9].type == .text)
        #expect(model.values(of: 1).map(\.value) == [4, 5, 6, 7].map { .number($0) })
        #expect(model.values(of: 9).map(\.value) == [.text("red"), .text("blue")])
        #expect(model[4].name == "Memory.6" && model[7].name == "Weight.0.5" && model[10].name == "Color.red")
        #expect(model[1].attributes == [.init(name: "cost", value: .number(2))])
        #expect(model[13].cardinality == FeatureModel.Cardinality(0, upTo: 3))
        #expect(model[16].cardinality == FeatureModel.Cardinality(1, upTo: nil))
        #expect(
            model.constraints.prefix(3) == [
                .each(13, .implies(.feature(14), .feature(15))),
                .each(14, .comparison(.sum(of: "cost", below: nil), .less, .number(200))),
                .each(14, .not(.feature(15))),
            ])
        let written = try FeatureFormat.uvl.text(of: model)
        #expect(written.text == text)
        #expect(written.notes.isEmpty)
    }

    /// Features that a list of values stands for have no attributes in the text.
    @Test func constraintsOnClonesOfValuesAreKept() throws {
        let model = try model(
            "features\n A\n  optional\n   Integer M cardinality [1..2] {values [1, 2]}\nconstraints\n each(M.1, A)\n each(M, A)\n"
        )
        #expect(model.constraints == [.each(2, .feature(0)), .each(1, .feature(0))])
        #expect(try self.model(FeatureFormat.uvl.text(of: model).text) == model)
    }

    /// A name with dots is a feature, or an attribute of the feature with the longest name that has
    /// it; what would be read as another one isn't written.
    @Test func attributesOfFeaturesAreToldApartFromFeatures() throws {
        let model = try model(
            "features\n A {x 1, y {z 2}, \"B.x\" 5}\n  optional\n   A.B {x 3}\nconstraints\n A.x == 1\n A.y.z == 2\n A.B.x == 3\n A.B\n"
        )
        #expect(
            model.constraints == [
                .comparison(.attribute("x", of: 0), .equal, .number(1)),
                .comparison(.attribute("y.z", of: 0), .equal, .number(2)),
                .comparison(.attribute("x", of: 1), .equal, .number(3)), .feature(1),
            ])
        var hidden = model
        hidden.constraints = [.comparison(.attribute("B.x", of: 0), .equal, .number(5))]
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.text(of: hidden) }
        #expect(
            error?.description
                == "the attribute 'B.x' of 'A' would be read as a feature or as another feature's attribute; rename it, or write JSON"
        )
    }

    @Test func valuesThatMarksWouldChangeAreRefused() throws {
        var model = FeatureModel(root: "A")
        model[0].attributes = [.init(name: "label", value: .text("it's"))]
        #expect(try FeatureFormat.uvl.text(of: model).notes.count == 1)
        model.constraints = [.comparison(.attribute("label", of: 0), .equal, .text("x"))]
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.text(of: model) }
        #expect(
            error?.description
                == "UVL can't represent the name or text 'it\\'s', which a comparison may use; rename it, or write JSON"
                || error?.description
                    == "UVL can't represent the name or text 'it's', which a comparison may use; rename it, or write JSON"
        )
    }
}
