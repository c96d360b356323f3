import AlgorithmSupport
import Automata
import Diagrams
import Testing
import WorkLimits

@Suite struct DiagramTests {
    private func point(_ x: Double, _ y: Double = 0) -> Diagram.Point { Diagram.Point(x: x, y: y) }

    @Test func automaticNamesNeverCollide() throws {
        var diagram = Diagram()
        let (first, second) = (diagram.addState(at: .zero), diagram.addState(at: point(100)))
        #expect(diagram.states.map(\.name) == ["q0", "q1"])
        // A name that is given takes precedence over an automatic one.
        var state = try #require(diagram[first])
        state.name = "q1"
        diagram.update(state)
        #expect(diagram.states.map(\.name) == ["q1", "q0"])
        #expect(diagram[first]?.hasAutomaticName == false && diagram[second]?.hasAutomaticName == true)
        let third = diagram.addState(at: .zero, name: "q0")
        #expect(diagram[third]?.name == "q0")
        #expect(diagram.states.map(\.name) == ["q1", "q2", "q0"])
        // Without a name it gets an automatic one again.
        state.name = ""
        diagram.update(state)
        #expect(diagram.states.map(\.name) == ["q1", "q2", "q0"])
        #expect(diagram[first]?.hasAutomaticName == true)
        #expect(diagram.problems.allSatisfy { if case .duplicateName = $0.reason { false } else { true } })
    }

    /// Many names at once are given as one by one.
    @Test func manyNamesAreGivenInOrder() throws {
        var random = SplitMix64(seed: 4)
        var renamedCount = 0
        for _ in 0..<300 {
            func name() -> String {
                let number = Int(random.next() % 8)
                return random.next() % 4 == 0 ? "" : random.next() % 4 == 0 ? "A\(number)" : "q\(number)"
            }
            var (oneByOne, together) = (Diagram(), Diagram())
            let added = (0..<Int(random.next() % 6)).map { _ in name() }
            for name in added { oneByOne.addState(at: point(1), radius: 2, name: name) }
            let ids = together.addStates(added.map { (center: point(1), radius: 2, name: $0) })
            #expect(oneByOne == together && ids == together.states.map(\.id), "\(added)")
            guard !ids.isEmpty else { continue }
            let renamed = (0..<Int(random.next() % 8)).map { _ in (ids[Int(random.next() % UInt64(ids.count))], name())
            }
            for (id, name) in renamed {
                var state = try #require(oneByOne[id])
                renamedCount += 1
                state.name = name
                oneByOne.update(state)
            }
            together.rename(renamed.map { (id: $0.0, name: $0.1) })
            #expect(oneByOne == together, "\(added) \(renamed)")
            oneByOne.addState(at: .zero)
            together.addState(at: .zero)
            #expect(oneByOne == together)
        }
        #expect(renamedCount > 500)
    }

    @Test func messagesListTheFirstProblems() {
        var diagram = Diagram()
        let state = diagram.addState(at: .zero)
        diagram.addTransition(to: state)
        for _ in 0..<10 { diagram.addTransition(from: state, to: state) }
        #expect(DiagramError.incomplete(diagram.problems).messages.count == 10)
        diagram.addTransition(from: state, to: state)
        #expect(DiagramError.incomplete(diagram.problems).messages.last == "1 more problem")
        for _ in 0..<1000 { diagram.addTransition(from: state, to: state) }
        let messages = DiagramError.incomplete(diagram.problems).messages
        #expect(messages.count == 11 && messages[10] == "1001 more problems")
        #expect(DiagramError.incomplete(diagram.problems).description == messages.joined(separator: "\n"))
    }

    @Test func namesThatAreGivenTwiceAreAProblem() throws {
        var diagram = Diagram()
        for _ in 0..<3 { diagram.addTransition(to: diagram.addState(at: .zero, name: "A")) }
        let problem = try #require(diagram.problems.first)
        #expect(problem.reason == .duplicateName("A"))
        #expect(problem.message == "Three states are called A: rename all but one")
        #expect(problem.states == diagram.states.map(\.id) && problem.transitions.isEmpty)
        // Names are equal if their bytes are.
        var accents = Diagram()
        for name in ["\u{E9}", "e\u{301}"] { accents.addTransition(to: accents.addState(at: .zero, name: name)) }
        #expect(accents.problems.isEmpty)
        #expect(try accents.automaton().stateCount == 2)
    }

