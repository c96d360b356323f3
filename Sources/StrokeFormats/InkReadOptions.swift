/// The options for reading ink.
public struct InkReadOptions: Sendable {
    /// The name of the input in messages; `nil` if it has none.
    public var inputName: String?
    /// The bytes of memory that the ink may take, as far as the reader can tell.
    ///
    /// Whatever it is, labels and traces that a text repeats take no more than 128 MiB and 256
    /// times the text.
    public var maximumMemory: Int?

    /// Makes the options.
    public init(inputName: String? = nil, maximumMemory: Int? = nil) {
        self.inputName = inputName
        self.maximumMemory = maximumMemory
    }
}
