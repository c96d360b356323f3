internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Writes UVL, with tabs.
struct UVLWriter {
    private let model: FeatureModel
    private var output = TextOutput()
    /// The written names of the features.
    private var names: [String] = []
    /// The constraints within attributes of features.
    private var attributeConstraints: [FeatureID: [Proposition]] = [:]
    /// The lists of values that replace groups.
    private var domains: [FeatureID: [FeatureModel.Attribute]] = [:]
    /// A Boolean value for each feature that indicates whether a list of values replaces it.
    private var isInDomain: [Bool]
    /// A name or a text that a value expression may need, but that can't be written unchanged.
    private var changedPart: String?

    static func text(of model: FeatureModel, _ notes: inout Notes) throws(TextProblem) -> [UInt8] {
        var writer = UVLWriter(model: model)
        let names = try WrittenNames.names(of: model, &notes) { UVLText.withoutQuotes($0) }.names
        writer.names = names.map(UVLText.reference)
        writer.findDomains(names)
        let constraints = writer.constraintsOutsideAttributes()
        writer.writeLevels()
        try writer.writeTree(&notes)
        try writer.writeConstraints(constraints, &notes)
        if let part = writer.changedPart, model.constraints.contains(where: \.hasValues) {
            throw TextProblem(
                message:
                    "UVL can't represent the name or text \(Message.quoted(part.utf8)), which a comparison may use",
                remedy: "rename it, or write JSON")
        }
        try model.checkAttributeNames(names)
        return writer.output.bytes
    }

    private init(model: FeatureModel) {
        self.model = model
        isInDomain = Array(repeating: false, count: model.features.count)
    }

    // MARK: Language levels

    /// Writes the levels beyond the Boolean one, if the model needs any.
    private mutating func writeLevels() {
        let levels = UVLLevels(of: model)
        guard !levels.names.isEmpty else { return }
        output.append("include\n")
        for name in levels.names { output.append(string: "\t\(name)\n") }
        output.append("\n")
    }

    // MARK: The tree

    /// Finds the groups that lists of values replace.
    private mutating func findDomains(_ names: [String]) {
        let tree = ModelTree(model)
        for feature in model.ids where model[feature].type != .boolean {
            guard let group = tree.groups(below: feature).first, let domain = model.domain(of: group, tree, names)
            else { continue }
            domains[feature] = domain
            for member in model.groups[group].members { isInDomain[Int(member)] = true }
        }
    }

    private mutating func writeTree(_ notes: inout Notes) throws(TextProblem) {
        let tree = ModelTree(model)
        guard Self.indentation(of: tree) <= FeatureFormat.maximumBytes else {
            throw .tooLong("UVL", remedy: "write JSON")
        }
        output.append("features\n")
        var depth = 1
        try tree.visit { step throws(TextProblem) in
            try notes.step()
            switch step {
            case .beginFeature(let feature) where !isInDomain[Int(feature)]:
                beginLine(depth)
                if let type = UVL.types.first(where: { $0.type == model[feature].type }), type.type != .boolean {
                    output.append(string: "\(type.name) ")
                }
                output.append(string: names[Int(feature)])
                if let cardinality = model[feature].cardinality {
                    output.append(string: " cardinality \(cardinality.uvlText)")
                }
                try writeAttributes(of: feature, &notes)
                output.append("\n")
                depth += 1
            case .beginGroup(let group) where !isDomain(group):
                beginLine(depth)
                write(model.groups[group].kind)
                output.append("\n")
                depth += 1
            case .endFeature(let feature) where !isInDomain[Int(feature)]: depth -= 1
            case .endGroup(let group) where !isDomain(group): depth -= 1
            default: break
            }
        }
    }

    private func isDomain(_ group: Int) -> Bool {
        model.groups[group].members.first.map { isInDomain[Int($0)] } ?? false
    }

    /// Returns the bytes of the indentation, which may be quadratic in the depth.
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

