internal import TextSupport

/// The values of a JSON or YAML text, in one list, as nested ones would be freed recursively.
final class DataTree {
    enum Kind {
        case scalar(String, isQuoted: Bool)
        case list
        case object
    }

    struct Node {
        var kind: Kind
        var offset: Int
        /// The items, or the values of the members.
        var children: [Int] = []
        /// The keys of the members, with their offsets.
        var keys: [(name: String, offset: Int)] = []
    }

    /// The greatest depth of values: states are in objects within objects.
    static let maximumDepth = 2 * (StatechartFormatLimits.stateDepth + StatechartFormatLimits.contentDepth) + 10

    private(set) var nodes: [Node] = []
    let text: UnsafeRawBufferPointer

    init(_ text: UnsafeRawBufferPointer) { self.text = text }

    /// Adds a value to a list or, with a key, to an object.
    func add(_ kind: Kind, at offset: Int, to parent: Int?, key: (name: String, offset: Int)? = nil) -> Int {
        nodes.append(Node(kind: kind, offset: offset))
        if let parent {
            nodes[parent].children.append(nodes.count - 1)
            if let key { nodes[parent].keys.append(key) }
        }
        return nodes.count - 1
    }

    /// Appends a line to a scalar.
    func extend(_ index: Int, by line: String) {
        guard case .scalar(let text, let isQuoted) = nodes[index].kind else { return }
        nodes[index].kind = .scalar(text + " " + line, isQuoted: isQuoted)
    }

    /// Reads JSON of any depth.
    static func json(_ text: UnsafeRawBufferPointer) throws(TextProblem) -> DataValue {
        let tree = DataTree(text)
        var cursor = JSONCursor(text, from: text.byteOrderMarkLength)
        var open: [(node: Int, isFirst: Bool)] = []
        var key: (name: String, offset: Int)?
        repeat {
            cursor.skipBlanks()
            let (offset, first) = (cursor.position, cursor.peek)
            switch first {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = first == UInt8(ascii: "{")
                try TextProblem.check(depth: open.count, upTo: maximumDepth, "nested values", at: offset)
                try cursor.open(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["), "a value")
                open.append((tree.add(isObject ? .object : .list, at: offset, to: open.last?.node, key: key), true))
            default:
                let scalar = try cursor.scalar() ?? "null"
                let kind = Kind.scalar(scalar, isQuoted: first == UInt8(ascii: "\""))
                _ = tree.add(kind, at: offset, to: open.last?.node, key: key)
            }
            key = nil
            while let last = open.last {
                let isObject = tree.isObject(last.node)
                let bracket = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
                if try cursor.next(before: bracket, isFirst: &open[open.count - 1].isFirst) {
                    if isObject { key = try cursor.key() }
                    break
                }
                open.removeLast()
            }
        } while !open.isEmpty
        try cursor.finish("the end of the text")
        return DataValue(tree: tree, index: 0)
    }

    func isObject(_ index: Int) -> Bool { if case .object = nodes[index].kind { true } else { false } }
}

/// A value of a JSON or YAML text.
struct DataValue {
    let tree: DataTree
    let index: Int

    var offset: Int { tree.nodes[index].offset }
    var isObject: Bool { tree.isObject(index) }
    var isList: Bool { if case .list = tree.nodes[index].kind { true } else { false } }
    var isNull: Bool { scalar == "null" || scalar == "" || scalar == "~" ? !isQuoted : false }

    /// The text of a scalar; `nil` for lists and objects.
    var scalar: String? { if case .scalar(let text, _) = tree.nodes[index].kind { text } else { nil } }

    private var isQuoted: Bool { if case .scalar(_, true) = tree.nodes[index].kind { true } else { false } }

    /// The text in quotes; `nil` for other values.
    var string: String? { isQuoted ? scalar : nil }

    /// The items of a list; another value is its own only item.
    var items: [DataValue] { isList ? tree.nodes[index].children.map { DataValue(tree: tree, index: $0) } : [self] }

    /// Returns the text of a scalar.
    func text(_ expected: String) throws(TextProblem) -> String {
        guard let scalar else { throw problem("expected \(expected), found \(isList ? "a list" : "an object")") }
        return scalar
    }

    /// Returns the members of an object, whose keys must differ.
    func members(_ expected: String) throws(TextProblem) -> [(key: String, offset: Int, value: DataValue)] {
        guard isObject else { throw problem("expected \(expected), found \(isList ? "a list" : "a plain value")") }
        let node = tree.nodes[index]
        var found: Set<ByteKey> = []
        for key in node.keys where !found.insert(ByteKey(key.name)).inserted {
            throw .duplicateKey(key.name, at: key.offset)
        }
        return zip(node.keys, node.children).map { ($0.name, $0.offset, DataValue(tree: tree, index: $1)) }
    }

    /// Returns the value of a key, or `nil` if this isn't an object with the key.
    subscript(_ key: String) -> DataValue? {
        let node = tree.nodes[index]
        return node.keys.firstIndex { $0.name == key }.map { DataValue(tree: tree, index: node.children[$0]) }
    }

    func problem(_ message: String, _ remedy: String? = nil) -> TextProblem {
        TextProblem(offset: offset, message: message, remedy: remedy)
    }
}
