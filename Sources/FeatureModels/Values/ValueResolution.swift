internal import TextSupport
internal import WorkLimits

/// The meaning of values in the constraints of one model.
struct ValueResolution {
    /// The sums of attributes that were found so far: constraints share the memory of equal ones.
    private final class Totals {
        /// An attribute, below a feature.
        struct Key: Hashable {
            var attribute: ByteKey
            var top: FeatureID?
        }

        var known: [Key: [FeatureID: Double]] = [:]
        /// The bytes of the sums.
        var byteCount = 0
    }

    private let model: FeatureModel
    private let totals = Totals()
    /// The values of each feature with a type.
    let values: [FeatureID: [(feature: FeatureID, value: FeatureModel.Attribute.Value)]]

    init(_ model: FeatureModel) {
        self.model = model
        var values: [FeatureID: [(feature: FeatureID, value: FeatureModel.Attribute.Value)]] = [:]
        for group in model.groups where model[group.parent].type != .boolean && values[group.parent] == nil {
            values[group.parent] = model.values(in: group)
        }
        self.values = values
    }

    /// The reason why a comparison has no meaning, and the remedy.
    private struct Fault: Error {
        var description: String

        init(_ description: String) { self.description = description }
    }

    /// A value of one type.
    private enum Value {
        /// A number, made of constants and totals.
        case number(ValueExpression)
        /// The text of the selected one of several features; empty if none is selected.
        case choice([(feature: FeatureID, text: String)])
        /// A constant text.
        case text(String)
    }

    /// Returns the first error of a comparison in a proposition about features of the model.
    func fault(in proposition: Proposition) -> String? {
        var open = [proposition]
        while let proposition = open.popLast() {
            open += proposition.operands.reversed()
            guard case .comparison(let left, let relation, let right) = proposition else { continue }
            do throws(Fault) {
                _ = try self.proposition(left, relation, right)
            } catch {
                return error.description
            }
        }
        return nil
    }

    /// Returns a proposition without errors in which all values are numbers or totals.
    ///
    /// - Parameter keepsEach: Whether propositions about each clone are kept, instead of becoming
    ///   implications.
    func resolved(_ proposition: Proposition, keepingEach keepsEach: Bool = false) -> Proposition {
        guard proposition.hasValues else { return proposition }
        return proposition.folded { proposition, operands in
            switch proposition {
            case .comparison(let left, let relation, let right):
                (try? self.proposition(left, relation, right)) ?? .constant(false)
            case .each(let feature, _) where !keepsEach: .implies(.feature(feature), operands[0])
            default: proposition.with(operands)
            }
        }
    }

    private func proposition(
        _ left: ValueExpression, _ relation: ValueRelation, _ right: ValueExpression
    ) throws(Fault) -> Proposition {
        switch (try value(of: left), try value(of: right)) {
        case (.number(let left), .number(let right)):
            guard Comparison(left, relation, right) != nil else {
                throw Fault("the numbers of a constraint have too many digits to be exact; use fewer digits")
            }
            return .comparison(left, relation, right)
        case (.number, _), (_, .number):
            throw Fault("a constraint compares a number with a text; compare values of one type")
        case (let left, let right):
            guard relation == .equal || relation == .notEqual else {
                throw Fault("a constraint orders texts; compare texts by == or !=")
            }
            let areEqual = Self.areEqual(left, right)
            return relation == .equal ? areEqual : .not(areEqual)
        }
    }

    /// Returns the proposition that two texts are equal.
    private static func areEqual(_ left: Value, _ right: Value) -> Proposition {
        /// Returns the propositions for each text, and for the empty one.
        func propositionsByText(_ value: Value) -> [(text: String, proposition: Proposition)] {
            guard case .choice(let choice) = value else {
                if case .text(let text) = value { return [(text, .constant(true))] }
                return []
            }
            return choice.map { ($0.text, .feature($0.feature)) }
                + [("", .not(.or(choice.map { .feature($0.feature) })))]
        }
        var matches: [Proposition] = []
        var others: [ByteKey: [Proposition]] = [:]
        for (text, proposition) in propositionsByText(right) { others[ByteKey(text), default: []].append(proposition) }
        for (text, proposition) in propositionsByText(left) {
            for other in others[ByteKey(text)] ?? [] { matches.append(.and([proposition, other])) }
        }
        return .or(matches)
    }

