public import BigIntegers
public import CompiledObjects
public import WorkLimits

/// The products of a feature model, compiled for questions.
///
///     let products = try model.products()
///     print(products.count, try products.featureProperties().deadFeatures.map { model[$0].name })
///     for product in products { print(product.selectedFeatures.map { model[$0].name }) }
///
/// Products come in lexicographic order of their features: deselected comes before selected.
///
/// The compiled form is a circuit: its nodes are sums and products of sets, which share parts. Its
/// elements are the children, literals and free variables of all nodes. The time for an answer
/// grows with the number of elements.
public struct Products: Sendable {
    /// The feature model from which the products were compiled.
    public let model: FeatureModel
    /// The features that distinguish products.
    public let scope: Scope
    /// The engine that compiled the products.
    public let engine: ProductEngine
    /// The order in which the layered DFA reads the features in scope that vary; empty for other
    /// engines. Features with equal or opposite values in all products are adjacent.
    public let order: [FeatureID]
    /// The number of products.
    public var count: BigInteger { counts.last ?? 0 }

    /// The bytes of the compiled products and of one query for a configuration.
    package var byteCount: Int { 2 * circuit.byteCount + 4 * circuit.variableCount + meanings.count }

    /// The products as assignments to the variables of the reduced system.
    package let circuit: Circuit
    /// The number of assignments of each node.
    let counts: [BigInteger]
    /// The meaning of each feature in the circuit; `nil` if it is out of scope.
    let meanings: [Reduction.Meaning?]
    /// Whether each variable is a feature in scope.
    let isInScope: [Bool]

    /// The features that distinguish products.
    public enum Scope: Hashable, Sendable {
        /// All features distinguish products.
        case allFeatures
        /// The concrete features: products that differ only in abstract features are one product.
        case concreteFeatures
    }
}

/// An engine that compiles the products of a feature model.
public enum ProductEngine: String, Hashable, Sendable, CaseIterable {
    /// A decision-DNNF, compiled with component caching; suitable for large models.
    case decisionDNNF = "d-dnnf"
    /// The minimal layered DFA over {0, 1}; suitable for up to some hundred features.
    case layeredDFA = "dfa"
}

/// A rule for the order in which the layered DFA reads features; it decides the number of states.
public enum FeatureOrder: Hashable, Sendable {
    /// The order in ``FeatureModel/order``; ``sifted`` if the model has no such order.
    case known
    /// The order of the features' numbers.
    case features
    /// The order that the FORCE heuristic finds: quick, and good for up to some hundred features.
    case force
    /// The order that sifting finds, starting with ``force``: the fewest states, after the longest
    /// search.
    case sifted
}

/// The reason why products can't be compiled, or a question can't be answered.
public enum FeatureModelError: Error, Hashable, Sendable {
    /// The model has errors.
    case invalid([FeatureFinding])
    /// No engine could compile the products; each attempt gives the limit that it reached.
    case tooLarge([Attempt])
    /// The budget was exceeded, or the work was cancelled.
    case stopped(LimitError)
    /// Saved products can't be loaded.
    case unloadable(CompiledObjectError)

    /// An engine's attempt that ended at a limit.
    public struct Attempt: Hashable, Sendable {
        /// The engine that made the attempt.
        public var engine: ProductEngine
        /// The limit that the engine reached.
        public var error: LimitError
    }
}

extension FeatureModelError: CustomStringConvertible {
    /// The problem and the remedy.
    public var description: String {
        switch self {
        case .invalid(let findings): findings.map(\.description).joined(separator: "\n")
        case .tooLarge(let attempts):
            attempts.map { "engine \($0.engine.rawValue): \($0.error.description)" }.joined(separator: "\n")
        case .stopped(let error): error.description
        case .unloadable(let error): error.description
        }
    }
}

