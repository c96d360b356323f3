import StatechartFormats
import Statecharts
import Testing

/// SCXML around a text.
private func scxml(_ text: String, _ attributes: String = "") -> String {
    """
    <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:automata="urn:automata:statechart" version="1.0" \(attributes)>
    \(text)
    </scxml>
    """
}

private func chart(_ text: String, _ attributes: String = "") throws -> Statechart {
    try StatechartFormat.scxml.chart(from: scxml(text, attributes))
}

private func expression(_ text: String) throws -> Expression { try Expression(parsing: text) }

@Suite struct SCXMLTests {
    /// A custom action has the prefixes in its text, not all of the chart.
    @Test func prefixesOfCustomActions() throws {
        let declarations = (0..<500).map { "xmlns:p\($0)='urn:\($0)'" }.joined(separator: " ")
        let actions = (0..<500).map { "<p\($0):act xmlns:own='urn:own'><p7:x own:a=''/>: q:r</p\($0):act>" }.joined()
        let read = try chart("<state id='s'><onentry>\(actions)</onentry></state>", declarations)
        let found = read[1].entry[0].compactMap { action in
            if case .custom(let action) = action { action } else { nil }
        }
        #expect(found.map(\.namespace) == (0..<500).map { "urn:\($0)" })
        #expect(found.allSatisfy { $0.attributes == ["xmlns:p7": "urn:7", "xmlns:own": "urn:own"] })
    }

    @Test func statesAndTransitions() throws {
        let read = try chart(
            """
              <!-- a door -->
              <state id="closed" initial="locked">
                <onentry><log label="closed"/></onentry>
                <onentry><raise event="e"/></onentry>
                <onexit/>
                <transition event="open  door.* " cond="!In('locked')" target="opened"/>
                <state id="locked"/>
              </state>
              <parallel id="opened">
                <transition type="internal"/>
                <history id="h" type="deep"><transition target="closed"/></history>
                <history id="g"/>
                <state id="r"><initial><transition target="x"><log/></transition></initial><final id="x"/></state>
              </parallel>
            """, "name='door' initial='closed' binding='late' datamodel='null'")
        var expected = Statechart("door")
        expected.hasScopedVariables = true
        expected.root.initial = ["closed"]
        var closed = Statechart.State("closed")
        closed.initial = ["locked"]
        closed.entry = [[.log("closed", nil)], [.raise("e")]]
        closed.exit = [[]]
        closed.transitions = [.init(.events(["open", "door"]), if: .not(.isActive("locked")), to: ["opened"])]
        expected.add(.init("locked"), in: expected.add(closed))
        var opened = Statechart.State("opened", .orthogonal)
        opened.transitions = [.init(.always)]
        opened.transitions[0].isLocal = true
        let parallel = expected.add(opened)
        var history = Statechart.State("h", .deepHistory)
        history.transitions = [.init(.always, to: ["closed"])]
        expected.add(history, in: parallel)
        expected.add(.init("g", .shallowHistory), in: parallel)
        var region = Statechart.State("r")
        (region.initial, region.initialActions) = (["x"], [.log("", nil)])
        expected.add(.init("x", .final), in: expected.add(region, in: parallel))
        #expect(read == expected)
    }

