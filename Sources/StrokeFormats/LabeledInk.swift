public import Strokes

/// One thing that was drawn, in one stroke or several, and what is known about it.
public struct LabeledInk: Sendable, Hashable {
    /// The strokes in drawing order.
    public var strokes: [Stroke]
    /// The labels by name: `element`, `kind`, `writer`, `source`, `fold`, `id` and whatever else
    /// there is.
    public var labels: [String: String]

    /// Strokes that belong together, with labels.
    public init(strokes: [Stroke], labels: [String: String] = [:]) {
        self.strokes = strokes
        self.labels = labels
    }
}

/// A text beside the ink, such as the name of a state or the symbols of an arrow.
public struct InkText: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The place of its middle.
    public var place: Point

    /// Creates a text at a place.
    public init(_ text: String, at place: Point) {
        self.text = text
        self.place = place
    }
}

/// The contents of an ink file: things that were drawn, in their order, and texts.
public struct InkDocument: Sendable, Hashable {
    /// The things that were drawn.
    public var elements: [LabeledInk]
    /// The texts, in their order.
    public var texts: [InkText]

    /// A document of elements and texts.
    public init(elements: [LabeledInk] = [], texts: [InkText] = []) {
        self.elements = elements
        self.texts = texts
    }
}
