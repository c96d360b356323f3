import Automata
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
        (
            "features\n A\n   optional\n  B",
            "4:1: the indentation matches no line above; indent this line like a line above"
        ),
        (
            "features\n\tA\n        optional",
            "3:1: the indentation mixes tabs and blanks; indent all lines with tabs, or all with blanks"
        ),
        (
            "features\n A\n  B",
            "3:3: expected 'mandatory', 'optional', 'or', 'alternative' or a cardinality such as '[1..2]', found 'B'; write the group type on a line of its own, and its features below, indented deeper"
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
            "5:6: expected 'mandatory', 'optional', 'or', 'alternative' or a cardinality such as '[1..2]', found 'C'; write the group type on a line of its own, and its features below, indented deeper"
        ),
        ("features\n or", "2:2: expected the name of a feature, found 'or'; write \"or\" in quotes if it is a name"),
        (
            "features\n A B",
            "2:4: expected attributes in braces or the end of the line, found 'B'; write names with blanks or other characters in double quotes"
        ),
        ("features\n \"A", "2:2: expected \" at the end of a name"),
        ("features\n \"\"", "2:2: expected a name, found an empty name"),
        ("features\n A {x 'y}", "2:7: expected ' at the end of a text"),
        ("features\n A {x 1", "2:8: expected ',' or '}', found the end of the file"),
        (
            "features\n A {x = 1}",
            "2:7: expected a name or a symbol of UVL, found '='; write attributes as {name value}"
        ),
        (
            "features\n A {x A}",
            "2:7: expected a value: a number, a text in single quotes, true, false, […] or {…}, found 'A'"
        ),
        ("features\n A {x 1, x 2}", "2:10: two attributes are named 'x'; rename one of the two"),
        (
            "features\n A {x 1\(String(repeating: "0", count: 400))}",
            "2:7: the number is too large; write a smaller number"
        ),
        ("features\n A /* x", "2:4: expected '*/' at the end of a comment"),
        ("features\n A\n  optional", "3:3: a group has no members; add features, indented deeper, or remove the group"),
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
            "3:4: the number is too large; write *, or a smaller number"
        ),
        ("features\n A\n  [x]\n   B", "3:4: expected a number, found 'x]'"),
        ("features\n A\n  [1.2]\n   B", "3:5: expected ']', or '..' and a bound, found '.2]'"),
        ("features\n A\n  optional\n   B\n   A", "5:4: two features are named 'A'; rename one of the two"),
        (
            "include\n Bool\nfeatures\n A",
            "2:2: unknown language level 'Bool'; write Boolean, Arithmetic or Type, alone or with one of its parts, such as Arithmetic.feature-cardinality"
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
        (tree + "constraints\n B =>", "7:6: expected '!', '(' or the name of a feature, found the end of the line"),
        (
            tree + "constraints\n B => true",
            "7:7: expected '!', '(' or the name of a feature, found 'true'; write \"true\" in quotes if it is a name"
        ),
        (tree + "constraints\n (B", "7:4: expected ')' or an operator, found the end of the file"),
        (
            tree + "constraints\n B)",
            "7:3: expected an operator or the end of the line, found ')'"
        ),
        (
            tree + "constraints\n B and C",
            "7:4: expected an operator or the end of the line, found 'and'"
        ),
        (
            tree + "constraints\n B->C",
            "7:3: expected an operator or the end of the line, found '->'"
        ),
        ("features\n A {constraint A A}", "2:18: expected ',' or the end of the list, found 'A'"),
        (
            "imports\n a\nfeatures\n A",
            "2:2: 'a.uvl' can't be read: imports aren't allowed here; put the features into this text"
        ),
        (
            "features\n A\u{0}",
            "2:3: expected a name or a symbol of UVL, found '\\x00'; write names with other characters in double quotes"
        ),
    ])
    func faultsAreToldWithTheirPlace(text: String, message: String) {
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.model(from: text) }
        #expect(error?.description == message)
    }

    private static let values =
        "features\n A {cost 3, label 'x', flag}\n  optional\n   Integer M {values [1, 2]}\n   String S\n   B\n   C cardinality [0..2]\nconstraints\n "

    @Test(arguments: [
        (
            "A + 1 > 2",
            "9:2: expected a number or a text, found a feature without a type; give the feature a type, such as Integer, or use one of its attributes"
        ),
        (
            "B == C",
            "9:2: expected a number or a text, found a feature without a type; give the feature a type, such as Integer, or use one of its attributes"
        ),
        ("M + 1", "9:2: expected a condition, found a number; compare it with another value"),
        ("A & (M * 2) & B", "9:6: expected a condition, found a number; compare it with another value"),
        ("'x' => B", "9:2: expected a condition, found a text; compare it with another value"),
        ("A.cost | B", "9:2: expected a condition, found a value; compare it with another value"),
        ("(A & B) > 1", "9:2: expected a number or a text, found a condition"),
        ("1 + !A > 1", "9:6: expected a number or a text, found a condition"),
        ("len(A => B) > 1", "9:2: expected a number or a text, found a condition"),
        ("1 < M < 3", "9:8: expected one comparison, found a second one; write two comparisons, with '&' in between"),
        ("M == 'x'", "9:2: a constraint compares a number with a text; compare values of one type"),
        ("A.label < 'x'", "9:2: a constraint orders texts; compare texts by == or !="),
        ("A.price > 1", "9:2: the feature 'A' has no attribute 'price'; add it or fix the name"),
        ("A.flag == 1", "9:2: the attribute 'flag' of 'A' is neither a number nor a text; compare a number or a text"),
        ("sum(price) > 1", "9:2: no feature has a numeric attribute 'price'; add it or fix the name"),
        ("sum(cost, X) > 1", "9:12: unknown feature 'X'; add it to the tree or fix the name"),
        ("S == 'x'", "9:2: 'S' has infinitely many values; list the allowed values as an alternative group"),
        ("M >", "9:5: expected '!', '(' or the name of a feature, found the end of the line"),
        ("len M", "9:6: expected '(', found 'M'"),
        ("sum(cost", "9:10: expected ')', found the end of the file"),
        ("each(B A)", "9:9: expected ',', found 'A'"),
    ])
    func valuesAreChecked(constraint: String, message: String) {
        let error = #expect(throws: FeatureFormatError.self) {
            try FeatureFormat.uvl.model(from: Self.values + constraint)
        }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        ("features\n A cardinality [0..3]", "2:2: the root 'A' has a cardinality; each product has one root"),
        ("features\n A cardinality 3", "2:16: expected a cardinality such as '[0..3]', found '3'"),
        (
            "features\n A\n  or\n   B cardinality [3..2]",
            "4:4: the cardinality of 'B' has a lower bound above the upper bound; swap the bounds"
        ),
        (
            "features\n Integer A {values [1, 2.5]}",
            "2:10: the value of 'A.2.5' doesn't have the type integer; change the type or the value"
        ),
        ("features\n Real A {values []}", "2:7: the list of values is empty; add values, or remove the list"),
        ("features\n Integer A {values [1, 1]}", "2:24: the value 1 is listed twice; remove one of the two"),
        (
            "features\n Real A {cost 3, values [0.5,\t1, 0.50, 1.0]}\nconstraints\n A.\"0.5\"",
            "2:34: the value 0.5 is listed twice; remove one of the two\n2:40: the value 1 is listed twice; remove one of the two"
        ),
        (
            "features\n String A {values ['x', 'y', 'x', 'x']}",
            "2:30: the value 'x' is listed twice; remove one of the two"
        ),
        (
            "features\n R\n  optional\n   B\n   String A {references ['B', 'B']}",
            "5:31: the feature 'B' is listed twice; remove one of the two"
        ),
        // Lists of other attributes may repeat.
        (
            "features\n Integer A {sizes [2, 2], values [1]}\nconstraints\n B",
            "4:2: unknown feature 'B'; add it to the tree or fix the name"
        ),
        (
            "features\n Integer A {min 3, max 1}",
            "2:10: 'min' and 'max' aren't integers in ascending order; write integers, the lower number first, or a list such as values [1, 2.5]"
        ),
        (
            "features\n Real A {min 1, max 3}",
            "2:7: 'min' and 'max' need a feature of type Integer; make the type Integer, or list the values"
        ),
        ("features\n Integer A {min 1, max 1e9}", "2:25: expected ',' or '}', found 'e9'"),
        ("features\n Integer A {min 1, max 100000}", "2:10: expected at most 65536 values from 'min' to 'max'"),
    ])
    func typesAndCardinalitiesAreChecked(text: String, message: String) {
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.model(from: text) }
        #expect(error?.description == message)
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
                [5, 15], [6, 5], [8, 5], [10, 13], [12, 3], [13, 3], [14, 3], [14, 8],
            ])
        #expect(error?.description.hasPrefix("f.uvl:5:15: two features are named 'B'") == true)
        #expect(error?.description.split(separator: "\n").count == 8)
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

    @Test func oneOmittedProblemIsSingular() {
        let text = "features\n A\nconstraints\n" + String(repeating: " B\n", count: 1_001)
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.uvl.model(from: text) }
        #expect(error?.omittedProblemCount == 1)
        #expect(error?.description.hasSuffix("\nand 1 more problem") == true)
    }
}
