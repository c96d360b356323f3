internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// The conditions of a table of decisions, about numbers of answers.
struct DecisionConditions {
    private let rows: [DecisionReader.Row]
    private let rowsByID: [ByteKey: Int]
    /// The decision that each answer belongs to.
    private var owners: [Int] = []
    /// The places of values in the ranges of decisions that were compared.
    private var positions: [Int: [ByteKey: Int]] = [:]
    /// A decision for each value, for suggestions in messages.
    private lazy var rowsByValue = Dictionary(
        rows.indices.lazy.flatMap { [rows] row in rows[row].values.lazy.map { (ByteKey($0.name), row) } },
        uniquingKeysWith: { first, _ in first })
    /// The numbers of decisions that were compared.
    private var numbers: [Int: [Double]] = [:]
    private var comparisonSize = 0
    /// The number of further comparisons with known names, to suggest the closest one.
    private var suggestionBudget = 200_000

    /// The conditions under which decisions are relevant.
    private(set) var relevance: [Proposition?] = []
    /// The constraints of decisions, with their places.
    private(set) var constraints: [[(proposition: Proposition, offset: Int)]] = []
    /// The Boolean decisions that a condition compares with `false`.
    private(set) var comparedWithFalse: Set<Int> = []

    init(_ rows: [DecisionReader.Row], _ rowsByID: [ByteKey: Int]) {
        (self.rows, self.rowsByID) = (rows, rowsByID)
        for (index, row) in rows.enumerated() {
            owners.append(contentsOf: repeatElement(index, count: row.answerCount))
        }
    }

    /// Returns the decision of an answer.
    func owner(of answer: FeatureID) -> Int { owners[Int(answer)] }

    /// Reads the conditions of all decisions, and reports unreadable conditions.
    mutating func read(_ problems: inout ProblemList) {
        for row in rows {
            relevance.append(row.relevance.flatMap { read($0, isList: false, &problems).first?.proposition })
            constraints.append(row.constraints.map { read($0, isList: true, &problems) } ?? [])
        }
        noteCycles(&problems)
    }

    private mutating func read(
        _ cell: TableCell, isList: Bool, _ problems: inout ProblemList
    ) -> [(proposition: Proposition, offset: Int)] {
        var conditions: [(proposition: Proposition, offset: Int)] = []
        do throws(TextProblem) {
            let (read, atoms) = try ConditionReader.read(cell, isList: isList)
            let answers = atoms.map { answer($0, &problems) }
            for (condition, offset) in read {
                let proposition = condition.folded { proposition, operands in
                    if case .feature(let atom) = proposition { answers[Int(atom)] } else { proposition.with(operands) }
                }
                // The constraint adds another level around the condition.
                try FeatureFormatLimits.check(constraintDepth: proposition.depth + (isList ? 0 : 1), at: offset)
                conditions.append((proposition, offset))
            }
        } catch {
            problems.add(error)
        }
        return conditions
    }

    // MARK: Answers

    /// Returns the proposition of an atom, or reports why there is none.
    private mutating func answer(_ atom: ConditionReader.Atom, _ problems: inout ProblemList) -> Proposition {
        let placeholder = Proposition.constant(true)
        guard let index = rowsByID[ByteKey(atom.id)] else {
            problems.add(atom.offset, "unknown decision \(Message.quoted(atom.id.utf8))", remedy(for: atom.id))
            return placeholder
        }
        let row = rows[index]
        guard let comparison = atom.comparison else { return .feature(FeatureID(row.firstAnswer)) }
        guard comparison.operation == .equal else {
            guard row.kind == .number, let bound = DecisionNumber.canonical(comparison.value).flatMap({ Double($0) })
            else {
                problems.add(comparison.offset, "only numbers can be ordered", "compare with ==")
                return placeholder
            }
            return answers(of: index, comparing: comparison.operation, bound, at: atom.offset, &problems)
        }
        if row.kind == .boolean, comparison.value == "true" { return .feature(FeatureID(row.firstAnswer)) }
        if row.kind == .boolean, comparison.value == "false", row.allowsFalse {
            comparedWithFalse.insert(index)
            return .feature(FeatureID(row.firstAnswer + 1))
        }
        let name = row.kind == .number ? DecisionNumber.canonical(comparison.value) : comparison.value
        if let name, let position = position(of: name, in: index) {
            return .feature(FeatureID(row.firstAnswer + 1 + position))
        }
        let range = row.kind == .boolean ? row.allowsFalse ? ["true", "false"] : ["true"] : row.values.map(\.name)
        // An empty range has already been reported.
        if !range.isEmpty {
            problems.add(
                comparison.offset,
                "unknown value \(Message.quoted(comparison.value.utf8)) of \(Message.quoted(row.id.utf8))",
                "its range is \(Message.list(range.prefix(6).map { Message.unquoted($0) }))")
        }
        return placeholder
    }

