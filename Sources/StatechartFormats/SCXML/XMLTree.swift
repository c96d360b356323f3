internal import Statecharts
internal import TextSupport

/// The elements of an SCXML text and of the texts that it includes, the outermost one first.
///
/// The texts have a common sequence of offsets: each included text begins behind the end of the
/// text that was begun before.
final class XMLTree {
    /// An element; one of another namespace has no elements within.
    struct Node {
        /// The name, with the prefix `automata:` if it is in the library's namespace; `nil` for
        /// other namespaces.
        var name: String?
        /// The name in another namespace, and the namespace.
        var foreignName: (local: String, namespace: String)?
        /// The prefixes in the text of an action of another namespace, with their namespaces.
        var prefixes: [String: String] = [:]
        var attributes: [(name: String, value: String)] = []
        /// The indices of the elements within.
        var children: [Int] = []
        var text: [UInt8] = []
        var offset: Int
        /// The offset of the element's end tag.
        var end = 0
        /// Whether the element contains markup that isn't read as elements of a chart.
        var isRaw = false
        /// Whether elements of other texts are included directly in the element.
        var includesXML = false
    }

    /// A text that is included.
    private struct Included {
        var location: String
        var bytes: [UInt8]
        /// The offset of the first byte.
        var start: Int
        /// The offset in the main text.
        var origin: Int
    }

    /// Something that the reader noticed, but that doesn't make the chart unreadable.
    struct Warning {
        var offset: Int
        var message: String
    }

    var nodes: [Node] = []
    /// The main text.
    let text: UnsafeRawBufferPointer
    /// Returns the text at a location.
    let load: (String) throws -> [UInt8]
    private var included: [Included] = []
    private var nextStart: Int
    /// The first problem in an included text.
    var failure: TextProblem?
    private(set) var warnings: [Warning] = []
    /// The namespaces of elements and attributes that are left out.
    private(set) var skippedNamespaces: Set<String> = []

    /// The maximum number of warnings and of skipped namespaces.
    private static let maximumWarnings = 1000

    init(_ text: UnsafeRawBufferPointer, _ load: @escaping (String) throws -> [UInt8]) {
        (self.text, self.load) = (text, load)
        nextStart = text.count + 1
    }

    /// Adds a warning about the text at an offset.
    func warn(_ offset: Int, _ message: String) {
        guard warnings.count <= Self.maximumWarnings else { return }
        let isLast = warnings.count == Self.maximumWarnings
        warnings.append(
            Warning(offset: offset, message: isLast ? "there are more warnings; correct these first" : message))
    }

    /// Notes that elements or attributes of a namespace are left out.
    func noteSkipped(_ namespace: String) {
        if skippedNamespaces.count < 100 { skippedNamespaces.insert(namespace) }
    }

    // MARK: - Included texts

    /// The number of included texts.
    var includedCount: Int { included.count }

    /// The number of bytes of all included texts.
    var includedByteCount: Int { nextStart - text.count - 1 - included.count }

    /// Adds an included text.
    ///
    /// - Returns: The offset of its first byte.
    func add(_ bytes: [UInt8], from location: String, at offset: Int) -> Int {
        let start = nextStart
        included.append(Included(location: location, bytes: bytes, start: start, origin: mainOffset(offset)))
        nextStart += bytes.count + 1
        return start
    }

    private func text(at offset: Int) -> Included? {
        guard offset > text.count else { return nil }
        return included.prefix(included.prefixCount { $0.start <= offset }).last
    }

    /// Returns the offset in the main text: that of the byte itself, or of the element that
    /// includes it.
    func mainOffset(_ offset: Int) -> Int { text(at: offset)?.origin ?? offset }

    /// Returns a problem with an offset in the main text. If the problem is in an included text,
    /// the message says where.
    func located(_ problem: TextProblem) -> TextProblem {
        var problem = problem
        guard let offset = problem.offset, let included = text(at: offset) else { return problem }
        problem.offset = included.origin
        problem.message = locationText(for: offset, in: included) + problem.message
        return problem
    }

    /// Returns a warning with an offset in the main text.
    func located(_ warning: Warning) -> Warning {
        guard let included = text(at: warning.offset) else { return warning }
        return Warning(
            offset: included.origin, message: locationText(for: warning.offset, in: included) + warning.message)
    }

    private func locationText(for offset: Int, in included: Included) -> String {
        let place = included.bytes.withUnsafeBytes { TextPosition(of: offset - included.start, in: $0) }
        return "in \(Message.quoted(included.location.utf8)) at \(place.line):\(place.column): "
    }

    /// Calls a closure with the text that contains a byte, and the offset of its first byte.
    func withText<Result>(at offset: Int, _ body: (UnsafeRawBufferPointer, _ start: Int) -> Result) -> Result {
        guard let included = text(at: offset) else { return body(text, 0) }
        return included.bytes.withUnsafeBytes { body($0, included.start) }
    }
}
