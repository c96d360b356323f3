internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Reads the library's own JSON.
struct FeatureJSONReader {
    /// An open object or list of the tree.
    private enum OpenElement {
        case feature(OpenFeature)
        case groups(parent: FeatureID, isFirst: Bool)
        case group(OpenGroup)
        case features(group: Int, isFirst: Bool)
    }

    private struct OpenFeature {
        var id: FeatureID
        var offset: Int
        var found: [FeatureKeys.Feature: Int] = [:]
        var isFirst = true
    }

    private struct OpenGroup {
        var index: Int
        var offset: Int
        var bounds: (lower: Int, upper: Int)?
        var found: [FeatureKeys.Group: Int] = [:]
        var isFirst = true
    }

    private let text: UnsafeRawBufferPointer
    var cursor: JSONCursor
    var builder: ModelBuilder

    static func read(
        _ text: UnsafeRawBufferPointer, _ name: String?, _ budget: Budget
    ) throws(FeatureFormatError) -> PlacedModel {
        var reader = FeatureJSONReader(text: text, budget)
        do throws(TextProblem) { try reader.readModel() } catch { reader.builder.problems.add(error) }
        return try reader.builder.finish(in: text, name: name)
    }

    private init(text: UnsafeRawBufferPointer, _ budget: Budget) {
        (self.text, builder) = (text, ModelBuilder(budget))
        cursor = JSONCursor(text, from: text.byteOrderMarkLength)
    }

    // MARK: The model

