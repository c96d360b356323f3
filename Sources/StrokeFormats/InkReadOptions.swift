/// How ink is to be read.
public struct InkReadOptions: Sendable {
    /// What messages call the input: a path, or `-`.
    public var inputName: String
    /// How many bytes of memory what is read may take, as far as the reader can tell.
    ///
    /// Whatever it is, labels and traces that a text repeats take no more than 128 MiB and 256
    /// times the text.
    public var maximumMemory: Int?

    /// Makes the options.
    public init(inputName: String = "-", maximumMemory: Int? = nil) {
        self.inputName = inputName
        self.maximumMemory = maximumMemory
    }
}
