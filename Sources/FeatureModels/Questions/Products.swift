public import Automata
public import AutomataCounting

/// The products of a feature model, compiled for questions.
///
///     let products = try model.products()
///     print(products.count, try products.featureProperties().dead.map { model[$0].name })
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
    /// The order in which the layered DFA reads the features in scope that vary, those with equal
    /// or opposite values in all products side by side; an empty list for other engines.
    public let order: [FeatureID]
    /// The number of products.
    public var count: BigInteger { counts.last ?? 0 }

    /// The bytes of the compiled products, and as many as a question about one configuration takes.
    package var byteCount: Int { 2 * circuit.byteCount + 4 * circuit.variableCount + meanings.count }

    /// The products as assignments to the variables that are left.
    let circuit: Circuit
    /// The number of assignments of each node.
    let counts: [BigInteger]
    /// The meaning of each feature in the circuit; `nil` if it is out of scope.
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
    /// A decision-DNNF, compiled with component caching; for models of any size that can be
    /// counted.
    case decisionDNNF = "d-dnnf"
    /// The minimal layered DFA over {0, 1}, of up to some hundred features.
    case layeredDFA = "dfa"
}

/// A rule for the order in which the layered DFA reads features; the number of its states depends
/// on it.
public enum FeatureOrder: Hashable, Sendable {
    /// The order that the model has, or that of sifting if it has none.
    case known
    /// The order of the features in the model.
    case features
    /// The order that the FORCE heuristic finds from the conditions: quick, and good for some
    /// hundred features.
    case force
    /// The order that sifting finds, from that of FORCE on: the fewest states, after the longest
    /// search.
    case sifted
}

/// The reason why the products of a feature model can't be compiled or asked.
public enum FeatureModelError: Error, Hashable, Sendable {
    /// The model has faults.
    case invalid([FeatureFinding])
    /// No engine could hold the products; each attempt comes with its limit.
    case tooLarge([Attempt])
    /// The budget ran out, or its cancellation check said to stop.
    case stopped(AutomataError)

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
    ///   - order: The order in which the layered DFA reads features.
    ///   - budget: The most nodes and bytes of an engine.
    /// - Complexity: Exponential in the number of features at worst; linear for a model without
    ///   constraints.
    /// - Throws: ``FeatureModelError/invalid(_:)``, ``FeatureModelError/tooLarge(_:)``, or
    ///   ``FeatureModelError/stopped(_:)``.
    public func products(
        over scope: Products.Scope = .allFeatures, using engine: ProductEngine? = nil,
        order: FeatureOrder = .known, budget: Budget = .default
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
            let none = Compilation.Result(circuit: Circuit(variableCount: 0), engine: engine ?? .decisionDNNF)
            return Products(self, scope, none, [], meanings)
        }
        var isKept = [Bool](repeating: scope == .allFeatures, count: system.variableCount)
        for case .literal(let literal)? in meanings { isKept[literal.variable] = true }
        let rule = variableOrder(order, meanings)
        let compilation = Compilation(system: system, isKept: isKept, order: rule)
        let compiled = try compilation.result(using: engine, budget: budget)
        let counts = try stopping { () throws(AutomataError) in try compiled.circuit.counts(budget: budget) }
        return Products(self, scope, compiled, counts, meanings)
    }
}

extension FeatureModel {
    private func variableOrder(_ order: FeatureOrder, _ meanings: [Reduction.Meaning?]) -> VariableOrder {
        switch order {
        case .features: return .numbers
        case .force: return .force
        case .sifted: return .sifted
        case .known:
            if self.order.isEmpty { return .sifted }
            return .given(
                self.order.compactMap { feature in
                    guard Int(feature) < meanings.count, case .literal(let literal)? = meanings[Int(feature)] else {
                        return nil
                    }
                    return literal.variable
                })
        }
    }
}

/// Returns what work returns, or throws its error as one of feature models.
package func stopping<Result>(_ work: () throws(AutomataError) -> Result) throws(FeatureModelError) -> Result {
    do throws(AutomataError) { return try work() } catch { throw .stopped(error) }
}

extension Products {
    fileprivate init(
        _ model: FeatureModel, _ scope: Scope, _ compiled: Compilation.Result, _ counts: [BigInteger],
        _ meanings: [Reduction.Meaning?]
    ) {
        (self.model, self.scope, self.engine) = (model, scope, compiled.engine)
        (circuit, self.counts) = (compiled.circuit, counts)
        var features: [Int: [FeatureID]] = [:]
        for (index, meaning) in meanings.enumerated() {
            guard case .literal(let literal)? = meaning else { continue }
            features[literal.variable, default: []].append(FeatureID(index))
        }
        order = compiled.order.flatMap { features[$0] ?? [] }
        // Without products all features are dead.
        self.meanings = circuit.isEmpty ? meanings.map { $0.map { _ in .constant(false) } } : meanings
        var isInScope = [Bool](repeating: false, count: circuit.variableCount)
        for case .literal(let literal)? in self.meanings { isInScope[literal.variable] = true }
        self.isInScope = isInScope
    }
}
