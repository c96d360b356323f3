/// A recognizer of a user's own gestures, which the user shows by examples.
///
/// ```swift
/// var recognizer = TemplateRecognizer()
/// try recognizer.add(points, name: "heart")
/// if let match = recognizer.bestMatch(for: drawn), match.score >= 0.5 { print(match.name) }
/// ```
///
/// One example for each name is enough; more examples, from several people, are better. A gesture
/// is compared with each example by an elastic distance between their paths, which is 0 for the
/// same shape (``TemplateMatch/distance``). The position of a gesture never matters. The
/// ``Options-swift.struct`` decide whether its size, its rotation, the direction of drawing and the
/// order of strokes matter.
///
/// A recognizer is a value: copies are independent, and the same examples give the same answers in
/// the same order everywhere.
///
/// The recognizer needs 1 KiB for each example, in addition to the example itself.
/// `Documentation/gestures.md` describes the method, its sources and a comparison.
public struct TemplateRecognizer: Sendable {
    /// The differences that are allowed between a gesture and an example of the same name.
    public struct Options: Sendable, Hashable {
        /// A Boolean value that indicates whether gestures that differ only by a rotation match.
        ///
        /// If `false`, rotations by less than about 15° still change the distance only slightly.
        public var ignoresRotation: Bool
        /// A Boolean value that indicates whether gestures that differ only in size match.
        ///
        /// If `false`, each factor of two between the sizes adds 0.17 to
        /// ``TemplateMatch/distance``.
        public var ignoresScale: Bool
        /// A Boolean value that indicates whether gestures drawn in reverse match.
        public var ignoresDirection: Bool
        /// A Boolean value that indicates whether gestures match that differ only in the order and
        /// direction of strokes.
        ///
        /// A gesture of *n* strokes is compared in all *n*! 2ⁿ orders and directions. A gesture of
        /// more than ``TemplateRecognizer/maximumReorderedStrokeCount`` strokes is compared only as
        /// drawn and in reverse.
        public var ignoresStrokeOrder: Bool

        /// Creates options; by default only size is ignored.
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
        /// The number of the example in its recognizer, counted from 0 in the order of addition,
        /// never reused.
        public let id: Int
        /// The name of the gesture; several examples may share a name.
        public let name: String
        /// The strokes in drawing order, without times and pressures.
        public let strokes: [Stroke]
    }

    /// The maximum number of strokes of a gesture whose strokes are tried in all orders.
    public static let maximumReorderedStrokeCount = 4
    /// The maximum number of bytes of a name in UTF-8.
    public static let maximumNameLength = 1000

    /// The options, which may change at any time.
    public var options: Options
    /// The examples in the order of addition.
    public private(set) var templates: [Template] = []
    /// The features of each example, one block after the other.
    private(set) var features: [Float] = []
    /// The logarithm of each example's size.
    private(set) var logSizes: [Float] = []
    /// The index of each example's name in `names`.
    private(set) var nameIndices: [Int] = []
    /// The names of the examples, each once, in the order in which they were first added.
    public private(set) var names: [String] = []
    private var indexOfName: [[UInt8]: Int] = [:]
    private var nextID = 0

    /// Creates a recognizer without examples.
    public init(options: Options = Options()) {
        self.options = options
    }

    /// Adds an example that was drawn in one stroke.
    ///
    /// - Returns: The identifier for removing the example.
    /// - Throws: ``TemplateError``; then no example is added.
    /// - Complexity: O(*n*).
    @discardableResult
    public mutating func add(_ points: [Point], name: String) throws(TemplateError) -> Template.ID {
        try add([Stroke(points)], name: name)
    }

    /// Adds an example that was drawn in one or several strokes.
    ///
    /// - Returns: The identifier for removing the example.
    /// - Throws: ``TemplateError``; then no example is added.
    /// - Complexity: O(*n*).
    @discardableResult
    public mutating func add(_ strokes: [Stroke], name: String) throws(TemplateError) -> Template.ID {
        let bytes = Array(name.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.maximumNameLength, !bytes.contains(where: { $0 < 32 || $0 == 127 })
        else { throw .invalidName }
        guard nextID < Int(Int32.max) else { throw .tooMany }
        let path = strokes.count == 1 ? strokes[0].points : strokes.flatMap(\.points)
        guard let logSize = appendFeatures(of: path) else { throw .noExtent }
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

    /// Removes an example by its identifier.
    ///
    /// - Returns: Whether there was such an example.
    /// - Complexity: O(*t*) for *t* examples.
    @discardableResult
    public mutating func remove(id: Template.ID) -> Bool {
        removeAll { $0.id == id } > 0
    }

    /// Removes all examples with a name.
    ///
    /// - Returns: The number of removed examples.
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

    /// Appends the features of a path, and returns the logarithm of its size; `nil` if it has no
    /// extent.
    private mutating func appendFeatures(of path: [Point]) -> Float? {
        let size = features.count
        features.append(contentsOf: repeatElement(0, count: GestureFeatures.blockLength))
        let logSize = features.withUnsafeMutableBufferPointer { features in
            GestureFeatures.write(path.span, to: features.extracting(size..<features.count), isReversed: true)
        }
        if logSize == nil { features.removeLast(GestureFeatures.blockLength) }
        return logSize
    }
}

/// The reason why an example can't be added.
public enum TemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name is empty, too long or has control characters.
    case invalidName
    /// All points are equal, so the example has no shape.
    case noExtent
    /// All identifiers have been used.
    case tooMany

    /// A sentence that describes the error.
    public var description: String {
        switch self {
        case .invalidName:
            "invalid gesture name; use 1 to \(TemplateRecognizer.maximumNameLength) bytes without control characters"
        case .noExtent: "all points of the gesture are equal; draw more"
        case .tooMany: "all numbers of examples have been used; create a new recognizer"
        }
    }
}
