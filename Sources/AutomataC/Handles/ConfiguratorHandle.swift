internal import Automata
internal import AutomataCounting
internal import CAutomata
internal import FeatureModels
internal import FeatureReasoning

/// A configurator for one thread at a time, with the parts lent to C until the next step.
final class ConfiguratorHandle: Handle {
    static let kind: StaticString = "configurator"

    private(set) var configurator: Configurator
    private(set) var lent: LentConfiguration
    private let source: Source
    private let allowance: CurrentBudget
    /// Whether a step is running; its progress callback may not take another step.
    private var isBusy = false
    let model: FeatureModelHandle

    /// The source of the answers about products.
    private enum Source {
        case products(ProductsHandle)
        case solver(FeatureReasoner)
    }

    /// The budget of the current step.
    private final class CurrentBudget: @unchecked Sendable {
        // Unchecked: the configurator belongs to one thread at a time.
        var budget: Budget

        init(_ budget: Budget) { self.budget = budget }
    }

    init(_ products: ProductsHandle) throws(CallError) {
        model = products.model
        source = .products(products)
        allowance = CurrentBudget(try Budget(nil))
        try products.reserveMemory()
        configurator = try configuring(model) { () throws(ConfiguratorError) in try Configurator(products.products) }
        lent = LentConfiguration(configurator)
    }

    init(_ model: FeatureModelHandle, _ budget: Budget) throws(CallError) {
        self.model = model
        try MemoryReservation.reserveMemory(model.byteCount)
        let reasoner = try features { () throws(FeatureModelError) in try FeatureReasoner(model.model, budget: budget) }
        let allowance = CurrentBudget(budget)
        (source, self.allowance) = (.solver(reasoner), allowance)
        configurator = try configuring(model) { () throws(ConfiguratorError) in
            try Configurator(reasoner, budget: allowance.budget)
        }
        lent = LentConfiguration(configurator)
        // Pointers in the budget are valid only during this call.
        allowance.budget = .default
    }

    /// Takes a step within a budget, and releases the lent parts.
    func step(_ budget: Budget, _ body: (inout Configurator) throws(ConfiguratorError) -> Void) throws(CallError) {
        try withExclusiveAccess { () throws(CallError) in try perform(budget, body) }
    }

    /// Calls a function that excludes other steps meanwhile.
    private func withExclusiveAccess(_ body: () throws(CallError) -> Void) throws(CallError) {
        if isBusy { throw .features(.nestedStep) }
        isBusy = true
        defer { isBusy = false }
        try body()
    }

    private func perform(
        _ budget: Budget, _ body: (inout Configurator) throws(ConfiguratorError) -> Void
    ) throws(CallError) {
        try core { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: 0) }
        try reserveMemory()
        allowance.budget = budget
        defer { allowance.budget = .default }
        // A callback may read the configurator meanwhile.
        var next = configurator
        try configuring(model) { () throws(ConfiguratorError) in try body(&next) }
        configurator = next
        lent = LentConfiguration(next)
    }

    /// Reserves memory for a step in proportion to the model or its products.
    private func reserveMemory() throws(CallError) {
        switch source {
        case .products(let products): try products.reserveMemory()
        case .solver: try MemoryReservation.reserveMemory(model.byteCount)
        }
    }

    /// Returns the number of products that agree with all decisions; `nil` if the solver answers.
    func count(_ budget: Budget) throws(CallError) -> BigInteger? {
        guard case .products(let products) = source else { return nil }
        return try features { () throws(FeatureModelError) in
            try products.products.count(with: configurator.configuration, budget: budget)
        }
    }

    // MARK: - Completion

    /// Completes the current stage.
    ///
    /// - Parameters:
    ///   - weights: The weight of each feature; `nil` if each weighs 1.
    ///   - random: The random numbers that draw the product instead; `nil` for weights.
    func complete(weights: [Int]?, random: RandomHandle?, _ budget: Budget) throws(CallError) {
        try withExclusiveAccess { () throws(CallError) in
            let product = try product(weights, random, budget)
            try perform(budget) { (configurator) throws(ConfiguratorError) in
                guard let product else { throw .noProduct }
                try configurator.complete(as: product)
            }
        }
    }

    /// Returns a product that agrees with all decisions.
    private func product(
        _ weights: [Int]?, _ random: RandomHandle?, _ budget: Budget
    ) throws(CallError) -> Configuration? {
        let configuration = configurator.configuration
        switch source {
        case .products(let products):
            try products.reserveMemory()
            try products.check(3 * model.featureCount, 64, budget)
            let compiled = products.products
            return try features { () throws(FeatureModelError) in
                if let random {
                    // A callback may draw numbers meanwhile.
                    var generator = random.generator
                    defer { random.generator = generator }
                    return try compiled.sample(1, with: configuration, using: &generator, budget: budget).first
                }
                let weights = weights ?? [Int](repeating: 1, count: model.featureCount)
                return try compiled.lightest(1, weights: weights, with: configuration, budget: budget).first?.product
            }
        case .solver(let reasoner):
            guard weights == nil, random == nil else {
                throw .invalidArgument(
                    "a configurator made from a model can't weigh or draw products; make one from products")
            }
            try reserveMemory()
            return try features { () throws(FeatureModelError) in
                try reasoner.product(completing: configuration, budget: budget)
            }
        }
    }
}

/// The state of a configurator, lent to C.
final class LentConfiguration {
    let decisions: StableArray<automata_feature_decision>
    let decided: StableArray<FeatureID>
    /// The state of each feature.
    private let states: [UInt8]

    init(_ configurator: Configurator) {
        let configuration = configurator.configuration
        let decisions = configurator.model.ids.map { configuration.forC($0) }
        self.decisions = StableArray(decisions)
        decided = StableArray(configurator.decisions.map(\.feature))
        var states = decisions.map { decision in
            UInt8((decision == 0 ? AUTOMATA_FEATURE_STATE_OPEN : AUTOMATA_FEATURE_STATE_FOLLOWS).rawValue)
        }
        for (index, feature) in configurator.decisions.map(\.feature).enumerated() {
            let isFixed = index < configurator.fixedDecisionCount
            let state = isFixed ? AUTOMATA_FEATURE_STATE_FIXED : AUTOMATA_FEATURE_STATE_DECIDED
            states[Int(feature)] = UInt8(state.rawValue)
        }
        self.states = states
    }

    func state(of feature: FeatureID) -> automata_feature_state {
        automata_feature_state(rawValue: numericCast(states[Int(feature)]))
    }
}

/// Runs a function, and converts a configurator's error to a call's.
private func configuring<Result>(
    _ model: FeatureModelHandle, _ body: () throws(ConfiguratorError) -> Result
) throws(CallError) -> Result {
    do { return try body() } catch {
        if case .failed(let error) = error { throw .features(.products(error)) }
        throw .features(.configuring(error, model.document))
    }
}
