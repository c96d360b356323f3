/// The options for reading ink.
public struct InkReadOptions: Sendable {
    /// The name of the input in messages; `nil` if it has none.
    public var inputName: String?
    /// The bytes of memory that the ink may take, by the reader's estimate; `nil` for no more than
    /// the limit that always holds.
    ///
    /// That limit is 128 MiB plus 256 bytes for each byte of the text. Only ink whose labels or
    /// traces are repeated often can reach it.
    public var maximumMemory: Int?

    /// Creates the options.
    public init(inputName: String? = nil, maximumMemory: Int? = nil) {
        self.inputName = inputName
        self.maximumMemory = maximumMemory
    }
}
