import FeatureModels
import Testing

struct FeatureLookupTests {
    @Test func namesAreComparedByteForByte() {
        var model = FeatureModel(root: "root")
        let composed = model.add("caf\u{E9}", below: model.root, .optional)
        let decomposed = model.add("cafe\u{301}", below: model.root, .optional)
        #expect(model.feature(named: "root") == model.root)
        #expect(model.feature(named: "caf\u{E9}") == composed)
        #expect(model.feature(named: "cafe\u{301}") == decomposed)
        #expect(model.feature(named: "Root") == nil)
        #expect(model.feature(named: "") == nil)
    }
}
