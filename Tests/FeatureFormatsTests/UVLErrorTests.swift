import FeatureFormats
import FeatureModels
import Testing

@Suite struct UVLErrorTests {
    private static let tree = "features\n A\n  optional\n   B\n   C\n"

    @Test(arguments: [
        ("", "1:1: expected 'features', found the end of the file"),
        ("feature\n A", "1:1: expected 'features' or another section, found 'feature'"),
        ("features", "1:9: expected a feature, indented deeper than 'features', found the end of the file"),
        ("features\nA", "2:1: expected a feature, indented deeper than 'features', found 'A'"),
        ("features\n A\n B", "3:2: expected one root, found 'B'"),
        ("features\n A\n   optional\n  B", "4:1: the indentation is that of no line above"),
        (
            "features\n\tA\n        optional",
            "3:1: the indentation mixes tabs and blanks; indent all lines with tabs, or all with blanks"
        ),
        (
            "features\n A\n  B",
            "3:3: expected 'mandatory', 'optional', 'or', 'alternative' or a cardinality such as '[1..2]', found 'B'; write one of them on a line of its own, and the features below it, indented deeper"
        ),
        (
            "features\n A\n  mandatry\n   B",
            "3:3: expected 'mandatory', 'optional', 'or', 'alternative' or a cardinality such as '[1..2]', found 'mandatry'; did you mean 'mandatory'?"
        ),
        (
            "features\n A\n  xor\n   B",
            "3:3: expected 'mandatory', 'optional', 'or', 'alternative' or a cardinality such as '[1..2]', found 'xor'; did you mean 'alternative'?"
        ),
        (
            "features\n A\n  or\n    B\n     C",
            "5:6: expected 'mandatory', 'optional', 'or', 'alternative' or a cardinality such as '[1..2]', found 'C'; write one of them on a line of its own, and the features below it, indented deeper"
        ),
        ("features\n or", "2:2: expected the name of a feature, found 'or'; write \"or\" in quotes if it is a name"),
        (
            "features\n A B",
            "2:4: expected attributes in braces or the end of the line, found 'B'; write names with blanks and other signs in double quotes"
        ),
        ("features\n \"A", "2:2: expected \" at the end of a name"),
        ("features\n \"\"", "2:2: expected a name, found an empty one"),
        ("features\n A {x 'y}", "2:7: expected ' at the end of a text"),
        ("features\n A {x 1", "2:8: expected ',' or '}', found the end of the file"),
        (
            "features\n A {x = 1}",
            "2:7: expected a name or a sign of UVL, found '='; attributes are written without it: {name value}"
        ),
        (
            "features\n A {x A}",
            "2:7: expected a value: a number, a text in single quotes, true, false, […] or {…}, found 'A'"
        ),
        ("features\n A {x 1, x 2}", "2:10: two attributes are named 'x'; rename one"),
        ("features\n A {x 1\(String(repeating: "0", count: 400))}", "2:7: the number is too large"),
        ("features\n A /* x", "2:4: expected '*/' at the end of a comment"),
        ("features\n A\n  optional", "3:3: a group has no members; add features, indented deeper, or remove it"),
        (
            "features\n A\n  [2..1]\n   B\n   C",
            "3:3: [2..1] doesn't fit a group with 2 members; write an upper bound from 2 to 2, or *"
        ),
        (
            "features\n A\n  [1..3]\n   B\n   C",
            "3:3: [1..3] doesn't fit a group with 2 members; write an upper bound from 1 to 2, or *"
        ),
        (
            "features\n A\n  [3..*]\n   B\n   C",
            "3:3: [3..*] doesn't fit a group with 2 members; add features, or write smaller bounds"
        ),
        (
            "features\n A\n  [99999999999999999999]\n   B",
            "3:3: [2147483647..2147483647] doesn't fit a group with 1 member; add features, or write smaller bounds"
        ),
        ("features\n A\n  [x]\n   B", "3:4: expected a number, found 'x]'"),
        ("features\n A\n  [1.2]\n   B", "3:5: expected ']' or '..' and another bound, found '.2]'"),
        ("features\n A\n  optional\n   B\n   A", "5:4: two features are named 'A'; rename one"),
        (
            "include\n Bool\nfeatures\n A",
            "2:2: unknown language level 'Bool'; write Boolean or Boolean.group-cardinality"
        ),
        ("constraints\n A\nfeatures\n A", "1:12: expected 'features' before 'constraints', found the end of the line"),
        (
            "features\n A\nnamespace x",
            "3:1: expected 'namespace' once and before later sections; order the sections: namespace, include, imports, features, constraints"
        ),
        (
            "features\n A\nfeatures\n B",
            "3:1: expected 'features' once and before later sections; order the sections: namespace, include, imports, features, constraints"
        ),
        ("features\n A\nmore", "3:1: expected 'constraints' or the end of the file, found 'more'"),
        (tree + "constraints\n B => X", "7:7: unknown feature 'X'; add it to the tree or fix the name"),
        (
            "features\n Camera\n  optional\n   Zoom\nconstraints\n Zom => Camera",
            "6:2: unknown feature 'Zom'; did you mean 'Zoom'?"
        ),
        (tree + "constraints\n B =>", "7:6: expected the name of a feature, '!' or '(', found the end of the line"),
        (
            tree + "constraints\n B => true",
            "7:7: expected the name of a feature, '!' or '(', found 'true'; write \"true\" in quotes if it is a name"
        ),
        (tree + "constraints\n (B", "7:4: expected ')' or an operator, found the end of the file"),
        (
            tree + "constraints\n B)",
            "7:3: expected an operator ('&', '|', '=>' or '<=>') or the end of the line, found ')'"
        ),
        (
            tree + "constraints\n B and C",
            "7:4: expected an operator ('&', '|', '=>' or '<=>') or the end of the line, found 'and'"
        ),
        (
            tree + "constraints\n B->C",
            "7:3: expected an operator ('&', '|', '=>' or '<=>') or the end of the line, found '->'"
        ),
        ("features\n A {constraint A A}", "2:18: expected ',' or the end of the list, found 'A'"),
        ("imports\n a\nfeatures\n A", "2:2: 'a.uvl' can't be read: no other file is read here"),
        (
            "features\n A\u{0}",
            "2:3: expected a name or a sign of UVL, found '\\x00'; write names with other signs in double quotes"
        ),
    ])
    func faultsAreToldWithTheirPlace(text: String, message: String) {
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.model(from: text) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        ("features\n Integer A", "2:2: features of type Integer belong to the language level Type"),
        ("features\n Real A", "2:2: features of type Real belong to the language level Type"),
        ("features\n String A", "2:2: features of type String belong to the language level Type"),
        (
            "features\n A cardinality [0..3]",
            "2:4: cardinalities of features belong to the language level Arithmetic.feature-cardinality"
        ),
        (tree + "constraints\n B.x + 1 > 3", "7:6: comparisons and sums belong to the language level Arithmetic"),
        (tree + "constraints\n B == C", "7:4: comparisons and sums belong to the language level Arithmetic"),
        (tree + "constraints\n B => (1 < C)", "7:8: numbers in constraints belong to the language level Arithmetic"),
        (
            tree + "constraints\n sum(x, B) > 3",
            "7:2: functions belong to the language level Arithmetic.aggregate-function"
        ),
        (
            tree + "constraints\n B & avg(x) > 3",
            "7:6: functions belong to the language level Arithmetic.aggregate-function"
        ),
        (
            tree + "constraints\n len(B) > 3",
            "7:2: lengths of texts belong to the language level Type.string-constraints"
        ),
        (
            tree + "constraints\n 'x' == B",
            "7:2: texts in constraints belong to the language level Type.string-constraints"
        ),
        (
            "features\n A {constraint B.x > 3, cost 1}",
            "2:20: comparisons and sums belong to the language level Arithmetic"
        ),
    ])
    func otherLevelsAreToldByName(text: String, message: String) {
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.model(from: text) }
        #expect(error?.description == message + "; the level Boolean with group cardinalities is read")
    }

    @Test func allProblemsAreToldTogether() {
        let text = """
            features
              A
                optional
                  B
                  Integer B
                [3..1]
                  C
                or
                alternative
                  D {x, x}
            constraints
              E => B
              B + 1 == 2
              F | !G
            """
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.model(from: text, name: "f.uvl") }
        #expect(
            error?.problems.map { [$0.line, $0.column] } == [
                [5, 7], [5, 15], [6, 5], [8, 5], [10, 13], [12, 3], [13, 5], [14, 3], [14, 8],
            ])
        #expect(error?.description.hasPrefix("f.uvl:5:7: features of type Integer") == true)
        #expect(error?.description.split(separator: "\n").count == 9)
        #expect(error?.isLimit == false)
    }

    /// Lines with faults don't hide those of others, nor make good lines faulty.
    @Test func readingGoesOnBehindFaultyLines() {
        let text = """
            imports
              parts.pay as
            features
              Shop {cost = 3}
                mandatory
                  Catalog List
                    optional
                      Search
                manatory
                  "Mail
                    or
                      Letter
                      Parcel {x 1, x 2}
                optional
                  Chat
            constraints
              Catalog => Search &
              pay.Card | "Mail"
              (Chat =>
              Letter) => $
              Chat & Parcel
            """
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.model(from: text) }
        #expect(
            error?.problems.map { [$0.line, $0.column] } == [
                [2, 15], [4, 14], [6, 15], [9, 5], [10, 7], [13, 24], [17, 22], [20, 14],
            ])
    }

    @Test(arguments: [
        // Children of misspelled groups and sections, and of features without a name, are read.
        ("feature\n A\n  optinal\n   B {}}\n   C\n", [[1, 1], [3, 3], [4, 8]]),
        ("features\n A\n  or\n   ,\n    or\n     B {\n  or\n   $\n", [[4, 4], [8, 4]]),
        ("features\n A\n  or\n   or\n    B\n    C\n", [[4, 4]]),
        // Features without a group, several roots, and flat lists are told once.
        ("features\n A\n  B\n   C\n  D\n  optional\n   E\n", [[3, 3]]),
        ("features\n A\n B\n  C\n D\nconstraints\n X =>\n", [[3, 2], [7, 6]]),
        ("features\nA\nB\nconstraints\n X\n", [[2, 1]]),
        ("features\nconstraints\n A B\n C\n", [[2, 1], [3, 4]]),
        // Lines with odd indentations go with those that belong to them.
        ("features\n A\n   or\n    B\n  C\n    D\n   or\nconstraints\n C\n", [[5, 1]]),
        ("features\n A\n   [2]\n    B\n  C\n\nconstraints\n B B\n", [[5, 1], [8, 4]]),
        // Brackets that don't end.
        ("features\n A {x 1,\n  optional\n   B {y\n   C\n", [[4, 4]]),
        ("features\n A {x = [1,\n 2]}\n  or\n   B B\n", [[2, 7], [5, 6]]),
        ("features\n A\nconstraints\n (A =>\n A\n A |\n", [[6, 2], [6, 5]]),
        // Lines below ones that can't have any.
        ("include\n Boolean\n  Type\nfeatures\n A\nconstraints\n A A\n  A\n A A\n", [[3, 3], [7, 4], [9, 4]]),
        (" features\n  A\n   B\n", [[1, 2], [3, 4]]),
        ("features\n A\nmore\n B\neven more\nconstraints\n A\n", [[3, 1]]),
        ("features\n A\nconstraints\n A\nfeatures\n B\n", [[5, 1]]),
    ])
    func oneFaultIsOneProblem(text: String, places: [[Int]]) {
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.model(from: text) }
        #expect(error?.problems.map { [$0.line ?? 0, $0.column ?? 0] } == places, "\(error?.description ?? "")")
    }

    @Test func veryManyProblemsAreCounted() {
        let text = "features\n A\nconstraints\n" + String(repeating: " B\n", count: 2_500)
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.model(from: text) }
        #expect(error?.problems.count == 1_000)
        #expect(error?.omittedProblemCount == 1_500)
        #expect(error?.description.hasSuffix("\nand 1500 more problems") == true)
    }
}
