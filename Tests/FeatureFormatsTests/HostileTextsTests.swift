import AlgorithmSupport
import Automata
import FeatureFormats
import FeatureModels
import TestSupport
import Testing

/// Deep, large and damaged texts are read or refused, in time that is proportional to them.
@Suite struct HostileTextsTests {
    private func read(_ text: [UInt8], _ format: FeatureFormat) throws(FeatureFormatError) -> FeatureModel {
        try text.withUnsafeBufferPointer { (bytes) throws(FeatureFormatError) in
            try format.document(from: UnsafeRawBufferPointer(bytes)).model
        }
    }

    private static let count = TestScope.isLong ? 1_000_000 : 100_000

    private func times(_ text: String, _ count: Int = count) -> String { String(repeating: text, count: count) }

    @Test(arguments: [FeatureFormat.featureIDE, .json, .dimacs]) func deepModelsAreWrittenAndRead(
        format: FeatureFormat
    ) throws {
        var model = FeatureModel(root: "F0")
        for index in 1..<10_000 { model.add("F\(index)", below: FeatureID(index - 1), .optional) }
        let read = try format.model(from: format.text(of: model).text)
        if format == .dimacs { #expect(read.features.count == 10_001) } else { #expect(read == model) }
    }

    @Test func deepUVLIsWrittenAndRead() throws {
        var model = FeatureModel(root: "F0")
        for index in 1..<500 { model.add("F\(index)", below: FeatureID(index - 1), .optional) }
        #expect(try FeatureFormat.uvl.model(from: FeatureFormat.uvl.text(of: model).text) == model)
        // Indentation takes a square of the depth.
        for index in 500..<20_000 { model.add("F\(index)", below: FeatureID(index - 1), .optional) }
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.text(of: model) }
        #expect(error?.isLimit == true)
    }

    /// Groups take further variables or constraints, more than a text can have.
    @Test(arguments: [FeatureFormat.featureIDE, .dimacs]) func groupsThatTakeTooLongATextAreRefused(
        format: FeatureFormat
    ) {
        var model = FeatureModel(root: "R")
        for parent in 0..<6 {
            let names = (0..<1_000).map { "F\(parent)_\($0)" }
            let bounds = format == .dimacs ? 100...100 : 2...1_000
            model.add(names, below: 0, .cardinality(bounds))
        }
        let error = #expect(throws: FeatureFormatError.self) { try format.text(of: model) }
        #expect(error?.isLimit == true)
    }

