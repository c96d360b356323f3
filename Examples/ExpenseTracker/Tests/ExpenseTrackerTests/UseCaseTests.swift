import Components
import ExpenseTracker
import Testing

/// A user at the screen.
struct Session {
    let simulation: Simulation
    let user: Output<UserActions>
    private let screens: MessageRecord<ScreenUpdates>

    init(_ options: Simulation.Options = .init(), faults: Set<Int> = []) throws {
        let (assembly, application) = Assembly.expenseTracker(faults: faults)
        simulation = try Simulation(assembly, options)
        user = try simulation.port(\.user, of: application)
        screens = try simulation.record(\.screen, of: application)
    }

    var screen: Screen? { screens.show.last }
    var view: Screen.View? { screen?.view }

    func wait(_ seconds: Int = 2) throws { try simulation.advance(by: .seconds(seconds)) }

    func logIn(_ email: String = "ada@example.org", _ password: String = "engine") throws {
        user.email(email)
        user.password(password)
        user.login()
        try wait()
    }

    func add(_ amount: String, _ category: String) throws {
        user.addExpense()
        user.amount(amount)
        user.category(category)
        user.save()
        try wait()
    }
}

@Suite struct UseCaseTests {
    private let session: Session

    init() throws { session = try Session() }

    private var isWaiting: Bool? {
        if case .expenses(_, let isWaiting) = session.view { isWaiting } else { nil }
    }

    private var numbers: [Int]? {
        if case .expenses(let expenses, false) = session.view { expenses.map(\.number) } else { nil }
    }

    @Test func logsIn() throws {
        try session.wait(0)
        #expect(session.view == .login(email: "", password: "", isEnabled: false))
        session.user.email("ada@example.org")
        session.user.password("1234")
        session.user.login()
        try session.wait(0)
        #expect(session.view == .login(email: "ada@example.org", password: "1234", isEnabled: false))
        try session.logIn("ada@example.org", "compiler")
        #expect(session.view == .login(email: "ada@example.org", password: "compiler", isEnabled: true))
        #expect(session.screen?.notice == "unknown email or wrong password")
        session.user.password("engine")
        session.user.login()
        try session.wait(0)
        #expect(isWaiting == true && session.screen?.notice == "")
        try session.wait()
        #expect(numbers == [])
    }

    @Test func addsAnExpense() throws {
        try session.logIn()
        session.user.addExpense()
        session.user.amount("0.00")
        session.user.category("books")
        try session.wait(0)
        #expect(session.view == .addExpense(amount: "0.00", category: "books", isEnabled: false))
        session.user.save()
        session.user.cancel()
        try session.wait()
        #expect(numbers == [])
        try session.add("12.50", "books")
        guard case .expenses(let expenses, _) = session.view else { return #expect(Bool(false), "no list") }
        #expect(expenses.map(\.content) == [NewExpense(cents: 1250, category: "books", payer: .ada)])
        session.user.addExpense()
        try session.wait(0)
        #expect(session.view == .addExpense(amount: "", category: "", isEnabled: false))
    }

    @Test func deletesAnExpense() throws {
        try session.logIn()
        for amount in ["1.00", "2.00", "3.00"] { try session.add(amount, "train") }
        session.user.choose(2)
        try session.wait(1)
        guard case .detail(let expense) = session.view else { return #expect(Bool(false), "no detail") }
        #expect(expense.number == 2 && expense.content.cents == 200)
        session.user.delete()
        try session.wait()
        #expect(numbers == [1, 3])
    }

    @Test func showsAllExpenses() throws {
        try session.logIn()
        try session.add("1.00", "train")
        session.user.logout()
        try session.logIn("grace@example.org", "compiler")
        try session.add("2.00", "bread")
        guard case .expenses(let expenses, false) = session.view else { return #expect(Bool(false), "no list") }
        #expect(expenses.map(\.content.payer) == [.ada, .grace])
    }

    @Test func showsDebts() throws {
        try session.logIn()
        try session.add("10.00", "train")
        session.user.showDebts()
        try session.wait()
        #expect(
            session.view
                == .debts([
                    Debt(debtor: .grace, creditor: .ada, cents: 333), Debt(debtor: .alan, creditor: .ada, cents: 333),
                ]))
    }
}

/// The five properties that make an application complex.
@Suite struct ComplexityTests {
    private let session: Session

    init() throws {
        session = try Session()
        try session.logIn()
    }

    /// Several types of data, related to each other: debts follow from expenses, whose payers are
    /// users.
    @Test func dataAreRelated() throws {
        try session.add("3.00", "train")
        session.user.showDebts()
        try session.wait()
        guard case .debts(let debts) = session.view else { return #expect(Bool(false), "no debts") }
        #expect(debts.map(\.creditor) == [.ada, .ada] && debts.map(\.cents) == [100, 100])
    }

    /// Several views depend on the same data: both change with an expense.
    @Test func viewsDependOnTheSameData() throws {
        session.user.showDebts()
        try session.wait()
        #expect(session.view == .debts([]))
        try session.add("3.00", "train")
        guard case .debts(let debts) = session.view else { return #expect(Bool(false), "no debts") }
        #expect(debts.count == 2)
        session.user.showExpenses()
        try session.wait()
        guard case .expenses(let expenses, false) = session.view else { return #expect(Bool(false), "no list") }
        #expect(expenses.count == 1)
    }

    /// The same data in two ways: as a line of the list, and in detail.
    @Test func theSameDataAreSeenInTwoWays() throws {
        try session.add("3.00", "train")
        guard case .expenses(let expenses, false) = session.view else { return #expect(Bool(false), "no list") }
        session.user.choose(1)
        try session.wait()
        #expect(session.view == .detail(expenses[0]))
        // A hidden tab lives on.
        session.user.showDebts()
        session.user.showExpenses()
        try session.wait()
        #expect(session.view == .detail(expenses[0]))
    }

    /// Data are changed, while they are fetched, too.
    @Test func dataAreChanged() throws {
        for _ in 1...3 {
            session.user.addExpense()
            session.user.amount("1.00")
            session.user.category("train")
            session.user.save()
        }
        try session.wait(10)
        guard case .expenses(let expenses, false) = session.view else { return #expect(Bool(false), "no list") }
        #expect(expenses.map(\.number) == [1, 2, 3])
    }

    @Test func nothingIsSeenAfterLoggingOut() throws {
        try session.add("3.00", "train")
        session.user.choose(1)
        try session.wait()
        session.user.showDebts()
        // The answer comes when nobody is logged in any more.
        session.user.addExpense()
        session.user.cancel()
        session.user.logout()
        try session.wait()
        #expect(session.view == .login(email: "", password: "", isEnabled: false))
        try session.logIn()
        guard case .expenses(let expenses, false) = session.view else { return #expect(Bool(false), "no list") }
        #expect(expenses.count == 1)
    }

    /// In any order of events that keeps each sender's.
    @Test(arguments: 1...20) func theOrderOfEventsDoesNotMatter(seed: UInt64) throws {
        var options = Simulation.Options()
        (options.isShuffled, options.seed) = (true, seed)
        let session = try Session(options)
        try session.logIn()
        try session.add("3.00", "train")
        try session.add("6.00", "bread")
        guard case .expenses(let expenses, false) = session.view else { return #expect(Bool(false), "no list") }
        #expect(expenses.map(\.number) == [1, 2])
    }
}