    private mutating func position(of value: String, in index: Int) -> Int? {
        if positions[index] == nil {
            positions[index] = Dictionary(
                rows[index].values.enumerated().lazy.map { (ByteKey($1.name), $0) },
                uniquingKeysWith: { first, _ in first })
        }
        return positions[index]?[ByteKey(value)]
    }

    private mutating func answers(
        of index: Int, comparing operation: ConditionReader.Operation, _ bound: Double, at offset: Int,
        _ problems: inout ProblemList
    ) -> Proposition {
        let row = rows[index]
        comparisonSize += row.values.count
        guard comparisonSize <= DecisionText.maximumComparisonSize else {
            problems.add(
                TextProblem(
                    offset: offset, message: "too many values are compared with numbers", remedy: "shorten the ranges",
                    isLimit: true))
            return .constant(true)
        }
        let own = numbers[index] ?? row.values.map { Double($0.name) ?? 0 }
        numbers[index] = own
        let features = own.indices.filter { operation.holds(own[$0], bound) }.map {
            Proposition.feature(FeatureID(row.firstAnswer + 1 + $0))
        }
        return features.count == 1 ? features[0] : features.isEmpty ? .constant(false) : .or(features)
    }

    private mutating func remedy(for id: String) -> String {
        if let row = rowsByValue[ByteKey(id)] {
            let known = ConditionText.comparison(of: rows[row].id, with: id, isNumber: false)
            return "did you mean \(Message.unquoted(known))?"
        }
        if suggestionBudget >= rows.count {
            suggestionBudget -= rows.count
            if let known = Spelling.closestName(to: id, among: rows.lazy.map(\.id)) {
                return "did you mean \(Message.quoted(known.utf8))?"
            }
        }
        return "add a row for it or fix the name"
    }

    // MARK: Cycles

    /// Reports decisions whose relevance depends on themselves, directly or through others.
    private func noteCycles(_ problems: inout ProblemList) {
        var needed: [[Int]] = []
        var dependents = [[Int]](repeating: [], count: rows.count)
        for (row, condition) in relevance.enumerated() {
            var owners: Set<Int> = []
            condition?.forEachAnswer { owners.insert(owner(of: $0)) }
            for owner in owners { dependents[owner].append(row) }
            needed.append(owners.sorted())
        }
        var openCounts = needed.map(\.count)
        var isDone = openCounts.map { $0 == 0 }
        var readyRows = rows.indices.filter { isDone[$0] }
        var next = 0
        for _ in 0..<ProblemList.maximumCount {
            while let row = readyRows.popLast() {
                for dependent in dependents[row] where !isDone[dependent] {
                    openCounts[dependent] -= 1
                    guard openCounts[dependent] == 0 else { continue }
                    isDone[dependent] = true
                    readyRows.append(dependent)
                }
            }
            while next < rows.count, isDone[next] { next += 1 }
            guard next < rows.count else { return }
            let cycle = cycle(from: next, needed, isDone)
            let names = (cycle + [cycle[0]]).map { Message.unquoted(rows[$0].id) }
            problems.add(
                rows[cycle[0]].relevance?.offset(of: 0) ?? rows[cycle[0]].offset,
                "the decision \(Message.quoted(rows[cycle[0]].id.utf8)) depends on itself: "
                    + Message.list(names), "change the condition of one of these decisions")
            for row in cycle { isDone[row] = true }
            readyRows = cycle
        }
    }

    /// Returns a cycle among decisions that aren't done, starting with the first one in the table.
    private func cycle(from start: Int, _ needed: [[Int]], _ isDone: [Bool]) -> [Int] {
        var path = [start]
        var positions = [start: 0]
        while true {
            // Each remaining decision needs another remaining one.
            let following = needed[path[path.count - 1]].first { !isDone[$0] } ?? start
            if let position = positions[following] {
                let cycle = path[position...]
                let first = cycle.indices.min { cycle[$0] < cycle[$1] } ?? position
                return Array(cycle[first...] + cycle[..<first])
            }
            positions[following] = path.count
            path.append(following)
        }
    }
}

extension Proposition {
    /// Calls a function with each answer of a condition.
    fileprivate func forEachAnswer(_ body: (FeatureID) -> Void) {
        var open = [self]
        while let proposition = open.popLast() {
            if case .feature(let answer) = proposition { body(answer) }
            open.append(contentsOf: proposition.operands)
        }
    }
}
