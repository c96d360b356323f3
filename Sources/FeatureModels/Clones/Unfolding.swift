internal import AlgorithmSupport
internal import TextSupport
internal import WorkLimits

/// The copies of the features of a model, one for each clone that a product may hold.
struct Unfolding {
    private let tree: CloneTree
    private var model: FeatureModel
    private var originalFeatures: [FeatureID] = []
    private var cloneNumbers: [Int] = []
    /// The feature after the descendants of each copy.
    private var ends: [FeatureID] = []
    /// The prefix of the names below each copy: the name of the closest feature with several
    /// clones.
    private var prefixes: [String?] = []
    /// The copies of each feature, in ascending order.
    private var copies: [[FeatureID]]
    private var names: Set<ByteKey> = []
    /// The propositions that bind copies to each other.
    private var rules: [Proposition] = []
    /// Groups that need members with at least one clone, and the number of these members.
    private var groupsNeedingMembers: [(group: Int, least: Int)] = []

    /// The clones of a feature in a copy of its parent that are still to be copied.
    private struct Series {
        var original: FeatureID
        /// The group of the first clone, and of those that the parent always has.
        var group: Int
        /// The group of the other clones.
        var others: Int
        /// The number of clones that the parent always has.
        var certainCount: Int
        var number = 1
        var first: FeatureID?
        var previous: FeatureID?
    }

    private enum Step {
        case copy(Series)
        case end(FeatureID)
    }

    /// - Requires: All cardinalities of the tree have upper bounds.
    init(_ tree: CloneTree) {
        self.tree = tree
        model = FeatureModel(root: tree.model[tree.model.root].name)
        copies = Array(repeating: [], count: tree.model.features.count)
    }

    var result: UnfoldedFeatureModel {
        UnfoldedFeatureModel(model: model, originalFeatures: originalFeatures, cloneNumbers: cloneNumbers)
    }

    private func upper(_ feature: FeatureID) -> Int { tree.clones(of: feature).upper ?? 1 }
}

// MARK: Size

extension Unfolding {
    /// Checks the size of the result before anything is copied.
    func checkSize(_ budget: Budget) throws(LimitError) {
        var counts = [Int](repeating: 1, count: originalsCount)
        var prefixLengths = counts
        var (featureCount, byteCount) = (0, 0)
        for feature in tree.order {
            if let parent = tree.model.parent(of: feature) {
                counts[Int(feature)] = Self.product(counts[Int(parent)], upper(feature))
                let length = prefixLengths[Int(parent)] + tree.model[feature].name.utf8.count + 20
                prefixLengths[Int(feature)] = upper(feature) > 1 ? length : prefixLengths[Int(parent)]
                byteCount = Self.sum(byteCount, Self.product(counts[Int(feature)], Self.featureBytes + length))
            }
            featureCount = Self.sum(featureCount, counts[Int(feature)])
        }
        for constraint in tree.constraints {
            byteCount = Self.sum(byteCount, Self.product(Self.partBytes, partCount(of: constraint, in: [])))
        }
        try budget.check(built: featureCount, bytes: byteCount)
        if featureCount >= Int(UInt32.max) { throw .tooLarge("features") }
    }

    private var originalsCount: Int { tree.model.features.count }

    /// The bytes of a feature and of the rules about it, and of a part of a constraint.
    private static var featureBytes: Int { 400 }
    private static var partBytes: Int { 64 }

    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, overflows) = left.addingReportingOverflow(right)
        return overflows ? .max : sum
    }

    private static func product(_ left: Int, _ right: Int) -> Int {
        let (product, overflows) = left.multipliedReportingOverflow(by: right)
        return overflows ? .max : product
    }

    /// Returns the number of parts of a constraint's copy.
    private func partCount(of proposition: Proposition, in scopes: [FeatureID]) -> Int {
        func count(_ feature: FeatureID) -> Int {
            tree.maximumCount(of: feature, within: tree.scope(of: feature, in: scopes)) ?? .max
        }
        switch proposition {
        case .feature(let feature): return count(feature)
        case .comparison:
            var total = 1
            proposition.forEachFeature { total = Self.sum(total, count($0)) }
            return total
        case .each(let feature, let operand):
            return Self.product(count(feature), Self.sum(2, partCount(of: operand, in: scopes + [feature])))
        default:
            return proposition.operands.reduce(1) { Self.sum($0, partCount(of: $1, in: scopes)) }
        }
    }
}

