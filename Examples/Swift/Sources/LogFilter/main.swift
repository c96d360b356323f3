// Prints the matches of expressions in a log that comes in pieces.
import RegularExpressions
import Searching

let expressions = ["ERROR", #"\b10(\.[0-9]+){3}\b"#, "[0-9]+ %", "^.*INFO"]
let log = """
    09:00:01 INFO  listening on port 8080
    09:00:07 INFO  10.0.0.7 connects
    09:00:09 ERROR 10.0.0.7: the request ends in its header
    09:01:15 WARN  disk is 91 % full

    """

let searcher = try Searcher(
    for: expressions.map { try RegularExpression(parsing: $0, options: .init(anchorsMatchLines: true)) },
    withinLines: true)
let bytes = Array(log.utf8)

func show(_ match: Searcher.Match) -> Bool {
    let text = String(decoding: bytes[match.range], as: UTF8.self)
    print(match.range.lowerBound, searcher.patterns(of: match), text)
    return true
}

var scan = searcher.start()
for start in stride(from: 0, to: bytes.count, by: 16) {
    try scan.feed(Array(bytes[start..<min(start + 16, bytes.count)]), show)
}
scan.finish(show)
