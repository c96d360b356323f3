import Automata
import FeatureFormats
import FeatureModels
import Testing

@Suite struct JSONTests {
    private func model(_ text: String) throws -> FeatureModel { try FeatureFormat.json.model(from: text) }

    @Test func modelsHaveGroupsAndConstraints() throws {
        let text = """
            {
              "format": "features",
              "version": 1,
              "root": {"name": "Phone", "abstract": true, "groups": [
                {"kind": "mandatory", "features": [
                  {"name": "Screen", "attributes": {"cost": 3, "on": true, "sizes": [1, [false]], "more": {"x": "y"}}, "groups": [
                    {"kind": "alternative", "features": [
                      {"name": "Basic"},
                      {"name": "Color"}
                    ]}
                  ]}
                ]},
                {"kind": [1, 2], "features": [
                  {"name": "Camera"},
                  {"name": "\\"Radio\\""}
                ]}
              ]},
              "constraints": [
                {"implies": ["Camera", {"not": "Basic"}]},
                {"or": [{"and": ["Color", "Camera", "\\"Radio\\""]}, {"atMostOne": []}, true, {"equivalent": [false, "Color"]}]}
              ]
            }

            """
        let model = try model(text)
        #expect(model.features.map(\.name) == ["Phone", "Screen", "Basic", "Color", "Camera", "\"Radio\""])
        #expect(model.groups.map(\.kind) == [.mandatory, .alternative, .cardinality(1...2)])
        #expect(
            model.constraints == [
                .implies(.feature(4), .not(.feature(2))),
                .or([
                    .and([.feature(3), .feature(4), .feature(5)]), .atMostOne([]), .constant(true),
                    .equivalent(.constant(false), .feature(3)),
                ]),
            ])
        #expect(try FeatureFormat.json.text(of: model).text == text)
    }

    @Test func modelsHaveTypesClonesAndValues() throws {
        let text = """
            {
              "format": "features",
              "version": 1,
              "root": {"name": "A", "attributes": {"cost": 3}, "groups": [
                {"kind": "optional", "features": [
                  {"name": "M", "type": "integer", "groups": [
                    {"kind": "alternative", "features": [
                      {"name": "M.1", "attributes": {"value": 1}},
                      {"name": "M.2", "attributes": {"value": 2}}
                    ]}
                  ]},
                  {"name": "B", "cardinality": [0, 3]},
                  {"name": "C", "abstract": true, "type": "text", "cardinality": [1, null], "attributes": {"x": "y"}}
                ]}
              ]},
              "constraints": [
                {"<=": [{"+": [{"value": "M"}, {"*": [-1.5, {"size": "B"}]}]}, {"sum": "cost"}]},
                {"each": ["B", {"==": [{"length": {"attribute": ["C", "x"]}}, {"average": ["cost", "A"]}]}]},
                {"not": {"!=": [{"floor": {"-": [1, 2]}}, {"ceiling": {"/": [1, {"total": {"A": 2, "M": 0.5}}]}}]}},
                {"and": ["A", {">": [1, 0]}, {"<": [1, 0]}, {">=": [{"length": "text"}, 0]}]}
              ]
            }

            """
        let model = try model(text)
        #expect(model.features.map(\.type) == [.boolean, .integer, .boolean, .boolean, .boolean, .text])
        #expect(model[4].cardinality == FeatureModel.Cardinality(0, upTo: 3))
        #expect(model[5].cardinality == FeatureModel.Cardinality(1, upTo: nil))
        #expect(
            model.constraints == [
                .comparison(
                    .operation(.value(of: 1), .plus, .operation(.number(-1.5), .times, .size(of: 4))), .lessOrEqual,
                    .sum(of: "cost", below: nil)),
                .each(
                    4, .comparison(.length(.attribute("x", of: 5)), .equal, .average(of: "cost", below: 0))),
                .not(
                    .comparison(
                        .floor(.operation(.number(1), .minus, .number(2))), .notEqual,
                        .ceiling(.operation(.number(1), .dividedBy, .total([0: 2, 1: 0.5]))))),
                .and([
                    .feature(0), .comparison(.number(1), .greater, .number(0)),
                    .comparison(.number(1), .less, .number(0)),
                    .comparison(.length(.text("text")), .greaterOrEqual, .number(0)),
                ]),
            ])
        #expect(try FeatureFormat.json.text(of: model).text == text)
    }

    /// Keys may stand in any order.
    @Test func orderOfKeysDoesNotMatter() throws {
        let model = try model(
            """
            {"constraints": ["B"], "root": {"groups": [{"features": [{"name": "B"}, {"groups": [], "name": "C"}],
             "kind": "or"}], "name": "A"}, "format": "features"}
            """)
        var expected = FeatureModel(root: "A")
        expected.add(["B", "C"], below: 0, .or)
        expected.constraints = [.feature(1)]
        #expect(model == expected)
    }

    @Test func whatJSONLacksIsNoted() throws {
        var model = FeatureModel(root: "A")
        model[0].attributes = [
            .init(name: "x", value: .number(.infinity)), .init(name: "y"), .init(name: "y", value: .boolean(false)),
            .init(name: "z", value: .list([.number(.nan)])),
        ]
        let written = try FeatureFormat.json.text(of: model)
        #expect(written.notes == ["the attribute 'x' of 'A' isn't written; 2 more changes of this kind"])
        #expect(try self.model(written.text)[0].attributes == [.init(name: "y")])
    }

    private static func text(_ root: String, _ constraints: String = "") -> String {
        "{\"format\": \"features\",\n\"root\": \(root),\n\"constraints\": [\(constraints)]}"
    }

    @Test(arguments: [
        ("", "1:1: expected a feature model, found the end of the file"),
        ("[]", "1:1: expected a feature model, found '[]'"),
        ("{}", "1:1: expected the key 'format' in a feature model\n1:1: expected the key 'root' in a feature model"),
        ("{\"format\": \"statechart\"}", "1:2: expected the format 'features'"),
        ("{\"format\": \"features\", \"version\": 2}", "1:24: expected version 1"),
        ("{\"format\": \"features\", \"rot\": 2}", "1:24: unknown key 'rot' in a feature model; did you mean 'root'?"),
        (text("{}"), "2:9: expected the key 'name' in a feature"),
        (text("{\"name\": 1}"), "2:18: expected a string, found '1},'"),
        (text("{\"name\": \"\"}"), "2:18: a feature has no name; give the feature a name"),
        (text("{\"name\": \"A\", \"name\": \"B\"}"), "2:23: duplicate key 'name'; remove one of the two"),
        (text("{\"name\": \"A\", \"groups\": {}}"), "2:33: expected a list of groups, found '{}},'"),
        (
            text("{\"name\": \"A\", \"attributes\": {\"x\": null}}"),
            "2:43: expected a value: a number, a string, true, false, a list or an object, found 'null}},'"
        ),
        (
            text("{\"name\": \"A\", \"attributes\": {\"x\": 1, \"x\": 1e999}}"),
            "2:46: two attributes are named 'x'; rename one of the two\n2:51: the number is too large; write a smaller number"
        ),
        (
            text("{\"name\": \"A\", \"attributes\": {\"\": 1}}"),
            "2:38: an attribute has no name; give the attribute a name"
        ),
        (
            text(
                """
                {"name": "A", "groups": [{}, {"kind": "xor", "features": []}, {"kind": [2, 1], "features": [{"name": "A"}]},
                {"kind": [1, 2], "features": [{"name": "B"}]}]}
                """, "\"C\", {\"implies\": [\"B\"]}, {\"or\": [\"D\"]}"),
            """
            2:34: expected the key 'kind' in a group
            2:34: a group has no features; add features
            2:38: a group has no features; add features
            2:47: unknown kind of group 'xor'; did you mean 'or'?
            2:71: the bounds 2 to 1 don't fit a group of 1 features; use bounds from 0 to 1, the lower number first
            2:110: two features are named 'A'; rename one of the two
            3:1: the bounds 1 to 2 don't fit a group of 1 features; use bounds from 0 to 1, the lower number first
            4:17: unknown feature 'C'; add it to the tree or fix the name
            4:22: expected two or more operands of 'implies', found 1
            4:50: unknown feature 'D'; add it to the tree or fix the name
            """
        ),
        (
            text("{\"name\": \"A\", \"groups\": [{\"kind\": [1], \"features\": []}]}"),
            "2:43: expected two bounds, found 1"
        ),
        (
            text("{\"name\": \"A\", \"groups\": [{\"kind\": 1, \"features\": []}]}"),
            "2:43: expected a kind of group or two bounds, found '1,'"
        ),
        (
            text("{\"name\": \"A\"}", "1"),
            "3:17: expected true, false, the name of a feature, or an object with an operator, found '1]}'"
        ),
        (text("{\"name\": \"A\"}", "{}"), "3:18: expected a key in quotes, found '}]}'"),
        (text("{\"name\": \"A\"}", "{\"nand\": []}"), "3:18: unknown operator 'nand'; did you mean 'and'?"),
        (
            text("{\"name\": \"A\"}", "{\"not\": \"A\", \"or\": []}"),
            "3:28: expected '}' after the operands of 'not', found ','"
        ),
        (
            text("{\"name\": \"A\", \"type\": \"int\"}"),
            "2:31: unknown type 'int'; expected boolean, integer, real, text"
        ),
        (
            text("{\"name\": \"A\", \"cardinality\": [1]}"),
            "2:38: expected two bounds such as [1, 3] or [1, null]"
        ),
        (
            text("{\"name\": \"A\", \"cardinality\": [0, 1]}"),
            "2:9: the root 'A' has a cardinality; each product has one root"
        ),
        (text("{\"name\": \"A\"}", "{\"==\": [1]}"), "3:17: expected two operands of '==', found 1"),
        (
            text("{\"name\": \"A\"}", "{\"==\": [true, 1]}"),
            "3:25: expected a number, a string or an object with an operator, found 'true,'"
        ),
        (
            text("{\"name\": \"A\"}", "{\"+\": [1, 2]}"),
            "3:18: unknown operator '+'; expected not, and, or, atMostOne, implies, equivalent, each, ==, !=, <, <=, >, >="
        ),
        (
            text("{\"name\": \"A\"}", "{\"<\": [{\"or\": []}, 2]}"),
            "3:25: unknown operator 'or'; expected length, floor, ceiling, +, -, *, /, attribute, value, size, sum, average, total"
        ),
        (
            text("{\"name\": \"A\"}", "{\"each\": [true, \"A\"]}"),
            "3:17: expected a feature as the first operand of 'each'"
        ),
        (
            text("{\"name\": \"A\"}", "{\"<\": [{\"attribute\": [\"A\"]}, 2]}"),
            "3:42: expected ',', found ']},'"
        ),
        (
            text("{\"name\": \"A\"}", "{\"<\": [{\"value\": \"A\"}, \"x\"]}"),
            "3:17: the feature 'A' has no value, because it has no type; give it a type"
        ),
        (text("{\"name\": \"A\"}", "{\"and\": \"A\"}"), "3:25: expected a list of operands, found '\"A\"}]}'"),
    ])
    func faultsAreToldWithTheirPlace(text: String, message: String) {
        let error = #expect(throws: FeatureFormatError.self) { try model(text) }
        #expect(error?.description == message)
    }
}