    private func value(of expression: ValueExpression) throws(Fault) -> Value {
        switch expression {
        case .number, .total: return .number(expression)
        case .text(let text): return .text(text)
        case .attribute(let name, let feature):
            switch model[feature].attribute(at: name) {
            case .number(let number): return .number(.total([feature: number]))
            case .text(let text): return .choice([(feature, text)])
            case .boolean, .list, .attributes:
                throw Fault(
                    "the attribute \(quoted(name)) of \(quoted(feature)) is neither a number nor a text; "
                        + "compare a number or a text")
            case nil: throw Fault("the feature \(quoted(feature)) has no attribute \(quoted(name)); add it")
            }
        case .value(let feature): return try value(of: feature)
        case .size(let feature): return .number(.total([feature: 1]))
        case .length(let operand):
            switch try value(of: operand) {
            case .number: throw Fault("a constraint asks for the length of a number; only texts have a length")
            case .text(let text): return .number(.number(Double(text.unicodeScalars.count)))
            case .choice(let choice):
                let lengths = choice.map { ($0.feature, Double($0.text.unicodeScalars.count)) }
                return .number(.total(Dictionary(lengths, uniquingKeysWith: { $1 })))
            }
        case .sum(let name, let top): return .number(.total(try numbers(name, below: top)))
        case .average(let name, let top):
            let numbers = try numbers(name, below: top)
            return .number(.operation(.total(numbers), .dividedBy, .total(numbers.mapValues { _ in 1 })))
        case .operation(let left, let operation, let right):
            return .number(.operation(try number(left), operation, try number(right)))
        case .floor(let operand): return .number(.floor(try number(operand)))
        case .ceiling(let operand): return .number(.ceiling(try number(operand)))
        }
    }

    private func number(_ expression: ValueExpression) throws(Fault) -> ValueExpression {
        guard case .number(let number) = try value(of: expression) else {
            throw Fault("a constraint calculates with a text; calculate with numbers")
        }
        return number
    }

    /// Returns the value of a feature with a type.
    private func value(of feature: FeatureID) throws(Fault) -> Value {
        if model[feature].type == .boolean {
            throw Fault("the feature \(quoted(feature)) has no value, because it has no type; give it a type")
        }
        guard let values = values[feature] else {
            throw Fault(
                "\(quoted(feature)) has infinitely many values; list the allowed values as an alternative group"
            )
        }
        var numbers: [FeatureID: Double] = [:]
        var choice: [(feature: FeatureID, text: String)] = []
        for (member, value) in values {
            switch value {
            case .number(let number): numbers[member] = number
            case .text(let text): choice.append((member, text))
            case .boolean, .list, .attributes:
                throw Fault("the value of \(quoted(member)) is neither a number nor a text; change the value")
            }
        }
        if numbers.isEmpty { return .choice(choice) }
        guard choice.isEmpty else {
            throw Fault("the values of \(quoted(feature)) are numbers and texts; use one type")
        }
        return .number(.total(numbers))
    }

    /// Returns the numbers of an attribute of features.
    private func numbers(_ name: String, below top: FeatureID?) throws(Fault) -> [FeatureID: Double] {
        let key = Totals.Key(attribute: ByteKey(name), top: top)
        if let known = totals.known[key] { return known }
        var numbers: [FeatureID: Double] = [:]
        var isBelow = [Bool](repeating: top == nil, count: model.features.count)
        for feature in model.ids {
            // Parents come before their children.
            if feature == top || model.parent(of: feature).map({ isBelow[Int($0)] }) ?? false {
                isBelow[Int(feature)] = true
            }
            guard isBelow[Int(feature)], case .number(let number)? = model[feature].attribute(at: name) else {
                continue
            }
            numbers[feature] = number
        }
        if numbers.isEmpty {
            let place = top.map { " in or below \(quoted($0))" } ?? ""
            throw Fault("no feature\(place) has a numeric attribute \(quoted(name)); add it or fix the name")
        }
        totals.known[key] = numbers
        totals.byteCount += 64 + 32 * numbers.count
        return numbers
    }

    /// The bytes of the sums that were found so far.
    var byteCount: Int { totals.byteCount }

    /// Returns the number of steps that it takes to resolve a proposition: a short sum can have a
    /// term for each feature.
    func cost(of proposition: Proposition) -> Int {
        var cost = 1
        var open = [proposition]
        while let proposition = open.popLast() {
            open += proposition.operands
            cost += proposition.operands.count
            if case .comparison(let left, _, let right) = proposition {
                cost += termCount(of: left) + termCount(of: right)
            }
        }
        return cost
    }

    private func termCount(of expression: ValueExpression) -> Int {
        switch expression {
        case .total(let numbers): numbers.count
        case .sum, .average: model.features.count
        case .value(let feature): values[feature]?.count ?? 1
        default: expression.operands.reduce(1) { $0 + termCount(of: $1) }
        }
    }

    private func quoted(_ name: String) -> String { Message.quoted(name.utf8) }
    private func quoted(_ feature: FeatureID) -> String { quoted(model[feature].name) }
}

extension Proposition {
    /// A Boolean value that indicates whether the proposition compares values or is about clones.
    package var hasValues: Bool {
        var open = [self]
        while let proposition = open.popLast() {
            switch proposition {
            case .comparison, .each: return true
            default: open += proposition.operands
            }
        }
        return false
    }
}
