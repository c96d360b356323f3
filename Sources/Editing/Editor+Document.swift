internal import Sketches
internal import TextSupport

/// The members of a document beside its sketch.
struct DocumentExtras {
    var words: [TriedWord] = []
    var chain: [Stage] = []
    var score = Exercise.Score()
    /// A chain as it was written, if it can't be read, such as one of a newer version.
    var unreadChain: [UInt8]?

    init() {}

    /// Reads the members of a document, each by itself: an error in one doesn't affect the others.
    init(of document: UnsafeRawBufferPointer) {
        var members: [String: UnsafeRawBufferPointer] = [:]
        var cursor = JSONCursor(document, from: document.byteOrderMarkLength)
        try? cursor.object("a sketch") { (cursor, key, _) throws(TextProblem) in
            cursor.skipBlanks()
            let start = cursor.position
            try cursor.skipValue()
            members[key] = UnsafeRawBufferPointer(rebasing: document[start..<cursor.position])
        }
        func read<Value>(
            _ key: String, _ body: (inout JSONCursor) throws(TextProblem) -> Value
        ) -> Value? {
            guard let text = members[key] else { return nil }
            var cursor = JSONCursor(text)
            return try? body(&cursor)
        }
        words =
            read("words") { cursor throws(TextProblem) in
                try cursor.list { cursor throws(TextProblem) in try TriedWord(&cursor) }
            } ?? []
        let stages = read("chain") { cursor throws(TextProblem) in
            try Stage.chain(cursor.list { cursor throws(TextProblem) in try WrittenStage(&cursor) })
        }
        chain = stages ?? []
        if stages == nil { unreadChain = members["chain"].map { Array($0) } }
        score = read("score") { cursor throws(TextProblem) in try Self.score(&cursor) } ?? Exercise.Score()
    }

    private static func score(_ cursor: inout JSONCursor) throws(TextProblem) -> Exercise.Score {
        var score = Exercise.Score()
        try cursor.object("a score") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "tries": score.tries = min(try cursor.wholeNumber(), Exercise.Score.mostTries)
            case "solved": score.isSolved = try cursor.flag()
            default: try cursor.skipValue()
            }
        }
        return score
    }
}

extension Editor {
    /// The document: the sketch, with the words, the chain and the score.
    var document: [UInt8] {
        var document = sketch.document()
        let members = JSONObject { object in
            if !words.isEmpty { write(words, to: &object) }
            if !chain.isEmpty {
                write(chain, to: &object)
            } else if let unreadChain {
                object.add("chain", written: unreadChain)
            }
            if score != Exercise.Score() {
                object.add(
                    "score",
                    JSONObject { item in
                        item.add("tries", score.tries)
                        item.add("solved", score.isSolved)
                    })
            }
        }.bytes
        guard members.count > 2, let end = document.lastIndex(of: UInt8(ascii: "}")) else { return document }
        document.removeSubrange(end...)
        document += ",\n".utf8 + members.dropFirst() + "\n".utf8
        return document
    }

    private func write(_ words: [TriedWord], to object: inout JSONObject) {
        object.add("words", words) { item, word in
            item.add("word", word.text)
            item.add("want", word.wanted?.rawValue)
        }
    }

    func write(_ chain: [Stage], to object: inout JSONObject) {
        object.add("chain", chain) { item, stage in stage.write(to: &item) }
    }
}
