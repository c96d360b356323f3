import Automata
import FeatureFormats
import FeatureModels
import TestSupport
import Testing

/// Models that come from tables of decisions.
@Suite struct DecisionTableTests {
    private static let seeds = 1...UInt64(TestScope.isLong ? 20_000 : 300)

    /// Returns the number of products, found by trying.
    private func productCount(_ model: FeatureModel) -> Int { model.productsOfTree(over: Array(model.ids)).count }

    @Test func productsAreTheWaysToAnswer() throws {
        var conditionCount = 0
        for seed in Self.seeds {
            var tables = RandomTables(seed: seed)
            let table = tables.table()
            let model = try FeatureFormat.csv.model(from: table.csv)
            #expect(productCount(model) == table.answerCount, "seed \(seed)\n\(table.csv)")
            conditionCount += table.count { $0.relevance != nil }
            // Written and read again, the table has the same products over the same features.
            for format in [FeatureFormat.csv, .markdown] {
                let text = try format.text(of: model).text
                let again = try format.model(from: text)
                #expect(try format.text(of: again).text == text)
                let features = try model.features.map { feature in
                    try #require(again.ids.first { again[$0].name == feature.name })
                }
                #expect(again.productsOfTree(over: features) == model.productsOfTree(over: Array(model.ids)))
                // A row may be added for the values of each decision.
                #expect(again.features.count - model.features.count <= table.count)
            }
        }
        #expect(conditionCount > Self.seeds.count / 2)
    }

    /// A relevant resolution has three values, an irrelevant one none.
    @Test func irrelevantDecisionsHaveNoAnswer() throws {
        let table = """
            id,type,range,relevant if
            Camera,Boolean,,
            Resolution,Enumeration,"2MP, 5MP, 8MP",Camera == true
            """
        let model = try FeatureFormat.csv.model(from: table)
        #expect(model.productsByTrying.count == 4)
        #expect(model.features.map(\.name) == ["root", "Camera", "Resolution", "2MP", "5MP", "8MP"])
        #expect(model.features.map(\.isAbstract) == [true, false, true, false, false, false])
        #expect(model.parent(of: 2) == 1)
        #expect(model.constraints.isEmpty)
    }

    @Test(arguments: [
        // The condition about the answer no.
        ("A,Boolean,,,\nB,Boolean,,,A == false", 3, ["root", "A", "A.false", "B"]),
        ("A,Boolean,,,\nB,Boolean,,,!A", 3, ["root", "A", "B"]),
        ("A,Boolean,,,\nB,Boolean,,,A\nC,Boolean,,,B == false", 4, ["root", "A", "B", "B.false", "C"]),
        ("A,Boolean,,,\nB,Boolean,,,A\nC,Boolean,,,!B", 5, ["root", "A", "B", "C"]),
        // The first row is that of the root.
        ("P,Boolean,true,,\nB,Boolean,,,P", 2, ["P", "B"]), ("P,Boolean,true,,\nB,Boolean,true,,", 1, ["P", "B"]),
        // A condition about a later row.
        ("B,Boolean,,,A\nA,Boolean,,,", 3, ["root", "A", "B"]),
        ("C,Boolean,,,A & B\nB,Boolean,,,\nA,Boolean,,,", 5, ["root", "C", "B", "A"]),
        // Numbers, and names of two values, have the id in front.
        ("N,Number,\"-1..1, 2.50, 16\",,", 5, ["root", "N", "N.-1", "N.0", "N.1", "N.2.5", "N.16"]),
        ("E,Enum,x | y,,\nF,Enum,\"y, \"\"a, b\"\"\",,", 4, ["root", "E", "x", "E.y", "F", "F.y", "a, b"]),
        ("E,Enum,\"E, F\",,", 2, ["root", "E", "E.E", "F"]),
        ("root,Boolean,,,", 2, ["root_", "root"]),
        // Comparisons.
        ("N,Number,1..9,,\nA,Boolean,true,,N >= 5", 9, ["root", "N"] + (1...9).map { "N.\($0)" } + ["A"]),
        ("A,Boolean,,N > 1,\nN,Number,1..3,,", 4, ["root", "A", "N", "N.1", "N.2", "N.3"]),
        ("N,Number,1..3,N == 2.0,", 1, ["root", "N", "N.1", "N.2", "N.3"]),
        ("N,Number,1..2,N < 1,", 0, ["root", "N", "N.1", "N.2"]),
        // Values in quotes and without.
        ("R,Enum,\"5MP, a b\",R == 5MP | R == 'a b',", 2, ["root", "R", "5MP", "a b"]),
        ("R,Enum,\"5MP, a b\",\"R == \"\"5MP\"\", !R == \"\"a b\"\"\",", 1, ["root", "R", "5MP", "a b"]),
        ("or,Boolean,,\"\"\"or\"\" == true\",", 1, ["root", "or"]),
    ])
    func tablesHaveFeaturesAndProducts(rows: String, count: Int, names: [String]) throws {
        let model = try FeatureFormat.csv.model(from: "id,type,range,constraint,relevant if\n\(rows)\n")
        #expect(model.productsByTrying.count == count)
        #expect(model.features.map(\.name) == names)
        for format in [FeatureFormat.csv, .markdown] {
            let again = try format.model(from: format.text(of: model).text)
            #expect(productCount(again) == count)
        }
    }

