public import FeatureModels
internal import TextSupport
internal import WorkLimits

/// A constraint in the syntax of UVL.
struct UVLConstraint {
    private let proposition: Proposition
    private let isComparison: (FeatureID) -> Bool

    /// Creates the text of a proposition. Constants are `true` and `false`, and
    /// ``Proposition/atMostOne(_:)`` is written like a function; UVL itself has neither.
    ///
    /// - Parameters:
    ///   - proposition: The proposition.
    ///   - isComparison: Returns whether the text of a feature needs parentheses after `!`.
    init(_ proposition: Proposition, isComparison: @escaping (FeatureID) -> Bool = { _ in false }) {
        (self.proposition, self.isComparison) = (proposition, isComparison)
    }

    func append<Failure>(
        to output: inout TextOutput, naming name: (FeatureID) throws(Failure) -> String
    ) throws(Failure) {
        var open = [Piece.proposition(proposition, within: .max)]
        while let piece = open.popLast() {
            switch piece {
            case .text(let text): output.append(text)
            case .name(let feature): output.append(string: try name(feature))
            case .value(let value, let precedenceRank):
                try Self.begin(value, within: precedenceRank, to: &output, naming: name, &open)
            case .proposition(.constant(let value), _): output.append(value ? "true" : "false")
            case .proposition(.feature(let feature), within: 0) where isComparison(feature):
                output.append(string: "(\(try name(feature)))")
            case .proposition(.feature(let feature), _): output.append(string: try name(feature))
            case .proposition(let proposition, let precedenceRank):
                Self.begin(proposition, within: precedenceRank, to: &output, &open)
            }
        }
    }

    /// The maximum number of summands of a sum without parentheses.
    private static var maximumSummands: Int { 16 }

    /// Returns the maximum number of levels of the sum for a total of some numbers.
    static func levels(ofTotal count: Int) -> Int {
        var (levels, rest) = (3, count)
        while rest > 1 {
            levels += min(rest, maximumSummands)
            rest = (rest + maximumSummands - 1) / maximumSummands
        }
        return levels
    }

    /// A part of a proposition to write.
    private enum Piece {
        case proposition(Proposition, within: Int)
        case value(ValueExpression, within: Int)
        case text(StaticString)
        case name(FeatureID)
    }

    /// Returns the rank of an operator's precedence, from the tightest.
    private static func precedenceRank(of proposition: Proposition) -> Int {
        switch proposition {
        case .and: 1
        case .or: 2
        case .implies: 3
        case .equivalent: 4
        default: 0
        }
    }

    /// Writes the beginning of a proposition, in parentheses unless it binds tighter than the
    /// enclosing operator, and pushes the other pieces in reverse order.
    private static func begin(
        _ proposition: Proposition, within precedenceRank: Int, to output: inout TextOutput, _ open: inout [Piece]
    ) {
        var own = Self.precedenceRank(of: proposition)
        let separator: StaticString
        switch proposition {
        case .constant, .feature: return
        case .comparison(let left, let relation, let right):
            // For other readers, only `!` has as high a precedence as a comparison.
            if precedenceRank == 0 {
                output.append("(")
                open.append(.text(")"))
            }
            open.append(.value(right, within: .max))
            open.append(.text(relation.separator))
            return open.append(.value(left, within: .max))
        case .each(let feature, let operand):
            output.append("each(")
            open.append(.text(")"))
            open.append(.proposition(operand, within: .max))
            open.append(.text(", "))
            return open.append(.name(feature))
        case .not(let operand):
            output.append("!")
            return open.append(.proposition(operand, within: 0))
        case .and: separator = " & "
        case .or: separator = " | "
        case .implies: separator = " => "
        case .equivalent: separator = " <=> "
        case .atMostOne:
            output.append("atMostOne(")
            open.append(.text(")"))
            (separator, own) = (", ", .max)
        }
        if own < .max, own >= precedenceRank {
            output.append("(")
            open.append(.text(")"))
        }
        for (index, operand) in proposition.operands.enumerated().reversed() {
            open.append(.proposition(operand, within: own))
            if index > 0 { open.append(.text(separator)) }
        }
    }

