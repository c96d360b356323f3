internal import WorkLimits

/// A comparison of numbers and totals, ready to be evaluated.
///
/// If both sides are linear, all totals are combined to one, which is compared with a constant.
struct Comparison: Sendable {
    /// Numbers of features, which add up to a value over a common denominator.
    struct Total: Sendable {
        var numbers: [(feature: FeatureID, number: Int128)]
        var denominator: Int128
        /// The greatest magnitude of a sum.
        var magnitude: Int128
    }

    /// The difference of the two sides.
    private indirect enum Node: Sendable {
        case constant(Fraction)
        case total(Int)
        case sum(Node, Node)
        case product(Node, Node)
        case reciprocal(Node)
        case floor(Node)
    }

    private(set) var totals: [Total] = []
    private let relation: ValueRelation
    /// The difference; `nil` if the only total is compared with ``bound``.
    private var difference: Node?
    private var bound: Int128 = 0

    /// A Boolean value that indicates whether the only total is compared with a constant.
    var isLinear: Bool { difference == nil }

    /// Creates a comparison.
    ///
    /// - Parameter counts: Returns the greatest count of a feature; by default 1.
    /// - Returns: `nil` if a value is neither a number nor a total, or the numbers are too large to
    ///   be exact.
    init?(
        _ left: ValueExpression, _ relation: ValueRelation, _ right: ValueExpression,
        counting counts: (FeatureID) -> Int = { _ in 1 }
    ) {
        let expression = ValueExpression.operation(left, .minus, right)
        self.relation = relation
        if let linear = LinearForm(expression) {
            guard let total = Total(linear.numbers, counting: counts, also: linear.constant),
                let bound = linear.constant.negated.multiplied(by: Fraction(total.denominator))
            else { return nil }
            (totals, self.bound) = ([total], bound.numerator)
        } else {
            guard let difference = node(expression, counting: counts), size(of: difference) != nil else { return nil }
            self.difference = difference
        }
    }

    /// The only sum of numbers, and the number that it is compared with; `nil` if there are more.
    var linearSum: (numbers: [(feature: FeatureID, number: Int128)], bound: Int128)? {
        difference == nil ? (totals[0].numbers, bound) : nil
    }

    /// Creates the comparison of a sum of numbers with an upper bound.
    init(sumOf numbers: [(feature: FeatureID, number: Int128)], atMost bound: Int128) {
        let magnitude = numbers.reduce(0) { $0 + abs($1.number) }
        totals = [Total(numbers: numbers, denominator: 1, magnitude: magnitude)]
        (relation, self.bound) = (.lessOrEqual, bound)
    }

    /// The features whose selection matters, in ascending order.
    var features: [FeatureID] {
        Set(totals.flatMap { $0.numbers.lazy.map(\.feature) }).sorted()
    }

    /// Returns whether the comparison is true for sums of the totals' numbers.
    func holds(for sums: [Int128]) -> Bool {
        guard let difference else { return relation.holds(forSign: Int((sums[0] - bound).signum())) }
        return relation.holds(forSign: Int(value(of: difference, sums).numerator.signum()))
    }

    /// Returns whether the comparison is true for all possible sums within bounds; `nil` if it
    /// depends on the sums, or isn't known.
    func holds(from low: [Int128], to high: [Int128]) -> Bool? {
        if low == high { return holds(for: low) }
        guard difference == nil else { return nil }
        let signs = (Int((low[0] - bound).signum()), Int((high[0] - bound).signum()))
        let (first, last) = (relation.holds(forSign: signs.0), relation.holds(forSign: signs.1))
        // If the signs differ, a sum in between may be equal to the bound.
        return signs.0 == signs.1 && signs.0 != 0 ? first : first == last && isMonotone ? first : nil
    }

    /// Returns whether the comparison is true for other sums whenever it is true for the given sums
    /// and the same numbers are added to both; `nil` if it is never true for both.
    func implies(_ other: [Int128], from sums: [Int128]) -> Bool? {
        if sums == other { return true }
        guard isLinear else { return false }
        return switch relation {
        case .equal: nil
        case .notEqual: false
        case .less, .lessOrEqual: sums[0] > other[0]
        case .greater, .greaterOrEqual: sums[0] < other[0]
        }
    }

    private var isMonotone: Bool { relation != .equal && relation != .notEqual }

    /// Returns whether the comparison is true for a set of features.
    func holds(selecting isSelected: (FeatureID) -> Bool) -> Bool {
        holds(for: totals.map { total in total.numbers.reduce(0) { isSelected($1.feature) ? $0 + $1.number : $0 } })
    }

