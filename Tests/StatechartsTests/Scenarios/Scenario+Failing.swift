import Statecharts

// Actions and guards that fail: rule 22.
extension Scenario {
    static let failing = [
        Scenario(
            22, "a block ends at an action that fails, the step goes on",
            Outline(
                "c", .state, [.on("error.execution", do: .perform("e"))],
                within: [
                    Outline(
                        "a", .state, [.on("x", to: "b", do: .perform("bad"), .perform("no"))],
                        exit: [
                            [.choose([.init(do: [.perform("bad"), .perform("no")])]), .perform("no")], [.perform("t")],
                        ]),
                    Outline("b", entry: [[.perform("bad"), .perform("no")], [.perform("u")]]),
                ]),
            failures: ["bad"],
            [
                .start("+c +a", in: "a"),
                .event(
                    "x",
                    "-a bad !error.execution t bad !error.execution +b bad !error.execution u e e e", in: "b"),
            ]),
        Scenario(
            22, "a condition that fails doesn't hold, not even its opposite",
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state,
                        [
                            .on("x", if: .named("bad"), to: "no"), .on("x", if: .not(.named("bad")), to: "no"),
                            .on("x", if: .any([.named("bad"), .isActive("a")]), to: "no"),
                            .on("x", if: .any([.isActive("a"), .named("bad")]), to: "b"),
                        ]),
                    Outline("no"), Outline("b", .state, [.on("error.execution", do: .perform("e"))]),
                ]),
            failures: ["bad"],
            [
                .start("+c +a", in: "a"),
                .event("x", "!error.execution !error.execution !error.execution -a +b e e e", in: "b"),
            ]),
        Scenario(
            22, "a branch whose condition fails isn't taken",
            Outline(
                "c", .state,
                [
                    .on(
                        "x",
                        do: .choose([.init(if: .named("bad"), do: [.perform("no")]), .init(do: [.perform("t")])]),
                        .perform("u"))
                ], within: [Outline("a")]),
            failures: ["bad"],
            [.start("+c +a", in: "a"), .event("x", "!error.execution t u", in: "a")]),
    ]
}
