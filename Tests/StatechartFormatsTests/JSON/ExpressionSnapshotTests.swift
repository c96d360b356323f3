import StatechartFormats
import Statecharts
import Testing

@Suite struct ExpressionSnapshotTests {
    private func read(_ text: String) throws -> ExpressionSnapshot {
        try Array(text.utf8).withUnsafeBytes { try ExpressionSnapshot(json: $0) }
    }

    private func text(_ snapshot: ExpressionSnapshot) -> String { String(decoding: snapshot.jsonBytes, as: UTF8.self) }

    private func value(_ text: String) throws -> Value { try Array(text.utf8).withUnsafeBytes { try Value(json: $0) } }

    @Test func everythingIsReadBack() throws {
        var machine = StateMachineSnapshot<ExpressionBehavior.Payload>(active: ["a"])
        var payload = ExpressionBehavior.Payload(
            name: "e.f", data: .record(["x": .list([.number(1.5), .null])]), sendID: "s")
        payload.origin = "#_scxml_session"
        machine.deferred = [.init(name: "e.*", payload: payload), .init(name: "g")]
        machine.timers = [.init(event: .init(name: "e", payload: .init(name: "e")), deadline: .seconds(1), id: "i")]
        var snapshot = ExpressionSnapshot(machine, ExpressionBehavior(for: Statechart("c")))
        snapshot.variables = ["v": .text("\"é\n"), "w": .boolean(false)]
        snapshot.regionVariables = [2: ["v": .number(-3)]]
        snapshot.sentCount = 4
        let again = try read(text(snapshot))
        #expect(text(again) == text(snapshot))
        #expect(again.machine == machine && again.variables == snapshot.variables)
        #expect(again.regionVariables == snapshot.regionVariables && again.sentCount == 4)
        #expect(snapshot.dataByteBound >= text(snapshot).utf8.count / 2)
    }

    /// A chart may get expressions after a run without them was saved.
    @Test func numbersOfProgramsAreValues() throws {
        let snapshot = try read(
            #"{"format": "statechart-machine", "version": 1, "active": ["a"], "sent": [{"event": "e", "data": "7"}]}"#)
        #expect(snapshot.machine.sent.first?.payload == .init(name: "e", data: .number(7)))
        #expect(snapshot.variables.isEmpty)
        #expect(throws: StatechartFormatError.self) {
            try StateMachineSnapshot<Int>(json: text(snapshot))
        }
    }

    @Test(arguments: [
        ("[1, -2.5e3, true, false, null, \"x\", {\"a\": []}]", true), ("", false), ("[1,", false), ("nul", false),
        ("1e999", false), ("{\"a\": 1, \"a\": 2}", false), ("1 2", false),
        (String(repeating: "[", count: 64) + String(repeating: "]", count: 64), true),
        (String(repeating: "[", count: 65) + String(repeating: "]", count: 65), false),
    ])
    func valuesAreJSON(_ text: String, isValid: Bool) throws {
        if isValid {
            let value = try value(text)
            #expect(try self.value(value.json) == value)
        } else {
            #expect(throws: StatechartFormatError.self) { try value(text) }
        }
    }
}
