internal import AlgorithmSupport
internal import BigIntegers

/// The counts of a circuit's nodes while literals are forbidden and allowed again.
struct ConditionedCounts: ~Copyable {
    private let circuit: Circuit
    private let parents: Rows
    /// The products in which each variable occurs.
    private let occurrences: Rows
    private(set) var isAllowed: [Bool]
    private var counts: [BigInteger]
    private let isOutdated: ScratchBuffer<Bool>
    /// The number of elements that were visited.
    private(set) var stepCount = 0

    /// Creates the counts with all literals allowed.
    init(_ circuit: Circuit, _ counts: [BigInteger]) {
        self.circuit = circuit
        self.counts = counts
        isAllowed = Array(repeating: true, count: 2 * circuit.variableCount)
        var edges: [(row: Int, item: Int)] = []
        var literals: [(row: Int, item: Int)] = []
        for node in 0..<circuit.nodeCount {
            for position in circuit.range(of: node) {
                switch circuit.items[position].kind {
                case .literal(let literal): literals.append((literal.variable, node))
                case .free(let variable): literals.append((variable, node))
                case .child(let child): edges.append((child, node))
                }
            }
        }
        parents = Rows(edges, rowCount: circuit.nodeCount)
        occurrences = Rows(literals, rowCount: circuit.variableCount)
        isOutdated = ScratchBuffer(repeating: false, count: circuit.nodeCount)
    }

    /// The number of assignments that make only allowed literals true.
    var count: BigInteger { counts.last ?? 0 }

    /// Forbids or allows a literal.
    ///
    /// - Complexity: O(*n* + *s*) for *n* nodes above the variable and *s* elements of these.
    mutating func allow(_ literal: Literal, _ value: Bool) {
        if isAllowed[literal.index] == value { return }
        isAllowed[literal.index] = value
        guard var node = mark(occurrences, literal.variable) else { return }
        while node < circuit.nodeCount {
            if isOutdated[node] {
                isOutdated[node] = false
                let count = circuit.count(of: node, counts, allowing: isAllowed)
                stepCount += circuit.range(of: node).count
                if count != counts[node] {
                    counts[node] = count
                    _ = mark(parents, node)
                }
            }
            node += 1
        }
        stepCount += circuit.nodeCount / 64
    }

    /// Marks the nodes of a list, and returns the first node.
    private func mark(_ rows: borrowing Rows, _ row: Int) -> Int? {
        var first: Int?
        for position in rows.range(row) {
            isOutdated[rows[position]] = true
            first = min(first ?? .max, rows[position])
        }
        return first
    }
}