    @Test func longNamesInClausesOfGroupsAreRefused() {
        var model = FeatureModel(root: "R")
        let name = String(repeating: "n", count: 1_000)
        model.add((0..<400).map { "\(name)\($0)" }, below: 0, .cardinality(2...400))
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.featureIDE.text(of: model) }
        #expect(error?.description == "the model needs more than 67108864 bytes in FeatureIDE's XML; write UVL or JSON")
    }

    /// A clause of DIMACS takes a number for a feature whose name may be long.
    @Test(arguments: FeatureFormat.allCases) func longNamesInManyConstraintsAreRefused(format: FeatureFormat) throws {
        var model = FeatureModel(root: "root", isAbstract: true)
        model.add([String(repeating: "n", count: 1_000_000), "other"], below: 0, .optional)
        let clause = Proposition.or([.feature(1), .not(.feature(2))])
        model.constraints = [.and(Array(repeating: clause, count: 100))]
        if format == .dimacs {
            #expect(try format.text(of: model).text.utf8.count < 2_000_000)
        } else {
            let error = #expect(throws: FeatureFormatError.self) { try format.text(of: model) }
            #expect(error?.isLimit == true)
        }
        let text = model.uvlText(of: model.constraints[0])
        #expect(text.utf8.count < 70_000 && text.hasSuffix("…"))
        #expect(model.text(of: .constraint(0)).utf8.count < 300)
    }

    @Test(arguments: [FeatureFormat.markdown, .csv]) func longNamesOfDecisionsStandInTheirRowsAlone(
        format: FeatureFormat
    ) throws {
        var model = FeatureModel(root: "root")
        let name = String(repeating: "n", count: 1_000_000)
        let parent = model.add(name, below: 0, .mandatory)
        model.add((0..<10_000).map { "v\($0)" }, below: parent, .alternative)
        #expect(try format.model(from: format.text(of: model).text).features.count == 10_002)
        // Rows that are relevant by the feature name it.
        model.add((0..<100).map { "w\($0)" }, below: parent, .optional)
        let error = #expect(throws: FeatureFormatError.self) { try format.text(of: model) }
        #expect(error?.isLimit == true)
    }

    @Test func manyNamesThatBecomeEqualStayApart() throws {
        var model = FeatureModel(root: "root")
        let names = (0..<1 << 13).map { number in
            String(decoding: (0..<13).map { number >> $0 & 1 == 0 ? 0x27 : 0x22 }, as: UTF8.self)
        }
        model.add(names, below: 0, .optional)
        let read = try FeatureFormat.uvl.model(from: FeatureFormat.uvl.text(of: model).text)
        #expect(Set(read.features.map(\.name)).count == names.count + 1)
    }

    @Test(arguments: FeatureFormat.allCases) func wideModelsAreWrittenAndRead(format: FeatureFormat) throws {
        var model = FeatureModel(root: "root", isAbstract: true)
        model.add((1...Self.count / 10).map { "F\($0)" }, below: 0, .optional)
        model.constraints = (1..<Self.count / 20).map {
            .or([.feature(FeatureID($0)), .not(.feature(FeatureID($0 + 1)))])
        }
        #expect(try format.model(from: format.text(of: model).text) == model)
    }

    @Test func nestingWithoutEndIsRefused() {
        let uvl = "features\n A\nconstraints\n "
        let xml = "<featureModel><struct><feature name='A'/></struct><constraints><rule>"
        let json = "{\"format\": \"features\", \"constraints\": "
        let table = "id,type,constraint\nA,Boolean,"
        let texts: [(FeatureFormat, String)] = [
            (.uvl, uvl + times("(")), (.uvl, uvl + times("!")), (.uvl, uvl + times("!(")),
            (.uvl, uvl + times("A => (")),
            (.uvl, uvl + times("len(")), (.uvl, uvl + times("1 + ")), (.uvl, uvl + times("(1 * ")),
            (.uvl, uvl + times("each(A, ")),
            (.uvl, "features\n A\n  or\n" + times("   Integer B {min 1, max 65536}\n", 100)),
            (.uvl, "features\n A " + times("{x ")),
            (.uvl, "features\n A {x " + times("[")), (.uvl, "features\n A {constraint " + times("(")),
            (.uvl, "features\n A {constraint " + times("[")), (.uvl, times("(")), (.uvl, times("/*")),
            (.uvl, times("\"\".")),
            (.uvl, "features\n A\n  or\n   " + times("B.")),
            (.featureIDE, "<featureModel>" + times("<struct>")),
            (.featureIDE, "<featureModel><struct>" + times("<and name='A'>")),
            (.featureIDE, xml + times("<not>")), (.featureIDE, xml + times("<conj>")),
            (.featureIDE, times("<featureModel>")),
            (.featureIDE, "<featureModel><struct><and name='A'>" + times("<description>")),
            (.json, json + times("[")),
            (.json, "{\"format\": \"features\", \"root\": {\"name\": \"A\"}, \"constraints\": [" + times("{\"not\": ")),
            (.json, json + times("{\"each\": [")), (.json, json + "[" + times("{\"==\": [")),
            (.json, json + "[{\"==\": [" + times("{\"floor\": ")),
            (.json, "{\"root\": {\"attributes\": {\"x\": " + times("[")),
            (.json, "{\"root\": " + times("{\"groups\": [{\"features\": [")),
            (.json, "{\"root\": {\"attributes\": " + times("{\"x\": ")), (.dimacs, times("p")),
            (.dimacs, "p cnf 1 1\n" + times("1 ")),
            (.csv, table + times("(")), (.csv, table + times("!")), (.csv, table + times("A => ")),
            (.csv, table + times("\"\"")), (.csv, table + "\"" + times("A, ")), (.csv, "id" + times(",")),
            (.csv, times("\"")), (.csv, table + "A\n" + times("A,Boolean,\n")), (.csv, table + times("A,")),
            (.markdown, times("|")), (.markdown, times("| id |\n|-|\n")), (.markdown, times("```\n")),
            (.markdown, "| id | type |\n|-|-|\n" + times("| A ")), (.markdown, times("\\|")),
        ]
        for (format, text) in texts {
            let error = #expect(throws: FeatureFormatError.self) { try format.model(from: text) }
            #expect(error.map { $0.description.utf8.count < 300_000 } == true)
        }
    }

    /// Each sum is one of all features.
    @Test func manySumsAreRefused() {
        let features = (0..<3_000).map { "   F\($0) {cost 1}\n" }.joined()
        let text = "features\n R\n  optional\n\(features)constraints\n" + times(" sum(cost) > 1\n", 3_000)
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.model(from: text) }
        #expect(error?.isLimit == true)
        #expect(
            error?.description
                == "4402:2: sums in constraints have more than 4194304 terms; write shorter sums")
    }

    /// Each text of one feature may be equal to each one of the other.
    @Test func manyEqualTextsAreRefused() {
        func feature(_ name: String) -> String {
            "   String \(name)\n    alternative\n"
                + (0..<3_000).map { "     \(name)\($0) {value 'x'}\n" }.joined()
        }
        let text = "features\n R\n  optional\n\(feature("A"))\(feature("B"))constraints\n A == B\n"
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.model(from: text) }
        #expect(error?.isLimit == true)
    }

    @Test(arguments: FeatureFormat.allCases) func longTextsAreRefused(format: FeatureFormat) {
        let error = #expect(throws: FeatureFormatError.self) {
            try format.model(from: times(" ", 1_001), maximumBytes: 1_000)
        }
        #expect(error?.isLimit == true)
    }

    @Test(arguments: FeatureFormat.allCases) func textsWithoutMemoryAreRefused(format: FeatureFormat) {
        #expect(throws: FeatureFormatError.self) {
            try format.document(from: UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    /// What is read of a damaged text has no findings, can be written in JSON, and is read again as
    /// the same.
    @Test(arguments: FeatureFormat.allCases.map { ($0, false) } + [(.uvl, true), (.json, true)])
    func damagedTextsAreRefusedOrRead(format: FeatureFormat, hasValues: Bool) throws {
        let seed = UInt64(TestScope.mutationSeed)
        var models = RandomModels(
            seed: seed, hasStrangeNames: !hasValues, hasValues: hasValues, hasClones: hasValues)
        var random = SplitMix64(seed: seed)
        var readCount = 0
        for _ in 0..<TestScope.mutationCount {
            let text = Array(try format.text(of: models.model()).text.utf8)
            for _ in 0..<10 {
                guard let model = try? read(random.damaged(text), format) else { continue }
                readCount += 1
                #expect(model.findings.isEmpty)
                #expect(try FeatureFormat.json.model(from: FeatureFormat.json.text(of: model).text) == model)
            }
        }
        #expect(readCount > 0)
    }

    @Test(arguments: FeatureFormat.allCases) func anyBytesAreRefused(format: FeatureFormat) {
        var random = SplitMix64(seed: UInt64(TestScope.mutationSeed))
        for round in 0..<10 * TestScope.mutationCount {
            let bytes = (0..<random.next() % 100).map { _ in
                UInt8(truncatingIfNeeded: random.next()) & (round % 2 == 0 ? 0x7F : 0xFF)
            }
            #expect(throws: FeatureFormatError.self) { try read(bytes, format) }
        }
    }

    /// Texts of tokens in any order get further than texts of bytes.
    @Test(arguments: FeatureFormat.allCases) func anyTokensAreRefusedOrRead(format: FeatureFormat) {
        let tokens: [String] =
            switch format {
            case .uvl:
                [
                    "features\n", "\n A", "\n  or", "\n   B", "\n\tC", "\n", " ", "imports", "constraints", "include",
                    "{", "}", "[", "]",
                    "(", ")", "!", "&", "|", "=>", "<=>", "A", "B", ".", ",", "1", "'x'", "[1..2]", "constraint",
                    "abstract", "\"a b\"",
                    "Integer", "String", "{values [1, 2]}", "{min 1, max 3}", "sum(", "len(", "size(", "each(", "A.x",
                    "{x 1}", "+", "-1", "*", "<", "!=", "floor(",
                    "==", "//", "/*", "*/", "optional", "namespace", "cardinality", "as", "true", "Boolean", "sum",
                    "\n ", "\n    D",
                ]
            case .featureIDE:
                [
                    "<featureModel>", "<struct>", "<and name='A'>", "<or name='B'>", "<alt name='C'>",
                    "<feature name='D'/>", "</and>",
                    "</or>", "</alt>", "</struct>", "<constraints>", "<rule>", "<var>", "A", "</var>", "<not>",
                    "</not>", "<conj>",
                    "</conj>", "</rule>", "</constraints>", "</featureModel>", "<imp>", "</imp>", "<description>",
                    "</description>",
                    "<attribute name='x' value='1' type='long'/>", "&amp;", " ",
                ]
            case .dimacs:
                ["p cnf 3 2\n", "c 1 A\n", "c 2$ B\n", "1", "-2", "0", "3", "4", " ", "\n", "%", "c", "p", "-"]
            case .json:
                [
                    "{\"format\": \"features\", \"root\": ", "{\"name\": \"A\"", "}", "{", ", ", "\"groups\": [", "]",
                    "[",
                    "{\"kind\": \"or\", \"features\": [", "\"constraints\": [", "\"A\"", "{\"not\": ", "{\"and\": [",
                    "true", "1", "]}", "]}]}",
                    "\"attributes\": {\"x\": ", "null", "\"type\": \"integer\"", "\"cardinality\": [1, null]",
                    "{\"==\": [",
                    "{\"+\": [", "{\"sum\": ", "{\"value\": ", "{\"length\": ", "{\"each\": [",
                    "{\"total\": {\"A\": 1}}",
                ]
            case .markdown, .csv:
                [
                    "| id | type | range | constraint | relevant if |\n| - | - | - | - | - |\n", "| ", "\n", "|",
                    "id,type,range,constraint,relevant if\n", ",", ",,", "A", "B", "C,Boolean,,,\n", "\"", "\"\"",
                    "A,Boolean,,,\n", "B,Enumeration,\"x, y\",,A\n", "N,Number,1..3,,B == x\n", "D,Boolean,,",
                    "N >= 2", "B == x", "A == false", "!A", " => ", " & ", "\\|", "| A | Boolean | | | |\n",
                    "| B | Enumeration | x, y | | A |\n", "| C | Boolean | | | N \\| B == y |\n", "\n\n", "```\n",
                    "1..9",
                ]
            }
        // What makes a model of no tokens, and of some.
        let frame: (start: String, end: String) =
            switch format {
            case .uvl: ("features\n A", "\n")
            case .featureIDE: ("<featureModel><struct><and name='A'>", "</and></struct></featureModel>")
            case .dimacs: ("c 1 A\np cnf 1 0\n", "\n")
            case .json: ("{\"format\": \"features\", \"root\": {\"name\": \"A\"", "}}")
            case .markdown, .csv: ("", "")
            }
        var random = SplitMix64(seed: UInt64(TestScope.mutationSeed))
        var readCount = 0
        for _ in 0..<20 * TestScope.mutationCount {
            let text = (0..<random.next() % 40).map { _ in tokens[Int(random.next() % UInt64(tokens.count))] }.joined()
            let isFramed = random.next() % 2 == 0
            guard let model = try? format.model(from: isFramed ? frame.start + text + frame.end : text) else {
                continue
            }
            readCount += 1
            #expect(model.findings.isEmpty)
        }
        #expect(readCount > 0)
    }
}