    @Test func variablesAndActions() throws {
        let read = try chart(
            """
              <datamodel>
                <data id="n" expr="1 + 1"/><data id="u"/><data id="t"> two
                  words </data><data id="l">[1, {"a": 'b'}]</data>
              </datamodel>
              <final id="f">
                <onentry>
                  <assign location="n" expr="n * 2"/><assign location="t">x</assign>
                  <if cond="n > 3"><raise event="a"/><elseif cond="In('f') &amp;&amp; In('g')"/>
                  <else/><log expr="n"/></if>
                  <foreach array="l" item="i" index="k"><log label="i" expr="i"/></foreach>
                  <send event="e" delay="1.5s" id="s" target="t" type="u" namelist="n u">
                    <param name="p" expr="1"/><param name="q" location="l[0]"/>
                  </send>
                  <send eventexpr="t" delayexpr="'1s'" idlocation="v" targetexpr="'a' + n" typeexpr="t">
                    <content>hi</content>
                  </send>
                  <cancel sendid="s"/><cancel sendidexpr="v"/>
                </onentry>
                <donedata><content expr="n"/></donedata>
              </final>
            """)
        var first = Statechart.Send("e", after: .milliseconds(1500), id: "s")
        (first.target, first.transport) = (.literal(.text("t")), .literal(.text("u")))
        first.content = .fields([
            .init("n", .variable("n")), .init("u", .variable("u")), .init("p", .literal(.number(1))),
            .init("q", try expression("l[0]")),
        ])
        var second = Statechart.Send("")
        (second.event, second.delay, second.idLocation) = (.variable("t"), .literal(.text("1s")), "v")
        (second.target, second.transport) = (try expression("'a' + n"), .variable("t"))
        second.content = .value(.literal(.text("hi")))
        #expect(
            read.root.variables == [
                .init("n", try expression("1 + 1")), .init("u"), .init("t", .literal(.text("two words"))),
                .init("l", try expression("[1, {a: 'b'}]")),
            ])
        #expect(read[1].doneData == .value(.variable("n")))
        #expect(
            read[1].entry == [
                [
                    .assign("n", try expression("n * 2")), .assign("t", .literal(.text("x"))),
                    .choose([
                        .init(if: .expression(try expression("n > 3")), do: [.raise("a")]),
                        .init(if: .all([.isActive("f"), .isActive("g")]), do: []),
                        .init(do: [.log("", .variable("n"))]),
                    ]),
                    .forEach(item: "i", index: "k", list: .variable("l"), do: [.log("i", .variable("i"))]),
                    .send(first), .send(second), .cancel(.literal(.text("s"))), .cancel(.variable("v")),
                ]
            ])
    }

    @Test func additions() throws {
        let read = try chart(
            """
              <automata:transition event="quit"><automata:perform name="bye"/></automata:transition>
              <state id="a" automata:defer="x y.*" automata:submachine="sub" automata:sealed="true">
                <automata:activity name="ring"/>
                <transition automata:after="250ms" automata:guard="isLate" cond="n == 1" target="b" automata:join="c"/>
                <transition automata:completion="true" automata:condition='{"any": ["g", {"not": "h"}]}'/>
                <transition automata:guard="g"/>
              </state>
              <state id="b" automata:kind="choice"/>
              <state id="c" automata:kind="regions" automata:initial="x"/>
              <automata:chart name="sub" automata:orthogonal="true"><state id="s"/></automata:chart>
            """)
        #expect(read.root.transitions == [.init(.events(["quit"]), do: [.perform("bye")])])
        #expect(read[1].deferred == ["x", "y"])
        #expect(read[1].submachine == "sub")
        #expect(read[1].isSealed)
        #expect(read[1].activities == ["ring"])
        var first = Statechart.Transition(
            .after(.milliseconds(250)), if: .all([.named("isLate"), .expression(try expression("n == 1"))]), to: ["b"])
        first.joinedSources = ["c"]
        #expect(
            read[1].transitions == [
                first, .init(.completion, if: .any([.named("g"), .not(.named("h"))])), .init(.always, if: .named("g")),
            ])
        #expect(read[2].kind == .choice)
        #expect(read[3].kind == .regions)
        #expect(read[3].initial == ["x"])
        var submachine = Statechart("sub", isOrthogonal: true)
        submachine.add(.init("s"))
        #expect(read.submachines == [submachine])
    }

    @Test func statesWithoutNameGetOne() throws {
        let read = try chart("<state id='_1'/><state><parallel/></state><final id='_3'/><state id=''/>")
        #expect(read.states.map(\.name) == ["", "_1", "_2", "_4", "_3", "_5"])
    }

    @Test func othersNamespacesAreSkipped() throws {
        let text = """
            <s:scxml xmlns:s="http://www.w3.org/2005/07/scxml" xmlns:q="urn:q" version="1.0" q:a="1" xml:lang="en">
            <q:info><s:state/></q:info><s:state id="a" q:x="2"><q:b/></s:state><state xmlns="urn:q"/>
            <m:chart xmlns:m="urn:automata:statechart"/></s:scxml>
            """
        let read = try StatechartFormat.scxml.chart(from: text)
        #expect(read.states.map(\.name) == ["", "a"])
        #expect(read.submachines.count == 1)
    }

    /// Texts of other data models are read as long as they don't use them.
    @Test func conditionsAboutStatesNeedNoDataModel() throws {
        let read = try chart("<state><transition cond=\"In('a') || In('b')\"/></state>", "datamodel='ecmascript'")
        #expect(read[1].transitions[0].condition == .any([.isActive("a"), .isActive("b")]))
        #expect(try StatechartFormat.scxml.text(of: read).contains("datamodel=\"null\""))
    }

    @Test func aChartIsWrittenForPeople() throws {
        var door = Statechart("door")
        var closed = Statechart.State("closed")
        closed.entry = [[.perform("lock")]]
        closed.transitions = [.init(.events(["open"]), if: .named("isFree"), to: ["opened"])]
        door.add(closed)
        door.add(.init("opened", .final))
        #expect(
            try StatechartFormat.scxml.text(of: door) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:automata="urn:automata:statechart" version="1.0" \
                datamodel="null" name="door">
                  <state id="closed">
                    <onentry>
                      <automata:perform name="lock"/>
                    </onentry>
                    <transition event="open" automata:guard="isFree" target="opened"/>
                  </state>
                  <final id="opened"/>
                </scxml>

                """)
    }

    @Test func whatSCXMLCannotHoldIsRefused() {
        func message(_ change: (inout Statechart) -> Void) -> String? {
            var chart = Statechart("c")
            change(&chart)
            do throws(StatechartFormatError) {
                _ = try StatechartFormat.scxml.text(of: chart)
                return nil
            } catch { return error.description }
        }
        #expect(message { $0.root.kind = .choice } == "SCXML can't represent a root of kind 'choice'; write JSON")
        #expect(
            message { $0.add(.init("")) }
                == "SCXML can't represent the name '': a name must not be empty or have blanks; write JSON")
        #expect(
            message { $0.root.activities = ["\u{1}"] }
                == "SCXML can't represent '\\x01': it has characters that XML doesn't allow; write JSON")
        #expect(
            message { $0.root.transitions = [.init(.events([]))] }
                == "SCXML can't represent a transition on an empty list of events; write JSON")
        #expect(
            message { $0.root.entry = [[.choose([])]] }
                == "SCXML can't represent a choice without branches; write JSON")
        // A reader takes blanks for indentation.
        for blanks in ["", " ", "\n\t \r"] {
            for place in 0..<4 {
                let refused = message {
                    $0.scriptLanguage = "ecmascript"
                    let inline = Expression.inline(blanks)
                    switch place {
                    case 0: $0.root.variables = [.init("x", inline)]
                    case 1: $0.root.entry = [[.assign("x", inline)]]
                    case 2: $0.root.entry = [[.raise("e", .value(inline))]]
                    default: $0.root.invocations = [.init(.text(inline))]
                    }
                }
                #expect(refused == "SCXML can't represent an inline text of blanks alone; write JSON")
            }
        }
        for branches in [[nil], [nil, .named("g")], [.named("g"), nil, nil]] as [[Statechart.Condition?]] {
            #expect(
                message { $0.root.entry = [[.choose(branches.map { .init(if: $0, do: []) })]] }
                    == "SCXML can't represent a branch without a condition, except as the last of several; "
                    + "write JSON")
        }
    }
}
