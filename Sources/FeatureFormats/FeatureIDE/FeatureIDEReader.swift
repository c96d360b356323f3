internal import FeatureModels
internal import TextSupport
internal import WorkLimits
internal import XMLSupport

/// Reads FeatureIDE's XML, plain and extended.
final class FeatureIDEReader: XMLReader {
    /// An element that is open.
    enum Element {
        case model, structure, constraints
        /// A feature.
        case feature(OpenFeature)
        /// A rule, with the offset where it begins.
        case rule(RuleBuilder)
        /// An operator of a rule; the rule collects its operands.
        case operation
        /// The name of a feature in a rule.
        case variable(Int)
        /// The description of a feature.
        case description
        /// An ignored element and its content.
        case ignored
    }

    /// A feature whose children are being read.
    struct OpenFeature {
        var id: FeatureID
        var kind: Kind
        var isMandatory: Bool
        var offset: Int
        var attributes: [FeatureModel.Attribute] = []
        var attributeNames: Set<ByteKey> = []
        /// The group of the child that came last.
        var group: Int?
        var isGroupMandatory = false
        /// The number of children, and whether the last child is marked as mandatory.
        var childCount = 0
        var isLastChildMandatory = false
    }

    /// The element of a feature.
    enum Kind: String, CaseIterable {
        case and, or
        case alternative = "alt"
        case feature
    }

    var builder: ModelBuilder
    private var stack: [Element] = []
    /// The number of open elements from an ignored one on.
    private var ignoredDepth = 0
    private let singleChild: FeatureFormat.SingleChildRule
    /// The text of the open description or variable.
    private var characters: [UInt8] = []
    private var collectsText = false
    private var hasConstraints = false

    private init(singleChild: FeatureFormat.SingleChildRule, _ budget: Budget) {
        (self.singleChild, builder) = (singleChild, ModelBuilder(budget))
    }

    static func read(
        _ text: UnsafeRawBufferPointer, _ name: String?, singleChild: FeatureFormat.SingleChildRule,
        _ budget: Budget
    ) throws(FeatureFormatError) -> PlacedModel {
        let reader = FeatureIDEReader(singleChild: singleChild, budget)
        do throws(TextProblem) {
            try reader.read(xml: text)
            if !reader.builder.hasRoot {
                reader.builder.problems.add(0, "expected a feature in <struct>")
            }
        } catch {
            reader.builder.problems.add(error)
        }
        return try reader.builder.finish(in: text, name: name)
    }

