import Statecharts

// Deferral, time, pseudostates and submachines: rules 17 to 20.
extension Scenario {
    static let additions = deferral + time + pseudostates + submachines

    private static let deferral = [
        Scenario(
            17, "an event waits until a state can take it",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("y", to: "b")], deferred: ["x"]),
                    Outline("b", .state, [.on("x", to: "d", do: .perform("t"))]), Outline("d"),
                ]),
            [
                .start("+c +a", in: "a"), .event("x", "", in: "a"), .event("y", "-a +b -b t +d", in: "d"),
            ]),
        Scenario(
            17, "a transition comes before deferral, wherever it is",
            Outline(
                "c", .state, [.on("x", do: .perform("t"))], within: [Outline("a", deferred: ["*"])]),
            [.start("+c +a", in: "a"), .event("x", "t", in: "a")]),
        Scenario(
            17, "events that can't be taken yet stay in their places",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("go", to: "b")], deferred: ["x", "y", "z"]),
                    Outline(
                        "b", .state, [.on("y", to: "d", do: .perform("t"))], deferred: ["x", "z"]),
                    Outline("d", .state, [.on("x", do: .perform("u")), .on("z", do: .perform("v"))]),
                ]),
            [
                .start("+c +a", in: "a"),
                .event("x", "", in: "a"), .event("y", "", in: "a"), .event("z", "", in: "a"),
                .event("go", "-a +b -b t +d u v", in: "d"),
            ]),
        Scenario(
            17, "an event that has waited is taken once",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("go", to: "b")], deferred: ["x"]),
                    Outline("b", .state, [.on("go", to: "d"), .on("x", do: .perform("t"))]),
                    Outline("d", .state, [.on("x", do: .perform("u"))]),
                ]),
            [
                .start("+c +a", in: "a"), .event("x", "", in: "a"),
                .event("go", "-a +b t", in: "b"), .event("go", "-b +d", in: "d"),
            ]),
        Scenario(
            17, "only a change of states frees events",
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state,
                        [
                            .on("x", if: .named("g"), do: .perform("t")), .on("inside", do: .perform("u")),
                            .on("again", to: "a", do: .perform("v")),
                        ], deferred: ["x"])
                ]),
            [
                .start("+c +a", in: "a"), .event("x", "", in: "a"), .guards(["g"], in: "a"),
                .event("inside", "u", in: "a"), .event("again", "-a v +a t", in: "a"),
            ]),
        Scenario(
            17, "events that were kept come before those that are sent",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("go", to: "b", do: .send(.init("y")))], deferred: ["x"]),
                    Outline("b", .state, [.on("x", do: .perform("t")), .on("y", do: .perform("u"))]),
                ]),
            [.start("+c +a", in: "a"), .event("x", "", in: "a"), .event("go", "-a +b t u", in: "b")]),
        Scenario(
            17, "events that are raised can wait, too",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "b", do: .raise("i"))]),
                    Outline("b", .state, [.on("y", to: "d")], deferred: ["i"]),
                    Outline("d", .state, [.on("i", do: .perform("t"))]),
                ]),
            [.start("+c +a", in: "a"), .event("x", "-a !i +b", in: "b"), .event("y", "-b +d t", in: "d")]),
    ]

    private static let time = [
        Scenario(
            18, "a timer begins on entry and ends on exit",
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state,
                        [.init(.after(.milliseconds(100)), to: ["b"], do: [.perform("t")]), .on("x", to: "a")]),
                    Outline("b"),
                ]),
            [
                .start("+c +a", in: "a"), .time(99, "", in: "a"), .event("x", "-a +a", in: "a"),
                .time(99, "", in: "a"), .time(1, "-a t +b", in: "b"), .time(1000, "", in: "b"),
            ]),
        Scenario(
            18, "a timer fires once, even if its condition doesn't hold",
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state,
                        [
                            .init(.after(.milliseconds(100)), if: .named("g"), do: [.perform("no")]),
                            .init(.after(.milliseconds(150)), do: [.perform("t")]),
                        ])
                ]),
            [
                .start("+c +a", in: "a"), .time(120, "", in: "a"), .guards(["g"], in: "a"),
                .time(1000, "t", in: "a"),
            ]),
        Scenario(
            18, "a timer fires once, even if several ways lead on from a junction",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.init(.after(.milliseconds(100)), to: ["j"], do: [.perform("t")])]),
                    Outline(
                        "j", .junction,
                        [
                            .init(.always, if: .named("g"), to: ["b"]), .init(.always, if: .named("h"), to: ["a"]),
                            .init(.always, to: ["a"], do: [.perform("u")]),
                        ]),
                    Outline("b"),
                ]),
            [
                .start("+c +a", in: "a"), .time(100, "-a t u +a", in: "a"), .guards(["g", "h"], in: "a"),
                .time(1000, "-a t +b", in: "b"),
            ]),
        Scenario(
            18, "what is due together comes in the order in which it began",
            Outline(
                "c", .state,
                [
                    .init(.after(.milliseconds(100)), do: [.perform("t")]), .on("k", do: .perform("u")),
                    .on(
                        "x", do: .send(.init("k", after: .milliseconds(50))),
                        .send(.init("l", after: .milliseconds(20)))),
                    .on("l", do: .perform("v")),
                ],
                within: [Outline("a", .state, [.init(.after(.milliseconds(100)), do: [.perform("w")])])]),
            [
                .start("+c +a", in: "a"), .time(50, "", in: "a"), .event("x", "", in: "a"),
                .time(1000, "v t w u", in: "a"),
            ]),
        Scenario(
            18, "each timer runs to completion, and one that was ended by it doesn't fire",
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state,
                        [
                            .init(.after(.milliseconds(100)), to: ["b"], do: [.send(.init("k"))]),
                            .init(.after(.milliseconds(100)), do: [.perform("no")]),
                        ]),
                    Outline(
                        "b", .state,
                        [.on("k", to: "d"), .init(.after(.milliseconds(50)), do: [.perform("no")])]),
                    Outline("d", .state, [.init(.after(.milliseconds(50)), to: ["a"])]),
                ]),
            [.start("+c +a", in: "a"), .time(160, "-a +b -b +d -d +a", in: "a")]),
        Scenario(
            18, "a delayed event can be cancelled",
            Outline(
                "c", .state,
                [
                    .on(
                        "x", do: .send(.init("k", after: .milliseconds(100), id: "1")),
                        .send(.init("l", after: .milliseconds(100), id: "2"))),
                    .on("y", do: .cancel(.literal(.text("1")))), .on("k", do: .perform("t")),
                    .on("l", do: .perform("u")),
                ], within: [Outline("a")]),
            [
                .start("+c +a", in: "a"), .event("x", "", in: "a"), .event("y", "", in: "a"),
                .time(100, "u", in: "a"),
            ]),
    ]

    private static let pseudostates = [
        Scenario(
            19, "the guards of a choice are asked when it is reached, those of a junction before",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "choice", do: .perform("t")), .on("y", to: "junction")]),
                    Outline(
                        "choice", .choice,
                        [
                            .init(.always, if: .isActive("a"), to: ["b"]),
                            .init(.always, to: ["d"], do: [.perform("u")]),
                        ]),
                    Outline(
                        "junction", .junction,
                        [
                            .init(.always, if: .isActive("a"), to: ["b"], do: [.perform("v")]),
                            .init(.always, to: ["d"]),
                        ]),
                    Outline("b"), Outline("d", .state, [.on("back", to: "a")]),
                ]),
            [
                .start("+c +a", in: "a"), .event("x", "-a t +choice -choice u +d", in: "d"),
                .event("back", "-d +a", in: "a"), .event("y", "-a v +b", in: "b"),
            ]),
        Scenario(
            19, "junctions follow each other",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "j", do: .perform("t"))]),
                    Outline("j", .junction, [.init(.always, to: ["k"], do: [.perform("u")])]),
                    Outline(
                        "k", .junction,
                        [
                            .init(.always, if: .named("g"), to: ["a"]),
                            .init(.always, to: ["b"], do: [.perform("v")]),
                        ]),
                    Outline("b"),
                ]),
            [.start("+c +a", in: "a"), .event("x", "-a t u v +b", in: "b")]),
        Scenario(
            19, "entry and exit points lead into a state and out of it",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "in", do: .perform("t"))]),
                    Outline(
                        "p", .orthogonal,
                        within: [
                            Outline("in", .entryPoint, [.init(.always, to: ["r2", "s2"], do: [.perform("u")])]),
                            Outline("r", within: [Outline("r1"), Outline("r2", .state, [.on("x", to: "out")])]),
                            Outline("s", within: [Outline("s1"), Outline("s2")]),
                            Outline("out", .exitPoint, [.init(.always, to: ["b"], do: [.perform("v")])]),
                        ]),
                    Outline("b"),
                ]),
            [
                .start("+c +a", in: "a"), .event("x", "-a t u +p +r +r2 +s +s2", in: "r2 s2"),
                .event("x", "-s2 -s -r2 -r -p v +b", in: "b"),
            ]),
    ]

    private static let submachines = [
        Scenario(
            20, "transitions of the other chart's root come behind the state's own",
            Outline(
                "c", within: [Outline("s", .state, [.on("x", do: .perform("t"))], submachine: "machine")]),
            submachines: [
                Statechart(
                    Outline(
                        "machine", .state, [.on("x", do: .perform("no")), .on("y", to: "m2", do: .perform("u"))],
                        initial: ["m2"], within: [Outline("m1"), Outline("m2")]))
            ],
            [
                .start("+c +s +s.m2", in: "s.m2"), .event("x", "t", in: "s.m2"),
                .event("y", "-s.m2 -s u +s +s.m2", in: "s.m2"),
            ]),
        Scenario(
            20, "a state is done when its submachine ends",
            Outline(
                "c",
                within: [
                    Outline("s", .state, [.init(.completion, to: ["t.u.m1"])], submachine: "machine"),
                    Outline("t", submachine: "outer"),
                ]),
            submachines: [
                machine,
                Statechart(
                    Outline("outer", within: [Outline("o"), Outline("u", submachine: "machine")]),
                    submachines: [machine]),
            ],
            [
                .start("+c +s +s.m1", in: "s.m1"),
                .event("x", "-s.m1 +s.f !done.state.s -s.f -s +t +t.u +t.u.m1", in: "t.u.m1"),
                .event("x", "-t.u.m1 +t.u.f !done.state.t.u", in: "t.u.f"),
            ]),
    ]

    private static let machine = Statechart(
        Outline(
            "machine",
            within: [Outline("m1", .state, [.on("x", if: .isActive("m1"), to: "f")]), Outline("f", .final)]))
}