    private mutating func writeAttributes(of id: FeatureID, _ notes: inout Notes) throws(TextProblem) {
        let feature = model[id]
        var attributes = feature.writtenAttributes(&notes)
        attributes.removeAll { attribute in
            // The attribute would be read as a property of the feature.
            guard case .boolean = attribute.value, attribute.name == "abstract" else { return false }
            notes.dropAttribute(attribute.name, of: feature.name)
            return true
        }
        if feature.type != .boolean {
            // Such attributes would be read as the values of the feature.
            while let domain = ValueDomain(attributes) {
                for name in domain.attributeNames { notes.dropAttribute(name, of: feature.name) }
                attributes.removeAll { domain.attributeNames.contains($0.name) }
                changedPart = changedPart ?? domain.attributeNames[0]
            }
        }
        attributes = (domains[id] ?? []) + attributes
        let constraints = attributeConstraints[id] ?? []
        guard feature.isAbstract || !attributes.isEmpty || !constraints.isEmpty else { return }
        output.append(" {")
        var isFirst = true
        if feature.isAbstract {
            writeSeparator(&isFirst)
            output.append("abstract")
        }
        write(attributes, &isFirst, &notes)
        if !constraints.isEmpty {
            writeSeparator(&isFirst)
            output.append(constraints.count == 1 ? "constraint " : "constraints [")
            var isFirst = true
            for constraint in constraints {
                writeSeparator(&isFirst)
                try write(constraint, &notes)
            }
            if constraints.count > 1 { output.append("]") }
        }
        output.append("}")
    }

    private mutating func writeSeparator(_ isFirst: inout Bool) {
        if !isFirst { output.append(", ") }
        isFirst = false
    }

