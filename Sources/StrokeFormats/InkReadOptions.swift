@_exported public import WorkLimits

/// The options for reading ink.
public struct InkReadOptions: Sendable {
    /// The name of the input in messages; `nil` if it has none.
    public var inputName: String?
    /// The limit of the memory that the ink may take, by the reader's estimate, and the
    /// cancellation check. The limit of states isn't used.
    ///
    /// One more limit always holds: 128 MiB plus 256 bytes for each byte of the text. Only ink
    /// whose labels or traces are repeated often can reach it.
    public var budget: Budget

    /// Creates the options.
    public init(inputName: String? = nil, budget: Budget = .unlimited) {
        self.inputName = inputName
        self.budget = budget
    }
}
