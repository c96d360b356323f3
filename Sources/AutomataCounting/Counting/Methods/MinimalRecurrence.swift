internal import Automata
internal import CGMP

/// The shortest linear recurrence with integer coefficients for the numbers *a*ₙ of a system, and
/// the first numbers, to which it doesn't apply: *a*ₙ + *c*₁ *a*ₙ₋₁ + … + *c*ᵣ *a*ₙ₋ᵣ = 0 for *n* ≥
/// *s* + *r*.
///
/// It is found modulo primes, and combined by the Chinese remainder theorem until it doesn't change
/// any more. Then it is checked: a recurrence that holds at as many consecutive indices as the
/// system has states holds everywhere, because *A* satisfies its characteristic polynomial (Cayley
/// and Hamilton). It can't be longer than modulo a prime, and so is the shortest. Its coefficients
/// are integers by the theorem of Fatou.
struct MinimalRecurrence: Sendable {
    /// The coefficients *c*₁, …, *c*ᵣ; the last coefficient isn't zero.
    let coefficients: [BigInteger]
    /// The number *s* of terms before the recurrence begins to hold.
    let delay: Int
    /// The first numbers, at least *s* + 2 *r* of them.
    let terms: [BigInteger]

    /// The order *r*.
    var order: Int { coefficients.count }

    /// - Parameter system: should be reduced.
    /// - Complexity: O(*n* *e*) for the first numbers and O(*r* *n*) for each prime, with numbers
    ///   of O(*n* *g*) bits.
    init(_ system: CountingSystem, budget: Budget) throws(AutomataError) {
        terms = try system.firstNumbers(2 * system.size, budget: budget)
        var connection = ConnectionPolynomial()
        var primes = PrimeField.Primes()
        var isConfirmed = false
        while !isConfirmed, let prime = primes.next() {
            let field = PrimeField(prime)
            let recurrence = try field.shortestRecurrence(
                of: terms.map { field.toMontgomery($0.modulo(prime)) }, budget: budget)
            guard connection.combine(recurrence.map(field.fromMontgomery), field: field) else { continue }
            isConfirmed = try connection.holds(for: terms, startCount: system.size, budget: budget)
        }
        // The recurrence that was found includes earlier numbers too, with coefficients of 0.
        let length = connection.coefficients.count - 1
        let order = connection.coefficients.lastIndex { !$0.isZero } ?? 0
        coefficients = Array(connection.coefficients[1..<order + 1])
        delay = length - order
    }
}

/// Coefficients that are known modulo a product of primes, as the integers of least magnitude.
private struct ConnectionPolynomial {
    var coefficients: [BigInteger] = []
    private var modulus = BigInteger(1)

    /// Adds the coefficients modulo another prime; returns whether they changed nothing.
    ///
    /// - Reference: H. Garner, The residue number system, IRE Transactions on Electronic Computers
    ///   EC-8(2), 1959, doi:10.1109/TEC.1959.5219515.
    mutating func combine(_ residues: [UInt64], field: PrimeField) -> Bool {
        // Modulo an unlucky prime the recurrence is shorter.
        if residues.count < coefficients.count { return false }
        if residues.count > coefficients.count {
            coefficients = Array(repeating: BigInteger(), count: residues.count)
            modulus = BigInteger(1)
        }
        let inverse = field.invert(field.toMontgomery(modulus.modulo(field.prime)))
        var isUnchanged = true
        for (index, residue) in residues.enumerated() {
            let difference = field.subtract(residue, coefficients[index].modulo(field.prime))
            if difference == 0 { continue }
            isUnchanged = false
            let digit = field.fromMontgomery(field.multiply(field.toMontgomery(difference), inverse))
            let signed = digit > field.prime / 2 ? Int(digit) - Int(field.prime) : Int(digit)
            coefficients[index] += modulus * BigInteger(signed)
        }
        modulus *= BigInteger(field.prime)
        return isUnchanged
    }

    /// Returns whether the recurrence holds at the first indices.
    func holds(for terms: [BigInteger], startCount: Int, budget: Budget) throws(AutomataError) -> Bool {
        let length = coefficients.count - 1
        for start in 0..<min(startCount, terms.count - length) {
            if start & 0xF == 0 { try budget.check(bytes: 0) }
            let sum = BigInteger { sum in
                for (index, coefficient) in coefficients.enumerated() {
                    coefficient.read { factor in
                        terms[start + length - index].read { __gmpz_addmul(sum, factor, $0) }
                    }
                }
            }
            if !sum.isZero { return false }
        }
        return true
    }
}
