package import Diagrams

/// A splitter of texts into the symbols of a diagram.
///
/// The automaton of Aho and Corasick for the reversed names reads a text from end to start. It
/// finds the longest name that begins at each offset.
///
/// - Complexity: O(*n*) for names of *n* bytes in total.
///
/// Aho, Corasick: *Efficient string matching: an aid to bibliographic search*, Communications of
/// the ACM 18 (1975), doi:10.1145/360825.360855.
package struct SymbolSpelling {
    /// A node of the tree of reversed names.
    private struct Node {
        var parent = 0
        var byte: UInt8 = 0
        var depth = 0
        /// The node of the longest proper suffix that is in the tree.
        var fallback = 0
        /// The length of the longest name that is a suffix of the path to the node.
        var length = 0
    }

    private var nodes = [Node()]
    /// The children of nodes, by parent and byte.
    private var children: [Int: Int] = [:]

    package init(_ diagram: Diagram) {
        for name in diagram.transitions.lazy.flatMap(\.symbols) { insert(name) }
        for index in nodes.indices.dropFirst().sorted(by: { nodes[$0].depth < nodes[$1].depth }) {
            let node = nodes[index]
            if node.parent != 0 { nodes[index].fallback = next(nodes[node.parent].fallback, node.byte) }
            if node.length == 0 { nodes[index].length = nodes[nodes[index].fallback].length }
        }
    }

    private mutating func insert(_ name: String) {
        var index = 0
        for byte in name.utf8.reversed() {
            let key = index << 8 | Int(byte)
            if let child = children[key] {
                index = child
            } else {
                children[key] = nodes.count
                nodes.append(Node(parent: index, byte: byte, depth: nodes[index].depth + 1))
                index = nodes.count - 1
            }
        }
        nodes[index].length = nodes[index].depth
    }

    private func next(_ start: Int, _ byte: UInt8) -> Int {
        var index = start
        while true {
            if let child = children[index << 8 | Int(byte)] { return child }
            if index == 0 { return 0 }
            index = nodes[index].fallback
        }
    }

    /// Returns the symbols of a text: the longest name of a symbol at each offset, or a single
    /// character if no symbol's name begins there. Blanks and commas between symbols are skipped
    /// unless they are symbols.
    ///
    /// - Complexity: O(*n*) for a text of *n* bytes.
    package func symbols(of text: String) -> [String] {
        let bytes = Array(text.utf8)
        var lengths = [Int](repeating: 0, count: bytes.count)
        var index = 0
        for offset in bytes.indices.reversed() {
            index = next(index, bytes[offset])
            lengths[offset] = nodes[index].length
        }
        var symbols: [String] = []
        var offset = 0
        while offset < bytes.count {
            var end = offset + max(lengths[offset], 1)
            if lengths[offset] == 0 {
                while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
            }
            let symbol = String(decoding: bytes[offset..<end], as: UTF8.self)
            if lengths[offset] > 0 || (symbol != " " && symbol != ",") { symbols.append(symbol) }
            offset = end
        }
        return symbols
    }
}