    private mutating func readModel() throws(TextProblem) {
        let start = try cursor.open(UInt8(ascii: "{"), "a feature model")
        var found: [FeatureKeys.Model: Int] = [:]
        var (constraints, order): (Int?, Int?)
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
            let (key, offset) = try cursor.key(in: "a feature model", found: &found)
            switch key {
            case .format:
                guard try cursor.string() == FeatureKeys.format else {
                    throw TextProblem(offset: offset, message: "expected the format '\(FeatureKeys.format)'")
                }
            case .version:
                guard try cursor.wholeNumber() == FeatureKeys.version else {
                    throw TextProblem(offset: offset, message: "expected version \(FeatureKeys.version)")
                }
            case .root: try readTree()
            case .constraints, .order:
                // Read at the end, as the names may follow later.
                if key == .order { order = cursor.position } else { constraints = cursor.position }
                try cursor.skipValue()
            }
        }
        try cursor.finish("the end of the feature model")
        for key in [FeatureKeys.Model.format, .root] where found[key] == nil {
            builder.problems.add(start, "expected the key '\(key.rawValue)' in a feature model")
        }
        if let constraints, builder.hasRoot {
            cursor = JSONCursor(text, from: constraints)
            try readConstraints()
        }
        if let order, builder.hasRoot {
            cursor = JSONCursor(text, from: order)
            try readOrder()
        }
    }

    private mutating func readOrder() throws(TextProblem) {
        try cursor.open(UInt8(ascii: "["), "a list of names")
        var order: [FeatureID] = []
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            cursor.skipBlanks()
            let offset = cursor.position
            order.append(builder.feature(named: try cursor.string(), at: offset))
        }
        builder.setOrder(order)
    }

    private mutating func readConstraints() throws(TextProblem) {
        try cursor.open(UInt8(ascii: "["), "a list of constraints")
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            cursor.skipBlanks()
            let offset = cursor.position
            builder.add(try proposition(), at: .offset(offset))
        }
    }

    // MARK: The tree

    private mutating func readTree() throws(TextProblem) {
        let start = try cursor.open(UInt8(ascii: "{"), "a feature")
        var open: [OpenElement] = [.feature(OpenFeature(id: builder.addRoot(at: .offset(start)), offset: start))]
        while let last = open.popLast() {
            try builder.step()
            switch last {
            case .feature(var feature):
                if let inner = try readMember(of: &feature) {
                    open.append(.feature(feature))
                    if case .groups = inner { open.append(inner) }
                }
            case .groups(let parent, var isFirst):
                guard try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) else { continue }
                open.append(.groups(parent: parent, isFirst: false))
                let offset = try cursor.open(UInt8(ascii: "{"), "a group")
                let index = builder.addGroup(.optional, below: parent, at: .offset(offset))
                open.append(.group(OpenGroup(index: index, offset: offset)))
            case .group(var group):
                if let inner = try readMember(of: &group) {
                    open.append(.group(group))
                    if case .features = inner { open.append(inner) }
                }
            case .features(let group, var isFirst):
                guard try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) else { continue }
                open.append(.features(group: group, isFirst: false))
                let offset = try cursor.open(UInt8(ascii: "{"), "a feature")
                let id = builder.addFeature(toGroup: group, at: .offset(offset))
                open.append(.feature(OpenFeature(id: id, offset: offset)))
            }
        }
    }

    /// Reads a member, or the end of the object.
    ///
    /// - Returns: The list of groups that begins, or else the feature; `nil` at the end.
    private mutating func readMember(of feature: inout OpenFeature) throws(TextProblem) -> OpenElement? {
        guard try cursor.next(before: UInt8(ascii: "}"), isFirst: &feature.isFirst) else {
            if feature.found[.name] == nil {
                builder.problems.add(feature.offset, "expected the key 'name' in a feature")
            }
            return nil
        }
        switch try cursor.key(in: "a feature", found: &feature.found).key {
        case .name:
            cursor.skipBlanks()
            let offset = cursor.position
            let name = try cursor.string()
            if name.isEmpty {
                builder.problems.add(offset, "a feature has no name; give the feature a name")
            } else {
                builder.setName(name, of: feature.id, at: .offset(offset))
            }
        case .isAbstract: if try cursor.flag() { builder.setAbstract(feature.id) }
        case .attributes: builder.setAttributes(try attributes(depth: 1), of: feature.id)
        case .type: try readType(of: feature.id)
        case .cardinality: try readCardinality(of: feature.id)
        case .groups:
            try cursor.open(UInt8(ascii: "["), "a list of groups")
            return .groups(parent: feature.id, isFirst: true)
        }
        return .feature(feature)
    }

    /// Reads a member, or the end of the object.
    ///
    /// - Returns: The list of features that begins, or else the group; `nil` at the end.
    private mutating func readMember(of group: inout OpenGroup) throws(TextProblem) -> OpenElement? {
        guard try cursor.next(before: UInt8(ascii: "}"), isFirst: &group.isFirst) else {
            finish(group)
            return nil
        }
        switch try cursor.key(in: "a group", found: &group.found).key {
        case .kind: try readKind(of: &group)
        case .features:
            try cursor.open(UInt8(ascii: "["), "a list of features")
            return .features(group: group.index, isFirst: true)
        }
        return .group(group)
    }

    private mutating func readType(of feature: FeatureID) throws(TextProblem) {
        cursor.skipBlanks()
        let offset = cursor.position
        let name = try cursor.string()
        guard let type = FeatureModel.ValueType(rawValue: name) else {
            return builder.problems.add(.unknown("type", name, among: FeatureKeys.types, at: offset))
        }
        builder.setType(type, of: feature)
    }

    private mutating func readCardinality(of feature: FeatureID) throws(TextProblem) {
        cursor.skipBlanks()
        let offset = cursor.position
        let bounds = try cursor.list { cursor throws(TextProblem) -> Int? in
            cursor.skipBlanks()
            return cursor.skipWord("null") ? nil : try cursor.wholeNumber()
        }
        guard bounds.count == 2, let lower = bounds[0] else {
            throw TextProblem(offset: offset, message: "expected two bounds such as [1, 3] or [1, null]")
        }
        builder.setCardinality(FeatureModel.Cardinality(lower, upTo: bounds[1]), of: feature)
    }

    private mutating func readKind(of group: inout OpenGroup) throws(TextProblem) {
        cursor.skipBlanks()
        let offset = cursor.position
        if cursor.peek == UInt8(ascii: "[") {
            let bounds = try cursor.list { cursor throws(TextProblem) in try cursor.wholeNumber() }
            guard bounds.count == 2 else {
                throw TextProblem(offset: offset, message: "expected two bounds, found \(bounds.count)")
            }
            group.bounds = (bounds[0], bounds[1])
            return
        }
        guard cursor.peek == UInt8(ascii: "\"") else { throw cursor.problem("a kind of group or two bounds") }
        switch try cursor.string() {
        case "mandatory": builder.setKind(.mandatory, ofGroup: group.index)
        case "optional": builder.setKind(.optional, ofGroup: group.index)
        case "or": builder.setKind(.or, ofGroup: group.index)
        case "alternative": builder.setKind(.alternative, ofGroup: group.index)
        case let name:
            builder.problems.add(.unknown("kind of group", name, among: FeatureKeys.kinds, at: offset))
        }
    }

    private mutating func finish(_ group: OpenGroup) {
        if group.found[.kind] == nil {
            builder.problems.add(group.offset, "expected the key 'kind' in a group")
        }
        let count = builder.model.groups[group.index].members.count
        guard count > 0 else { return builder.problems.add(group.offset, "a group has no features; add features") }
        guard let bounds = group.bounds else { return }
        guard bounds.lower <= bounds.upper, bounds.upper <= count else {
            return builder.problems.add(
                group.offset, "the bounds \(bounds.lower) to \(bounds.upper) don't fit a group of \(count) features",
                "use bounds from 0 to \(count), the lower number first")
        }
        builder.setKind(.cardinality(bounds.lower...bounds.upper), ofGroup: group.index)
    }
}
