import Testing

/// The coverage of runs.
@Suite struct StatechartCoverageTests {
    /// A lamp that tells what it does, and has a timer.
    static let lamp = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:automata="urn:automata:statechart"
               version="1.0" datamodel="automata" name="Lamp">
          <state id="Off">
            <onentry><automata:perform name="dark"/></onentry>
            <transition event="push" target="On"><log label="light" expr="'on'"/></transition>
          </state>
          <state id="On">
            <transition automata:after="500ms" target="Off"/>
            <transition event="break" target="Broken"/>
          </state>
          <final id="Broken"/>
        </scxml>
        """

    @Test func coverage() throws {
        let folder = try TemporaryFolder()
        try folder.write("lamp.scxml", Self.lamp)
        try folder.write("events.txt", "# a comment\npush\n+100\n+400\n")
        let events = try Tool.run("statechart", "coverage", "lamp.scxml", "events.txt", in: folder)
        #expect(events.status == 0 && events.errors.isEmpty, "\(events)")
        #expect(
            events.lines == [
                "states: 2 of 3", "transitions: 2 of 3", "pairs: 1", "not entered: Broken",
                "not taken: On#2 (break -> Broken)",
            ])
        try folder.write(
            "expect.ndjson", "{\"event\": \"push\"}\n{\"event\": \"break\", \"configuration\": [\"Broken\"]}\n")
        let both = try Tool.run("statechart", "coverage", "lamp.scxml", "events.txt", "expect.ndjson", in: folder)
        #expect(both.lines == ["states: 3 of 3", "transitions: 3 of 3", "pairs: 2"], "\(both)")
        let made = try Tool.run("statechart", "run", "lamp.scxml", "push", "--record", "run.json", in: folder)
        #expect(made.status == 0)
        let recorded = try Tool.run("statechart", "coverage", "lamp.scxml", "run.json", "--json", in: folder)
        #expect(
            recorded.output
                == "{\"states\": {\"count\": 3, \"covered\": 2, \"missing\": [\"Broken\"]}, \"transitions\": {\"count\": 3, "
                + "\"covered\": 1, \"missing\": [{\"name\": \"On#1 (after 500ms -> Off)\", \"source\": \"On\", \"index\": 0}, "
                + "{\"name\": \"On#2 (break -> Broken)\", \"source\": \"On\", \"index\": 1}]}, \"pairs\": 0}\n")
        try folder.write("wrong.ndjson", "{\"event\": \"push\", \"configuration\": [\"Off\"]}\n")
        let wrong = try Tool.run("statechart", "coverage", "lamp.scxml", "wrong.ndjson", in: folder)
        #expect(wrong.status == 1 && wrong.errors.contains("wrong.ndjson:1") && wrong.lines.count == 6, "\(wrong)")
    }
}
