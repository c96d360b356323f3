import Automata
import FeatureFormats
import FeatureModels
import Testing

@Suite struct FeatureIDETests {
    private func model(
        _ text: String, _ singleChild: FeatureFormat.SingleChildRule = .optional
    ) throws -> FeatureModel {
        try FeatureFormat.featureIDE.model(from: text, singleChild: singleChild)
    }

    @Test func modelsHaveGroupsAndConstraints() throws {
        let model = try model(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!-- made by hand -->
            <featureModel chosenLayoutAlgorithm="4">
              <properties><graphics key="a" value="b"/></properties>
              <struct>
                <and abstract="true" mandatory="true" name="Shop">
                  <graphics key="collapsed" value="false"/>
                  <description>
                    All of it &amp; more
                  </description>
                  <feature mandatory="true" name="Catalog"/>
                  <or name="Wish List" hidden="true"><feature name="A"/><feature name="B"/></or>
                  <feature name="Search"/>
                  <alt mandatory="true" name="Pay">
                    <feature name="Card"/><feature name="Cash" mandatory="true"/>
                  </alt>
                </and>
              </struct>
              <constraints>
                <rule><description>first <b></b></description><tags/>
                  <imp><var>Wish List</var><conj><var> Search </var><not><var>Cash</var></not><var>A</var></conj></imp>
                </rule>
                <rule><graphics key="x" value="y"/><eq><disj><var>A</var></disj><atmost1><var>A</var><var>B</var></atmost1></eq></rule>
              </constraints>
              <calculations Auto="true"/><comments><c>one</c></comments><featureOrder userDefined="false"/>
            </featureModel>
            """.replacing(" <b></b>", with: ""))
        var expected = FeatureModel(root: "Shop", isAbstract: true)
        expected[0].attributes = [.init(name: "description", value: .text("All of it & more"))]
        expected.add("Catalog", below: 0, .mandatory)
        let optional = expected.addGroup(.optional, below: 0)
        let list = expected.add("Wish List", toGroup: optional)
        expected[list].attributes = [.init(name: "hidden")]
        expected.add(["A", "B"], below: list, .or)
        expected.add("Search", toGroup: optional)
        let pay = expected.add("Pay", below: 0, .mandatory)
        expected.add(["Card", "Cash"], below: pay, .alternative)
        expected.constraints = [
            .implies(.feature(2), .and([.feature(5), .not(.feature(8)), .feature(3)])),
            .equivalent(.feature(3), .atMostOne([.feature(3), .feature(4)])),
        ]
        #expect(model == expected)
        #expect(try self.model(FeatureFormat.featureIDE.text(of: model).text) == model)
    }

    @Test func extendedModelsHaveAttributes() throws {
        let model = try model(
            """
            <extendedFeatureModel><struct><and name="A">
              <attribute configurable="false" name="price" recursive="false" type="double" unit="€" value="2.5"/>
              <attribute name="size" type="long" value="3"/>
              <attribute name="isNew" type="boolean" value="false"/>
              <attribute name="color" type="string" value="red"/>
              <attribute name="open" type="long"/>
              <feature name="B"><attribute name="price" type="long" value="-7"/></feature>
            </and></struct></extendedFeatureModel>
            """)
        #expect(
            model[0].attributes == [
                .init(name: "price", value: .number(2.5)), .init(name: "size", value: .number(3)),
                .init(name: "isNew", value: .boolean(false)), .init(name: "color", value: .text("red")),
            ])
        #expect(model[1].attributes == [.init(name: "price", value: .number(-7))])
        let text = try FeatureFormat.featureIDE.text(of: model).text
        #expect(text.contains("<extendedFeatureModel>"))
        #expect(try self.model(text) == model)
    }

    @Test func siblingsThatAreEquallyMandatoryAreAGroup() throws {
        let children = ["true", "true", "false", "false", "true", "false"].enumerated().map {
            "<feature name=\"F\($0)\" mandatory=\"\($1)\"/>"
        }
        let model = try model("<featureModel><struct><and name='A'>\(children.joined())</and></struct></featureModel>")
        #expect(model.groups.map(\.kind) == [.mandatory, .optional, .mandatory, .optional])
        #expect(model.groups.map(\.members.count) == [2, 2, 1, 1])
        #expect(model.features.map(\.name) == ["A", "F0", "F1", "F2", "F3", "F4", "F5"])
    }

    @Test(arguments: ["or", "alt"]) func groupsWithOneChildAreReadEitherWay(element: String) throws {
        let text = "<featureModel><struct><\(element) name='A'><feature name='B'/></\(element)></struct></featureModel>"
        #expect(try model(text).groups.map(\.kind) == [.optional])
        #expect(try model(text, .mandatory).groups.map(\.kind) == [.mandatory])
        let marked = text.replacing("name='B'", with: "name='B' mandatory='true'")
        #expect(try model(marked).groups.map(\.kind) == [.mandatory])
    }

    @Test func groupsThatXMLLacksBecomeConstraints() throws {
        var model = FeatureModel(root: "A")
        model.add(["B", "C"], below: 0, .or)
        model.add(["D", "E", "F"], below: 0, .alternative)
        model.add(["G"], below: 0, .mandatory)
        let written = try FeatureFormat.featureIDE.text(of: model)
        #expect(
            written.notes == [
                "a group below 'A' is written as optional features with constraints; 1 more change of this kind"
            ])
        let read = try self.model(written.text)
        #expect(read.productsByTrying == model.productsByTrying)
        #expect(
            read.constraints == [
                .implies(.feature(0), .or([.feature(1), .feature(2)])),
                .implies(.feature(0), .or([.feature(3), .feature(4), .feature(5)])),
                .atMostOne([.feature(3), .feature(4), .feature(5)]),
            ])
    }

    @Test func groupsThatTakeTooManyConstraintsAreRefused() {
        var model = FeatureModel(root: "A")
        model.add((0..<30).map { "F\($0)" }, below: 0, .cardinality(15...20))
        let error = #expect(throws: FeatureFormatError.self) { try FeatureFormat.featureIDE.text(of: model) }
        #expect(error?.isLimit == true)
    }

    @Test func charactersThatXMLLacksAreRefused() {
        let error = #expect(throws: FeatureFormatError.self) {
            try FeatureFormat.featureIDE.text(of: FeatureModel(root: "a\u{1}"))
        }
        #expect(
            error?.description
                == "XML can't represent 'a\\x01': it has characters that XML doesn't allow; write JSON")
    }

    private static let head = "<featureModel><struct><and name='A'><feature name='B'/></and></struct><constraints>"

    @Test(arguments: [
        ("", "1:1: the text is empty; check the program that wrote it"),
        ("<a/>", "1:1: expected <featureModel>, found <a>"),
        ("<featureModel/>", "1:1: expected a feature in <struct>"),
        ("<featureModel><struct/></featureModel>", "1:1: expected a feature in <struct>"),
        (
            "<featureModel><constraints/></featureModel>", "1:15: expected <struct> before <constraints>"
        ),
        (
            "<featureModel><struct><feature name='A'/><feature name='B'/></struct></featureModel>",
            "1:42: expected one root, found another feature; put it into the root"
        ),
        (
            "<featureModel><struct><feature name=''/></struct></featureModel>",
            "1:23: a feature has no name; write <feature name=\"…\">"
        ),
        (
            "<featureModel><struct><and name='A'>\n<feature/><or/><feature name='A'/></and></struct></featureModel>",
            """
            2:1: a feature has no name; write <feature name="…">
            2:11: a feature has no name; write <or name="…">
            2:11: <or> has no features; add features or write <feature>
            2:16: two features are named 'A'; rename one of the two
            """
        ),
        (
            "<featureModel><struct><and name='A' abstract='yes'><leaf name='B'/></and></struct></featureModel>",
            """
            1:23: expected abstract to be true or false, found 'yes'
            1:52: unknown element <leaf> in a feature; expected <and>, <or>, <alt>, <feature>, <description>, <attribute>
            """
        ),
        (
            "<featureModel><struct><and name='A'><featur name='B'/></and></struct><constrains/></featureModel>",
            """
            1:37: unknown element <featur> in a feature; did you mean <feature>?
            1:70: unknown element <constrains> in <featureModel>; did you mean <constraints>?
            """
        ),
        (
            "<featureModel><struct><feature name='A'><attribute/><attribute name='x' type='long' value='y'/>"
                + "<attribute name='x' value='y'/><attribute name='x' value='z'/></feature></struct></featureModel>",
            """
            1:41: an attribute has no name; give the attribute a name
            1:53: expected the attribute 'x' to have the type long, found 'y'
            1:127: a feature has two attributes 'x'; rename one of the two
            """
        ),
        (
            head + "<rule/><rule><not/></rule><rule><imp><var>A</var></imp></rule><rule><eq><var>A</var><var>B</var>"
                + "<var>B</var></eq></rule><rule><conj/></rule><rule><var>A</var><var>B</var></rule>"
                + "<rule><xor/></rule><rules/><rule><var>C</var></rule></constraints></featureModel>",
            """
            1:84: a rule is empty; remove it
            1:97: expected one operand in <not>, found 0
            1:116: expected two operands in <imp>, found 1
            1:152: expected two operands in <eq>, found 3
            1:210: expected operands in <conj>, found 0
            1:224: expected one proposition in a rule, found more; join them with <conj>
            1:261: a rule is empty; remove it
            1:267: unknown element <xor> in a rule; expected <var>, <not>, <conj>, <disj>, <imp>, <eq>, <atmost1>
            1:280: unknown element <rules> in <constraints>; did you mean <rule>?
            1:294: unknown feature 'C'; add it to the tree or fix the name
            """
        ),
        (
            head + "<rule><var><b/></var></rule></constraints></featureModel>",
            """
            1:90: unknown feature ''; add it to the tree or fix the name
            1:95: expected text, found <b>
            """
        ),
        ("<featureModel><struct><and name='A'>", "1:37: expected the end of 3 elements, found the end of the file"),
        (
            "<!DOCTYPE a [<!ENTITY b 'c'>]><featureModel/>", "1:25: unexpected declaration of an entity; remove it"
        ),
    ])
    func faultsAreToldWithTheirPlace(text: String, message: String) {
        let error = #expect(throws: FeatureFormatError.self) { try model(text) }
        #expect(error?.description == message)
    }
}
