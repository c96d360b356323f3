internal import Drawing

/// A layout of items in layers from top to bottom, and of paths that don't cross items.
///
/// It uses Sugiyama's method, with separate layers for labels. Labels, and the dummies of paths
/// that cross a layer, take room there like items. Between layers, paths run in tracks.
struct LevelLayout {
    /// An item to place.
    struct Item {
        /// The extents from the middle of the side at which paths end.
        var leading: Double
        var trailing: Double
        var height: Double
        /// Half the width of the part of a side at which paths may end; 0 if all end in the middle.
        var reach: Double
        /// The rank, which is at least -1, for items on the upper border.
        var rank: Int
        var isOnBorder = false
        /// The positions of marks on the sides, from the middle.
        var upperMarks: [Double] = []
        var lowerMarks: [Double] = []
    }

    /// A part of an arrow, from its upper end to its lower one.
    struct Path {
        var upper: End
        var lower: End
        /// The size of the label; `nil` if there is none.
        var label: (width: Double, height: Double)?
        /// Whether the arrow begins at the upper end.
        var runsDown: Bool
    }

    enum End {
        /// An item, and the position of the path's end on the item's side, from the side's middle.
        case item(Int, port: Double? = nil)
        /// The border around all items.
        case border
    }

    /// The distances to keep.
    enum Spacing {
        /// The gap between items, paths and labels in a layer.
        static let gap = 12.0
        static let wayExtent = 1.0
        static let track = 9.0
        /// The distance from the outline of an item to the first track, with room for a head.
        static let stubLength = 18.0
        static let labelStubLength = 9.0
        static let trackedLabelStubLength = 12.0
        static let labelGap = 4.0
        /// The greatest horizontal offset that is straightened.
        static let maximumStraightenedOffset = 24.0
    }

    /// The middle of each item.
    var middles: [PlanePoint] = []
    /// The corners of each path, from top to bottom.
    var lines: [[PlanePoint]] = []
    /// The upper left corner of each label.
    var labels: [PlanePoint?] = []
    var width = 0.0
    var height = 0.0

    let items: [Item]
    let paths: [Path]
    let layerCount: Int
    /// The layer of each item and of each vertex of a path.
    var layers: [Int] = []
    var leading: [Double] = []
    var trailing: [Double] = []
    var isDummy: [Bool] = []
    /// The vertices of each path.
    var chains: [[Int]] = []
    /// The vertex of each label.
    var labelVertices: [Int?] = []
    var x: [Double] = []
    /// Whether each label is to the left of its path.
    var isLeft: [Bool] = []

    init(_ items: [Item], _ paths: [Path]) {
        (self.items, self.paths) = (items, paths)
        layerCount = 2 * (items.lazy.filter { !$0.isOnBorder }.map(\.rank).max() ?? 0) + 5
        makeVertices()
        let order = makeOrder()
        chooseSides(order)
        placeAcross(order)
        placeAlong()
    }

    // MARK: - Vertices

    /// Returns the layer of an item; the layers of labels are between.
    private func layer(_ item: Item) -> Int { min(max(2 * item.rank + 2, 0), layerCount - 1) }

    private func layer(_ end: End, isUpper: Bool) -> Int {
        switch end {
        case .item(let item, _): layer(items[item])
        case .border: isUpper ? 0 : layerCount - 1
        }
    }

    private mutating func addVertex(_ layer: Int, leading: Double, trailing: Double) -> Int {
        layers.append(layer)
        self.leading.append(leading)
        self.trailing.append(trailing)
        isDummy.append(true)
        return layers.count - 1
    }

    private mutating func makeVertices() {
        for item in items { isDummy[addVertex(layer(item), leading: item.leading, trailing: item.trailing)] = false }
        for path in paths {
            let (first, last) = (layer(path.upper, isUpper: true), layer(path.lower, isUpper: false))
            var chain: [Int] = []
            var label: Int?
            // The layer of labels in the middle, or the one nearer to the source.
            var labelLayer = (first + last) / 2
            if labelLayer % 2 == 0 { labelLayer += path.runsDown ? -1 : 1 }
            for layer in first...max(first, last) {
                if layer == first, case .item(let item, _) = path.upper {
                    chain.append(item)
                } else if layer == last, case .item(let item, _) = path.lower {
                    chain.append(item)
                } else if layer == labelLayer, let size = path.label {
                    let extent = Spacing.labelGap + size.width
                    let vertex = addVertex(layer, leading: Spacing.wayExtent, trailing: extent)
                    label = vertex
                    chain.append(vertex)
                } else {
                    chain.append(addVertex(layer, leading: Spacing.wayExtent, trailing: Spacing.wayExtent))
                }
            }
            chains.append(chain)
            labelVertices.append(label)
        }
    }
}
