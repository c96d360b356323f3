import AlgorithmSupport

/// Random tables of decisions, and the number of ways to answer them by trying all.
struct RandomTables {
    /// A decision of a table: the values that can be chosen, and how many of them.
    struct Decision {
        enum Kind { case boolean, enumeration, number }

        var id: String
        var kind: Kind
        var values: [String]
        var cardinality: ClosedRange<Int>
        var relevance: Condition?
        var constraints: [Condition] = []
    }

    /// A condition: its text, and its truth for the chosen values of all decisions that are
    /// answered.
    struct Condition {
        var text: String
        var holds: ([String: Set<String>]) -> Bool
    }

    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    /// Returns decisions that are relevant by earlier ones; no values are named alike.
    mutating func table() -> [Decision] {
        var decisions: [Decision] = []
        for index in 0..<1 + below(6) {
            let kind = [Decision.Kind.boolean, .boolean, .enumeration, .number][below(4)]
            let count = 1 + below(3)
            let values =
                switch kind {
                case .boolean: below(4) == 0 ? ["true"] : ["true", "false"]
                case .enumeration: (0..<count).map { "v\(below(2) == 0 ? "\(index)" : "")\($0)" }
                case .number: (0..<count).map { "\($0 * $0 - 1)" }
                }
            let lower = below(values.count + 1)
            decisions.append(
                Decision(
                    id: "D\(index)", kind: kind, values: values,
                    cardinality: kind == .boolean || below(2) == 0
                        ? 1...1 : lower...lower + below(values.count - lower + 1),
                    relevance: decisions.isEmpty || below(2) == 0 ? nil : condition(decisions, depth: below(3))))
        }
        for index in decisions.indices where below(4) == 0 {
            decisions[index].constraints = (0...below(2)).map { _ in condition(decisions, depth: 1 + below(2)) }
        }
        return decisions
    }

    private mutating func condition(_ decisions: [Decision], depth: Int) -> Condition {
        guard depth > 0 else { return comparison(decisions[below(decisions.count)]) }
        let (left, right) = (condition(decisions, depth: depth - 1), condition(decisions, depth: below(depth)))
        switch below(5) {
        case 0: return Condition(text: "!(\(left.text))") { !left.holds($0) }
        case 1: return Condition(text: "(\(left.text) & \(right.text))") { left.holds($0) && right.holds($0) }
        case 2: return Condition(text: "(\(left.text) | \(right.text))") { left.holds($0) || right.holds($0) }
        case 3: return Condition(text: "(\(left.text) => \(right.text))") { !left.holds($0) || right.holds($0) }
        default: return Condition(text: "(\(left.text) <=> \(right.text))") { left.holds($0) == right.holds($0) }
        }
    }

    private mutating func comparison(_ decision: Decision) -> Condition {
        let (id, value) = (decision.id, decision.values[below(decision.values.count)])
        if below(3) == 0 {
            return Condition(text: id) { answers in answers[id].map { $0 != ["false"] } ?? false }
        }
        guard decision.kind == .number, below(2) == 0, let bound = Int(value) else {
            return Condition(text: "\(id) == \(value)") { $0[id]?.contains(value) ?? false }
        }
        let isLess = below(2) == 0
        return Condition(text: "\(id) \(isLess ? "<" : ">=") \(value)") { answers in
            answers[id]?.contains { isLess ? Int($0)! < bound : Int($0)! >= bound } ?? false
        }
    }
}

extension [RandomTables.Decision] {
    /// The text of the table in CSV.
    var csv: String {
        var text = "id,type,range,cardinality,constraint,relevant if\n"
        for decision in self {
            text += "\(decision.id),\(decision.kind),\"\(decision.values.joined(separator: ", "))\","
            text += "\(decision.cardinality.lowerBound)..\(decision.cardinality.upperBound),"
            text +=
                "\"\(decision.constraints.map(\.text).joined(separator: ", "))\",\(decision.relevance?.text ?? "")\n"
        }
        return text
    }

    /// The number of ways to answer all relevant decisions.
    var answerCount: Int {
        var all: [[String: Set<String>]] = [[:]]
        for decision in self {
            all = all.flatMap { answers in
                guard decision.relevance?.holds(answers) ?? true else { return [answers] }
                let sets = (0..<1 << decision.values.count).map { set in
                    Set(decision.values.indices.filter { set >> $0 & 1 == 1 }.map { decision.values[$0] })
                }
                return sets.filter { decision.cardinality.contains($0.count) }.map { set in
                    answers.merging([decision.id: set]) { $1 }
                }
            }
        }
        return all.count { answers in allSatisfy { $0.constraints.allSatisfy { $0.holds(answers) } } }
    }
}
