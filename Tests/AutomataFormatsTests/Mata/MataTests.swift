import Automata
import AutomataFormats
import Testing

@Suite(".mata")
struct MataTests {
    @Test("names, quotes, comments and joined lines")
    func explicit() throws {
        let automaton = try Format.mata.read(
            """
            # a comment
            @NFA-explicit # another
            %Alphabet-auto
            %Initial p "a state" \\
               r
            %Final r
            p "x y" "a state"
            "a state"\tb#c
            r
            """.replacing("b#c\nr", with: "b r #c")
        ).asEpsilonNFA
        #expect(automaton.stateNames == ["p", "a state", "r"])
        #expect(automaton.alphabet == ["b", "x y"])
        #expect(automaton.initialStates == [0, 1, 2])
        #expect(automaton.accepts("x y,b", separator: ","))
    }

    @Test("states q0, q1, … are numbered by their number, others by their first appearance")
    func numbering() throws {
        let dense = try Format.mata.read("@NFA\n%Initial q2\nq1 a q0\n").asEpsilonNFA
        #expect(dense.stateNames == nil)
        #expect(dense.initialStates == [2])
        let sparse = try Format.mata.read("@NFA\n%Initial q3\nq1 a q0\n").asEpsilonNFA
        #expect(sparse.stateNames == ["q3", "q1", "q0"])
        let listed = try Format.mata.read("@NFA\n%States q1 q0\n%Initial q0\nq1 a q0\n").asEpsilonNFA
        #expect(listed.stateNames == ["q1", "q0"])
        #expect(listed.initialStates == [1])
    }

    @Test("formulas become minterms with stable names")
    func minterms() throws {
        let automaton = try Format.mata.read(
            "@NFA-bits\n%Initial s\n%Final t\ns (a10 & !a2) | a1 t\nt !a1 s\n"
        ).asEpsilonNFA
        // The variables in order are a1, a2, a10. Of 8 valuations, those with a1 satisfy the first
        // formula only, 001 satisfies both, and the three others of ¬a1 the second only.
        #expect(automaton.alphabet == ["000", "001", "100"])
        #expect(automaton.targets(from: 0, on: 0).isEmpty)
        #expect(automaton.targets(from: 0, on: 1) == [1])
        #expect(automaton.targets(from: 0, on: 2) == [1])
        #expect(automaton.targets(from: 1, on: 2).isEmpty)
        #expect(automaton.targets(from: 1, on: 1) == [0])
    }

    @Test("how and in which order formulas are written doesn't matter")
    func equalFormulas() throws {
        let one = try Format.mata.read("@NFA-bits\n%Initial s\ns (a & b) s\ns !(a | b) t\n")
        let other = try Format.mata.read("@NFA-bits\n%Initial s\ns ((b)) & a & \\true s\ns (!b & !a) | \\false t\n")
        #expect(one == other)
        #expect(one.asEpsilonNFA.alphabet == ["00", "01", "11"])
    }

