import AlgorithmSupport
import Automata
import AutomataFormats
import Testing

@Suite("Positions of states in files")
struct PositionTests {
    private func places(_ automaton: some FiniteAutomaton) -> [[Double]]? {
        automaton.statePositions?.map { [$0.x, $0.y] }
    }

    private func jff(_ states: String...) -> String {
        let states = states.enumerated().map { "<state id=\"\($0)\">\($1)</state>" }
        return "<structure><type>fa</type><automaton>\(states.joined())</automaton></structure>"
    }

    @Test func jflapKeepsCoordinates() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <structure>
             <type>fa</type>
             <automaton>
              <state id="0" name="q0">
               <x>121.5</x>
               <y>-7.0</y>
               <initial/>
              </state>
              <state id="1" name="q1">
               <x>0.1</x>
               <y>1e+16</y>
               <final/>
              </state>
             </automaton>
            </structure>

            """
        let automaton = try Format.jflap.read(text)
        #expect(places(automaton) == [[121.5, -7], [0.1, 1e16]])
        #expect(try Format.jflap.writeText(automaton) == text)
    }

    @Test func jflapPlacesStatesWithoutPositions() throws {
        #expect(
            places(try Format.jflap.read(jff("<x> 1 </x><y>2</y>", "<y>.5</y><x>1.0E3</x>"))) == [
                [1, 2], [1000, 0.5],
            ])
        // Those without a position stand in a row below the lowest.
        #expect(
            places(
                try Format.jflap.read(jff("<x>1</x>", "<x>90</x><y>2</y>", "<x>9</x><y>NaN</y>", "<x>5</x><y>30</y>")))
                == [[5, 150], [90, 2], [125, 150], [5, 30]])
        #expect(places(try Format.jflap.read(jff("<x>0</x><y>0</y>", "<x>1</x>"))) == [[0, 0], [0, 120]])
        // Nobody laid these out.
        #expect(places(try Format.jflap.read(jff("<x>0</x><y>0</y>", "<x>0.0</x><y>-0</y>"))) == nil)
        #expect(places(try Format.jflap.read(jff("<x>7</x><y>7</y>", "<x>7</x><y>7</y>", ""))) == nil)
        #expect(places(try Format.jflap.read(jff("<x>0</x><y>0</y>"))) == [[0, 0]])
        #expect(places(try Format.jflap.read(jff())) == nil)
        // Sums stay finite.
        let huge = "\(Double.greatestFiniteMagnitude)"
        #expect(
            places(try Format.jflap.read(jff("<x>\(huge)</x><y>\(huge)</y>", "", "")))
                == Array(repeating: [.greatestFiniteMagnitude, .greatestFiniteMagnitude], count: 3))
        for number in ["", "x", "NaN", "Infinity", "inf", "1e999", "0x1", "1,5", "1 2", "--1", "e", "."] {
            let automaton = try Format.jflap.read(jff("<x>\(number)</x><y>2</y>"))
            #expect(automaton.stateCount == 1 && places(automaton) == nil, "\(number)")
        }
        // As they were before there were positions.
        #expect(
            try Format.jflap.writeText(try Format.jflap.read(jff("", ""))).contains("<x>220.0</x>\n   <y>120.0</y>"))
    }

    @Test func jflapPlacesItsNewState() throws {
        let nfa = try NFA(alphabet: ["a"], transitions: [("p", "a", "q")], initial: ["p", "q"], final: ["q"])
        let placed = try nfa.withStatePositions(
            try [(10, 20), (30, 50)].map { try #require(StatePosition(x: $0, y: $1)) })
        let again = try Format.jflap.read(try Format.jflap.write(.nfa(placed)).bytes)
        #expect(places(again) == [[10, 20], [30, 50], [20, 170]])
    }

    @Test func dotIsReadAsGraphvizWritesIt() throws {
        let automaton = try Format.dot.read(
            """
            digraph automaton {
                graph [alphabet="0", bb="0,0,207.01,61", rankdir=LR];
                node [label="\\N", shape=circle, pos="1,1"];
                p [height=0.5, pos="72.75,27", width=0.5];
                q [pos="163.1,1.8e+01!", shape=doublecircle];
                _start [pos="18,27", shape=point, style=invis];
                _start -> p [pos="e,54.567,27 36.177,27 39.19,27 41.84,27 44.33,27"];
                p -> q [label=0, pos="e,140.88,27"];
            }
            """)
        #expect(places(automaton) == [[72.75, -27], [163.1, -18]])
        #expect(automaton.stateNames == ["p", "q"])
    }

    @Test func dotPlacesStatesWithoutPositions() throws {
        func read(_ value: String, _ other: String = "3,-4") throws -> [[Double]]? {
            places(try Format.dot.read("digraph { alphabet=\"\"; p [pos=\"\(value)\"]; q [pos=\"\(other)\"]; }"))
        }
        #expect(try read("1,2") == [[1, -2], [3, 4]])
        #expect(try read("1, 2 ", "0,0!") == [[1, -2], [0, 0]])
        for value in ["", ",", "1", "1,", "1,2,3", "nan,0", "1,inf", "1e999,0", "0x1,2", "1,2!!", "e,1,2"] {
            #expect(try read(value) == [[3, 124], [3, 4]], "\(value)")
            #expect(try read(value, value) == nil, "\(value)")
        }
        #expect(
            places(try Format.dot.read("digraph { alphabet=\"\"; p [pos=\"1,2\"]; q; r; }")) == [
                [1, -2], [1, 118], [121, 118],
            ])
        #expect(places(try Format.dot.read("digraph { alphabet=\"\"; p; q [pos=\"1,2\"]; }")) == [[1, 118], [1, -2]])
        // Nobody laid these out.
        #expect(try read("0,0", "0,-0") == nil)
        #expect(places(try Format.dot.read("digraph { alphabet=\"\"; {p q} [pos=\"1,2\"]; }")) == nil)
    }

    @Test func dotWritesPinnedPositions() throws {
        let dfa = try DFA(alphabet: ["a"], transitions: [("p", "a", "q")], initial: "p", final: ["q"])
        let placed = try dfa.withStatePositions(
            try [(10, 0), (90.25, 50)].map { try #require(StatePosition(x: $0, y: $1)) })
        #expect(
            try Format.dot.writeText(.dfa(placed)) == """
                digraph automaton {
                  rankdir=LR;
                  alphabet="a";
                  node [shape=circle];
                  p [pos="10,0!"];
                  q [shape=doublecircle, pos="90.25,-50!"];
                  _start [shape=point, style=invis, pos="-44,0!"];
                  _start -> p;
                  p -> q [label="a"];
                }

