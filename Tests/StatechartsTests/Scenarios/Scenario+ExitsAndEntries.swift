import Statecharts

// Exits, actions and entries of a step: rules 7 to 10.
extension Scenario {
    static let exitsAndEntries = [
        Scenario(
            7, "a state is active until its exit blocks are carried out",
            Outline(
                "c",
                within: [
                    Outline(
                        "s", .state,
                        [.on("x", to: "d", do: .choose([.init(if: .isActive("s"), do: [.perform("no")])]))],
                        exit: [
                            [.choose([.init(if: .isActive("s1"), do: [.perform("no")])]), .perform("t")],
                            [.choose([.init(if: .isActive("s"), do: [.perform("u")]), .init(do: [.perform("no")])])],
                        ],
                        within: [Outline("s1", exit: [[.perform("v")]])]),
                    Outline("d"),
                ]),
            [.start("+c +s +s1", in: "s1"), .event("x", "-s1 v -s t u +d", in: "d")]),
        Scenario(
            7, "exits come in reverse document order, whichever transition they belong to",
            twoRegions([.on("x", to: "r2", do: .perform("t"))], [.on("x", to: "s1", do: .perform("u"))]),
            [
                .start("+c +p +r +r1 +s +s1", in: "r1 s1"),
                .event("x", "-s1 -r1 t u +r2 +s1", in: "r2 s1"),
                .event("x", "-s1 u +s1", in: "r2 s1"),
            ]),
        Scenario(
            8, "actions see the states that are left as inactive and those that are entered, too",
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state,
                        [
                            .on(
                                "x", to: "b",
                                do: .choose([
                                    .init(if: .any([.isActive("a"), .isActive("b")]), do: [.perform("no")]),
                                    .init(do: [.perform("t")]),
                                ]))
                        ]),
                    Outline("b"),
                ]),
            [.start("+c +a", in: "a"), .event("x", "-a t +b", in: "b")]),
        Scenario(
            9, "entry blocks come before the actions of the initial transition, then the states within",
            Outline(
                "c", initialActions: [.perform("i")], entry: [[.perform("e")]],
                within: [
                    Outline(
                        "s", .state, [.on("x", to: "s2")], initial: ["s2"], initialActions: [.perform("j")],
                        entry: [[.perform("f")], [.perform("g")]],
                        within: [Outline("s1"), Outline("s2", entry: [[.perform("h")]])])
                ]),
            [
                .start("+c e i +s f g j +s2 h", in: "s2"),
                .event("x", "-s2 -s +s f g +s2 h", in: "s2"),
            ]),
        Scenario(
            9, "initial states may lie deeper and in several regions",
            Outline(
                "c", initial: ["s2", "r2"],
                within: [
                    Outline("a"),
                    Outline(
                        "b", initial: ["no"], initialActions: [.perform("no")],
                        within: [
                            Outline("no"),
                            Outline(
                                "p", .orthogonal,
                                within: [
                                    Outline("r", within: [Outline("r1"), Outline("r2")]),
                                    Outline("s", within: [Outline("s1"), Outline("s2")]),
                                    Outline("q", within: [Outline("q1"), Outline("q2")]),
                                ]),
                        ]),
                ]),
            [.start("+c +b +p +r +r2 +s +s2 +q +q1", in: "r2 s2 q1")]),
        Scenario(
            9, "a state is active when its entry blocks are carried out, those within it aren't yet",
            Outline(
                "c",
                within: [
                    Outline(
                        "s",
                        entry: [
                            [
                                .choose([
                                    .init(if: .all([.isActive("s"), .not(.isActive("s1"))]), do: [.perform("t")])
                                ])
                            ]
                        ],
                        within: [Outline("s1")])
                ]),
            [.start("+c +s t +s1", in: "s1")]),
        Scenario(
            10, "before the first exit a history stands for its default",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "h")]),
                    Outline(
                        "s", .state, [.on("x", to: "a")], initialActions: [.perform("i")], entry: [[.perform("e")]],
                        within: [
                            Outline("s1"), Outline("s2"),
                            Outline("h", .shallowHistory, [.init(.always, to: ["s2"], do: [.perform("t")])]),
                        ]),
                ]),
            [
                .start("+c +a", in: "a"),
                .event("x", "-a +s e t +s2", in: "s2"),
                .event("x", "-s2 -s +a", in: "a"),
                .event("x", "-a +s e +s2", in: "s2"),
            ]),
        Scenario(
            10, "an initial state may be a history",
            Outline(
                "c",
                within: [
                    Outline(
                        "s", .state, [.on("x", to: "s"), .on("y", to: "s2")], initial: ["h"],
                        initialActions: [.perform("i")],
                        within: [
                            Outline("s1"), Outline("s2"),
                            Outline("h", .deepHistory, [.init(.always, to: ["s1"], do: [.perform("t")])]),
                        ])
                ]),
            [
                .start("+c +s i t +s1", in: "s1"),
                .event("y", "-s1 -s +s +s2", in: "s2"),
                .event("x", "-s2 -s +s i +s2", in: "s2"),
            ]),
        Scenario(
            10, "a history of an orthogonal state notes all regions",
            Outline(
                "c",
                within: [
                    Outline(
                        "p", .orthogonal, [.on("pause", to: "d")],
                        within: [
                            Outline("r", within: [Outline("r1", .state, [.on("x", to: "r2")]), Outline("r2")]),
                            Outline("s", within: [Outline("s1", .state, [.on("y", to: "s2")]), Outline("s2")]),
                            Outline("h", .shallowHistory, [.init(.always, to: ["r"])]),
                            Outline("k", .deepHistory, [.init(.always, to: ["r2"], do: [.perform("t")])]),
                        ]),
                    Outline("d", .state, [.on("shallow", to: "h"), .on("deep", to: "k")]),
                ]),
            [
                .start("+c +p +r +r1 +s +s1", in: "r1 s1"),
                .event("y", "-s1 +s2", in: "r1 s2"),
                .event("pause", "-s2 -s -r1 -r -p +d", in: "d"),
                .event("deep", "-d +p +r +r1 +s +s2", in: "r1 s2"),
                .event("pause", "-s2 -s -r1 -r -p +d", in: "d"),
                .event("shallow", "-d +p +r +r1 +s +s1", in: "r1 s1"),
            ]),
        Scenario(
            10, "a history stands for what the exit of the same step notes",
            Outline(
                "c",
                within: [
                    Outline(
                        "s", .state, [.on("again", to: "h")],
                        within: [
                            Outline("s1", .state, [.on("x", to: "s2")]), Outline("s2"),
                            Outline("h", .shallowHistory, [.init(.always, to: ["s1"])]),
                        ])
                ]),
            [
                .start("+c +s +s1", in: "s1"),
                .event("x", "-s1 +s2", in: "s2"),
                .event("again", "-s2 -s +s +s2", in: "s2"),
            ]),
        Scenario(
            10, "the domain is that of the states for which a history stands",
            Outline(
                "c",
                within: [
                    Outline(
                        "s",
                        within: [
                            Outline(
                                "q", .state, [.local("x", to: "k", do: .perform("t"))], initial: ["q2"],
                                within: [Outline("q1", within: [Outline("q11")]), Outline("q2")]),
                            Outline("k", .deepHistory, [.init(.always, to: ["q11"])]),
                        ])
                ]),
            [.start("+c +s +q +q2", in: "q2"), .event("x", "-q2 t +q1 +q11", in: "q11")]),
    ]
}
