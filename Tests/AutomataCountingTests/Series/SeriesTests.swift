import Automata
import AutomataCounting
import Testing

@Suite struct SeriesTests {
    @Test func fibonacci() throws {
        let counter = try WordCounter(Samples.fibonacci())
        let function = try counter.generatingFunction()
        #expect(function.numerator == [1, 1])
        #expect(function.denominator == [1, -1, -1])
        #expect(function.description == "(1 + x) / (1 - x - x^2)")
        let recurrence = try counter.recurrence()
        #expect(recurrence.description == "a(n) = a(n-1) + a(n-2) for n ≥ 2; a(0) = 1, a(1) = 2")
        let rate = try counter.growthRate()
        let golden = (1 + 5.0.squareRoot()) / 2
        #expect(rate.lowerBound <= golden && golden <= rate.upperBound)
        #expect(rate.upperBound - rate.lowerBound < 1e-11)
        #expect(rate.description.hasPrefix("1.618033988") && rate.description.count < "\(rate.value)".count)
        let told = try #require(Double(rate.description))
        #expect(rate.lowerBound <= told && told <= rate.upperBound)
    }

    @Test func seriesAndRecurrencesGiveTheCounts() throws {
        var random = SeededGenerator(seed: 51)
        for round in 0..<60 {
            let dfa = try Samples.dfa(
                states: Int.random(in: 0...12, using: &random), symbols: 1 + round % 3,
                density: [0.4, 0.7, 1][round % 3], &random)
            let counter = try WordCounter(dfa)
            let counts = try counter.counts(upToLength: 40)
            let function = try counter.generatingFunction()
            // The series times the denominator is the numerator.
            for power in counts.indices {
                var sum = BigInteger()
                for (index, factor) in function.denominator.enumerated() where index <= power {
                    sum += factor * counts[power - index]
                }
                #expect(sum == (power < function.numerator.count ? function.numerator[power] : 0))
            }
            let recurrence = try counter.recurrence()
            #expect(recurrence.initialTerms == Array(counts.prefix(recurrence.initialTerms.count)))
            #expect(recurrence.coefficients.last != 0)
            for index in recurrence.initialTerms.count..<41 {
                var sum = BigInteger()
                for (distance, factor) in recurrence.coefficients.enumerated() {
                    sum += factor * counts[index - 1 - distance]
                }
                #expect(sum == counts[index])
            }
            // Shorter ones there are none: the matrix of the first terms after those before has
            // full rank, by elimination modulo a prime.
            #expect(rank(counts.map { Int(exactly: $0 % 1_000_003) ?? 0 }, recurrence) == recurrence.order)
        }
    }

    /// The rank modulo a prime of the terms as a Hankel matrix, of as many rows as the recurrence
    /// is long.
    private func rank(_ terms: [Int], _ recurrence: LinearRecurrence) -> Int {
        let prime = 1_000_003
        let order = recurrence.order
        let start = recurrence.initialTerms.count - order
        var rows = (0..<order).map { row in (0..<order).map { terms[start + row + $0] } }
        var rank = 0
        for column in 0..<order {
            guard let pivot = (rank..<order).first(where: { rows[$0][column] != 0 }) else { continue }
            rows.swapAt(rank, pivot)
            for row in rank + 1..<max(order, rank + 1) {
                let (head, factor) = (rows[rank][column], rows[row][column])
                for index in 0..<order {
                    rows[row][index] = ((rows[row][index] * head - rows[rank][index] * factor) % prime + prime) % prime
                }
            }
            rank += 1
        }
        return rank
    }

    @Test func formulasOfSmallLanguages() throws {
        let empty = try WordCounter(DFA(alphabet: ["a"], transitions: [], initial: nil, final: []))
        #expect(try empty.generatingFunction().description == "0")
        #expect(try empty.recurrence().description == "a(n) = 0 for n ≥ 0")
        let finite = try WordCounter(
            DFA(
                alphabet: ["a", "b"], transitions: [("p", "a", "q"), ("p", "b", "q"), ("q", "b", "r")], initial: "p",
                final: ["p", "q", "r"]))
        #expect(try finite.generatingFunction().description == "1 + 2x + 2x^2")
        #expect(try finite.recurrence().description == "a(n) = 0 for n ≥ 3; a(0) = 1, a(1) = 2, a(2) = 2")
        #expect(try finite.growthRate() == finite.growthRate())
        #expect(try finite.growthRate().value == 0)
        let even = try WordCounter(
            DFA(
                alphabet: ["a", "b"], transitions: [("p", "a", "q"), ("q", "a", "p"), ("q", "b", "p")], initial: "p",
                final: ["p"]))
        #expect(try even.generatingFunction().description == "1 / (1 - 2x^2)")
        #expect(try even.recurrence().description == "a(n) = 2 a(n-2) for n ≥ 2; a(0) = 1, a(1) = 0")
    }

    @Test func growthRates() throws {
        // All words over 26 letters: exactly 26.
        var builder = DFA.Builder(alphabet: try .bytes([[97...122]]))
        try builder.addStates(1)
        try builder.addTransition(from: 0, on: 0 as Symbol, to: 0)
        builder.initialState = 0
        builder.insertFinal(0)
        let rate = try WordCounter(builder.build()).growthRate()
        #expect(rate.lowerBound == 26 && rate.upperBound == 26)
        // A cycle of 300 states with a short cut: the root of x³⁰⁰ = x + 1.
        var cycle = DFA.Builder(alphabet: ["a", "b"])
        try cycle.addStates(300)
        for state in 0..<300 {
            try cycle.addTransition(from: StateID(state), on: 0 as Symbol, to: StateID((state + 1) % 300))
        }
        try cycle.addTransition(from: 298, on: 1 as Symbol, to: 0)
        cycle.initialState = 0
        cycle.insertFinal(0)
        let slow = try WordCounter(cycle.build()).growthRate()
        #expect(slow.upperBound - slow.lowerBound < 1e-11)
        func power(_ base: Double) -> Double { (0..<300).reduce(1.0) { product, _ in product * base } }
        #expect(power(slow.lowerBound * (1 - 1e-12)) < slow.lowerBound + 1)
        #expect(power(slow.upperBound * (1 + 1e-12)) > slow.upperBound + 1)
        // Polynomial growth, two cycles one after the other.
        let polynomial = try DFA(
            alphabet: ["a", "b"], transitions: [("p", "a", "p"), ("p", "b", "q"), ("q", "a", "q")], initial: "p",
            final: ["q"])
        let one = try WordCounter(polynomial).growthRate()
        #expect(one.lowerBound == 1 && one.upperBound == 1)
    }
}
