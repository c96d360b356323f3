import Automata
import FeatureFormats
import FeatureModels
import Testing

@Suite struct DIMACSTests {
    private func model(_ text: String) throws -> FeatureModel { try FeatureFormat.dimacs.model(from: text) }

    @Test func variablesAreOptionalFeaturesBelowAnAbstractRoot() throws {
        let model = try model(
            """
            c a comment
            c 1 Alpha
            c 2$ made up
            c 4   Two  Words\u{20}
            c 9 lives
            p cnf 4 5
            c 1 Alpha
            1 -2 0 3
            4
            -1 0 0
            -3 0
            4 4 0
            """)
        var expected = FeatureModel(root: "root", isAbstract: true)
        let group = expected.addGroup(.optional, below: 0)
        expected.add("Alpha", toGroup: group)
        expected.add("made up", toGroup: group, isAbstract: true)
        expected.add("3", toGroup: group)
        expected.add("Two  Words", toGroup: group)
        expected.constraints = [
            .or([.feature(1), .not(.feature(2))]), .or([.feature(3), .feature(4), .not(.feature(1))]), .constant(false),
            .not(.feature(3)), .or([.feature(4), .feature(4)]),
        ]
        #expect(model == expected)
        let written = try FeatureFormat.dimacs.text(of: model)
        #expect(written.notes.isEmpty)
        #expect(
            written.text
                == """
                c 1 Alpha
                c 2$ made up
                c 3 3
                c 4 Two  Words
                p cnf 4 5
                1 -2 0
                3 4 -1 0
                0
                -3 0
                4 4 0

                """)
    }

    @Test func namesOfTheRootAndOfOthersDoNotClash() throws {
        let model = try model("c 1 root\nc 2 root_\nc 3 4\np cnf 4 0\n")
        #expect(model.features.map(\.name) == ["root__", "root", "root_", "4", "4_"])
    }

    @Test(arguments: ["p cnf 0 0", "c x\r\np  cnf\t0 0\r\n%\r\n0\r\n", "p cnf 0 0\nc"])
    func textsMayHaveNoClauses(text: String) throws {
        #expect(try model(text) == FeatureModel(root: "root", isAbstract: true))
    }

    @Test func treesAreWrittenAsClauses() throws {
        var model = FeatureModel(root: "A")
        model.add(["B"], below: 0, .mandatory)
        model.add(["C", "D"], below: 1, .alternative)
        model[3].attributes = [.init(name: "x")]
        model[3].isAbstract = true
        model.constraints = [.implies(.feature(2), .feature(1))]
        let written = try FeatureFormat.dimacs.text(of: model)
        #expect(written.notes == ["the tree is written as clauses", "attributes aren't written"])
        let lines = written.text.split(separator: "\n")
        #expect(lines.prefix(6) == ["c 1 A", "c 2 B", "c 3 C", "c 4$ D", "p cnf 4 8", "1 0"])
        #expect(Set(lines.dropFirst(6)) == ["-2 1 0", "-1 2 0", "-3 2 0", "-4 2 0", "-2 3 4 0", "-3 -4 0", "-3 2 0"])
    }

    @Test(arguments: [
        ("", "1:1: expected 'p cnf' with the numbers of variables and clauses, found the end of the file"),
        ("1 0", "1:1: expected 'p cnf' with the numbers of variables and clauses in the first line, found '1'"),
        ("p cnf 1", "1:1: expected 'p cnf' with the numbers of variables and clauses, found 'p'"),
        ("p dnf 1 1", "1:1: expected 'p cnf' with the numbers of variables and clauses, found 'p'"),
        ("p cnf 1 0\np cnf 1 0", "2:1: expected one header 'p cnf', found 'p'"),
        ("p cnf 1 1\n1", "2:2: expected 0 at the end of the last clause, found the end of the file"),
        ("p cnf 1 1\n1 x 0", "2:3: expected a literal, or 0 at the end of a clause, found 'x'"),
        ("p cnf 1 1\n1 -0x 0", "2:3: expected a literal, or 0 at the end of a clause, found '-0x'"),
        (
            "c 1 A\nc 2 A\np cnf 2 3\n1 -3 0\n4 0\n",
            """
            2:3: two features are named 'A'; rename one of the two
            3:9: the header declares 3 clauses, but there are 2; complete the text or correct the header
            4:3: unknown variable 3; correct the clause, or the number of variables in the header, 2
            5:1: unknown variable 4; correct the clause, or the number of variables in the header, 2
            """
        ),
        ("c 1 A\nc 1 B\np cnf 1 0", "2:3: the variable 1 already has the name 'A'; remove one of the two"),
        ("p cnf 1048577 0", "1:7: expected at most 1048576 variables"),
        ("p cnf 99999999999999999999999999 0", "1:7: expected at most 1048576 variables"),
    ])
    func faultsAreToldWithTheirPlace(text: String, message: String) {
        let error = #expect(throws: FeatureFormatError.self) { try model(text) }
        #expect(error?.description == message)
    }

    @Test func declaredVariablesCountAsBytes() throws {
        let text = "c 1 A\np cnf 100 0\n"
        #expect(try FeatureFormat.dimacs.model(from: text, maximumBytes: 800).features.count == 101)
        let error = #expect(throws: FeatureFormatError.self) {
            try FeatureFormat.dimacs.model(from: text, maximumBytes: 799)
        }
        #expect(error?.description == "2:7: expected at most 99 variables" && error?.isLimit == true)
        let weights = [text, "", "c", "p", "1 p cnf 5 0", "p cnf 5 -1", "c p cnf 5 0\n\n p cnf 7 0"].map { text in
            Array(text.utf8).withUnsafeBytes { FeatureFormat.dimacs.countedByteCount(of: $0) }
        }
        #expect(weights == [800, 0, 1, 1, 11, 10, 56])
    }
}
