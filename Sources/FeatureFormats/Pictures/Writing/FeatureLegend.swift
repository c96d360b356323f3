internal import Drawing
internal import FeatureModels

/// The signs that occur in a figure, in rows.
struct FeatureLegend {
    /// A sign and its place relative to the top left corner.
    struct Item {
        var sign: Sign
        var x = 0.0
        var row = 0
    }

    enum Sign: Hashable {
        case edgeCircle(FeatureFigure.EdgeCircle)
        case or, alternative, cardinality
        case box(isAbstract: Bool)
        case decision(Configuration.Decision)
        case mark(FeatureFigure.Mark)

        var text: String {
            switch self {
            case .edgeCircle(.mandatory): "mandatory"
            case .edgeCircle(.optional): "optional"
            case .or: "or: at least one"
            case .alternative: "alternative: exactly one"
            case .cardinality: "<i..j>: i to j of the group"
            case .box(let isAbstract): isAbstract ? "abstract" : "concrete"
            case .decision(.selected): "selected"
            case .decision(.deselected): "deselected"
            case .decision(.undecided): "undecided"
            case .mark(let mark): mark.spokenName
            }
        }
    }

    private(set) var items: [Item] = []
    private(set) var width = 0.0
    static let textSize = 11.0
    static let signWidth = 28.0
    static let rowHeight = 24.0

    var height: Double { Double((items.last?.row ?? -1) + 1) * Self.rowHeight }

    /// - Parameters:
    ///   - figure: The figure.
    ///   - bound: The greatest width of a row.
    init(_ figure: FeatureFigure, width bound: Double) {
        var presentSigns: Set<Sign> = []
        for node in figure.nodes {
            if let edgeCircle = node.edgeCircle { presentSigns.insert(.edgeCircle(edgeCircle)) }
            presentSigns.insert(.box(isAbstract: node.isAbstract))
            if let decision = node.decision { presentSigns.insert(.decision(decision)) }
            for mark in node.marks { presentSigns.insert(.mark(mark)) }
            for case let arc? in node.bundles.map(\.arc) {
                switch arc {
                case .or: presentSigns.insert(.or)
                case .alternative: presentSigns.insert(.alternative)
                case .cardinality: presentSigns.insert(.cardinality)
                }
            }
        }
        // Concrete boxes need no explanation unless there are abstract ones.
        if !presentSigns.contains(.box(isAbstract: true)) { presentSigns.remove(.box(isAbstract: false)) }
        let order: [Sign] =
            [
                .edgeCircle(.mandatory), .edgeCircle(.optional), .or, .alternative, .cardinality,
                .box(isAbstract: true),
                .box(isAbstract: false), .decision(.selected), .decision(.deselected), .decision(.undecided),
            ] + FeatureFigure.Mark.allCases.map { .mark($0) }
        var (x, row) = (0.0, 0)
        for sign in order where presentSigns.contains(sign) {
            let itemWidth = Self.signWidth + 6 + TextBlock(line: sign.text, size: Self.textSize).width
            if x > 0, x + itemWidth > bound { (x, row) = (0, row + 1) }
            items.append(Item(sign: sign, x: x, row: row))
            width = max(width, x + itemWidth)
            x += itemWidth + 18
        }
    }
}

extension FeatureSVG {
    /// Writes a legend.
    mutating func writeLegend(_ legend: FeatureLegend, left: Double, top: Double) {
        for item in legend.items {
            let (x, middle) = (left + item.x, top + (Double(item.row) + 0.5) * FeatureLegend.rowHeight)
            writeLegendSign(item.sign, left: x, middle: middle)
            writeText(
                item.sign.text, x: x + FeatureLegend.signWidth + 6, y: middle + 4, size: FeatureLegend.textSize,
                anchor: "start")
        }
    }

    private mutating func writeLegendSign(_ sign: FeatureLegend.Sign, left: Double, middle: Double) {
        let center = PlanePoint(x: left + FeatureLegend.signWidth / 2, y: middle)
        let box = Box(around: center, width: FeatureLegend.signWidth, height: 18)
        switch sign {
        case .edgeCircle(let edgeCircle):
            writeLine(
                "M\(number(center.x)) \(number(middle - 10))L\(number(center.x)) \(number(middle + 9))", of: "edge")
            writeEdgeCircle(edgeCircle, PlanePoint(x: center.x, y: middle + 4))
        case .or: writeLegendArc(.or, center)
        case .alternative: writeLegendArc(.alternative, center)
        case .cardinality: writeLegendArc(.cardinality(0...0), center)
        case .box(let isAbstract): writeBox(box, isAbstract: isAbstract, nil, [])
        case .decision(let decision):
            writeBox(box, isAbstract: false, decision, [])
            writeSign(decision, center)
        case .mark(let mark):
            writeBox(box, isAbstract: false, nil, [mark])
            writeSign(mark, center)
        }
    }

    /// Writes two edges with an arc between them, in the direction of the tree.
    private mutating func writeLegendArc(_ kind: FeatureFigure.Arc, _ center: PlanePoint) {
        func point(along: Double, across: Double) -> PlanePoint {
            isTopDown
                ? PlanePoint(x: center.x + across, y: center.y + along)
                : PlanePoint(x: center.x + along, y: center.y + across)
        }
        let anchor = point(along: -10, across: 0)
        for across in [-12.0, 12] {
            let end = point(along: 9, across: across)
            writeLine(
                "M\(number(anchor.x)) \(number(anchor.y))L\(number(end.x)) \(number(end.y))", of: "edge")
        }
        // The share of the edges, whose length is √(19² + 12²).
        let part = FeatureLayout.arcRadius / 22.472
        func end(_ sign: Double) -> PlanePoint { point(along: -10 + 19 * part, across: sign * 12 * part) }
        writeArc(.init(kind: kind, anchor: anchor, start: end(-1), end: end(1), middle: anchor))
    }
}
