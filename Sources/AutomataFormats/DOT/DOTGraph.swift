internal import Automata

/// A directed graph in DOT, with the attributes that matter for an automaton.
struct DOTGraph {
    struct Node: DenseID { let rawValue: UInt32 }
    struct LabelID: DenseID { let rawValue: UInt32 }

    /// A node's shape.
    enum Shape { case doubleCircle, undrawn, other }

    /// The relevant styles of a list such as `filled,bold`.
    struct Style: OptionSet {
        let rawValue: UInt8

        static let invisible = Style(rawValue: 1)
        static let bold = Style(rawValue: 2)
    }

    /// The relevant attributes of a node or an edge; `nil` for one that isn't given.
    struct Attributes {
        var shape: Shape?
        var style: Style?
        /// Whether it has two outlines or more.
        var hasSeveralPeripheries: Bool?
        /// The label; ``DenseID/absent`` for `\N`, a node's id.
        var label: LabelID?

        /// Replaces the attributes that are given in others.
        mutating func update(with others: Attributes) {
            shape = others.shape ?? shape
            style = others.style ?? style
            hasSeveralPeripheries = others.hasSeveralPeripheries ?? hasSeveralPeripheries
            label = others.label ?? label
        }
    }

    struct Edge {
        var source: Node
        var target: Node
        /// The label; ``DenseID/absent`` for none.
        var label: LabelID
    }

    var ids = NameTable()
    var nodes: [Attributes] = []
    /// The positions of nodes by number, up to the last known position; `nil` if unknown.
    private(set) var positions: [StatePosition?] = []
    var edges: [Edge] = []
    /// The texts of labels, each once.
    var labels = NameTable()
    /// The offset of each label's first mention.
    var labelOffsets: [Int] = []
    /// The attributes of the graph itself that give an alphabet.
    var attributes: [String: DOTLexer.Identifier] = [:]
    /// Whether an edge has a modality, as in modal transition systems.
    var isModal = false

    /// Gives a node a position.
    mutating func setPosition(_ position: StatePosition, of node: Node) {
        if Int(node) >= positions.count {
            positions.append(contentsOf: repeatElement(nil, count: Int(node) + 1 - positions.count))
        }
        positions[Int(node)] = position
    }

    /// The number of edges that even a short text may have, because edges between groups multiply.
    /// Longer texts may have more.
    static let uncheckedEdgeCount = 10_000_000

    /// The bytes in use, including the growth of arrays.
    var byteCount: Int {
        let arrays =
            nodes.capacity * MemoryLayout<Attributes>.stride + edges.capacity * MemoryLayout<Edge>.stride
            + labelOffsets.capacity * MemoryLayout<Int>.stride
            + positions.capacity * MemoryLayout<StatePosition?>.stride
        return (arrays + ids.byteCount + labels.byteCount) * 3 / 2
    }
}
