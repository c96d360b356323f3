internal import WorkLimits

/// Propositions as clauses.
///
/// If distribution would give too many clauses, operands get variables of their own. These are
/// defined in both directions, so that each assignment to the features extends to exactly one to
/// all variables.
///
/// - Reference: G. S. Tseitin, On the complexity of derivation in propositional calculus, 1968; D.
///   A. Plaisted, S. Greenbaum, A structure-preserving clause form translation, Journal of Symbolic
///   Computation 2, 1986, doi:10.1016/S0747-7171(86)80028-1, whose single direction doesn't keep
///   the number of assignments.
struct ClauseEncoding {
    /// The maximum number of clauses of a distribution of lists. It is high, as many of the clauses
    /// turn out to be redundant, and definitions cost engines more.
    private static let distributionLimit = 1 << 12
    /// The maximum number of clauses of a distribution of lists once there are very many clauses.
    private static let lateDistributionLimit = 1 << 6
    private static let minimumClausesForLateLimit = 1 << 18
    /// The maximum number of literals of the clauses of a distribution of lists.
    private static let literalLimit = 1 << 16
    /// The maximum number of clauses of a distribution of an equivalence. It is low, as clauses
    /// double with each nested equivalence.
    private static let equivalenceLimit = 1 << 4
    /// The number of literals from which the value of a chain of implications gets a variable.
    private static let chainLimit = 1 << 6
    /// The maximum number of operands of a chain of implications that isn't cut by variables.
    private static let maximumPlainChain = 16
    /// The bytes of a clause and of a literal.
    private static let (bytesPerClause, bytesPerLiteral) = (80, 4)

    private var distributionLimit: Int {
        max(system.clauses.count, distributedCount) < Self.minimumClausesForLateLimit
            ? Self.distributionLimit : Self.lateDistributionLimit
    }

    var system: BooleanSystem
    /// The places of variables in the order in which long parities are cut; others follow.
    let parityPositions: [Int: Int]
    /// The forms of comparisons that aren't linear.
    var comparisons: [ComparisonKey: Form] = [:]
    /// The bytes that the caller holds.
    var heldByteCount = 0
    /// The numbers of clauses and literals that distributing lists has given for one proposition.
    private var (distributedCount, distributedLiteralCount) = (0, 0)
    /// The number of clauses before that proposition.
    private var earlierCount = 0
    private let budget: Budget
    private var pace = BudgetPace()
    private var (stepCount, literalCount) = (0, 0)

    /// Creates an encoding with the variables of a system, and definitions for comparisons.
    ///
    /// - Parameter propositions: The propositions to be added; their values are numbers and totals
    ///   only.
    /// - Complexity: That of ``ComparisonDiagram/init(_:budget:)`` for each comparison.
    /// - Throws: `LimitError` if the budget is exceeded or cancelled.
    init(_ system: BooleanSystem, for propositions: [Proposition], budget: Budget) throws(LimitError) {
        self.system = system
        self.budget = budget
        parityPositions = Self.parityPositions(in: propositions)
        try define(comparisonsIn: propositions, budget: budget)
    }

    /// The clauses of a proposition and of its negation, as far as they are needed.
    struct Form {
        var positive: [[Literal]] = []
        var negative: [[Literal]] = []
        /// The parity, if the form is one, which has no clauses yet; otherwise `nil`.
        var parity: Parity?

        var flipped: Form { Form(positive: negative, negative: positive, parity: parity?.flipped) }
        var clauseCount: Int { positive.count + negative.count }
    }

    /// The polarities in which a form is needed.
    struct Polarities {
        var positive: Bool
        var negative: Bool

        static let both = Polarities(positive: true, negative: true)
        var flipped: Polarities { Polarities(positive: negative, negative: positive) }
    }

    /// The conditions that make a proposition true, besides the definitions of variables.
    struct Conditions {
        fileprivate(set) var clauses: [[Literal]] = []
        fileprivate(set) var bounds: [BooleanSystem.AtMostConstraint] = []
    }

