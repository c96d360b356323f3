/// What a node of an expression is.
package enum ExpressionKind: UInt32, Sendable, BitwiseCopyable {
    case empty, epsilon, symbols, concatenation, union, star, repetition, intersection, complement, assertion
}

/// A node in sixteen bytes. What the three numbers are depends on the kind:
///
/// - symbols: the set's number
/// - concatenation: the two children
/// - union, intersection: the start and the number of the children in the list of children
/// - star, complement: the child
/// - repetition: the child, the least number, the greatest or ``UInt32/none``
/// - assertion: its raw value
package struct ExpressionNode: Sendable, Hashable, BitwiseCopyable {
    package var kind: ExpressionKind
    package var first: UInt32 = 0
    package var second: UInt32 = 0
    package var third: UInt32 = 0
}

/// The nodes of one expression: children before parents, the root last, nothing twice and nothing unused.
package struct ExpressionStorage: Sendable, Hashable {
    package var nodes: [ExpressionNode]
    /// The children of unions and intersections.
    package var children: [UInt32]
    package var sets: SymbolSets

    /// ∅ alone.
    package static var empty: ExpressionStorage {
        ExpressionStorage(nodes: [ExpressionNode(kind: .empty)], children: [], sets: SymbolSets())
    }

    package func contains(_ kind: ExpressionKind) -> Bool { nodes.contains { $0.kind == kind } }

    /// The children of a union or an intersection.
    @inline(__always)
    package func children(of node: ExpressionNode) -> ArraySlice<UInt32> {
        children[Int(node.first)..<Int(node.first) + Int(node.second)]
    }

    package func shape(of node: RegularExpression.Node) -> RegularExpression.Shape {
        let node = nodes[Int(node.index)]
        switch node.kind {
        case .empty: return .empty
        case .epsilon: return .epsilon
        case .symbols: return .symbols(Array(sets[node.first]))
        case .concatenation: return .concatenation(.init(node.first), .init(node.second))
        case .union: return .union(children(of: node).map { .init($0) })
        case .star: return .star(.init(node.first))
        case .repetition:
            return .repetition(
                .init(node.first), from: Int(node.second), to: node.third == .none ? nil : Int(node.third))
        case .intersection: return .intersection(children(of: node).map { .init($0) })
        case .complement: return .complement(.init(node.first))
        case .assertion:
            return .assertion(
                RegularExpression.Assertion(rawValue: UInt8(truncatingIfNeeded: node.first)) ?? .textStart)
        }
    }
}

/// Sets of symbols, each ascending, by number.
package struct SymbolSets: Sendable, Hashable {
    package var offsets: [UInt32] = [0]
    package var symbols: [Symbol] = []

    package init() {}

    package var count: Int { offsets.count - 1 }

    @inline(__always)
    package func range(of set: UInt32) -> Range<Int> { Int(offsets[Int(set)])..<Int(offsets[Int(set) + 1]) }

    package subscript(set: UInt32) -> ArraySlice<Symbol> { symbols[range(of: set)] }

    package mutating func append(_ set: some Sequence<Symbol>) {
        symbols.append(contentsOf: set)
        offsets.append(UInt32(symbols.count))
    }
}