    @Test("formulas without variables, and no formula at all")
    func constantFormulas() throws {
        #expect(
            try Format.mata.read("@NFA-bits\n%Initial s\ns \\true s\ns \\false t\n").asEpsilonNFA.alphabet == ["true"])
        #expect(try Format.mata.read("@NFA-bits\n%Initial s\n").asEpsilonNFA.alphabet.count == 0)
    }

    @Test("several texts over joint minterms")
    func joint() throws {
        let texts = ["@NFA-bits\n%Initial s\n%Final s\ns a s\n", "@NFA-bits\n%Initial s\n%Final s\ns b s\n"]
            .map { Array($0.utf8) }
        let automata = try Format.mata.read(jointly: texts)
        #expect(automata.map(\.asEpsilonNFA.alphabet) == [["00", "01", "10", "11"], ["00", "01", "10", "11"]])
        #expect(automata[0].asEpsilonNFA.targets(from: 0, on: 1).isEmpty)
        #expect(automata[1].asEpsilonNFA.targets(from: 0, on: 1) == [0])
    }

    @Test(
        "formulas over states",
        arguments: [("q0 | q2", [0, 2]), ("!q0", [1, 2]), ("\\true & !(q0 | q1)", [2]), ("q0 & q1", [])])
    func stateFormulas(formula: String, states: [StateID]) throws {
        let automaton = try Format.mata.read("@NFA-bits\n%Final \(formula)\nq0 a q1\nq1 a q2\n").asEpsilonNFA
        #expect(Array(automaton.finalStates) == states)
    }

    @Test("bytes that no transition tells apart are one class")
    func byteClasses() throws {
        let listed = try Format.mata.read(
            "@NFA\n%Alphabet 9 7 5 8\n%Initial p\np 7 q\np 5 q\nq 9 q\n", symbolsAreBytes: true)
        #expect(listed.asEpsilonNFA.alphabet == (try Alphabet.bytes([[5...5, 7...7], [8...8], [9...9]])))
        #expect(listed.asEpsilonNFA.transitionCount == 2)
        let all = try Format.mata.read("@NFA\n%Initial p\np 7 q\n", symbolsAreBytes: true)
        #expect(all.asEpsilonNFA.alphabet.widths == [255, 1])
        #expect(
            throws: FormatError(
                inputName: "x", line: 3, column: 3,
                message: "expected the number of a byte, 0…255, as symbols are to be read as bytes, found '256'")
        ) {
            try Format.mata.read("@NFA\n%Initial p\np 256 q\n", symbolsAreBytes: true)
        }
    }

    @Test("ε is refused, with the remedy")
    func epsilon() throws {
        let automaton = try EpsilonNFA(alphabet: ["a"], transitions: [("p", "", "q")], initial: ["p"], final: ["q"])
        do {
            _ = try Format.mata.write(.epsilonNFA(automaton))
            Issue.record("it was written")
        } catch { #expect(error.remedy?.hasPrefix("remove them first") == true) }
    }

    @Test("deep formulas cost no stack, and complex ones are refused")
    func bounds() throws {
        let deep = String(repeating: "(", count: 200_000) + "a" + String(repeating: ")", count: 200_000)
        let nots = String(repeating: "!", count: 200_001) + "a"
        let automaton = try Format.mata.read("@NFA-bits\n%Initial s\ns \(deep) s\ns \(nots) t\n")
        #expect(automaton.asEpsilonNFA.alphabet == ["0", "1"])
        let many = (0..<600).map { "s x\($0) s\n" }.joined()
        #expect(throws: FormatError.self) { try Format.mata.read("@NFA-bits\n\(many)") }
    }
}

@Suite("The bits and the explicit form of the same automata", .enabled(if: !RealFiles.paths.isEmpty))
struct BitsTests {
    static let pairs = RealFiles.paths.filter { $0.contains("/presburger-bits/") }
        .map { ($0, $0.replacing("presburger-bits", with: "presburger-explicit")) }
        .filter { RealFiles.paths.contains($0.1) }

    @Test("have the same language", arguments: pairs)
    func sameLanguage(bits: String, explicit: String) throws {
        let first = try Format.mata.read(RealFiles.contents(of: bits), name: bits).asEpsilonNFA
        let second = try Format.mata.read(RealFiles.contents(of: explicit), name: explicit).asEpsilonNFA
        // The explicit file's symbols are single valuations, each in the minterm whose transitions
        // it must have.
        let left = try first.minimized(total: false)
        let right = try second.minimized(total: false)
        #expect(left.stateCount == right.stateCount)
        #expect(left.finalStates.count == right.finalStates.count)
        let shared = right.alphabet.names.compactMap { name in
            left.alphabet.symbol(named: name).flatMap { first in
                right.alphabet.symbol(named: name).map { (first, $0) }
            }
        }
        #expect(!shared.isEmpty)
        guard let start = left.initialState, let other = right.initialState else { return }
        var partner = [StateID?](repeating: nil, count: left.stateCount)
        partner[Int(start)] = other
        var pending = [start]
        while let state = pending.popLast(), let match = partner[Int(state)] {
            #expect(left.isFinal(state) == right.isFinal(match))
            for (a, b) in shared {
                let (next, expected) = (left.target(from: state, on: a), right.target(from: match, on: b))
                #expect((next == nil) == (expected == nil))
                guard let target = next, let expected else { continue }
                if partner[Int(target)] == nil {
                    partner[Int(target)] = expected
                    pending.append(target)
                }
                #expect(partner[Int(target)] == expected)
            }
        }
    }
}
