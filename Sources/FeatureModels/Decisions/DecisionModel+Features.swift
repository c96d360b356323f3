internal import TextSupport
internal import WorkLimits

extension DecisionModel {
    /// Creates the decisions of a feature model.
    ///
    /// The members of a group of kind `or`, `alternative` or `cardinality` are variants. Each other
    /// feature becomes a Boolean decision, relevant if the feature's parent is selected. Each group
    /// of variants becomes an enumeration; the first such group below a mandatory feature shares
    /// the decision of the feature.
    ///
    /// A constraint may give the condition under which an optional child of the root is relevant:
    /// `Zoom => (Camera & Lens)`, or `Zoom <=> (Camera & Lens)`, which also makes the child
    /// mandatory. The condition must be an operation, such as `&`, on earlier features.
    ///
    /// - Requires: The model has no findings.
    /// - Complexity: O(*n*) for *n* features, group members, and parts of constraints.
    public init(of model: FeatureModel) {
        featureModel = model
        var derivation = DecisionDerivation(model)
        decisions = derivation.decisions()
    }
}

/// Derives the decisions of a feature model.
private struct DecisionDerivation {
    private let model: FeatureModel
    /// The groups of variants below each feature.
    private var choices: [[Int]]
    private var otherGroups: [[Int]]
    /// The place of each feature in the order of the decisions.
    private var positions: [Int]
    private var order: [Row] = []
    /// The conditions of relevance from constraints.
    private var conditions: [FeatureID: (constraint: Int, isMandatory: Bool)] = [:]
    private var names: TakenNames

    /// The decision about a feature, or about a group of variants.
    private enum Row {
        case feature(FeatureID)
        case group(Int)
    }

    init(_ model: FeatureModel) {
        self.model = model
        choices = Array(repeating: [], count: model.features.count)
        otherGroups = choices
        for (index, group) in model.groups.enumerated() {
            if group.isChoice {
                choices[Int(group.parent)].append(index)
            } else {
                otherGroups[Int(group.parent)].append(index)
            }
        }
        positions = Array(repeating: 0, count: model.features.count)
        names = TakenNames(model.features.map(\.name))
        walk()
        findConditions()
    }

    /// Orders the decisions. The first group of variants below a feature comes directly after the
    /// feature, so that a reader finds the same order.
    private mutating func walk() {
        var count = 0
        var open = [Row.feature(model.root)]
        while let row = open.popLast() {
            switch row {
            case .feature(let feature):
                if !isVariant(feature) { order.append(row) }
                positions[Int(feature)] = count
                count += 1
                open.append(contentsOf: rows(below: feature).reversed())
            case .group(let group):
                order.append(row)
                open.append(contentsOf: model.groups[group].members.reversed().map { .feature($0) })
            }
        }
    }

    private func rows(below feature: FeatureID) -> [Row] {
        let (choices, others) = (choices[Int(feature)], otherGroups[Int(feature)])
        func rows(_ group: Int) -> [Row] {
            model.groups[group].isChoice ? [.group(group)] : model.groups[group].members.map { .feature($0) }
        }
        guard feature != model.root, let first = choices.first else {
            return (choices + others).sorted().flatMap(rows)
        }
        return rows(first) + (choices.dropFirst() + others).sorted().flatMap(rows)
    }

    private func isVariant(_ feature: FeatureID) -> Bool {
        model[feature].group.map { model.groups[$0].isChoice } ?? false
    }

    /// Finds the constraints that give the relevance of features below the root.
    private mutating func findConditions() {
        for (index, constraint) in model.constraints.enumerated() {
            let isMandatory: Bool
            switch constraint {
            case .implies: isMandatory = false
            case .equivalent: isMandatory = true
            default: continue
            }
            let operands = constraint.operands
            guard operands.count == 2, case .feature(let feature) = operands[0] else { continue }
            let condition = operands[1]
            guard conditions[feature] == nil, let group = model[feature].group, !condition.operands.isEmpty,
                model.groups[group].kind == .optional, model.groups[group].parent == model.root
            else { continue }
            var isEarlier = true
            condition.forEachFeature { isEarlier = isEarlier && positions[Int($0)] < positions[Int(feature)] }
            if isEarlier { conditions[feature] = (index, isMandatory) }
        }
    }

    // MARK: Decisions

    mutating func decisions() -> [DecisionModel.Decision] {
        let (rows, owners) = merged()
        var constraints = [[Proposition]](repeating: [], count: rows.count)
        let statedConstraints = Set(conditions.values.map(\.constraint))
        for (index, constraint) in model.constraints.enumerated() where !statedConstraints.contains(index) {
            constraints[constraint.firstFeature.map { owners[Int($0)] } ?? 0].append(constraint)
        }
        let ids = rows.map { row in row.feature.map { model[$0].name } ?? unusedName(of: row) }
        let values = ValueNames(model, ids: ids, groups: rows.map(\.group))
        return rows.indices.map { index in
            let row = rows[index]
            let group = row.group.map { model.groups[$0] }
            let isOptional = row.feature.map { !isMandatory($0) } ?? false
            return DecisionModel.Decision(
                id: ids[index], question: row.feature.flatMap { model[$0].question } ?? "",
                kind: group == nil ? .boolean : values.isNumber[index] ? .number : .enumeration,
                range: group == nil ? isOptional ? ["true", "false"] : ["true"] : values.ranges[index],
                variants: group?.members ?? row.feature.map { [$0] } ?? [], cardinality: group?.bounds ?? 1...1,
                constraints: constraints[index], relevance: relevance(of: row), feature: row.feature)
        }
    }

