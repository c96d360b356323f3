internal import Automata
internal import Diagrams
internal import Sketches
internal import TextSupport

/// A word that is tried on a document after every change.
public struct TriedWord: Sendable, Hashable {
    /// The word, as somebody typed it.
    public var text: String
    /// The verdict that is right, or `nil` if that isn't known.
    public var wanted: Verdict?

    /// The answer to whether an automaton accepts a word.
    public enum Verdict: String, Sendable, Hashable {
        /// The word is accepted.
        case accept
        /// The word is rejected.
        case reject
    }

    /// Creates a word to try.
    public init(_ text: String, wanted: Verdict? = nil) { (self.text, self.wanted) = (text, wanted) }

    /// Reads a word of a table.
    init(_ cursor: inout JSONCursor) throws(TextProblem) {
        var word = TriedWord("")
        try cursor.object("a word") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "word": word.text = try cursor.string()
            case "want": word.wanted = try cursor.scalar().flatMap(Verdict.init)
            default: try cursor.skipValue()
            }
        }
        self = word
    }
}

/// A word with its verdict.
struct WordVerdict {
    let word: TriedWord
    /// The verdict; `nil` if there is no automaton.
    let verdict: TriedWord.Verdict?
    /// The reason why there is no verdict.
    let reason: String?
}

extension Editor {
    /// The greatest number of words, and of symbols in one, that are tried after each change.
    private static let (mostWords, mostSymbols) = (1000, 10_000)

    /// Returns words with their verdicts.
    func triedWords(_ words: [TriedWord]) -> [WordVerdict] {
        guard !words.isEmpty else { return [] }
        let automaton: EpsilonNFA
        do throws(DiagramError) {
            automaton = try sketch.diagram.automaton()
        } catch {
            let reason = sketch.diagram.problems.first?.message ?? error.description
            return words.map { WordVerdict(word: $0, verdict: nil, reason: reason) }
        }
        return words.enumerated().map { index, word in
            let symbols = sketch.diagram.symbols(of: word.text)
            guard index < Self.mostWords, symbols.count <= Self.mostSymbols else {
                return WordVerdict(word: word, verdict: nil, reason: "Too long to be tried after each change")
            }
            let ids = symbols.map { automaton.alphabet.symbol(named: $0) }
            let isAccepted = !ids.contains(nil) && automaton.accepts(ids.compactMap(\.self))
            return WordVerdict(word: word, verdict: isAccepted ? .accept : .reject, reason: nil)
        }
    }

    /// The run on a word, step by step.
    func run(_ word: String) -> JSONObject {
        let simulation: Simulation
        do throws(DiagramError) {
            simulation = try sketch.diagram.simulate(sketch.diagram.symbols(of: word))
        } catch {
            return JSONObject { object in
                switch error {
                case .incomplete(let problems): object.add("problems", problems.map(\.message))
                case .failed: object.add("error", error.description)
                }
            }
        }
        return JSONObject { object in
            object.add("accepted", simulation.isAccepted)
            object.add("symbols", simulation.word)
            object.add("steps", simulation.steps) { item, step in
                item.add("symbol", step.symbol)
                item.add("states", step.states.map { Sketch.Element.state($0).name })
                item.add("transitions", step.transitions.map { Sketch.Element.transition($0).name })
                item.add("epsilon", step.epsilonTransitions.map { Sketch.Element.transition($0).name })
            }
            object.add("reason", simulation.reason(in: sketch.diagram))
        }
    }
}

extension Diagram {
    /// Returns the symbols that a text spells: at each place the longest name of a symbol, or
    /// between them one character that no arrow reads. Blanks and commas between symbols are passed
    /// over unless they are symbols.
    func symbols(of text: String) -> [String] {
        let names = Set(transitions.flatMap(\.symbols).map { Array($0.utf8) })
        let longest = names.map(\.count).max() ?? 0
        let bytes = Array(text.utf8)
        var symbols: [String] = []
        var place = 0
        while place < bytes.count {
            let lengths = stride(from: min(longest, bytes.count - place), to: 0, by: -1)
            if let length = lengths.first(where: { names.contains(Array(bytes[place..<place + $0])) }) {
                symbols.append(String(decoding: bytes[place..<place + length], as: UTF8.self))
                place += length
            } else {
                var end = place + 1
                while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
                let scalar = String(decoding: bytes[place..<end], as: UTF8.self)
                if scalar != " " && scalar != "," { symbols.append(scalar) }
                place = end
            }
        }
        return symbols
    }
}

extension Simulation {
    /// The reason for the verdict, in a sentence.
    fileprivate func reason(in diagram: Diagram) -> String {
        let last = steps.last?.states ?? []
        let names = last.compactMap { diagram[$0]?.name }
        let places = names.count > 8 ? "\(names.count) states" : Self.list(names)
        if let stuckIndex {
            return "No arrow reads \(word[stuckIndex]) from \(names.isEmpty ? "there" : places)."
        }
        if isAccepted {
            let final = last.compactMap { diagram[$0] }.filter(\.isFinal).map(\.name)
            return "It ends in \(Self.list(Array(final.prefix(8)))), which \(final.count == 1 ? "is" : "are") final."
        }
        return names.isEmpty
            ? "It ends in no state."
            : "It ends in \(places), \(names.count == 1 ? "which isn't" : "none of which is") final."
    }

    private static func list(_ names: [String]) -> String {
        names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }
}
