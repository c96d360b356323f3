import Components
import ExpenseTracker
import Testing

/// The application on many threads, in real time.
@Suite struct SystemTests {
    /// A terminal that tells what it shows.
    struct Terminal: Component {
        struct Questions: PortProtocol { let screen = Command<Void, Screen?>() }

        let screens = Input<ScreenUpdates>()
        let questions = Input<Questions>()
        var screen: Screen?

        static var handlers: Handlers<Terminal> {
            Receive(\.screens.show) { terminal, screen in terminal.screen = screen }
            Receive(\.questions.screen) { terminal in terminal.screen }
        }
    }

    @Test func aRunIsRepeatedStepByStep() async throws {
        var (assembly, application) = Assembly.expenseTracker(latency: .milliseconds(1))
        let terminal = assembly.add("terminal") { Terminal() }
        assembly.connect(application.screen, to: terminal.screens)
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let user = try system.port(\.user, of: application)
        let questions = try system.port(\.questions, of: terminal)
        /// Waits until the terminal shows a view.
        func view(where isWanted: (Screen.View) -> Bool) async throws -> Screen.View {
            while true {
                if let view = try await questions.screen()?.view, isWanted(view) { return view }
                try await Task.sleep(for: .milliseconds(1))
            }
        }

        user.email("grace@example.org")
        user.password("compiler")
        user.login()
        _ = try await view { if case .expenses(_, false) = $0 { true } else { false } }
        user.addExpense()
        user.amount("7.00")
        user.category("bread")
        user.save()
        let list = try await view { if case .expenses(let expenses, false) = $0 { !expenses.isEmpty } else { false } }
        await system.end()

        let replay = try Simulation(replaying: system.recording, of: assembly)
        var last: Screen.View?
        // The terminal ends with the run.
        while replay.step() { last = (try? replay.with(terminal) { $0.screen?.view }) ?? last }
        #expect(last == list)
        #expect(replay.trace.map(\.description) == system.trace.map(\.description))
        #expect(replay.trace.count > 30)
    }
}