    /// Returns whether the comparison is true for all products that agree with a configuration, or
    /// false for all; `nil` if it depends on undecided features, or isn't known.
    func value(in configuration: Configuration) -> Bool? {
        var (low, high) = (totals.map { _ in Int128(0) }, totals.map { _ in Int128(0) })
        for (index, total) in totals.enumerated() {
            for (feature, number) in total.numbers where configuration[feature] != .deselected {
                if number < 0 || configuration[feature] == .selected { low[index] += number }
                if number > 0 || configuration[feature] == .selected { high[index] += number }
            }
        }
        return holds(from: low, to: high)
    }
}

extension Comparison.Total {
    /// Creates a total of the numbers of features, in ascending order, over a denominator that also
    /// makes another number an integer; `nil` if the numbers are too large.
    init?(
        _ numbers: [(feature: FeatureID, number: Fraction)], counting counts: (FeatureID) -> Int,
        also other: Fraction = .zero
    ) {
        (denominator, magnitude) = (other.denominator, 0)
        for (_, number) in numbers where denominator % number.denominator != 0 {
            let factor = Fraction(number.denominator, over: denominator).numerator
            let (product, overflows) = denominator.multipliedReportingOverflow(by: factor)
            if overflows { return nil }
            denominator = product
        }
        self.numbers = []
        // The sum of all magnitudes, and its difference from the other number, must not come close
        // to overflow.
        let limit = Int128.max / 4
        for (feature, number) in numbers where number.numerator != 0 {
            guard let scaled = number.multiplied(by: Fraction(denominator))?.numerator else { return nil }
            let (most, overflows) = scaled.magnitude.multipliedReportingOverflow(by: UInt128(counts(feature)))
            if overflows || most > limit - magnitude { return nil }
            magnitude += Int128(most)
            self.numbers.append((feature, scaled))
        }
        guard let scaled = other.multiplied(by: Fraction(denominator))?.numerator else { return nil }
        if scaled.magnitude > Int128.max.magnitude / 4 { return nil }
    }
}

extension Comparison {
    /// Returns the node for an expression; `nil` if it can't be exact.
    private mutating func node(_ expression: ValueExpression, counting counts: (FeatureID) -> Int) -> Node? {
        switch expression {
        case .number(let number): return Fraction(decimal: number).map { .constant($0) }
        case .total:
            guard let form = LinearForm(expression), let total = Total(form.numbers, counting: counts) else {
                return nil
            }
            totals.append(total)
            return .total(totals.count - 1)
        case .operation(let left, let operation, let right):
            guard let left = node(left, counting: counts), let right = node(right, counting: counts) else { return nil }
            switch operation {
            case .plus: return .sum(left, right)
            case .minus: return .sum(left, .product(.constant(Fraction(-1)), right))
            case .times: return .product(left, right)
            case .dividedBy: return .product(left, .reciprocal(right))
            }
        case .floor(let operand): return node(operand, counting: counts).map { .floor($0) }
        case .ceiling(let operand):
            let minus = Node.constant(Fraction(-1))
            return node(operand, counting: counts).map { .product(minus, .floor(.product(minus, $0))) }
        case .text, .attribute, .value, .size, .length, .sum, .average: return nil
        }
    }

    /// Returns bounds of a value's numerator and denominator; `nil` if computing it may overflow.
    private func size(of node: Node) -> (numerator: Int128, denominator: Int128)? {
        func product(_ left: Int128, _ right: Int128) -> Int128? {
            let (result, overflows) = left.multipliedReportingOverflow(by: right)
            return overflows || result > Int128.max / 4 ? nil : result
        }
        switch node {
        case .constant(let value): return (max(1, Int128(clamping: value.numerator.magnitude)), value.denominator)
        case .total(let index): return (totals[index].magnitude + 1, totals[index].denominator)
        case .sum(let left, let right):
            guard let left = size(of: left), let right = size(of: right),
                let first = product(left.numerator, right.denominator),
                let second = product(right.numerator, left.denominator),
                let denominator = product(left.denominator, right.denominator), let sum = product(1, first + second)
            else { return nil }
            return (sum, denominator)
        case .product(let left, let right):
            guard let left = size(of: left), let right = size(of: right),
                let numerator = product(left.numerator, right.numerator),
                let denominator = product(left.denominator, right.denominator)
            else { return nil }
            return (numerator, denominator)
        case .reciprocal(let operand): return size(of: operand).map { ($0.denominator, $0.numerator) }
        case .floor(let operand): return size(of: operand).map { ($0.numerator + 1, 1) }
        }
    }

    /// Returns the value of a node, whose size was checked.
    private func value(of node: Node, _ sums: [Int128]) -> Fraction {
        switch node {
        case .constant(let value): value
        case .total(let index): Fraction(sums[index], over: totals[index].denominator)
        case .sum(let left, let right): value(of: left, sums).adding(value(of: right, sums)) ?? .zero
        case .product(let left, let right): value(of: left, sums).multiplied(by: value(of: right, sums)) ?? .zero
        case .reciprocal(let operand): value(of: operand, sums).reciprocal
        case .floor(let operand): value(of: operand, sums).floor
        }
    }
}
