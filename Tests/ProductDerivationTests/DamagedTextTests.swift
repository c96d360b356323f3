import AlgorithmSupport
import ProductDerivation
import ProductLines
import TestSupport
import Testing

/// Descriptions that were damaged are refused or derived, and nothing else.
@Suite struct DamagedTextTests {
    @Test func damagedTextsDoNotTrap() {
        var line = SmallLine()
        line.line = SmallLine.line(
            settings: #", "Settings": {"a": {"b": 1}}, "DebugSettings": {"a": {"b": 2}}"#,
            features:
                #""Card & !Log": {"Overrides": {"Engine": "FastEngine"}, "Settings": {"a.b": 3}, "Style": "style.json"}"#
        )
        line.product = SmallLine.product(
            #", "Overrides": {"Store": "DiskStore"}, "Modules": ["Find", "Browse"], "Resources": ["icon.svg"], "Beta": 3"#
        )
        line.files["line/style.json"] = #"{"Bar": {"height": 44}}"#
        let (lineBytes, productBytes) = (Array(line.line.utf8), Array(line.product.utf8))
        let parts = [
            "{", "}", "[", "]", "\"", ":", ",", "Card", "Engine", "&", "(", "\\u0000", "é", "9999999999999999999",
            "true",
        ]
        var generator = SplitMix64(seed: UInt64(TestScope.mutationSeed))
        func damage(_ bytes: [UInt8]) -> String {
            var bytes = bytes
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                let end = min(bytes.count, place + Int.random(in: 0...8, using: &generator))
                let part = parts[Int.random(in: 0..<parts.count, using: &generator)]
                bytes.replaceSubrange(place..<end, with: Bool.random(using: &generator) ? Array(part.utf8) : [])
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        var derivedCount = 0
        for _ in 0..<10 * TestScope.mutationCount {
            line.line = Bool.random(using: &generator) ? damage(lineBytes) : String(decoding: lineBytes, as: UTF8.self)
            line.product = damage(productBytes)
            if line.findings().first == "derived Mine" { derivedCount += 1 }
        }
        #expect(derivedCount > 0)
    }

    @Test func longChainsOfTypesAreRefusedSoon() {
        var line = SmallLine()
        let count = 20_000
        let chain = (1..<count).map { "\"T\($0)\": \"T\($0 - 1)\"" }.joined(separator: ",")
        let overrides = (1..<count).map { "\"T\($0 - 1)\": \"T\($0)\"" }.joined(separator: ",")
        line.line = SmallLine.line(
            types: "\"T0\": \"class\",\(chain)", features: "\"Card\": {\"Overrides\": {\(overrides)}}")
        #expect(line.findings() == ["derived Mine"])
        let last = (0..<count - 1).map { "\"T\($0)\": \"T\(count - 1)\"" }.joined(separator: ",")
        line.line = SmallLine.line(
            types: "\"T0\": \"class\",\(chain)", features: "\"Card\": {\"Overrides\": {\(last)}}")
        #expect(line.findings() == ["the types derive from too many other types; remove bases that other bases imply"])
    }
}
