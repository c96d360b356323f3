import Statecharts
import Testing

/// A chart, and a line for each finding about it.
struct Finding: CustomTestStringConvertible {
    let lines: [String]
    let chart: Statechart

    var testDescription: String { lines.joined(separator: "; ") }

    init(_ lines: String..., in root: Outline, submachines: [Statechart] = []) {
        (self.lines, chart) = (lines, Statechart(root, submachines: submachines))
    }
}

@Suite struct FindingsTests {
    /// The middle of a long path is left out, so that a message always has the sentence.
    @Test func pathsAreShort() {
        let path = (0..<1000).map { "s\($0)" }
        let text = StatechartFinding(path: path, message: "wrong").description
        #expect(text.hasPrefix("s0/s1/") && text.contains("…") && text.hasSuffix("/s999: wrong"))
        #expect(text.utf8.count < 300)
        #expect(StatechartFinding(path: ["a", "b"], message: "wrong").description == "a/b: wrong")
    }

    private static let a = Outline("a")
    private static let pair = Outline("p", within: [Outline("p1"), Outline("p2")])

    static let errors = names + kinds + transitions + sets

    private static let names = [
        Finding("c/: the state has no name; give the state a name", in: Outline("c", within: [a, Outline("")])),
        Finding("c/a: there is another state 'a'; rename one of the two", in: Outline("c", within: [a, Outline("a")])),
        Finding(
            "c: there are two submachines 'm'; rename one of the two", in: Outline("c", within: [a]),
            submachines: [Statechart("m"), Statechart("m")]),
        Finding(
            "c/a: unknown target 'b'; add the state or correct the name",
            in: Outline("c", within: [Outline("a", .state, [.on("x", to: "b")])])),
        Finding(
            "c/a: unknown source 'b'; add the state or correct the name",
            in: Outline("c", within: [Outline("a", .state, [.on("x", to: "a", with: ["b"])])])),
        Finding(
            "c/opened: unknown target 'opend'; did you mean 'opened'?",
            in: Outline("c", within: [Outline("opened", .state, [.on("x", to: "opend")])])),
        Finding(
            "c/a: the chart has no submachine 'm'; add it", in: Outline("c", within: [Outline("a", submachine: "m")])),
    ]

    private static let kinds = [
        Finding(
            "c/f: a state of kind 'final' can't have states within; move them out",
            in: Outline("c", within: [a, Outline("f", .final, within: [Outline("b")])])),
        Finding(
            "c/p: there is no initial state; add a state within",
            "c/p/h: the history has no default; add a transition from it",
            in: Outline("c", within: [Outline("p", within: [Outline("h", .shallowHistory)])])),
        Finding(
            "c/f: a state of kind 'final' can't have transitions; remove them",
            in: Outline("c", within: [a, Outline("f", .final, [.on("x", to: "a")])])),
        Finding(
            "c/o: the last transition must have no condition; add a transition without a condition",
            in: Outline("c", within: [a, Outline("o", .choice, [.init(.always, if: .isActive("a"), to: ["a"])])])),
        Finding(
            "c/o: a choice can't have actions; give them to its transitions",
            in: Outline("c", within: [a, Outline("o", .choice, [.init(.always, to: ["a"])], entry: [[.raise("x")]])])),
        Finding(
            "c/o: a transition from here can't have a trigger; remove the trigger",
            in: Outline("c", within: [a, Outline("o", .choice, [.on("x", to: "a")])])),
        Finding(
            "c/o: a transition from here needs a target; add it",
            "c/o: transitions without events and conditions return here forever; add a condition",
            in: Outline("c", within: [a, Outline("o", .choice, [.init(.always)])])),
        Finding(
            "c/p: the initial state 'a' isn't within this state; name one that is",
            in: Outline("c", within: [a, Outline("p", initial: ["a"], within: [Outline("p1")])])),
        Finding(
            "c/p/h: the history's default target 'a' is outside the state that contains the history; "
                + "choose a target inside it",
            in: Outline(
                "c",
                within: [
                    a, Outline("p", within: [Outline("p1"), Outline("h", .deepHistory, [.init(.always, to: ["a"])])]),
                ])),
        Finding(
            "c/p/h: the transition to a history's default can't have a condition; remove it",
            in: Outline(
                "c",
                within: [
                    Outline(
                        "p",
                        within: [
                            Outline("p1"), Outline("h", .deepHistory, [.init(.always, if: .isActive("p"), to: ["p1"])]),
                        ])
                ])),
    ]

