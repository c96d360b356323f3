internal import Statecharts

/// A condition that depends only on the data of the current event.
struct DataGuard {
    /// The condition of the chart itself.
    var condition: Statechart.Condition
    /// The events that may be current; empty for all.
    private(set) var patterns: [Statechart.EventPattern]
    /// The names of the guards that say whether the condition fails.
    var failures: [String] = []

    /// The constants with which parts of the data are compared, by the path of members; `nil` if
    /// the condition does anything else with data.
    let constants: [[String]: Set<Value>]?

    /// - Returns: `nil` if the condition depends on something else, or not on data.
    init?(_ condition: Statechart.Condition, _ patterns: [Statechart.EventPattern]) {
        guard case .expression(var expression) = condition else { return nil }
        if case .script(let text) = expression {
            // The constants of a script are found in what means the same in all languages.
            guard let parsed = try? Expression(parsing: text.withPlainEquality) else { return nil }
            expression = parsed
        }
        let variables = expression.parts.compactMap { if case .variable(let name) = $0 { name } else { nil } }
        guard !variables.isEmpty, variables.allSatisfy({ $0 == "_event" }) else { return nil }
        (self.condition, self.patterns) = (condition, patterns)
        var found: [[String]: Set<Value>] = [:]
        constants = Self.addConstants(of: expression, to: &found) ? found : nil
    }

    /// - Returns: Whether the expression only compares parts of the data with constants.
    private static func addConstants(of expression: Expression, to found: inout [[String]: Set<Value>]) -> Bool {
        switch expression {
        case .unary(.not, let inner): return addConstants(of: inner, to: &found)
        case .binary(.and, let first, let second), .binary(.or, let first, let second):
            return addConstants(of: first, to: &found) && addConstants(of: second, to: &found)
        case .binary(let sign, let first, let second):
            guard [.equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual].contains(sign),
                let path = first.dataPath ?? second.dataPath, let value = first.constant ?? second.constant
            else { return false }
            found[path, default: []].insert(value)
            return true
        default:
            guard let path = expression.dataPath else { return false }
            found[path, default: []].formUnion([.boolean(true), .boolean(false)])
            return true
        }
    }

    /// Adds events that may be current.
    mutating func add(_ other: [Statechart.EventPattern]) {
        patterns = patterns.isEmpty || other.isEmpty ? [] : patterns + other
    }

    /// Whether an event may be current when the condition is asked.
    func concerns(_ event: String) -> Bool { patterns.isEmpty || patterns.contains { $0.matches(event) } }
}

/// The values of the data of an event that tell conditions on it apart, with the answers that the
/// engine gives.
struct EventData {
    /// The data, each with the answers of conditions by the names of their guards.
    private(set) var letters: [(data: Value, answers: [String: Bool])] = []
    /// Whether other data may have other answers.
    private(set) var isPartial = false

    /// The maximum number of values that are tried.
    private static let maximumCount = 1024

    /// - Parameters:
    ///   - guards: The conditions on data by the names of their guards.
    ///   - further: Data of which another chart has letters.
    init(
        of event: String, _ guards: [String: DataGuard], _ language: String?, _ scripts: (any StatechartScripting)?,
        adding further: [Value]
    ) {
        let names = guards.keys.filter { guards[$0]?.concerns(event) ?? false }.sorted()
        var candidates = candidates(names.compactMap { guards[$0]?.constants })
        if names.contains(where: { guards[$0]?.constants == nil }) { isPartial = true }
        candidates += further.filter { !candidates.contains($0) }
        var (known, questions): (Set<[Bool]>, [(name: String, failures: [String], question: DataQuestion)]) = ([], [])
        for name in names {
            guard let data = guards[name] else { continue }
            guard let question = DataQuestion(data.condition, on: event, language, scripts) else {
                isPartial = true
                continue
            }
            questions.append((name, data.failures, question))
        }
        for data in candidates {
            var answers: [String: Bool] = [:]
            for (name, failures, question) in questions {
                let answer = question.answer(to: data)
                answers[name] = answer.holds
                for failure in failures { answers[failure] = answer.fails }
            }
            let isNew = known.insert(answers.keys.sorted().map { answers[$0] ?? false }).inserted
            if isNew || further.contains(data) { letters.append((data, answers)) }
        }
    }