// MARK: Features

extension Unfolding {
    /// Copies the tree, in the order of the products.
    mutating func copyFeatures(_ budget: Budget) throws(LimitError) {
        keepNames()
        var open: [Step] = []
        begin(model.root, tree.model.root, number: 1, prefix: nil, steps: &open)
        while let step = open.popLast() {
            switch step {
            case .end(let copy): ends[Int(copy)] = FeatureID(originalFeatures.count)
            case .copy(var series):
                let parent = model.groups[series.group].parent
                let name = name(of: series, below: parent)
                let group = series.number <= max(1, series.certainCount) ? series.group : series.others
                let copy = model.add(name, toGroup: group)
                addRules(for: copy, series)
                (series.first, series.previous) = (series.first ?? copy, copy)
                series.number += 1
                if series.number <= upper(series.original) { open.append(.copy(series)) }
                let prefix = upper(series.original) > 1 ? name : prefixes[Int(parent)]
                begin(copy, series.original, number: series.number - 1, prefix: prefix, steps: &open)
                if originalFeatures.count & 0xFFF == 0 { try budget.check(built: originalFeatures.count) }
            }
        }
        for (group, least) in groupsNeedingMembers {
            let certain = model.groups[group].members.filter { tree.clones(of: originalFeatures[Int($0)]).lower > 0 }
            rules.append(
                .implies(
                    .feature(model.groups[group].parent),
                    .comparison(
                        .total(Dictionary(certain.map { ($0, 1) }, uniquingKeysWith: +)), .greaterOrEqual,
                        .number(Double(least)))))
        }
        model.order = tree.model.order.flatMap { Int($0) < copies.count ? copies[Int($0)] : [] }
    }

    /// Keeps the names of features that are copied once and aren't below a clone.
    private mutating func keepNames() {
        var isCloned = [Bool](repeating: false, count: originalsCount)
        for feature in tree.order {
            let isBelow = tree.model.parent(of: feature).map { isCloned[Int($0)] } ?? false
            isCloned[Int(feature)] = isBelow || upper(feature) > 1
            if !isCloned[Int(feature)] { names.insert(ByteKey(tree.model[feature].name)) }
        }
    }

    private mutating func name(of series: Series, below parent: FeatureID) -> String {
        let original = tree.model[series.original].name
        let prefix = prefixes[Int(parent)]
        if prefix == nil && upper(series.original) == 1 { return original }
        var name = prefix.map { "\($0).\(original)" } ?? original
        if upper(series.original) > 1 { name += ".\(series.number)" }
        while !names.insert(ByteKey(name)).inserted { name += "_" }
        return name
    }

    /// Notes a copy, and plans the copies below it.
    private mutating func begin(
        _ copy: FeatureID, _ original: FeatureID, number: Int, prefix: String?, steps: inout [Step]
    ) {
        var copied = tree.model[original]
        (copied.name, copied.cardinality) = (model[copy].name, nil)
        model[copy] = copied
        originalFeatures.append(original)
        cloneNumbers.append(number)
        prefixes.append(prefix)
        ends.append(copy)
        copies[Int(original)].append(copy)
        steps.append(.end(copy))
        let series = tree.groups[Int(original)].flatMap { addGroups(for: $0, below: copy) }
        steps += series.reversed().map { .copy($0) }
    }

    /// Adds the groups for a group in a copy of its parent.
    private mutating func addGroups(for group: Int, below copy: FeatureID) -> [Series] {
        let (group, bounds) = (tree.model.groups[group], tree.bounds(ofGroup: group))
        if group.members.allSatisfy({ tree.clones(of: $0) == FeatureModel.Cardinality(1, upTo: 1) }) {
            let only = model.addGroup(group.kind, below: copy)
            return group.members.map { Series(original: $0, group: only, others: only, certainCount: 0) }
        }
        let certainCount = group.members.count { tree.clones(of: $0).lower > 0 }
        if bounds.maximum == group.members.count, [0, certainCount].contains(bounds.minimumCertain) {
            return addRuns(of: group.members, areNeeded: bounds.minimumCertain > 0, below: copy)
        }
        return addCountingGroups(for: group, bounds, certainCount: certainCount, below: copy)
    }

