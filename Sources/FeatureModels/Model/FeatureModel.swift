public import AlgorithmSupport

/// A feature model: features in a tree, groups of features, and constraints across the tree.
///
/// A product is a set of features that satisfies all constraints. It contains the root, the parent
/// of each of its features, and an allowed number of members of each group below its features.
///
///     var model = FeatureModel(root: "Phone")
///     let screen = model.add("Screen", below: model.root, .mandatory)
///     let kinds = model.add(["Basic", "Color", "HighResolution"], below: screen, .alternative)
///     let camera = model.add("Camera", below: model.root, .optional)
///     model.constraints.append(.implies(.feature(camera), .feature(kinds[2])))
///     print(try model.products().count)  // 4
///
/// Parents come before their children. Readers number features in the order of the text.
public struct FeatureModel: Hashable, Sendable {
    /// The features, the root first.
    public private(set) var features: [Feature]
    /// The groups, in the order in which they were added.
    public private(set) var groups: [Group]
    /// The propositions that each product satisfies.
    public var constraints: [Proposition] = []
    /// An order of the features for the layered DFA; empty if no order is known. Missing features
    /// come last. The ``Products/order`` of an earlier compilation saves the search for an order.
    /// Products don't depend on the order.
    public var order: [FeatureID] = []

    /// Creates a model with only a root.
    public init(root name: String, isAbstract: Bool = false) {
        features = [Feature(name: name, isAbstract: isAbstract, group: nil)]
        groups = []
    }

    /// The root of the tree, which each product contains.
    public var root: FeatureID { 0 }

    /// The ids of all features.
    public var ids: Range<FeatureID> { 0..<FeatureID(features.count) }

    /// Accesses the feature with an id.
    public subscript(feature: FeatureID) -> Feature {
        get { features[Int(feature)] }
        set {
            let group = features[Int(feature)].group
            features[Int(feature)] = newValue
            features[Int(feature)].group = group
        }
    }
}

/// A feature of a ``FeatureModel``: a dense index, 0 for the root.
@frozen
public struct FeatureID: DenseID {
    /// The index of the feature in ``FeatureModel/features``.
    public let rawValue: UInt32

