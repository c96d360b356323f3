internal import AlgorithmSupport
package import Automata

/// The kind of a node of an expression.
package enum ExpressionKind: UInt32, Sendable, BitwiseCopyable {
    case empty, epsilon, symbols, concatenation, union, star, repetition, intersection, complement, assertion
}

/// The id of an ``ExpressionNode``: another name for ``RegularExpression/Node``.
package typealias NodeID = RegularExpression.Node

/// A node in sixteen bytes. Its kind determines the meaning of the three numbers:
///
/// - symbols: the set
/// - concatenation: the two children
/// - union, intersection: the start and the number of the children in the list of children
/// - star, complement: the child
/// - repetition: the child, the lower bound, the upper bound or ``unbounded``
/// - assertion: its raw value
package struct ExpressionNode: Sendable, Hashable, BitwiseCopyable {
    package var kind: ExpressionKind
    package var first: UInt32 = 0
    package var second: UInt32 = 0
    package var third: UInt32 = 0

    package var set: SymbolSetID { SymbolSetID(rawValue: first) }

    package var left: NodeID { NodeID(rawValue: first) }

    package var right: NodeID { NodeID(rawValue: second) }

    /// The operand of a repetition or a complement.
    var child: NodeID { NodeID(rawValue: first) }

    var least: UInt32 { second }

    var most: UInt32 { third }

    var assertion: RegularExpression.Assertion {
        RegularExpression.Assertion(rawValue: UInt8(truncatingIfNeeded: first)) ?? .textStart
    }
}

/// The upper bound of an unbounded repetition.
package var unbounded: UInt32 { .max }

/// The nodes of one expression: children before parents, the root last, without duplicates and
/// unused nodes.
package struct ExpressionStorage: Sendable, Hashable {
    package var nodes: [ExpressionNode]
    /// The children of unions and intersections.
    package var children: [NodeID]
    package var sets: SymbolSets

    package static var empty: ExpressionStorage {
        ExpressionStorage(nodes: [ExpressionNode(kind: .empty)], children: [], sets: SymbolSets())
    }

    package func contains(_ kind: ExpressionKind) -> Bool { nodes.contains { $0.kind == kind } }

    /// Returns the children of a union or an intersection.
    @inline(__always)
    package func children(of node: ExpressionNode) -> ArraySlice<NodeID> {
        children[Int(node.first)..<Int(node.first) + Int(node.second)]
    }

    package func shape(of node: NodeID) -> RegularExpression.Shape {
        let node = nodes[Int(node)]
        switch node.kind {
        case .empty: return .empty
        case .epsilon: return .epsilon
        case .symbols: return .symbols(Array(sets[node.set]))
        case .concatenation: return .concatenation(node.left, node.right)
        case .union: return .union(Array(children(of: node)))
        case .star: return .star(node.child)
        case .repetition:
            return .repetition(
                node.child, from: Int(node.least), to: node.most == unbounded ? nil : Int(node.most))
        case .intersection: return .intersection(Array(children(of: node)))
        case .complement: return .complement(node.child)
        case .assertion: return .assertion(node.assertion)
        }
    }
}

/// A set of symbols: a dense index in ``SymbolSets``.
package struct SymbolSetID: DenseID {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// Sets of symbols, numbered by id; each set is ascending.
package struct SymbolSets: Sendable, Hashable {
    package var offsets: [UInt32] = [0]
    package var symbols: [Symbol] = []

    package init() {}

    package var count: Int { offsets.count - 1 }

    @inline(__always)
    package func range(of set: SymbolSetID) -> Range<Int> { Int(offsets[Int(set)])..<Int(offsets[Int(set) + 1]) }

    package subscript(set: SymbolSetID) -> ArraySlice<Symbol> { symbols[range(of: set)] }

    @discardableResult
    package mutating func append(_ set: some Sequence<Symbol>) -> SymbolSetID {
        symbols.append(contentsOf: set)
        offsets.append(UInt32(symbols.count))
        return SymbolSetID(count - 1)
    }
}
