internal import Automata
internal import Diagrams
internal import Sketches
internal import TextSupport

/// A word that is tried on a document after every change.
public struct TriedWord: Sendable, Hashable {
    /// The word as the user typed it.
    public var text: String
    /// The correct verdict, or `nil` if it isn't known.
    public var expectedVerdict: Acceptance?

    /// The answer to the question whether an automaton accepts a word.
    public enum Acceptance: String, Sendable, Hashable {
        /// The word is accepted.
        case accept
        /// The word is rejected.
        case reject
    }

    /// Creates a word to try.
    public init(_ text: String, expectedVerdict: Acceptance? = nil) {
        (self.text, self.expectedVerdict) = (text, expectedVerdict)
    }

    /// Returns whether two words have the same bytes and the same expected verdict.
    public static func == (left: TriedWord, right: TriedWord) -> Bool {
        left.expectedVerdict == right.expectedVerdict && left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Reads a word of a table.
    init(_ cursor: inout JSONCursor) throws(TextProblem) {
        let members = try JSONMembers(&cursor, "a word")
        let verdict = try members.value("want") { cursor throws(TextProblem) in try cursor.scalar() } ?? nil
        self.init(try members.string("word") ?? "", expectedVerdict: verdict.flatMap(Acceptance.init))
    }
}

/// A word with its verdict.
struct WordVerdict {
    let word: TriedWord
    /// The verdict; `nil` if the word couldn't be tried.
    let verdict: TriedWord.Acceptance?
    /// The reason why there is no verdict.
    let reason: String?
}

extension EditorDocument {
    /// The maximum number of words, and of symbols in a word, that are tried after each change.
    private static let (maximumWords, maximumSymbols) = (1000, 10_000)
    /// The greatest work for all words, in visited states and transitions.
    ///
    /// This is the work for the longest word on the largest automaton that is edited by hand.
    private static let maximumWork =
        maximumSymbols * (Automaton.maximumEditable.states + Automaton.maximumEditable.transitions)

    /// Returns the greatest work that a word can cause on an automaton.
    private static func work(of symbols: [String], on automaton: EpsilonNFA) -> Int {
        (symbols.count + 1)
            * (automaton.stateCount + automaton.transitionCount + automaton.epsilonMoveCount)
    }

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
        let spelling = SymbolSpelling(sketch.diagram)
        var workLeft = Self.maximumWork
        return words.enumerated().map { index, word in
            let symbols = index < Self.maximumWords ? spelling.symbols(of: word.text) : []
            guard index < Self.maximumWords, symbols.count <= Self.maximumSymbols else {
                return WordVerdict(word: word, verdict: nil, reason: "Too long to be tried after each change")
            }
            let work = Self.work(of: symbols, on: automaton)
            guard work <= workLeft else {
                return WordVerdict(word: word, verdict: nil, reason: "Too much work to be tried after each change")
            }
            workLeft -= work
            let ids = symbols.map { automaton.alphabet.symbol(named: $0) }
            let isAccepted = !ids.contains(nil) && automaton.accepts(ids.compactMap(\.self))
            return WordVerdict(word: word, verdict: isAccepted ? .accept : .reject, reason: nil)
        }
    }

    /// The run on a word, step by step.
    func run(_ word: String) -> JSONObject {
        do throws(PanelFailure) {
            let (simulation, steps) = try shownRun(on: SymbolSpelling(sketch.diagram).symbols(of: word))
            return JSONObject { object in
                object.add("accepted", simulation.isAccepted)
                object.add("symbols", simulation.word)
                object.add("steps", written: steps)
                object.add("reason", simulation.reason(in: sketch.diagram))
            }
        } catch {
            return JSONObject { object in
                if case .failed(let error) = error, error.isBudgetExceeded {
                    object.add("reason", "The run is too long to be shown step by step; try a shorter word.")
                    object.add("isLimit", true)
                } else {
                    error.write(to: &object)
                }
            }
        }
    }

    /// Runs the document on a word.
    ///
    /// - Throws: ``PanelFailure``, also if the run is too much work, or too long for an answer.
    private func shownRun(on symbols: [String]) throws(PanelFailure) -> (Simulation, steps: [String]) {
        let limit = PanelAnswer.maximumDrawn
        // An element has 8 bytes here, and at least 5 in the answer.
        let budget = Budget(maximumBytes: 8 * limit)
        let excess = PanelFailure.failed(.budgetExceeded(statesBuilt: 0, limit: .bytes(limit)))
        let automaton: EpsilonNFA
        do throws(DiagramError) { automaton = try sketch.diagram.automaton() } catch { throw PanelFailure(error) }
        guard symbols.count <= Self.maximumSymbols, Self.work(of: symbols, on: automaton) <= Self.maximumWork else {
            throw excess
        }
        let simulation: Simulation
        do throws(DiagramError) { simulation = try sketch.diagram.simulate(symbols, budget: budget) } catch {
            throw PanelFailure(error)
        }
        var steps: [String] = []
        var byteCount = 0
        for step in simulation.steps {
            let item = JSONObject { item in
                item.add("symbol", step.symbol)
                item.add("states", step.states.map { Sketch.Element.state($0).name })
                item.add("transitions", step.transitions.map { Sketch.Element.transition($0).name })
                item.add("epsilon", step.epsilonTransitions.map { Sketch.Element.transition($0).name })
            }.text
            byteCount += item.utf8.count
            guard byteCount <= limit else { throw excess }
            steps.append(item)
        }
        return (simulation, steps)
    }
}

extension Simulation {
    /// The reason for the verdict, in a sentence.
    fileprivate func reason(in diagram: Diagram) -> String {
        let last = steps.last?.states ?? []
        let names = last.compactMap { diagram[$0]?.name }
        let states = names.count > 8 ? "\(names.count) states" : Self.list(names)
        if let stuckIndex {
            return "No arrow reads \(word[stuckIndex]) from \(names.isEmpty ? "there" : states)."
        }
        if isAccepted {
            let final = last.compactMap { diagram[$0] }.filter(\.isFinal).map(\.name)
            return "It ends in \(Self.list(Array(final.prefix(8)))), which \(final.count == 1 ? "is" : "are") final."
        }
        return names.isEmpty
            ? "It ends in no state."
            : "It ends in \(states), \(names.count == 1 ? "which isn't" : "none of which is") final."
    }

    private static func list(_ names: [String]) -> String {
        names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }
}
