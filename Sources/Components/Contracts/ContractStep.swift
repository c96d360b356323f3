/// A contract at run time.
@usableFromInline
struct ContractState {
    /// For each state a row, with the offset of the target's row for each action; -1 where the
    /// contract allows nothing.
    @usableFromInline let rows: UnsafePointer<Int32>
    /// The offset of the row of the current state.
    @usableFromInline var row = 0

    init(_ rows: UnsafePointer<Int32>) { self.rows = rows }
}

/// The step that a message makes in a contract.
@usableFromInline
struct ContractStep {
    @usableFromInline let state: UnsafeMutablePointer<ContractState>
    @usableFromInline let column: Int
    /// The step of the same message in another contract.
    @usableFromInline let next: UnsafeMutablePointer<ContractStep>?

    init(_ state: UnsafeMutablePointer<ContractState>, _ column: Int, _ next: UnsafeMutablePointer<ContractStep>?) {
        (self.state, self.column, self.next) = (state, column, next)
    }

    var isAllowed: Bool { state.pointee.rows[state.pointee.row &+ column] >= 0 }

    /// Takes the step, and those in other contracts, unless one of them isn't allowed.
    ///
    /// - Returns: Whether they are allowed.
    @inlinable
    func take() -> Bool {
        let target = state.pointee.rows[state.pointee.row &+ column]
        if target < 0 || next != nil && !takeOthers() { return false }
        state.pointee.row = Int(target)
        return true
    }

    @usableFromInline
    @inline(never)
    func takeOthers() -> Bool {
        var step = next
        while let current = step {
            if !current.pointee.isAllowed { return false }
            step = current.pointee.next
        }
        step = next
        while let current = step {
            let state = current.pointee.state
            state.pointee.row = Int(state.pointee.rows[state.pointee.row &+ current.pointee.column])
            step = current.pointee.next
        }
        return true
    }
}
