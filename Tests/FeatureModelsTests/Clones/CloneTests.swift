import Automata
import AutomataCounting
import FeatureLanguages
import FeatureModels
import TestSupport
import Testing

@Suite struct CloneTests {
    /// A shop with store fronts, each with payment methods.
    private static func shop(fronts: FeatureModel.Cardinality, methods: FeatureModel.Cardinality) -> (
        model: FeatureModel, front: FeatureID, method: FeatureID
    ) {
        var model = FeatureModel(root: "Shop")
        let front = model.add("StoreFront", below: model.root, .mandatory)
        let method = model.add("Payment", below: front, .mandatory)
        model[front].cardinality = fronts
        model[method].cardinality = methods
        return (model, front, method)
    }

    private static let any = FeatureModel.Cardinality(1, upTo: nil)

    @Test func eachStoreFrontHasFewPaymentMethods() throws {
        var (model, front, method) = Self.shop(fronts: Self.any, methods: Self.any)
        model.constraints = [.each(front, .comparison(.size(of: method), .lessOrEqual, .number(3)))]
        let expected = try DFA(
            alphabet: ["Shop", "/Shop", "StoreFront", "/StoreFront", "Payment"],
            transitions: [
                ("0", "Shop", "1"), ("1", "StoreFront", "2"), ("2", "Payment", "3"), ("3", "Payment", "4"),
                ("4", "Payment", "5"), ("3", "/StoreFront", "6"), ("4", "/StoreFront", "6"),
                ("5", "/StoreFront", "6"), ("6", "StoreFront", "2"), ("6", "/Shop", "7"),
            ], initial: "0", final: ["7"])
        #expect(try model.language() == expected.minimized())
        // 3 + 3² products with one or two store fronts.
        let unfolded = try model.unfolded(limit: 3)
        #expect(try unfolded.model.products().count == 3 + 9 + 27)
    }

    @Test func totalsOverTheWholeProductAreBoundedBelowAndAbove() throws {
        var (model, _, method) = Self.shop(fronts: Self.any, methods: Self.any)
        model.constraints = [.comparison(.size(of: method), .equal, .number(4))]
        // Compositions of 4.
        #expect(try model.language().wordCount() == 8)
        model.constraints = [.comparison(.size(of: method), .greater, .number(4))]
        let language = try model.language()
        #expect(try language.wordCount() == nil)
        // One store front has two symbols of its own.
        #expect(try language.wordCount(ofLength: 9) == 1)
        #expect(try language.wordCount(ofLength: 11) == 1 + 4)
    }

