public import Automata
public import AutomataCounting

/// The products of a feature model, compiled for questions.
///
///     let products = try model.products()
///     print(products.count, products.deadFeatures.map { model[$0].name })
///     for product in products { print(product.selected.map { model[$0].name }) }
///
/// Products come in lexicographic order of their features: of two products, the one without the
/// first feature that tells them apart comes first.
public struct Products: Sendable {
    /// The model.
    public let model: FeatureModel
    /// The features that tell products apart.
    public let scope: Scope
    /// The engine that compiled the products.
    public let engine: ProductEngine
    /// The number of products.
    public var count: BigInteger { counts.last ?? 0 }

    /// The products as assignments to the variables that are left.
    let circuit: Circuit
    /// The number of assignments of each node.
    let counts: [BigInteger]
    /// What each feature is in the circuit; `nil` if it is out of scope.
    let meanings: [Reduction.Meaning?]
    /// Whether each variable is a feature in scope.
    let isInScope: [Bool]

    /// The features that tell products apart.
    public enum Scope: Hashable, Sendable {
        /// All features.
        case allFeatures
        /// The concrete ones: products that differ in abstract features alone are one product.
        case concreteFeatures
    }
}

/// An engine that compiles the products of a feature model.
public enum ProductEngine: String, Hashable, Sendable, CaseIterable {
    /// A decision-DNNF, compiled with component caching; for models of any size that can be counted.
    case decisionDNNF = "d-dnnf"
    /// The minimal layered DFA over {0, 1}, of up to some hundred features.
    case layeredDFA = "dfa"
}

/// The reason why the products of a feature model can't be compiled or asked.
public enum FeatureModelError: Error, Hashable, Sendable {
    /// The model has faults.
    case invalid([FeatureFinding])
    /// No engine could hold the products; each attempt comes with its limit.
    case tooLarge([Attempt])
    /// The budget ran out, or its cancellation check said to stop.
    case stopped(AutomataError)
    /// The question has no answer, as there are no products.
    case void

    /// An engine's attempt that ended at a limit.
    public struct Attempt: Hashable, Sendable {
        /// The engine.
        public var engine: ProductEngine
        /// The limit that it reached.
        public var error: AutomataError
    }
}

extension FeatureModelError: CustomStringConvertible {
    /// The fault and the remedy.
    public var description: String {
        switch self {
        case .invalid(let findings): findings.map(\.description).joined(separator: "\n")
        case .tooLarge(let attempts):
            attempts.map { "engine \($0.engine.rawValue): \($0.error.description)" }.joined(separator: "\n")
        case .stopped(let error): error.description
        case .void: "the model has no products"
        }
    }
}

extension FeatureModel {
    /// Compiles the products.
    ///
    /// Without an engine, the decision-DNNF and then the layered DFA get an eighth of the budget,
    /// and after that all of it.
    ///
    /// - Parameters:
    ///   - scope: The features that tell products apart.
    ///   - engine: The engine; `nil` for the one that is done first.
    ///   - budget: The most nodes and bytes of an engine.
    /// - Complexity: Exponential in the number of features at worst; linear for a model without
    ///   constraints.
    /// - Throws: ``FeatureModelError/invalid(_:)``, ``FeatureModelError/tooLarge(_:)``, or
    ///   ``FeatureModelError/stopped(_:)``.
    public func products(
        over scope: Products.Scope = .allFeatures, using engine: ProductEngine? = nil, budget: Budget = .default
    ) throws(FeatureModelError) -> Products {
        let findings = findings
        guard findings.isEmpty else { throw .invalid(findings) }
        // Features in scope get the least variables, so that their order is that of the variables.
        let inScope = features.indices.filter { scope == .allFeatures || !features[$0].isAbstract }
        let outOfScope = features.indices.filter { scope == .concreteFeatures && features[$0].isAbstract }
        var system = booleanSystem()
        system.moveToFront(inScope + outOfScope)
        let reduction = try stopping { () throws(AutomataError) in try Reduction(system, budget: budget) }
        var meanings = [Reduction.Meaning?](repeating: nil, count: features.count)
        for (variable, feature) in inScope.enumerated() { meanings[feature] = reduction.meanings[variable] }
        guard let system = reduction.system else {
            return Products(self, scope, engine ?? .decisionDNNF, Circuit(variableCount: 0), [], meanings)
        }
        var isKept = [Bool](repeating: scope == .allFeatures, count: system.variableCount)
        for case .literal(let literal)? in meanings { isKept[literal.variable] = true }
        let (circuit, engine) = try Compilation(system: system, isKept: isKept).circuit(using: engine, budget: budget)
        let counts = try stopping { () throws(AutomataError) in try circuit.counts(budget: budget) }
        return Products(self, scope, engine, circuit, counts, meanings)
    }
}

/// Returns what work returns, or throws its error as one of feature models.
func stopping<Result>(_ work: () throws(AutomataError) -> Result) throws(FeatureModelError) -> Result {
    do throws(AutomataError) { return try work() } catch { throw .stopped(error) }
}

extension Products {
    fileprivate init(
        _ model: FeatureModel, _ scope: Scope, _ engine: ProductEngine, _ circuit: Circuit, _ counts: [BigInteger],
        _ meanings: [Reduction.Meaning?]
    ) {
        (self.model, self.scope, self.engine) = (model, scope, engine)
        (self.circuit, self.counts) = (circuit, counts)
        // Without products all features are dead.
        self.meanings = circuit.isEmpty ? meanings.map { $0.map { _ in .constant(false) } } : meanings
        var isInScope = [Bool](repeating: false, count: circuit.variableCount)
        for case .literal(let literal)? in self.meanings { isInScope[literal.variable] = true }
        self.isInScope = isInScope
    }
}
