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
        /// Waits until the terminal shows a view, or says that the service doesn't answer in time,
        /// as on a machine that is busy.
        func wait(where isWanted: (Screen.View) -> Bool) async throws {
            while true {
                if let screen = try await questions.screen(), isWanted(screen.view) || !screen.notice.isEmpty { return }
                try await Task.sleep(for: .milliseconds(1))
            }
        }

        user.email("grace@example.org")
        user.password("compiler")
        user.login()
        try await wait { if case .expenses(_, false) = $0 { true } else { false } }
        user.addExpense()
        user.amount("7.00")
        user.category("bread")
        user.save()
        try await wait { if case .expenses(let expenses, false) = $0 { !expenses.isEmpty } else { false } }
        await system.end()

        let replay = try Simulation(replaying: system.recording, of: assembly)
        var screens = 0
        while try replay.step() { screens += (try? replay.with(terminal) { $0.screen != nil }) == true ? 1 : 0 }
        #expect(screens > 0)
        #expect(replay.trace.map(\.description) == system.trace.map(\.description))
        #expect(replay.trace.count > 30)
    }
}
