import StatechartFormats
import Statecharts
import Testing

@Suite struct JSONTests {
    /// A chart as a person writes it.
    @Test func shortFormsAreRead() throws {
        let read = try StatechartFormat.json.chart(
            from: """
                {
                  "format": "statechart",
                  "name": "door",
                  "variables": {"count": 0, "isOpen": false, "later": null, "who": "'nobody'"},
                  "submachines": [{"name": "lock", "states": [{"name": "on"}]}],
                  "states": [
                    {
                      "name": "closed", "initial": "a", "defer": "knock", "activities": ["listen"],
                      "submachine": "lock",
                      "entry": ["ring", {"raise": "e", "data": {"n": 1}}],
                      "exit": [[], ["bye"]],
                      "transitions": [
                        {"on": "open", "if": "isFree", "to": "opened",
                         "do": [{"assign": "count", "value": "count + 1"}]},
                        {"after": 1500, "when": "count > 3"},
                        {"after": "20ms", "if": {"all": ["isFree", {"not": {"active": "opened"}}]}, "to": ["a", "b"]},
                        {"completion": true, "join": "b", "local": true}, {}
                      ]
                    },
                    {"name": "opened", "kind": "final", "doneData": "count"}
                  ]
                }
                """)
        var expected = Statechart("door")
        expected.root.variables = [
            .init("count", .literal(.number(0))), .init("isOpen", .literal(.boolean(false))), .init("later"),
            .init("who", .literal(.text("nobody"))),
        ]
        var lock = Statechart("lock")
        lock.add(.init("on"))
        expected.submachines = [lock]
        var closed = Statechart.State("closed")
        (closed.initial, closed.deferred, closed.activities, closed.submachine) = (["a"], ["knock"], ["listen"], "lock")
        closed.entry = [[.perform("ring"), .raise("e", .fields([.init("n", .literal(.number(1)))]))]]
        closed.exit = [[], [.perform("bye")]]
        var join = Statechart.Transition(.completion)
        (join.joinedSources, join.isLocal) = (["b"], true)
        closed.transitions = [
            .init(
                .events(["open"]), if: .named("isFree"), to: ["opened"],
                do: [.assign("count", try Expression(parsing: "count + 1"))]),
            .init(.after(.milliseconds(1500)), if: .expression(try Expression(parsing: "count > 3"))),
            .init(.after(.milliseconds(20)), if: .all([.named("isFree"), .not(.isActive("opened"))]), to: ["a", "b"]),
            join, .init(.always),
        ]
        expected.add(closed)
        var opened = Statechart.State("opened", .final)
        opened.doneData = .value(.variable("count"))
        expected.add(opened)
        #expect(read == expected)
    }

    @Test func aChartIsWrittenForPeople() throws {
        var door = Statechart("door")
        var closed = Statechart.State("closed")
        closed.entry = [[.perform("lock"), .send(.init("late", after: .seconds(2), id: "x"))]]
        closed.transitions = [.init(.events(["open", "break.*"]), if: .named("isFree"), to: ["opened"])]
        let index = door.add(closed)
        door.add(.init("inner"), in: index)
        door.add(.init("opened", .final))
        #expect(
            try StatechartFormat.json.text(of: door) == """
                {
                  "format": "statechart",
                  "version": 1,
                  "name": "door",
                  "states": [
                    {
                      "name": "closed",
                      "entry": ["lock", {"send": "late", "after": "2s", "id": "x"}],
                      "transitions": [
                        {"on": ["open", "break"], "if": "isFree", "to": "opened"}
                      ],
                      "states": [
                        {"name": "inner"}
                      ]
                    },
                    {"name": "opened", "kind": "final"}
                  ]
                }

                """)
    }

    @Test func aByteOrderMarkIsSkipped() throws {
        #expect(try StatechartFormat.json.chart(from: "\u{FEFF}{\"format\": \"statechart\"}") == Statechart(""))
    }
}
