import Automata
import FeatureFormats
import FeatureModels
import Foundation
import TestSupport
import Testing

@Suite struct PictureHostilityTests {
    private static let names = [
        "", " ", "two words", "\"quoted\"", "back\\slash\\n", "<b>&amp;</b>", "état 🙂", "]]>", "-->", "digraph",
        "a\nb\tc\rd", "\u{0}\u{1}\u{7F}\u{85}", "\u{FFFE}\u{FFFF}\u{10FFFF}", "e\u{301}", "f0 -> f1", "\\", "\\\"",
        "{a|b}", "\u{202E}abc", "'", "%s", "${x}", "<script>alert(1)</script>",
    ]

    private static let model: FeatureModel = {
        var model = FeatureModel(root: "\"\\<>\n")
        for (index, name) in names.enumerated() {
            let feature = model.add(name, below: FeatureID(index / 3), index % 2 == 0 ? .or : .optional)
            model.constraints.append(.implies(.feature(feature), .feature(0)))
        }
        return model
    }()

    @Test func svgIsWellFormed() throws {
        let drawn = try DrawnModel(Self.model.svg(highlighting: FeatureHighlight(Configuration(of: Self.model))))
        #expect(drawn.boxes.count == Self.names.count + 1)
        #expect(drawn.texts.contains("<script>alert(1)</script>"))
    }

    @Test func longNamesAreShortened() throws {
        let long = String(repeating: "long", count: 250_000)
        let accents = "e" + String(repeating: "\u{301}", count: 500_000)
        var model = FeatureModel(root: "r")
        let features = model.add([long, accents], below: model.root, .optional)
        model.constraints = (0..<100).map { _ in .implies(.feature(features[0]), .feature(features[1])) }
        let svg = model.svg()
        let drawn = try DrawnModel(svg)
        let hasTitles = drawn.titles.prefix(3) == ["r", long, accents]
        #expect(hasTitles)
        #expect(drawn.texts.allSatisfy { $0.utf8.count < 500 })
        #expect(drawn.boxes[1].width < 350)
        #expect(svg.utf8.count < 2_200_000)
        #expect(model.dot().utf8.count < 100_000)
    }

    /// Findings don't keep a model from being drawn.
    @Test func modelsWithFindingsAreDrawn() throws {
        var model = FeatureModel(root: "a")
        model.addGroup(.or, below: model.root)
        model.add(["a", "a"], below: model.root, .cardinality(-3...Int.max))
        model.constraints = [.feature(99), .feature(FeatureID(rawValue: .max))]
        #expect(!model.findings.isEmpty)
        let drawn = try DrawnModel(
            model.svg(highlighting: FeatureHighlight(Configuration(of: FeatureModel(root: "b")))))
        #expect(drawn.boxes.count == 3)
        #expect(drawn.texts.contains("<-3..\(Int.max)>"))
        #expect(drawn.counts["or"] == nil)
    }

    @Test(.enabled(if: Graphviz.path != nil, "dot is missing"))
    func graphvizReadsDOT() throws {
        #expect(Graphviz.accepts(Self.model.dot(highlighting: FeatureHighlight(Configuration(of: Self.model)))))
        #expect(Graphviz.accepts(FeaturePictureTests.phone.dot()))
        for seed in 0..<10 as Range<UInt64> {
            #expect(Graphviz.accepts(RandomFeatureModel.model(seed: seed, count: 30).dot()), "seed \(seed)")
        }
    }
}
