package import FeatureModels

extension FeatureModel {
    /// Returns whether a proposition is true for a set of features, as the definition says it.
    package func isTrue(_ proposition: Proposition, for isSelected: (FeatureID) -> Bool) -> Bool {
        func value(_ operand: Proposition) -> Bool { isTrue(operand, for: isSelected) }
        switch proposition {
        case .constant(let value): return value
        case .feature(let feature): return isSelected(feature)
        case .not(let operand): return !value(operand)
        case .and(let operands): return operands.allSatisfy(value)
        case .or(let operands): return operands.contains(where: value)
        case .atMostOne(let operands): return operands.count(where: value) <= 1
        case .implies(let premise, let conclusion): return !value(premise) || value(conclusion)
        case .equivalent(let left, let right): return value(left) == value(right)
        case .each(let feature, let operand): return !isSelected(feature) || value(operand)
        case .comparison(let left, let relation, let right):
            switch (evaluated(left, isSelected), evaluated(right, isSelected)) {
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

    private func evaluated(_ expression: ValueExpression, _ isSelected: (FeatureID) -> Bool) -> Value {
        switch expression {
        case .number(let number): return .number(Quotient(number))
        case .text(let text): return .texts([text])
        case .total(let numbers):
            return .number(sum(numbers.filter { isSelected($0.key) }.map(\.value)))
        case .attribute(let name, let feature):
            let value = self[feature].attributes.first { $0.name == name }?.value
            if case .text(let text)? = value { return .texts([isSelected(feature) ? text : ""]) }
            guard case .number(let number)? = value else { return .texts(["none"]) }
            return .number(Quotient(isSelected(feature) ? number : 0))
        case .value(let feature):
            let members = ids.filter { parent(of: $0) == feature && isSelected($0) }
            let values = members.flatMap { self[$0].attributes.filter { $0.name == "value" }.map(\.value) }
            if self[feature].type == .text {
                let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
                return .texts(texts.isEmpty ? [""] : Set(texts))
            }
            return .number(sum(values.compactMap { if case .number(let number) = $0 { number } else { nil } }))
        case .size(let feature): return .number(Quotient(isSelected(feature) ? 1 : 0))
        case .length(let operand):
            if case .value(let feature) = operand {
                let lengths = ids.filter { parent(of: $0) == feature && isSelected($0) }.flatMap { member in
                    self[member].attributes.map { attribute in
                        guard attribute.name == "value", case .text(let text) = attribute.value else { return 0 }
                        return text.unicodeScalars.count
                    }
                }
                return .number(Quotient(lengths.reduce(0, +)))
            }
            guard case .texts(let texts) = evaluated(operand, isSelected) else { return .texts(["none"]) }
            return .number(Quotient(texts.reduce(0) { $0 + $1.unicodeScalars.count }))
        case .sum(let name, let top): return .number(sum(numbers(name, top, isSelected)))
        case .average(let name, let top):
            let numbers = numbers(name, top, isSelected)
            let sum = sum(numbers)
            return .number(Quotient(sum.dividend, sum.divisor * numbers.count))
        case .operation(let left, let operation, let right):
            let (left, right) = (evaluated(left, isSelected).number, evaluated(right, isSelected).number)
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
            let value = evaluated(operand, isSelected).number
            return .number(Quotient(Int((Double(value.dividend) / Double(value.divisor)).rounded(.down))))
        case .ceiling(let operand):
            let value = evaluated(operand, isSelected).number
            return .number(Quotient(Int((Double(value.dividend) / Double(value.divisor)).rounded(.up))))
        }
    }

    private func sum(_ numbers: [Double]) -> Quotient {
        Quotient(numbers.reduce(0) { $0 + Int(($1 * 10).rounded()) }, 10)
    }

    private func numbers(_ name: String, _ top: FeatureID?, _ isSelected: (FeatureID) -> Bool) -> [Double] {
        ids.compactMap { feature in
            var ancestors = [feature]
            while let parent = parent(of: ancestors[0]) { ancestors.insert(parent, at: 0) }
            guard isSelected(feature), top.map({ ancestors.contains($0) }) ?? true else { return nil }
            for case .number(let number) in self[feature].attributes.filter({ $0.name == name }).map(\.value) {
                return number
            }
            return nil
        }
    }
}
