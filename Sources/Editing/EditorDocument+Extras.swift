internal import Sketches
internal import TextSupport

/// The parts of a document other than its sketch.
struct DocumentExtras {
    var words: [TriedWord] = []
    var chain: [Stage] = []
    var score = Exercise.Score()
    /// The text of the chain if it can't be read, such as a chain of a newer version.
    var unreadChain: [UInt8]?

    init() {}

    /// Reads the members of a document, each by itself: an error in one doesn't affect the others.
    init(of document: UnsafeRawBufferPointer) {
        var cursor = JSONCursor(document, from: document.byteOrderMarkLength)
        guard let members = try? JSONMembers(&cursor, "a sketch") else { return }
        words = (try? members.list("words") { cursor throws(TextProblem) in try TriedWord(&cursor) }) ?? []
        do throws(TextProblem) {
            chain = try members.value("chain") { cursor throws(TextProblem) in try Stage.chain(&cursor) } ?? []
        } catch {
            unreadChain = members.text("chain", in: document)
        }
        score = (try? members.value("score", Self.score)) ?? Exercise.Score()
    }

    private static func score(_ cursor: inout JSONCursor) throws(TextProblem) -> Exercise.Score {
        let members = try JSONMembers(&cursor, "a score")
        var score = Exercise.Score()
        let tries = try members.value("tries") { cursor throws(TextProblem) in try cursor.wholeNumber() }
        score.attemptCount = min(tries ?? 0, Exercise.Score.maximumAttemptCount)
        score.isSolved = try members.flag("solved") ?? false
        return score
    }
}

extension EditorDocument {
    /// The document as a file: the sketch, with the words, the chain and the score.
    var file: [UInt8] {
        var file = sketch.document()
        let members = JSONObject { object in
            if !words.isEmpty { write(words, to: &object) }
            if !chain.isEmpty {
                write(chain, to: &object)
            } else if let unreadChain {
                object.add("chain", JSONText(written: String(decoding: unreadChain, as: UTF8.self)))
            }
            if score != Exercise.Score() {
                object.add(
                    "score",
                    JSONObject { item in
                        item.add("tries", score.attemptCount)
                        item.add("solved", score.isSolved)
                    })
            }
        }.text
        guard members != "{}", let end = file.lastIndex(of: UInt8(ascii: "}")) else { return file }
        file.removeSubrange(end...)
        file += ",\n\(members.dropFirst())\n".utf8
        return file
    }

    private func write(_ words: [TriedWord], to object: inout JSONObject) {
        object.add("words", words) { item, word in
            item.add("word", word.text)
            item.add("want", word.expectedVerdict?.rawValue)
        }
    }

    func write(_ chain: [Stage], to object: inout JSONObject) {
        object.add("chain", chain) { item, stage in stage.write(to: &item) }
    }
}