    @Test func everyProblemIsToldAtOnce() throws {
        #expect(Diagram().problems.map(\.reason) == [.noState])
        var diagram = Diagram()
        let (s, e) = (diagram.addState(at: .zero, name: "S"), diagram.addState(at: point(100), name: "E"))
        let unlabeled = diagram.addTransition(from: s, to: e)
        let endless = diagram.addTransition(from: s, symbols: ["a"])
        let startless = diagram.addTransition(to: e, symbols: ["a"])
        let loose = diagram.addTransition(symbols: ["a"])
        let problems = diagram.problems
        #expect(problems.map(\.reason) == [.noInitialState, .noSymbol, .noEnd, .noStart, .noEnds])
        #expect(problems.dropFirst().map(\.transitions) == [[unlabeled], [endless], [startless], [loose]])
        #expect(problems[0].message == "No initial state: draw an arrow to a state")
        #expect(problems[1].message == "An arrow from S has no symbol: write one, or ε")
        #expect(problems[2].message == "An arrow from S leads nowhere: pull its tip to a state")
        #expect(throws: DiagramError.incomplete(problems)) { try diagram.automaton() }
        #expect(throws: DiagramError.self) { try diagram.simulate("a") }
    }

    /// Task C: →S –A→ E, E –ε→ D, D –B→ C, C –B→ E; final E.
    private func taskC() -> (Diagram, states: [Diagram.State.ID], transitions: [Diagram.Transition.ID]) {
        var diagram = Diagram()
        let states = ["S", "E", "D", "C"].enumerated().map {
            diagram.addState(at: point(100 * Double($0.offset)), name: $0.element, isFinal: $0.element == "E")
        }
        let transitions = [
            diagram.addTransition(to: states[0]),
            diagram.addTransition(from: states[0], to: states[1], symbols: ["A"]),
            diagram.addTransition(from: states[1], to: states[2], hasEpsilon: true),
            diagram.addTransition(from: states[2], to: states[3], symbols: ["B"]),
            diagram.addTransition(from: states[3], to: states[1], symbols: ["B"]),
        ]
        return (diagram, states, transitions)
    }

