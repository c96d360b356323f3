import Statecharts

// What applications need first: regions, forks, joins, histories, submachines.
extension Scenario {
    static let thesis = [
        Scenario(
            9, "regions are entered from outside and left by both kinds of transition",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "p", do: .perform("t"))]),
                    Outline(
                        "p", .orthogonal, [.on("y", to: "a", do: .perform("u"))],
                        within: [
                            Outline(
                                "r",
                                within: [
                                    Outline("r1", .state, [.on("next", to: "r2")]),
                                    Outline("r2", .state, [.on("out", to: "a", do: .perform("v"))]),
                                ]),
                            Outline("s", within: [Outline("s1")]),
                        ]),
                ]),
            [
                .start("+c +a", in: "a"),
                .event("x", "-a t +p +r +r1 +s +s1", in: "r1 s1"),
                .event("next", "-r1 +r2", in: "r2 s1"),
                .event("out", "-s1 -s -r2 -r -p v +a", in: "a"),
                .event("x", "-a t +p +r +r1 +s +s1", in: "r1 s1"),
                .event("y", "-s1 -s -r1 -r -p u +a", in: "a"),
            ]),
        Scenario(
            8, "two regions react to one event",
            twoRegions([.on("x", to: "r2", do: .perform("t"))], [.on("x", to: "s2", do: .perform("u"))]),
            [
                .start("+c +p +r +r1 +s +s1", in: "r1 s1"),
                .event("x", "-s1 -r1 t u +r2 +s2", in: "r2 s2"),
            ]),
        Scenario(
            11, "a join waits for all its sources",
            Outline(
                "c",
                within: [
                    Outline(
                        "p", .orthogonal,
                        within: [
                            Outline(
                                "r",
                                within: [
                                    Outline("r1", .state, [.on("y", to: "r2")]),
                                    Outline("r2", .state, [.on("x", to: "d", with: ["s2"], do: .perform("t"))]),
                                ]),
                            Outline("s", within: [Outline("s1", .state, [.on("z", to: "s2")]), Outline("s2")]),
                        ]),
                    Outline("d"),
                ]),
            [
                .start("+c +p +r +r1 +s +s1", in: "r1 s1"),
                .event("x", "", in: "r1 s1"),
                .event("y", "-r1 +r2", in: "r2 s1"),
                .event("x", "", in: "r2 s1"),
                .event("z", "-s1 +s2", in: "r2 s2"),
                .event("x", "-s2 -s -r2 -r -p t +d", in: "d"),
            ]),
        Scenario(
            11, "a fork enters a state in each region",
            Outline(
                "c", initial: ["a"],
                within: [
                    Outline(
                        "p", .orthogonal,
                        within: [
                            Outline("r", within: [Outline("r1"), Outline("r2")]),
                            Outline("s", within: [Outline("s1"), Outline("s2")]),
                        ]),
                    Outline("a", .state, [.on("x", to: "s2", "r2", do: .perform("t"))]),
                ]),
            [.start("+c +a", in: "a"), .event("x", "-a t +p +r +r2 +s +s2", in: "r2 s2")]),
        Scenario(
            7, "an internal transition leaves and enters nothing",
            Outline("c", within: [Outline("s", .state, [.on("x", do: .perform("t"))], within: [Outline("s1")])]),
            [.start("+c +s +s1", in: "s1"), .event("x", "t", in: "s1")]),
        Scenario(
            3, "an event that nothing waits for changes nothing",
            Outline("c", within: [Outline("a", .state, [.on("x", to: "b")]), Outline("b")]),
            [.start("+c +a", in: "a"), .event("y", "", in: "a"), .event("x.y", "-a +b", in: "b")]),
        Scenario(
            6, "a transition to itself leaves and enters a state",
            Outline(
                "c",
                within: [
                    Outline(
                        "s", .state, [.on("y", to: "s1", do: .perform("u")), .on("z", to: "s", do: .perform("v"))],
                        within: [Outline("s1", .state, [.on("x", to: "s1", do: .perform("t"))])])
                ]),
            [
                .start("+c +s +s1", in: "s1"),
                .event("x", "-s1 t +s1", in: "s1"),
                .event("y", "-s1 -s u +s +s1", in: "s1"),
                .event("z", "-s1 -s v +s +s1", in: "s1"),
            ]),
        Scenario(
            12, "a guarded transition fires when three regions have reached their states",
            Outline(
                "c",
                within: [
                    Outline(
                        "p", .orthogonal,
                        [
                            .init(
                                .always, if: .all([.isActive("r2"), .isActive("s2"), .isActive("q2")]), to: ["d"],
                                do: [.perform("t")])
                        ],
                        within: [
                            Outline("r", within: [Outline("r1", .state, [.on("x", to: "r2")]), Outline("r2")]),
                            Outline("s", within: [Outline("s1", .state, [.on("y", to: "s2")]), Outline("s2")]),
                            Outline("q", within: [Outline("q1", .state, [.on("z", to: "q2")]), Outline("q2")]),
                        ]),
                    Outline("d"),
                ]),
            [
                .start("+c +p +r +r1 +s +s1 +q +q1", in: "r1 s1 q1"),
                .event("x", "-r1 +r2", in: "r2 s1 q1"),
                .event("z", "-q1 +q2", in: "r2 s1 q2"),
                .event("y", "-s1 +s2 -q2 -q -s2 -s -r2 -r -p t +d", in: "d"),
            ]),
        Scenario(
            10, "histories restore the state within or the innermost ones",
            Outline(
                "c",
                within: [
                    Outline(
                        "s", .state, [.on("pause", to: "b")],
                        within: [
                            Outline("h", .shallowHistory, [.init(.always, to: ["s1"])]),
                            Outline("k", .deepHistory, [.init(.always, to: ["s1"])]),
                            Outline("s1", .state, [.on("x", to: "s2")]),
                            Outline(
                                "s2",
                                within: [Outline("q1", .state, [.on("x", to: "q2")]), Outline("q2")]),
                        ]),
                    Outline("b", .state, [.on("shallow", to: "h"), .on("deep", to: "k")]),
                ]),
            [
                .start("+c +s +s1", in: "s1"),
                .event("x", "-s1 +s2 +q1", in: "q1"),
                .event("x", "-q1 +q2", in: "q2"),
                .event("pause", "-q2 -s2 -s +b", in: "b"),
                .event("deep", "-b +s +s2 +q2", in: "q2"),
                .event("pause", "-q2 -s2 -s +b", in: "b"),
                .event("shallow", "-b +s +s2 +q1", in: "q1"),
            ]),
        Scenario(
            20, "a submachine runs within a state",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "s")]),
                    Outline("s", .state, [.on("y", to: "a", do: .perform("u"))], submachine: "machine"),
                ]),
            submachines: [
                Statechart(
                    Outline(
                        "machine",
                        within: [Outline("m1", .state, [.on("x", to: "m2", do: .perform("t"))]), Outline("m2")]))
            ],
            [
                .start("+c +a", in: "a"),
                .event("x", "-a +s +s.m1", in: "s.m1"),
                .event("x", "-s.m1 t +s.m2", in: "s.m2"),
                .event("y", "-s.m2 -s u +a", in: "a"),
            ]),
    ]
}
