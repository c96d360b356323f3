internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// The place of a part of a model.
enum Origin {
    /// An offset in the text itself.
    case offset(Int)
    /// A place in another text.
    case elsewhere(FeatureModelDocument.Position)

    /// Returns the places of parts.
    ///
    /// - Parameters:
    ///   - origins: The parts.
    ///   - text: The text itself.
    ///   - path: The path of the text, if it is imported.
    /// - Complexity: O(*n*) for *n* bytes and parts that come in order.
    static func positions(
        of origins: [Origin], in text: UnsafeRawBufferPointer, path: String? = nil
    ) -> [FeatureModelDocument.Position] {
        let offsets = origins.map { origin in
            if case .offset(let offset) = origin { offset } else { 0 }
        }
        return zip(origins, TextPosition.positions(of: offsets, in: text)).map { origin, own in
            switch origin {
            case .offset: FeatureModelDocument.Position(importedPath: path, line: own.line, column: own.column)
            case .elsewhere(let position): position
            }
        }
    }
}

/// A model with the places of its parts.
struct PlacedModel {
    var model: FeatureModel
    var features: [Origin]
    var groups: [Origin]
    var constraints: [Origin]
    /// The bytes of text that the model counts as.
    var byteCount = 0
}

/// A model in the making, and its problems so far.
struct ModelBuilder {
    private(set) var placed: PlacedModel
    var problems = ProblemList()
    /// A Boolean value that indicates whether the root was added.
    private(set) var hasRoot = false
    /// Whether all features were read, so that unknown names are problems.
    var knowsAllFeatures = true

    /// A Boolean value that indicates whether the model has types, cardinalities or comparisons,
    /// which may have errors.
    private var hasValues = false
    private var ids: [ByteKey: FeatureID] = [:]
    /// A name that both a copy and another feature have.
    private var nameDuplicatedByCopy: String?
    /// The number of comparisons with known names that are left for suggestions.
    private var suggestionBudget = 200_000

    private let budget: Budget
    private var steps: LimitedSteps

    init(_ budget: Budget) {
        (self.budget, steps) = (budget, LimitedSteps(BudgetWatch(budget)))
        placed = PlacedModel(model: FeatureModel(root: ""), features: [], groups: [], constraints: [])
    }

    var model: FeatureModel { placed.model }

    /// Reserves memory, so that a growing table doesn't hash the names of features again.
    mutating func reserve(_ featureCount: Int) { ids.reserveCapacity(featureCount) }

    /// Counts an item of the text, and throws if the budget stops the reading.
    mutating func step() throws(TextProblem) {
        do throws(LimitError) { try steps.step() } catch { throw problems.stop(error) }
    }

    /// Returns the model.
    ///
    /// - Throws: All problems that were found.
    mutating func finish(in text: UnsafeRawBufferPointer, name: String?) throws(FeatureFormatError) -> PlacedModel {
        if problems.isEmpty, hasValues {
            do throws(LimitError) { try addFindings() } catch { _ = problems.stop(error) }
        }
        guard problems.isEmpty else {
            Proposition.remove(&placed.model.constraints)
            throw problems.error(in: text, name: name)
        }
        return placed
    }

    /// Adds the findings of the model to the problems.
    private mutating func addFindings() throws(LimitError) {
        if let index = placed.model.constraintWithTooManySummands {
            var problem = TextProblem(
                message: "sums in constraints have more than \(FeatureFormatLimits.summandCount) terms",
                remedy: "write shorter sums", isLimit: true)
            if case .offset(let offset) = placed.constraints[index] { problem.offset = offset }
            return problems.add(problem)
        }
        for finding in try placed.model.findings(budget: budget) {
            let origin =
                switch finding.part {
                case .feature(let feature): placed.features[Int(feature)]
                case .group(let group): placed.groups[group]
                case .constraint(let constraint): placed.constraints[constraint]
                }
            switch origin {
            case .offset(let offset): problems.add(offset, finding.description)
            case .elsewhere(let position):
                problems.add(
                    FeatureFormatError([
                        LocatedProblem(
                            inputName: position.importedPath, line: position.line, column: position.column,
                            message: finding.description)
                    ]))
            }
        }
    }

    // MARK: Features and groups

    /// Adds the root, which gets its name later.
    mutating func addRoot(at origin: Origin) -> FeatureID {
        hasRoot = true
        placed.features = [origin]
        return 0
    }

