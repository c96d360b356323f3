import Automata
import FeatureFormats
import FeatureModels
import Testing

@Suite struct FeaturePictureTests {
    /// A phone with a sign of each kind.
    static let phone: FeatureModel = {
        var model = FeatureModel(root: "Phone", isAbstract: true)
        let screen = model.add("Screen", below: model.root, .mandatory)
        let kinds = model.add(["Basic", "Color"], below: screen, .alternative)
        let camera = model.add("Camera", below: model.root, .optional)
        model.add(["Wi-Fi", "Mobile data"], below: model.root, .or)
        model.add(["A", "B", "C"], below: model.root, .cardinality(1...2))
        model.constraints.append(.implies(.feature(camera), .and([.feature(kinds[1]), .not(.feature(kinds[0]))])))
        return model
    }()

    @Test func dot() {
        var highlight = FeatureHighlight(Configuration(of: Self.phone, selecting: [0, 1]))
        highlight.coreFeatures = [1]
        #expect(
            Self.phone.dot(highlighting: highlight) == #"""
                digraph "Phone" {
                  rankdir=TB
                  ordering=out
                  fontname="Helvetica"
                  node [shape=box, style=filled, fontname="Helvetica", fontsize=12, height=0.3]
                  edge [arrowhead=none]
                  label="Constraints\lCamera ⇒ Color ∧ ¬Basic\l"
                  labelloc=b
                  labeljust=l
                  f0 [label="✓ Phone", fillcolor="#bfe6c3", style="filled,dashed"]
                  f1 [label="✓ ◆ Screen", fillcolor="#bfe6c3", color="#1b56b5", penwidth=2.2]
                  f2 [label="✗ Basic", fillcolor="#f5cdc7"]
                  f3 [label="✗ Color", fillcolor="#f5cdc7"]
                  f4 [label="✗ Camera", fillcolor="#f5cdc7"]
                  f5 [label="✗ Wi-Fi", fillcolor="#f5cdc7"]
                  f6 [label="✗ Mobile data", fillcolor="#f5cdc7"]
                  f7 [label="✗ A", fillcolor="#f5cdc7"]
                  f8 [label="✗ B", fillcolor="#f5cdc7"]
                  f9 [label="✗ C", fillcolor="#f5cdc7"]
                  f0 -> f1 [arrowhead=dot]
                  f0 -> f4 [arrowhead=odot]
                  g0 [shape=triangle, fillcolor=black, width=0.25, height=0.2, fixedsize=true, label=""]
                  f0 -> g0
                  g0 -> f5
                  g0 -> f6
                  g1 [shape=triangle, fillcolor=white, width=0.25, height=0.2, fixedsize=true, label="", xlabel="<1..2>"]
                  f0 -> g1
                  g1 -> f7
                  g1 -> f8
                  g1 -> f9
                  g2 [shape=triangle, fillcolor=white, width=0.25, height=0.2, fixedsize=true, label=""]
                  f1 -> g2
                  g2 -> f2
                  g2 -> f3
                }

                """#)
    }

    /// Each sign is drawn as often as it is in the model, in each direction.
    @Test func signsAreCounted() throws {
        for seed in 0..<40 as Range<UInt64> {
            let model = RandomFeatureModel.model(seed: seed, count: 3 * Int(seed) + 1)
            func members(_ kind: FeatureModel.Group.Kind) -> Int {
                model.groups.filter { $0.kind == kind }.reduce(0) { $0 + $1.members.count }
            }
            func groups(_ isKind: (FeatureModel.Group.Kind) -> Bool) -> Int { model.groups.count { isKind($0.kind) } }
            let cardinalities = groups { if case .cardinality = $0 { true } else { false } }
            for direction in FeaturePicture.Direction.allCases {
                let drawn = try DrawnModel(model.svg(direction: direction))
                let abstract = model.features.count(where: \.isAbstract)
                #expect(drawn.counts["mandatory", default: 0] == members(.mandatory))
                #expect(drawn.counts["optional", default: 0] == members(.optional))
                #expect(drawn.counts["or", default: 0] == groups { $0 == .or })
                #expect(drawn.counts["alternative", default: 0] == groups { $0 == .alternative })
                #expect(drawn.counts["cardinality", default: 0] == cardinalities)
                #expect(drawn.counts["label", default: 0] == cardinalities)
                #expect(drawn.boxes.count { !$0.kinds.contains("concrete") } == abstract)
                #expect(drawn.texts.count == model.features.count + cardinalities)
                // The legend has the signs that occur.
                let kinds = [
                    members(.mandatory), members(.optional), groups { $0 == .or }, groups { $0 == .alternative },
                    cardinalities, abstract, abstract > 0 ? model.features.count - abstract : 0,
                ]
                #expect(drawn.legend.count == kinds.count { $0 > 0 })
            }
        }
    }

    @Test func namesAndLabelsAreShown() throws {
        let drawn = try DrawnModel(Self.phone.svg())
        #expect(Set(drawn.texts) == Set(Self.phone.features.map(\.name) + ["<1..2>"]))
        #expect(drawn.titles == ["Phone"])
        #expect(drawn.constraints == ["Constraints", "Camera ⇒ Color ∧ ¬Basic"])
        #expect(
            drawn.legend == [
                "mandatory", "optional", "or: at least one", "alternative: exactly one", "<i..j>: i to j of the group",
                "abstract", "concrete",
            ])
        #expect(
            drawn.description.contains("Abstract feature Phone is the root. Feature Screen is mandatory below Phone."))
        #expect(drawn.description.contains("Constraint: Camera ⇒ Color ∧ ¬Basic."))
        #expect(try DrawnModel(Self.phone.svg(title: "a < b")).titles == ["a < b"])
    }

    @Test func decisionsAndMarksAreShown() throws {
        var configuration = Configuration(of: Self.phone, selecting: [0, 1])
        configuration[4] = .undecided
        var highlight = FeatureHighlight(configuration)
        (highlight.coreFeatures, highlight.deadFeatures, highlight.falseOptionalFeatures) = ([0, 1], [5], [4])
        let drawn = try DrawnModel(Self.phone.svg(highlighting: highlight))
        func features(_ kind: Substring) -> [Int] {
            drawn.boxes.indices.filter { drawn.boxes[$0].kinds.contains(kind) }
        }
        #expect(features("selected") == [0, 1])
        #expect(features("deselected") == [2, 3, 5, 6, 7, 8, 9])
        #expect(features("core") == [0, 1])
        #expect(features("dead") == [5])
        #expect(features("false") == [4])
        // Nine decisions are drawn as lines, one as a text, and each mark has a sign.
        #expect(drawn.counts["sign"] == 9 + 4)
        #expect(drawn.texts.count { $0 == "?" } == 1)
        #expect(
            drawn.legend.filter { $0 != "?" }.suffix(6) == [
                "selected", "deselected", "undecided", "core", "dead", "false optional",
            ])
        #expect(drawn.description.contains("Feature Camera is optional below Phone, undecided, false optional."))
    }

    @Test func propertiesAreMarks() throws {
        var model = FeatureModel(root: "r")
        let optional = model.add(["a", "b"], below: model.root, .optional)
        model.constraints = [.feature(optional[0]), .not(.feature(optional[1]))]
        let highlight = FeatureHighlight(marking: try model.products().featureProperties())
        #expect(highlight.coreFeatures == [0, optional[0]])
        #expect(highlight.deadFeatures == [optional[1]])
        #expect(highlight.falseOptionalFeatures == [optional[0]])
        #expect(model.svg(highlighting: highlight) != model.svg())
    }

    @Test(arguments: FeaturePicture.allCases)
    func formatsAreKnownByTheirExtensions(picture: FeaturePicture) {
        #expect(FeaturePicture(fileExtension: picture.fileExtension) == picture)
        #expect(FeaturePicture(fileExtension: "uvl") == nil)
        #expect(FeaturePicture(fileExtension: "gv") == .dot)
        #expect(picture.text(of: Self.phone) == picture.text(of: Self.phone))
    }

    @Test func aRootAloneIsDrawn() throws {
        let drawn = try DrawnModel(FeatureModel(root: "r").svg())
        #expect(drawn.boxes.count == 1)
        #expect(drawn.legend.isEmpty)
        #expect(drawn.constraints.isEmpty)
    }
}
