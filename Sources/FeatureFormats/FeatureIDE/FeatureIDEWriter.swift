internal import FeatureModels
internal import TextSupport
internal import WorkLimits
internal import XMLSupport

/// Writes FeatureIDE's XML; features with attributes make the model an extended one.
struct FeatureIDEWriter {
    private let model: FeatureModel
    private let tree: ModelTree
    private var xml = XMLOutput("XML", indentation: "\t", outerDepth: 1)
    /// A Boolean value that indicates whether features have attributes of FeatureIDE.
    private var isExtended = false
    /// Groups as constraints, as elements of features can't express them.
    private var groupConstraints: [Proposition] = []
    /// The number of features that constraints of groups may still have, each an element of at
    /// least 16 bytes.
    private var remainingGroupBytes = FeatureFormat.maximumBytes / 16

    static func text(of model: FeatureModel, _ notes: inout Notes) throws(TextProblem) -> [UInt8] {
        try model.checkValues(of: "FeatureIDE's XML", keepsComparisons: false, &notes)
        var writer = FeatureIDEWriter(model: model, tree: ModelTree(model))
        try writer.writeTree(&notes)
        try writer.writeConstraints(&notes)
        let root = writer.isExtended ? "extendedFeatureModel" : "featureModel"
        var text = TextOutput()
        text.append(string: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<\(root)>\n")
        text.append(writer.xml.output.bytes)
        text.append(string: "</\(root)>\n")
        return text.bytes
    }

    private init(model: FeatureModel, tree: ModelTree) { (self.model, self.tree) = (model, tree) }

    fileprivate static var tooLong: TextProblem { .tooLong("FeatureIDE's XML", remedy: "write UVL or JSON") }

    // MARK: The tree

    private mutating func writeTree(_ notes: inout Notes) throws(TextProblem) {
        xml.open("struct")
        var isMandatory = [Bool](repeating: false, count: model.features.count)
        isMandatory[Int(model.root)] = true
        try tree.visit { step throws(TextProblem) in
            try notes.step()
            switch step {
            case .beginFeature(let feature):
                let element = try element(of: feature, &isMandatory, &notes)
                try begin(feature, element, isMandatory: isMandatory[Int(feature)], &notes)
            case .endFeature: xml.close()
            case .beginGroup, .endGroup: break
            }
        }
        xml.close()
    }

    /// Returns the element of a feature, and records its mandatory children.
    private mutating func element(
        of feature: FeatureID, _ isMandatory: inout [Bool], _ notes: inout Notes
    ) throws(TextProblem) -> FeatureIDEReader.Kind {
        let groups = tree.groups(below: feature)
        if groups.isEmpty { return .feature }
        if groups.count == 1, let kind = FeatureIDEReader.Kind(model.groups[groups[0]]) { return kind }
        for index in groups {
            let group = model.groups[index]
            let bounds = group.bounds
            if bounds.lowerBound == group.members.count {
                for member in group.members { isMandatory[Int(member)] = true }
            } else if bounds != 0...group.members.count {
                groupConstraints += try group.constraints(&remainingGroupBytes)
                notes.add(
                    .groups,
                    "a group below \(Message.quoted(model[feature].name.utf8)) is written as optional features with "
                        + "constraints")
            }
        }
        return .and
    }

    private mutating func begin(
        _ feature: FeatureID, _ kind: FeatureIDEReader.Kind, isMandatory: Bool, _ notes: inout Notes
    ) throws(TextProblem) {
        var attributes = model[feature].writtenAttributes(&notes)
        // The reader puts them first.
        let isHidden = attributes.removeFirst(named: "hidden") { $0 == .boolean(true) }
        let description = attributes.removeFirst(named: "description") { value in
            if case .text(let text) = value { !text.isEmpty && !text.hasBlanksAround } else { false }
        }
        xml.open(kind.rawValue)
        if isMandatory { try xml.attribute("mandatory", "true") }
        if model[feature].isAbstract { try xml.attribute("abstract", "true") }
        if isHidden != nil { try xml.attribute("hidden", "true") }
        try xml.attribute("name", model[feature].name)
        if case .text(let text)? = description {
            xml.open("description")
            try xml.text(text)
            xml.close()
        }
        for attribute in attributes {
            guard let (type, value) = attribute.value.featureIDEText, !attribute.name.isEmpty else {
                notes.dropAttribute(attribute.name, of: model[feature].name)
                continue
            }
            isExtended = true
            xml.open("attribute")
            try xml.attribute("name", attribute.name)
            try xml.attribute("type", type)
            try xml.attribute("value", value)
            try xml.attribute("configurable", "false")
            try xml.attribute("recursive", "false")
            xml.close()
        }
    }

    // MARK: Constraints

    private mutating func writeConstraints(_ notes: inout Notes) throws(TextProblem) {
        guard !model.constraints.isEmpty || !groupConstraints.isEmpty else { return }
        xml.open("constraints")
        for constraint in model.constraints + groupConstraints {
            let (plain, isChanged) = try constraint.plain(root: model.root, in: .featureIDE)
            if isChanged { notes.add(.operators, "a constraint is rewritten with equivalent operators") }
            xml.open("rule")
            try write(plain, &notes)
            xml.close()
        }
        xml.close()
    }

    private mutating func write(_ proposition: Proposition, _ notes: inout Notes) throws(TextProblem) {
        var open = [Piece.proposition(proposition)]
        while let piece = open.popLast() {
            try notes.step()
            switch piece {
            case .proposition(let proposition): try begin(proposition, &open)
            case .end: xml.close()
            }
        }
    }

    /// A part of a proposition to write.
    private enum Piece {
        case proposition(Proposition)
        case end
    }

    /// Writes the beginning of a proposition, and pushes the other pieces in reverse order.
    private mutating func begin(_ proposition: Proposition, _ open: inout [Piece]) throws(TextProblem) {
        let operation: RuleBuilder.Operation
        switch proposition {
        case .constant, .comparison, .each: return
        case .feature(let feature):
            if xml.output.bytes.count > FeatureFormat.maximumBytes { throw Self.tooLong }
            xml.open("var")
            try xml.text(model[feature].name)
            return xml.close()
        case .not: operation = .not
        case .and: operation = .and
        case .or: operation = .or
        case .atMostOne: operation = .atMostOne
        case .implies: operation = .implies
        case .equivalent: operation = .equivalent
        }
        xml.open(operation.rawValue)
        open.append(.end)
        open.append(contentsOf: proposition.operands.reversed().map { .proposition($0) })
    }
}

extension FeatureIDEReader.Kind {
    /// Creates the kind of a feature with one group, if it is an or group or an alternative group.
    fileprivate init?(_ group: FeatureModel.Group) {
        guard group.members.count > 1 else { return nil }
        switch group.bounds {
        case 1...1: self = .alternative
        case 1...group.members.count: self = .or
        default: return nil
        }
    }
}

extension FeatureModel.Group {
    /// The maximum number of constraints that replace a group.
    static let maximumConstraintCount = 1_000

