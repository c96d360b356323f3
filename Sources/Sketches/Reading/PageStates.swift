internal import Strokes

/// The outlines of states, and of circles that may be states.
struct PageStates {
    private(set) var outlines: [StateGeometry] = []
    /// Whether each outline is a state.
    private(set) var isState: [Bool] = []
    /// Whether each outline is in the index, because it is or was a state.
    private var isIndexed: [Bool] = []
    private var index = ReachIndex()
    /// The usual radius of a state; `nil` if none is known.
    var usualRadius: Double?

    /// The distance from the center at which ink is related to a state, in radii: its ends attach
    /// at 2.3 radii, and a ring may be larger.
    static let reach = 3.5

    /// Adds an outline, and returns its number.
    mutating func add(_ outline: StateGeometry, isState: Bool) -> Int {
        outlines.append(outline)
        self.isState.append(isState)
        isIndexed.append(false)
        if isState { insert(outlines.count - 1) }
        return outlines.count - 1
    }

    private mutating func insert(_ number: Int) {
        isIndexed[number] = true
        index.insert(number, at: outlines[number].center, reach: Self.reach * outlines[number].radius)
    }

    mutating func set(_ number: Int, isState: Bool) {
        self.isState[number] = isState
        if isState, !isIndexed[number] { insert(number) }
    }

    /// Replaces an outline, for example by that of an outer ring.
    mutating func set(_ number: Int, outline: StateGeometry) {
        outlines[number] = outline
        insert(number)
    }

    /// Returns the numbers of the states near a box.
    func states(near box: BoundingBox) -> [Int] {
        index.numbers(near: box, margin: 0).filter { isState[$0] }
    }

    /// Returns the cost of the extent of ink; 0 as long as there are no states to compare with.
    func cost(of extent: Double, _ size: DrawingStatistics.Size) -> Double {
        usualRadius.map { size.cost(extent / $0) } ?? 0
    }
}
