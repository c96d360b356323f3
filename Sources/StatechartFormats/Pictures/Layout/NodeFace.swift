internal import Drawing
internal import Statecharts

/// The texts of a node, and its size without its contents.
package struct NodeFace {
    /// The name, above the line in a box or beside a mark.
    var name = TextBlock("", size: nameSize, width: 0, lineCount: 1)
    /// The lines below the name.
    var body = TextBlock("", size: bodySize, width: 0, lineCount: 1)
    var width = 0.0
    var height = 0.0
    /// Whether the inside of the state isn't shown, which a sign below the name tells.
    var isFolded = false
    package var shape: ChartFigure.Shape

    static let nameSize = 14.0
    static let bodySize = 11.5
    static let labelSize = 12.0
    static let corner = 9.0
    static let padding = 10.0
    /// The gap between a mark and its name, and between a state and its loops.
    static let gap = 4.0
    static let loopWidth = 20.0
    static let foldingHeight = 12.0
    private static let minimumWidth = 60.0
    private static let minimumHeight = 34.0
    private static let nameWidth = 190.0
    private static let bodyWidth = 210.0
    private static let bodyLines = 12

    init(_ node: Int, in figure: ChartFigure) {
        shape = figure.nodes[node].shape
        let isComposite = figure.isComposite(node)
        if let state = figure.state(node) {
            let bound = isComposite ? 2 * Self.nameWidth : Self.nameWidth
            name = TextBlock(state.title, size: Self.nameSize, width: bound, lineCount: 2)
            if shape.isBox {
                isFolded = figure.nodes[node].hiddenCount > 0
                let texts = isFolded ? [] : figure.bodyTexts(node)
                body = TextBlock(texts, size: Self.bodySize, width: Self.bodyWidth, lineCount: Self.bodyLines)
            }
        }
        switch shape {
        case .box, .region:
            width = max(max(name.width, body.width) + 2 * Self.padding, Self.minimumWidth)
            height = max(headerHeight + (body.isEmpty ? Self.padding / 2 : 0), Self.minimumHeight)
            if isFolded { height += Self.foldingHeight }
        case .initial, .junction: (width, height) = (12, 12)
        case .final: (width, height) = (20, 20)
        case .history: (width, height) = (24, 24)
        case .choice: (width, height) = (26, 26)
        case .entryPoint, .exitPoint: (width, height) = (14, 14)
        case .terminate: (width, height) = (16, 16)
        case .bar: (width, height) = (56, 6)
        }
    }

    /// The height of the name in a box, and of the lines below it.
    var headerHeight: Double {
        guard !name.isEmpty || !body.isEmpty else { return 0 }
        let bodyHeight = body.isEmpty ? 0 : body.height + 7
        return nameHeight + bodyHeight
    }

    /// The height above the line.
    var nameHeight: Double { name.isEmpty ? 6 : name.height + 10 }

    /// The width of the texts in a box.
    var headerWidth: Double { name.isEmpty && body.isEmpty ? 0 : max(name.width, body.width) + 2 * Self.padding }

    /// The width of the name beside a mark.
    var sideWidth: Double { shape.isBox || name.isEmpty ? 0 : Self.gap + name.width }

    /// Half the width of the part of a side at which arrows may end.
    var reach: Double {
        switch shape {
        case .box, .region: max(width / 2 - Self.corner - 1, 0)
        case .bar: width / 2 - 6
        case .history, .choice, .final: 0.3 * width
        case .initial, .junction, .entryPoint, .exitPoint, .terminate: 0
        }
    }

    /// Returns the distance of the outline from the middle, upward and downward, at a distance to
    /// the side.
    func outline(at distance: Double) -> Double {
        let share = min(abs(distance) / max(width / 2, 1), 1)
        switch shape {
        case .history, .final: return height / 2 * (1 - share * share).squareRoot()
        case .choice: return height / 2 * (1 - share)
        default: return height / 2
        }
    }

    /// Returns the label of an arrow.
    static func label(_ text: String) -> TextBlock {
        TextBlock(text, size: labelSize, width: 170, lineCount: 4)
    }
}
