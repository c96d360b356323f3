import FeatureFormats
import FeatureModels
import TestSupport
import Testing
import WorkLimits

/// Chains of one operator have any length; those that are too deep when they group to the left are
/// balanced.
@Suite struct ChainTests {
    private static let count = 300

    /// A model with features F0, F1 and so on, whose attributes `c` are 1, 2 and so on.
    private func model(_ constraint: String, _ count: Int = count) throws -> FeatureModel {
        let features = (0..<count).map { "   F\($0) {c \($0 + 1)}\n" }.joined()
        return try FeatureFormat.uvl.model(from: "features\n R\n  optional\n\(features)constraints\n \(constraint)\n")
    }

    private func operands(_ name: (Int) -> String = { "F\($0)" }) -> [String] { (0..<Self.count).map(name) }

    private func holds(_ model: FeatureModel, _ selected: (Int) -> Bool) -> Bool {
        model.holds(model.constraints[0]) { $0 == 0 || selected(Int($0) - 1) }
    }

    @Test func sumsKeepTheirSigns() throws {
        let text = operands { ($0 == 0 ? "" : $0 % 3 == 0 ? " - " : " + ") + "F\($0).c" }.joined()
        let sum = (0..<Self.count).filter { $0 % 5 < 2 }.reduce(0) {
            $0 + ($1 % 3 == 0 && $1 > 0 ? -$1 - 1 : $1 + 1)
        }
        for (bound, isEqual) in [(sum, true), (sum + 1, false)] {
            let model = try model("\(text) == \(bound)")
            #expect(holds(model) { $0 % 5 < 2 } == isEqual)
            #expect(try FeatureFormat.uvl.model(from: FeatureFormat.uvl.text(of: model).text) == model)
        }
    }

    @Test(arguments: [0, 1, 2, 150, 299]) func productsDivideInOrder(zero: Int) throws {
        // A quotient by 0 is 0.
        let text = operands { ($0 == 0 ? "" : $0 % 2 == 0 ? " * " : " / ") + ($0 == zero ? "0" : "2") }.joined()
        #expect(holds(try model("\(text) == 0")) { _ in false })
        let other = operands { ($0 == 0 ? "" : $0 % 2 == 0 ? " * " : " / ") + ($0 == 3 ? "4" : "2") }.joined()
        #expect(holds(try model("\(other) == 0.5")) { _ in false })
    }

    @Test func equivalencesCountFalseOperands() throws {
        let model = try model(operands().joined(separator: " <=> "))
        for count in [0, 1, 2, 150, 151, 299, 300] {
            #expect(holds(model) { $0 < count } == ((Self.count - count) % 2 == 0))
        }
        #expect(try FeatureFormat.uvl.model(from: FeatureFormat.uvl.text(of: model).text) == model)
        #expect(try !model.products().isEmpty)
    }

    @Test func shortChainsGroupToTheLeft() throws {
        let short = try model("F0 <=> F1 <=> F2 <=> F3")
        let features = (1...4).map { Proposition.feature(FeatureID($0)) }
        #expect(short.constraints == [features.dropFirst().reduce(features[0]) { .equivalent($0, $1) }])
        let implications = try model("F0 => F1 => F2")
        #expect(implications.constraints == [.implies(Array(features[..<3]))])
        let nested = try model("F0 => (F1 => F2) => F3")
        #expect(nested.constraints == [.implies([features[0], .implies(features[1], features[2]), features[3]])])
    }

    @Test(arguments: FeatureFormat.allCases) func implicationsStayChains(format: FeatureFormat) throws {
        let text = operands().joined(separator: " => ")
        let chain = try model(text)
        let written = try format.text(of: chain)
        if format == .uvl { #expect(written.text.contains("\t\(text)\n")) }
        let read = try format.model(from: written.text)
        // The balanced formulas of FeatureIDE's format have many more parts to be counted.
        if format != .featureIDE { #expect(try read.products().count == chain.products().count) }
        if format == .uvl || format == .json { #expect(read == chain) }
        // Other formats have further features, or not the root.
        guard [.uvl, .json, .featureIDE].contains(format) else { return }
        var random = SplitMix64(seed: 7)
        for round in 0..<100 {
            // Long chains are mostly true, but not those that end with many false operands.
            let end = Self.count - round % 7
            let selected = (0..<Self.count).map { $0 < end && Bool.random(using: &random) }
            let expected = selected.dropFirst().reduce(selected[0]) { !$0 || $1 }
            #expect(holds(chain) { selected[$0] } == expected)
            let holdsRead = read.constraints.allSatisfy { constraint in
                read.holds(constraint) { id in
                    let name = read[id].name
                    return name == "R" || Int(name.dropFirst()).map { selected[$0] } ?? false
                }
            }
            #expect(holdsRead == expected, "round \(round)")
        }
    }

    @Test func nestedChainsInXMLAreBounded() throws {
        // Each chain repeats the one within it, at the end, several times.
        var text = operands()[..<100].joined(separator: " => ")
        for _ in 0..<12 { text = operands()[..<40].joined(separator: " => ") + " => (\(text)) => F0 => F1" }
        let model = try model(text)
        #expect(try FeatureFormat.uvl.model(from: FeatureFormat.uvl.text(of: model).text) == model)
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.featureIDE.text(of: model) }
        #expect(error?.isLimit == true)
    }

    @Test func hugeChainsTakeLinearTime() throws {
        let count = 100_000
        for (separator, ending) in [(" + ", " > 3"), (" => ", ""), (" <=> ", ""), (" | ", ""), (" & ", "")] {
            let text = (0..<count).map { ending.isEmpty ? "F\($0)" : "F\($0).c" }.joined(separator: separator) + ending
            #expect(try model(text, count).constraints.count == 1)
        }
    }
}

/// Reading and writing ask the budget's check, and stop when it says so.
@Suite struct ReadingBudgetTests {
    /// A check that stops after some calls.
    private final class Check: @unchecked Sendable {
        // Unchecked: used by one thread.
        var remainingCalls: Int

        init(_ calls: Int) { remainingCalls = calls }

        var budget: Budget {
            Budget(isCancelled: {
                self.remainingCalls -= 1
                return self.remainingCalls < 0
            })
        }
    }

    private static var model: FeatureModel {
        var model = FeatureModel(root: "root", isAbstract: true)
        model.add((1...50_000).map { "F\($0)" }, below: 0, .optional)
        model.constraints = (1..<50_000).map { .or([.feature(FeatureID($0)), .not(.feature(FeatureID($0 + 1)))]) }
        return model
    }

    @Test(arguments: FeatureFormat.allCases) func cancellationEndsReadingAndWriting(format: FeatureFormat) throws {
        let text = try format.text(of: Self.model).text
        for calls in [0, 1, 5] {
            let reading = #expect(throws: FeatureFormatError.self) {
                try format.model(from: text, budget: Check(calls).budget)
            }
            #expect(reading?.stop?.isCancelled == true)
            let writing = #expect(throws: FeatureFormatError.self) {
                try format.text(of: Self.model, budget: Check(calls).budget)
            }
            #expect(writing?.stop?.isCancelled == true)
        }
    }

    @Test func cancellationEndsTheReadingOfImports() throws {
        let imported = try FeatureFormat.uvl.text(of: Self.model).text
        let text = "imports\n a\nfeatures\n R\n  optional\n   a.root\n"
        let error = #expect(throws: FeatureFormatError.self) {
            try FeatureFormat.uvl.model(from: text, budget: Check(3).budget) { _ in Array(imported.utf8) }
        }
        #expect(error?.stop?.isCancelled == true)
    }
}
