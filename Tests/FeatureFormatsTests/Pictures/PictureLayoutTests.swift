import Automata
import FeatureFormats
import FeatureModels
import Testing
import WorkLimits

@Suite struct PictureLayoutTests {
    private static let directions: [FeaturePicture.Direction?] = [nil, .topDown, .leftToRight]

    /// Boxes are apart, and edges end at their boxes and pass no others.
    private static func check(_ model: FeatureModel, _ hint: Comment) throws {
        for direction in directions {
            let drawn = try DrawnModel(model.svg(direction: direction))
            try #require(drawn.boxes.count == model.features.count, hint)
            try #require(drawn.edges.count == model.features.count - 1, hint)
            for (index, box) in drawn.boxes.enumerated() {
                for other in drawn.boxes[..<index] where box.overlaps(other) {
                    Issue.record("boxes overlap: \(box) and \(other)")
                }
            }
            for feature in model.ids.dropFirst() {
                let parent = try #require(model.parent(of: feature))
                // Boxes are apart, so that one edge ends at each.
                let edges = drawn.edges.filter { $0.last.map(drawn.boxes[Int(feature)].hasOnOutline) == true }
                try #require(edges.count == 1, hint)
                let edge = edges[0]
                #expect(drawn.boxes[Int(parent)].hasOnOutline(try #require(edge.first)), hint)
                for (start, end) in zip(edge, edge.dropFirst()) {
                    #expect(!drawn.boxes.contains { $0.isCrossed(from: start, to: end) }, hint)
                }
            }
        }
    }

    @Test func randomModelsAreLaidOut() throws {
        for seed in 0..<60 as Range<UInt64> {
            try Self.check(RandomFeatureModel.model(seed: seed, count: 2 + Int(seed)), "seed \(seed)")
        }
    }

    /// Subtrees of very different widths and depths, next to each other.
    @Test func combsAreLaidOut() throws {
        for length in 1...6 {
            var model = FeatureModel(root: "r")
            for branch in 0..<7 {
                var feature = model.add("b\(branch)", below: model.root, .optional)
                for level in 0..<(branch * length % 7) {
                    let names = (0..<(level * branch % 5 + 1)).map { number in
                        String(repeating: "x", count: (number * 7 + level) % 20 + 1) + "-\(branch)-\(level)-\(number)"
                    }
                    let children = model.add(names, below: feature, .alternative)
                    feature = children[branch % children.count]
                }
            }
            try Self.check(model, "\(length)")
        }
    }

    @Test func leavesOfLargeGroupsStandInColumns() throws {
        var model = FeatureModel(root: "r")
        for kind in [.or, .optional, .cardinality(0...3)] as [FeatureModel.Group.Kind] {
            let parent = model.add("\(kind)", below: model.root, .mandatory)
            model.add((0..<50).map { "\(kind) \($0)" }, below: parent, kind)
        }
        try Self.check(model, "columns")
        let drawn = try DrawnModel(model.svg(direction: .topDown))
        #expect(drawn.size.width < 4 * drawn.size.height)
    }

    /// Equal subtrees look equal, and parents stand over the middle of their children.
    @Test func treesAreTidy() throws {
        var model = FeatureModel(root: "root")
        for branch in ["a", "b", "d"] {
            let parent = model.add("\(branch)0", below: model.root, .mandatory)
            model.add(["\(branch)1", "\(branch)2", "\(branch)3"], below: parent, .or)
        }
        let boxes = try DrawnModel(model.svg()).boxes
        func middle(_ index: Int) -> Double { boxes[index].x + boxes[index].width / 2 }
        for parent in [1, 5, 9] {
            #expect(abs(middle(parent) - middle(parent + 2)) < 0.02)
            #expect(abs(boxes[parent + 1].x - boxes[parent].x - (boxes[2].x - boxes[1].x)) < 0.02)
        }
        #expect(abs(middle(0) - middle(5)) < 0.02)
    }

    @Test(arguments: [true, false]) func extremeTreesAreDrawn(isDeep: Bool) throws {
        var model = FeatureModel(root: "r")
        for index in 1..<5_000 {
            model.add("f\(index)", below: isDeep ? FeatureID(index - 1) : model.root, .optional)
        }
        for direction in Self.directions {
            #expect(try DrawnModel(model.svg(direction: direction)).boxes.count == 5_000)
        }
    }

    @Test(
        .enabled(if: SharedFiles.isPresent, SharedFiles.hint), arguments: ["Car", "BerkeleyDB", "GPLmedium", "Violet"])
    func sharedModelsAreLaidOut(name: String) throws {
        let model = try FeatureFormat.featureIDE.model(from: SharedFiles.text(of: "featureide/\(name).xml"))
        try Self.check(model, "\(name)")
    }
}