    @Test(arguments: [
        ("1", 3), ("2", 3), ("1..2", 6), ("0..*", 8), ("0", 1), ("3..3", 1), ("", 3),
    ])
    func cardinalitiesLimitTheValues(cardinality: String, count: Int) throws {
        let model = try FeatureFormat.csv.model(
            from: "id,type,range,cardinality\nE,Enumeration,\"a, b, c\",\(cardinality)")
        #expect(model.productsByTrying.count == count)
    }

    /// Tables of a document are one model; the rest is skipped.
    @Test func documentsHaveSeveralTables() throws {
        let text = """
            # Phone

            | Term | Meaning |
            |---|---|
            | id | a name |

            | id | question | type | range | relevant if
            |:--|:-:|---|---|--:|
            | Camera | Does it take \\|pictures\\|? | boolean | true, false |  |
            | Zoom | | Boolean | | Camera |

            ```
            | id | type |
            |---|---|
            | X | Boolean |
            ```

            Memory:
            id | type | range
            -- | ---- | -----
            Memory | Number | 16, 32

            Done.
            """
        let model = try FeatureFormat.markdown.model(from: text)
        #expect(model.features.map(\.name) == ["root", "Camera", "Zoom", "Memory", "Memory.16", "Memory.32"])
        #expect(model[1].attributes == [.init(name: "question", value: .text("Does it take |pictures|?"))])
        #expect(model.productsByTrying.count == 6)
    }

    @Test func separatorsAreThoseOfTheHeader() throws {
        let model = try FeatureFormat.csv.model(
            from: "\u{FEFF}ID;TYPE;Range\r\nA;enum;x, y\r\n\r\nB;boolean;\"true\"\r\n")
        #expect(model.features.map(\.name) == ["root", "A", "x", "y", "B"])
        let tabs = try FeatureFormat.csv.model(from: "id\ttype\trange\nA\tenum\tx, y")
        #expect(tabs.features.map(\.name) == ["root", "A", "x", "y"])
    }