    /// Adds a proposition.
    ///
    /// - Requires: At most ``Proposition/maximumDepth`` levels.
    /// - Throws: `LimitError` if the budget is exceeded or cancelled.
    mutating func add(_ proposition: Proposition) throws(LimitError) {
        let conditions = try conditions(for: proposition)
        system.clauses.append(contentsOf: conditions.clauses)
        system.bounds.append(contentsOf: conditions.bounds)
    }

    /// Adds the definitions that a proposition needs, which hold whether it is true or not, and
    /// returns its conditions.
    ///
    /// - Requires: At most ``Proposition/maximumDepth`` levels.
    /// - Throws: `LimitError` if the budget is exceeded or cancelled.
    mutating func conditions(for proposition: Proposition) throws(LimitError) -> Conditions {
        var conditions = Conditions()
        (distributedCount, distributedLiteralCount) = (0, 0)
        earlierCount = system.clauses.count
        var open = [proposition]
        while let proposition = open.popLast() {
            switch proposition {
            case .and(let operands): open.append(contentsOf: operands.reversed())
            case .atMostOne(let operands):
                var literals: [Literal] = []
                for operand in operands { literals.append(literal(of: try form(of: operand, .both))) }
                conditions.bounds.append(BooleanSystem.AtMostConstraint(condition: nil, bound: 1, literals: literals))
            case .comparison(let left, let relation, let right):
                let (bounds, form) = bounds(of: left, relation, right)
                conditions.bounds += bounds
                conditions.clauses += form.positive
            case .or(let operands) where operands.allSatisfy({ $0.literal != nil }):
                // A long clause would take much memory as forms of its operands.
                conditions.clauses.append(operands.compactMap(\.literal))
            default:
                let polarities = Polarities(positive: true, negative: false)
                conditions.clauses.append(contentsOf: try form(of: proposition, polarities).positive)
            }
        }
        return conditions
    }

    /// A proposition whose operands are being encoded.
    private struct OpenProposition {
        let proposition: Proposition
        let polarities: Polarities
        let operands: [Proposition]
        /// The number of operands that have been encoded.
        var count = 0
        /// Their forms; for a chain of implications, that of the chain so far.
        var forms: [Form] = []

        init(_ proposition: Proposition, _ polarities: Polarities) {
            (self.proposition, self.polarities, operands) = (proposition, polarities, proposition.operands)
        }

        /// The next operand, and the polarities in which it is needed.
        var next: OpenProposition? {
            guard count < operands.count else { return nil }
            let polarities =
                switch proposition {
                case .not: polarities.flipped
                case .implies: chainPolarities(before: operands.count - 1 - count)
                case .equivalent, .atMostOne: Polarities.both
                case .and, .or, .constant, .feature, .comparison, .each: polarities
                }
            return OpenProposition(operands[count], polarities)
        }

        /// Returns the polarities in which a chain of implications without some last operands is
        /// needed.
        func chainPolarities(before count: Int) -> Polarities {
            // The value of a long chain gets variables.
            operands.count > ClauseEncoding.maximumPlainChain ? .both : count % 2 == 1 ? polarities.flipped : polarities
        }
    }

    /// Returns the form of a proposition, from the innermost ones outward, without recursion, so
    /// that a small stack is enough.
    private mutating func form(of proposition: Proposition, _ polarities: Polarities) throws(LimitError) -> Form {
        var open = [OpenProposition(proposition, polarities)]
        while true {
            let last = open.count - 1
            try step()
            if let next = open[last].next {
                open.append(next)
                continue
            }
            var form = form(of: open[last].proposition, open[last].forms, open[last].polarities)
            let polarities = open.removeLast().polarities
            if last == 0 { return clauses(of: form, polarities) }
            switch open[last - 1].proposition {
            case .not, .equivalent: break
            case .atMostOne: form = Form(literal(of: clauses(of: form, polarities)))
            default: form = clauses(of: form, polarities)
            }
            open[last - 1].count += 1
            if case .implies = open[last - 1].proposition, let chain = open[last - 1].forms.popLast() {
                let polarities = open[last - 1].chainPolarities(
                    before: open[last - 1].operands.count - open[last - 1].count)
                form = implication(chain, form, polarities)
            }
            open[last - 1].forms.append(form)
        }
    }

