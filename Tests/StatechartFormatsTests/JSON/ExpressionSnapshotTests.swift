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
        machine.deferred = [
            .init(name: "e.*", payload: payload), .init(name: "g"), .init(name: "*", payload: .init(name: "")),
        ]
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

    /// Values are bounded while they are read, like those that charts make.
    @Test(arguments: [
        ("", "0,", "", 349_524, true), ("", "0,", "", 349_525, false), ("\"", "x", "\",", (1 << 23) - 48, true),
        ("\"", "x", "\",", (1 << 23) - 47, false),
    ])
    func valuesAreBounded(start: String, piece: String, end: String, count: Int, isValid: Bool) throws {
        let list = "[\(start)\(String(repeating: piece, count: count))\(end)0]"
        let snapshot =
            #"{"format": "statechart-machine", "version": 1, "active": ["a"], "data": {"variables": {"x": 1, "v": \#(list)}}}"#
        if isValid {
            _ = try value(list).size()
            #expect(try read(snapshot).variables.count == 2)
        } else {
            let message = "the value needs more than 8388608 bytes; use a smaller value"
            let (ofValue, ofSnapshot) = (
                #expect(throws: StatechartFormatError.self) { try value(list) },
                #expect(throws: StatechartFormatError.self) { try read(snapshot) }
            )
            #expect(ofValue?.message == message && ofValue?.isLimit == true && ofValue?.line == 1)
            #expect(ofSnapshot?.message == message && ofSnapshot?.isLimit == true)
        }
    }

    /// The data of events that wait is bounded as when they were sent.
    @Test func waitingDataIsBounded() {
        let large = Value.text(String(repeating: "x", count: 1 << 22))
        #expect(throws: Never.self) { try ExpressionBehavior.check(waiting: Array(repeating: large, count: 16)) }
        #expect(throws: ExpressionError.self) {
            try ExpressionBehavior.check(waiting: [.null] + Array(repeating: large, count: 17))
        }
    }

    /// Variables that a newer chart no longer has are dropped, those of loops are kept.
    @Test func unknownVariablesAreDropped() {
        var chart = Statechart("c")
        chart.root.variables = [.init("x")]
        chart.root.entry = [[.forEach(item: "i", index: nil, list: .list([]), do: [])]]
        var data = ExpressionBehavior(for: chart)
        let values = ["x": Value.number(1), "i": .number(2), "old": .number(3)]
        data.restore(values, inRegions: [1: values], of: chart)
        #expect(data.variables.keys.sorted() == ["i", "x"])
        #expect(ExpressionSnapshot(.init(active: []), data).regionVariables == [1: [:]])
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
