internal import Drawing
internal import FeatureModels
internal import WorkLimits

/// The contents of a picture of a feature model.
struct FeatureFigure {
    /// The features, in the model's order.
    private(set) var nodes: [Node] = []
    /// The constraints in words.
    let constraints: [String]

    /// A feature.
    struct Node {
        /// The name, shortened if it is long.
        var name: TextBlock
        /// The whole name, if the shown one is shortened.
        var fullName: String?
        var isAbstract: Bool
        /// The sign at the box's end of the edge from the parent; `nil` in groups with an arc.
        var edgeCircle: EdgeCircle?
        /// The children, in order.
        var bundles: [Bundle] = []
        var decision: Configuration.Decision?
        var marks: [Mark] = []

        var isLeaf: Bool { bundles.isEmpty }
        /// The number of bundles with arcs.
        var arcCount: Int { bundles.count { $0.arc != nil } }
        /// The text of the shown name.
        var text: String { name.lines.first ?? "" }
    }

    enum EdgeCircle: Hashable { case mandatory, optional }

    /// Children that share an arc, or a run of children without arcs.
    struct Bundle {
        var arc: Arc?
        var members: [Int]
    }

    enum Arc: Hashable {
        case or, alternative
        case cardinality(ClosedRange<Int>)

        init?(_ kind: FeatureModel.Group.Kind) {
            switch kind {
            case .mandatory, .optional: return nil
            case .or: self = .or
            case .alternative: self = .alternative
            case .cardinality(let bounds): self = .cardinality(bounds)
            }
        }

        /// The text at the arc.
        var label: String? {
            guard case .cardinality(let bounds) = self else { return nil }
            return "<\(bounds.lowerBound)..\(bounds.upperBound)>"
        }
    }

    enum Mark: Hashable, CaseIterable { case core, dead, falseOptional }

    /// The size of names.
    static let nameSize = 13.0
    /// The greatest width of a shown name, except for one character with many accents.
    static let nameWidth = 290.0

    init(_ model: FeatureModel, highlighting highlight: FeatureHighlight = .init()) {
        for (index, feature) in model.features.enumerated() {
            var node = Self.node(named: feature.name, isAbstract: feature.isAbstract)
            let id = FeatureID(index)
            if let configuration = highlight.configuration {
                node.decision = index < configuration.featureCount ? configuration[id] : .undecided
            }
            if highlight.coreFeatures.contains(id) { node.marks.append(.core) }
            if highlight.deadFeatures.contains(id) { node.marks.append(.dead) }
            if highlight.falseOptionalFeatures.contains(id) { node.marks.append(.falseOptional) }
            nodes.append(node)
        }
        for group in model.groups where !group.members.isEmpty {
            let (parent, members) = (Int(group.parent), group.members.map { Int($0) })
            if let arc = Arc(group.kind) {
                nodes[parent].bundles.append(Bundle(arc: arc, members: members))
                continue
            }
            for member in members { nodes[member].edgeCircle = group.kind == .mandatory ? .mandatory : .optional }
            if let last = nodes[parent].bundles.indices.last, nodes[parent].bundles[last].arc == nil {
                nodes[parent].bundles[last].members += members
            } else {
                nodes[parent].bundles.append(Bundle(arc: nil, members: members))
            }
        }
        let names = nodes.map { ConstraintText.operand($0.text) }
        for (index, feature) in model.features.enumerated() {
            guard let cardinality = feature.cardinality else { continue }
            let text = "\(nodes[index].text) \(cardinality.uvlText)"
            nodes[index].name = TextBlock(line: text, size: Self.nameSize)
        }
        constraints = model.constraints.map { ConstraintText.text(of: $0, names: names) }
    }

    private static func node(named name: String, isAbstract: Bool) -> Node {
        // A name may be a single character with a million accents.
        var text = name
        let scalars = name.unicodeScalars
        if let end = scalars.index(scalars.startIndex, offsetBy: 120, limitedBy: scalars.endIndex),
            scalars.index(end, offsetBy: 80, limitedBy: scalars.endIndex) != nil
        {
            let tail = scalars.index(scalars.endIndex, offsetBy: -40)
            text = String(scalars[..<end]) + "…" + String(scalars[tail...])
        }
        let isCut = text.utf8.count != name.utf8.count
        // One line, with all its blanks.
        let relativeWidth = nameWidth / nameSize
        let shown = Label.shortened(text, toWidth: relativeWidth)
        let isShortened = isCut || shown.utf8.count != text.utf8.count
        return Node(
            name: TextBlock(line: shown, size: nameSize), fullName: isShortened ? name : nil, isAbstract: isAbstract)
    }
}

extension FeatureFigure {
    /// The features and constraints in words.
    var spokenDescription: String {
        var sentences: [String] = []
        for (index, node) in nodes.enumerated() {
            if index == 0 { sentences.append(sentence(0, role: "is the root")) }
            for bundle in node.bundles {
                for member in bundle.members {
                    let role =
                        switch bundle.arc {
                        case nil: nodes[member].edgeCircle == .mandatory ? "is mandatory" : "is optional"
                        case .or: "is in an or group"
                        case .alternative: "is an alternative"
                        case .cardinality(let bounds):
                            "is in a group of \(bounds.lowerBound) to \(bounds.upperBound)"
                        }
                    sentences.append(sentence(member, role: "\(role) below \(node.text)"))
                }
            }
        }
        sentences += constraints.map { "Constraint: \($0)." }
        return sentences.joined(separator: " ")
    }

    private func sentence(_ index: Int, role: String) -> String {
        let node = nodes[index]
        var text = (node.isAbstract ? "Abstract feature " : "Feature ") + node.text + " " + role
        switch node.decision {
        case nil: break
        case .selected: text += ", selected"
        case .deselected: text += ", deselected"
        case .undecided: text += ", undecided"
        }
        for mark in node.marks { text += ", " + mark.spokenName }
        return text + "."
    }
}

extension FeatureFigure.Mark {
    /// The name of the mark.
    var spokenName: String {
        switch self {
        case .core: "core"
        case .dead: "dead"
        case .falseOptional: "false optional"
        }
    }
}
