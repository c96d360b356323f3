internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Converts decisions and their values to features.
///
/// A decision whose relevance is one answer is below the feature of that answer. Any other decision
/// is below the root, with its condition of relevance as a constraint.
struct DecisionTree {
    private let rows: [DecisionReader.Row]
    private let conditions: DecisionConditions
    /// The first row, if it is the root's.
    private let hasRoot: Bool
    /// The decisions that each answer makes relevant, and the decisions below the root.
    private var children: [[Int]]
    private var topLevel: [Int] = []
    /// For each decision, whether a constraint has the decision's condition of relevance.
    private var isConstrained: [Bool]
    private var features: [FeatureID]
    private var names: DecisionNames

    init(_ rows: [DecisionReader.Row], _ conditions: DecisionConditions) {
        (self.rows, self.conditions) = (rows, conditions)
        let answerCount = rows.last.map { $0.firstAnswer + $0.answerCount } ?? 0
        children = Array(repeating: [], count: answerCount)
        features = Array(repeating: 0, count: answerCount)
        isConstrained = Array(repeating: false, count: rows.count)
        names = DecisionNames(rows)
        hasRoot = rows.first.map { $0.kind == .boolean && !$0.allowsFalse && $0.relevance == nil } ?? false
        for index in rows.indices.dropFirst(hasRoot ? 1 : 0) {
            switch conditions.relevance[index] {
            case nil: topLevel.append(index)
            case .feature(let answer) where hasRoot && answer == 0: topLevel.append(index)
            case .feature(let answer): children[Int(answer)].append(index)
            default:
                topLevel.append(index)
                isConstrained[index] = true
            }
        }
    }

    // MARK: The tree

    /// A feature or a group whose parts are being added.
    private enum OpenElement {
        /// A feature, with the decisions below it.
        case feature(FeatureID, decisions: [Int], next: Int, group: (isMandatory: Bool, index: Int)?)
        /// A group, to which the answers to a decision are added, from the answer `next` on.
        case answers(of: Int, group: Int, next: Int)
    }

    /// Adds the features, in the order of a text, and the constraints.
    consuming func build(_ builder: inout ModelBuilder) throws(TextProblem) {
        let root: FeatureID
        if hasRoot {
            root = builder.addRoot(rows[0].id, at: .offset(rows[0].offset))
            setQuestion(of: rows[0], root, &builder)
            features[0] = root
        } else {
            root = builder.addRoot(
                DIMACSReader.rootName(avoiding: names.all), isAbstract: true, at: .offset(rows.first?.offset ?? 0))
        }
        var open = [OpenElement.feature(root, decisions: topLevel, next: 0, group: nil)]
        while let last = open.popLast() {
            try builder.step()
            switch last {
            case .feature(let feature, let decisions, let next, let group):
                guard next < decisions.count else { continue }
                let (added, newGroup) = add(decisions[next], below: feature, to: group, &builder)
                open.append(.feature(feature, decisions: decisions, next: next + 1, group: newGroup))
                open.append(contentsOf: added)
            case .answers(let index, let group, let next):
                let row = rows[index]
                guard next < (row.kind == .boolean ? 2 : row.values.count) else { continue }
                open.append(.answers(of: index, group: group, next: next + 1))
                let answer = row.firstAnswer + next + (row.kind == .boolean ? 0 : 1)
                let feature = builder.add(
                    name(ofAnswer: next, to: index), toGroup: group, isAbstract: row.kind == .boolean && next == 1,
                    at: .offset(row.kind == .boolean ? row.offset : row.values[next].offset))
                if row.kind == .boolean, next == 0 { setQuestion(of: row, feature, &builder) }
                features[answer] = feature
                open.append(.feature(feature, decisions: children[answer], next: 0, group: nil))
            }
        }
        try addConstraints(&builder)
    }

