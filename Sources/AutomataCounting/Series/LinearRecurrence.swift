public import Automata

/// The shortest linear recurrence of the numbers of words: *a*(*n*) = *c*₁ *a*(*n* − 1) + … + *c*ᵣ
/// *a*(*n* − *r*), for all *n* from a certain length on.
public struct LinearRecurrence: Sendable, Hashable {
    /// The coefficients *c*₁, …, *c*ᵣ; the last coefficient isn't zero.
    public let coefficients: [BigInteger]
    /// The numbers of words of the first lengths, to which the recurrence doesn't apply. There are
    /// at least as many terms as coefficients.
    public let initialTerms: [BigInteger]

    /// The order *r*.
    public var order: Int { coefficients.count }

    init(_ recurrence: MinimalRecurrence) {
        coefficients = recurrence.coefficients.map { -$0 }
        initialTerms = Array(recurrence.terms.prefix(recurrence.delay + recurrence.order))
    }
}

extension LinearRecurrence: CustomStringConvertible {
    /// The recurrence as a formula, such as `a(n) = a(n-1) + a(n-2) for n ≥ 2; a(0) = 1, a(1) = 2`.
    public var description: String {
        var text = "a(n) = "
        var isFirst = true
        for (index, coefficient) in coefficients.enumerated() where !coefficient.isZero {
            text += SignedTerm(coefficient, "a(n-\(index + 1))").text(isFirst: isFirst, joint: " ")
            isFirst = false
        }
        if isFirst { text += "0" }
        text += " for n ≥ \(initialTerms.count)"
        if initialTerms.isEmpty { return text }
        return text + "; " + initialTerms.enumerated().map { "a(\($0)) = \($1)" }.joined(separator: ", ")
    }
}

/// The generating function of the numbers of words: the sum of *a*(*n*) *x*ⁿ over all lengths *n*.
/// It is a quotient of polynomials with integer coefficients and no common factor.
public struct GeneratingFunction: Sendable, Hashable {
    /// The coefficients of 1, *x*, *x*², … in the numerator; empty if no word is accepted.
    public let numerator: [BigInteger]
    /// The coefficients of 1, *x*, *x*², … in the denominator; the first coefficient is 1.
    public let denominator: [BigInteger]

    /// Creates the function of a recurrence, whose coefficients are in the denominator. There is no
    /// common factor, as it would give a shorter recurrence.
    init(_ recurrence: MinimalRecurrence) {
        denominator = [BigInteger(1)] + recurrence.coefficients
        var numerator: [BigInteger] = []
        for power in 0..<recurrence.delay + recurrence.order {
            var sum = BigInteger()
            for index in 0...min(power, recurrence.order) {
                sum += denominator[index] * recurrence.terms[power - index]
            }
            numerator.append(sum)
        }
        while let last = numerator.last, last.isZero { numerator.removeLast() }
        self.numerator = numerator
    }
}

extension GeneratingFunction: CustomStringConvertible {
    /// The quotient as a formula, such as `(1 + x) / (1 - x - x^2)`.
    public var description: String {
        let above = Self.text(numerator)
        if denominator.count == 1 { return above }
        let isSum = numerator.count { !$0.isZero } > 1
        return (isSum ? "(\(above))" : above) + " / (" + Self.text(denominator) + ")"
    }

    private static func text(_ polynomial: [BigInteger]) -> String {
        var text = ""
        for (power, coefficient) in polynomial.enumerated() where !coefficient.isZero {
            let name = power == 0 ? "" : power == 1 ? "x" : "x^\(power)"
            text += SignedTerm(coefficient, name).text(isFirst: text.isEmpty, joint: "")
        }
        return text.isEmpty ? "0" : text
    }
}

/// A term in the text of a sum.
private struct SignedTerm {
    private let coefficient: BigInteger
    private let name: String

    init(_ coefficient: BigInteger, _ name: String) {
        self.coefficient = coefficient
        self.name = name
    }

    func text(isFirst: Bool, joint: String) -> String {
        let isNegative = coefficient.signum < 0
        let sign = isFirst ? (isNegative ? "-" : "") : (isNegative ? " - " : " + ")
        let magnitude = coefficient.magnitude
        if name.isEmpty { return sign + magnitude.description }
        return sign + (magnitude == 1 ? "" : magnitude.description + joint) + name
    }
}

extension WordCounter {
    /// Returns the shortest linear recurrence of the numbers of words of each length.
    ///
    /// - Complexity: O(*n* *e* + *n*²) operations on numbers of O(*n* *g*) bits, for *e* pairs of
    ///   states with a transition, and counts that grow by *g* bits per letter.
    /// - Throws: `AutomataError` if the budget stops the work.
    /// - Reference: J. Massey, Shift-register synthesis and BCH decoding, IEEE Transactions on
    ///   Information Theory 15(1), 1969, doi:10.1109/TIT.1969.1054260.
    public func recurrence(budget: Budget = .default) throws(AutomataError) -> LinearRecurrence {
        LinearRecurrence(try MinimalRecurrence(system, budget: budget))
    }

    /// Returns the generating function of the numbers of words of each length.
    ///
    /// - Complexity: that of ``recurrence(budget:)``.
    /// - Throws: `AutomataError` if the budget stops the work.
    /// - Reference: N. Chomsky, M. Schützenberger, The algebraic theory of context-free languages,
    ///   Studies in Logic 35, 1963, doi:10.1016/S0049-237X(08)72023-8.
    public func generatingFunction(budget: Budget = .default) throws(AutomataError) -> GeneratingFunction {
        GeneratingFunction(try MinimalRecurrence(system, budget: budget))
    }
}
