internal import Automata
internal import FeatureModels
internal import TextSupport

/// Writes UVL of the Boolean level, with tabs.
struct UVLWriter {
    private let model: FeatureModel
    private var output = TextOutput()
    /// The names of the features as they are written.
    private var names: [String] = []

    static func text(of model: FeatureModel, _ notes: inout Notes) throws(TextProblem) -> [UInt8] {
        var writer = UVLWriter(model: model)
        writer.names = WrittenNames.names(of: model, &notes) { UVLText.withoutQuotes($0) }.names.map(UVLText.reference)
        try writer.writeTree(&notes)
        try writer.writeConstraints(&notes)
        return writer.output.bytes
    }

    private init(model: FeatureModel) { self.model = model }

    // MARK: The tree

    private mutating func writeTree(_ notes: inout Notes) throws(TextProblem) {
        let tree = ModelTree(model)
        guard Self.indentation(of: tree) <= FeatureFormat.maximumBytes else {
            throw .tooLong("UVL", remedy: "write JSON")
        }
        output.append("features\n")
        var depth = 1
        try tree.visit { step throws(TextProblem) in
            switch step {
            case .beginFeature(let feature):
                beginLine(depth)
                output.append(string: names[Int(feature)])
                writeAttributes(of: model[feature], &notes)
                output.append("\n")
                depth += 1
            case .beginGroup(let group):
                beginLine(depth)
                write(model.groups[group].kind)
                output.append("\n")
                depth += 1
            case .endFeature, .endGroup: depth -= 1
            }
        }
    }

    /// Returns the bytes of the indentation, which takes a square of the depth.
    static func indentation(of tree: ModelTree) -> Int {
        var (depth, byteCount) = (1, 0)
        tree.visit { step in
            switch step {
            case .beginFeature, .beginGroup:
                byteCount += depth
                depth += 1
            case .endFeature, .endGroup: depth -= 1
            }
        }
        return byteCount
    }

    private mutating func beginLine(_ depth: Int) {
        for _ in 0..<depth { output.append("\t") }
    }

    private mutating func write(_ kind: FeatureModel.Group.Kind) {
        switch kind {
        case .mandatory: output.append("mandatory")
        case .optional: output.append("optional")
        case .or: output.append("or")
        case .alternative: output.append("alternative")
        case .cardinality(let bounds):
            output.append(string: "[\(bounds.lowerBound)..\(bounds.upperBound)]")
        }
    }

    // MARK: Attributes

    private mutating func writeAttributes(of feature: FeatureModel.Feature, _ notes: inout Notes) {
        var attributes = feature.writtenAttributes(&notes)
        attributes.removeAll { attribute in
            // It would be read as the property of the feature.
            guard case .boolean = attribute.value, attribute.name == "abstract" else { return false }
            notes.dropAttribute(attribute.name, of: feature.name)
            return true
        }
        guard feature.isAbstract || !attributes.isEmpty else { return }
        output.append(" ")
        write(attributes, isAbstract: feature.isAbstract, &notes)
    }

    private mutating func write(
        _ attributes: [FeatureModel.Attribute], isAbstract: Bool = false, _ notes: inout Notes
    ) {
        output.append("{")
        if isAbstract { output.append("abstract") }
        for (index, attribute) in attributes.enumerated() {
            if index > 0 || isAbstract { output.append(", ") }
            let name = UVLText.withoutQuotes(attribute.name)
            if ByteKey(name) != ByteKey(attribute.name) {
                notes.add(
                    .attributeNames,
                    "the attribute \(Message.quoted(attribute.name.utf8)) is written as \(Message.quoted(name.utf8))")
            }
            output.append(string: UVLText.reference(name.isEmpty ? "_" : name))
            if case .boolean(true) = attribute.value { continue }
            output.append(" ")
            write(attribute.value, &notes)
        }
        output.append("}")
    }

    private mutating func write(_ value: FeatureModel.Attribute.Value, _ notes: inout Notes) {
        switch value {
        case .boolean(let value): output.append(string: "\(value)")
        case .number(let number): output.append(string: UVLText.decimal(number))
        case .text(let text):
            let written = UVLText.withoutApostrophes(text)
            if ByteKey(written) != ByteKey(text) {
                notes.add(
                    .attributeTexts,
                    "the text \(Message.quoted(text.utf8)) is written as \(Message.quoted(written.utf8))")
            }
            output.append(string: "'\(written)'")
        case .attributes(let attributes): write(attributes, &notes)
        case .list(let values):
            // Other readers take a number in tight brackets for a cardinality.
            output.append(values.count == 1 ? "[ " : "[")
            for (index, value) in values.enumerated() {
                if index > 0 { output.append(", ") }
                write(value, &notes)
            }
            output.append(values.count == 1 ? " ]" : "]")
        }
    }

    // MARK: Constraints

    private mutating func writeConstraints(_ notes: inout Notes) throws(TextProblem) {
        guard !model.constraints.isEmpty else { return }
        output.append("\nconstraints\n")
        let names = names
        var room = FeatureFormat.maximumBytes - output.bytes.count
        for constraint in model.constraints {
            let (plain, isChanged) = try constraint.plain(root: model.root, keepsAtMostOne: false)
            if isChanged { notes.add(.operators, "a constraint is written with other operators") }
            beginLine(1)
            try UVLConstraint(plain).append(to: &output) { (feature) throws(TextProblem) in
                room -= names[Int(feature)].utf8.count
                if room < 0 { throw .tooLongByNames("UVL") }
                return names[Int(feature)]
            }
            output.append("\n")
        }
    }
}
