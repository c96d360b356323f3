import Automata
import AutomataCounting
import FeatureFormats
import FeatureModels
import TestSupport
import Testing

@Suite struct ExampleTests {
    private struct NoSuchFile: Error {}

    private func model(_ name: String) throws -> FeatureModel {
        let text = String(decoding: TestFiles.bytes(of: "Examples/features/\(name).uvl"), as: UTF8.self)
        return try FeatureFormat.uvl.model(from: text, name: name) { path in
            let bytes = TestFiles.bytes(of: "Examples/features/\(path)")
            if bytes.isEmpty { throw NoSuchFile() }
            return bytes
        }
    }

    private static let examples = [
        ("companion", 51, 16, 2), ("phone", 14, 5, 2), ("phone-next", 15, 5, 3), ("house", 13, 7, 3),
        ("shop", 12, 6, 3),
    ]

    @Test(arguments: examples)
    func examplesAreRead(name: String, features: Int, groups: Int, constraints: Int) throws {
        let model = try model(name)
        #expect(model.features.count == features)
        #expect(model.groups.count == groups)
        #expect(model.constraints.count == constraints)
        for format in FeatureFormat.allCases {
            // What has no clones gets none.
            let model = name == "shop" && ![.uvl, .json].contains(format) ? try model.unfolded().model : model
            if name == "shop", [.featureIDE, .markdown, .csv].contains(format) {
                #expect(throws: FeatureFormatError.self) { try format.text(of: model) }
                continue
            }
            let read = try format.model(from: format.text(of: model).text)
            let names = Set(model.features.map(\.name))
            #expect(names.isSubset(of: Set(read.features.map(\.name))))
        }
    }

    @Test func phoneHasItsProducts() throws {
        let model = try model("phone")
        #expect(model.productsByTrying.count == 98)
        let camera = try #require(model.ids.first { model[$0].name == "Camera" })
        #expect(model[camera].attributes.first == .init(name: "cost", value: .number(40)))
    }

    /// 45 phones have no camera: 3 screens, 3 memories, 5 ways of sound and recorder. 100 have one:
    /// 2 screens, 5 ways of sound, 10 of memory, resolution and video.
    @Test func phoneOfQuestionsHasItsProducts() throws {
        let bytes = TestFiles.bytes(of: "Examples/features/phone.md")
        let model = try bytes.withUnsafeBytes { try FeatureFormat.markdown.document(from: $0, name: "phone.md").model }
        #expect(model.features.count == 19)
        #expect(model.productsOfTree(over: Array(model.ids)).count == 145)
        let decisions = DecisionModel(of: model).decisions
        #expect(
            decisions.map(\.id) == [
                "Phone", "Screen", "Memory", "Sound", "Recorder", "Camera", "Resolution", "Video",
            ])
        #expect(decisions[6].relevance == decisions[5].feature.map { .feature($0) })
        for format in FeatureFormat.allCases {
            let read = try format.model(from: format.text(of: model).text)
            #expect(read.features.count >= model.features.count)
        }
    }

    /// A store front has 10 products: 4 sets of payments with an invoice need the login, 3 don't.
    /// All shops of them within the budget are 750, as trying them tells.
    @Test func shopHasItsProducts() throws {
        let shop = try model("shop")
        #expect(try shop.unfolded().model.products().count == 750)
    }

    /// A lock has 10 products, 6 of them with a code. Without a garage there are 20; with one there
    /// are 200, less the 36 that have two codes and no alarm.
    @Test func houseHasTwoLocks() throws {
        let model = try model("house")
        #expect(model.features.map(\.name).prefix(4) == ["House", "front.Lock", "front.Key", "front.Code"])
        #expect(model.productsByTrying.count == 184)
    }

    @Test(.enabled(if: SharedFiles.isPresent, SharedFiles.hint)) func companionIsThatOfTheThesis() throws {
        #expect(try model("companion") == FeatureFormat.uvl.model(from: SharedFiles.text(of: "thesis_companion.uvl")))
    }
}
