public import Automata
public import FeatureModels

extension Configurator {
    /// Starts without decisions, with what all products share.
    ///
    /// The solver answers after each step, which suits models whose products no engine can hold.
    ///
    /// - Parameters:
    ///   - reasoner: The reasoner, which nobody else uses meanwhile.
    ///   - budget: The budget of a step, which is asked for at each.
    /// - Complexity: At most one question of satisfiability for each open feature, as that of each
    ///   step, and usually few in all; each is exponential at worst.
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
