internal import Diagrams
public import Sketches
public import Strokes
internal import TextSupport

/// A sketch with words to try, a chain of algorithms, and the score of an exercise.
///
/// A document has no window: commands and answers are texts in JSON. A page in a browser sends the
/// user's actions as commands, and draws the answers. <doc:Protocol> lists all commands.
///
/// ```swift
/// var document = EditorDocument()
/// let reply = document.handle(#"{"do": "addState", "at": [100, 80]}"#)
/// print(reply.answer)     // {"changed":true,"inserted":["s1"]}
/// print(reply.news)       // {"revision":1,"elements":[{"id":"s1","kind":"state","x":100, ...
/// ```
public struct EditorDocument: Sendable {
    /// The sketch.
    public private(set) var sketch: Sketch
    /// The words that are tried after every change.
    public private(set) var words: [TriedWord] = []
    /// The algorithms that are applied to the automaton, each to the result of the previous
    /// algorithm.
    public private(set) var chain: [Stage] = []
    /// The score of the exercise: the number of answers, and whether an answer was right.
    public private(set) var score = Exercise.Score()
    /// The chain in the file if it can't be read; it is kept unchanged until another chain is set.
    private(set) var unreadChain: [UInt8]?
    /// The number of changes since the document was opened.
    public private(set) var revision = 0
    /// Notes about omissions and guesses of the reader of the file, one sentence each.
    public internal(set) var readingNotes: [String] = []
    /// The scene that the pages have.
    private var shownScene = Scene()

    /// A Boolean value that indicates whether the sketch is empty and there are no words to try.
    public var isEmpty: Bool {
        sketch.diagram.states.isEmpty && sketch.diagram.transitions.isEmpty && sketch.diagram.notes.isEmpty
            && sketch.ink.isEmpty && words.isEmpty
    }

    /// Creates a document of a sketch.
    public init(_ sketch: Sketch = Sketch(), words: [TriedWord] = []) {
        (self.sketch, self.words) = (sketch, words)
        shownScene = Scene(sketch.diagram, sketch.ink)
    }

    /// Sets the recognizers for strokes and handwriting that will be drawn.
    public mutating func setRecognizers(_ strokes: ElementRecognizer, _ handwriting: CharacterRecognizer) {
        (sketch.recognizer, sketch.characterRecognizer) = (strokes, handwriting)
    }

    /// Creates a document from the parts of a file.
    init(_ sketch: Sketch, _ extras: DocumentExtras) {
        self.init(sketch, words: extras.words)
        (chain, score, unreadChain) = (extras.chain, extras.score, extras.unreadChain)
    }

    /// The effect of commands.
    public struct Reply: Sendable, Hashable {
        /// The answer to the page that sent the commands.
        public let answer: String
        /// The changes of the scene, for all pages of the document; `nil` if there are none.
        public let news: String?
        /// The name of the page that sent the commands, by which the page recognizes its own news.
        public let sender: String
        /// A Boolean value that indicates whether the request was refused because its text isn't
        /// valid; a refused request has no effect.
        public let isRefused: Bool
    }

    /// Carries out a request: a command, or a list of commands in the order of sending.
    ///
    /// A command that fails changes nothing, and its answer has an `error`.
    ///
    /// - Complexity: Usually O(*n* log *n* + *k*) for *n* elements and *k* points in the commands,
    ///   plus the time to try the words.
    public mutating func handle(_ request: String) -> Reply {
        var request = request
        return request.withUTF8 { handle(UnsafeRawBufferPointer($0)) }
    }

    /// Carries out a request in UTF-8; see ``handle(_:)-(String)``.
    public mutating func handle(_ text: UnsafeRawBufferPointer) -> Reply {
        let request: Request
        do throws(TextProblem) {
            var cursor = JSONCursor(text)
            request = try Request(&cursor)
            try cursor.finish("the end of the request")
        } catch {
            return Reply(answer: Self.answer(to: error).text, news: nil, sender: "", isRefused: true)
        }
        var isChanged = false
        let answers = request.commands.map { members in
            do throws(TextProblem) {
                return carryOut(try Command(members.get()), &isChanged)
            } catch {
                return Self.answer(to: error)
            }
        }
        let answer = request.isList ? JSONObject { $0.add("answers", answers) } : answers[0]
        return Reply(answer: answer.text, news: isChanged ? news() : nil, sender: request.sender, isRefused: false)
    }

    private static func answer(to problem: TextProblem) -> JSONObject {
        let position = problem.offset.map { " at byte \($0 + 1)" } ?? ""
        return JSONObject { $0.add("error", problem.message + position) }
    }

    /// The whole scene in JSON, for a page that was just opened.
    ///
    /// - Complexity: O(*n* log *n*) for *n* elements, plus the time to try the words.
    public var scene: String {
        JSONObject { object in
            object.add("revision", revision)
            object.add("whole", true)
            if revision == 0, !readingNotes.isEmpty { object.add("notes", readingNotes) }
            shownScene.write(to: &object)
            writeStatus(to: &object)
        }.text
    }

