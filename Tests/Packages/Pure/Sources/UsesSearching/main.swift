import RegularExpressions
import Searching

let searcher = try Searcher(for: [
    RegularExpression(parsing: #"\berror\b"#), RegularExpression(parsing: "[0-9]+ms"),
])
for match in searcher.matches(in: "error after 17ms") { print(match.range, searcher.patterns(of: match)) }