    // MARK: Elements

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        try builder.step()
        if ignoredDepth > 0 {
            ignoredDepth += 1
            return
        }
        let element = try self.element(name, attributes)
        if case .ignored = element { ignoredDepth = 1 }
        stack.append(element)
    }

    private func element(_ name: String, _ attributes: XMLAttributes) throws(TextProblem) -> Element {
        switch stack.last {
        case nil:
            guard name == "featureModel" || name == "extendedFeatureModel" else {
                throw TextProblem(message: "expected <featureModel>, found <\(Message.unquoted(name))>")
            }
            return .model
        case .model:
            switch name {
            case "struct": return .structure
            case "constraints":
                guard builder.hasRoot else { throw TextProblem(message: "expected <struct> before <constraints>") }
                return .constraints
            case "properties", "calculations", "comments", "featureOrder": return .ignored
            default: return unknown(name, in: "<featureModel>", among: ["struct", "constraints"], attributes.offset)
            }
        case .structure:
            guard !builder.hasRoot else {
                throw TextProblem(message: "expected one root, found another feature; put it into the root")
            }
            guard let kind = Kind(rawValue: name) else {
                return unknown(name, in: "<struct>", among: Kind.allCases.map(\.rawValue), attributes.offset)
            }
            return .feature(feature(kind, attributes, below: nil))
        case .feature:
            if let kind = Kind(rawValue: name) { return .feature(feature(kind, attributes, below: stack.count - 1)) }
            switch name {
            case "description":
                beginText()
                return .description
            case "attribute":
                addAttribute(attributes)
                return .ignored
            case "graphics", "tags", "property", "properties": return .ignored
            default:
                return unknown(
                    name, in: "a feature", among: Kind.allCases.map(\.rawValue) + ["description", "attribute"],
                    attributes.offset)
            }
        case .constraints:
            guard name == "rule" else {
                return unknown(name, in: "<constraints>", among: ["rule"], attributes.offset)
            }
            return .rule(RuleBuilder(offset: attributes.offset))
        case .rule, .operation: return try operand(name, attributes.offset)
        case .variable, .description, .ignored:
            builder.problems.add(attributes.offset, "expected text, found <\(Message.unquoted(name))>")
            return .ignored
        }
    }

    func unknown(_ name: String, in context: String, among known: [String], _ offset: Int) -> Element {
        let close = Spelling.closestName(to: name, among: known).map { "did you mean <\($0)>?" }
        builder.problems.add(
            offset, "unknown element <\(Message.unquoted(name))> in \(context)",
            close ?? "expected " + known.map { "<\($0)>" }.joined(separator: ", "))
        return .ignored
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        if collectsText, ignoredDepth == 0 { characters.append(contentsOf: bytes) }
    }

    private func beginText() {
        characters.removeAll(keepingCapacity: true)
        collectsText = true
    }

    func end(at offset: Int) throws(TextProblem) {
        if ignoredDepth > 1 {
            ignoredDepth -= 1
            return
        }
        ignoredDepth = 0
        let element = stack.removeLast()
        switch element {
        case .feature(let feature): finish(feature)
        case .description: finishDescription()
        case .rule(let rule): finish(rule)
        case .operation: try finishOperation()
        case .variable(let offset): try finishVariable(at: offset)
        case .model, .structure, .constraints, .ignored: break
        }
        collectsText = false
    }

    // MARK: Features

    /// Changes the innermost element, which is a feature.
    private func withOpenFeature(at index: Int, _ body: (inout OpenFeature) -> Void) {
        guard case .feature(var feature) = stack[index] else { return }
        // Takes the feature out of the stack, so that its lists are changed in place.
        stack[index] = .ignored
        body(&feature)
        stack[index] = .feature(feature)
    }

    private func feature(_ kind: Kind, _ attributes: XMLAttributes, below parent: Int?) -> OpenFeature {
        let name = attributes["name"] ?? ""
        if name.isEmpty {
            builder.problems.add(attributes.offset, "a feature has no name", "write <\(kind.rawValue) name=\"…\">")
        }
        let isMandatory = flag("mandatory", attributes)
        let isAbstract = flag("abstract", attributes)
        var feature = OpenFeature(id: 0, kind: kind, isMandatory: isMandatory, offset: attributes.offset)
        // Features without a name are reported only once.
        let shownName = name.isEmpty ? "\(attributes.offset)" : name
        if let parent {
            withOpenFeature(at: parent) { parent in
                let group = self.group(of: &parent, isMandatory: isMandatory, at: attributes.offset)
                feature.id = builder.add(
                    shownName, toGroup: group, isAbstract: isAbstract, at: .offset(attributes.offset))
            }
        } else {
            feature.id = builder.addRoot(shownName, isAbstract: isAbstract, at: .offset(attributes.offset))
        }
        if flag("hidden", attributes) { add(FeatureModel.Attribute(name: "hidden"), to: &feature, attributes.offset) }
        return feature
    }

    private func flag(_ name: String, _ attributes: XMLAttributes) -> Bool {
        guard let value = attributes[name] else { return false }
        if value == "true" || value == "false" { return value == "true" }
        builder.problems.add(
            attributes.offset, "expected \(name) to be true or false, found \(Message.quoted(value.utf8))")
        return false
    }

    /// Returns the group for the next child; `and` has one for each run of mandatory or optional
    /// children.
    private func group(of parent: inout OpenFeature, isMandatory: Bool, at offset: Int) -> Int {
        parent.childCount += 1
        parent.isLastChildMandatory = isMandatory
        let isAnd = parent.kind == .and || parent.kind == .feature
        if let group = parent.group, !isAnd || parent.isGroupMandatory == isMandatory { return group }
        let kind: FeatureModel.Group.Kind =
            switch parent.kind {
            case .or: .or
            case .alternative: .alternative
            case .and, .feature: isMandatory ? .mandatory : .optional
            }
        let group = builder.addGroup(kind, below: parent.id, at: .offset(isAnd ? offset : parent.offset))
        (parent.group, parent.isGroupMandatory) = (group, isMandatory)
        return group
    }

    private func finish(_ feature: OpenFeature) {
        builder.setAttributes(feature.attributes, of: feature.id)
        guard feature.kind == .or || feature.kind == .alternative else { return }
        guard let group = feature.group else {
            return builder.problems.add(
                feature.offset, "<\(feature.kind.rawValue)> has no features",
                "add features or write <feature>")
        }
        if feature.childCount == 1 {
            let isMandatory = singleChild == .mandatory || feature.isLastChildMandatory
            builder.setKind(isMandatory ? .mandatory : .optional, ofGroup: group)
        }
    }

    // MARK: Attributes

    private func finishDescription() {
        let text = trimmed(characters)
        guard !text.isEmpty else { return }
        withOpenFeature(at: stack.count - 1) { feature in
            let offset = feature.offset
            add(FeatureModel.Attribute(name: "description", value: .text(text)), to: &feature, offset)
        }
    }

    private func addAttribute(_ attributes: XMLAttributes) {
        let name = attributes["name"] ?? ""
        guard !name.isEmpty else {
            return builder.problems.add(attributes.offset, "an attribute has no name; give the attribute a name")
        }
        // An attribute without a value belongs to the feature's kind, not to the feature.
        guard let text = attributes["value"] else { return }
        guard let value = value(text, ofType: attributes["type"] ?? "string") else {
            let shown = "\(Message.quoted(name.utf8)) to have the type \(attributes["type"] ?? "")"
            return builder.problems.add(
                attributes.offset, "expected the attribute \(shown), found \(Message.quoted(text.utf8))")
        }
        withOpenFeature(at: stack.count - 1) {
            add(FeatureModel.Attribute(name: name, value: value), to: &$0, attributes.offset)
        }
    }

    private func add(_ attribute: FeatureModel.Attribute, to feature: inout OpenFeature, _ offset: Int) {
        if !feature.attributeNames.insert(ByteKey(attribute.name)).inserted {
            builder.problems.add(
                offset, "a feature has two attributes \(Message.quoted(attribute.name.utf8)); rename one of the two")
        }
        feature.attributes.append(attribute)
    }

    private func value(_ text: String, ofType type: String) -> FeatureModel.Attribute.Value? {
        switch type {
        case "long", "double":
            Array(text.utf8).withUnsafeBufferPointer(DecimalNumber.finiteValue).map { .number($0) }
        case "boolean": text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
        default: .text(text)
        }
    }

    // MARK: Rules

    /// Changes the open rule in place.
    private func withRule(_ body: (inout RuleBuilder) throws(TextProblem) -> Void) throws(TextProblem) {
        // Only operators, whose number is bounded, are in between.
        guard
            let index = stack.lastIndex(where: { element in if case .rule = element { true } else { false } }),
            case .rule(var rule) = stack[index]
        else {
            return
        }
        stack[index] = .ignored
        defer { stack[index] = .rule(rule) }
        try body(&rule)
    }

    private func operand(_ name: String, _ offset: Int) throws(TextProblem) -> Element {
        if name == "var" {
            beginText()
            return .variable(offset)
        }
        if name == "description" || name == "tags" || name == "graphics" { return .ignored }
        guard let operation = RuleBuilder.Operation(rawValue: name) else {
            return unknown(
                name, in: "a rule", among: ["var"] + RuleBuilder.Operation.allCases.map(\.rawValue), offset)
        }
        try withRule { (rule) throws(TextProblem) in try rule.begin(operation, at: offset) }
        return .operation
    }

    private func finishOperation() throws(TextProblem) {
        try withRule { (rule) throws(TextProblem) in
            if let problem = rule.end() { builder.problems.add(problem) }
        }
    }

    private func finishVariable(at offset: Int) throws(TextProblem) {
        let name = String(decoding: characters, as: UTF8.self)
        let id = builder.feature(named: name) ?? builder.feature(named: trimmed(characters), at: offset)
        try withRule { (rule) throws(TextProblem) in try rule.add(id, at: offset) }
    }

    private func finish(_ rule: RuleBuilder) {
        guard let proposition = rule.proposition else {
            return builder.problems.add(
                rule.offset,
                rule.isEmpty
                    ? "a rule is empty; remove it"
                    : "expected one proposition in a rule, found more; join them with <conj>")
        }
        builder.add(proposition, at: .offset(rule.offset))
    }

    /// Returns a text without blanks around it.
    private func trimmed(_ bytes: [UInt8]) -> String {
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        let start = bytes.firstIndex { !isBlank($0) } ?? bytes.count
        let end = bytes.lastIndex { !isBlank($0) } ?? start - 1
        return String(decoding: bytes[start..<max(start, end + 1)], as: UTF8.self)
    }
}
