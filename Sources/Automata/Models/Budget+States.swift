package import WorkLimits

extension Budget {
    /// Checks the limits and reports the progress of work that builds states.
    package func check(statesBuilt: Int, statesPending: Int = 0, bytes: Int = 0) throws(AutomataError) {
        do { try check(built: statesBuilt, pending: statesPending, bytes: bytes) } catch { throw AutomataError(error) }
    }

    /// Throws if the machine has less than `bytes` of free memory, even if the limits allow more.
    package func checkFreeMemory(bytes: Int, statesBuilt: Int = 0) throws(AutomataError) {
        do { try checkFreeMemory(bytes: bytes, built: statesBuilt) } catch { throw AutomataError(error) }
    }
}

extension Budget: WorkWatch {
    @usableFromInline
    package func check(bytes: Int) throws(AutomataError) { try check(statesBuilt: 0, bytes: bytes) }
}

/// A counter of steps whose check throws ``AutomataError``.
package typealias BudgetSteps = StepCount<BudgetWatch<AutomataError>>
