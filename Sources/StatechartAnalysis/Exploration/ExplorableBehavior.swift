internal import Statecharts

/// A behavior whose data are a part of the explored states.
protocol ExplorableBehavior: StatechartBehavior {
    var oracle: GuardOracle { get }
    /// Whether the data take words at all.
    var hasData: Bool { get }
    var variableNames: [String] { get }

    /// Returns the oracle's number of a guard; `nil` if the guard may have a value.
    func guardNumber(of condition: Statechart.Condition) -> UInt32?
    /// Appends the data as words.
    mutating func pack(into words: inout [UInt64])
    /// Sets the data to those of words.
    mutating func unpack(_ words: UnsafeBufferPointer<UInt64>)
    /// Returns the data as texts, such as `x=3`.
    func texts(ofData words: UnsafeBufferPointer<UInt64>) -> [String]
}

/// The behavior of charts without data: guards ask the oracle, and actions have no effect.
struct PlainBehavior: ExplorableBehavior {
    let oracle: GuardOracle
    var hasData: Bool { false }
    var variableNames: [String] { [] }

    /// A name.
    struct Name: StatechartSymbol {
        let rawValue: String
        static var allCases: [Name] { [] }
        init(rawValue: String) { self.rawValue = rawValue }
    }

    /// A guard, by the number of its name.
    struct Guard: StatechartSymbol {
        let rawValue: String
        let number: UInt32
        static var allCases: [Guard] { [] }

        init(_ name: String, _ number: UInt32) { (rawValue, self.number) = (name, number) }
        init?(rawValue: String) { nil }
    }

    typealias State = Name
    typealias Event = Name
    typealias Action = Name

    func holds(_ guard: Guard, in step: borrowing Step<Self>) -> Bool {
        oracle.answer(`guard`.number, at: step.moment(oracle), isOfInput: step.cause == .sent)
    }

    mutating func perform(_ action: Name, in step: inout Step<Self>) { oracle.perform(action.rawValue) }

    func guardNumber(of condition: Statechart.Condition) -> UInt32? {
        if case .named(let name) = condition { oracle.number(of: name) } else { nil }
    }

    mutating func pack(into words: inout [UInt64]) {}
    mutating func unpack(_ words: UnsafeBufferPointer<UInt64>) {}
    func texts(ofData words: UnsafeBufferPointer<UInt64>) -> [String] { [] }

    static func compiled(
        _ chart: Statechart, _ oracle: GuardOracle, _ budget: Budget
    ) throws(StatechartError) -> CompiledStatechart<Self> {
        try CompiledStatechart(
            chart,
            guard: { condition in
                guard case .named(let name) = condition else { return nil }
                return Guard(name, oracle.number(of: name))
            },
            action: { action in
                guard case .perform(let name) = action else { return nil }
                return Name(rawValue: name)
            }, isGuard: { _ in true }, isFlattened: false, budget: budget)
    }
}

extension Step {
    /// A number that differs between two moments of a step in which the data may differ.
    func moment(_ oracle: GuardOracle) -> UInt64 {
        oracle.actionCount << 40 | UInt64(serial & 0xF_FFFF) << 20 | UInt64(run.changeCount & 0xF_FFFF)
    }
}

// MARK: - Charts with data

/// The program of a chart with variables: the oracle answers its guards, and its actions have no
/// effect. Expressions have their exact values.
final class ExplorationHost: StatechartHost, @unchecked Sendable {
    // Unchecked, because only one explorer uses it, on one thread.
    let oracle: GuardOracle
    let table = ValueTable()
    private let variables: Set<String>

    init(_ oracle: GuardOracle, variables: Set<String>) { (self.oracle, self.variables) = (oracle, variables) }

    func holds(
        _ guard: String, _ behavior: ExpressionBehavior, in step: borrowing Step<ExpressionBehavior>
    ) -> Bool? {
        if variables.contains(`guard`) { return nil }
        let number = oracle.number(of: `guard`)
        return oracle.answer(number, at: step.moment(oracle), isOfInput: step.cause == .sent)
    }

    func perform(_ action: String, _ behavior: inout ExpressionBehavior, in step: inout Step<ExpressionBehavior>) {
        oracle.perform(action)
    }

    func perform(
        _ action: Statechart.CustomAction, _ behavior: inout ExpressionBehavior,
        in step: inout Step<ExpressionBehavior>
    ) { oracle.perform(action.name) }

    func mayTake(byteCount: Int) -> Bool { byteCount < 1 << 20 }
}

/// The values of variables, each with a number.
final class ValueTable {
    private(set) var variables: [String] = []
    private var values: [Value] = []
    private var numbers: [Value: UInt64] = [:]

    /// The numbers of a variable that doesn't exist, and of one without a value.
    private static let (undeclared, empty): (UInt64, UInt64) = (0, 1)

    func number(of value: Value??) -> UInt64 {
        guard let declared = value else { return Self.undeclared }
        guard let value = declared else { return Self.empty }
        if let number = numbers[value] { return number }
        let number = UInt64(values.count) + 2
        numbers[value] = number
        values.append(value)
        return number
    }

    func value(_ number: UInt64) -> Value?? {
        switch number {
        case Self.undeclared: .none
        case Self.empty: .some(nil)
        default: values[Int(number) - 2]
        }
    }

    /// Takes in the variables that a run has, of which loops may add some.
    func addVariables(of behavior: ExpressionBehavior) {
        guard behavior.variables.count != variables.count else { return }
        let known = Set(variables)
        variables += behavior.variables.keys.filter { !known.contains($0) }.sorted()
    }
}

extension ExpressionBehavior: ExplorableBehavior {
    private var exploration: ExplorationHost? { host as? ExplorationHost }
    var oracle: GuardOracle { (host as? ExplorationHost)?.oracle ?? GuardOracle() }
    var hasData: Bool { true }
    var variableNames: [String] { exploration?.table.variables ?? [] }

    func guardNumber(of condition: Statechart.Condition) -> UInt32? { nil }

    mutating func pack(into words: inout [UInt64]) {
        guard let table = exploration?.table else { return }
        table.addVariables(of: self)
        for name in table.variables { words.append(table.number(of: variables[name])) }
    }

    mutating func unpack(_ words: UnsafeBufferPointer<UInt64>) {
        guard let table = exploration?.table else { return }
        for (index, name) in table.variables.enumerated() {
            switch index < words.count ? table.value(words[index]) : .none {
            case .none: variables.removeValue(forKey: name)
            case .some(let value): variables[name] = .some(value)
            }
        }
        log.removeAll()
    }

    func texts(ofData words: UnsafeBufferPointer<UInt64>) -> [String] {
        guard let table = exploration?.table else { return [] }
        return zip(table.variables, words).compactMap { name, word in
            guard let declared = table.value(word), let value = declared else { return nil }
            return "\(name)=\(value)"
        }
    }
}
