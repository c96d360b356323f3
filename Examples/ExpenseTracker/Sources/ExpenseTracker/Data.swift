/// Someone who pays for all.
package enum User: String, CaseIterable, Hashable, Sendable {
    case ada = "ada@example.org"
    case grace = "grace@example.org"
    case alan = "alan@example.org"

    var password: String {
        switch self {
        case .ada: "engine"
        case .grace: "compiler"
        case .alan: "machine"
        }
    }
}

/// An expense that nobody has stored yet.
package struct NewExpense: Hashable, Sendable {
    package var cents: Int
    package var category: String
    package var payer: User

    package init(cents: Int, category: String, payer: User) {
        (self.cents, self.category, self.payer) = (cents, category, payer)
    }
}

/// An expense, which all users share in equal parts.
package struct Expense: Hashable, Sendable {
    package let number: Int
    package var content: NewExpense
}

/// What a user owes another one.
package struct Debt: Hashable, Sendable {
    package var debtor: User
    package var creditor: User
    package var cents: Int

    package init(debtor: User, creditor: User, cents: Int) {
        (self.debtor, self.creditor, self.cents) = (debtor, creditor, cents)
    }
}

extension [Expense] {
    /// The fewest payments that make all users have paid the same, up to a cent each.
    var debts: [Debt] {
        let users = User.allCases
        let total = reduce(0) { $0 + $1.content.cents }
        var balances = users.enumerated().map { number, user in
            let share = total / users.count + (number < total % users.count ? 1 : 0)
            return reduce(-share) { $0 + ($1.content.payer == user ? $1.content.cents : 0) }
        }
        var debts: [Debt] = []
        while let debtor = balances.firstIndex(where: { $0 < 0 }),
            let creditor = balances.firstIndex(where: { $0 > 0 })
        {
            let cents = Swift.min(-balances[debtor], balances[creditor])
            balances[debtor] += cents
            balances[creditor] -= cents
            debts.append(Debt(debtor: users[debtor], creditor: users[creditor], cents: cents))
        }
        return debts
    }
}
