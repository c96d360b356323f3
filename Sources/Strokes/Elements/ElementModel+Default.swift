extension ElementModel {
    /// The default model, trained by `automata-train` on real and synthetic strokes.
    ///
    /// Its text is part of the library and is read on first use, in less than a millisecond.
    public static let `default`: ElementModel = {
        // A test checks that the text is valid; if it weren't, a recognizer that knows nothing
        // would be better than a crash.
        (try? ElementModel(parsing: DefaultModel.text)) ?? .uniform
    }()

    /// A model that recognizes no element: all ink is unknown.
    package static let uniform = ElementModel(
        means: [Float](repeating: 0, count: Feature.count), inverses: [Float](repeating: 0, count: Feature.count),
        trees: .none, networks: [], treeShare: 1, offsets: [0, 0, 0, 20])
}
