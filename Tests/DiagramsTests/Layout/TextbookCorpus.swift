import Automata

/// Automata of textbooks and courses: small, and with the structures that people know.
enum TextbookCorpus {
    /// Returns the automata, by name.
    static func automata() throws -> [(name: String, automaton: EpsilonNFA)] {
        try texts.map { ($0.name, try automaton(initial: $0.initial, final: $0.final, arrows: $0.arrows)) }
    }

    /// Returns an automaton with arrows such as `q0 a,b q1`, separated by semicolons.
    private static func automaton(initial: String, final: String, arrows: String) throws -> EpsilonNFA {
        var names = [initial]
        let parts = arrows.split(separator: ";").map { $0.split(separator: " ").map(String.init) }
        for part in parts { for name in [part[0], part[2]] where !names.contains(name) { names.append(name) } }
        let labels = parts.flatMap { $0[1].split(separator: ",").map(String.init) }
        let symbols = Set(labels).subtracting(["ε"]).sorted()
        var builder = EpsilonNFA.Builder(alphabet: try Alphabet(symbols))
        for name in names { _ = try builder.state(named: name) }
        func number(_ name: String) -> StateID { StateID(names.firstIndex(of: name) ?? 0) }
        for part in parts {
            for label in part[1].split(separator: ",").map(String.init) {
                if label == "ε" {
                    try builder.addEpsilonMove(from: number(part[0]), to: number(part[2]))
                } else {
                    try builder.addTransition(
                        from: number(part[0]), on: Symbol(symbols.firstIndex(of: label) ?? 0), to: number(part[2]))
                }
            }
        }
        builder.insertInitial(0)
        for name in final.split(separator: " ") { builder.insertFinal(number(String(name))) }
        return try builder.build()
    }