    /// Returns the values for constants: these, their neighbors, and others.
    private mutating func candidates(_ all: [[[String]: Set<Value>]]) -> [Value] {
        var constants: [[String]: Set<Value>] = [:]
        for found in all { constants.merge(found) { $0.union($1) } }
        let whole = constants.removeValue(forKey: []).map(Self.values) ?? []
        var records: [Value] = [.null]
        for path in constants.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let values = Self.values(near: constants[path] ?? [])
            if records.count * (values.count + 1) > Self.maximumCount {
                isPartial = true
                records += values.map { Value.null.setting($0, at: path[...]) }
            } else {
                // Data without the part come last.
                records = records.flatMap { record in values.map { record.setting($0, at: path[...]) } } + records
            }
        }
        if constants.isEmpty { return whole }
        return records + whole.filter { $0 != .null }
    }

    private static func values(near constants: Set<Value>) -> [Value] {
        let sorted = constants.sorted { "\($0)" < "\($1)" }
        var (values, others): ([Value], [Value]) = (sorted, [])
        for case .number(let number) in sorted { others += [.number(number + 1), .number(number - 1)] }
        var text = "other"
        while constants.contains(.text(text)) { text += "'" }
        for value in others + [.text(text), .null] where !values.contains(value) { values.append(value) }
        return values
    }
}

/// A condition on the data of an event, which the engine answers: a chart of one transition takes
/// it, or has an error.
private struct DataQuestion {
    private let event: String
    private let chart: Statechart
    private let compiled: CompiledStatechart<ExpressionBehavior>
    private let scripts: (any StatechartScripting)?

    /// - Returns: `nil` if the engine can't answer it.
    init?(
        _ condition: Statechart.Condition, on event: String, _ language: String?,
        _ scripts: (any StatechartScripting)?
    ) {
        var chart = Statechart("data")
        chart.scriptLanguage = language
        chart.add(.init("start"))
        chart[1].transitions = [
            .init(.events([.init(event)]), if: condition, to: ["holds"]),
            .init(.events([.init("error.execution")]), to: ["fails"]),
        ]
        for name in ["holds", "fails"] { chart.add(.init(name)) }
        guard let compiled = try? CompiledStatechart<ExpressionBehavior>(chart) else { return nil }
        (self.event, self.chart, self.compiled, self.scripts) = (event, chart, compiled, scripts)
    }

    func answer(to data: Value) -> (holds: Bool, fails: Bool) {
        var behavior = ExpressionBehavior(for: chart, scripts: scripts)
        guard var machine = try? StateMachine(compiled, running: &behavior) else { return (false, true) }
        do { try machine.send(event, data, to: &behavior) } catch { return (false, true) }
        return (machine.activeStateNames == ["holds"], machine.activeStateNames == ["fails"])
    }
}

extension Expression {
    /// The members that lead from `_event.data` to the value; `nil` if it is another one.
    fileprivate var dataPath: [String]? {
        switch self {
        case .member(.variable("_event"), let name): name == "data" ? [] : nil
        case .member(let record, let name), .element(let record, .literal(.text(let name))):
            record.dataPath.map { $0 + [name] }
        default: nil
        }
    }

    fileprivate var constant: Value? {
        switch self {
        case .literal(let value): value
        case .unary(.minus, .literal(.number(let number))): .number(-number)
        default: nil
        }
    }
}

extension Value {
    /// Returns the value with another one at a path of members.
    fileprivate func setting(_ value: Value, at path: ArraySlice<String>) -> Value {
        guard let name = path.first else { return value }
        var members: [String: Value] = if case .record(let members) = self { members } else { [:] }
        members[name] = (members[name] ?? .null).setting(value, at: path.dropFirst())
        return .record(members)
    }
}

extension String {
    /// The script with `==` and `!=` in place of `===` and `!==`.
    fileprivate var withPlainEquality: String {
        var bytes: [UInt8] = []
        let sign = UInt8(ascii: "=")
        for byte in utf8 {
            let isThird = byte == sign && bytes.last == sign && bytes.count > 1
            if isThird, [sign, UInt8(ascii: "!")].contains(bytes[bytes.count - 2]) { continue }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
