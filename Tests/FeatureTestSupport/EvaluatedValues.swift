package import FeatureModels

extension FeatureModel {
    /// Returns whether a proposition is true for a set of features, by the definition.
    package func isTrue(_ proposition: Proposition, for isSelected: (FeatureID) -> Bool) -> Bool {
        isTrue(proposition, counting: { isSelected($0) ? 1 : 0 }) { feature, operand in
            !isSelected(feature) || isTrue(operand, for: isSelected)
        }
    }

    /// Returns whether a proposition is true for numbers of clones, by the definition.
    ///
    /// - Parameter isTrueForEach: Returns whether a proposition is true for each clone of a
    ///   feature.
    package func isTrue(
        _ proposition: Proposition, counting count: (FeatureID) -> Int,
        forEach isTrueForEach: (FeatureID, Proposition) -> Bool
    ) -> Bool {
        func value(_ operand: Proposition) -> Bool { isTrue(operand, counting: count, forEach: isTrueForEach) }
        switch proposition {
        case .constant(let value): return value
        case .feature(let feature): return count(feature) > 0
        case .not(let operand): return !value(operand)
        case .and(let operands): return operands.allSatisfy(value)
        case .or(let operands): return operands.contains(where: value)
        case .atMostOne(let operands): return operands.count(where: value) <= 1
        case .implies(let operands): return operands.dropFirst().reduce(value(operands[0])) { !$0 || value($1) }
        case .equivalent(let left, let right): return value(left) == value(right)
        case .each(let feature, let operand): return isTrueForEach(feature, operand)
        case .comparison(let left, let relation, let right):
            switch (evaluated(left, count), evaluated(right, count)) {
            case (.texts(let left), .texts(let right)):
                // Without their group, several values may be selected.
                return !left.isDisjoint(with: right) == (relation == .equal)
            case (.number(let left), .number(let right)):
                let (first, second) = (left.dividend * right.divisor, right.dividend * left.divisor)
                switch relation {
                case .equal: return first == second
                case .notEqual: return first != second
                case .less: return first < second
                case .lessOrEqual: return first <= second
                case .greater: return first > second
                case .greaterOrEqual: return first >= second
                }
            default: return false
            }
        }
    }

    private struct Quotient {
        var dividend: Int
        var divisor: Int

        /// Creates a quotient with a positive divisor; 0 if it is 0.
        init(_ dividend: Int, _ divisor: Int = 1) {
            self.dividend = divisor < 0 ? -dividend : divisor == 0 ? 0 : dividend
            self.divisor = divisor == 0 ? 1 : abs(divisor)
        }

        /// Creates a number of up to one decimal.
        init(_ number: Double) { self.init(Int((number * 10).rounded()), 10) }
    }

    private enum Value {
        case number(Quotient)
        case texts(Set<String>)

        var number: Quotient {
            if case .number(let number) = self { number } else { Quotient(0) }
        }
    }

    private func evaluated(_ expression: ValueExpression, _ count: (FeatureID) -> Int) -> Value {
        switch expression {
        case .number(let number): return .number(Quotient(number))
        case .text(let text): return .texts([text])
        case .total(let numbers):
            return .number(sum(numbers.flatMap { Array(repeating: $0.value, count: count($0.key)) }))
        case .attribute(let name, let feature):
            let value = self[feature].attributes.first { $0.name == name }?.value
            if case .text(let text)? = value { return .texts([count(feature) > 0 ? text : ""]) }
            guard case .number(let number)? = value else { return .texts(["none"]) }
            return .number(sum(Array(repeating: number, count: count(feature))))
        case .value(let feature):
            let members = ids.filter { member in
                parent(of: member) == feature && self[member].attributes.contains { $0.name == "value" }
            }
            if self[feature].type == .text {
                let texts = texts(of: members.filter { count($0) > 0 })
                return .texts(texts.isEmpty ? [""] : Set(texts))
            }
            return .number(
                sum(
                    members.flatMap { member -> [Double] in
                        let value = self[member].attributes.first { $0.name == "value" }?.value
                        guard case .number(let number)? = value else { return [] }
                        return Array(repeating: number, count: count(member))
                    }))
        case .size(let feature): return .number(Quotient(count(feature)))
        case .length(let operand):
            if case .value(let feature) = operand {
                let texts = texts(of: ids.filter { parent(of: $0) == feature && count($0) > 0 })
                return .number(Quotient(texts.reduce(0) { $0 + $1.unicodeScalars.count }))
            }
            guard case .texts(let texts) = evaluated(operand, count) else { return .texts(["none"]) }
            return .number(Quotient(texts.reduce(0) { $0 + $1.unicodeScalars.count }))
        case .sum(let name, let top): return .number(sum(numbers(name, top, count)))
        case .average(let name, let top):
            let numbers = numbers(name, top, count)
            let sum = sum(numbers)
            return .number(Quotient(sum.dividend, sum.divisor * numbers.count))
        case .operation(let left, let operation, let right):
            let (left, right) = (evaluated(left, count).number, evaluated(right, count).number)
            let divisor = left.divisor * right.divisor
            switch operation {
            case .plus:
                return .number(Quotient(left.dividend * right.divisor + right.dividend * left.divisor, divisor))
            case .minus:
                return .number(Quotient(left.dividend * right.divisor - right.dividend * left.divisor, divisor))
            case .times: return .number(Quotient(left.dividend * right.dividend, divisor))
            case .dividedBy:
                return .number(Quotient(left.dividend * right.divisor, left.divisor * right.dividend))
            }
        case .floor(let operand):
            let value = evaluated(operand, count).number
            return .number(Quotient(Int((Double(value.dividend) / Double(value.divisor)).rounded(.down))))
        case .ceiling(let operand):
            let value = evaluated(operand, count).number
            return .number(Quotient(Int((Double(value.dividend) / Double(value.divisor)).rounded(.up))))
        }
    }

    /// The texts that are the values of features.
    private func texts(of features: [FeatureID]) -> [String] {
        features.flatMap { self[$0].attributes }.compactMap { attribute in
            guard attribute.name == "value", case .text(let text) = attribute.value else { return nil }
            return text
        }
    }

    private func sum(_ numbers: [Double]) -> Quotient {
        Quotient(numbers.reduce(0) { $0 + Int(($1 * 10).rounded()) }, 10)
    }

    private func numbers(_ name: String, _ top: FeatureID?, _ count: (FeatureID) -> Int) -> [Double] {
        ids.flatMap { feature -> [Double] in
            var ancestors = [feature]
            while let parent = parent(of: ancestors[0]) { ancestors.insert(parent, at: 0) }
            guard top.map({ ancestors.contains($0) }) ?? true else { return [] }
            for case .number(let number) in self[feature].attributes.filter({ $0.name == name }).map(\.value) {
                return Array(repeating: number, count: count(feature))
            }
            return []
        }
    }
}
