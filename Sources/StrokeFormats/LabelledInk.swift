public import Strokes

/// One thing that was drawn, in one stroke or several, and what is known about it.
public struct LabelledInk: Sendable, Hashable {
    /// The strokes in drawing order.
    public var strokes: [Stroke]
    /// What is known, by name: `element`, `kind`, `writer`, `source`, `fold`, `id` and whatever else there is.
    public var labels: [String: String]

    /// Strokes that belong together, with labels.
    public init(strokes: [Stroke], labels: [String: String] = [:]) {
        self.strokes = strokes
        self.labels = labels
    }
}

/// What an ink file holds: things that were drawn, in their order.
public struct InkDocument: Sendable, Hashable {
    /// The things that were drawn.
    public var elements: [LabelledInk]

    /// A document of elements.
    public init(elements: [LabelledInk] = []) {
        self.elements = elements
    }
}