    @Test func aSimulationShowsStatesAndArrows() throws {
        let (diagram, states, transitions) = taskC()
        let run = try diagram.simulate("ABB")
        #expect(run.isAccepted && run.stuckIndex == nil)
        #expect(run.steps.map(\.symbol) == [nil, "A", "B", "B"])
        #expect(
            run.steps.map { Set($0.states) } == [
                [states[0]], [states[1], states[2]], [states[3]], [states[1], states[2]],
            ])
        #expect(
            run.steps.map(\.transitions)
                == [[transitions[0]], [transitions[1]], [transitions[3]], [transitions[4]]])
        #expect(run.steps.map(\.epsilonTransitions) == [[], [transitions[2]], [], [transitions[2]]])
        let path = try #require(run.acceptingPath)
        #expect(path.states == [0, 1, 2, 3, 1].map { states[$0] })
        #expect(path.transitions == transitions)
        for (word, isAccepted) in [("A", true), ("BA", false), ("AB", false), ("", false)] {
            #expect(try diagram.simulate(word).isAccepted == isAccepted)
        }
        // A budget ends the run, with its error.
        #expect(throws: DiagramError.self) { try diagram.simulate("A", budget: Budget(maximumStates: 1)) }
        #expect(throws: DiagramError.self) {
            try diagram.simulate([String](repeating: "A", count: 9), budget: Budget(maximumBytes: 1))
        }
        // A symbol that no arrow has can't be read.
        let stuck = try diagram.simulate("AxB")
        #expect(!stuck.isAccepted && stuck.stuckIndex == 1 && stuck.steps.count == 2 && stuck.acceptingPath == nil)
        #expect(try diagram.simulate("A,B,B", separator: ",").isAccepted)
        #expect(try diagram.simulate("BA").stuckIndex == 0)
    }

    @Test func theAutomatonIsThatOfTheArrows() throws {
        let (diagram, _, _) = taskC()
        let automaton = try diagram.automaton()
        #expect(automaton.stateNames == ["S", "E", "D", "C"])
        #expect(automaton.alphabet.count == 2)
        #expect(automaton.transitionCount == 4)
        let other = try EpsilonNFA(
            alphabet: ["A", "B"], transitions: [("S", "A", "E"), ("E", "", "D"), ("D", "B", "C"), ("C", "B", "E")],
            initial: ["S"], final: ["E"])
        #expect(try automaton.isEquivalent(to: other))
    }

    @Test func aStateThatIsRemovedLeavesItsArrows() throws {
        var (diagram, states, transitions) = taskC()
        let loop = diagram.addTransition(from: states[1], to: states[1], symbols: ["C"])
        diagram.remove(states[1])
        #expect(diagram[states[1]] == nil && diagram[loop] == nil)
        let arrow = try #require(diagram[transitions[1]])
        #expect(arrow.start == states[0] && arrow.end == nil)
        // The tip stays at the outline that is gone.
        #expect(arrow.tip == point(100 - Diagram.State.defaultRadius))
        #expect(diagram.ends(of: arrow).tip == arrow.tip)
        #expect(diagram.ends(of: arrow).tail == point(Diagram.State.defaultRadius))
        diagram.remove(transitions[1])
        #expect(diagram[transitions[1]] == nil && diagram.transitions.count == 4)
        // Numbers aren't used again.
        let new = diagram.addState(at: .zero)
        #expect(!states.contains(new) && new > states[3])
    }

    @Test func symbolsAreSortedAndUnique() throws {
        var diagram = Diagram()
        let state = diagram.addState(at: .zero)
        let id = diagram.addTransition(from: state, to: state, symbols: ["b", "", "a", "b", "é", "e\u{301}"])
        #expect(diagram[id]?.symbols.map { Array($0.utf8) } == ["a", "b", "e\u{301}", "é"].map { Array($0.utf8) })
    }

    /// é as one scalar and as two are different names, symbols and notes.
    @Test func textsAreComparedByTheirBytes() throws {
        let (one, two) = ("\u{E9}", "e\u{301}")
        var diagram = Diagram()
        let state = diagram.addState(at: .zero, name: one)
        let arrow = diagram.addTransition(from: state, to: state, symbols: [one])
        let note = diagram.addNote(one, at: .zero)
        let before = diagram
        var renamed = try #require(diagram[state])
        renamed.name = two
        diagram.update(renamed)
        #expect(diagram[state].map { Array($0.name.utf8) } == Array(two.utf8))
        #expect(diagram[state] != before[state])
        var other = try #require(diagram[arrow])
        other.symbols = [two]
        #expect(other != before[arrow])
        var rewritten = try #require(diagram[note])
        rewritten.text = two
        #expect(rewritten != before[note])
    }

    @Test func notesAreKept() throws {
        var diagram = Diagram()
        let id = diagram.addNote("ask about ε", at: point(3, 4))
        var note = try #require(diagram[id])
        note.position = Diagram.Point(x: .nan, y: 7)
        note.text = "asked"
        diagram.update(note)
        #expect(diagram[id]?.position == point(3, 7) && diagram[id]?.text == "asked")
        diagram.remove(id)
        #expect(diagram.notes.isEmpty)
    }

    /// Random changes, wild numbers among them: the invariants hold after each one.
    @Test func everyDiagramIsValid() throws {
        var random = SplitMix64(seed: 41)
        let wild = [0.0, -1, 1e-300, 1e300, .infinity, -.infinity, .nan, 17.5, 1e9, -3]
        func number(_ random: inout SplitMix64) -> Double { wild[Int.random(in: 0..<wild.count, using: &random)] }
        for _ in 0..<200 {
            var diagram = Diagram()
            for _ in 0..<60 {
                let place = Diagram.Point(x: number(&random), y: number(&random))
                let state = diagram.states.randomElement(using: &random)
                let transition = diagram.transitions.randomElement(using: &random)
                switch Int.random(in: 0..<8, using: &random) {
                case 0, 1:
                    diagram.addState(
                        at: place, radius: number(&random), name: ["", "q1", "A"].randomElement(using: &random))
                case 2, 3:
                    diagram.addTransition(
                        from: state?.id, to: diagram.states.randomElement(using: &random)?.id, symbols: ["a", ""])
                case 4:
                    guard var state else { continue }
                    state.radius = number(&random)
                    state.center = place
                    state.name = ["", "q0", "q2"].randomElement(using: &random) ?? ""
                    diagram.update(state)
                case 5:
                    guard var transition else { continue }
                    (transition.tail, transition.tip) = (place, place)
                    (transition.bend, transition.angle) = (number(&random), number(&random))
                    transition.end = state?.id
                    diagram.update(transition)
                case 6: if let state { diagram.remove(state.id) }
                default: if let transition { diagram.remove(transition.id) }
                }
                check(diagram)
            }
        }
    }

    private func check(_ diagram: Diagram) {
        func isValid(_ place: Diagram.Point) -> Bool { abs(place.x) <= 1e9 && abs(place.y) <= 1e9 }
        for state in diagram.states {
            #expect(isValid(state.center) && state.radius >= 1e-3 && state.radius <= 1e9 && !state.name.isEmpty)
            #expect(diagram[state.id] == state)
        }
        for transition in diagram.transitions {
            #expect(transition.start.map { diagram[$0] != nil } ?? true)
            #expect(transition.end.map { diagram[$0] != nil } ?? true)
            #expect(isValid(transition.tail) && isValid(transition.tip) && abs(transition.bend) <= 1e9)
            #expect(abs(transition.angle) <= .pi)
            let ends = diagram.ends(of: transition)
            #expect(ends.tail.x.isFinite && ends.tail.y.isFinite && ends.tip.x.isFinite && ends.tip.y.isFinite)
        }
        let automatic = diagram.states.filter(\.hasAutomaticName).map(\.name)
        #expect(automatic.allSatisfy { name in diagram.states.count { $0.name == name } == 1 })
        let automaton = try? diagram.automaton()
        #expect((automaton != nil) == diagram.problems.isEmpty)
    }
}