    /// Questions, types, ranges, cardinalities and conditions stay as they are.
    @Test func tablesAreWrittenAsTheyWere() throws {
        let text = """
            | id | question | type | range | cardinality | constraint | relevant if |
            | --- | --- | --- | --- | --- | --- | --- |
            | Phone | Which phone? | Boolean | true | | | |
            | Camera | Does it take pictures? | Boolean | true, false | | | |
            | Memory | How much, in GB? | Number | 8, 16..18, 32 | 1 | Memory == 32 \\| !Camera | |
            | Level | | Enumeration | low, high, "a, b" | 1..2 | !(Level == high), Level == low => Camera | |
            | Sound | | Enumeration | low, none | 1 | | Level == low \\| Memory == 8 |
            | Zoom | How far? | Boolean | true, false | | | Camera & Level == "a, b" |
            | Far | | Boolean | true, false | | | Zoom |
            | Lens | | Boolean | true | | | !Zoom |

            """
        let model = try FeatureFormat.markdown.model(from: text)
        let written = try FeatureFormat.markdown.text(of: model)
        #expect(written.text == text)
        #expect(written.notes.isEmpty)
        let csv = try FeatureFormat.csv.text(of: model).text
        #expect(try FeatureFormat.markdown.text(of: FeatureFormat.csv.model(from: csv)).text == text)
        let uvl = try FeatureFormat.uvl.text(of: model).text
        #expect(try FeatureFormat.markdown.text(of: FeatureFormat.uvl.model(from: uvl)).text == text)
    }

    /// Spreadsheets work out what begins like a formula.
    @Test func noTextIsAFormula() throws {
        let names = ["=A1", "+x", "-5", "@SUM", "'=A1", "''-x", "'plain", "-a, b", "\t=A1", "a=b"]
        var model = FeatureModel(root: "=root")
        model.add(names, below: 0, .optional)
        model.add(["=x", "y"], below: 1, .alternative)
        model.add(["N"], below: 0, .mandatory)
        model.add(["N.-1", "N.2"], below: FeatureID(model.features.count - 1), .alternative)
        model[0].attributes = [.init(name: "question", value: .text("=1+1"))]
        model[2].attributes = [.init(name: "question", value: .text("'@ what?"))]
        model.constraints = [.or([.feature(1), .not(.feature(4))])]
        let text = try FeatureFormat.csv.text(of: model).text
        let rows = text.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        #expect(rows[1] == "'=root,'=1+1,Boolean,true,,,\r")
        #expect(rows.contains("'+x,''@ what?,Boolean,\"true, false\",,,\r"))
        #expect(rows.contains { $0.hasPrefix("N,,Number,\"-1, 2\",1,") })
        #expect(rows.contains { $0.contains(",Enumeration,\"'=x, y\",1,") })
        #expect(rows.allSatisfy { row in !"=+-@".contains { row.hasPrefix("\($0)") || row.hasPrefix("\"\($0)") } })
        let again = try FeatureFormat.csv.model(from: text)
        #expect(Set(model.features.map(\.name)).isSubset(of: again.features.map(\.name)))
        #expect(try FeatureFormat.csv.text(of: again).text == text)
        let table = try FeatureFormat.markdown.text(of: model).text
        #expect(table.hasPrefix("| id") && table.contains("| =root | =1+1 | Boolean |"))
        #expect(try FeatureFormat.markdown.text(of: again).text == table)
        // What somebody else wrote is read as it stands, and places are those of the text.
        #expect(try FeatureFormat.csv.model(from: "id,type\n=A1,Boolean\n'B,Boolean\n").features[1].name == "=A1")
        let error = #expect(throws: FeatureFormatError.self) {
            try FeatureFormat.csv.model(from: "id,type,range\nA,Enum,\"'=x, =x\"\n")
        }
        #expect(error?.description == "2:14: duplicate value '=x' in a range; remove one of the two")
    }

    @Test func attributesThatAreLostAreToldOnce() throws {
        let text = "features\n\tA {cost 1, size 2}\n\t\toptional\n\t\t\tB {cost 3}\n"
        let written = try FeatureFormat.markdown.text(of: FeatureFormat.uvl.model(from: text))
        #expect(written.notes == ["the attribute 'cost' of 'A' isn't written; 2 more changes of this kind"])
    }
}
