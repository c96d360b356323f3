internal import WorkLimits

/// The time at which the decision about a feature is made.
///
/// Times are compared by their order: `BindingTime.build < .runtime`.
public enum BindingTime: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The writing of the code.
    case development
    /// The compilation of the product.
    case build
    /// The installation of the product.
    case installation
    /// The start of the product.
    case startup
    /// The run of the product.
    case runtime

    /// Returns whether a time comes before another time.
    public static func < (left: BindingTime, right: BindingTime) -> Bool { left.order < right.order }

    private var order: Int {
        switch self {
        case .development: 0
        case .build: 1
        case .installation: 2
        case .startup: 3
        case .runtime: 4
        }
    }

    /// The name of the attribute whose value is the binding time of a feature.
    public static let attribute = "bindingTime"
}

extension FeatureModel {
    /// Returns the binding time of each feature, by its number.
    ///
    /// The binding time is the value of the attribute ``BindingTime/attribute``, a text. Without
    /// the attribute, a feature has the binding time of its parent, and the root has
    /// ``BindingTime/development``.
    ///
    /// - Complexity: O(*n*) for *n* features and attributes.
    /// - Throws: ``ConfiguratorError/unknownBindingTime(_:)``.
    public func bindingTimes() throws(ConfiguratorError) -> [BindingTime] {
        var times: [BindingTime] = []
        times.reserveCapacity(features.count)
        for feature in ids {
            let inherited = parent(of: feature).map { times[Int($0)] } ?? .development
            guard let attribute = self[feature].attributes.first(where: { $0.name == BindingTime.attribute }) else {
                times.append(inherited)
                continue
            }
            guard case .text(let text) = attribute.value, let time = BindingTime(rawValue: text) else {
                throw .unknownBindingTime(feature)
            }
            times.append(time)
        }
        return times
    }
}
