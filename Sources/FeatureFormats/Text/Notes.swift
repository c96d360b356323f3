/// The changes that a writer made.
struct Notes {
    private var told: [String] = []
    private var count = 0

    /// The most changes that are told one by one.
    private static let maximumCount = 20

    /// A sentence for each change, or for many of them together.
    var sentences: [String] {
        count > told.count ? told + ["\(count - told.count) more changes were made"] : told
    }

    mutating func add(_ sentence: String) {
        count += 1
        if told.count < Self.maximumCount { told.append(sentence) }
    }
}