    /// Adds a decision below a feature.
    ///
    /// - Returns: The parts below the decision, in reverse order, and the group that the next
    ///   decision may share.
    private mutating func add(
        _ index: Int, below parent: FeatureID, to group: (isMandatory: Bool, index: Int)?,
        _ builder: inout ModelBuilder
    ) -> (open: [OpenElement], group: (isMandatory: Bool, index: Int)?) {
        let row = rows[index]
        let isPair = row.kind == .boolean && conditions.comparedWithFalse.contains(index)
        let origin = Origin.offset(row.offset)
        if isPair, !isConstrained[index] {
            // Each product in which the decision is relevant has one of the two answers.
            let pair = builder.addGroup(.alternative, below: parent, at: origin)
            return ([.answers(of: index, group: pair, next: 0)], nil)
        }
        let isMandatory = !isConstrained[index] && !(row.kind == .boolean && row.allowsFalse)
        var sharedGroup = group
        if sharedGroup?.isMandatory != isMandatory {
            sharedGroup = (
                isMandatory, builder.addGroup(isMandatory ? .mandatory : .optional, below: parent, at: origin)
            )
        }
        guard let sharedGroup else { return ([], nil) }
        if isPair {
            return ([.answers(of: index, group: sharedGroup.index, next: 0)], sharedGroup)
        }
        let feature = builder.add(row.id, toGroup: sharedGroup.index, isAbstract: row.kind != .boolean, at: origin)
        setQuestion(of: row, feature, &builder)
        features[row.firstAnswer] = feature
        var open = [OpenElement.feature(feature, decisions: children[row.firstAnswer], next: 0, group: nil)]
        if row.kind != .boolean {
            let values = builder.addGroup(row.groupKind, below: feature, at: origin)
            open.append(.answers(of: index, group: values, next: 0))
        }
        return (open, sharedGroup)
    }

    private func name(ofAnswer position: Int, to index: Int) -> String {
        guard rows[index].kind == .boolean else { return names.name(ofValue: position, of: rows[index]) }
        return position == 0 ? rows[index].id : "\(rows[index].id).false"
    }

    private func setQuestion(of row: DecisionReader.Row, _ feature: FeatureID, _ builder: inout ModelBuilder) {
        guard !row.question.isEmpty else { return }
        builder.setAttributes([FeatureModel.Attribute(name: "question", value: .text(row.question))], of: feature)
    }

    // MARK: Constraints

    private func addConstraints(_ builder: inout ModelBuilder) throws(TextProblem) {
        func mapped(_ condition: Proposition) -> Proposition { condition.mapped { features[Int($0)] } }
        for (index, row) in rows.enumerated() {
            if isConstrained[index], let relevance = conditions.relevance[index].map(mapped) {
                let origin = Origin.offset(row.relevance?.offset(of: 0) ?? row.offset)
                let feature = Proposition.feature(features[row.firstAnswer])
                let isOptional = row.kind == .boolean && row.allowsFalse
                builder.add(isOptional ? .implies(feature, relevance) : .equivalent(feature, relevance), at: origin)
                if conditions.comparedWithFalse.contains(index) {
                    let no = Proposition.equivalent(
                        .feature(features[row.firstAnswer + 1]), .and([relevance, .not(feature)]))
                    try FeatureFormatLimits.check(constraintDepth: no.depth, at: row.relevance?.offset(of: 0))
                    builder.add(no, at: origin)
                }
            }
            for (constraint, offset) in conditions.constraints[index] {
                builder.add(mapped(constraint), at: .offset(offset))
            }
        }
    }
}

/// The names of the features of values.
private struct DecisionNames {
    private let ids: [String]
    private var useCounts: [ByteKey: Int] = [:]

    init(_ rows: [DecisionReader.Row]) {
        ids = rows.map(\.id)
        for id in ids { useCounts[ByteKey(id), default: 0] += 1 }
        for row in rows where row.kind == .enumeration {
            for value in row.values { useCounts[ByteKey(value.name), default: 0] += 1 }
        }
    }

    /// All names without the prefix of an id.
    var all: some Sequence<String> { useCounts.keys.lazy.map(\.text) }

    /// Returns the name of a value, prefixed by the id if it is a number or isn't unique.
    func name(ofValue position: Int, of row: DecisionReader.Row) -> String {
        let name = row.values[position].name
        let isUnique = row.kind == .enumeration && useCounts[ByteKey(name)] == 1
        return isUnique ? name : "\(row.id).\(name)"
    }
}

extension DecisionReader.Row {
    /// The kind of the group of the values.
    fileprivate var groupKind: FeatureModel.Group.Kind {
        if cardinality == 1...1 { return .alternative }
        return cardinality == 1...values.count ? .or : .cardinality(cardinality)
    }
}
