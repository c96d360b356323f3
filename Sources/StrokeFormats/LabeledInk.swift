public import Strokes

/// An element that was drawn in one or several strokes, with labels.
public struct LabeledInk: Sendable, Hashable {
    /// The strokes in drawing order.
    public var strokes: [Stroke]
    /// The labels by name: `element`, `kind`, `writer`, `source`, `fold`, `id`, or any other name.
    public var labels: [String: String]

    /// Creates ink from strokes that belong together, with labels.
    public init(strokes: [Stroke], labels: [String: String] = [:]) {
        self.strokes = strokes
        self.labels = labels
    }
}

/// A text beside the ink, such as the name of a state or the symbols of an arrow.
public struct InkText: Sendable, Hashable {
    /// The name or the symbols.
    public var text: String
    /// The position of the middle of the text.
    public var position: Point

    /// Creates a text at a position.
    public init(_ text: String, at position: Point) {
        self.text = text
        self.position = position
    }
}

/// The contents of an ink file: elements in drawing order, and texts.
public struct InkDocument: Sendable, Hashable {
    /// The elements in drawing order.
    public var elements: [LabeledInk]
    /// The texts, in the order of the file.
    public var texts: [InkText]

    /// Creates a document of elements and texts.
    public init(elements: [LabeledInk] = [], texts: [InkText] = []) {
        self.elements = elements
        self.texts = texts
    }
}