    /// Adds groups, alternately mandatory and optional, for independent members.
    ///
    /// The copies of each are adjacent, in the order of the members.
    private mutating func addRuns(of members: [FeatureID], areNeeded: Bool, below copy: FeatureID) -> [Series] {
        var run: (kind: FeatureModel.Group.Kind, group: Int)?
        func group(_ kind: FeatureModel.Group.Kind) -> Int {
            if let run, run.kind == kind { return run.group }
            let group = model.addGroup(kind, below: copy)
            run = (kind, group)
            return group
        }
        return members.map { member in
            let certainCount = areNeeded ? tree.clones(of: member).lower : 0
            let first = group(certainCount > 0 ? .mandatory : .optional)
            let others = upper(member) > max(1, certainCount) ? group(.optional) : first
            return Series(original: member, group: first, others: others, certainCount: certainCount)
        }
    }

    /// Adds the groups for members if the parent needs a number of them.
    ///
    /// A further copy makes no difference to a group that needs one member. Other groups hold only
    /// the first copy of each member; further copies come in optional groups after it.
    private mutating func addCountingGroups(
        for group: FeatureModel.Group, _ bounds: CloneTree.GroupBounds, certainCount: Int, below copy: FeatureID
    ) -> [Series] {
        let isEachCertain = certainCount == group.members.count
        let isBounded = bounds.maximum < group.members.count
        let needsOneMember = bounds.minimumCertain == 1 && !isBounded
        let kind: FeatureModel.Group.Kind =
            if needsOneMember {
                .or
            } else if isEachCertain {
                group.kind
            } else {
                isBounded ? .cardinality(0...bounds.maximum) : .cardinality(bounds.minimumCertain...certainCount)
            }
        let first = model.addGroup(kind, below: copy)
        let optional = isEachCertain || isBounded ? first : model.addGroup(.optional, below: copy)
        if !isEachCertain && isBounded && bounds.minimumCertain > 0 {
            groupsNeedingMembers.append((first, bounds.minimumCertain))
        }
        return group.members.map { member in
            let group = tree.clones(of: member).lower > 0 ? first : optional
            let keepsOthers = upper(member) == 1 || group != first || needsOneMember
            return Series(
                original: member, group: group,
                others: keepsOthers ? group : model.addGroup(.optional, below: copy), certainCount: 0)
        }
    }

    /// Adds the rules that bind a copy to the one before it, and the first one to the last needed
    /// one.
    private mutating func addRules(for copy: FeatureID, _ series: Series) {
        if let previous = series.previous, series.number > series.certainCount + 1 {
            rules.append(.implies(.feature(copy), .feature(previous)))
        }
        if let first = series.first, series.certainCount == 0, series.number == tree.clones(of: series.original).lower {
            rules.append(.implies(.feature(first), .feature(copy)))
        }
    }
}

// MARK: Constraints

extension Unfolding {
    /// A copy of a feature whose clones a proposition is about.
    private struct Scope {
        var original: FeatureID
        var copy: FeatureID
    }

    /// Copies the constraints, and adds the rules.
    mutating func copyConstraints(_ budget: Budget) throws(LimitError) {
        let values = ValueResolution(tree.model)
        for constraint in tree.model.constraints {
            try budget.check(built: originalFeatures.count)
            model.constraints.append(copied(constraint, in: [], values))
        }
        model.constraints += rules
    }

    private func copied(
        _ proposition: Proposition, in scopes: [Scope], _ values: ValueResolution
    ) -> Proposition {
        switch proposition {
        case .feature(let feature):
            let features = copies(of: feature, in: scopes, onlyFirst: true).map { Proposition.feature($0) }
            return features.count == 1 ? features[0] : .or(features)
        case .comparison(let left, let relation, let right):
            if let left = symbolicCopy(left, in: scopes), let right = symbolicCopy(right, in: scopes) {
                return .comparison(left, relation, right)
            }
            guard case .comparison(let left, let relation, let right) = values.resolved(proposition) else {
                return copied(values.resolved(proposition), in: scopes, values)
            }
            return .comparison(copied(left, in: scopes), relation, copied(right, in: scopes))
        case .each(let feature, let operand):
            let operands = copies(of: feature, in: scopes).map { copy in
                Proposition.implies(
                    .feature(copy), copied(operand, in: scopes + [Scope(original: feature, copy: copy)], values))
            }
            return operands.count == 1 ? operands[0] : .and(operands)
        default: return proposition.with(proposition.operands.map { copied($0, in: scopes, values) })
        }
    }