    private static let texts: [(name: String, initial: String, final: String, arrows: String)] = [
        // Sipser, Introduction to the Theory of Computation, chapter 1.
        ("sipser 1.4", "q1", "q2", "q1 0 q1;q1 1 q2;q2 1 q2;q2 0 q3;q3 0,1 q2"),
        (
            "sipser 1.12", "s", "q1 r1",
            "s a q1;s b r1;q1 a q1;q1 b q2;q2 b q2;q2 a q1;r1 b r1;r1 a r2;r2 a r2;r2 b r1"
        ),
        (
            "sipser 1.14", "q0", "q0",
            "q0 0,R q0;q0 1 q1;q0 2 q2;q1 0 q1;q1 1 q2;q1 2,R q0;q2 0 q2;q2 1,R q0;q2 2 q1"
        ),
        ("sipser 1.27", "q1", "q4", "q1 0,1 q1;q1 1 q2;q2 0,ε q3;q3 1 q4;q4 0,1 q4"),
        ("sipser 1.31", "q1", "q4", "q1 0,1 q1;q1 1 q2;q2 0,1 q3;q3 0,1 q4"),
        (
            "sipser 1.32", "q000", "q100 q101 q110 q111",
            """
            q000 0 q000;q000 1 q001;q001 0 q010;q001 1 q011;q010 0 q100;q010 1 q101;q011 0 q110;q011 1 q111;\
            q100 0 q000;q100 1 q001;q101 0 q010;q101 1 q011;q110 0 q100;q110 1 q101;q111 0 q110;q111 1 q111
            """
        ),
        (
            "sipser 1.33", "s", "a b",
            "s ε a;s ε b;a 0 c;c 0 a;b 0 d;d 0 e;e 0 b"
        ),
        ("sipser 1.35", "q1", "q1", "q1 b q2;q1 ε q3;q2 a,b q3;q2 a q2;q3 a q1"),
        (
            "sipser 1.42", "13", "13 123",
            "13 a 13;13 b 2;2 a 23;2 b 3;3 a 13;3 b ∅;23 a 123;23 b 3;123 a 123;123 b 23;∅ a,b ∅"
        ),
        // Hopcroft, Motwani, Ullman, Introduction to Automata Theory.
        ("hopcroft 2.4", "q0", "q1", "q0 1 q0;q0 0 q2;q2 0 q2;q2 1 q1;q1 0,1 q1"),
        ("hopcroft 2.6", "q0", "q0", "q0 1 q1;q1 1 q0;q0 0 q2;q2 0 q0;q1 0 q3;q3 0 q1;q2 1 q3;q3 1 q2"),
        ("hopcroft 2.9", "q0", "q2", "q0 0,1 q0;q0 0 q1;q1 1 q2"),
        ("hopcroft 2.14", "q0", "q2", "q0 1 q0;q0 0 q01;q01 0 q01;q01 1 q2;q2 0 q01;q2 1 q0"),
        (
            "hopcroft 2.16", "1", "4 8",
            "1 a,b,e,w,y 1;1 w 2;2 e 3;3 b 4;1 e 5;5 b 6;6 a 7;7 y 8"
        ),
        (
            "hopcroft 2.18", "q0", "q5",
            """
            q0 ε,+,- q1;q1 0,1,2,3,4,5,6,7,8,9 q1;q1 . q2;q1 0,1,2,3,4,5,6,7,8,9 q4;q2 0,1,2,3,4,5,6,7,8,9 q3;q4 . q3;\
            q3 0,1,2,3,4,5,6,7,8,9 q3;q3 ε q5
            """
        ),
        (
            "hopcroft 4.8", "A", "C",
            """
            A 0 B;A 1 F;B 0 G;B 1 C;C 0 A;C 1 C;D 0 C;D 1 G;E 0 H;E 1 F;F 0 C;F 1 G;G 0 G;G 1 E;H 0 G;H 1 C
            """
        ),
        // Aho, Lam, Sethi, Ullman, Compilers, chapter 3.
        (
            "dragon 3.13", "0", "2 3 4 5 7 8",
            "0 < 1;0 = 5;0 > 6;1 = 2;1 > 3;1 other 4;6 = 7;6 other 8"
        ),
        (
            "dragon 3.16", "12", "19 20 21",
            """
            12 d 13;13 d 13;13 . 14;14 d 15;15 d 15;15 E 16;13 E 16;16 +,- 17;16 d 18;17 d 18;18 d 18;13 o 20;15 o 21;\
            18 o 19
            """
        ),
        ("dragon 3.26", "0", "2 4", "0 ε 1;0 ε 3;1 a 2;2 a 2;3 b 4;4 b 4"),
        (
            "dragon 3.34", "0", "10",
            "0 ε 1;0 ε 7;1 ε 2;1 ε 4;2 a 3;4 b 5;3 ε 6;5 ε 6;6 ε 1;6 ε 7;7 a 8;8 b 9;9 b 10"
        ),
        ("dragon 3.36", "A", "E", "A a B;A b C;B a B;B b D;C a B;C b C;D a B;D b E;E a B;E b C"),
        // Linz, An Introduction to Formal Languages and Automata; Kozen, Automata and
        // Computability.
        ("linz 2.4", "λ", "λ 0 00", "λ 1 λ;λ 0 0;0 1 λ;0 0 00;00 0 00;00 1 001;001 0,1 001"),
        ("linz 2.7", "q0", "q3", "q0 a q1;q0 b q4;q1 b q2;q2 a q3;q2 b q2;q3 a q3;q3 b q2;q1 a q1;q4 a,b q4"),
        ("kozen 3.1", "0", "0", "0 0 0;0 1 1;1 0 2;1 1 0;2 0 1;2 1 2"),
        ("kozen 3.3", "0", "3", "0 b 0;0 a 1;1 b 0;1 a 2;2 b 0;2 a 3;3 a,b 3"),
        // A matcher by Knuth, Morris and Pratt, one by Aho and Corasick, a trie.
        (
            "matcher", "0", "7",
            """
            0 a 1;0 b,c 0;1 a 1;1 b 2;1 c 0;2 a 3;2 b,c 0;3 a 1;3 b 4;3 c 0;4 a 5;4 b,c 0;5 a 1;5 b 4;5 c 6;6 a 7;6 b,c 0;\
            7 a 1;7 b 2;7 c 0
            """
        ),
        (
            "keywords", "0", "2 5 7 9",
            "0 e,h,i,r,s 0;0 h 1;1 e 2;2 r 8;8 s 9;1 i 6;6 s 7;0 s 3;3 h 4;4 e 5"
        ),
        (
            "trie", "0", "2 5 6 7 8 9 10",
            "0 t 1;1 o 2;1 e 3;3 a 5;3 d 6;3 n 7;0 i 8;8 n 9;9 n 10"
        ),
        // Dense ones.
        (
            "complete", "1", "5",
            """
            1 a 1;1 b 2;1 c 3;1 d 4;1 e 5;2 a 1;2 b 2;2 c 3;2 d 4;2 e 5;3 a 1;3 b 2;3 c 3;3 d 4;3 e 5;4 a 1;4 b 2;4 c 3;\
            4 d 4;4 e 5;5 a 1;5 b 2;5 c 3;5 d 4;5 e 5
            """
        ),
        (
            "grid", "00", "33",
            """
            00 r 01;01 r 02;02 r 03;10 r 11;11 r 12;12 r 13;20 r 21;21 r 22;22 r 23;30 r 31;31 r 32;32 r 33;00 d 10;\
            10 d 20;20 d 30;01 d 11;11 d 21;21 d 31;02 d 12;12 d 22;22 d 32;03 d 13;13 d 23;23 d 33
            """
        ),
    ]
}