    private mutating func write(
        _ attributes: [FeatureModel.Attribute], _ isFirst: inout Bool, _ notes: inout Notes
    ) {
        for attribute in attributes {
            writeSeparator(&isFirst)
            let name = UVLText.withoutQuotes(attribute.name)
            if name.isEmpty || ByteKey(name) != ByteKey(attribute.name) { changedPart = changedPart ?? attribute.name }
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
    }

    private mutating func write(_ value: FeatureModel.Attribute.Value, _ notes: inout Notes) {
        switch value {
        case .boolean(let value): output.append(string: "\(value)")
        case .number(let number): output.append(string: UVLText.decimal(number))
        case .text(let text):
            let written = UVLText.withoutApostrophes(text)
            if ByteKey(written) != ByteKey(text) {
                changedPart = changedPart ?? text
                notes.add(
                    .attributeTexts,
                    "the text \(Message.quoted(text.utf8)) is written as \(Message.quoted(written.utf8))")
            }
            output.append(string: "'\(written)'")
        case .attributes(let attributes):
            output.append("{")
            var isFirst = true
            write(attributes, &isFirst, &notes)
            output.append("}")
        case .list(let values):
            // Other readers mistake a number in brackets without spaces for a cardinality.
            output.append(values.count == 1 ? "[ " : "[")
            for (index, value) in values.enumerated() {
                if index > 0 { output.append(", ") }
                write(value, &notes)
            }
            output.append(values.count == 1 ? " ]" : "]")
        }
    }

    // MARK: Constraints

    /// Returns the constraints without those within attributes, which are the first ones if they
    /// are about each clone of features in the order of the text.
    private mutating func constraintsOutsideAttributes() -> ArraySlice<Proposition> {
        var rest = model.constraints[...]
        guard case .each? = rest.first else { return rest }
        let isCloned = model.isCloned
        var last = FeatureID(0)
        while case .each(let feature, let operand)? = rest.first, isCloned[Int(feature)],
            !isInDomain[Int(feature)], feature >= last
        {
            attributeConstraints[feature, default: []].append(operand)
            last = feature
            rest.removeFirst()
        }
        return rest
    }

    private mutating func writeConstraints(
        _ constraints: ArraySlice<Proposition>, _ notes: inout Notes
    ) throws(TextProblem) {
        guard !constraints.isEmpty else { return }
        output.append("\nconstraints\n")
        for constraint in constraints {
            beginLine(1)
            try write(constraint, &notes)
            output.append("\n")
        }
    }

    private mutating func write(_ constraint: Proposition, _ notes: inout Notes) throws(TextProblem) {
        let (plain, isChanged) = try constraint.plain(root: model.root, in: .uvl)
        if isChanged { notes.add(.operators, "a constraint is rewritten with equivalent operators") }
        var levels = 0
        plain.forEachValue { value in
            switch value {
            case .text(let text) where ByteKey(UVLText.withoutApostrophes(text)) != ByteKey(text):
                changedPart = changedPart ?? text
            case .total(let numbers):
                levels = max(levels, UVLConstraint.levels(ofTotal: numbers.count))
                notes.add(.operators, "a constraint is rewritten with equivalent operators")
            default: break
            }
        }
        if levels > 0, plain.depth + levels > Proposition.maximumDepth {
            throw TextProblem(
                message: "a sum in a constraint has too many terms", remedy: "write JSON", isLimit: true)
        }
        let names = names
        var remainingBytes = FeatureFormat.maximumBytes - output.bytes.count
        try UVLConstraint(plain).append(to: &output) { (feature) throws(TextProblem) in
            try notes.step()
            remainingBytes -= names[Int(feature)].utf8.count
            if remainingBytes < 0 { throw .tooLongByNames("UVL") }
            return names[Int(feature)]
        }
    }
}

extension FeatureModel.Cardinality {
    /// The bounds in brackets.
    var uvlText: String { lower == upper ? "[\(lower)]" : "[\(lower)..\(upper.map { "\($0)" } ?? "*")]" }
}

extension FeatureModel {
    /// Returns the attributes that list values instead of a group; `nil` if the group has other
    /// members, or the reader would give them different names.
    fileprivate func domain(of group: Int, _ tree: ModelTree, _ writtenNames: [String]) -> [Attribute]? {
        guard groups[group].kind == .alternative else { return nil }
        let parent = groups[group].parent
        let members = groups[group].members
        var values: [Attribute.Value] = []
        for (index, member) in members.enumerated() {
            let feature = self[member]
            guard let attribute = feature.attributes.first, feature.attributes.count == 1,
                attribute.name == Self.valueName, !feature.isAbstract, feature.type == .boolean,
                feature.cardinality == nil, tree.groups(below: member).isEmpty, Int(member) == Int(parent) + 1 + index
            else { return nil }
            switch attribute.value {
            case .number(let number) where number.isFinite: values.append(attribute.value)
            case .text(let text): values.append(.text(UVLText.withoutApostrophes(text)))
            default: return nil
            }
        }
        var listModel = FeatureModel(root: writtenNames[Int(parent)])
        let names = listModel.add(values: values, below: listModel.root).map { listModel[$0].name }
        guard zip(names, members).allSatisfy({ ByteKey($0) == ByteKey(writtenNames[Int($1)]) }) else { return nil }
        if values.count > 2, values.count <= FeatureFormatLimits.rangeCount, self[parent].type == .integer,
            values.areConsecutive
        {
            return [Attribute(name: "min", value: values[0]), Attribute(name: "max", value: values[values.count - 1])]
        }
        return [Attribute(name: "values", value: .list(values))]
    }

    /// Checks that each attribute that an expression names is read as this attribute.
    fileprivate func checkAttributeNames(_ names: [String]) throws(TextProblem) {
        var conflict: (String, FeatureID)?
        lazy var ids = Dictionary(names.enumerated().map { (ByteKey($1), FeatureID($0)) }) { first, _ in first }
        for constraint in constraints {
            constraint.forEachValue { value in
                guard case .attribute(let name, let owner) = value else { return }
                let whole = "\(names[Int(owner)]).\(name)"
                let read = attribute(named: whole) { ids[ByteKey($0)] }
                if ids[ByteKey(whole)] != nil || read?.owner != owner { conflict = conflict ?? (name, owner) }
            }
        }
        guard let (name, owner) = conflict else { return }
        throw TextProblem(
            message:
                "the attribute \(Message.quoted(name.utf8)) of \(Message.quoted(self[owner].name.utf8)) would be read "
                + "as a feature or as another feature's attribute",
            remedy: "rename it, or write JSON")
    }
}

extension [FeatureModel.Attribute.Value] {
    /// A Boolean value that indicates whether the values are consecutive integers.
    fileprivate var areConsecutive: Bool {
        guard case .number(let first) = self[0], Int(exactly: first) != nil, abs(first) < 1e15 else { return false }
        return enumerated().allSatisfy { $1 == .number(first + Double($0)) }
    }
}