    /// Counts a step, and checks the budget if that is due.
    private mutating func step() throws(LimitError) {
        stepCount += 1
        guard pace.isDue(states: stepCount, work: literalCount) else { return }
        let clauseCount = system.clauses.count - earlierCount + distributedCount
        let byteCount = Self.bytesPerClause * clauseCount + Self.bytesPerLiteral * distributedLiteralCount
        try budget.check(built: 0, bytes: heldByteCount + byteCount)
    }

    /// Returns the form of a chain of implications with one more operand.
    private mutating func implication(_ chain: Form, _ conclusion: Form, _ polarities: Polarities) -> Form {
        let form = conjunction([chain, conclusion.flipped], polarities.flipped).flipped
        guard polarities.positive, polarities.negative, form.literalCount > Self.chainLimit else { return form }
        return Form(literal(of: form))
    }

    /// Returns the form of a proposition with the given forms of its operands.
    private mutating func form(of proposition: Proposition, _ operands: [Form], _ polarities: Polarities) -> Form {
        switch proposition {
        case .constant(let value): value ? Form(positive: [], negative: [[]]) : Form(positive: [[]], negative: [])
        case .feature(let feature): Form(Literal(Int(feature)))
        case .not: operands[0].flipped
        case .and: conjunction(operands, polarities)
        case .or: conjunction(operands.map(\.flipped), polarities.flipped).flipped
        case .implies: operands.first ?? Form()
        case .equivalent: equivalence(operands[0], operands[1], polarities)
        case .atMostOne: bound(operands.map { literal(of: $0) })
        case .comparison(let left, let relation, let right):
            form(of: left, relation, right)
        case .each(let feature, _):
            conjunction([Form(Literal(Int(feature))), operands[0].flipped], polarities.flipped).flipped
        }
    }

    private mutating func conjunction(_ operands: [Form], _ polarities: Polarities) -> Form {
        var result = Form()
        if polarities.positive { result.positive = operands.flatMap(\.positive) }
        if polarities.negative { result.negative = disjunction(operands.map(\.negative)) }
        return result
    }

    /// Returns clauses for the disjunction of lists of clauses.
    ///
    /// A definition replaces a list once the product gets large.
    private mutating func disjunction(_ sides: [[[Literal]]]) -> [[Literal]] {
        let single = sides.filter { $0.count == 1 }.flatMap { $0[0] }
        // Propositions that are clauses already stay as they are.
        if sides.allSatisfy({ $0.count == 1 }) { return [single] }
        var result = product([[]], [single])
        var definitions: [Literal] = []
        // Short lists first, as definitions are better for long ones.
        for clauses in sides.filter({ $0.count != 1 }).sorted(by: { $0.count < $1.count }) {
            if exceedsLimits(result, clauses) {
                definitions.append(definition(of: clauses))
            } else {
                result = product(result, clauses)
            }
        }
        if definitions.isEmpty { return result }
        if result.count > 1, exceedsLimits(result, [definitions]) { return [definitions + [definition(of: result)]] }
        return product(result, [definitions])
    }

    /// Returns whether the product of two lists of clauses would get too large.
    private func exceedsLimits(_ left: [[Literal]], _ right: [[Literal]]) -> Bool {
        let count = left.count * right.count
        let literalCount = left.count * right.literalCount + right.count * left.literalCount
        return count > distributionLimit || literalCount > Self.literalLimit
    }

