import StatechartFormats
import Testing

/// Texts that aren't SCXML, or that can't be read, with the whole message.
@Suite struct MalformedSCXMLTests {
    /// What stands in `<scxml>`, on line 2.
    @Test(arguments: [
        ("<final><donedata/><donedata/></final>", "2:19: expected one <donedata>, found a second one"),
        (
            "<state id='a b'/>",
            "2:1: invalid id 'a b' of <state>, as lists of targets have spaces between names; remove the spaces"
        ),
        (
            "<state><invoke src='a'><content/></invoke></state>",
            "2:24: expected one source in <invoke>, 'src' or <content>, found a second one"
        ),
        (
            "<state><invoke src='a'><finalize/><finalize/></invoke></state>",
            "2:35: expected one <finalize>, found a second one"
        ),
        (
            "<state><invoke src='a' srcexpr='b'/></state>",
            "2:8: expected either 'src' or 'srcexpr' in <invoke>, found both"
        ),
        (
            "<state><invoke src='a' id='b' idlocation='c'/></state>",
            "2:8: expected either 'id' or 'idlocation' in <invoke>, found both"
        ),
        (
            "<state foo='x'/>",
            "2:1: unknown attribute 'foo' in <state>; expected automata:defer, automata:keepsvariables, automata:kind, "
                + "automata:sealed, automata:submachine, id, initial"
        ),
        ("<stat/>", "2:1: unknown element 'stat' in <scxml>; did you mean 'state'?"),
        ("<state><onentri/></state>", "2:8: unknown element 'onentri' in <state>; did you mean 'onentry'?"),
        (
            "<state><automata:chart/></state>",
            "2:8: unknown element 'automata:chart' in <state>; expected automata:activity, datamodel, "
                + "donedata, final, history, initial, invoke, onentry, onexit, parallel, state, transition"
        ),
        ("<state ids='a'/>", "2:1: unknown attribute 'ids' in <state>; did you mean 'id'?"),
        ("<state defer='a'/>", "2:1: unknown attribute 'defer' in <state>; did you mean 'automata:defer'?"),
        (
            "<state automata:deffer='a'/>",
            "2:1: unknown attribute 'automata:deffer' in <state>; did you mean 'automata:defer'?"
        ),
        (
            "<state automata:kind='pit'/>",
            "2:1: expected automata:kind to be one of 'regions', 'choice', 'junction', 'entryPoint', "
                + "'exitPoint', 'terminate', found 'pit'"
        ),
        ("<history type='deeper'/>", "2:1: expected type to be one of 'shallow', 'deep', found 'deeper'"),
        ("<state automata:sealed='yes'/>", "2:1: expected automata:sealed to be one of 'false', 'true', found 'yes'"),
        (
            "<state initial='a'><initial><transition target='a'/></initial></state>",
            "2:20: expected one attribute 'initial' or one element <initial>, found a second one"
        ),
        ("<state><initial/></state>", "2:8: expected one <transition> in <initial>"),
        (
            "<state><initial><transition event='e' target='a'/></initial></state>",
            "2:17: unexpected attribute 'event' in the transition of <initial>; leave out the event: the initial "
                + "transition is always taken"
        ),
        (
            "<state><onentry><send event='e' contentexpr='1'/></onentry></state>",
            "2:17: unknown attribute 'contentexpr' in <send>; write <content expr=\"…\"/> in <send>"
        ),
        (
            "<state><transition event='e' automata:after='1s'/></state>",
            "2:8: expected either 'event' or 'automata:after' in <transition>, found both"
        ),
        (
            "<state><transition automata:after='soon'/></state>",
            "2:8: expected automata:after to be a time, such as 1.5s or 250ms, found 'soon'"
        ),
        (
            "<state><transition type='local'/></state>",
            "2:8: expected type to be one of 'external', 'internal', found 'local'"
        ),
        (
            "<state><transition cond='a =='/></state>",
            "2:8: cond of <transition>: expected a value, a name, '(', '[', '!' or '-', found the end of "
                + "the line at column 5 of 'a =='; if it is ECMAScript, write datamodel=\"ecmascript\" in <scxml>"
        ),
        (
            #"<state><transition automata:condition='{"al": []}'/></state>"#,
            "2:8: automata:condition of <transition>: unknown key 'al' in a condition; did you mean 'all'?"
        ),
        (
            #"<state><transition automata:condition='"g"' cond='true'/></state>"#,
            "2:8: found automata:condition and another condition; keep one of them"
        ),
        ("<datamodel><data/></datamodel>", "2:12: expected an attribute 'id' in <data>"),
        (
            "<datamodel><data id='x' src='f'/></datamodel>",
            "2:12: 'f' can't be read: other files can't be read here; put the text here"
        ),
        (
            "<datamodel><data id='x' expr='1'>2</data></datamodel>",
            "2:12: expected either 'expr' or a value in <data>, found both"
        ),
        ("<datamodel><dato/></datamodel>", "2:12: unknown element 'dato' in <datamodel>; did you mean 'data'?"),
        (
            "<final><donedata><param name='a'/></donedata></final>",
            "2:18: expected either 'expr' or 'location' in <param>"
        ),
        (
            "<final><donedata><param name='a' expr='1' location='x'/></donedata></final>",
            "2:18: expected either 'expr' or 'location' in <param>"
        ),
        ("<final><donedata><param expr='1'/></donedata></final>", "2:18: expected an attribute 'name' in <param>"),
        (
            "<final><donedata><content/><content/></donedata></final>",
            "2:28: expected one <content>, found a second one"
        ),
        (
            "<final><donedata><content/><param name='a' expr='1'/></donedata></final>",
            "2:8: expected either <content> or <param> in <donedata>, found both"
        ),
        (
            "<final><donedata><contents/></donedata></final>",
            "2:18: unknown element 'contents' in <donedata>; did you mean 'content'?"
        ),
        (
            "<state><onentry><rise/></onentry></state>",
            "2:17: unknown element 'rise' in executable content; did you mean 'raise'?"
        ),
        ("<state><onentry><raise/></onentry></state>", "2:17: expected an attribute 'event' in <raise>"),
        ("<state><onentry><send/></onentry></state>", "2:17: expected 'event' or 'eventexpr' in <send>"),
        (
            "<state><onentry><send event='a' eventexpr='b'/></onentry></state>",
            "2:17: expected either 'event' or 'eventexpr' in <send>, found both"
        ),
        (
            "<state><onentry><send event='a' delay='1'/></onentry></state>",
            "2:17: expected delay to be a time, such as 1.5s or 250ms, found '1'; add a unit: 1ms or 1s"
        ),
        (
            "<state><onentry><send event='a' delay='1s' delayexpr='2'/></onentry></state>",
            "2:17: expected either 'delay' or 'delayexpr' in <send>, found both"
        ),
        ("<state><onentry><cancel/></onentry></state>", "2:17: expected 'sendid' or 'sendidexpr' in <cancel>"),
        ("<state><onentry><assign location='x'/></onentry></state>", "2:17: expected 'expr' or text in <assign>"),
        ("<state><onentry><foreach item='x'/></onentry></state>", "2:17: expected an attribute 'array' in <foreach>"),
        ("<state><onentry><foreach array='x'/></onentry></state>", "2:17: expected an attribute 'item' in <foreach>"),
        ("<state><onentry><if/></onentry></state>", "2:17: expected an attribute 'cond' in <if>"),
        (
            "<state><onentry><if cond='true'><else/><else/></if></onentry></state>",
            "2:40: expected </if> after <else>"
        ),
        (
            "<state><onentry><if cond='true'><else><log/></else></if></onentry></state>",
            "2:33: expected actions after <else>, not within it"
        ),
        (
            "<state><onentry><else/></onentry></state>",
            "2:17: unknown element 'else' in executable content; expected assign, automata:addregion, "
                + "automata:perform, automata:removeregion, cancel, foreach, if, log, raise, send"
        ),
        ("<state>", "3:3: expected </state> for the element that begins in line 2, found </scxml>"),
        ("</state>", "2:3: expected </scxml> for the element that begins in line 1, found </state>"),
    ])
    func partsAreRefusedWithTheirPlace(text: String, message: String) {
        refuses(
            """
            <scxml xmlns:automata="urn:automata:statechart" xmlns:other="o" version="1.0">
            \(text)
            </scxml>
            """, message)
    }