    /// Returns a copy of an expression with the same form; `nil` if there is none.
    private func symbolicCopy(_ expression: ValueExpression, in scopes: [Scope]) -> ValueExpression? {
        func sum(_ features: [FeatureID], _ value: (FeatureID) -> ValueExpression) -> ValueExpression? {
            if features.count > Self.maximumSummands { return nil }
            return Self.balancedSum(features.map(value)[...])
        }
        /// Returns whether everything below a feature counts in each of its copies.
        func isWhole(_ top: FeatureID) -> Bool {
            !scopes.contains { $0.original != top && tree.isWithin($0.original, top) }
        }
        switch expression {
        case .number, .text: return expression
        case .total: return copied(expression, in: scopes)
        case .attribute(let name, let feature):
            return sum(copies(of: feature, in: scopes)) { .attribute(name, of: $0) }
        case .value(let feature):
            let hasClones = (tree.values[feature] ?? []).contains { tree.model[$0.feature].cardinality != nil }
            return hasClones || !isWhole(feature) ? nil : sum(copies(of: feature, in: scopes)) { .value(of: $0) }
        case .size(let feature):
            let features = copies(of: feature, in: scopes)
            if features.count == 1 { return .size(of: features[0]) }
            return .total(Dictionary(features.map { ($0, 1) }, uniquingKeysWith: +))
        case .sum(let name, nil): return scopes.isEmpty ? .sum(of: name, below: nil) : nil
        case .sum(let name, let top?):
            return isWhole(top) ? sum(copies(of: top, in: scopes)) { .sum(of: name, below: $0) } : nil
        case .average(let name, nil): return scopes.isEmpty ? .average(of: name, below: nil) : nil
        case .average(let name, let top?):
            let features = copies(of: top, in: scopes)
            return isWhole(top) && features.count == 1 ? .average(of: name, below: features[0]) : nil
        case .length(let operand):
            guard let operand = symbolicCopy(operand, in: scopes) else { return nil }
            if case .operation = operand { return nil }
            return .length(operand)
        case .operation(let left, let operation, let right):
            guard let left = symbolicCopy(left, in: scopes), let right = symbolicCopy(right, in: scopes) else {
                return nil
            }
            return .operation(left, operation, right)
        case .floor(let operand): return symbolicCopy(operand, in: scopes).map { .floor($0) }
        case .ceiling(let operand): return symbolicCopy(operand, in: scopes).map { .ceiling($0) }
        }
    }

    /// The maximum number of summands of a readable copy.
    private static var maximumSummands: Int { 64 }

    /// Returns a balanced sum; `nil` without summands.
    private static func balancedSum(_ summands: ArraySlice<ValueExpression>) -> ValueExpression? {
        if summands.count < 2 { return summands.first }
        let middle = summands.startIndex + summands.count / 2
        guard let left = balancedSum(summands[..<middle]), let right = balancedSum(summands[middle...]) else {
            return nil
        }
        return .operation(left, .plus, right)
    }

    private func copied(_ expression: ValueExpression, in scopes: [Scope]) -> ValueExpression {
        switch expression {
        case .total(let numbers):
            var copied: [FeatureID: Double] = [:]
            for (feature, number) in numbers {
                for copy in copies(of: feature, in: scopes) { copied[copy] = number }
            }
            return .total(copied)
        case .operation(let left, let operation, let right):
            return .operation(copied(left, in: scopes), operation, copied(right, in: scopes))
        case .floor(let operand): return .floor(copied(operand, in: scopes))
        case .ceiling(let operand): return .ceiling(copied(operand, in: scopes))
        case .number, .text, .attribute, .value, .size, .length, .sum, .average: return expression
        }
    }

    /// Returns the copies of a feature in scope.
    ///
    /// - Parameter onlyFirst: Whether copies that need another one are left out.
    private func copies(of feature: FeatureID, in scopes: [Scope], onlyFirst: Bool = false) -> [FeatureID] {
        let copies = copies[Int(feature)]
        guard let scope = scopes.last(where: { tree.isWithin(feature, $0.original) }) else {
            return onlyFirst ? copies.filter { cloneNumbers[Int($0)] == 1 } : copies
        }
        if scope.original == feature { return [scope.copy] }
        func position(_ bound: FeatureID) -> Int { copies.partitioningIndex { $0 >= bound } }
        let inScope = copies[position(scope.copy)..<position(ends[Int(scope.copy)])]
        return onlyFirst ? inScope.filter { cloneNumbers[Int($0)] == 1 } : Array(inScope)
    }
}
