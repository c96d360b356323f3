/// Tells a user's own gestures apart by examples of them.
///
/// ```swift
/// var recognizer = TemplateRecognizer()
/// try recognizer.add(points, name: "heart")
/// if let match = recognizer.bestMatch(for: drawn), match.score >= 0.5 { print(match.name) }
/// ```
///
/// One example a name is enough; more of them, from several people, make it better. A gesture is
/// compared with each of them by an elastic distance between their ways: 0 for the same shape, and
/// the smaller the more alike (``TemplateMatch/distance``). Where a gesture was drawn never
/// matters. Whether its size, its rotation, the direction of drawing and the order of strokes do is
/// up to the ``Options-swift.struct``.
///
/// A value: copies are independent, and the same examples give the same answers in the same order
/// everywhere.
///
/// Its size on top of the examples is 1 KiB for each. How it works, what it follows and how it
/// compares is told in `Documentation/gestures.md`.
public struct TemplateRecognizer: Sendable {
    /// The differences that a gesture may have from an example of the same name.
    public struct Options: Sendable, Hashable {
        /// Whether gestures are the same whichever way they are rotated.
        ///
        /// If not, rotations by some 15° do little harm all the same.
        public var ignoresRotation: Bool
        /// Whether gestures are the same whatever their size; if not, one of twice or half the size
        /// is as far off as a shape that is only just taken for the same.
        public var ignoresScale: Bool
        /// Whether gestures are the same when they are drawn from the end to the beginning.
        public var ignoresDirection: Bool
        /// Whether gestures are the same in whatever order and direction their strokes are drawn.
        ///
        /// Each order is tried: 8 for two strokes, 48 for three, 384 for four. A gesture of more
        /// than ``TemplateRecognizer/maximumReorderedStrokeCount`` strokes is taken as it is drawn,
        /// and from its end to its beginning.
        public var ignoresStrokeOrder: Bool

        /// Options; the default ones ignore size only.
        public init(
            ignoresRotation: Bool = false, ignoresScale: Bool = true, ignoresDirection: Bool = false,
            ignoresStrokeOrder: Bool = false
        ) {
            self.ignoresRotation = ignoresRotation
            self.ignoresScale = ignoresScale
            self.ignoresDirection = ignoresDirection
            self.ignoresStrokeOrder = ignoresStrokeOrder
        }
    }

    /// An example of a gesture.
    public struct Template: Sendable, Hashable, Identifiable {
        /// Its number in its recognizer: 0 for the first one that was ever added, and so on.
        public let id: Int
        /// The name of the gesture; several examples may share a name.
        public let name: String
        /// The strokes in drawing order, without times and pressures.
        public let strokes: [Stroke]
    }

    /// With up to so many strokes all orders are tried where their order is ignored.
    public static let maximumReorderedStrokeCount = 4
    /// The longest name in bytes of UTF-8.
    public static let maximumNameLength = 1000

    /// The differences that gestures may have; they may be changed at any time.
    public var options: Options
    /// The examples in the order of addition.
    public private(set) var templates: [Template] = []
    /// The features of each example, one block after the other.
    private(set) var features: [Float] = []
    /// The logarithm of each example's size.
    private(set) var logSizes: [Float] = []
    /// For each example the place of its name in `names`.
    private(set) var nameIndices: [Int] = []
    /// The names of the examples in the order in which they were first added, each once.
    public private(set) var names: [String] = []
    private var indexOfName: [[UInt8]: Int] = [:]
    private var nextID = 0

    /// A recognizer without examples.
    public init(options: Options = Options()) {
        self.options = options
    }

    /// Adds an example that was drawn in one stroke.
    ///
    /// - Returns: the number to remove it by.
    /// - Throws: ``TemplateError``; nothing is added then.
    /// - Complexity: O(*n*).
    @discardableResult
    public mutating func add(_ points: [Point], name: String) throws(TemplateError) -> Template.ID {
        try add([Stroke(points)], name: name)
    }

    /// Adds an example that was drawn in one or several strokes.
    ///
    /// - Returns: the number to remove it by.
    /// - Throws: ``TemplateError``; nothing is added then.
    /// - Complexity: O(*n*).
    @discardableResult
    public mutating func add(_ strokes: [Stroke], name: String) throws(TemplateError) -> Template.ID {
        let bytes = Array(name.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.maximumNameLength, !bytes.contains(where: { $0 < 32 || $0 == 127 })
        else { throw .invalidName }
        guard nextID < Int(Int32.max) else { throw .tooMany }
        let way = strokes.count == 1 ? strokes[0].points : strokes.flatMap(\.points)
        guard let logSize = appendFeatures(of: way) else { throw .noExtent }
        let nameIndex = indexOfName[bytes] ?? names.count
        if nameIndex == names.count {
            names.append(name)
            indexOfName[bytes] = nameIndex
        }
        logSizes.append(logSize)
        nameIndices.append(nameIndex)
        templates.append(Template(id: nextID, name: names[nameIndex], strokes: strokes.map { Stroke($0.points) }))
        nextID += 1
        return nextID - 1
    }

    /// Removes an example.
    ///
    /// - Returns: whether there was one of that number.
    /// - Complexity: O(*t*) for *t* examples.
    @discardableResult
    public mutating func remove(id: Template.ID) -> Bool {
        removeAll { $0.id == id } > 0
    }

    /// Removes all examples of a name.
    ///
    /// - Returns: how many there were.
    /// - Complexity: O(*t*) for *t* examples.
    @discardableResult
    public mutating func removeAll(named name: String) -> Int {
        guard let index = indexOfName[Array(name.utf8)] else { return 0 }
        var isNamed = nameIndices.makeIterator()
        return removeAll { _ in isNamed.next() == index }
    }

    private mutating func removeAll(where isRemoved: (Template) -> Bool) -> Int {
        var kept = TemplateRecognizer(options: options)
        for (index, template) in templates.enumerated() where !isRemoved(template) {
            let bytes = Array(template.name.utf8)
            let nameIndex = kept.indexOfName[bytes] ?? kept.names.count
            if nameIndex == kept.names.count {
                kept.names.append(template.name)
                kept.indexOfName[bytes] = nameIndex
            }
            let block = index * GestureFeatures.blockLength
            kept.features.append(contentsOf: features[block..<block + GestureFeatures.blockLength])
            kept.logSizes.append(logSizes[index])
            kept.nameIndices.append(nameIndex)
            kept.templates.append(template)
        }
        let removedCount = templates.count - kept.templates.count
        kept.nextID = nextID
        if removedCount > 0 { self = kept }
        return removedCount
    }

    /// Appends a block of features; `nil` for a way without extent, which has none.
    private mutating func appendFeatures(of way: [Point]) -> Float? {
        let size = features.count
        features.append(contentsOf: repeatElement(0, count: GestureFeatures.blockLength))
        let logSize = features.withUnsafeMutableBufferPointer { features in
            GestureFeatures.write(way.span, to: features.extracting(size..<features.count), isReversed: true)
        }
        if logSize == nil { features.removeLast(GestureFeatures.blockLength) }
        return logSize
    }
}

/// The reason why an example can't be added.
public enum TemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name is empty, too long or has control characters.
    case invalidName
    /// No two points differ, so that there is no shape.
    case noExtent
    /// No number is left for it.
    case tooMany

    /// The sentence for a person.
    public var description: String {
        switch self {
        case .invalidName:
            "a gesture's name has 1 to \(TemplateRecognizer.maximumNameLength) bytes and no control characters"
        case .noExtent: "an example of a gesture needs two points that differ"
        case .tooMany: "there are too many examples"
        }
    }
}
