internal import Automata
internal import AutomataCounting
internal import CAutomata
internal import FeatureFormats
internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// A feature model with the places of its parts, and the names lent to C.
final class FeatureModelHandle: Handle, @unchecked Sendable {
    // Unchecked: changed in deinit only.
    static let kind: StaticString = "feature model"

    private(set) var document: FeatureModelDocument
    let names: StableNames
    let structure: FeatureStructure
    let attributes: FeatureAttributes
    let places: FeaturePlaces
    /// The bytes for work in proportion to the model.
    let byteCount: Int
    private let numbers: [ByteKey: UInt32]

    init(_ document: FeatureModelDocument, _ budget: Budget) throws(CallError) {
        let model = document.model
        byteCount = document.byteCount * FeatureFormat.memoryPerByte
        func check() throws(CallError) {
            try core { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: 0) }
        }
        var numbers: [ByteKey: UInt32] = [:]
        numbers.reserveCapacity(model.features.count)
        var pace = BudgetPace()
        for feature in model.ids {
            if pace.isDue(at: Int(feature), every: BudgetPace.states) { try check() }
            numbers[ByteKey(model[feature].name)] = feature.rawValue
        }
        names = StableNames(model.features.map(\.name))
        try check()
        structure = FeatureStructure(model)
        try check()
        attributes = FeatureAttributes(model)
        try check()
        places = FeaturePlaces(document)
        (self.document, self.numbers) = (document, numbers)
    }

    deinit { Proposition.remove(&document.model.constraints) }

    var model: FeatureModel { document.model }
    var featureCount: Int { model.features.count }

    func number(of name: String) -> UInt32? { numbers[ByteKey(name)] }

    /// Returns the feature with C's number; `nil` if there is none.
    func feature(_ number: automata_feature) -> FeatureID? {
        number < model.features.count ? FeatureID(rawValue: number) : nil
    }
}

/// The compiled products of a model.
final class ProductsHandle: Handle, Sendable {
    static let kind: StaticString = "products"

    let products: Products
    let count: IntegerHandle
    /// The model; it is freed after the products, as it dismantles their constraints.
    let model: FeatureModelHandle

    init(_ products: Products, of model: FeatureModelHandle) {
        self.products = products
        count = IntegerHandle(products.count)
        self.model = model
    }

    var featureCount: Int { model.featureCount }

    /// Reserves memory for a question in proportion to the compiled products.
    func reserveMemory() throws(CallError) { try MemoryReservation.reserveMemory(products.byteCount) }

    /// Checks that a number of results are within a budget, before they are made.
    func check(_ count: Int, _ bytes: Int, _ budget: Budget) throws(CallError) {
        let (total, overflow) = count.multipliedReportingOverflow(by: bytes)
        try core { () throws(AutomataError) in
            try budget.check(statesBuilt: 0, bytes: overflow ? .max : total)
        }
    }

    /// Hands out one product.
    func hand(
        out product: Configuration, to result: UnsafeMutablePointer<UnsafeMutablePointer<automata_feature_decision>?>
    ) throws(CallError) {
        try hand(out: [product], to: result)
    }

    /// Hands out products, one after the other.
    func hand(
        out products: [Configuration], to result: UnsafeMutablePointer<UnsafeMutablePointer<automata_feature_decision>?>
    ) throws(CallError) {
        let decisions = try Result.allocate(automata_feature_decision.self, products.count * featureCount)
        for (index, product) in products.enumerated() { product.write(to: decisions + index * featureCount) }
        result.initialize(to: decisions)
    }
}

// MARK: - Configurations

extension FeatureModelHandle {
    /// Returns the decisions that C gives, one a feature.
    func configuration(
        _ decisions: UnsafePointer<automata_feature_decision>?, _ count: Int
    ) throws(CallError) -> Configuration {
        guard count == featureCount else {
            throw .invalidArgument("expected \(featureCount) decisions, one for each feature")
        }
        let decisions = try Argument.array(decisions, count, "decisions")
        var configuration = Configuration(of: model)
        for (number, decision) in decisions.enumerated() {
            switch Int(decision) {
            case AUTOMATA_FEATURE_DECISION_OPEN: break
            case AUTOMATA_FEATURE_DECISION_SELECTED: configuration[FeatureID(number)] = .selected
            case AUTOMATA_FEATURE_DECISION_DESELECTED: configuration[FeatureID(number)] = .deselected
            default:
                throw .invalidArgument(
                    "invalid decision \(decision) at index \(number) of 'decisions'; expected -1, 0 or 1")
            }
        }
        return configuration
    }

    /// Returns the weights that C gives, one a feature.
    func weights(_ weights: UnsafePointer<Int64>?, _ count: Int) throws(CallError) -> [Int] {
        guard count == featureCount else {
            throw .invalidArgument("expected \(featureCount) weights, one for each feature")
        }
        let weights = try Argument.array(weights, count, "weights").map { Int($0) }
        var sum = 0 as UInt
        for weight in weights {
            let (next, overflow) = sum.addingReportingOverflow(weight.magnitude)
            guard !overflow, next < 1 << 61 else {
                throw .invalidArgument("the magnitudes of 'weights' add up to 2^61 or more; use smaller weights")
            }
            sum = next
        }
        return weights
    }

    /// Returns the feature with C's number, which must be valid.
    func requiredFeature(_ number: automata_feature) throws(CallError) -> FeatureID {
        guard let feature = feature(number) else {
            throw .outOfRange("there is no feature \(number); the model has \(featureCount), counted from 0")
        }
        return feature
    }
}

extension ProductsHandle {
    /// Returns the decisions that C gives, one a feature.
    func configuration(
        _ decisions: UnsafePointer<automata_feature_decision>?, _ count: Int
    ) throws(CallError) -> Configuration {
        try model.configuration(decisions, count)
    }
}

extension Configuration {
    /// Returns the decision about a feature for C.
    func forC(_ feature: FeatureID) -> automata_feature_decision {
        switch self[feature] {
        case .undecided: automata_feature_decision(AUTOMATA_FEATURE_DECISION_OPEN)
        case .selected: automata_feature_decision(AUTOMATA_FEATURE_DECISION_SELECTED)
        case .deselected: automata_feature_decision(AUTOMATA_FEATURE_DECISION_DESELECTED)
        }
    }

    /// Writes the decisions for C.
    func write(to decisions: UnsafeMutablePointer<automata_feature_decision>) {
        for feature in 0..<FeatureID(featureCount) { (decisions + Int(feature)).initialize(to: forC(feature)) }
    }
}

/// Runs a function, and converts an error about products to a call's.
func features<Result>(_ body: () throws(FeatureModelError) -> Result) throws(CallError) -> Result {
    do { return try body() } catch { throw .features(.products(error)) }
}
