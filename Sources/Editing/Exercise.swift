public import Automata
internal import Sketches
internal import TextSupport

/// A task with its solution: a text that says what to draw, and an automaton to compare with.
///
/// ```json
/// {"format": "automata-exercise", "version": 1,
///  "title": "Ends with 01",
///  "task": "Draw a DFA for the words over 0 and 1 that end with 01.",
///  "solution": "ends-with-01.jff",
///  "words": [{"word": "0101", "want": "accept"}],
///  "demands": {"deterministic": true, "states": 3},
///  "feedback": "witness",
///  "panels": ["facts", "table"]}
/// ```
///
/// The solution is a file in the folder of the exercise or, with the key `"expression"`, a regular
/// expression such as `"(0|1)*01"`. Students don't see it.
public struct Exercise: Sendable {
    /// The title.
    public let title: String
    /// The task in words.
    let task: String
    /// The words to try.
    public let words: [TriedWord]
    /// The demands on the automaton, beyond its language.
    let demands: Demands
    /// The kind of answer to a wrong solution.
    let feedback: Feedback
    /// The panels that are offered; `nil` for all panels.
    let panels: [Panel]?
    /// The solution.
    let solution: Automaton

    /// Demands on an automaton, beyond its language.
    struct Demands: Sendable, Hashable {
        /// A Boolean value that indicates whether the automaton must be deterministic.
        var isDeterministic = false
        /// The maximum number of states.
        var maximumStates: Int?
    }

    /// A panel that an exercise may offer.
    enum Panel: String, Sendable, Hashable, CaseIterable {
        case facts, table, expression, grammar, steps, compare, chain
    }

    /// A kind of answer to a wrong solution. Each case reveals more than the case before it.
    enum Feedback: String, Sendable, Hashable {
        /// Reports only whether the answer is right.
        case verdict
        /// Also reports the number of the exercise's words with the right verdict.
        case words
        /// Also reports the shortest words that are wrongly accepted and wrongly rejected.
        case witness
    }

    /// The file name extension of exercises.
    public static let fileExtension = "exercise"

    /// Creates an exercise with only a solution.
    ///
    /// - Parameters:
    ///   - solution: The solution.
    ///   - budget: The bound on states and memory.
    /// - Throws: ``EditorError`` if the drawing of the solution isn't an automaton, or if the
    ///   budget is exceeded.
    public init(solution: EditorDocument, budget: Budget = .default) throws(EditorError) {
        do throws(PanelFailure) { self.solution = try solution.automaton(budget) } catch {
            throw EditorError(error)
        }
        (title, task, words, demands, feedback, panels) = ("", "", [], Demands(), .witness, nil)
    }

    /// Reads an exercise.
    ///
    /// - Parameters:
    ///   - text: The text, in JSON.
    ///   - name: The name of the file, for messages.
    ///   - budget: The bound on states and memory for the automaton of the solution.
    ///   - open: A function that opens a file in the folder of the exercise.
    /// - Throws: ``EditorError`` with the place of the error, or if the solution exceeds the
    ///   budget; and every error that `open` throws.
    public init(
        parsing text: UnsafeRawBufferPointer, name: String, budget: Budget = .default,
        open: (_ fileName: String) throws(EditorError) -> EditorDocument
    ) throws(EditorError) {
        var parts = ExerciseParts()
        var cursor = JSONCursor(text, from: text.byteOrderMarkLength)
        do throws(TextProblem) {
            try parts.read(&cursor)
        } catch {
            let position = TextPosition(of: error.offset ?? cursor.position, in: text)
            throw EditorError(message: "\(name):\(position.line):\(position.column): \(error.message)")
        }
        do throws(EditorError) {
            solution = try Self.automaton(of: parts.solution, budget, open)
        } catch {
            throw EditorError(message: "\(name): the solution: \(error.message)")
        }
        (title, task, words, demands) = (parts.title, parts.task, parts.words, parts.demands)
        (feedback, panels) = (parts.feedback, parts.panels)
    }

    private static func automaton(
        of solution: ExerciseParts.Solution, _ budget: Budget,
        _ open: (_ fileName: String) throws(EditorError) -> EditorDocument
    ) throws(EditorError) -> Automaton {
        do throws(PanelFailure) {
            switch solution {
            case .file(let name):
                let document: EditorDocument
                do throws(EditorError) { document = try open(name) } catch { throw .refused(error.message) }
                return try document.automaton(budget)
            case .expression(let text): return try .drawn(ofExpression: text, budget)
            }
        } catch {
            throw EditorError(error)
        }
    }
}