    /// Adds a feature, which gets its name later.
    mutating func addFeature(toGroup group: Int, at origin: Origin) -> FeatureID {
        placed.features.append(origin)
        return placed.model.add("", toGroup: group)
    }

    /// Names a feature, and notes a problem if another feature has the name.
    mutating func setName(_ name: String, of feature: FeatureID, at origin: Origin) {
        placed.model[feature].name = name
        register(name, feature, origin)
    }

    mutating func addRoot(_ name: String, isAbstract: Bool = false, at origin: Origin) -> FeatureID {
        hasRoot = true
        placed.model = FeatureModel(root: name, isAbstract: isAbstract)
        placed.features = [origin]
        register(name, 0, origin)
        return 0
    }

    mutating func add(_ name: String, toGroup group: Int, isAbstract: Bool = false, at origin: Origin) -> FeatureID {
        let id = placed.model.add(name, toGroup: group, isAbstract: isAbstract)
        placed.features.append(origin)
        register(name, id, origin)
        return id
    }

    private mutating func register(_ name: String, _ id: FeatureID, _ origin: Origin) {
        let key = ByteKey(name)
        guard ids[key] != nil else {
            ids[key] = id
            return
        }
        switch origin {
        case .offset(let offset):
            problems.add(offset, "two features are named \(Message.quoted(name.utf8)); rename one of the two")
        case .elsewhere: nameDuplicatedByCopy = nameDuplicatedByCopy ?? name
        }
    }

    mutating func addGroup(_ kind: FeatureModel.Group.Kind, below parent: FeatureID, at origin: Origin) -> Int {
        placed.groups.append(origin)
        return placed.model.addGroup(kind, below: parent)
    }

    mutating func setKind(_ kind: FeatureModel.Group.Kind, ofGroup group: Int) {
        placed.model.setKind(kind, ofGroup: group)
    }

    mutating func setAbstract(_ feature: FeatureID) { placed.model[feature].isAbstract = true }

    mutating func setAttributes(_ attributes: [FeatureModel.Attribute], of feature: FeatureID) {
        if !attributes.isEmpty { placed.model[feature].attributes = attributes }
    }

    mutating func setType(_ type: FeatureModel.ValueType, of feature: FeatureID) {
        placed.model[feature].type = type
        if type != .boolean { hasValues = true }
    }

    mutating func setCardinality(_ cardinality: FeatureModel.Cardinality?, of feature: FeatureID) {
        placed.model[feature].cardinality = cardinality
        if cardinality != nil { hasValues = true }
    }

    /// Adds features that are the values of another feature.
    @discardableResult
    mutating func add(
        values: [FeatureModel.Attribute.Value], below parent: FeatureID, at origin: Origin
    ) -> [FeatureID] {
        placed.groups.append(origin)
        let members = placed.model.add(values: values, below: parent)
        for member in members {
            placed.features.append(origin)
            register(placed.model[member].name, member, origin)
        }
        return members
    }

    // MARK: Constraints

    mutating func add(_ constraint: Proposition, at origin: Origin) {
        if !hasValues { hasValues = constraint.hasValues }
        placed.model.constraints.append(constraint)
        placed.constraints.append(origin)
    }

    mutating func setOrder(_ order: [FeatureID]) { placed.model.order = order }

    func feature(named name: String) -> FeatureID? { ids[ByteKey(name)] }

    /// Returns the feature with a name; if there is none, notes the problem and returns the root.
    mutating func feature(
        named name: String, at offset: Int, orRemedy remedy: (String) -> String? = { _ in nil }
    ) -> FeatureID {
        if let id = ids[ByteKey(name)] { return id }
        guard knowsAllFeatures else { return 0 }
        var known = remedy(name)
        if known == nil, suggestionBudget >= placed.model.features.count {
            suggestionBudget -= placed.model.features.count
            known = Spelling.closestName(to: name, among: placed.model.features.lazy.map(\.name))
                .map { "did you mean \(Message.quoted($0.utf8))?" }
        }
        problems.add(
            offset, "unknown feature \(Message.quoted(name.utf8))", known ?? "add it to the tree or fix the name")
        return 0
    }

    // MARK: Copies

