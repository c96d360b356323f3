/// The position of a state's center in a drawing: finite coordinates, x to the right and y
/// downward.
///
/// The unit is that of the drawing, usually a pixel or a point. See
/// ``FiniteAutomaton/withStatePositions(_:)``.
public struct StatePosition: Sendable, Hashable {
    /// The distance to the right of the origin.
    public let x: Double
    /// The distance downward from the origin.
    public let y: Double

    /// Creates a position, or returns `nil` if a coordinate isn't finite.
    public init?(x: Double, y: Double) {
        guard x.isFinite, y.isFinite else { return nil }
        self.init(finiteX: x, y: y)
    }

    private init(finiteX x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Completes partly known positions. Returns `nil` if none is known, or if several are known
    /// and all are equal, which isn't a layout.
    ///
    /// States without a position are placed in a row below the others, from the left.
    ///
    /// - Complexity: O(*n*).
    package static func completed(_ positions: some Collection<StatePosition?>) -> [StatePosition]? {
        let known = positions.lazy.compactMap(\.self)
        guard let first = known.first else { return nil }
        if known.dropFirst().first != nil, known.allSatisfy({ $0 == first }) { return nil }
        let left = known.reduce(first.x) { min($0, $1.x) }
        let bottom = known.reduce(first.y) { max($0, $1.y) }
        var placed = 0.0
        return positions.map { position in
            if let position { return position }
            // Steps are small compared with the largest number, so that sums stay finite.
            let position = StatePosition(finiteX: left + placed * spacing, y: bottom + spacing)
            placed += 1
            return position
        }
    }

    /// The distance between a new position and the others.
    private static let spacing = 120.0

    /// Returns a position for one more state, below the given positions in the middle of their
    /// width, or `nil` if there are none.
    ///
    /// - Complexity: O(*n*).
    package static func position(below positions: [StatePosition]) -> StatePosition? {
        guard var (left, right, bottom) = positions.first.map({ ($0.x, $0.x, $0.y) }) else { return nil }
        for position in positions {
            left = min(left, position.x)
            right = max(right, position.x)
            bottom = max(bottom, position.y)
        }
        // Halves, and a step that is small compared with the largest number, keep the sums finite.
        return StatePosition(finiteX: left / 2 + right / 2, y: bottom + spacing)
    }
}

/// The names and positions of an automaton's states, which algorithms copy without reading them.
///
/// `==` compares names, but not positions.
package struct StateAnnotations: Sendable, Hashable {
    /// The names, one per state, if the states have names.
    package var names: NameTable?
    /// The positions, one per state, if the states have positions.
    package var positions: [StatePosition]?

    package init(names: NameTable? = nil, positions: [StatePosition]? = nil) {
        self.names = names
        self.positions = positions
    }

    /// The number of bytes of the names and positions.
    package var byteCount: Int {
        (names?.byteCount ?? 0) + (positions?.count ?? 0) * MemoryLayout<StatePosition>.stride
    }

    package static func == (left: StateAnnotations, right: StateAnnotations) -> Bool { left.names == right.names }

    package func hash(into hasher: inout Hasher) { hasher.combine(names) }

    /// Returns whether names and positions, if any, are one per state.
    func fit(stateCount: Int) -> Bool {
        names?.count ?? stateCount == stateCount && positions?.count ?? stateCount == stateCount
    }

    /// Returns the annotations of the given states, in their order.
    func permuted(by order: [some DenseID]) -> StateAnnotations {
        StateAnnotations(
            names: names?.permuted(by: order), positions: positions.map { old in order.map { old[Int($0)] } })
    }
}
