import StatechartFormats
import Statecharts
import Testing

/// Actions and conditions as deep as the formats allow, and delays that are finer than a number.
@Suite struct DeepContentTests {
    private func chart(_ action: Statechart.Action, if condition: Statechart.Condition? = nil) -> Statechart {
        var chart = Statechart("chart")
        var state = Statechart.State("a")
        state.entry = [[action, .perform("last")]]
        state.transitions = [Statechart.Transition(.events(["x"]), if: condition, to: ["a"])]
        chart.add(state)
        return chart
    }

    private func nested(_ depth: Int) -> Statechart.Action {
        (1..<depth).reduce(.perform("inner")) { inner, level in
            if level.isMultiple(of: 2) {
                return .forEach(
                    item: "i", index: nil, list: .variable("v"), do: [.perform("first"), inner, .raise("r")])
            }
            return .choose([
                .init(if: .isActive("a"), do: [.perform("p")]), .init(if: .isActive("b"), do: [inner, .raise("x")]),
                .init(do: [.perform("q")]),
            ])
        }
    }

    @Test(arguments: StatechartFormat.complete) func actions(format: StatechartFormat) throws {
        let deep = chart(nested(64))
        #expect(try format.chart(from: format.text(of: deep)) == deep)
        #expect { try format.text(of: chart(nested(65))) } throws: {
            ($0 as? StatechartFormatError)?.isLimit == true
        }
    }

    @Test func conditions() throws {
        func nested(_ depth: Int) -> Statechart.Condition {
            (1..<depth).reduce(.named("g")) { inner, level in
                switch level % 3 {
                case 0: .not(inner)
                case 1: .all([.isActive("a"), inner, .any([])])
                default: .any([inner, .named("h")])
                }
            }
        }
        let deep = chart(.perform("p"), if: nested(63))
        #expect(try StatechartFormat.json.chart(from: StatechartFormat.json.text(of: deep)) == deep)
    }

    @Test(arguments: StatechartFormat.complete) func delays(format: StatechartFormat) throws {
        for delay in [
            Duration.zero, .milliseconds(1.5), .nanoseconds(1_000_000_000_000_000_001), .seconds(900_000_000_000),
            Duration(secondsComponent: 1, attosecondsComponent: 1),
        ] {
            let chart = chart(.send(.init("x", after: delay)))
            let text = try format.text(of: chart)
            #expect(try format.chart(from: text) == chart)
            #expect(!text.contains("delayexpr") && !text.contains("expression"))
        }
    }

    /// Findings far within a large chart have places, too.
    @Test func placesOfTheSameBytes() throws {
        let text = "<scxml version='1.0'>\n<state id='e\u{301}'/>\n<state id='\u{E9}'/>\n<state id='\u{E9}'/>\n</scxml>"
        let document = try Array(text.utf8).withUnsafeBytes { try StatechartFormat.scxml.document(from: $0) }
        let error = #expect(throws: StatechartError.self) {
            try CompiledStatechart<ExpressionBehavior>(document.chart)
        }
        let place = error?.findings.first.flatMap { document.position(of: $0) }
        #expect(error?.findings.count == 1 && place?.line == 3)
    }
}
