/// The keys of ink in JSON.
enum InkJSON {
    static let points = "points"
    static let strokes = "strokes"
    static let drawing = "drawing"
    static let elements = "elements"
    static let labels = "labels"
    static let text = "text"
    static let at = "at"
    /// The coordinates of an object's origin.
    static let x = "x", y = "y"

    /// Keys that tell an element from a point.
    static let contents: Set<String> = [points, strokes, drawing, elements, at]
    /// Keys that can't be the names of labels beside them.
    static let reserved: Set<String> = [points, strokes, drawing, elements, labels, x, y]
}
