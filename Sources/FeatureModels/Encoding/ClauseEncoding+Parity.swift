internal import WorkLimits

/// Nested equivalences, whose value depends only on the parity of the number of true operands.
///
/// The order of the operands doesn't matter.
struct Parity {
    /// The variables, in ascending order and without repetitions.
    private(set) var variables: [Int]
    /// Whether the parity is true if an even number of variables is.
    private(set) var isEven: Bool

    /// Creates the parity of one literal.
    init(_ literal: Literal) { (variables, isEven) = ([literal.variable], !literal.value) }

    /// Creates the parity of a form; `nil` if it is neither a parity nor a literal.
    init?(_ form: ClauseEncoding.Form) {
        if let parity = form.parity {
            self = parity
        } else if form.positive.count == 1, form.positive[0].count == 1 {
            self.init(form.positive[0][0])
        } else {
            return nil
        }
    }

    /// The negation.
    var flipped: Parity {
        var parity = self
        parity.isEven.toggle()
        return parity
    }

    /// Returns the parity that is true if both are true or both are false.
    ///
    /// - Complexity: O(*n*) for *n* variables.
    func isEquivalent(to other: Parity) -> Parity {
        var result = self
        result.isEven = isEven == other.isEven
        result.variables = []
        var (left, right) = (variables[...], other.variables[...])
        while let first = left.first, let second = right.first {
            if first <= second { left.removeFirst() }
            if second <= first { right.removeFirst() }
            // A variable that occurs twice cancels out.
            if first != second { result.variables.append(min(first, second)) }
        }
        result.variables += left + right
        return result
    }
}

extension ClauseEncoding {
    /// The maximum number of variables of a parity without definitions; *n* variables take 2ⁿ⁻¹
    /// clauses.
    private static let parityLimit = 5
    /// The number of variables in the parity of a definition.
    private static let definedCount = 3

    /// Returns a form with clauses.
    ///
    /// A long parity is cut: a definition replaces its first variables repeatedly.
    ///
    /// - Complexity: O(*n* log *n*) for *n* variables.
    mutating func clauses(of form: Form, _ polarities: Polarities) -> Form {
        guard let parity = form.parity else { return form }
        var rest = parity.variables.sorted {
            (parityPositions[$0] ?? .max, $0) < (parityPositions[$1] ?? .max, $1)
        }[...]
        var last: Int?
        while rest.count + (last == nil ? 0 : 1) > Self.parityLimit {
            let part = (last.map { [$0] } ?? []) + rest.prefix(Self.definedCount - (last == nil ? 0 : 1))
            rest = rest.dropFirst(Self.definedCount - (last == nil ? 0 : 1))
            let definition = system.addVariable()
            system.clauses += Self.clauses(where: part + [definition.variable], areEven: true)
            last = definition.variable
        }
        let variables = (last.map { [$0] } ?? []) + rest
        var result = Form()
        if polarities.positive { result.positive = Self.clauses(where: variables, areEven: parity.isEven) }
        if polarities.negative { result.negative = Self.clauses(where: variables, areEven: !parity.isEven) }
        return result
    }

    /// Returns the clauses by which an even or odd number of variables is true.
    private static func clauses(where variables: [Int], areEven: Bool) -> [[Literal]] {
        (0..<1 << variables.count).filter { ($0.nonzeroBitCount % 2 == 0) != areEven }.map { falsified in
            variables.enumerated().map { Literal($1, falsified >> $0 & 1 == 0) }
        }
    }
}

extension ClauseEncoding {
    /// Returns places of features in an order in which to cut long parities.
    ///
    /// Features that parities share are close to each other, so that any place cuts few parities:
    /// an engine that decides features in this order remembers a bit for each of them.
    ///
    /// - Complexity: That of ``ConstraintGraph/forceOrder(randomStarts:)`` if two parities are
    ///   long.
    static func parityPositions(in propositions: [Proposition]) -> [Int: Int] {
        let parities = propositions.flatMap { featuresOfLongParities(in: $0) }
        if parities.count < 2 { return [:] }
        let features = Set(parities.joined()).sorted()
        var numbers: [Int: Int] = [:]
        for (number, feature) in features.enumerated() { numbers[feature] = number }
        let graph = ConstraintGraph(
            edges: parities.map { $0.compactMap { numbers[$0] } }, variableCount: features.count)
        var positions: [Int: Int] = [:]
        for (position, number) in graph.forceOrder().enumerated() { positions[features[number]] = position }
        return positions
    }

    /// Returns the features of each long parity.
    private static func featuresOfLongParities(in proposition: Proposition) -> [[Int]] {
        var parities: [[Int]] = []
        var open = [proposition]
        while let next = open.popLast() {
            guard case .equivalent = next else {
                open += next.operands
                continue
            }
            var odd: Set<Int> = []
            var parts = [next]
            while let part = parts.popLast() {
                switch part {
                case .equivalent, .not: parts += part.operands
                case .feature(let feature):
                    if odd.remove(Int(feature)) == nil { odd.insert(Int(feature)) }
                default: open.append(part)
                }
            }
            if odd.count > parityLimit { parities.append(odd.sorted()) }
        }
        return parities
    }
}
