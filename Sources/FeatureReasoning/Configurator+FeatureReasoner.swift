public import Automata
public import FeatureModels

extension Configurator {
    /// Creates a configurator without decisions by the user.
    ///
    /// The solver answers after each step, which suits models whose products no engine can hold.
    ///
    /// - Parameters:
    ///   - reasoner: The reasoner, for the configurator's use alone.
    ///   - budget: Returns the budget of a step.
    /// - Complexity: At most one question of satisfiability for each open feature, and usually few
    ///   in all; each is exponential at worst. The same holds for each step.
    /// - Throws: `ConfiguratorError.void`,
    ///   `ConfiguratorError.unknownBindingTime(_:)`, or
    ///   `ConfiguratorError.failed(_:)`.
    public init(
        _ reasoner: FeatureReasoner, budget: @autoclosure @escaping () -> Budget = .default
    ) throws(ConfiguratorError) {
        try self.init(reasoner.model) { (configuration) throws(FeatureModelError) in
            try reasoner.consequences(of: configuration, budget: budget())
        }
    }
}
