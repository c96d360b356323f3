internal import WorkLimits

/// A sum of multiples of features' numbers and a constant.
struct LinearForm {
    /// The multiples, in ascending order of the features.
    private(set) var numbers: [(feature: FeatureID, number: Fraction)] = []
    private(set) var constant = Fraction.zero

    /// Creates the form of an expression; `nil` if it isn't linear or its numbers are too large.
    ///
    /// - Complexity: O(*n* log *n*) for *n* numbers of totals, for each operator.
    init?(_ expression: ValueExpression) {
        switch expression {
        case .number(let number):
            guard let number = Fraction(decimal: number) else { return nil }
            constant = number
        case .total(let total):
            numbers.reserveCapacity(total.count)
            for (feature, number) in total {
                guard let number = Fraction(decimal: number) else { return nil }
                numbers.append((feature, number))
            }
            numbers.sort { $0.feature < $1.feature }
        case .operation(let left, let operation, let right):
            guard let left = LinearForm(left), let right = LinearForm(right) else { return nil }
            let result: LinearForm? =
                switch operation {
                case .plus: left.adding(right)
                case .minus: right.multiplied(by: Fraction(-1)).flatMap { left.adding($0) }
                case .times where right.numbers.isEmpty: left.multiplied(by: right.constant)
                case .times where left.numbers.isEmpty: right.multiplied(by: left.constant)
                case .dividedBy where right.numbers.isEmpty: left.multiplied(by: right.constant.reciprocal)
                case .times, .dividedBy: nil
                }
            guard let result else { return nil }
            self = result
        case .text, .attribute, .value, .size, .length, .sum, .average, .floor, .ceiling: return nil
        }
    }

    private func adding(_ other: LinearForm) -> LinearForm? {
        var result = self
        guard let constant = constant.adding(other.constant) else { return nil }
        result.constant = constant
        if other.numbers.isEmpty { return result }
        result.numbers = []
        result.numbers.reserveCapacity(numbers.count + other.numbers.count)
        var (left, right) = (numbers[...], other.numbers[...])
        while let first = left.first, let second = right.first {
            if first.feature <= second.feature { left.removeFirst() }
            if second.feature <= first.feature { right.removeFirst() }
            if first.feature != second.feature {
                result.numbers.append(first.feature < second.feature ? first : second)
            } else {
                guard let sum = first.number.adding(second.number) else { return nil }
                result.numbers.append((first.feature, sum))
            }
        }
        result.numbers += left + right
        return result
    }

    private func multiplied(by factor: Fraction) -> LinearForm? {
        var result = self
        guard let constant = constant.multiplied(by: factor) else { return nil }
        result.constant = constant
        for index in numbers.indices {
            guard let product = numbers[index].number.multiplied(by: factor) else { return nil }
            result.numbers[index].number = product
        }
        return result
    }
}
