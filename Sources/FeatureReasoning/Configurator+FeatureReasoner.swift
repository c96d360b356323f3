public import FeatureModels
public import WorkLimits

extension Configurator {
    /// Creates a configurator without decisions by the user.
    ///
    /// Each step queries the SAT solver, so models that are too large for every `ProductEngine`
    /// work, too.
    ///
    /// - Parameters:
    ///   - reasoner: The reasoner; only the configurator may use it.
    ///   - budget: A function that returns the budget of a step.
    /// - Complexity: At most one satisfiability query for each open feature, but usually far fewer;
    ///   each query is exponential at worst. The same applies to each step.
    /// - Throws: `ConfiguratorError.void`, `ConfiguratorError.unknownBindingTime(_:)`, or
    ///   `ConfiguratorError.failed(_:)`.
    public init(
        _ reasoner: FeatureReasoner, budget: @autoclosure @escaping () -> Budget = .default
    ) throws(ConfiguratorError) {
        try self.init(reasoner.model) { (configuration) throws(FeatureModelError) in
            try reasoner.consequences(of: configuration, budget: budget())
        }
    }
}