    /// Writes the beginning of a value, and pushes the other pieces in reverse order.
    private static func begin<Failure>(
        _ value: ValueExpression, within precedenceRank: Int, to output: inout TextOutput,
        naming name: (FeatureID) throws(Failure) -> String, _ open: inout [Piece]
    ) throws(Failure) {
        func sum(_ function: StaticString, _ attribute: String, _ top: FeatureID?) throws(Failure) {
            output.append(function)
            output.append(string: UVLText.reference(UVLText.withoutQuotes(attribute)))
            if let top { output.append(string: ", \(try name(top))") }
            output.append(")")
        }
        /// Writes an opening parenthesis, and adds the closing one.
        func enclose(_ function: StaticString) {
            output.append(function)
            open.append(.text(")"))
        }
        switch value {
        case .number(let number): output.append(string: UVLText.decimal(number))
        case .text(let text): output.append(string: "'\(UVLText.withoutApostrophes(text))'")
        case .attribute(let attribute, let feature):
            output.append(string: "\(try name(feature)).\(UVLText.reference(UVLText.withoutQuotes(attribute)))")
        case .value(let feature): output.append(string: try name(feature))
        case .size(let feature): output.append(string: "size(\(try name(feature)))")
        case .sum(let attribute, let top): try sum("sum(", attribute, top)
        case .average(let attribute, let top): try sum("avg(", attribute, top)
        case .length(let operand):
            enclose("len(")
            open.append(.value(operand, within: .max))
        case .floor(let operand):
            enclose("floor(")
            open.append(.value(operand, within: .max))
        case .ceiling(let operand):
            enclose("ceil(")
            open.append(.value(operand, within: .max))
        case .total(let numbers):
            var terms: [String] = []
            for (feature, number) in numbers.sorted(by: { $0.key < $1.key }) {
                let factor = number == 1 ? "" : "\(UVLText.decimal(number)) * "
                terms.append("\(factor)size(\(try name(feature)))")
            }
            // A reader needs a nesting level for each summand.
            while terms.count > Self.maximumSummands {
                terms = stride(from: 0, to: terms.count, by: Self.maximumSummands).map { start in
                    "(" + terms[start..<min(start + Self.maximumSummands, terms.count)].joined(separator: " + ") + ")"
                }
            }
            if !terms.isEmpty, min(terms.count, 2) >= precedenceRank { enclose("(") }
            output.append(string: terms.isEmpty ? "0" : terms.joined(separator: " + "))
        case .operation(let left, let operation, let right):
            let own = operation == .times || operation == .dividedBy ? 1 : 2
            if own >= precedenceRank { enclose("(") }
            open.append(.value(right, within: own))
            open.append(.text(operation.separator))
            open.append(.value(left, within: own + 1))
        }
    }
}

extension ValueRelation {
    fileprivate var separator: StaticString {
        switch self {
        case .equal: " == "
        case .notEqual: " != "
        case .less: " < "
        case .lessOrEqual: " <= "
        case .greater: " > "
        case .greaterOrEqual: " >= "
        }
    }
}

extension ValueExpression.Operator {
    fileprivate var separator: StaticString {
        switch self {
        case .plus: " + "
        case .minus: " - "
        case .times: " * "
        case .dividedBy: " / "
        }
    }
}

extension FeatureModel {
    /// Returns a proposition about the model's features in the syntax of UVL constraints.
    ///
    /// A text of more than 65,536 bytes is cut there and ends with an ellipsis.
    ///
    /// - Requires: The model has the features of the proposition, which has at most
    ///   ``Proposition/maximumDepth`` levels.
    /// - Complexity: O(*n*) for *n* parts of the proposition and bytes of the longest name.
    public func uvlText(of proposition: Proposition) -> String { uvlText(of: proposition, upTo: 1 << 16) }

    /// Returns a proposition in the syntax of UVL constraints, without a limit on the length.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the text.
    /// - Throws: `FeatureModelError.stopped(_:)`.
    package func uvlText(
        of proposition: Proposition, budget: Budget
    ) throws(FeatureModelError) -> [UInt8] {
        var output = TextOutput()
        var steps = LimitedSteps(BudgetWatch(budget))
        var byteCount = 0
        do throws(LimitError) {
            try UVLConstraint(proposition).append(to: &output) { (feature) throws(LimitError) in
                // Lists grow to the double, and the caller copies the text.
                try steps.step(holding: 3 * byteCount)
                let name = UVLText.reference(UVLText.withoutQuotes(self[feature].name))
                byteCount += name.utf8.count + 16
                return name
            }
            try steps.check(holding: 3 * output.bytes.count)
        } catch {
            throw .stopped(error)
        }
        return output.bytes
    }

    /// Returns the beginning of a proposition in the syntax of UVL constraints.
    func uvlText(of proposition: Proposition, upTo limit: Int) -> String {
        struct ReachedLimit: Error {}
        var output = TextOutput()
        var count = 0
        do throws(ReachedLimit) {
            try UVLConstraint(proposition).append(to: &output) { (feature) throws(ReachedLimit) in
                if count > limit { throw ReachedLimit() }
                let name = UVLText.reference(UVLText.withoutQuotes(self[feature].name))
                count += name.utf8.count
                return name
            }
        } catch {
            // The beginning of the text has been written.
        }
        guard output.bytes.count > limit else { return String(decoding: output.bytes, as: UTF8.self) }
        var end = limit
        while end > 0, output.bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: output.bytes[..<end], as: UTF8.self) + "…"
    }
}
