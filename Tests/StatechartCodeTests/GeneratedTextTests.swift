import StatechartCode
import Statecharts
import Testing
import WorkLimits

/// What stands in generated programs.
@Suite struct GeneratedTextTests {
    private func chart(_ name: String = "Lamp", _ fill: (inout Statechart) -> Void) -> Statechart {
        var chart = Statechart(name)
        chart.add(Statechart.State("a"))
        chart.add(Statechart.State("b"))
        fill(&chart)
        return chart
    }

    private func c(_ chart: Statechart) throws -> String { try StatechartCode.c.text(of: chart) }

    @Test func eventsKeepTheirTimesWithoutTheirData() throws {
        var send = Statechart.Send("late", after: .seconds(2), id: "q")
        send.content = .value(.literal(.number(1)))
        let text = try c(
            chart {
                $0[1].entry = [[.send(send)]]
                $0[1].transitions = [.init(.events(["late"]), to: ["b"])]
                $0[2].entry = [[.cancel(.literal(.text("q")))]]
            })
        #expect(text.contains("lamp_advance(lamp *machine, lamp_time time)"))
        #expect(text.contains("#define LAMP_TIMES_PER_SECOND 1000"))
        #expect(text.contains("lamp_cancel(machine, 1);"))
    }

    @Test func aFunctionCancelsWhatAFunctionSends() throws {
        var send = Statechart.Send("late", id: "q")
        send.delay = .variable("d")
        let text = try c(
            chart {
                $0.root.variables = [Statechart.Variable("d", .literal(.text("3s")))]
                $0[1].entry = [[.send(send)]]
                $0[2].entry = [[.cancel(.literal(.text("q")))]]
                $0[1].transitions = [.init(.events(["late"]), to: ["b"])]
            })
        #expect(text.contains("void lamp_do_cancel_q(lamp *machine);"))
        #expect(text.contains("/* send 'late' after d as 'q' */"))
    }