    @Test func copiesHaveNamesAndOriginals() throws {
        var (model, front, method) = Self.shop(
            fronts: FeatureModel.Cardinality(1, upTo: 2), methods: FeatureModel.Cardinality(2, upTo: 3))
        let card = model.add("Card", below: method, .optional)
        model.add("StoreFront.2", below: model.root, .optional)
        let unfolded = try model.unfolded()
        #expect(
            unfolded.model.features.map(\.name) == [
                "Shop", "StoreFront.1", "StoreFront.1.Payment.1", "StoreFront.1.Payment.1.Card",
                "StoreFront.1.Payment.2", "StoreFront.1.Payment.2.Card", "StoreFront.1.Payment.3",
                "StoreFront.1.Payment.3.Card", "StoreFront.2_", "StoreFront.2_.Payment.1",
                "StoreFront.2_.Payment.1.Card", "StoreFront.2_.Payment.2", "StoreFront.2_.Payment.2.Card",
                "StoreFront.2_.Payment.3", "StoreFront.2_.Payment.3.Card", "StoreFront.2",
            ])
        #expect(unfolded.originalFeatures[1...3] == [front, method, card])
        #expect(unfolded.cloneNumbers[1...8] == [1, 1, 1, 2, 1, 3, 1, 2])
        // 4 + 8 payment methods in each store front.
        #expect(try unfolded.model.products().count == 2 * (12 + 144))
        #expect(try model.language().wordCount() == 2 * (12 + 144))
    }

    @Test func constraintsWithoutClonesStayAsTheyAre() throws {
        var (model, front, _) = Self.shop(fronts: FeatureModel.Cardinality(1, upTo: 2), methods: Self.any)
        let other = model.add("Other", below: model.root, .optional)
        model[other].attributes = [FeatureModel.Attribute(name: "cost", value: .number(2))]
        let comparison = Proposition.comparison(.attribute("cost", of: other), .less, .number(3))
        model.constraints = [comparison, .implies(.feature(other), .feature(front))]
        let unfolded = try model.unfolded(limit: 1)
        let copy = try #require(unfolded.model.feature(named: "Other"))
        #expect(unfolded.model.constraints[0] == comparison.mapped { _ in copy })
        #expect(unfolded.model.constraints[1] == .implies(.feature(copy), .feature(1)))
    }

    @Test func valuesThatMayLackClonesAreCopied() throws {
        var model = FeatureModel(root: "R")
        let memory = model.add("Memory", below: model.root, .mandatory)
        model[memory].type = .text
        let values = model.add(values: [.text("small"), .text("large")], below: memory)
        for value in values { model[value].cardinality = FeatureModel.Cardinality(0, upTo: 1) }
        model.constraints = [.comparison(.value(of: memory), .notEqual, .text("huge"))]
        #expect(try model.unfolded().model.products().count == 3)
        #expect(try model.language().wordCount() == 3)
    }

    @Test func referencesReferToAnyClone() throws {
        var model = FeatureModel(root: "Shop")
        let methods = model.add(["Card", "Cash"], below: model.root, .optional)
        model[methods[0]].cardinality = FeatureModel.Cardinality(0, upTo: 2)
        let front = model.add("StoreFront", below: model.root, .mandatory)
        model[front].cardinality = FeatureModel.Cardinality(1, upTo: 2)
        let standard = model.add("Standard", below: front, .mandatory)
        model.add(referencesTo: methods, below: standard)
        // Without a method none, with one kind of them one for each store front, with both two.
        let wordCount: Int = 2 * (1 + 1) + 1 * (1 + 1) + 2 * (2 + 4)
        let expected = BigInteger(wordCount)
        #expect(try model.unfolded().model.products().count == expected)
        #expect(try model.language().wordCount() == expected)
        model.constraints.append(.each(front, .comparison(.value(of: standard), .equal, .text("Cash"))))
        #expect(try model.language().wordCount() == 3 * 2)
        #expect(try model.unfolded().model.products().count == 3 * 2)
    }

    /// Members A, B and C of a group, of which B has clones, and the groups that stand for it.
    @Test(
        arguments: [
            (.optional, (1, 2), [0, 1, 0], "optional A B.1 B.2 C"),
            (.optional, (2, 3), [0, 1, 0], "optional A B.1 B.2 B.3 C"),
            (.optional, (0, 2), [0, 1, 1], "optional A B.1 B.2 C.1 C.2"),
            (.mandatory, (1, 3), [0, 1, 0], "mandatory A B.1; optional B.2 B.3; mandatory C"),
            (.mandatory, (2, 2), [0, 1, 0], "mandatory A B.1 B.2 C"),
            (.mandatory, (0, 2), [0, 1, 0], "mandatory A; optional B.1 B.2; mandatory C"),
            (.mandatory, (0, 2), [1, 1, 1], "optional A.1 A.2 B.1 B.2 C.1 C.2"),
            (.mandatory, (1, 2), [1, 1, 0], "mandatory A.1; optional A.2; mandatory B.1; optional B.2; mandatory C"),
            (.cardinality(3...3), (1, 2), [0, 1, 0], "mandatory A B.1; optional B.2; mandatory C"),
            (.or, (1, 2), [0, 1, 0], "or A B.1 B.2 C"),
            (.or, (2, 3), [1, 1, 0], "or A.1 A.2 A.3 B.1 B.2 B.3 C"),
            (.or, (0, 2), [0, 1, 0], "optional A B.1 B.2 C"),
            (.cardinality(1...3), (1, 2), [0, 1, 0], "or A B.1 B.2 C"),
            (.cardinality(2...3), (0, 2), [0, 1, 0], "or A C; optional B.1 B.2"),
            // Where a group counts its members, further copies would count.
            (.alternative, (1, 2), [0, 1, 0], "alternative A B.1 C; optional B.2"),
            (.alternative, (0, 2), [0, 1, 0], "[0..1] A B.1 C; optional B.2"),
            (.cardinality(2...3), (1, 2), [0, 1, 0], "[2..3] A B.1 C; optional B.2"),
            (.cardinality(1...2), (1, 2), [0, 1, 0], "[1..2] A B.1 C; optional B.2"),
        ] as [(FeatureModel.Group.Kind, (Int, Int), [Int], String)])
    func copiesStandSideBySide(
        kind: FeatureModel.Group.Kind, bounds: (Int, Int), areCloned: [Int], groups: String
    ) throws {
        var model = FeatureModel(root: "R")
        let members = model.add(["A", "B", "C"], below: model.root, kind)
        for (member, isCloned) in zip(members, areCloned) where isCloned > 0 {
            model[member].cardinality = FeatureModel.Cardinality(bounds.0, upTo: bounds.1)
        }
        let unfolded = try model.unfolded().model
        let found = unfolded.groups.map { group in
            var kind = "\(group.kind)"
            if case .cardinality(let range) = group.kind { kind = "[\(range.lowerBound)..\(range.upperBound)]" }
            return ([kind] + group.members.map { unfolded[$0].name }).joined(separator: " ")
        }
        #expect(found.joined(separator: "; ") == groups)
        #expect(try unfolded.products().count == model.language().wordCount())
    }

    @Test func groupsCountMembersThatMayLackClones() throws {
        var model = FeatureModel(root: "R")
        let members = model.add(["A", "B", "C"], below: model.root, .cardinality(2...2))
        model[members[0]].cardinality = FeatureModel.Cardinality(0, upTo: 2)
        // A counts with 0, 1 or 2 clones: with B or with C; or B and C are taken.
        #expect(try model.language().wordCount() == 2 * 3 + 1)
        #expect(try model.unfolded().model.products().count == 2 * 3 + 1)
    }
}

