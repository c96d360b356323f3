/// The options for reading ink.
public struct InkReadOptions: Sendable {
    /// The name of the input in messages; `nil` if it has none.
    public var inputName: String?
    /// The bytes of memory that the ink may take, by the reader's estimate.
    ///
    /// In any case, repeated labels and traces take at most 128 MiB plus 256 times the size of the
    /// text.
    public var maximumMemory: Int?

    /// Creates the options.
    public init(inputName: String? = nil, maximumMemory: Int? = nil) {
        self.inputName = inputName
        self.maximumMemory = maximumMemory
    }
}
