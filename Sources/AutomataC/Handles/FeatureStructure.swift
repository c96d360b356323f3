internal import CAutomata
internal import FeatureFormats
internal import FeatureModels
internal import WorkLimits

/// The tree of a model and its groups, lent to C.
final class FeatureStructure: Sendable {
    /// The groups, ordered by their parents.
    private let groups: StableArray<Int>
    /// For each feature, the first place of its groups in that order, and the end at last.
    private let groupOffsets: [Int]
    /// The members of all groups in that order, so that the children of a feature are together.
    private let members: StableArray<FeatureID>
    /// For each place in that order, the first place of the group's members, and the end at last.
    private let memberOffsets: [Int]
    /// The place of each group in that order.
    private let positions: [Int]

    init(_ model: FeatureModel) {
        var offsets = [Int](repeating: 0, count: model.features.count + 1)
        for group in model.groups { offsets[Int(group.parent) + 1] += 1 }
        for feature in model.features.indices { offsets[feature + 1] += offsets[feature] }
        var ends = offsets
        var order = [Int](repeating: 0, count: model.groups.count)
        var positions = order
        for (index, group) in model.groups.enumerated() {
            positions[index] = ends[Int(group.parent)]
            order[positions[index]] = index
            ends[Int(group.parent)] += 1
        }
        var members: [FeatureID] = []
        members.reserveCapacity(model.features.count)
        var memberOffsets = [0]
        for group in order {
            members += model.groups[group].members
            memberOffsets.append(members.count)
        }
        (groups, self.members) = (StableArray(order), StableArray(members))
        (groupOffsets, self.memberOffsets, self.positions) = (offsets, memberOffsets, positions)
    }

    /// Returns the groups below a feature.
    func groups(below feature: FeatureID) -> (start: UnsafePointer<Int>?, count: Int) {
        let range = range(ofGroupsBelow: feature)
        return (range.isEmpty ? nil : groups.start.map { $0 + range.lowerBound }, range.count)
    }

    /// Returns the children of a feature.
    func children(of feature: FeatureID) -> automata_features {
        let range = range(ofGroupsBelow: feature)
        return members(memberOffsets[range.lowerBound]..<memberOffsets[range.upperBound])
    }

    /// Returns the members of a group.
    func members(ofGroup group: Int) -> automata_features {
        let position = positions[group]
        return members(memberOffsets[position]..<memberOffsets[position + 1])
    }

    private func range(ofGroupsBelow feature: FeatureID) -> Range<Int> {
        groupOffsets[Int(feature)]..<groupOffsets[Int(feature) + 1]
    }

    private func members(_ range: Range<Int>) -> automata_features {
        automata_features(
            items: range.isEmpty ? nil : members.numbers.map { $0 + range.lowerBound }, count: range.count)
    }
}

/// The places of a model's parts, with the paths of imported texts, lent to C.
final class FeaturePlaces: Sendable {
    /// The document without its model, as the model's handle dismantles the constraints.
    private let document: FeatureModelDocument
    private let paths: StableNames
    private let numbers: [String: Int]

    init(_ document: FeatureModelDocument) {
        var places = document
        places.model = FeatureModel(root: "")
        self.document = places
        let paths = document.importedPaths
        self.paths = StableNames(paths)
        numbers = Dictionary(zip(paths, paths.indices), uniquingKeysWith: { first, _ in first })
    }

    /// Returns the place of a part of the model.
    func place(of part: FeatureFinding.Part) -> automata_feature_place {
        let position = document.position(of: part)
        let path = position.importedPath.flatMap { numbers[$0] }.flatMap { paths.lent.items?[$0] }
        return automata_feature_place(
            path: path ?? automata_text(data: emptyText, length: 0), line: UInt64(position.line),
            column: UInt64(position.column))
    }
}