extension FeatureModel {
    /// Compiles the products.
    ///
    /// If `engine` is `nil`, the decision-DNNF and then the layered DFA are tried with an eighth of
    /// the budget. If both fail, both are tried again with the whole budget.
    ///
    /// - Parameters:
    ///   - scope: The features that distinguish products.
    ///   - engine: The engine; `nil` to try all engines in turn.
    ///   - order: The order in which the layered DFA reads features.
    ///   - budget: The limits on the nodes and bytes of each engine.
    /// - Complexity: Exponential in the number of features at worst; linear for a model without
    ///   constraints.
    /// - Throws: ``FeatureModelError/invalid(_:)``, ``FeatureModelError/tooLarge(_:)``, or
    ///   ``FeatureModelError/stopped(_:)``.
    public func products(
        over scope: Products.Scope = .allFeatures, using engine: ProductEngine? = nil,
        order: FeatureOrder = .known, budget: Budget = .default
    ) throws(FeatureModelError) -> Products {
        try checkForEngines(budget: budget)
        let inScope = ids.filter { isInScope($0, scope) }
        let system = try stopping { () throws(LimitError) in try booleanSystem(budget: budget) }
        let projection = try Projection(
            of: system, onto: inScope.map { Int($0) }, keepsAll: scope == .allFeatures, using: engine,
            order: { variableOrder(order, inScope, $0) }, budget: budget)
        return Products(self, scope, inScope, projection)
    }
}

extension FeatureModel {
    /// Returns whether a feature distinguishes products.
    func isInScope(_ feature: FeatureID, _ scope: Products.Scope) -> Bool {
        scope == .allFeatures || !self[feature].isAbstract
    }

    /// Returns the rule for the order of variables, by the meanings of the features in scope.
    private func variableOrder(
        _ order: FeatureOrder, _ inScope: [FeatureID], _ meanings: [Reduction.Meaning]
    ) -> VariableOrder {
        switch order {
        case .features: return .numbers
        case .force: return .force
        case .sifted: return .sifted
        case .known:
            if self.order.isEmpty { return .sifted }
            var variables: [FeatureID: Int] = [:]
            for case (let feature, .literal(let literal)) in zip(inScope, meanings) {
                variables[feature] = literal.variable
            }
            return .given(self.order.compactMap { variables[$0] })
        }
    }
}

/// Runs a function, and converts a `LimitError` to ``FeatureModelError/stopped(_:)``.
package func stopping<Result>(_ work: () throws(LimitError) -> Result) throws(FeatureModelError) -> Result {
    do throws(LimitError) { return try work() } catch { throw .stopped(error) }
}

extension Products {
    fileprivate init(
        _ model: FeatureModel, _ scope: Scope, _ inScope: [FeatureID], _ projection: Projection
    ) {
        var meanings = [Reduction.Meaning?](repeating: nil, count: model.features.count)
        for (feature, meaning) in zip(inScope, projection.meanings) { meanings[Int(feature)] = meaning }
        self.init(
            model, scope, projection.engine, projection.circuit, counts: projection.counts, meanings: meanings,
            order: projection.order)
    }

    /// - Parameter order: The order of the circuit's variables that the engine used.
    init(
        _ model: FeatureModel, _ scope: Scope, _ engine: ProductEngine, _ circuit: Circuit, counts: [BigInteger],
        meanings: [Reduction.Meaning?], order: [Int]
    ) {
        (self.model, self.scope, self.engine) = (model, scope, engine)
        (self.circuit, self.counts, self.meanings) = (circuit, counts, meanings)
        var features: [Int: [FeatureID]] = [:]
        var isInScope = [Bool](repeating: false, count: circuit.variableCount)
        for (feature, meaning) in zip(model.ids, meanings) {
            guard case .literal(let literal) = meaning else { continue }
            features[literal.variable, default: []].append(feature)
            isInScope[literal.variable] = true
        }
        self.order = order.flatMap { features[$0] ?? [] }
        self.isInScope = isInScope
    }

    /// The order of the circuit's variables that the engine used.
    var variableOrder: [Int] {
        var variables: [Int] = []
        for feature in order {
            if case .literal(let literal) = meanings[Int(feature)], variables.last != literal.variable {
                variables.append(literal.variable)
            }
        }
        return variables
    }
}