    @Test func loopsAreDescribedWithTheirBodies() throws {
        let list = Expression.variable("list")
        let body: [Statechart.Action] = [
            .choose([.init(if: .expression(.variable("i")), do: [.raise("tick")]), .init(do: [.assign("n", list)])])
        ]
        let text = try c(
            chart {
                $0.root.variables = [Statechart.Variable("list"), Statechart.Variable("n"), Statechart.Variable("i")]
                $0[1].entry = [[.forEach(item: "i", index: nil, list: list, do: body)]]
            })
        #expect(
            text.contains(
                """
                /* for each i of list
                     if i
                       raise tick
                     else
                       n = list */
                void lamp_do_for_each_list(lamp *machine);
                """))
    }

    @Test func namesFollowFromTheTextsAlone() throws {
        let conditions = try ["x > 5", "x < 5", "x == 5", "x > 5", "x >  5 - 0"].map { try Expression(parsing: $0) }
        let text = try c(
            chart {
                $0.root.variables = [Statechart.Variable("x", .literal(.number(0)))]
                for (number, condition) in conditions.enumerated() {
                    let trigger = Statechart.Transition.Trigger.events([.init("e\(number)")])
                    $0[1].transitions.append(.init(trigger, if: .expression(condition), to: ["b"]))
                }
            })
        for name in ["gt_5", "lt_5", "eq_5", "gt_5_minus_0"] {
            #expect(text.split(separator: "bool lamp_if_x_\(name)(const lamp *machine);").count == 2, "\(name)")
        }
        // The values tell functions of one name apart.
        let logs = try c(
            chart {
                $0[1].entry = [[.log("LED", .literal(.text("on"))), .log("fan", .literal(.text("on")))]]
                $0[1].exit = [[.log("LED", .literal(.text("off")))]]
            })
        for name in ["log_led_on", "log_led_off", "log_fan"] {
            #expect(logs.contains("void lamp_do_\(name)(lamp *machine);"), "\(name)")
        }
        // Two texts with the same words get marks instead of numbers by order.
        let same = try c(
            chart {
                $0[1].entry = [[.perform("light up"), .perform("light-up")]]
            })
        #expect(same.contains("void lamp_do_light_up(lamp *machine);"))
        #expect(same.contains("void lamp_do_light_up_") && !same.contains("lamp_do_light_up_2"))
    }

    @Test(arguments: ["int", "class", "clock", "main"]) func wordsOfTheLanguageAreNoNames(name: String) throws {
        let text = try c(chart(name) { $0[1].transitions = [.init(.events(["go"]), to: ["b"])] })
        #expect(text.contains("typedef struct \(name)_machine {"))
    }

    @Test func swiftAvoidsItsOwnTypes() throws {
        let chart = chart("Int") { $0[1].transitions = [.init(.events(["default"]), to: ["b"])] }
        let text = try StatechartCode.swift.text(of: chart)
        #expect(text.contains("public struct IntMachine {"))
        #expect(text.contains("case `default` = "))
    }

    @Test func onlyUsedFunctionsAreWritten() throws {
        let text = try c(
            chart { $0[1].transitions = [.init(.after(.seconds(1)), to: [], do: [.perform("tick")])] })
        #expect(text.contains("static void lamp_start_timer("))
        for name in ["leave", "stop_timers", "is_deferred", "append", "clear"] {
            #expect(!text.contains("static void lamp_\(name)("), "\(name)")
        }
    }

    @Test func servicesBeginAndEndAsActivitiesDo() throws {
        func service(_ id: String, _ kind: String = "load file") -> Statechart.Invocation {
            var invocation = Statechart.Invocation(.none, id: id)
            invocation.kind = .literal(.text(kind))
            return invocation
        }
        let text = try c(
            chart {
                $0[1].invocations = [service("first"), service("print", "print")]
                $0[1].transitions = [.init(.events(["done.invoke.first"]), to: ["b"])]
                $0[2].invocations = [service("second")]
                $0[2].transitions = [.init(.events(["done.invoke.second"]), to: ["a"])]
            })
        for name in ["print", "load_file_as_first", "load_file_as_second"] {
            #expect(text.contains("void lamp_begin_\(name)(lamp *machine);"))
            #expect(text.split(separator: "lamp_begin_\(name)(machine);").count == 2)
            #expect(text.split(separator: "lamp_end_\(name)(machine);").count == 2)
        }
        #expect(text.contains("LAMP_EVENT_DONE_INVOKE_FIRST = "))
        let finalized = chart {
            $0[1].invocations = [service("x")]
            $0[1].invocations[0].finalize = [.perform("note")]
        }
        #expect(throws: StatechartError.self) { try c(finalized) }
    }

    @Test func oneFunctionSetsTheVariablesAtTheStart() throws {
        let text = try c(
            chart {
                $0.root.variables = [1, 2, 3].map { Statechart.Variable("v\(Int($0))", .literal(.number($0))) }
                $0[1].entry = [[.assign("v2", .literal(.number(4)))]]
            })
        #expect(text.contains("/* v1 = 1\n   v2 = 2\n   v3 = 3 */\nvoid lamp_do_set_variables(lamp *machine);"))
        #expect(text.contains("lamp_do_set_v2_4(machine);") && !text.contains("lamp_do_set_v1"))
    }

    @Test func swiftTellsEventsAndActiveStates() throws {
        let text = try StatechartCode.swift.text(
            of: chart { $0[1].transitions = [.init(.events(["go"]), to: ["b"])] })
        #expect(text.contains("public var activeStates: [State] { State.allCases.filter { isActive($0) } }"))
        #expect(text.contains("public var event: Event? { Event(rawValue: handled) }"))
    }

    /// Steps with one active state at a time are direct code, without lists.
    @Test func swiftHasSetsOnlyForSeveralActiveStates() throws {
        var text = try StatechartCode.swift.text(of: chart { $0[1].transitions = [.init(.events(["go"]), to: ["b"])] })
        for word in ["private var active", "chosen", "sources", "posted"] { #expect(!text.contains(word), "\(word)") }
        text = try StatechartCode.swift.text(of: chart { $0.root.kind = .orthogonal })
        #expect(text.contains("private var active") && !text.contains("var innermost"))
    }

    @Test func invokedChartsAreRefused() {
        let chart = chart { $0[1].invocations = [Statechart.Invocation(.chart(Statechart("x")))] }
        let error = #expect(throws: StatechartError.self) { try c(chart) }
        #expect(error?.description == "a: generated code can't invoke charts; make the invoked chart a submachine")
    }

    @Test func theBudgetBoundsTheWork() {
        var chart = Statechart("Many")
        for number in 0..<5000 { chart.add(Statechart.State("s\(number)")) }
        let budget = Budget(maximumBytes: 10_000)
        #expect(throws: StatechartError.self) { try StatechartCode.c.text(of: chart, budget: budget) }
    }

    @Test func theTextKeepsTheBudget() throws {
        // Each transition enters all states.
        var chart = Statechart("Deep")
        var parent = 0
        for number in 0..<600 { parent = chart.add(Statechart.State("s\(number)"), in: parent) }
        for number in 0..<300 {
            let trigger = Statechart.Transition.Trigger.events([.init("e\(number)")])
            let name = Statechart.Action.perform("do \(number)")
            chart.root.transitions.append(.init(trigger, to: ["s599"], do: [name]))
        }
        let length = try c(chart).utf8.count
        let budget = Budget(maximumBytes: length - 1)
        _ = try StateProgram(chart, budget: budget)
        let error = #expect(throws: StatechartError.self) { try StatechartCode.c.text(of: chart, budget: budget) }
        #expect(error?.stop?.isBudgetExceeded == true)
    }
}
