import Automata
import FeatureFormats
import FeatureModels
import TestSupport
import Testing

@Suite struct DecisionErrorTests {
    private static let columns = "id,type,range,cardinality,constraint,relevant if\n"

    @Test(arguments: [
        // Rows.
        ("A,Boolean\n", "2:1: expected 6 cells, one for each column, found 2"),
        ("A,Boolean,,,,,\n", "2:1: expected 6 cells, one for each column, found 7"),
        (",Boolean,,,,\n", "2:1: a decision has no id; write one into the column 'id'"),
        ("\"\"\"A\",Boolean,,,,\n", "2:2: expected '\"' at the end of a name in quotes"),
        ("A,Boolean,,,,\nA,Boolean,,,,\n", "3:1: two decisions are named 'A'; rename one of the two"),
        (
            "A,Boolean,,,,\nB,Boolean,,,,A == false\nA.false,Boolean,,,,\n",
            "4:1: two features are named 'A.false'; rename one of the two"
        ),
        // Types and ranges.
        ("A,Bolean,,,,\n", "2:3: unknown type 'Bolean'; write Boolean, Enumeration or Number"),
        ("A,,,,,\n", "2:3: unknown type ''; write Boolean, Enumeration or Number"),
        (
            "A,Text,,,,\n",
            "2:3: a decision about texts has infinitely many answers; write the type Enumeration, and list the values in the range"
        ),
        (
            "A,Number,,,,\n",
            "2:10: the range of 'A' has infinitely many numbers; write the range, such as 1..8 or 16, 32"
        ),
        (
            "A,Number,0.5..2,,,\n",
            "2:10: the range has infinitely many numbers; list values, or write whole bounds"
        ),
        ("A,Number,8..1,,,\n", "2:10: the range from 8 to 1 is empty; swap the bounds"),
        ("A,Number,1..2000000,,,\n", "2:10: expected at most 1048576 values in all ranges"),
        (
            "A,Number,\"1, big\",,,\n",
            "2:14: expected a number, or a range such as 1..8, found 'big'; write the type Enumeration for other values"
        ),
        ("A,Number,\"2, 1..3\",,,\n", "2:14: duplicate value '2' in a range; remove one of the two"),
        ("A,Enum,,,,\n", "2:8: the range of 'A' is empty; write the values, with commas between them"),
        ("A,Enum,\"x, ,y\",,,\n", "2:12: expected a name, found an empty name"),
        ("A,Enum,\"x, x\",,,\n", "2:12: duplicate value 'x' in a range; remove one of the two"),
        (
            "A,Boolean,\"yes, no\",,,\n",
            "2:12: expected the range 'true, false', or 'true' alone, for a Boolean decision; "
                + "write the type Enumeration for other values"
        ),
        (
            "A,Boolean,false,,,\n",
            "2:11: expected the range 'true, false', or 'true' alone, for a Boolean decision; "
                + "write the type Enumeration for other values"
        ),
        // Cardinalities.
        ("A,Enum,x,2,,\n", "2:10: the cardinality '2' doesn't fit 1 value; write bounds from 0 to 1"),
        ("A,Enum,x|y,2..1,,\n", "2:12: the cardinality '2..1' doesn't fit 2 values; write bounds from 0 to 2"),
        ("A,Enum,x,few,,\n", "2:10: expected a cardinality such as 1, 1..3 or 0..*, found 'few'"),
        ("A,Boolean,,0..1,,\n", "2:12: the cardinality '0..1' doesn't fit 1 value; write 1, or nothing"),
        // Conditions.
        ("Camera,Boolean,,,Camra,\n", "2:18: unknown decision 'Camra'; did you mean 'Camera'?"),
        ("A,Boolean,,,,Lens\n", "2:14: unknown decision 'Lens'; add a row for it or fix the name"),
        (
            "A,Enum,x y,,x y,\n",
            "2:15: expected an operator ('&', '|', '=>' or '<=>') or the end of the condition, found 'y'"
        ),
        ("A,Enum,x y,,\"\"\"x y\"\"\",\n", "2:14: unknown decision 'x y'; did you mean A == \"x y\"?"),
        ("A,Enum,x|y,,A == z,\n", "2:18: unknown value 'z' of 'A'; its range is x, y"),
        ("A,Boolean,true,,A == false,\n", "2:22: unknown value 'false' of 'A'; its range is true"),
        ("A,Boolean,,,A = true,\n", "2:15: expected a name or a symbol of UVL, found '='; compare with =="),
        ("A,Enum,x,,A != x,\n", "2:13: expected another operator, found '!='; write !(A == B)"),
        ("A,Enum,x,,A < x,\n", "2:15: only numbers can be ordered; compare with =="),
        (
            "A,Boolean,,,,\"A, A\"\n",
            "2:16: expected an operator ('&', '|', '=>' or '<=>') or the end of the condition, found ','"
        ),
        ("A,Boolean,,,(A,\n", "2:15: expected ')' or an operator, found the end of the cell"),
        ("A,Boolean,,,A &,\n", "2:16: expected '!', '(' or the id of a decision, found the end of the cell"),
        // Cycles.
        (
            "A,Boolean,,,,A\n",
            "2:14: the decision 'A' depends on itself: A, A; change the condition of one of these decisions"
        ),
        (
            "B,Boolean,,,,A\nA,Boolean,,,,!C\nC,Enum,x,,,B & D\nD,Boolean,,,,\n",
            "2:14: the decision 'B' depends on itself: B, A, C, B; change the condition of one of these decisions"
        ),
        // Quotes.
        ("\"A,Boolean,,,,\n", "2:1: expected '\"' at the end of a field in quotes"),
        (
            "\"A\"B,Boolean,,,,\n",
            "2:4: expected a comma or the end of the line after a field in quotes, found 'B,Boolean,,,,'"
        ),
        (
            "A\"B\",Boolean,,,,\n",
            "2:2: unexpected quote in a field without quotes; put the field in quotes, and double its inner quotes"
        ),
    ])
    func faultsAreToldWithTheirPlaces(rows: String, message: String) {
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.csv.model(from: Self.columns + rows) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        (
            "",
            "1:1: expected a table with the column 'id'; name the columns: id, question, type, range, cardinality, constraint, relevant if"
        ),
        ("id\nA\n", "1:1: expected the column 'type'; add it: Boolean, Enumeration or Number"),
        ("id,type,id\n", "1:9: two columns are named 'id'; remove one of the two"),
        (
            "id,type,relevant\n",
            "1:9: unknown column 'relevant'; the columns are id, question, type, range, cardinality, constraint, relevant if"
        ),
        ("id,type,rnge\n", "1:9: unknown column 'rnge'; did you mean 'range'?"),
    ])
    func faultsOfColumnsAreTold(text: String, message: String) {
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.csv.model(from: text) }
        #expect(error?.description == message)
    }

    @Test func markdownHasTheSamePlaces() {
        let text =
            "Text\n\n| id | type | relevant if |\n|---|---|---|\n| A | Boolean | B \\| B \\| C |\n| B | | |\n# End"
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.markdown.model(from: text) }
        #expect(
            error?.description == """
                5:27: unknown decision 'C'; add a row for it or fix the name
                6:6: unknown type ''; write Boolean, Enumeration or Number
                7:1: expected 3 cells, one for each column, found 1
                """)
        #expect(throws: FeatureFormatError.self) { try FeatureFormat.markdown.model(from: "# Phone\n\nText | only\n") }
    }

    @Test func otherBytesThanUTF8AreRefused() {
        for bytes in [
            "id,type\nA\u{1},Boolean\n", "id,type,range\nA,Enum,\"x, \u{1}\"\n", "id,type,question\nA,Boolean,\u{1}\n",
            "id,type,constraint\nA,Boolean,A == \u{1}\n",
        ] {
            let damaged = bytes.utf8.map { $0 == 1 ? 0xFF : $0 }
            let error = #expect(throws: FeatureFormatError.self) {
                try damaged.withUnsafeBytes { try FeatureFormat.csv.document(from: $0) }
            }
            #expect(error?.problems.count == 1)
        }
    }
}
