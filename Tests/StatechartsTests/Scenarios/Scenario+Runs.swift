import Statecharts

// Runs to completion: rules 12 to 16.
extension Scenario {
    static let runs = [
        Scenario(
            12, "transitions that need no event come before events that were raised",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "b", do: .raise("i"))]),
                    Outline("b", .state, [.on("i", to: "no"), .init(.always, to: ["d"])]),
                    Outline("d", .state, [.on("i", to: "e")]), Outline("e"), Outline("no"),
                ]),
            [.start("+c +a", in: "a"), .event("x", "-a !i +b -b +d -d +e", in: "e")]),
        Scenario(
            12, "an event from outside comes before what its guards allow since the last one",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.init(.always, if: .named("g"), to: ["b"]), .on("x", to: "d")]),
                    Outline("b"), Outline("d", .state, [.on("x", to: "a")]),
                ]),
            [
                .start("+c +a", in: "a"),
                .guards(["g"], in: "a"),
                .event("x", "-a +d", in: "d"),
                .event("x", "-d +a -a +b", in: "b"),
            ]),
        Scenario(
            12, "an event that enables nothing lets guards be asked again",
            Outline("c", within: [Outline("a", .state, [.init(.always, if: .named("g"), to: ["b"])]), Outline("b")]),
            [
                .start("+c +a", in: "a"), .guards(["g"], in: "a"), .event("x", "-a +b", in: "b"),
            ]),
        Scenario(
            12, "each region makes its own steps without an event",
            twoRegions([.init(.always, if: .isActive("s2"), to: ["r2"])], [.on("x", to: "s2", do: .perform("t"))]),
            [
                .start("+c +p +r +r1 +s +s1", in: "r1 s1"),
                .event("x", "-s1 t +s2 -r1 +r2", in: "r2 s2"),
            ]),
        Scenario(
            13, "events that are raised are taken in their order, before those that are sent",
            Outline(
                "c", .state,
                [
                    .on("x", do: .send(.init("k")), .raise("i"), .raise("j")), .on("i", do: .perform("t"), .raise("l")),
                    .on("j", do: .perform("u")), .on("k", do: .perform("v")), .on("l", do: .perform("w")),
                ], within: [Outline("a")]),
            [.start("+c +a", in: "a"), .event("x", "!i !j t !l u w v", in: "a")]),
        Scenario(
            13, "events are raised by exits, transitions and entries in the order of the step",
            Outline(
                "c", .state, [.on("i", do: .perform("t")), .on("j", do: .perform("u")), .on("k", do: .perform("v"))],
                within: [
                    Outline("a", .state, [.on("x", to: "b", do: .raise("j"))], exit: [[.raise("i")]]),
                    Outline("b", entry: [[.raise("k")]]),
                ]),
            [.start("+c +a", in: "a"), .event("x", "-a !i !j +b !k t u v", in: "b")]),
        Scenario(
            14, "a composite state is done when a final state within is entered",
            Outline(
                "c",
                within: [
                    Outline(
                        "s", .state, [.init(.completion, to: ["d"], do: [.perform("t")])],
                        within: [
                            Outline("s1", .state, [.on("x", to: "f")]), Outline("f", .final, entry: [[.perform("e")]]),
                        ]),
                    Outline("d"),
                ]),
            [.start("+c +s +s1", in: "s1"), .event("x", "-s1 +f e !done.state.s -f -s t +d", in: "d")]),
        Scenario(
            14, "an orthogonal state is done when all its regions are",
            Outline(
                "c", .state, [.on("done.state.s", do: .perform("u"))],
                within: [
                    Outline(
                        "p", .orthogonal, [.init(.completion, to: ["d"], do: [.perform("t")])],
                        within: [
                            Outline("r", within: [Outline("r1", .state, [.on("x", to: "f")]), Outline("f", .final)]),
                            Outline(
                                "s",
                                within: [
                                    Outline("s1", .state, [.on("x", to: "g"), .on("y", to: "g")]),
                                    Outline("g", .final, [], exit: [[.perform("v")]]),
                                ]),
                        ]),
                    Outline("d"),
                ]),
            [
                .start("+c +p +r +r1 +s +s1", in: "r1 s1"),
                .event("y", "-s1 +g !done.state.s u", in: "r1 g"),
                .event("x", "-r1 +f !done.state.r !done.state.p -g v -s -f -r -p t +d", in: "d"),
            ]),
        Scenario(
            14, "regions that are done in one step are told in document order",
            Outline(
                "c",
                within: [
                    Outline(
                        "p", .orthogonal, [.on("x", to: "g", "f")],
                        within: [
                            Outline("r", within: [Outline("r1"), Outline("f", .final)]),
                            Outline("s", within: [Outline("s1"), Outline("g", .final)]),
                        ])
                ]),
            [
                .start("+c +p +r +r1 +s +s1", in: "r1 s1"),
                .event(
                    "x", "-s1 -s -r1 -r -p +p +r +f !done.state.r +s +g !done.state.s !done.state.p", in: "f g"),
            ]),
        Scenario(
            14, "an orthogonal region can be the last one that is done",
            Outline("c", within: [Outline("p", .orthogonal, within: [ended("t"), orthogonalRegion])]),
            [
                .start(
                    "+c +p +t +t1 !done.state.t +q +r +r1 !done.state.r +s +s1 !done.state.s !done.state.q !done.state.p",
                    in: "t1 r1 s1")
            ]),
        Scenario(
            14, "an orthogonal region can be done before others",
            Outline("c", within: [Outline("p", .orthogonal, within: [orthogonalRegion, ended("t")])]),
            [
                .start(
                    "+c +p +q +r +r1 !done.state.r +s +s1 !done.state.s !done.state.q +t +t1 !done.state.t !done.state.p",
                    in: "r1 s1 t1")
            ]),
        Scenario(
            15, "a simple state with a completion transition is done at once",
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state, [.init(.completion, if: .named("g"), to: ["b"]), .init(.completion, to: ["d"])],
                        entry: [[.perform("e")], [.raise("i")]]),
                    Outline("b"), Outline("d"),
                ]),
            [.start("+c +a e !i !done.state.a -a +d", in: "d")]),
        Scenario(
            15, "a state with activities isn't done before they are",
            Outline(
                "c",
                within: [Outline("a", .state, [.init(.completion, to: ["b"])], activities: ["work"]), Outline("b")]),
            [.start("+c +a", in: "a"), .event("x", "", in: "a")]),
        Scenario(
            15, "completion is the event of the state alone, not of those whose names go on",
            Outline(
                "c",
                within: [
                    Outline(
                        "s", .state, [.init(.completion, to: ["d"])],
                        within: [
                            Outline("s.a", .state, [.init(.completion, to: ["s.b"])]), Outline("s.b"),
                        ]),
                    Outline("d"),
                ]),
            [.start("+c +s +s.a !done.state.s.a -s.a +s.b", in: "s.b")]),
        Scenario(
            16, "a state that was left at the end is no longer active for the exits around it",
            Outline(
                "c",
                exit: [
                    [
                        .choose([.init(if: .isActive("f"), do: [.perform("no")]), .init(do: [.perform("t")])]),
                        .choose([.init(if: .isActive("c"), do: [.perform("u")])]),
                    ]
                ],
                within: [
                    Outline("a", .state, [.on("x", to: "f")]),
                    Outline(
                        "f", .final, exit: [[.choose([.init(if: .isActive("f"), do: [.perform("v")])])]]),
                ]),
            [.start("+c +a", in: "a"), .event("x", "-a +f v t u", in: "f")]),
        Scenario(
            16, "a final state within the root ends the run",
            Outline(
                "c", exit: [[.perform("bye")]],
                within: [
                    Outline("a", .state, [.on("x", to: "f", do: .perform("t"), .raise("i"))]),
                    Outline("f", .final, entry: [[.perform("e")]], exit: [[.perform("u")]]),
                ]),
            [
                .start("+c +a", in: "a"),
                .event("x", "-a t !i +f e u bye", in: "f"),
                .event("x", "", in: "f"),
                .time(1000, "", in: "f"),
            ]),
        Scenario(
            16, "the run can end as it starts",
            Outline("c", within: [Outline("f", .final)]), [.start("+c +f", in: "f"), .event("x", "", in: "f")]),
        Scenario(
            16, "a terminate state ends the run without exits",
            Outline(
                "c",
                within: [
                    Outline(
                        "p", .orthogonal, exit: [[.perform("no")]],
                        within: [
                            Outline(
                                "r", within: [Outline("r1", .state, [.on("x", to: "end")]), Outline("end", .terminate)]),
                            Outline(
                                "s",
                                within: [
                                    Outline("s1", .state, [.on("x", to: "s2"), .on("y", to: "s1")]), Outline("s2"),
                                ]),
                        ])
                ]),
            [
                .start("+c +p +r +r1 +s +s1", in: "r1 s1"),
                .event("x", "-s1 -r1 +end +s2", in: "end s2"),
                .event("y", "", in: "end s2"),
            ]),
    ]

    /// A region that is done when it is entered.
    private static func ended(_ name: String) -> Outline { Outline(name, within: [Outline(name + "1", .final)]) }

    private static let orthogonalRegion = Outline("q", .orthogonal, within: [ended("r"), ended("s")])
}
