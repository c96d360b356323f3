import StatechartTestSupport
import Statecharts
import Testing

@Suite struct ReferenceInterpreterTests {
    @Test func stopsBetweenStepsAtTheLimit() {
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "b")]),
                    Outline("b", .state, [.init(.always, to: ["d"])]),
                    Outline("d", .state, [.init(.always, to: ["b"])]),
                ]))
        var interpreter = ReferenceInterpreter(chart, isTrue: { _ in true }, limit: 7)
        interpreter.start()
        #expect(!interpreter.isOverLimit)
        interpreter.send("x")
        #expect(interpreter.isOverLimit)
        #expect(interpreter.configuration.count == 1)
        #expect(!interpreter.isDone)
    }
}
