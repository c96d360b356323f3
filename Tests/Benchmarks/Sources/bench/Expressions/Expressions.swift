import Automata
import RegularExpressions
import Searching

/// Regular expressions, one a line of a file, as programmers write them, over bytes.
enum Expressions {
    /// The lines of a file whose last one is ended as well.
    static func lines(_ path: String) throws -> [[UInt8]] {
        try withExtendedLifetime(MappedFile(path)) {
            $0.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map { Array($0) }
        }
    }

    /// From text to the smallest DFAs, all together; the figures are the states of all of them, and
    /// the lines of which none was made. Then why not, a line each.
    static func run(_ path: String) throws {
        let lines = try lines(path)
        var states = 0
        var failures: [String] = []
        var seconds = 0.0
        for (index, line) in lines.enumerated() {
            seconds += Output.secondsAlone {
                do {
                    states += try RegularExpression(parsing: line).minimalDFA().stateCount
                } catch {
                    failures.append("\(index + 1): \(error)")
                }
            }
        }
        Output.report(seconds: seconds, states, failures.count)
        for failure in failures { print(failure) }
    }

    /// For each pair of a line of one file and one of the other, both in hexadecimal digits,
    /// whether the expression has the text among its words: a line of 1 and 0 for each expression,
    /// or why it is none. The unit is that of `--unit`.
    static func match(_ expressions: String, _ texts: String, unit: String) throws {
        guard let unit = RegularExpression.Options.Unit(rawValue: unit) else { throw Failure("no unit '\(unit)'") }
        let texts = try lines(texts).map(decoded)
        for line in try lines(expressions).map(decoded) {
            do {
                let expression = try RegularExpression(parsing: line, options: .init(unit: unit))
                let matcher = Matcher(try expression.minimalDFA())
                print(String(decoding: texts.map { UInt8(ascii: matcher.accepts($0) ? "1" : "0") }, as: UTF8.self))
            } catch {
                print("refused: \(error)")
            }
        }
    }

    /// The same, for the places of all matches: those of a text with commas between them, then a
    /// semicolon.
    static func spans(_ expressions: String, _ texts: String, unit: String) throws {
        guard let unit = RegularExpression.Options.Unit(rawValue: unit) else { throw Failure("no unit '\(unit)'") }
        let texts = try lines(texts).map(decoded)
        for line in try lines(expressions).map(decoded) {
            do {
                let searcher = try Searcher(for: [RegularExpression(parsing: line, options: .init(unit: unit))])
                let places = texts.map { text in
                    searcher.matches(in: text).map { "\($0.range.lowerBound)-\($0.range.upperBound)" }.joined(
                        separator: ",")
                }
                print(places.joined(separator: ";"))
            } catch {
                print("refused: \(error)")
            }
        }
    }

    private static func decoded(_ digits: [UInt8]) throws -> [UInt8] {
        func value(_ digit: UInt8) throws -> UInt8 {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else {
                throw Failure("no hexadecimal digit")
            }
            return UInt8(value)
        }
        return try stride(from: 0, to: digits.count - 1, by: 2).map {
            try value(digits[$0]) << 4 | value(digits[$0 + 1])
        }
    }
}