    private mutating func carryOut(_ command: Command, _ isChanged: inout Bool) -> JSONObject {
        switch command {
        case .copy(let elements):
            let part = Sketch(sketch.diagram.part(with: elements))
            return JSONObject { $0.add("fragment", String(decoding: part.document(), as: UTF8.self)) }
        case .event(let event, isPreview: true):
            let (diagram, change) = sketch.preview(event)
            let scene = JSONObject { object in
                Scene(diagram, sketch.ink, reusing: shownScene).write(since: shownScene, to: &object)
            }
            return answer(to: change, scene: scene)
        case .event(let event, isPreview: false):
            let change = sketch.apply(event)
            if !change.isEmpty { isChanged = true }
            return answer(to: change)
        case .setWords(let words, let isPreview):
            let isNew = words != self.words
            if isNew, !isPreview { (self.words, isChanged) = (words, true) }
            return JSONObject { $0.add("changed", isNew) }
        case .setChain(let chain, let isPreview):
            let isNew = chain != self.chain || unreadChain != nil
            if isNew, !isPreview { (self.chain, unreadChain, isChanged) = (chain, nil, true) }
            return JSONObject { $0.add("changed", isNew) }
        case .interpretation(let ink):
            return JSONObject { object in
                sketch.interpretation(of: ink).map { object.add("understanding", self.object(of: $0)) }
            }
        case .run(let word): return run(word)
        case .export(let format): return export(as: format)
        }
    }

    /// Replaces the contents with the contents of another document, such as a file that was opened
    /// again. The higher score of both documents is kept.
    ///
    /// - Returns: The news for all pages of the document.
    /// - Complexity: The same as that of ``scene``.
    public mutating func replaceContents(with other: EditorDocument) -> String {
        let (recognizer, characterRecognizer) = (sketch.recognizer, sketch.characterRecognizer)
        (sketch, words, chain, unreadChain) = (other.sketch, other.words, other.chain, other.unreadChain)
        setRecognizers(recognizer, characterRecognizer)
        score = max(score, other.score)
        revision += 1
        shownScene = other.shownScene
        return scene
    }

    /// Counts an answer to an exercise as a try, unless the answer couldn't be judged or the
    /// exercise is solved already.
    ///
    /// - Returns: Whether the score changed.
    public mutating func record(_ judgment: Exercise.Judgment) -> Bool {
        guard judgment.isJudged, !score.isSolved else { return false }
        if score.attemptCount < Exercise.Score.maximumAttemptCount { score.attemptCount += 1 }
        score.isSolved = judgment.isCorrect
        return true
    }

    /// Returns the scene of what changed since the last scene.
    private mutating func news() -> String {
        revision += 1
        let scene = Scene(sketch.diagram, sketch.ink, reusing: shownScene)
        defer { shownScene = scene }
        return JSONObject { object in
            object.add("revision", revision)
            scene.write(since: shownScene, to: &object)
            writeStatus(to: &object)
        }.text
    }

    /// Writes the members of the answer that concern the whole document.
    private func writeStatus(to object: inout JSONObject) {
        object.add("problems", sketch.diagram.problems) { item, problem in
            item.add("message", problem.message)
            let elements = problem.states.map { Sketch.Element.state($0) }
            item.add("elements", (elements + problem.transitions.map { .transition($0) }).map(\.name))
        }
        object.add("canUndo", sketch.canUndo)
        object.add("canRedo", sketch.canRedo)
        object.add("words", triedWords(words)) { item, tried in
            item.add("word", tried.word.text)
            item.add("want", tried.word.expectedVerdict?.rawValue)
            item.add("is", tried.verdict?.rawValue)
            if let reason = tried.reason { item.add("why", reason) }
        }
        write(chain, to: &object)
        object.add("spoken", sketch.diagram.spokenDescription)
    }

    private func answer(to change: Sketch.Change, scene: JSONObject? = nil) -> JSONObject {
        JSONObject { object in
            object.add("changed", !change.isEmpty)
            if !change.inserted.isEmpty { object.add("inserted", change.inserted.map(\.name)) }
            if let interpretation = change.interpretation {
                object.add("understanding", self.object(of: interpretation))
            }
            if let notice = change.notice { object.add("notice", notice.description) }
            if let scene { object.add("scene", scene) }
        }
    }

    private func object(of interpretation: Sketch.Interpretation) -> JSONObject {
        JSONObject { object in
            object.add("ink", Sketch.Element.ink(interpretation.ink).name)
            object.add("reading", interpretation.reading.rawValue)
            let ink = sketch[interpretation.ink]
            object.add("element", (ink?.element ?? ink?.transcription?.element)?.name)
            object.add("probability", interpretation.probability)
            object.add("reason", interpretation.reason)
            object.add("alternatives", interpretation.alternatives) { item, alternative in
                item.add("reading", alternative.reading.rawValue)
                item.add("probability", alternative.probability)
            }
            if let handwriting = interpretation.handwriting {
                object.add("text", handwriting.text)
                object.add("texts", handwriting.candidates) { item, candidate in
                    item.add("text", candidate.text)
                    item.add("probability", candidate.probability)
                }
            }
        }
    }
}

extension Diagram {
    /// Returns the part of the diagram with some elements, and with the arrows between its states.
    fileprivate func part(with elements: [Sketch.Element]) -> Diagram {
        let elements = Set(elements)
        let states = states.filter { elements.contains(.state($0.id)) }
        let ids = Set(states.map(\.id))
        let arrows = transitions.filter { arrow in
            let isInside = [arrow.start, arrow.end].allSatisfy { $0.map(ids.contains) ?? true }
            return elements.contains(.transition(arrow.id)) || (isInside && (arrow.start ?? arrow.end) != nil)
        }
        return Diagram(
            states: states, transitions: arrows, notes: notes.filter { elements.contains(.note($0.id)) },
            addedCount: addedCount)
    }
}
