import Components
import ExpenseTracker
import Testing

/// The web service fails in the middle, and is healed.
@Suite struct HealingTests {
    private func expenses(_ session: Session) -> [Int]? {
        if case .expenses(let expenses, false) = session.view { expenses.map(\.number) } else { nil }
    }

    @Test func aServiceThatFailsIsHealed() throws {
        // Requests: the list, the first expense, the second one, which fails, and again.
        let session = try Session(faults: [3])
        try session.logIn()
        try session.add("3.00", "train")
        try session.add("6.00", "bread")
        #expect(expenses(session) == [1])
        #expect(session.screen?.notice == "the service has failed; try again")
        try session.add("6.00", "bread")
        #expect(expenses(session) == [1, 2] && session.screen?.notice == "")
        #expect(session.simulation.failures.map(\.component) == ["model.service"])
    }

    /// What others asked meanwhile is answered by the fresh service.
    @Test func whatWaitsIsAnswered() throws {
        let session = try Session(faults: [1])
        try session.logIn()
        #expect(session.screen?.notice == "the service has failed; try again")
        session.user.showDebts()
        try session.wait()
        #expect(session.view == .debts([]))
    }

    @Test func aServiceThatFailsAgainAndAgainEnds() throws {
        let session = try Session(faults: Set(1...100))
        try session.logIn()
        for _ in 0..<5 {
            session.user.showDebts()
            session.user.showExpenses()
            try session.wait(0)
        }
        #expect(session.simulation.failures.count == 5)
        #expect(session.simulation.failures.last?.component == "model.supervisor")
        #expect(!session.simulation.assembly.contains("model.service"))
        // The program goes on, and says so.
        session.user.showDebts()
        try session.wait(20)
        #expect(session.screen?.notice == "the service doesn't answer")
    }
}
