/// The nodes of the tree to lay out: features, and stacks of leaves.
///
/// A stack that is higher than a level continues on the levels below, which keeps its place free
/// there.
struct SlotPlan {
    /// A node of the tree.
    struct Slot {
        var node: TidyTree.Node
        var level: Int
        var content: Content
    }

    enum Content {
        case feature(Int)
        /// Leaves one below the other.
        case stack([Int])
        /// The place of a stack on a further level, with the number of levels after that one.
        case continuation(Int)
    }

    /// The nodes, each before its children.
    private(set) var slots: [Slot] = []
    private let figure: FeatureFigure
    private let sizes: [(width: Double, height: Double)]
    private let isTopDown: Bool
    private let stacksLeaves: Bool
    private var levels: [Int]
    private var stackTops: [Int]
    private var bundleCount = 0

    /// The fewest leaves that are stacked.
    private static let minimumStack = 3
    private static let minimumGap = 46.0
    /// The distance between levels if leaves are stacked.
    private static let stackedPitch = FeatureLayout.boxHeight + minimumGap + 8

    /// - Parameters:
    ///   - figure: The figure.
    ///   - sizes: The size of each feature's box.
    ///   - direction: The direction in which the tree grows.
    ///   - stacksLeaves: Whether leaves of one group, or without an arc, stand one below the other.
    init(
        _ figure: FeatureFigure, _ sizes: [(width: Double, height: Double)], _ direction: FeaturePicture.Direction,
        stacksLeaves: Bool
    ) {
        levels = Array(repeating: 0, count: figure.nodes.count)
        stackTops = Array(repeating: -1, count: figure.nodes.count)
        (self.figure, self.sizes) = (figure, sizes)
        (isTopDown, self.stacksLeaves) = (direction == .topDown, stacksLeaves)
        add(feature: 0, below: -1, bundle: 0)
        var next = 0
        while next < slots.count {
            slots[next].node.firstChild = slots.count
            addChildren(of: next)
            slots[next].node.childCount = slots.count - slots[next].node.firstChild
            next += 1
        }
    }

    private mutating func addChildren(of slot: Int) {
        switch slots[slot].content {
        case .feature(let feature):
            levels[feature] = slots[slot].level
            for bundle in figure.nodes[feature].bundles {
                bundleCount += 1
                for part in stacksLeaves ? Self.parts(of: bundle, in: figure) : [bundle.members[...]] {
                    if stacksLeaves, part.count >= Self.minimumStack {
                        addStacks(of: part, below: slot)
                    } else {
                        for member in part { add(feature: member, below: slot, bundle: bundleCount) }
                    }
                }
            }
        case .stack(let members):
            let height = FeatureLayout.stackHeight(members.count) + 12
            addContinuation(of: slot, levelCount: Int(height / Self.stackedPitch))
        case .continuation(let count): addContinuation(of: slot, levelCount: count)
        }
    }

    private mutating func addStacks(of leaves: ArraySlice<Int>, below slot: Int) {
        for column in Self.columns(of: leaves) {
            for member in column { stackTops[member] = column[0] }
            let width = column.reduce(0) { max($0, sizes[$1].width) }
            add(.stack(column), below: slot, FeatureLayout.stackMargin, FeatureLayout.stackIndent + width, bundleCount)
        }
    }

    private mutating func addContinuation(of slot: Int, levelCount: Int) {
        guard levelCount > 0 else { return }
        let node = slots[slot].node
        add(.continuation(levelCount - 1), below: slot, node.before, node.behind, bundleCount)
    }

    private mutating func add(feature: Int, below parent: Int, bundle: Int) {
        let half = (isTopDown ? sizes[feature].width : sizes[feature].height) / 2
        add(.feature(feature), below: parent, half, half, bundle)
    }

    private mutating func add(_ content: Content, below parent: Int, _ before: Double, _ behind: Double, _ bundle: Int)
    {
        let node = TidyTree.Node(parent: parent, before: before, behind: behind, bundle: bundle)
        slots.append(Slot(node: node, level: parent < 0 ? 0 : slots[parent].level + 1, content: content))
    }

    /// Returns the extent of each level along the direction in which the tree grows.
    ///
    /// - Parameter centers: The centers of the nodes across the levels.
    func depths(centers: [Double]) -> [(low: Double, high: Double)] {
        let count = (slots.last?.level ?? 0) + 1
        guard !stacksLeaves else {
            return (0..<count).map { level in
                let low = Double(level) * Self.stackedPitch
                return (low, low + FeatureLayout.boxHeight)
            }
        }
        // Edges to children far to the side need room; otherwise, they would run along the boxes.
        var (levelThicknesses, levelGaps) = (
            [Double](repeating: 0, count: count), [Double](repeating: Self.minimumGap, count: count)
        )
        for (index, slot) in slots.enumerated() {
            guard case .feature(let feature) = slot.content else { continue }
            let size = isTopDown ? FeatureLayout.boxHeight : sizes[feature].width
            levelThicknesses[slot.level] = max(levelThicknesses[slot.level], size)
            guard slot.node.childCount > 0 else { continue }
            let childSpan = max(
                centers[index] - centers[slot.node.firstChild], centers[slot.node.lastChild] - centers[index])
            // Labels of arcs are beside them.
            let hasLabel = !isTopDown && figure.nodes[feature].bundles.contains { $0.arc?.label != nil }
            levelGaps[slot.level] = max(
                levelGaps[slot.level], min((isTopDown ? 0.1 : 0.16) * childSpan, isTopDown ? 150 : 200),
                hasLabel ? 90 : 0)
        }
        var low = 0.0
        return zip(levelThicknesses, levelGaps).map { size, gap in
            defer { low += size + gap }
            return (low, low + size)
        }
    }

    /// Returns the level of an inner feature.
    func level(of feature: Int) -> Int { levels[feature] }

    /// Returns the highest feature of a feature's stack; `nil` if it is in none.
    func stackTop(of feature: Int) -> Int? { stackTops[feature] < 0 ? nil : stackTops[feature] }

    /// Splits a bundle into runs, which are stacked or not; a group is stacked as a whole.
    private static func parts(of bundle: FeatureFigure.Bundle, in figure: FeatureFigure) -> [ArraySlice<Int>] {
        func isLeaf(_ member: Int) -> Bool { figure.nodes[member].isLeaf }
        let members = bundle.members
        if bundle.arc != nil {
            return members.allSatisfy(isLeaf) ? [members[...]] : members.indices.map { members[$0...$0] }
        }
        var parts: [ArraySlice<Int>] = []
        var start = 0
        for index in members.indices
        where index + 1 == members.count || !isLeaf(members[index]) || !isLeaf(members[index + 1]) {
            parts.append(members[start...index])
            start = index + 1
        }
        return parts
    }

    /// Splits a long stack into several, next to each other.
    private static func columns(of members: ArraySlice<Int>) -> [[Int]] {
        let rows = max(14, Int((Double(members.count) * 4).squareRoot().rounded(.up)))
        let count = (members.count + rows - 1) / rows
        // Columns of equal height.
        let height = (members.count + count - 1) / count
        return stride(from: members.startIndex, to: members.endIndex, by: height).map {
            Array(members[$0..<min($0 + height, members.endIndex)])
        }
    }
}
