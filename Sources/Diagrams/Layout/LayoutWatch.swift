internal import Automata

/// Checks a budget during a layout, and keeps the error with which the check fails.
struct LayoutWatch {
    private let budget: Budget
    private let byteCount: Int
    private var error: AutomataError?

    /// The bytes that a layout holds for each state and arrow, by estimate.
    private static let bytesPerElement = 1024

    init(_ budget: Budget, elementCount: Int) {
        (self.budget, byteCount) = (budget, elementCount * Self.bytesPerElement)
    }

    mutating func mayContinue() -> Bool {
        if error == nil { check() }
        return error == nil
    }

    private mutating func check() {
        do throws(AutomataError) { try budget.check(statesBuilt: 0, bytes: byteCount) } catch { self.error = error }
    }

    /// Throws the error that has ended the layout, if any.
    mutating func finish() throws(AutomataError) { if !mayContinue(), let error { throw error } }
}
