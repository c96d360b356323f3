import Automata
import FeatureFormats
import FeatureModels
import TestSupport
import Testing

/// Many rows, long lines and long chains of conditions take time in proportion to them.
@Suite struct LargeTableTests {
    private static let columns = "id,type,range,cardinality,constraint,relevant if\n"
    private static let count = TestScope.isLong ? 1_000_000 : 100_000

    /// Rows of which each but the first is relevant by the one above.
    private func chain(_ first: String = "") -> String {
        Self.columns + "D0,Boolean,,,,\(first)\n"
            + (1..<Self.count).lazy.map { "D\($0),Boolean,,,,D\($0 - 1)\n" }.joined()
    }

    @Test func longChainsAreRead() throws {
        #expect(try FeatureFormat.csv.model(from: chain()).features.count == Self.count + 1)
    }

    @Test func longCyclesAreRefused() {
        let error = #expect(throws: FeatureFormatError.self) {
            try FeatureFormat.csv.model(from: chain("D\(Self.count - 1)"))
        }
        #expect(error?.problems.count == 1)
    }

    @Test func manyCyclesAreRefused() {
        let loops = (0..<Self.count / 10).map { "D\($0),Boolean,,,,D\($0)\n" }.joined()
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.csv.model(from: Self.columns + loops) }
        #expect(error?.problems.count == 1_000)
    }

    @Test(arguments: [FeatureFormat.csv, .markdown]) func wideRangesAreReadAndWritten(format: FeatureFormat) throws {
        let values = (0..<Self.count / 10).map { "v\($0)" }.joined(separator: ", ")
        let model = try FeatureFormat.csv.model(from: Self.columns + "E,Enum,\"\(values)\",,,\n")
        #expect(model.features.count == Self.count / 10 + 2)
        #expect(try format.model(from: format.text(of: model).text) == model)
    }

    @Test func longNamesAreRead() throws {
        let long = String(repeating: "x", count: 10 * Self.count)
        let model = try FeatureFormat.csv.model(from: "id,question,type\n\(long),\(long),Boolean\n")
        #expect(model[1].name == long)
    }

    @Test func manyComparisonsAreRefused() {
        let rows = "N,Number,1..100000,,,\n" + (0..<1_000).map { "A\($0),Boolean,,,N >= 1,\n" }.joined()
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.csv.model(from: Self.columns + rows) }
        #expect(error?.isLimit == true)
    }
}