    private struct MergedRow {
        var feature: FeatureID?
        var group: Int?
    }

    /// Returns the decisions, and for each feature the index of the decision that it belongs to.
    private func merged() -> (rows: [MergedRow], owners: [Int]) {
        var rows: [MergedRow] = []
        var owners = [Int](repeating: 0, count: model.features.count)
        for row in order {
            switch row {
            case .feature(let feature):
                owners[Int(feature)] = rows.count
                rows.append(MergedRow(feature: feature))
            case .group(let group):
                let parent = model.groups[group].parent
                if parent != model.root, choices[Int(parent)].first == group, !isVariant(parent), isMandatory(parent) {
                    // There are no rows between a feature and its first group of variants.
                    rows[rows.count - 1].group = group
                } else {
                    rows.append(MergedRow(group: group))
                }
                for member in model.groups[group].members { owners[Int(member)] = rows.count - 1 }
            }
        }
        return (rows, owners)
    }

    private func isMandatory(_ feature: FeatureID) -> Bool {
        if let condition = conditions[feature] { return condition.isMandatory }
        return model[feature].group.map { model.groups[$0].kind == .mandatory } ?? true
    }

    private func relevance(of row: MergedRow) -> Proposition? {
        if let feature = row.feature, let condition = conditions[feature] {
            return model.constraints[condition.constraint].operands[1]
        }
        let parent =
            if let feature = row.feature { model.parent(of: feature) } else {
                row.group.map { model.groups[$0].parent }
            }
        guard let parent, parent != model.root else { return nil }
        return .feature(parent)
    }

    private mutating func unusedName(of row: MergedRow) -> String {
        // A feature with a long name may have many groups.
        let parent = row.group.map { model[model.groups[$0].parent].name.unicodeScalars.prefix(200) }
        return names.unusedName(from: (parent.map { String($0) } ?? "") + " choice")
    }
}

/// The names of the decisions' values, in the form that ``DecisionModel/Decision/range`` describes.
private struct ValueNames {
    private(set) var ranges: [[String]] = []
    private(set) var isNumber: [Bool] = []

    init(_ model: FeatureModel, ids: [String], groups: [Int?]) {
        // The root needs no decision of its own in a table.
        let taken = Set(ids.dropFirst().map { ByteKey($0) })
        var useCounts: [ByteKey: Int] = [:]
        var fullNames: Set<ByteKey> = []
        var rests: [[String?]] = []
        for (id, group) in zip(ids, groups) {
            let names = group.map { model.groups[$0].members.map { model[$0].name } } ?? []
            let prefix = id + "."
            let own = names.map { $0.hasBytePrefix(prefix) ? String($0.utf8.dropFirst(prefix.utf8.count)) : nil }
            isNumber.append(
                !names.isEmpty && own.allSatisfy { rest in rest.map { DecisionNumber.canonical($0) == $0 } ?? false })
            if isNumber.last == false {
                for case let rest? in own { useCounts[ByteKey(rest), default: 0] += 1 }
                for name in names { fullNames.insert(ByteKey(name)) }
            }
            rests.append(own)
            ranges.append(names)
        }
        for index in ranges.indices {
            for (value, rest) in rests[index].enumerated() {
                guard let rest, !rest.isEmpty else { continue }
                let key = ByteKey(rest)
                let isShared = taken.contains(key) || (useCounts[key] ?? 0) > 1
                if isNumber[index] || isShared && !fullNames.contains(key) { ranges[index][value] = rest }
            }
        }
    }
}

extension FeatureModel.Group {
    /// A Boolean value that indicates whether the members are the variants of a question.
    fileprivate var isChoice: Bool {
        switch kind {
        case .mandatory, .optional: false
        case .or, .alternative, .cardinality: true
        }
    }
}

extension FeatureModel.Feature {
    /// The text of the attribute `question`.
    fileprivate var question: String? {
        for attribute in attributes {
            if attribute.name == "question", case .text(let text) = attribute.value { return text }
        }
        return nil
    }
}

extension Proposition {
    /// The leftmost feature; `nil` if there is none.
    fileprivate var firstFeature: FeatureID? {
        var open = [self]
        while let proposition = open.popLast() {
            if case .feature(let feature) = proposition { return feature }
            open.append(contentsOf: proposition.operands.reversed())
        }
        return nil
    }
}

extension String {
    fileprivate func hasBytePrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}