    /// The sizes of the sets of members that get a constraint each, for each bound; empty for
    /// groups that elements express.
    var constraintSizes: [Int] {
        let count = members.count
        if bounds.lowerBound == count { return [] }
        var sizes: [Int] = []
        if bounds.lowerBound > 0 { sizes.append(count - bounds.lowerBound + 1) }
        if bounds.upperBound > 1, bounds.upperBound < count { sizes.append(bounds.upperBound + 1) }
        return sizes
    }

    /// Returns constraints that express the group, for optional members.
    ///
    /// - Parameter remainingFeatureCount: The number of features that constraints may still have.
    fileprivate func constraints(_ remainingFeatureCount: inout Int) throws(TextProblem) -> [Proposition] {
        let propositions = members.map { Proposition.feature($0) }
        let parent = Proposition.feature(parent)
        var constraints: [Proposition] = []
        if bounds.lowerBound > 0 {
            // At least one member of each set without which too few members remain.
            let size = members.count - bounds.lowerBound + 1
            for set in try Self.subsets(of: propositions, count: size, &remainingFeatureCount) {
                constraints.append(.implies(parent, set.count == 1 ? set[0] : .or(set)))
            }
        }
        if bounds.upperBound == 1 {
            constraints.append(.atMostOne(propositions))
        } else if bounds.upperBound < members.count {
            for set in try Self.subsets(of: propositions, count: bounds.upperBound + 1, &remainingFeatureCount) {
                constraints.append(.not(set.count == 1 ? set[0] : .and(set)))
            }
        }
        return constraints
    }

    private static func subsets(
        of propositions: [Proposition], count: Int, _ remainingFeatureCount: inout Int
    ) throws(TextProblem) -> [[Proposition]] {
        let subsets = Subsets(of: propositions.count, taking: count, atMost: maximumConstraintCount)
        guard let subsets else {
            throw TextProblem(
                message:
                    "a group of \(propositions.count) features needs more than \(maximumConstraintCount) constraints",
                remedy: "write UVL or JSON", isLimit: true)
        }
        var sets: [[Proposition]] = []
        for subset in subsets {
            remainingFeatureCount -= count
            guard remainingFeatureCount >= 0 else { throw FeatureIDEWriter.tooLong }
            sets.append(subset.map { propositions[$0] })
        }
        return sets
    }
}

extension FeatureModel.Attribute.Value {
    /// The type and the text of a value in FeatureIDE; `nil` if it has no such values.
    fileprivate var featureIDEText: (type: String, value: String)? {
        switch self {
        case .boolean(let value): return ("boolean", "\(value)")
        case .text(let text): return ("string", text)
        case .number(let number):
            var output = TextOutput()
            output.append(number: number)
            let isWhole = abs(number) < 1e15 && Double(Int(number)) == number
            return (isWhole ? "long" : "double", String(decoding: output.bytes, as: UTF8.self))
        case .list, .attributes: return nil
        }
    }
}

extension [FeatureModel.Attribute] {
    /// Removes the first attribute and returns its value, if it has a name and is suitable.
    fileprivate mutating func removeFirst(
        named name: String, _ isSuitable: (FeatureModel.Attribute.Value) -> Bool
    ) -> FeatureModel.Attribute.Value? {
        guard let first, first.name == name, isSuitable(first.value) else { return nil }
        return removeFirst().value
    }
}

extension String {
    fileprivate var hasBlanksAround: Bool {
        utf8.first.map { $0 <= 0x20 } ?? false || utf8.last.map { $0 <= 0x20 } ?? false
    }
}
