@_exported public import WorkLimits

/// The options for reading ink.
public struct InkReadOptions: Sendable {
    /// The name of the input in messages; `nil` if it has none.
    public var inputName: String?
    /// The limit of the memory that the ink may use, as the reader estimates it, and the
    /// cancellation check. The limit of states doesn't apply.
    ///
    /// One more limit always applies: 128 MiB plus 256 bytes for each byte of the text. Only ink
    /// that repeats labels or traces often can reach this limit.
    public var budget: Budget

    /// Creates options for an input with a name, within a budget.
    public init(inputName: String? = nil, budget: Budget = .unlimited) {
        self.inputName = inputName
        self.budget = budget
    }
}