/// The members of an exercise while they are read.
private struct ExerciseParts {
    enum Solution {
        case file(String)
        case expression(String)
    }

    var (title, task) = ("", "")
    var words: [TriedWord] = []
    var demands = Exercise.Demands()
    var feedback = Exercise.Feedback.witness
    var panels: [Exercise.Panel]?
    var solution = Solution.expression("")

    /// The keys of an object that were read; each may come once.
    private struct Keys {
        private var read: Set<String> = []

        mutating func insert(_ key: String, at offset: Int) throws(TextProblem) {
            guard read.insert(key).inserted else {
                throw TextProblem(offset: offset, message: "duplicate key '\(key)'; remove one of the two")
            }
        }

        func contains(_ key: String) -> Bool { read.contains(key) }
    }

    mutating func read(_ cursor: inout JSONCursor) throws(TextProblem) {
        var keys = Keys()
        var parts = self
        try cursor.object("an exercise") { (cursor, key, offset) throws(TextProblem) in
            try keys.insert(key, at: offset)
            switch key {
            case "format":
                guard try cursor.string() == "automata-exercise" else {
                    throw TextProblem(offset: offset, message: "expected the format 'automata-exercise'")
                }
            case "version":
                guard try cursor.wholeNumber() == 1 else {
                    throw TextProblem(offset: offset, message: "expected version 1 of the format")
                }
            case "title": parts.title = try cursor.string()
            case "task": parts.task = try cursor.string()
            case "solution": parts.solution = .file(try cursor.string())
            case "expression": parts.solution = .expression(try cursor.string())
            case "words": parts.words = try cursor.list { cursor throws(TextProblem) in try Self.word(&cursor) }
            case "demands": parts.demands = try Self.demands(&cursor)
            case "feedback":
                guard let feedback = Exercise.Feedback(rawValue: try cursor.string()) else {
                    throw TextProblem(offset: offset, message: "invalid feedback; expected verdict, words or witness")
                }
                parts.feedback = feedback
            case "panels":
                parts.panels = try cursor.list { cursor throws(TextProblem) in
                    let name = try cursor.string()
                    guard let panel = Exercise.Panel(rawValue: name) else {
                        let names = Exercise.Panel.allCases.map(\.rawValue).joined(separator: ", ")
                        throw TextProblem(offset: offset, message: "unknown panel '\(name)'; expected one of \(names)")
                    }
                    return panel
                }
            default: throw TextProblem(offset: offset, message: "unknown key '\(key)' of an exercise; remove it")
            }
        }
        try cursor.finish("the end of the exercise")
        for (key, value) in [("format", "\"automata-exercise\""), ("version", "1")] where !keys.contains(key) {
            throw TextProblem(offset: 0, message: "expected \"\(key)\":\(value)")
        }
        guard keys.contains("solution") != keys.contains("expression") else {
            throw TextProblem(
                offset: 0, message: "expected either a file as \"solution\" or an \"expression\" in the exercise")
        }
        self = parts
    }

    private static func word(_ cursor: inout JSONCursor) throws(TextProblem) -> TriedWord {
        cursor.skipBlanks()
        let start = cursor.position
        var (word, keys) = (TriedWord(""), Keys())
        try cursor.object("a word") { (cursor, key, offset) throws(TextProblem) in
            try keys.insert(key, at: offset)
            switch key {
            case "word": word.text = try cursor.string()
            case "want":
                if cursor.skipWord("null") { return }
                word.expectedVerdict = TriedWord.Acceptance(rawValue: try cursor.string())
                if word.expectedVerdict == nil {
                    throw TextProblem(offset: offset, message: "expected \"accept\" or \"reject\"")
                }
            default: throw TextProblem(offset: offset, message: "unknown key '\(key)' of a word; remove it")
            }
        }
        guard keys.contains("word") else { throw TextProblem(offset: start, message: "expected \"word\" in a word") }
        return word
    }

    private static func demands(_ cursor: inout JSONCursor) throws(TextProblem) -> Exercise.Demands {
        var (demands, keys) = (Exercise.Demands(), Keys())
        try cursor.object("demands") { (cursor, key, offset) throws(TextProblem) in
            try keys.insert(key, at: offset)
            switch key {
            case "deterministic": demands.isDeterministic = try cursor.flag()
            case "states":
                let count = try cursor.wholeNumber()
                guard count > 0 else { throw TextProblem(offset: offset, message: "expected 1 or more states") }
                demands.maximumStates = count
            default: throw TextProblem(offset: offset, message: "unknown demand '\(key)'; remove it")
            }
        }
        return demands
    }
}
