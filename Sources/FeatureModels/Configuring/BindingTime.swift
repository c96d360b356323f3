internal import WorkLimits

/// The time at which the decision about a feature is made.
///
/// Times are compared by their order: `BindingTime.build < .runtime`.
public enum BindingTime: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The feature is bound when the code is written.
    case development
    /// The feature is bound when the product is compiled.
    case build
    /// The feature is bound when the product is installed.
    case installation
    /// The feature is bound when the product starts.
    case startup
    /// The feature is bound while the product runs.
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
    /// The binding time is a text, the value of the attribute ``BindingTime/attribute``. Without
    /// the attribute, a feature has the binding time of its parent; the root has
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
