import StatechartFormats
import StatechartScripts
import Statecharts
import Testing

/// Charts as other tools write them: what is read, with which warnings, and what is refused, with
/// the whole message.
@Suite struct OtherToolsTests {
    /// A small chart: the text in `<scxml>`, on line 2, and its attributes.
    struct Sample: Sendable, CustomTestStringConvertible {
        var text: String
        var attributes = "version='1.0'"
        /// The beginnings of the warnings, or of the error.
        var messages: [String] = []
        /// Whether the chart can't be read.
        var isRefused = false

        var testDescription: String { text }

        static func read(_ text: String, _ messages: String..., scxml attributes: String = "version='1.0'") -> Sample {
            Sample(text: text, attributes: attributes, messages: messages)
        }

        static func refused(_ text: String, _ message: String, scxml attributes: String = "version='1.0'") -> Sample {
            Sample(text: text, attributes: attributes, messages: [message], isRefused: true)
        }
    }

    private static let ecmascript = "version='1.0' datamodel='ecmascript'"

    private static let files: [String: String] = [
        "scripted.xml":
            "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='ecmascript'><script>n = 1</script><state id='p'/></scxml>",
        "part.xml": "<state id='p'><transition event='e' target='q'/></state>",
        "two.xml": "<scxml initial='q' datamodel='null'><state id='p'/><state id='q'/></scxml>",
        "wrong.xml": "<state id='p'>\n<stat/></state>",
        "broken.xml": "<state>",
        "loop.xml": "<state id='l'><xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='loop.xml'/></state>",
        "parts/outer.xml":
            "<state id='o'><xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='inner.xml'/></state>",
        "parts/inner.xml": "<state id='i'><oops/></state>",
        "script.js": "var x = 1;",
    ]