    /// Creates the id with the given number.
    @inlinable @inline(__always)
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension FeatureModel {
    /// A feature: its name, its type, its clones and its attributes.
    public struct Feature: Hashable, Sendable {
        /// The name, which is unique in the model.
        public var name: String
        /// A Boolean value that indicates whether the feature only structures the model. Products
        /// that differ only in abstract features count as one concrete product.
        public var isAbstract: Bool
        /// The type of the feature's value. Each member of the alternative group below the feature
        /// stands for a possible value, in its attribute `value`; see
        /// ``FeatureModel/add(values:below:)``.
        public var type = ValueType.boolean
        /// The number of clones of the feature; `nil` if the feature can't have clones.
        public var cardinality: Cardinality?
        /// The attributes of the feature, such as its cost, for constraints and optimization.
        public var attributes: [Attribute] = []
        /// The index of the group that the feature is a member of; `nil` for the root.
        public fileprivate(set) var group: Int?
    }

    /// The type of a feature's value.
    public enum ValueType: String, Hashable, Sendable, CaseIterable {
        /// A feature without a value: the product contains the feature or not.
        case boolean
        /// A feature whose value is an integer.
        case integer
        /// A feature whose value is a number, possibly with a fraction.
        case real
        /// A feature whose value is a text.
        case text
    }

    /// The number of clones of a feature within each clone of its parent.
    ///
    /// With a lower bound of 0, even a mandatory feature may have no clone in a product.
    public struct Cardinality: Hashable, Sendable {
        /// The minimum number of clones.
        public var lower: Int
        /// The maximum number of clones; `nil` if there is no upper bound.
        public var upper: Int?

        /// Creates a cardinality from its bounds.
        public init(_ lower: Int, upTo upper: Int?) { (self.lower, self.upper) = (lower, upper) }
    }

    /// A named value of a feature, such as its cost.
    public struct Attribute: Hashable, Sendable {
        /// The name of the attribute.
        public var name: String
        /// The value of the attribute; `true` for an attribute without a value.
        public var value: Value

        /// Creates an attribute from a name and a value.
        public init(name: String, value: Value = .boolean(true)) { (self.name, self.value) = (name, value) }

        /// The value of an attribute.
        public indirect enum Value: Hashable, Sendable {
            /// A truth value: `true` or `false`.
            case boolean(Bool)
            /// A finite number.
            case number(Double)
            /// A text, such as the name of a vendor.
            case text(String)
            /// A list of values, in order.
            case list([Value])
            /// A list of nested attributes.
            case attributes([Attribute])
        }
    }

    /// Children of one feature, and the number of them in each product with the feature.
    public struct Group: Hashable, Sendable {
        /// The kind of the group, which gives the number of selected members.
        public var kind: Kind
        /// The feature above the members.
        public let parent: FeatureID
        /// The members, in ascending order.
        public fileprivate(set) var members: [FeatureID]

        /// The kind of a group: the number of members in each product that contains the parent.
        public enum Kind: Hashable, Sendable {
            /// Each product with the parent contains all members.
            case mandatory
            /// Each product with the parent contains any number of members.
            case optional
            /// Each product with the parent contains at least one member.
            case or
            /// Each product with the parent contains exactly one member.
            case alternative
            /// Each product with the parent contains a number of members within the range.
            case cardinality(ClosedRange<Int>)
        }

        /// The bounds of the number of members in a product that contains the parent.
        public var bounds: ClosedRange<Int> {
            switch kind {
            case .mandatory: members.count...members.count
            case .optional: 0...members.count
            case .or: 1...max(1, members.count)
            case .alternative: 1...1
            case .cardinality(let bounds): bounds
            }
        }
    }
}

extension FeatureModel {
    /// Adds a group without members.
    ///
    /// - Returns: The index of the group.
    /// - Precondition: The parent is a feature of the model.
    @discardableResult
    public mutating func addGroup(_ kind: Group.Kind, below parent: FeatureID) -> Int {
        precondition(Int(parent) < features.count, "no feature has this id")
        groups.append(Group(kind: kind, parent: parent, members: []))
        return groups.count - 1
    }

    /// Changes the kind of a group.
    ///
    /// - Precondition: The group belongs to the model.
    public mutating func setKind(_ kind: Group.Kind, ofGroup group: Int) { groups[group].kind = kind }

    /// Adds a feature to a group.
    ///
    /// - Returns: The id of the feature.
    /// - Precondition: The group belongs to the model.
    @discardableResult
    public mutating func add(_ name: String, toGroup group: Int, isAbstract: Bool = false) -> FeatureID {
        let id = FeatureID(features.count)
        features.append(Feature(name: name, isAbstract: isAbstract, group: group))
        groups[group].members.append(id)
        return id
    }

    /// Adds a group of features.
    ///
    /// - Returns: The ids of the features.
    /// - Precondition: The parent is a feature of the model.
    @discardableResult
    public mutating func add(_ names: [String], below parent: FeatureID, _ kind: Group.Kind) -> [FeatureID] {
        let group = addGroup(kind, below: parent)
        return names.map { add($0, toGroup: group) }
    }

    /// Adds a feature in a group of its own.
    ///
    /// - Returns: The id of the feature.
    /// - Precondition: The parent is a feature of the model.
    @discardableResult
    public mutating func add(_ name: String, below parent: FeatureID, _ kind: Group.Kind) -> FeatureID {
        add([name], below: parent, kind)[0]
    }

    /// Returns the parent of a feature; `nil` for the root.
    public func parent(of feature: FeatureID) -> FeatureID? {
        self[feature].group.map { groups[$0].parent }
    }

    /// Returns whether the tree allows a product to contain a feature's parent without the feature.
    package func isOptional(_ feature: FeatureID) -> Bool {
        guard let group = self[feature].group else { return false }
        return groups[group].bounds.lowerBound < groups[group].members.count
    }

    /// Returns the feature whose name has the same bytes as the given name; `nil` if there is no
    /// such feature.
    ///
    /// - Complexity: O(*n*) for *n* features.
    public func feature(named name: String) -> FeatureID? {
        features.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }.map { FeatureID($0) }
    }
}