    /// Returns the unions of clauses of two lists, without those that are always true and without
    /// repetitions.
    private mutating func product(_ left: [[Literal]], _ right: [[Literal]]) -> [[Literal]] {
        var result: [[Literal]] = []
        var known: Set<[Literal]> = []
        for first in left {
            for second in right {
                var union: [Literal] = []
                for literal in (first + second).sorted() where union.last != literal { union.append(literal) }
                // The negation of a literal has the next code.
                let isAlwaysTrue = zip(union, union.dropFirst()).contains { $0 == !$1 }
                if !isAlwaysTrue, known.insert(union).inserted { result.append(union) }
            }
        }
        distributedCount += result.count
        distributedLiteralCount += result.literalCount
        literalCount += left.count * right.literalCount + right.count * left.literalCount
        return result
    }

    private mutating func equivalence(_ left: Form, _ right: Form, _ polarities: Polarities) -> Form {
        if let parity = Parity(left), let other = Parity(right) {
            return Form(parity: parity.isEquivalent(to: other))
        }
        let (left, right) = (clauses(of: left, .both), clauses(of: right, .both))
        let polarityCount = polarities.positive && polarities.negative ? 2 : 1
        let distributed =
            polarityCount * (left.negative.count * right.positive.count + left.positive.count * right.negative.count)
        // An equivalence with a literal is as short as the definition of the other side.
        if distributed > max(Self.equivalenceLimit, left.clauseCount + right.clauseCount) {
            let (left, right) = (literal(of: left), literal(of: right))
            return Form(parity: Parity(left).isEquivalent(to: Parity(right)))
        }
        var result = Form()
        if polarities.positive {
            result.positive =
                disjunction([left.negative, right.positive])
                + disjunction([left.positive, right.negative])
        }
        if polarities.negative {
            result.negative =
                disjunction([left.positive, right.positive])
                + disjunction([left.negative, right.negative])
        }
        return result
    }

    /// Returns a literal that is true if and only if at most one of several is.
    private mutating func bound(_ literals: [Literal]) -> Form {
        return Form(literal(of: BooleanSystem.AtMostConstraint(condition: nil, bound: 1, literals: literals)))
    }

    /// Returns a literal that is true if and only if a bound is kept.
    mutating func literal(of bound: BooleanSystem.AtMostConstraint) -> Literal {
        let isKept = system.addVariable()
        var kept = bound
        kept.condition = isKept
        system.bounds += [kept, bound.exceeded(if: !isKept)]
        return isKept
    }

    /// Returns a literal that is true if and only if a list of clauses is.
    private mutating func definition(of clauses: [[Literal]]) -> Literal {
        let definition = system.addVariable()
        // First defines a variable for each clause that isn't a literal; the definition is their
        // conjunction.
        let parts = clauses.map { clause in
            if clause.count == 1 { return clause[0] }
            let part = system.addVariable()
            system.clauses.append(clause + [!part])
            for literal in clause { system.clauses.append([part, !literal]) }
            return part
        }
        for part in parts { system.clauses.append([!definition, part]) }
        system.clauses.append(parts.map { !$0 } + [definition])
        return definition
    }

    /// Returns a literal that is true if and only if a form with both polarities is.
    private mutating func literal(of form: Form) -> Literal {
        if form.positive.count == 1, form.positive[0].count == 1 { return form.positive[0][0] }
        let definition = system.addVariable()
        for clause in form.positive { system.clauses.append(clause + [!definition]) }
        for clause in form.negative { system.clauses.append(clause + [definition]) }
        return definition
    }
}

extension Proposition {
    /// The literal, if the proposition is a feature or the negation of one; otherwise `nil`.
    fileprivate var literal: Literal? {
        switch self {
        case .feature(let feature): Literal(Int(feature))
        case .not(.feature(let feature)): Literal(Int(feature), false)
        default: nil
        }
    }
}

extension ClauseEncoding.Form {
    /// Creates the form of a literal.
    init(_ literal: Literal) { self.init(positive: [[literal]], negative: [[!literal]]) }
}

extension ClauseEncoding.Form {
    fileprivate var literalCount: Int { positive.literalCount + negative.literalCount }
}

extension [[Literal]] {
    fileprivate var literalCount: Int { reduce(0) { $0 + $1.count } }
}
