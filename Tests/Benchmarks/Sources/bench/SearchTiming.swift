import RegularExpressions
import Searching

/// One search of a text for the patterns of a file, one a line.
enum SearchTiming {
    /// Prints the seconds of searching, those of building, the bytes of the tables and the matches.
    static func run(_ patterns: String, _ textPath: String) throws {
        let text = try withExtendedLifetime(MappedFile(textPath)) { Array($0.bytes) }
        let lines = try Expressions.lines(patterns)
        let clock = ContinuousClock()
        let start = clock.now
        let searcher = try Searcher(for: lines.map { try RegularExpression(parsing: $0) })
        let built = clock.now
        var count = 0
        text.withUnsafeBytes { text in
            searcher.forEachMatch(in: text) { _ in
                count += 1
                return true
            }
        }
        let end = clock.now
        // It is given back after the clock has stopped.
        withExtendedLifetime(text) {}
        print((end - built) / .seconds(1), (built - start) / .seconds(1), searcher.tableByteCount, count)
    }
}