    private static let transitions = [
        Finding(
            "c/a: a transition has no event; add an event",
            in: Outline("c", within: [Outline("a", .state, [.init(.events([]))])])),
        Finding(
            "c/a: a transition has a negative delay; correct it",
            in: Outline("c", within: [Outline("a", .state, [.init(.after(.seconds(-1)))])])),
        Finding(
            "c/a: '' can't be a source, as it is never active; name a state".replacing("''", with: "'j'"),
            in: Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "a", with: ["j"])]),
                    Outline("j", .junction, [.init(.always, to: ["a"])]),
                ])),
        Finding(
            "c/a: transitions without events and conditions return here forever; add a condition",
            in: Outline(
                "c",
                within: [
                    Outline("a", .state, [.init(.always, to: ["b"])]),
                    Outline("b", .state, [.init(.always, to: ["a"])]),
                    Outline("d", .state, [.init(.always, to: ["a"])]),
                ])),
        Finding(
            "c/a: the junctions form a cycle or more than 1000 paths; remove transitions",
            in: Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "j")]), Outline("j", .junction, [.init(.always, to: ["j"])]),
                ])),
        Finding(
            "c/a: 'p' is sealed; let the transition enter it or one of its entry points, not 'p1'",
            in: {
                var sealed = pair
                sealed.state.isSealed = true
                return Outline("c", within: [Outline("a", .state, [.on("x", to: "p1"), .on("y", to: "p")]), sealed])
            }()),
    ]

    private static let sets = [
        Finding(
            "c: 'a' and 'b' can't be entered at the same time; name one initial state, or one in each region",
            in: {
                var outline = Outline("c", within: [Outline("a"), Outline("b")])
                outline.state.initial = ["b", "a"]
                return outline
            }()),
        Finding(
            "c/a: 'p1' and 'p2' can't be entered at the same time; a fork's targets must lie in different regions",
            in: Outline("c", within: [Outline("a", .state, [.on("x", to: "p2", "p1")]), pair])),
        Finding(
            "c/a: 'p' and 'p1' can't be entered at the same time; a fork's targets must lie in different regions",
            in: Outline("c", within: [Outline("a", .state, [.on("x", to: "p1", "p")]), pair])),
        Finding(
            "c/a: 'a' and 'p1' are never active at the same time; a join's sources must lie in different regions",
            in: Outline("c", within: [Outline("a", .state, [.on("x", to: "a", with: ["p1"])]), pair])),
    ]

    @Test(arguments: errors) func isRefused(finding: Finding) {
        #expect { try CompiledStatechart<ExpressionBehavior>(finding.chart) } throws: { error in
            "\(error)" == finding.lines.joined(separator: "\n")
        }
    }

    static let warnings = [
        Finding(
            "c/closed: unknown state 'close' in a condition, which never holds; did you mean 'closed'?",
            in: Outline("c", within: [Outline("closed", .state, [.on("x", if: .isActive("close"))])])),
        Finding(
            "c/a: unknown state 'b' in a condition, which never holds; correct the name",
            in: Outline("c", within: [Outline("a", .state, [.on("x", if: .not(.isActive("b")))])])),
        Finding(
            "c/p/h: no transition enters the state; add a transition, or remove the state",
            in: Outline(
                "c", within: [Outline("p", within: [a, Outline("h", .shallowHistory, [.init(.always, to: ["a"])])])])),
        Finding(
            "c/p: a transition waits for the state's completion, but there is no final state within; add a final state",
            in: Outline(
                "c",
                within: [
                    Outline("p", .state, [.init(.completion, to: ["q"])], within: [a]), Outline("q"),
                ])),
        Finding(
            in: Outline(
                "c",
                within: [
                    Outline(
                        "p", .state, [.init(.completion, to: ["q"])],
                        within: [Outline("a", .state, [.on("x", to: "f")]), Outline("f", .final)]),
                    Outline("q"),
                ])),
        Finding(
            "c/b: no transition enters the state; add a transition, or remove the state",
            in: Outline("c", within: [a, Outline("b")])),
        Finding(
            "c/a: a transition on 'x.y' is never taken, as an earlier transition always is; add a condition to the earlier transition",
            in: Outline(
                "c", within: [Outline("a", .state, [.on("z", if: .named("g")), .on("x"), .on("x.y"), .on("z")])])),
        Finding(
            "c/a: 'x' is deferred, but a transition of the state always takes it; remove the transition or the deferral",
            in: Outline("c", within: [Outline("a", .state, [.on("*")], deferred: ["x"])])),
        // Conditions about states that exclude each other, or that don't exist.
        Finding(
            "c/a: a transition on 'x' is never taken, as its condition never holds while this state is active; correct "
                + "the condition",
            in: Outline("c", within: [Outline("a", .state, [.on("x", if: .isActive("b"), to: "b")]), Outline("b")])),
        Finding(
            "c/a: the condition of a transition on 'x' always holds while this state is active; remove it or correct it",
            in: Outline(
                "c", within: [Outline("a", .state, [.on("x", if: .not(.isActive("b")), to: "b")]), Outline("b")])),
        Finding(
            in: Outline(
                "c", .orthogonal,
                within: [
                    Outline("r", within: [Outline("a", .state, [.on("x", if: .isActive("b"))])]),
                    Outline("s", within: [Outline("b")]),
                ])),
        Finding(
            "c/a: unknown state 'z' in a condition, which never holds; correct the name",
            in: Outline("c", within: [Outline("a", .state, [.on("x", if: .not(.isActive("z")))])])),
        Finding(
            "c/a: unknown state 'closd' in a condition, which never holds; did you mean 'closed'?",
            in: Outline(
                "c",
                within: [Outline("a", .state, [.on("x", if: .isActive("closd"), to: "closed")]), Outline("closed")])),
        // Constants.
        Finding(
            "c/a: a transition on 'x' is never taken, as its condition never holds; correct the condition",
            in: Outline("c", within: [Outline("a", .state, [.on("x", if: .expression(.script("false")))])])),
        Finding(
            "c/a: a transition on 'x' is never taken, as an earlier transition always is; add a condition to the earlier transition",
            "c/a: the condition of a transition on 'x' always holds; remove it or correct it",
            in: Outline(
                "c", within: [Outline("a", .state, [.on("x", if: .expression(.literal(.boolean(true)))), .on("x")])])),
        // Events without end.
        Finding(
            "c/a: the event 'x' is raised again and again without end; add a condition",
            in: Outline("c", within: [Outline("a", .state, [.on("x", do: .raise("x"))])])),
        Finding(
            "c/a: the event 'x' is raised again and again without end; add a condition",
            in: Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "p", do: .raise("y"))]),
                    Outline(
                        "p", .state, [.on("y", to: "a")],
                        within: [Outline("b", entry: [[.log("in", nil)]], exit: [[.raise("x")]])]),
                ])),
        Finding(
            in: Outline(
                "c", within: [Outline("a", .state, [.on("x", if: .named("g"), do: .raise("x")), .on("x")])])),
        // Ends that never come.
        Finding(
            "c/p: a transition on 'done.state.p' is never taken, as 'p' has no final state within, or a region lacks one; "
                + "add one or correct the event",
            in: Outline("c", within: [Outline("p", .state, [.on("done.state.p", to: "q")], within: [a]), Outline("q")])),
        Finding(
            "c/p: a transition on 'done.state.p' is never taken, as 'p' has no states within; add one or correct the event",
            in: Outline("c", within: [Outline("p", .state, [.on("done.state.p", to: "q")]), Outline("q")])),
        Finding(
            "c/a: a transition on 'done.state.clsed' is never taken, as the state 'clsed' doesn't exist; did you mean 'closed'?",
            in: Outline(
                "c", within: [Outline("a", .state, [.on("done.state.clsed", to: "closed")]), Outline("closed")])),
        Finding(
            "c/a: a transition on 'done.invoke.kid' is never taken, as no invocation has the id 'kid'; correct the event",
            in: Outline("c", within: [Outline("a", .state, [.on("done.invoke.kid")])])),
        Finding(
            in: Outline(
                "c",
                within: [
                    Outline(
                        "p", .orthogonal, [.on("done.state.p", to: "q"), .on("done.state"), .on("done.invoke")],
                        within: [
                            Outline("r", within: [Outline("f", .final)]),
                            Outline("s", .orthogonal, within: [Outline("t", within: [Outline("g", .final)])]),
                        ]), Outline("q"),
                ])),
        // Events for nobody.
        Finding(
            "c/a: no invocation has the id 'kid'; correct the target '#_kid'",
            in: Outline("c", within: [Outline("a", entry: [[SessionTests.send("x", to: "#_kid")]])])),
        Finding(
            "c/a: no session has the address '#_scxml_x'; correct the target",
            in: Outline("c", within: [Outline("a", entry: [[SessionTests.send("x", to: "#_scxml_x")]])])),
        Finding(
            "c/a: no chart has the address 'kid'; write #_ and an invocation's id, or give a service type",
            in: Outline("c", within: [Outline("a", entry: [[SessionTests.send("x", to: "kid")]])])),
        Finding(
            in: Outline(
                "c",
                within: [
                    Outline(
                        "a",
                        entry: [
                            ["#_internal", "#_parent", "", "#_scxml_session"].map { SessionTests.send("x", to: $0) }
                        ])
                ])),
        // Regions in conflict.
        Finding(
            "c/p: the regions 'r' and 's' exclude each other on 'x', as 's' leaves this state: only the transition in 'r' "
                + "is taken; add conditions, or move the leaving one to this state",
            in: Outline(
                "c",
                within: [
                    Outline(
                        "p", .orthogonal,
                        within: [
                            Outline("r", within: [Outline("a", .state, [.on("x", to: "b")]), Outline("b")]),
                            Outline("s", within: [Outline("d", .state, [.on("x.*", to: "q")])]),
                        ]), Outline("q"),
                ])),
        Finding(
            in: Outline(
                "c",
                within: [
                    Outline(
                        "p", .orthogonal, [.on("x", to: "q")],
                        within: [
                            Outline("r", within: [Outline("a", .state, [.on("x", to: "b")]), Outline("b")]),
                            Outline("s", within: [Outline("d", .state, [.on("x", to: "e")]), Outline("e")]),
                        ]), Outline("q"),
                ])),
        Finding(
            in: Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", if: .named("g")), .on("x", to: "h")], deferred: ["y"]),
                    Outline("p", within: [Outline("p1"), Outline("h", .shallowHistory, [.init(.always, to: ["p1"])])]),
                ])),
    ]

    @Test(arguments: warnings) func isWarnedOf(finding: Finding) throws {
        #expect(try CompiledStatechart<ExpressionBehavior>(finding.chart).warnings.map(\.description) == finding.lines)
    }

    /// All that is wrong is told at once.
    @Test func allFindingsAreTold() {
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "b"), .init(.events([]))], submachine: "m"),
                    Outline("f", .final, [.on("y")]),
                ]))
        #expect { try CompiledStatechart<ExpressionBehavior>(chart) } throws: {
            ($0 as? StatechartError)?.findings.count == 4
        }
    }

    private enum Color: String, StatechartSymbol { case red }
    private struct Lamp: StatechartBehavior {
        typealias State = Color
        typealias Event = Color
    }

    @Test func symbolsThatTheBehaviorLacksAreFindings() {
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state, [.on("x", if: .named("g"), do: .perform("t"))],
                        entry: [[.assign("v", .literal(.null)), .perform("t")]])
                ]))
        #expect { try CompiledStatechart<Lamp>(chart) } throws: { error in
            Set("\(error)".split(separator: "\n")) == [
                "c/a: the behavior has no guard 'g'", "c/a: the behavior has no action 't'",
                "c/a: the behavior has no action for variables",
            ]
        }
    }

    /// The states of an enum should all exist; other names only never hold.
    @Test func statesOfAnEnumMustExist() {
        let chart = Statechart(Outline("c", within: [Outline("a", .state, [.on("x", if: .isActive("red"), to: "a")])]))
        #expect { try CompiledStatechart<Lamp>(chart) } throws: {
            "\($0)" == "c/a: unknown state 'red' in a condition; correct the name"
        }
    }

    /// A state may bear the name of the chart, or of the submachine around it.
    @Test func rootsGiveWayToStatesOfTheirNames() throws {
        let chart = Statechart(
            Outline("a", within: [Outline("b", .state, [.on("x", to: "a")]), Outline("a", submachine: "m")]),
            submachines: [
                Statechart(
                    Outline(
                        "m",
                        within: [Outline("m", .state, [.on("x", to: "n")]), Outline("n", .state, [.on("x", to: "m")])]))
            ])
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart<ExpressionBehavior>(chart), running: &data)
        #expect(!machine.isActive("a"))
        for expected in ["a.m", "a.n", "a.m"] {
            try machine.send("x", to: &data)
            #expect(machine.activeStateNames == [expected])
        }
        #expect(machine.isActive("a"))
    }
}