                """)
    }

    private static let numbers = [
        0, -0.0, 80, 0.1, 1 / 3, -17.25, 1e21, 1e-7, 123_456_789.123_456_7, .greatestFiniteMagnitude,
        -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi,
    ]

    @Test(arguments: [Format.jflap, .dot])
    func whatIsWrittenIsReadAgain(_ format: Format) throws {
        var generator = AutomatonGenerator(seed: 31)
        var random = SplitMix64(seed: 32)
        func number() -> Double {
            random.below(3) == 0 ? Self.numbers[random.below(Self.numbers.count)] : Double(random.below(100_000)) / 64
        }
        for _ in 0..<500 {
            let plain = try generator.automaton()
            let automaton = try plain.withStatePositions(
                try plain.states.map { _ in try #require(StatePosition(x: number(), y: number())) })
            let read = try format.read(try format.write(automaton).bytes)
            let kept = read.statePositions.map { $0.prefix(automaton.stateCount) } ?? []
            #expect(Array(kept) == automaton.statePositions)
            // An operation on the way moves nothing.
            let trim = read.trimmed()
            guard trim.asEpsilonNFA.initialStates.count < 2, trim.stateCount > 0 else { continue }
            let again = try format.read(try format.write(trim).bytes)
            #expect(again.statePositions == trim.statePositions)
        }
    }

    @Test(arguments: [Format.jflap, .dot])
    func symbolsReadAsBytesLeavePositions(_ format: Format) throws {
        let dfa = try DFA(alphabet: ["65"], transitions: [("p", "65", "p")], initial: "p", final: ["p"])
        let placed = try dfa.withStatePositions([try #require(StatePosition(x: 3, y: 4))])
        let again = try format.read(try format.write(.dfa(placed)).bytes, symbolsAreBytes: true)
        #expect(again.alphabet.kind == .bytes)
        #expect(places(again) == [[3, 4]])
    }
}
