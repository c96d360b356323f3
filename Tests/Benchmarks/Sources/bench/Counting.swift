import Automata
import AutomataCounting

/// Words in numbers, in order and by chance, with the automaton in memory.
enum Counting {
    /// The figures are the bits of the number, and its remainder by a prime.
    static func count(_ name: String, _ length: Int, _ path: String) throws {
        guard let method = CountingMethod(rawValue: name) else {
            throw Failure("no method '\(name)'; there are \(CountingMethod.allCases)")
        }
        let automaton = try Input.automaton(path)
        var number = BigInteger()
        let seconds = try Output.secondsAlone { number = try automaton.wordCount(ofLength: length, using: method) }
        Output.report(seconds: seconds, number.bitWidth, Int(exactly: number % 1_000_000_007) ?? -1)
    }

    /// The first words in order; the figures are their number and their letters.
    static func enumerate(_ count: Int, _ path: String) throws {
        let automaton = try Input.automaton(path)
        var (words, letters) = (0, 0)
        let seconds = try Output.secondsAlone {
            for word in try automaton.words().prefix(count) {
                words += 1
                letters += word.count
            }
        }
        Output.report(seconds: seconds, words, letters)
    }

    /// Words at random, and the table that they are drawn with; the figures are their number and
    /// their length.
    static func sample(_ length: Int, _ count: Int, _ path: String) throws {
        let automaton = try Input.automaton(path)
        var generator = SeededGenerator(seed: 1)
        var words: [[Letter]] = []
        let seconds = try Output.secondsAlone {
            words = try WordSampler(automaton, ofLength: length).words(count, using: &generator)
        }
        Output.report(seconds: seconds, words.count, words.first?.count ?? 0)
    }

    /// The word at a place in the midst of those of a length, and its place again; the figures are
    /// the length, and 1 where both are equal.
    static func rank(_ length: Int, _ path: String) throws {
        let automaton = try Input.automaton(path)
        let place = try automaton.wordCount(ofLength: length) / 3
        var found: BigInteger?
        let seconds = try Output.secondsAlone {
            let ranking = try WordRanking(automaton)
            if let word = try ranking.word(at: place, ofLength: length) {
                found = try ranking.rank(of: word, withinLength: true)
            }
        }
        Output.report(seconds: seconds, length, found == place ? 1 : 0)
    }
}
