/// The names of the labels of shapes: elements that a drawing program placed, so that their kind,
/// ends and text are known.
enum ShapeLabel {
    /// The kind: `circle` or `arrow`.
    static let shape = "shape"
    /// The name by which arrows refer to a circle.
    static let id = "id"
    /// The id of the circle that an arrow leaves.
    static let from = "from"
    /// The id of the circle that an arrow enters.
    static let to = "to"
    /// The name of a state, or the symbols of an arrow.
    static let text = "text"

    static let circle = "circle"
    static let arrow = "arrow"
}
