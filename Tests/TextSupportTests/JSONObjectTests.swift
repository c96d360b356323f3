import Testing
import TextSupport

@Suite struct JSONObjectTests {
    private let object: JSONObject = [
        "text": "a\"\n", "number": -3, "fraction": 0.5, "flag": true, "none": String?.none, "some": Int?(1),
        "list": [1, 2], "empty": [String](), "object": ["a": 1] as JSONObject, "infinite": Double.infinity,
    ]

    @Test func valuesAreWrittenInOrder() {
        #expect(
            object.line == #"{"text": "a\"\n", "number": -3, "fraction": 0.5, "flag": true, "none": null, "some": 1, "#
                + #""list": [1, 2], "empty": [], "object": {"a": 1}, "infinite": null}"# + "\n")
    }

    @Test func compactTextHasNoSpaces() {
        #expect(
            JSONText(["a": [1, 2], "b": "x, y: z"] as JSONObject, isCompact: true).text == #"{"a":[1,2],"b":"x, y: z"}"#
        )
    }

    @Test func membersCanBeAdded() {
        var object = JSONObject([("a", 1), ("b", 2)])
        object.add("c", "x")
        #expect((object + ["d": JSONText(written: "[0]")]).line == "{\"a\": 1, \"b\": 2, \"c\": \"x\", \"d\": [0]}\n")
        #expect(([:] as JSONObject).line == "{}\n")
    }

    @Test func itemsAreMadeUntilTheTextIsStopped() {
        var madeCount = 0
        let object: JSONObject = [
            "items": JSONList(
                (0..<1000).lazy.map { item in
                    madeCount += 1
                    return item
                })
        ]
        #expect(object.line { $0 > 50 } == nil)
        #expect((1..<100).contains(madeCount))
        #expect(object.line { _ in false }?.hasSuffix(", 998, 999]}\n") == true)
    }
}
