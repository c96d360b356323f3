internal import WorkLimits

/// An expression whose value, a number or a text, depends on the product.
///
/// Numbers are exact decimals: a constant equals its decimal digits, and 0.1 + 0.2 is 0.3. Numbers
/// read from a file have about 15 significant digits.
public indirect enum ValueExpression: Hashable, Sendable {
    /// A finite constant.
    case number(Double)
    /// A constant text.
    case text(String)
    /// The sum of the given numbers of those features that the product contains.
    case total([FeatureID: Double])
    /// The value of a feature's attribute; 0 or the empty text if the product lacks the feature. A
    /// name with dots is a path into lists of attributes.
    case attribute(String, of: FeatureID)
    /// The value of a feature with a type; if the value refers to a feature, the name of the
    /// feature. It is 0 or the empty text if the product lacks the feature with the type.
    case value(of: FeatureID)
    /// The number of clones of a feature: 0 or 1 for a feature without clones.
    case size(of: FeatureID)
    /// The number of Unicode scalars of a text.
    case length(ValueExpression)
    /// The sum of a numeric attribute over all features of the product, or over those in the
    /// subtree of a feature.
    case sum(of: String, below: FeatureID?)
    /// The mean of a numeric attribute over all features of the product, or over those in the
    /// subtree of a feature; 0 if no such feature has the attribute.
    case average(of: String, below: FeatureID?)
    /// The result of an arithmetic operation on two values.
    case operation(ValueExpression, Operator, ValueExpression)
    /// The greatest integer that isn't greater than the value.
    case floor(ValueExpression)
    /// The least integer that isn't less than the value.
    case ceiling(ValueExpression)

    /// An arithmetic operation.
    public enum Operator: String, Hashable, Sendable, CaseIterable {
        /// Addition of two numbers.
        case plus = "+"
        /// Subtraction of the second number from the first.
        case minus = "-"
        /// Multiplication of two numbers.
        case times = "*"
        /// Division of the first number by the second; the quotient by 0 is 0.
        case dividedBy = "/"
    }
}

/// A relation between two values; texts can only be equal or not.
public enum ValueRelation: String, Hashable, Sendable, CaseIterable {
    /// The values are equal.
    case equal = "=="
    /// The values differ.
    case notEqual = "!="
    /// The first value is less.
    case less = "<"
    /// The first value is less, or both are equal.
    case lessOrEqual = "<="
    /// The first value is greater.
    case greater = ">"
    /// The first value is greater, or both are equal.
    case greaterOrEqual = ">="
}

extension ValueRelation {
    /// Returns whether the relation is true for a difference with the given sign.
    func holds(forSign sign: Int) -> Bool {
        switch self {
        case .equal: sign == 0
        case .notEqual: sign != 0
        case .less: sign < 0
        case .lessOrEqual: sign <= 0
        case .greater: sign > 0
        case .greaterOrEqual: sign >= 0
        }
    }
}

extension ValueExpression {
    /// The operands, in order.
    public var operands: [ValueExpression] {
        switch self {
        case .number, .text, .total, .attribute, .value, .size, .sum, .average: []
        case .length(let operand), .floor(let operand), .ceiling(let operand): [operand]
        case .operation(let left, _, let right): [left, right]
        }
    }

    /// Calls a function with each feature that occurs in the expression, once per occurrence.
    /// Features that only contribute an attribute to a sum don't count.
    package func forEachFeature(_ body: (FeatureID) -> Void) {
        switch self {
        case .number, .text: break
        case .total(let numbers): numbers.keys.sorted().forEach(body)
        case .attribute(_, let feature), .value(let feature), .size(let feature): body(feature)
        case .sum(_, let feature), .average(_, let feature): if let feature { body(feature) }
        case .length, .operation, .floor, .ceiling: operands.forEach { $0.forEachFeature(body) }
        }
    }

    /// Returns whether the depth is at most a number of levels.
    func hasDepthAtMost(_ levels: Int) -> Bool {
        levels > 0 && operands.allSatisfy { $0.hasDepthAtMost(levels - 1) }
    }

    /// Returns the expression with each feature replaced by its image.
    package func mapped(_ feature: (FeatureID) -> FeatureID) -> ValueExpression {
        switch self {
        case .number, .text: self
        case .total(let numbers):
            .total(Dictionary(numbers.map { (feature($0.key), $0.value) }, uniquingKeysWith: +))
        case .attribute(let name, let owner): .attribute(name, of: feature(owner))
        case .value(let owner): .value(of: feature(owner))
        case .size(let owner): .size(of: feature(owner))
        case .length(let operand): .length(operand.mapped(feature))
        case .sum(let name, let top): .sum(of: name, below: top.map(feature))
        case .average(let name, let top): .average(of: name, below: top.map(feature))
        case .operation(let left, let operation, let right):
            .operation(left.mapped(feature), operation, right.mapped(feature))
        case .floor(let operand): .floor(operand.mapped(feature))
        case .ceiling(let operand): .ceiling(operand.mapped(feature))
        }
    }
}
