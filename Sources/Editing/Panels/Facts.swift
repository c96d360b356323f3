internal import Automata
internal import AutomataCounting
internal import Diagrams
internal import Sketches
internal import TextSupport

extension PanelAnswer {
    /// The greatest length of the words that are counted.
    private static let maximumCountedLength = 10

    /// The properties of the automaton, its words by length, and what changed.
    func facts() throws(PanelFailure) -> (inout JSONObject) -> Void {
        let automaton = try automaton()
        // Quick facts first, so that the others don't use up their time.
        let change = change(to: automaton)
        let counter = try? WordCounter(automaton, budget: budget)
        let counts = (0...Self.maximumCountedLength).map { length in
            (try? counter?.count(ofLength: length, budget: budget).text(budget: budget)) ?? nil
        }
        let number =
            automaton.isFinite ? try? counter?.countOfAllWords(budget: budget)?.text(budget: budget) : "infinite"
        let ambiguity = Result { () throws(AutomataError) in try automaton.ambiguity(budget: budget) }
        let facts = [
            deterministic(automaton), total(automaton), minimal(automaton),
            Fact("empty", automaton.isEmpty), finite(automaton), Fact(unambiguous: ambiguity),
        ]
        return { object in
            object.add("states", automaton.stateCount)
            object.add("arrows", diagram.transitions.count { !$0.marksInitialState })
            object.add("symbols", automaton.alphabet.count)
            object.add("facts", facts) { item, fact in
                item.add("name", fact.name)
                item.add("is", fact.value)
                if let reason = fact.reason { item.add("why", reason) }
            }
            object.add("counts", counts)
            object.add("total", number)
            object.add("shortest", automaton.shortestWord(), in: diagram)
            object.add("longest", automaton.isFinite ? automaton.longestWord() : nil, in: diagram)
            object.add("ambiguous", (try? ambiguity.get()).flatMap { self.object(of: $0) })
            object.add("change", change)
        }
    }

    private struct Fact {
        let name: String
        let value: Bool?
        var reason: String?

        init(_ name: String, _ value: Bool?, because reason: String? = nil) {
            (self.name, self.value, self.reason) = (name, value, reason)
        }

        init(unambiguous ambiguity: Result<Ambiguity?, AutomataError>) {
            switch ambiguity {
            case .success(let found):
                self.init(
                    "unambiguous", found == nil,
                    because: found.map { "two runs accept \($0.witness.shortened)" })
            case .failure(let error): self.init("unambiguous", nil, because: error.sentence)
            }
        }
    }

    private func deterministic(_ automaton: Automaton) -> Fact {
        let reason: String? =
            switch automaton.nondeterminism {
            case nil: nil
            case .initialStates(let first, let second):
                "both \(automaton.name(of: first)) and \(automaton.name(of: second)) are initial"
            case .targets(let source, let symbol, let first, let second):
                "\(Label.brief(automaton.alphabet.name(of: symbol))) leads from \(automaton.name(of: source)) "
                    + "to \(automaton.name(of: first)) and to \(automaton.name(of: second))"
            case .epsilonMove(let source, let target):
                "ε leads from \(automaton.name(of: source)) to \(automaton.name(of: target))"
            }
        return Fact("deterministic", automaton.isDeterministic, because: reason)
    }

    private func total(_ automaton: Automaton) -> Fact {
        let view = automaton.asEpsilonNFA
        for state in view.states {
            for symbol in view.alphabet.symbols where view.targets(from: state, on: symbol).isEmpty {
                let reason = "no arrow leaves \(view.name(of: state)) on \(Label.brief(view.alphabet.name(of: symbol)))"
                return Fact("total", automaton.isTotal, because: automaton.isTotal ? nil : reason)
            }
        }
        return Fact("total", automaton.isTotal)
    }

    private func minimal(_ automaton: Automaton) -> Fact {
        guard let dfa = automaton.asDFA else {
            return Fact("minimal", nil, because: "only a deterministic automaton can be minimal")
        }
        let found: Nonminimality?
        do throws(AutomataError) { found = try dfa.nonminimality(budget: budget) } catch {
            return Fact("minimal", nil, because: error.sentence)
        }
        let reason: String? =
            switch found {
            case nil: nil
            case .unreachable(let state): "no word leads to \(dfa.name(of: state))"
            case .dead(let state): "no word is accepted from \(dfa.name(of: state))"
            case .equivalent(let first, let second):
                "the same words are accepted from \(dfa.name(of: first)) and \(dfa.name(of: second))"
            }
        return Fact("minimal", found == nil, because: reason)
    }

    private func finite(_ automaton: Automaton) -> Fact {
        let pumpingTriple = automaton.isFinite ? nil : try? automaton.pumpingTriple(budget: budget)
        return Fact(
            "finite", automaton.isFinite, because: pumpingTriple.map { "all words of \($0) are accepted" })
    }

    private func object(of ambiguity: Ambiguity) -> JSONObject {
        let ids = diagram.states.map { Sketch.Element.state($0.id).name }
        let runs = [ambiguity.first, ambiguity.second].map { run in run.states.map { ids[Int($0)] } }
        return JSONObject { object in
            object.add("word", ambiguity.witness, in: diagram)
            object.add("runs", runs)
        }
    }

    /// The words that the language gained and lost since the document was opened or saved.
    private func change(to automaton: Automaton) -> JSONObject? {
        guard let baseline = context.baseline else { return nil }
        return JSONObject { object in
            object.add("since", context.isBaselineSaved ? "save" : "open")
            do throws(PanelFailure) {
                let old = try baseline.automaton(budget)
                let difference = try attempt { () throws(AutomataError) in
                    try WordDifference(of: automaton, from: old, budget: budget)
                }
                object.add("equal", difference.isEmpty)
                object.add("gained", difference.extra, in: diagram)
                object.add("lost", difference.missing, in: diagram)
            } catch {
                error.write(to: &object)
            }
        }
    }
}