    @Test(arguments: [
        ("", "1:1: the text is empty; check the program that wrote it"),
        ("<scxml>", "1:8: expected the end of an element, found the end of the file"),
        ("<chart/>", "1:1: expected <scxml> of the namespace http://www.w3.org/2005/07/scxml"),
        (
            "<scxml xmlns='o' version='1.0'/>",
            "1:1: expected <scxml> of the namespace http://www.w3.org/2005/07/scxml, found the namespace 'o'"
        ),
        (
            "<scxml version='1.0' xmlns:a='urn:automata:statecharts'/>",
            "1:1: unknown namespace 'urn:automata:statecharts'; write urn:automata:statechart"
        ),
        ("<scxml version='1.0' names='a'/>", "1:1: unknown attribute 'names' in <scxml>; did you mean 'name'?"),
        ("<scxml version='1.0' binding='soon'/>", "1:1: expected binding to be one of 'early', 'late', found 'soon'"),
        (
            "<scxml version='1.0' automata:defer='a'/>",
            "1:1: the prefix 'automata' isn't declared; "
                + "declare it in <scxml>, as in xmlns:automata=\"urn:automata:statechart\""
        ),
        (
            "<scxml version='1.0'>\n<s:state/></scxml>",
            "2:1: the prefix 's' isn't declared; "
                + "declare it in <scxml>, as in xmlns:automata=\"urn:automata:statechart\""
        ),
    ])
    func textsAreRefusedWithTheirPlace(text: String, message: String) { refuses(text, message) }

    /// The null data model holds no values.
    @Test(arguments: [
        ("<datamodel><data id='x'/></datamodel>", "2:12: <data>"),
        ("<state><onentry><assign location='x' expr='1'/></onentry></state>", "2:17: <assign>"),
        ("<state><onentry><log expr='1'/></onentry></state>", "2:17: expr"),
        ("<state><onentry><foreach array='x' item='y'/></onentry></state>", "2:17: array"),
        ("<state><transition cond='x === 1'/></state>", "2:8: cond='x === 1'"),
        ("<state><onentry><send eventexpr='x'/></onentry></state>", "2:17: eventexpr"),
        ("<state><onentry><send event='e' idlocation='x'/></onentry></state>", "2:17: idlocation"),
        ("<state><onentry><send event='e' namelist='x'/></onentry></state>", "2:17: namelist"),
    ])
    func valuesNeedADataModel(text: String, problem: String) {
        let remedy =
            "write datamodel=\"ecmascript\" in <scxml>, or datamodel=\"automata\" for the library's expressions"
        refuses(
            "<scxml version='1.0' datamodel='null'>\n\(text)</scxml>",
            "\(problem) can't be read in the data model 'null', which has only conditions of In('state'); \(remedy)")
    }

    private func refuses(_ text: String, _ message: String) {
        #expect { try StatechartFormat.scxml.chart(from: text) } throws: { "\($0)" == message }
    }
}
