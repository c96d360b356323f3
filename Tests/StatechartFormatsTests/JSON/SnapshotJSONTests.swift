import StatechartFormats
import Statecharts
import Testing

@Suite struct SnapshotJSONTests {
    typealias Snapshot = StateMachineSnapshot<Int>

    /// A snapshot with all members.
    private var full: Snapshot {
        var snapshot = Snapshot(active: ["a \"quoted\" name", "b"])
        snapshot.noted = ["deep": ["x", "y"], "empty": []]
        snapshot.initialized = ["b"]
        var region = Snapshot.Region(number: 3, state: "b", active: ["in"])
        (region.noted, region.initialized) = (["h": ["in"]], [])
        (snapshot.regions, snapshot.regionCount) = ([region], 4)
        snapshot.time = Duration(secondsComponent: 5, attosecondsComponent: 7)
        snapshot.hasEnded = true
        var event = Snapshot.Event(name: "e", payload: -9)
        event.region = 3
        (snapshot.deferred, snapshot.raised, snapshot.sent) = (
            [event], [.init(name: "r")], [.init(name: "s", payload: .max)]
        )
        var timed = Snapshot.Event(name: "")
        timed.region = 2
        snapshot.timers = [
            .init(event: event, deadline: .milliseconds(20), id: "later"),
            .init(event: timed, deadline: .seconds(30), state: "b", place: 1),
        ]
        return snapshot
    }

    @Test func everythingIsReadBack() throws {
        #expect(try Snapshot(json: full.json) == full)
        #expect(try Snapshot(json: Snapshot(active: []).json) == Snapshot(active: []))
    }

    @Test func onlyThreeKeysAreNeeded() throws {
        let read = try Snapshot(json: #"{"format": "statechart-machine", "version": 1, "active": ["on"]}"#)
        #expect(read == Snapshot(active: ["on"]))
    }

    /// No beginning of a snapshot is one.
    @Test func cutTextsAreRefused() {
        let text = full.json
        for end in text.indices.dropLast() {
            #expect(throws: StatechartFormatError.self) { try Snapshot(json: String(text[..<end])) }
        }
    }

    @Test(arguments: [
        ("", "1:1: expected a snapshot, found the end of the file"),
        ("{}", "1:1: missing key 'format' of the snapshot; add it"),
        (#"{"format": "x"}"#, "1:12: expected the format 'statechart-machine'"),
        (#"{"version": 2}"#, "1:13: expected version 1"),
        (#"{"activ": []}"#, "1:2: unknown key 'activ' in a snapshot; did you mean 'active'?"),
        (#"{"active": [], "active": []}"#, "1:16: duplicate key 'active'; remove one of the two"),
        (#"{"time": [1]}"#, "1:10: expected a list of seconds and attoseconds"),
        (
            #"{"sent": [{"event": "e", "data": "x"}]}"#,
            "1:34: invalid data 'x'; expected a value of the type Int in quotes"
        ),
        (
            #"{"sent": [{"event": "e", "at": [0, 0]}]}"#,
            "1:26: unknown key 'at' in an event; expected event, region, data"
        ),
    ])
    func malformedTextsAreRefused(text: String, message: String) {
        let error = #expect(throws: StatechartFormatError.self) { try Snapshot(json: text) }
        #expect(error?.description == message)
        #expect(throws: StatechartFormatError.self) { try Snapshot(json: text, inputName: "s.json") }
    }
}
