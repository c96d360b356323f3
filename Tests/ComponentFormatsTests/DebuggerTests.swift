@_spi(Tool) import ComponentFormats
import Components
import Statecharts
import Testing

/// Runs of assemblies from files that go step by step.
struct DebuggerTests {
    @Test func stepsGoForwardsAndBack() throws {
        let run = try ComponentDebugger(Files.document("expenses.json"))
        #expect(run.messages == ["button.fetch"])
        let start = run.activeStates
        #expect(start == ["model": ["NoExpenses"], "service": ["Ready"]])
        try run.perform(ScriptStep(parsing: "button.fetch"), limit: 100)
        #expect(run.activeStates == start && run.debugger.nextMessage?.name == "fetch")
        try run.debugger.step()
        #expect(run.activeStates["model"] == ["Fetching"])
        try run.perform(ScriptStep(parsing: "+2s"), limit: 100)
        #expect(run.activeStates["model"] == ["Showing"])
        try run.debugger.move(to: 0)
        #expect(run.activeStates == start && run.debugger.nextMessage?.name == "fetch")
        #expect(run.current.parts.map(\.name).sorted() == ["environment", "model", "service"])
    }

    @Test(arguments: ["bell.ring", "button.ring"])
    func wrongMessagesChangeNothing(message: String) throws {
        let run = try ComponentDebugger(Files.document("expenses.json"))
        #expect(throws: ExpressionError.self) { try run.perform(ScriptStep(parsing: message), limit: 100) }
        #expect(run.debugger.waitingMessages.isEmpty && run.debugger.time == .zero)
    }
}