    /// Adds the features below the root of a model to a feature, and the model's constraints.
    ///
    /// - Parameters:
    ///   - other: The model.
    ///   - prefix: The prefix of all names.
    ///   - feature: The feature that stands for the root.
    /// - Returns: A name that a copy and another feature both have; `nil` if there is no such name.
    mutating func copy(
        _ other: PlacedModel, prefix: String, to feature: FeatureID
    ) throws(TextProblem) -> String? {
        nameDuplicatedByCopy = nil
        var groups = [Int?](repeating: nil, count: other.model.groups.count)
        var copies = [feature]
        for id in other.model.ids.dropFirst() {
            try step()
            let original = other.model[id]
            guard let group = original.group else { continue }
            let target =
                groups[group]
                ?? addGroup(
                    other.model.groups[group].kind, below: copies[Int(other.model.groups[group].parent)],
                    at: other.groups[group])
            groups[group] = target
            let copy = add(
                prefix + original.name, toGroup: target, isAbstract: original.isAbstract,
                at: other.features[Int(id)])
            setAttributes(original.attributes, of: copy)
            setType(original.type, of: copy)
            setCardinality(original.cardinality, of: copy)
            copies.append(copy)
        }
        for (constraint, origin) in zip(other.model.constraints, other.constraints) {
            try step()
            add(constraint.summing(below: other.model.root).mapped { copies[Int($0)] }, at: origin)
        }
        return nameDuplicatedByCopy
    }
}

extension Proposition {
    /// Calls a function with both sides of each comparison.
    func forEachComparison(_ body: (ValueExpression, ValueExpression) -> Void) {
        var open = [self]
        while let proposition = open.popLast() {
            if case .comparison(let left, _, let right) = proposition { body(left, right) }
            open += proposition.operands
        }
    }

    /// Calls a function with each value in the proposition, and with each part of a value.
    func forEachValue(_ body: (ValueExpression) -> Void) {
        func visit(_ value: ValueExpression) {
            body(value)
            value.operands.forEach(visit)
        }
        forEachComparison { left, right in
            visit(left)
            visit(right)
        }
    }

    /// Returns the proposition, in which sums over all features are restricted to a feature and the
    /// features below it.
    fileprivate func summing(below top: FeatureID) -> Proposition {
        guard hasValues else { return self }
        return folded { proposition, operands in
            guard case .comparison(let left, let relation, let right) = proposition else {
                return proposition.with(operands)
            }
            return .comparison(left.summing(below: top), relation, right.summing(below: top))
        }
    }
}

extension ValueExpression {
    fileprivate func summing(below top: FeatureID) -> ValueExpression {
        switch self {
        case .sum(let name, nil): .sum(of: name, below: top)
        case .average(let name, nil): .average(of: name, below: top)
        case .length(let operand): .length(operand.summing(below: top))
        case .floor(let operand): .floor(operand.summing(below: top))
        case .ceiling(let operand): .ceiling(operand.summing(below: top))
        case .operation(let left, let operation, let right):
            .operation(left.summing(below: top), operation, right.summing(below: top))
        case .number, .text, .total, .attribute, .value, .size, .sum, .average: self
        }
    }
}

extension FeatureModel {
    /// The first constraint at which the summands of values exceed the limit, if there is any.
    fileprivate var constraintWithTooManySummands: Int? {
        var valueCounts = [Int](repeating: 0, count: features.count)
        for group in groups where group.bounds == 1...1 {
            valueCounts[Int(group.parent)] = max(valueCounts[Int(group.parent)], group.members.count)
        }
        var remainingSummands = FeatureFormatLimits.summandCount
        for (index, constraint) in constraints.enumerated() where constraint.hasValues {
            constraint.forEachComparison { left, right in
                // Each text of a feature may be equal to each text of the other feature.
                if case .value(let first) = left, case .value(let second) = right {
                    let (product, overflows) = valueCounts[Int(first)].multipliedReportingOverflow(
                        by: valueCounts[Int(second)])
                    let limit = FeatureFormatLimits.summandCount
                    remainingSummands -= overflows ? limit : min(product, limit)
                }
            }
            constraint.forEachValue { value in
                switch value {
                case .sum, .average: remainingSummands -= features.count
                case .value(let feature): remainingSummands -= valueCounts[Int(feature)]
                case .total(let numbers): remainingSummands -= numbers.count
                default: break
                }
            }
            if remainingSummands < 0 { return index }
        }
        return nil
    }

    /// For each feature, whether the feature or an ancestor has a cardinality.
    var isCloned: [Bool] {
        var isCloned: [Bool] = []
        // Parents come before their children.
        for feature in ids {
            let isBelow = parent(of: feature).map { isCloned[Int($0)] } ?? false
            isCloned.append(isBelow || self[feature].cardinality != nil)
        }
        return isCloned
    }
}
