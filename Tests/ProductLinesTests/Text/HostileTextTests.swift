import AlgorithmSupport
import ProductLines
import TestSupport
import Testing

@Suite struct HostileTextTests {
    private func refusal(_ text: String) -> ProductLineError? {
        do throws(ProductLineError) { _ = try LayeredConfiguration(layers: [SourceText(text)]) } catch { return error }
        return nil
    }

    private func nested(_ depth: Int) -> String {
        String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    }

    @Test func depthIsLimited() throws {
        #expect(refusal(nested(32)) == nil)
        let error = try #require(refusal(nested(33)))
        #expect(error.findings.map(\.isLimit) == [true])
        #expect(error.description == "1:161: the text has more than 32 nested objects; divide the text")
        #expect(refusal(nested(1_000_000))?.findings.count == 1)
        #expect(refusal(String(repeating: "[", count: 1_000_000))?.findings.count == 1)
        #expect(refusal(#"{"a":"# + String(repeating: "[", count: 1_000_000))?.findings.count == 1)
    }

    @Test func sizesAreLimited() throws {
        #expect(refusal(String(repeating: " ", count: 1 << 24))?.findings.first?.isLimit == false)
        #expect(refusal(String(repeating: " ", count: 1 << 24 + 1))?.findings.first?.isLimit == true)
        let members = (0..<100_001).map { "\"k\($0)\":\($0)" }
        #expect(refusal("{\(members.dropLast().joined(separator: ","))}") == nil)
        #expect(refusal("{\(members.joined(separator: ","))}")?.findings.first?.isLimit == true)
        #expect(refusal(#"{"a": ["# + String(repeating: "1,", count: 100_000) + "1]}")?.findings.first?.isLimit == true)
        let name = String(repeating: "n", count: 200)
        #expect(refusal("{\"\(name)\": 1}") == nil)
        #expect(refusal("{\"\(name)n\": 1}")?.findings.first?.isLimit == true)
        let path = String(repeating: "{\"\(name)\":", count: 6) + "1" + String(repeating: "}", count: 6)
        #expect(refusal(path)?.findings.map(\.message) == ["a key path has more than 1000 bytes"])
    }

    /// Dots in keys nest as objects do, and what was read can be written and read again.
    @Test func keyPathsAreLimited() throws {
        func dotted(_ count: Int) -> String { Array(repeating: "a", count: count).joined(separator: ".") }
        let configuration = try LayeredConfiguration(layers: [SourceText("{\"\(dotted(32))\": 1}")])
        let back = try LayeredConfiguration(layers: [SourceText(bytes: configuration.bytes())])
        #expect(back.keyPaths == [dotted(32)])
        for text in ["{\"\(dotted(33))\": 1}", "{\"a\": {\"\(dotted(32))\": 1}}"] {
            let finding = try #require(refusal(text)?.findings.first)
            #expect(finding.isLimit)
            #expect(finding.message.hasSuffix("has more than 32 names"))
        }
        // The objects that dots stand for count as values.
        func leaves(_ count: Int) -> String {
            "{" + (0..<count).map { "\"\($0).\(dotted(20))\": 1" }.joined(separator: ",") + "}"
        }
        #expect(refusal(leaves(5_000)) == nil)
        let error = try #require(refusal(leaves(5_001)))
        #expect(error.findings.map(\.isLimit) == [true])
        #expect(error.findings.map(\.message) == ["the text has more than 100000 values"])
    }

    @Test func manyFindingsAreCut() throws {
        let error = try #require(refusal("{" + (0..<5_000).map { _ in "\"a\":1" }.joined(separator: ",") + "}"))
        #expect(error.findings.count == 1_000)
        #expect(error.omittedFindingCount == 4_999 - 1_000)
        #expect(error.description.hasSuffix("\nand 3999 more"))
    }

    @Test func numbersAreExactOrRefused() throws {
        let text =
            #"{"a": 9223372036854775807, "b": 9223372036854775808, "c": -0, "d": 1e2, "e": -9223372036854775808}"#
        let configuration = try LayeredConfiguration(layers: [SourceText(text)])
        #expect(configuration["a"] == .whole(.max))
        #expect(configuration["b"] == .number(0x1p63))
        #expect(configuration["c"] == .whole(0))
        #expect(configuration["d"] == .number(100))
        #expect(configuration["e"] == .whole(.min))
        #expect(refusal(#"{"a": 1e400}"#)?.description == "1:7: the number is too large; write a smaller number")
        #expect(refusal(#"{"a": 01}"#) != nil)
        #expect(refusal(#"{"a": null}"#) != nil)
        #expect(refusal(#"{"a": [[1]]}"#) != nil)
    }

    /// Damaged texts are read or refused, by everything that reads one.
    @Test func damagedTextsNeverTrap() {
        let texts = [
            #"{"sync": {"interval": 60, "x.y": [1, 2.5, "a\u00fc", true]}, "b": -1e-3}"#,
            #"{"Variables": {"a": "$b", "b": "$c", "c": ["$d", 1], "d": "$$"}, "A": {"p": "$a", "B": {"q": ["$b"]}}}"#,
            #"{"Modules": ["A", "B"], "MiniModules": []}"#,
        ]
        var random = SplitMix64(seed: UInt64(TestScope.mutationSeed))
        let bytes = Array("{}[]\",:$.\\u0aeABMV \n\u{FF}1-".utf8) + [0, 0xFF]
        for text in texts {
            for _ in 0..<TestScope.mutationCount {
                var damaged = Array(text.utf8)
                for _ in 0..<random.draw(1..<4) {
                    let place = random.draw(0..<damaged.count)
                    switch random.draw(0..<3) {
                    case 0: damaged[place] = random.pick(bytes)
                    case 1: damaged.insert(random.pick(bytes), at: place)
                    default: damaged.remove(at: place)
                    }
                }
                let source = SourceText(bytes: damaged)
                if let configuration = try? LayeredConfiguration(layers: [source, source]) {
                    let back = try? LayeredConfiguration(layers: [SourceText(bytes: configuration.bytes())])
                    #expect(back?.keyPaths == configuration.keyPaths)
                }
                if let sheet = try? Stylesheet(source) {
                    #expect((try? Stylesheet(SourceText(bytes: sheet.bytes()))) == sheet)
                    _ = sheet.style(of: ["A", "B"])
                }
                _ = try? ModuleList(from: source, default: ModuleList(modules: []))
                var registry = TypeRegistry()
                if (try? registry.substitute(from: source)) != nil { _ = try? registry.resolved() }
            }
        }
    }
}
