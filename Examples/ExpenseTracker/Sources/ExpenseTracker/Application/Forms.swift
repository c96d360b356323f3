import Statecharts

/// An e-mail address, a password, and a button that works while both are valid.
struct LoginForm: ApplicationPart {
    enum State: String, StatechartSymbol {
        case notLoggedIn, loggedIn, texts
        case email, emailInvalid, emailValid
        case password, passwordInvalid, passwordValid
        case button, disabled, enabled
    }

    static let chart: Statechart = .init("Login", for: Self.self) {
        Orthogonal(.notLoggedIn) {
            Composite(.email) { Between(.emailInvalid, .emailValid, on: .email, if: .isEmail) }
            Composite(.password) {
                Between(.passwordInvalid, .passwordValid, on: .password, if: .isLongPassword)
            }
            Composite(.button) {
                Between(.disabled, .enabled, if: .isLoginComplete)
                Simple(.disabled) { Entry(.redraw) }
                Simple(.enabled) {
                    Entry(.redraw)
                    On(.login, if: .isKnown, to: .loggedIn, do: .logIn)
                    On(.login, do: .refuse)
                }
            }
            Simple(.texts) {
                On(.email, do: .keepEmail)
                On(.password, do: .keepPassword)
            }
        }
        Simple(.loggedIn) { On(.logout, if: .isUncovered, to: .notLoggedIn, do: .logOut) }
    }
}

/// An amount, a category, and a button that works while both are valid.
struct ExpenseForm: ApplicationPart {
    enum State: String, StatechartSymbol {
        case form, texts
        case amount, amountInvalid, amountValid
        case category, categoryInvalid, categoryValid
        case button, disabled, enabled
    }

    static let chart: Statechart = .init("Add expense", for: Self.self) {
        Orthogonal(.form) {
            On(.addExpense, if: .isUncovered, to: .form, do: .clearForm)
            Composite(.amount) { Between(.amountInvalid, .amountValid, on: .amount, if: .isAmount) }
            Composite(.category) {
                Between(.categoryInvalid, .categoryValid, on: .category, if: .isLongCategory)
            }
            Composite(.button) {
                Between(.disabled, .enabled, if: .isExpenseComplete)
                Simple(.disabled) { Entry(.redraw) }
                Simple(.enabled) {
                    Entry(.redraw)
                    On(.save, do: .create)
                }
            }
            Simple(.texts) {
                On(.amount, do: .keepAmount)
                On(.category, do: .keepCategory)
            }
        }
    }
}
