package import WorkLimits

extension Budget {
    /// Checks the limits and reports the progress of work that builds states.
    package func check(statesBuilt: Int, statesPending: Int = 0, bytes: Int = 0) throws(AutomataError) {
        do { try check(built: statesBuilt, pending: statesPending, bytes: bytes) } catch { throw AutomataError(error) }
    }

    /// Checks that the machine has enough memory for `bytes` held, whatever the limits.
    package func secure(bytes: Int, statesBuilt: Int = 0) throws(AutomataError) {
        do { try secure(bytes: bytes, built: statesBuilt) } catch { throw AutomataError(error) }
    }
}

extension Budget: WorkWatch {
    @usableFromInline
    package func check(bytes: Int) throws(AutomataError) { try check(statesBuilt: 0, bytes: bytes) }
}

/// The steps of work of the core under a budget.
package typealias BudgetSteps = StepCount<HeldWork<AutomataError>>