    private func document(_ sample: Sample) throws -> StatechartDocument {
        let text = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:xi="http://www.w3.org/2001/XInclude" \
            xmlns:qt="http://www.qt.io/2015/02/scxml-ext" xmlns:my="urn:mine" \(sample.attributes)>
            \(sample.text)
            </scxml>
            """
        return try Array(text.utf8).withUnsafeBytes { bytes in
            try StatechartFormat.scxml.document(from: bytes) { place in
                if let file = Self.files[place] { return Array(file.utf8) }
                guard place.hasPrefix("deep") else { throw ExpressionError("there is no such file") }
                // Each file includes the next one twice.
                let part = "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='\(place)n'/>"
                return Array("<state>\(part)\(part)</state>".utf8)
            }
        }
    }

    @Test(arguments: initials + empties + heads + foreign + inclusions + dataModels + drafts + texts)
    func sampleIsReadOrRefused(_ sample: Sample) throws {
        guard !sample.isRefused else {
            #expect { try document(sample) } throws: { "\($0)" == sample.messages[0] }
            return
        }
        let warnings = try document(sample).warnings.map { "\($0.line):\($0.column): \($0.message)" }
        #expect(warnings.count == sample.messages.count, "\(warnings)")
        for (warning, message) in zip(warnings, sample.messages) { #expect(warning.hasPrefix(message), "\(warning)") }
    }

    /// Charts in languages that nothing here runs are read, drawn and written; only a run refuses
    /// them.
    @Test(arguments: ["lua", "xpath", "promela", "javascript", "cplusplus:Machine:machine.h"])
    func codeOfAnyDataModelIsKept(name: String) throws {
        let text = """
            <datamodel><data id='n' expr='#t'/><data id='s'>['x'</data></datamodel>
            <state id='a'><onentry><script>go()</script><assign location='n' expr='x.y := 1'/></onentry>
            <transition event='e' cond='isOk()' target='a'><send event='f' delayexpr='t ~ 2'/></transition></state>
            """
        let document = try document(.read(text, scxml: "datamodel='\(name)'"))
        #expect(document.warnings.isEmpty)
        let chart = document.chart
        #expect(chart.scriptLanguage == name)
        #expect(chart.states[1].transitions[0].condition == .expression(.script("isOk()")))
        #expect(StatechartPicture.mermaid.text(of: chart).utf8.contains("isOk()".utf8))
        #expect(try StatechartFormat.scxml.chart(from: StatechartFormat.scxml.text(of: chart)) == chart)
        #expect(
            try ECMAScript.findings(in: chart).map(\.message)
                == [
                    "scripts in '\(name)' can't be run; translate them to ECMAScript, and write 'ecmascript' as their language"
                ]
        )
    }

    /// Names that SCXML reads as another data model can't be written.
    @Test(arguments: ["", "null", "automata", "Automata", "EcmaScript", " lua"])
    func namesOfOtherDataModelsAreNoLanguages(name: String) {
        var chart = Statechart("c")
        chart.scriptLanguage = name
        #expect(throws: StatechartFormatError.self) { try StatechartFormat.scxml.text(of: chart) }
    }

    /// There are enough samples of each kind.
    @Test func samplesAreMany() {
        let all =
            Self.initials + Self.empties + Self.heads + Self.foreign + Self.inclusions + Self.dataModels + Self.drafts
            + Self.texts
        #expect(all.count >= 60)
        #expect(all.count(where: \.isRefused) >= 20)
    }

    // MARK: - Samples

    /// itemis CREATE writes a type.
    private static let initials: [Sample] = [
        .read("<state id='a'><initial><transition target='b' type='internal'/></initial><state id='b'/></state>"),
        .read("<state id='a'><initial><transition target='b' cond='' event=''/></initial><state id='b'/></state>"),
        .refused(
            "<state><initial><transition target='b' type='local'/></initial><state id='b'/></state>",
            "2:17: expected type to be one of 'external', 'internal', found 'local'"),
        .refused(
            "<state><initial><transition target='b' cond='true'/></initial><state id='b'/></state>",
            "2:17: unexpected attribute 'cond' in the transition of <initial>; let the transition enter a choice "
                + "state, and put the conditions there"),
        .read("<state><history type=''><transition target='b'/></history><state id='b'/></state>"),
    ]

    /// Editors write attributes without a value.
    private static let empties: [Sample] = [
        .read("<state id='a'><transition event='' cond='' target='a' type=''/></state>"),
        .read("<datamodel><data id='x' expr='' src=''/></datamodel>", scxml: ecmascript),
        .read("<state><onentry><log label='' expr=''/></onentry></state>"),
        .read("<state><onentry><send event='e' id='' target='' type='' delay='' idlocation=''/></onentry></state>"),
        .read("<state><onentry><send event='' eventexpr='x'/></onentry></state>"),
        .read("<state initial=''><state id='a'/></state>"),
        .read("<state id=''><onentry><script src=''>x = 1</script></onentry></state>", scxml: ecmascript),
        .read(
            "<state><onentry><assign location='x' expr=''/></onentry></state>",
            "2:17: 'expr' of <assign> is empty, which stands for no value; write a value"),
        .read(
            "<state><onentry><raise event='e'><param xmlns='' name='p' expr=''/></raise></onentry></state>",
            "2:34: 'expr' of <param> is empty"),
        .read(
            "<state><onentry><if cond=''><log/></if></onentry></state>",
            "2:17: the condition of <if> is empty and always holds; write a condition"),
        .refused(
            "<state><onentry><foreach array='' item='x'/></onentry></state>",
            "2:17: expected an attribute 'array' in <foreach>"),
        .refused(
            "<state><onentry><cancel sendidexpr=''/></onentry></state>",
            "2:17: expected 'sendid' or 'sendidexpr' in <cancel>"),
        .read("<state><onentry><send event='e' delay='1.5S'/><send event='e' delay=' +250Ms '/></onentry></state>"),
        .read("<state><onentry><send event='e' delay='.5s'/></onentry></state>"),
        .refused(
            "<state><onentry><send event='e' delay='-1s'/></onentry></state>",
            "2:17: expected delay to be a time, such as 1.5s or 250ms, found '-1s'"),
        .refused(
            "<state><onentry><send event='e' delay='1000'/></onentry></state>",
            "2:17: expected delay to be a time, such as 1.5s or 250ms, found '1000'; add a unit: 1000ms or 1000s"),
        .read("<state id='a'><transition event=' a\n  b ' target='\n a'/></state>"),
    ]

    private static let heads: [Sample] = [
        .read("<state/>", scxml: ""),
        .read("<state/>", "1:1: the version '0.9' of SCXML is read as version 1.0", scxml: "version='0.9'"),
        .read("<state/>", scxml: "version='1.0' datamodel='' initial='' binding='' name=''"),
        .read("<state><invoke><content><scxml/></content></invoke></state>"),
        .read("<state><invoke type='http://example.org/heartbeat'><param name='n' expr='1'/></invoke></state>"),
        .read("<state><invoke id='i' src='' srcexpr=''/></state>"),
        .read("<state><onentry><send type='urn:mail' target='me'/></onentry></state>"),
        .refused(
            "<state><onentry><send id='x'/></onentry></state>", "2:17: expected 'event' or 'eventexpr' in <send>"),
    ]

    private static let foreign: [Sample] = [
        .read("<qt:editorinfo initialGeometry='0;0'/><state id='a' qt:x='1'><qt:editorinfo/></state>"),
        .read(
            "<state id='a'><transition event='e' target='a'><qt:editorinfo localGeometry='1;2'/></transition></state>"),
        .read("<state id='a'><onentry><qt:editorinfo><qt:x/></qt:editorinfo><log/></onentry></state>"),
        .read("<state id='a'><my:position x='1'/><datamodel><my:note/></datamodel></state>"),
        .read("<state id='a'><transition><my:metadata/></transition></state>"),
        .read(
            "<state id='a'><onentry><my:hello name='world'/></onentry></state>",
            "2:24: only a program can carry out the action <hello> of the namespace 'urn:mine'"),
        .read(
            "<state id='a'><onentry><if cond='In(\"a\")'><my:a/><else/><my:b>t<my:c/></my:b></if></onentry></state>",
            "2:43: only a program can carry out the action <a>", "2:57: only a program can carry out the action <b>"),
        .read("<state id='a'><invoke src='x'><my:note/><finalize><qt:editorinfo/></finalize></invoke></state>"),
        .refused(
            "<state id='a'><ex:note/></state>",
            "2:15: the prefix 'ex' isn't declared; declare it in <scxml>, as in "
                + "xmlns:automata=\"urn:automata:statechart\""),
    ]

    private static let inclusions: [Sample] = [
        .read("<state id='a'><xi:include href='part.xml' parse='xml'/></state><state id='q'/>"),
        .read("<xi:include href='file:./part.xml'/><state id='q'/>"),
        .read(
            "<state id='a'><xi:include href='two.xml'/></state>",
            "2:15: in 'two.xml' at 1:1: the included chart has the data model 'null', but that of the main chart is used"
        ),
        .read(
            "<state id='a'><onentry><script><xi:include href='script.js' parse='text'/></script></onentry></state>",
            scxml: ecmascript),
        .read("<state><invoke><content><xi:include href='two.xml'/></content></invoke></state>"),
        .read(
            "<state id='a'><xi:include href='none.xml'><xi:fallback><state id='b'/></xi:fallback></xi:include></state>",
            "2:15: 'none.xml' can't be read: there is no such file; <xi:fallback> takes its place"),
        .read("<xi:include href='part.xml'><xi:fallback><stat/></xi:fallback></xi:include><state id='q'/>"),
        .read(
            "<xi:include href='../a.xml'><xi:fallback><state id='b'/></xi:fallback></xi:include>",
            "2:1: '../a.xml' can't be included; <xi:fallback> takes its place"),
        .read(
            "<xi:include><xi:fallback><state id='b'/></xi:fallback></xi:include>",
            "2:1: expected an attribute 'href' in <xi:include>; <xi:fallback> takes its place"),
        .read("<state id='a'><xi:include href='scripted.xml'/></state>", scxml: ecmascript),
        .refused(
            "<state id='a'><xi:include href='none.xml'/></state>",
            "2:15: 'none.xml' can't be read: there is no such file; put the text here"),
        .refused(
            "<xi:include href='../part.xml'/>",
            "2:1: '../part.xml' can't be included; only files below the chart's own folder are read; write a relative "
                + "path"),
        .refused(
            "<xi:include href='http://example.org/part.xml'/>",
            "2:1: 'http://example.org/part.xml' can't be included; only files below the chart's own folder are read; "
                + "write a relative path"),
        .refused("<xi:include/>", "2:1: expected an attribute 'href' in <xi:include>"),
        .refused(
            "<xi:include href='part.xml' xpointer='p'/>",
            "2:1: 'xpointer' in <xi:include> isn't supported; put the part into a file of its own and include that "
                + "file"),
        .refused(
            "<state><xi:include href='part.xml' parse='text'/></state>",
            "2:8: a text can't be included in <state>; write parse=\"xml\""),
        .refused(
            "<datamodel><data id='x'><xi:include href='part.xml'/></data></datamodel>",
            "2:25: XML can't be included in <data>; write parse=\"text\", or src instead of <xi:include>"),
        .refused(
            "<xi:include href='loop.xml'/>",
            "2:1: in 'loop.xml' at 1:15: 'loop.xml' includes itself; remove one <xi:include>"),
        .refused(
            "<xi:include href='wrong.xml'/>",
            "2:1: in 'wrong.xml' at 2:1: unknown element 'stat' in <state>; did you mean 'state'?"),
        .refused(
            "<xi:include href='broken.xml'/>",
            "2:1: in 'broken.xml' at 1:8: expected the end of an element, found the end of the file"),
        .refused(
            "<xi:include href='parts/outer.xml'/>",
            "2:1: in 'parts/inner.xml' at 1:15: unknown element 'oops' in <state>; expected automata:activity, "
                + "datamodel, donedata, final, history, initial, invoke, onentry, onexit, parallel, state, transition"),
        .refused(
            "<xi:include href='deep'/>",
            "2:1: in 'deepnnnnnnnnnnnnnnn' at 1:8: <xi:include> is nested more than 16 deep; nest fewer levels"),
        .refused("<xi:fallback/>", "2:1: unexpected <xi:fallback>; only <xi:include> with <xi:fallback> in it is read"),
    ]

    private static let script = "<state><onentry><script>x = 1</script></onentry></state>"
    private static let remedy = "write datamodel=\"ecmascript\" in <scxml>"

    private static let dataModels: [Sample] = [
        .read(script, "2:17: <script> needs a scripting language, and raises error.execution; \(remedy), or"),
        .read(script, "2:17: <script> needs a", scxml: "version='1.0' datamodel='null'"),
        .read(script, scxml: "version='1.0' datamodel='EcmaScript'"),
        .read("<state id='a'><transition event='e' cond='In(\"a\")'/></state>", scxml: "datamodel='lua'"),
        .refused(
            "<state><transition cond='timer ge 5'/></state>",
            "2:8: cond of <transition>: expected an operator, found 'ge' at column 7 of "
                + "'timer ge 5'; if it is ECMAScript, \(remedy)"),
    ]

    private static let drafts: [Sample] = [
        .read(
            "<state id='a'/>",
            "1:1: the attribute 'initialstate' of <scxml>, from a draft of SCXML, is read as 'initial'",
            scxml: "initialstate='a'"),
        .read(
            "<state id='a'/>", "1:1: the attribute 'exmode' of <scxml>, from a draft of SCXML, is left out",
            scxml: "exmode='strict'"),
        .read("<state id='a'><transition next='a'/></state>", "2:15: the attribute 'next' of <transition>"),
        .read("<state id='a' final='true'/>", "2:1: 'final' of <state>, from a draft of SCXML, is read as <final>"),
        .refused(
            "<state><transition><target next='a'/></transition></state>",
            "2:20: unknown element 'target' in executable content; write the target as an attribute of <transition>"),
        .refused(
            "<state id='a' src='part.xml'/>",
            "2:1: unknown attribute 'src' in <state>; include the file by <xi:include href=\"…\" parse=\"xml\"/> in the "
                + "state"),
    ]

    private static let texts: [Sample] = [
        .read("<datamodel><data id='x'>[1, {\"a\": 2}]</data></datamodel>", scxml: ecmascript),
        .read("<datamodel><data id='x'>plain words</data><data id='y'><a/></data></datamodel>", scxml: ecmascript),
        .read(
            "<datamodel><data id='x'>['a']</data></datamodel>", "2:12: the text in <data> isn't JSON", scxml: ecmascript
        ),
        .read(
            "<datamodel><data id='f'>function () {}</data></datamodel>", "2:12: the text in <data> isn't JSON",
            scxml: ecmascript),
        .read("<datamodel><data id='x'>[1, y]</data></datamodel>", "2:12: the text in <data> isn't a constant"),
        .read(
            "<state><onentry>x = 1</onentry></state>",
            "2:8: the text 'x = 1' in <onentry> has no meaning there; move it or remove it"),
    ]
}