/// What is refused, and how it is said.
@Suite struct CloneRefusalTests {
    private static func model(_ cardinality: FeatureModel.Cardinality) -> (model: FeatureModel, members: [FeatureID]) {
        var model = FeatureModel(root: "R")
        let members = model.add(["A", "B"], below: model.root, .mandatory)
        for member in members { model[member].cardinality = cardinality }
        return (model, members)
    }

    private func findings(_ work: () throws -> Void) -> [FeatureFinding] {
        do {
            try work()
            return []
        } catch FeatureModelError.invalid(let findings) {
            return findings
        } catch {
            Issue.record(error)
            return []
        }
    }

    @Test func featuresWithoutUpperBoundNeedALimit() {
        let (model, members) = Self.model(FeatureModel.Cardinality(3, upTo: nil))
        let missing = findings { _ = try model.unfolded() }
        #expect(missing.map(\.part) == [.feature(members[0]), .feature(members[1])])
        #expect(
            missing.first?.description
                == "the number of clones of 'A' has no upper bound; give the unfolding a limit")
        #expect(
            findings { _ = try model.unfolded(limit: 2) }.first?.description
                == "the number of clones of 'A' has no upper bound; raise the limit to 3")
        #expect(findings { _ = try model.unfolded(limit: 3) }.isEmpty)
    }

    @Test func numbersWithoutBoundsAreNotCompared() {
        var (model, members) = Self.model(FeatureModel.Cardinality(0, upTo: nil))
        let sizes = members.map { ValueExpression.size(of: $0) }
        model.constraints = [
            .comparison(sizes[0], .equal, .number(2)), .comparison(sizes[0], .equal, sizes[1]),
            .comparison(.operation(sizes[0], .times, sizes[1]), .less, .number(7)),
        ]
        let refused = findings { _ = try model.language() }
        #expect(refused.map(\.part) == [.constraint(1), .constraint(2)])
        #expect(
            refused.map(\.description) == [
                "a constraint compares 'A' with 'B', whose numbers of clones have no upper bounds; give "
                    + "one of them a bound",
                "a constraint uses 'A', whose number of clones has no upper bound, in an operation "
                    + "other than a sum; give it a bound",
            ])
    }

    @Test func textsOfSeveralClonesAreRefused() {
        var (model, members) = Self.model(FeatureModel.Cardinality(0, upTo: 2))
        model[members[0]].attributes = [FeatureModel.Attribute(name: "label", value: .text("a"))]
        let isLabeled = Proposition.comparison(.attribute("label", of: members[0]), .equal, .text("a"))
        model.constraints = [.each(members[0], isLabeled), isLabeled]
        for refused in [findings { _ = try model.language() }, findings { _ = try model.unfolded() }] {
            #expect(refused.map(\.part) == [.constraint(1)])
            #expect(
                refused.map(\.description) == [
                    "a constraint compares a text of 'A', which may have several clones; use 'each'"
                ])
        }
    }

    @Test func sumsThatAreNotExactAreRefused() {
        var (model, members) = Self.model(FeatureModel.Cardinality(0, upTo: 1_000_000))
        model.constraints = [.comparison(.total([members[0]: 1e36]), .less, .number(1e37))]
        for refused in [findings { _ = try model.language() }, findings { _ = try model.unfolded() }] {
            #expect(
                refused.map(\.description) == [
                    "the sums of a constraint are too large to be exact; use fewer digits or clones"
                ])
        }
        for member in members { model[member].cardinality?.upper = 2 }
        #expect(findings { _ = try model.language() }.isEmpty)
    }

    @Test func namesOfEndsAreRefused() {
        var (model, members) = Self.model(FeatureModel.Cardinality(0, upTo: 2))
        model[members[1]].name = "/R"
        #expect(
            findings { _ = try model.language() }.map(\.description) == [
                "the name '/R' is the symbol for the end of another feature; rename one of the two features"
            ])
    }

    @Test func largeResultsAreRefusedAtOnce() {
        var model = FeatureModel(root: "R")
        var last = model.root
        for name in ["A", "B", "C"] {
            last = model.add(name, below: last, .optional)
            model[last].cardinality = FeatureModel.Cardinality(0, upTo: 1000)
        }
        #expect(
            throws: FeatureModelError.stopped(
                .budgetExceeded(built: 1_001_001_001, limit: .states(10_000_000)))
        ) { try model.unfolded() }
        for _ in 0..<10 {
            last = model.add("F\(model.features.count)", below: last, .optional)
            model[last].cardinality = FeatureModel.Cardinality(0, upTo: .max)
        }
        #expect(throws: FeatureModelError.stopped(.budgetExceeded(built: .max, limit: .bytes(.max - 1)))) {
            try model.unfolded(budget: Budget(maximumStates: .max, maximumBytes: .max - 1))
        }
        #expect(throws: FeatureModelError.stopped(.tooLarge("features"))) {
            try model.unfolded(budget: .unlimited)
        }
        #expect(throws: FeatureModelError.self) { try model.language(budget: Budget(maximumStates: 20_000)) }
        #expect(throws: FeatureModelError.stopped(.cancelled(built: 1))) {
            try model.language(budget: Budget(isCancelled: { true }))
        }
    }

    @Test func constraintsThatGrowAreRefusedAtOnce() {
        var (model, members) = Self.model(FeatureModel.Cardinality(0, upTo: 10_000))
        model.constraints = [.each(members[0], .each(members[1], .feature(members[0])))]
        #expect(throws: FeatureModelError.self) { try model.unfolded() }
    }

    @Test func propositionsAboutEachClonesNestDeeply() throws {
        var model = FeatureModel(root: "R")
        let a = model.add("A", below: model.root, .optional)
        let b = model.add("B", below: a, .optional)
        for feature in [a, b] { model[feature].cardinality = FeatureModel.Cardinality(0, upTo: 2) }
        var nested = Proposition.feature(b)
        for _ in 0..<30 { nested = .each(model.root, .each(a, nested)) }
        model.constraints = [nested]
        var plain = model
        plain.constraints = [.each(a, .feature(b))]
        #expect(try model.language().isEquivalent(to: plain.language()))
        // Each level asks about all clones anew, which doubles the copies.
        #expect(throws: FeatureModelError.self) { try model.unfolded() }
        model.constraints = [.each(a, .each(a, .each(model.root, .each(a, .feature(b)))))]
        #expect(try model.unfolded().model.products().count == plain.unfolded().model.products().count)
        // Two copies take a level more than one proposition about each.
        model.constraints = [(0..<126).reduce(.each(a, .feature(b))) { inner, _ in .not(inner) }]
        #expect(throws: FeatureModelError.self) { try model.unfolded() }
    }

    @Test func longDisjunctionsAreReadFast() throws {
        var model = FeatureModel(root: "R")
        let features = model.add((0..<400).map { "A\($0)" }, below: model.root, .optional)
        model.constraints = [.or(features.map { .not(.feature($0)) })]
        // Before the root, after it and each first features, after each of the others, where the
        // last one is the same as before it, and the end.
        #expect(try model.language().stateCount == 1 + 400 + 399 - 1 + 1)
    }
}
