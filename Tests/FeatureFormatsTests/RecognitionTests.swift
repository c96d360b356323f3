import FeatureFormats
import FeatureModels
import Testing

@Suite struct RecognitionTests {
    @Test(arguments: [
        ("a.uvl", FeatureFormat.uvl), ("dir.json/a.UVL", .uvl), ("a.xml", .featureIDE), ("a.dimacs", .dimacs),
        ("a.CNF", .dimacs), ("a.b.json", .json), ("a.md", .markdown),
        ("a.Markdown", .markdown), ("a.csv", .csv), ("a", nil), ("uvl", nil), ("a.uvl.txt", nil),
    ])
    func filesAreKnownByTheirNames(name: String, format: FeatureFormat?) {
        #expect(FeatureFormat(fileName: name) == format)
    }

    @Test(arguments: [
        ("features\n A", FeatureFormat.uvl), ("\u{FEFF} \n// x", .uvl), ("/* x */", .uvl), ("namespace x", .uvl),
        ("include", .uvl), ("imports\n", .uvl), ("<featureModel/>", .featureIDE), ("\n<?xml", .featureIDE),
        ("{}", .json), ("c 1 A", .dimacs), ("p cnf 1 1", .dimacs), ("c", .dimacs), ("c\n", .dimacs), ("", nil),
        ("| id |", .markdown), ("# Phone\n", .markdown), ("id,type", .csv), ("id;type", .csv), ("id\ttype", .csv),
        ("identity,x", nil), ("id", nil), ("#x", nil), ("  ", nil), ("cnf", nil), ("featuresX", nil), ("1 2 0", nil),
        ("/", nil), ("[", nil),
    ])
    func textsAreKnownByTheirBeginning(text: String, format: FeatureFormat?) {
        let bytes = Array(text.utf8)
        #expect(bytes.withUnsafeBytes { FeatureFormat(recognizing: $0) } == format)
    }

    @Test(arguments: FeatureFormat.allCases) func writtenTextsAreRecognized(format: FeatureFormat) throws {
        var models = RandomModels(seed: 1, hasStrangeNames: true)
        for _ in 0..<20 {
            let bytes = Array(try format.text(of: models.model()).text.utf8)
            #expect(bytes.withUnsafeBytes { FeatureFormat(recognizing: $0) } == format)
        }
        #expect(FeatureFormat(fileName: "x.\(format.fileExtension)") == format)
    }

    /// Features, groups and constraints have the places where they begin.
    @Test(arguments: [
        (
            FeatureFormat.uvl,
            "features\n A\n  or\n   B\n   C {constraint B, x}\n    optional\n     D\nconstraints\n A => B\n",
            ["2:2", "4:4", "5:4", "7:6"], ["3:3", "6:5"], ["5:18", "9:2"]
        ),
        (
            .featureIDE,
            "<featureModel><struct>\n<and name='A'>\n <or name='B'>\n  <feature name='C'/>\n  <feature name='D'/>\n </or>\n"
                + " <feature name='E' mandatory='true'/></and>\n</struct><constraints>\n <rule><var>A</var></rule></constraints></featureModel>",
            ["2:1", "3:2", "4:3", "5:3", "7:2"], ["3:2", "3:2", "7:2"], ["9:2"]
        ),
        (
            .dimacs, "c 2 A\n\np cnf 2 2\n1 0 -1\n2 0\n", ["3:1", "3:1", "1:3"], ["3:1"], ["4:1", "4:5"]
        ),
        (
            .json,
            "{\"format\": \"features\", \"root\":\n {\"name\": \"A\", \"groups\": [\n  {\"kind\": \"or\", \"features\": [{\"name\": \"B\"},\n"
                + "   {\"name\": \"C\"}]}]},\n \"constraints\": [true,\n \"B\"]}",
            ["2:2", "3:31", "4:4"], ["3:3"], ["5:18", "6:2"]
        ),
        (
            .markdown,
            "Text\n\n| id | type | range | constraint | relevant if |\n|-|-|-|-|-|\n| A | Boolean | | B, !C | |\n"
                + "| D | Enumeration | x, y | | B |\n| B | Boolean | | | A \\| C |\n | C | Boolean | | | |",
            ["5:3", "5:3", "7:3", "6:3", "6:21", "6:24", "8:4"], ["5:3", "6:3", "6:3"],
            ["5:19", "5:22", "7:21"]
        ),
        (
            .csv,
            "id,type,range,constraint,relevant if\r\nA,Boolean,true,,\r\nB,Enumeration,\"x, \"\"y\"\"\",,\r\n"
                + "C,Boolean,,\"A, \"\"B\"\" == x\",B == y\r\n",
            ["2:1", "3:1", "3:16", "3:19", "4:1"], ["3:1", "3:1", "4:1"], ["4:13", "4:16"]
        ),
    ])
    func partsHavePlaces(
        format: FeatureFormat, text: String, features: [String], groups: [String], constraints: [String]
    ) throws {
        let bytes = Array(text.utf8)
        let document = try bytes.withUnsafeBytes { try format.document(from: $0) }
        let model = document.model
        #expect(model.ids.map { document.position(of: .feature($0)).description } == features)
        #expect(model.groups.indices.map { document.position(of: .group($0)).description } == groups)
        #expect(model.constraints.indices.map { document.position(of: .constraint($0)).description } == constraints)
    }
}
