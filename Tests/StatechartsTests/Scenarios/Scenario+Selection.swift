import Statecharts

// Configurations, and the transitions of a step: rules 1 to 6, and 11.
extension Scenario {
    /// A chart with two regions, each with two states, and a state `d` beside them.
    static func twoRegions(
        _ first: [Statechart.Transition], _ second: [Statechart.Transition], around: [Statechart.Transition] = []
    ) -> Outline {
        Outline(
            "c",
            within: [
                Outline(
                    "p", .orthogonal, around,
                    within: [
                        Outline("r", within: [Outline("r1", .state, first), Outline("r2")]),
                        Outline("s", within: [Outline("s1", .state, second), Outline("s2")]),
                    ]),
                Outline("d"),
            ])
    }

    private static let started = Step.start("+c +p +r +r1 +s +s1", in: "r1 s1")

    static let selection = [
        Scenario(
            1, "regions that are orthogonal or simple themselves are all active",
            Outline(
                "c",
                within: [
                    Outline(
                        "p", .orthogonal,
                        within: [Outline("r"), Outline("q", .orthogonal, within: [Outline("q1"), Outline("q2")])])
                ]),
            [.start("+c +p +r +q +q1 +q2", in: "r q1 q2")]),
        Scenario(
            2, "a state comes before those within it, and these before its next brother",
            Outline(
                "c", .orthogonal,
                within: [
                    Outline("r", within: [Outline("r1", within: [Outline("r11")])]),
                    Outline("s", .orthogonal, within: [Outline("s1"), Outline("s2")]),
                ]),
            [.start("+c +r +r1 +r11 +s +s1 +s2", in: "r11 s1 s2")]),
        Scenario(
            3, "conditions see the configuration before the step",
            twoRegions(
                [.on("x", if: .isActive("s1"), to: "r2"), .on("y", to: "r2")],
                [.on("x", if: .isActive("r1"), to: "s2"), .on("y", if: .isActive("r2"), to: "s2")]),
            [started, .event("x", "-s1 -r1 +r2 +s2", in: "r2 s2")]),
        Scenario(
            3, "conditions are combined",
            Outline(
                "c", .state,
                [
                    .on("not", if: .not(.named("g")), do: .perform("t")),
                    .on("all", if: .all([.named("g"), .named("h")]), do: .perform("u")),
                    .on("any", if: .any([.named("g"), .named("h")]), do: .perform("v")),
                    .on("in", if: .isActive("a"), do: .perform("w")),
                ], within: [Outline("a")]),
            [
                .start("+c +a", in: "a"),
                .event("not", "t", in: "a"), .event("any", "", in: "a"),
                .guards(["g"], in: "a"),
                .event("not", "", in: "a"), .event("all", "", in: "a"), .event("any", "v", in: "a"),
                .guards(["g", "h"], in: "a"),
                .event("all", "u", in: "a"), .event("in", "w", in: "a"),
            ]),
        Scenario(
            4, "the state within comes before the one around it",
            Outline(
                "c", .state, [.on("x", do: .perform("v"))],
                within: [
                    Outline(
                        "s", .state, [.on("x", to: "d", do: .perform("u"))],
                        within: [Outline("s1", .state, [.on("x", to: "s2", do: .perform("t"))]), Outline("s2")]),
                    Outline("d"),
                ]),
            [
                .start("+c +s +s1", in: "s1"),
                .event("x", "-s1 t +s2", in: "s2"),
                .event("x", "-s2 -s u +d", in: "d"),
                .event("x", "v", in: "d"),
            ]),
        Scenario(
            4, "the first transition that is enabled is chosen",
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", if: .named("g"), to: "b"), .on("x", to: "d"), .on("*", to: "a")]),
                    Outline("b"), Outline("d", .state, [.on("y", to: "a")]),
                ]),
            [
                .start("+c +a", in: "a"),
                .event("x", "-a +d", in: "d"),
                .event("y", "-d +a", in: "a"),
                .guards(["g"], in: "a"),
                .event("z", "-a +a", in: "a"),
                .event("x", "-a +b", in: "b"),
            ]),
        Scenario(
            4, "a transition that several states choose is taken once",
            twoRegions([], [], around: [.on("x", do: .perform("t"))]),
            [started, .event("x", "t", in: "r1 s1")]),
        Scenario(
            5, "of two transitions that leave the same states the first one is taken",
            twoRegions([.on("x", to: "d", do: .perform("t"))], [.on("x", to: "s2", do: .perform("u"))]),
            [started, .event("x", "-s1 -s -r1 -r -p t +d", in: "d")]),
        Scenario(
            5, "a transition from within wins over one that was chosen before",
            twoRegions([], [.on("x", to: "s2", do: .perform("u"))], around: [.on("x", to: "d", do: .perform("t"))]),
            [started, .event("x", "-s1 u +s2", in: "r1 s2")]),
        Scenario(
            5, "a transition that has lost doesn't come back",
            Outline(
                "c",
                within: [
                    Outline(
                        "p", .orthogonal, [.on("x", to: "d", do: .perform("t"))],
                        within: [
                            Outline("r"), Outline("s", .state, [.on("x", to: "d", do: .perform("u"))]),
                            Outline("q", .state, [.on("x", to: "q", do: .perform("v"))]),
                        ]),
                    Outline("d"),
                ]),
            [.start("+c +p +r +s +q", in: "r s q"), .event("x", "-q -s -r -p u +d", in: "d")]),
        Scenario(
            5, "an internal transition has no conflicts",
            twoRegions([.on("x", to: "d", do: .perform("t"))], [.on("x", do: .perform("u"))]),
            [started, .event("x", "-s1 -s -r1 -r -p t u +d", in: "d")]),
        Scenario(
            6, "only a local transition stays within its source",
            Outline(
                "c",
                within: [
                    Outline(
                        "s", .state, [.on("x", to: "s2"), .local("y", to: "s2"), .local("z", to: "s")],
                        within: [Outline("s1"), Outline("s2")]),
                    Outline("d"),
                ]),
            [
                .start("+c +s +s1", in: "s1"),
                .event("x", "-s1 -s +s +s2", in: "s2"),
                .event("y", "-s2 +s2", in: "s2"),
                .event("z", "-s2 -s +s +s1", in: "s1"),
            ]),
        Scenario(
            6, "a transition from one region to another leaves the state around them",
            twoRegions([.on("x", to: "s2", do: .perform("t"))], []),
            [started, .event("x", "-s1 -s -r1 -r -p t +p +r +r1 +s +s2", in: "r1 s2")]),
        Scenario(
            6, "a local transition of an orthogonal state leaves it",
            twoRegions([], [], around: [.local("x", to: "s2")]),
            [started, .event("x", "-s1 -s -r1 -r -p +p +r +r1 +s +s2", in: "r1 s2")]),
        Scenario(
            6, "the root is never left",
            Outline("c", .state, [.on("x", to: "b")], within: [Outline("a"), Outline("b")]),
            [.start("+c +a", in: "a"), .event("x", "-a +b", in: "b"), .event("x", "-b +b", in: "b")]),
        Scenario(
            11, "a join comes last among the transitions of a joined source",
            twoRegions(
                [.on("x", to: "r2", do: .perform("t"))], [.on("x", to: "d", with: ["r1"], do: .perform("u"))]),
            [started, .event("x", "-r1 t +r2", in: "r2 s1")]),
        Scenario(
            11, "a state within a joined source can choose a join",
            twoRegions([], [.on("x", to: "d", with: ["r"], do: .perform("t"))]),
            [started, .event("x", "-s1 -s -r1 -r -p t +d", in: "d")]),
        Scenario(
            11, "a join lies within a state if one of its sources does",
            Outline(
                "c",
                within: [
                    Outline(
                        "p", .orthogonal, [.on("x", to: "d", do: .perform("t"))],
                        within: [
                            Outline("r"), Outline("s", .state, [.on("x", to: "e", with: ["q"], do: .perform("u"))]),
                            Outline("q"),
                        ]),
                    Outline("d"), Outline("e"),
                ]),
            [.start("+c +p +r +s +q", in: "r s q"), .event("x", "-q -s -r -p u +e", in: "e")]),
    ]
}
