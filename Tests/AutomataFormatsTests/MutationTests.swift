import AlgorithmSupport
import Automata
import AutomataFormats
import Glibc
import TestSupport
import Testing

/// Damages texts: a reader must throw or read, and never trap.
///
/// What is read must survive a second round, so that a broken automaton doesn't go unnoticed.
/// `Scripts/fuzz` raises the number of texts and the seed by the environment.
@Suite("Damaged texts")
struct MutationTests {
    static let count = TestScope.mutationCount
    static let seed = TestScope.mutationSeed

    static let seeds: [(format: Format, text: String)] = [
        (
            .mata,
            "@NFA-explicit\n%Alphabet-auto\n%Initial q0 q1\n%Final q2\nq0 a q1\nq1 \"b c\" q2 # end\nq2 a \\\nq0\n"
        ),
        (.mata, "@NFA\n%Alphabet 0 1 255\n%Initial 0\n%Final 1\n0 255 1\n1 0 0\n"),
        (
            .mata,
            "@NFA-bits\n%Initial q0\n%Final !q0 & !q1 | q2\nq0 (a1 & !a2) | a10 q1\nq1 \\true q2\nq2 !(a1 | a2) q0\nq0 \\false q0\n"
        ),
        (.att, "0\t1\ta\ta\n0\t2\t@0@\t@0@\n1\t1\tb\tb\n2 1 c\n1\n2 0\n"),
        (
            .jflap,
            Malformed.jff + "<state id=\"1\" name=\"p\"><x>1.0</x><y>2</y><initial/><final/></state>"
                + "<transition><from>0</from><to>1</to><read>a&#233;</read></transition>"
                + "<transition><from>1</from><to>1</to><read/></transition></automaton></structure>"
        ),
        (
            .json,
            Malformed.json
                + "\"states\": [\"p\", \"q\\u0000\"], \"initial\": [\"p\"], \"final\": [1],\n"
                + "\"transitions\": [[\"p\", \"a\", 1]]}"
        ),
        (
            .json,
            "{\"format\": \"automata\", \"version\": 1, \"kind\": \"epsilon-NFA\", \"alphabet\": {\"scalars\": [[[97, 122]], "
                + "[[945, 969], [48, 57]]]}, \"states\": 3, \"initial\": [0], \"final\": [2], "
                + "\"transitions\": [[0, 1, 1], [1, null, 2]]}"
        ),
        (
            .dot,
            "digraph g {\n  rankdir=LR; node [shape=circle]; /* c */\n  s [shape=point]; s -> q0; // d\n"
                + "  q1 [shape=doublecircle, label=<<b>end</b>>];\n  q0 -> q1 -> q0 [label=\"a,b\\n&epsilon;\"];\n"
                + "  subgraph c { x -> { y z } [label=\"'',''\" + \"d\"] }\n}\n"
        ),
        (
            .dot,
            "digraph automaton {\n  bytes=\"48-57,97-122 95\";\n  q0;\n  _start [shape=point, style=invis];\n  _start -> q0;\n"
                + "  q0 -> q0 [label=\"ε,[0-9]\"];\n}\n"
        ),
        (.ba, "[0]\n[1]\na b,[0]->[1]\r\n255,[1]->[0]\n-,[1]->p-\n[0]\np-\n"),
        (.ba, "q1\n0,q1->q0\n255,q0->q1\n"),
    ]

    @Test("are read or refused, and what is read can be written", arguments: seeds.indices)
    func damaged(index: Int) throws {
        let (format, text) = Self.seeds[index]
        var mutator = Mutator(seed: UInt64(Self.seed) << 8 | UInt64(index))
        var (readCount, writtenCount) = (0, 0)
        for round in 0...Self.count {
            let damaged = round == 0 ? Array(text.utf8) : mutator.mutated(Array(text.utf8))
            guard let automaton = try? format.read(damaged, symbolsAreBytes: round > 0 && mutator.isEven) else {
                continue
            }
            readCount += 1
            for other in Format.allCases {
                guard let written = try? other.write(automaton) else { continue }
                writtenCount += 1
                #expect(throws: Never.self, "\(other) can't read what it wrote of \(damaged)") {
                    try other.read(written.bytes)
                }
            }
        }
        // Some formats can't hold some automata.
        #expect(readCount > 0 && writtenCount >= 2 * readCount)
        _ = try format.read(text)
    }

    @Test("of any bytes at all", arguments: Format.allCases)
    func noise(format: Format) {
        var mutator = Mutator(seed: UInt64(Self.seed))
        for _ in 0..<Self.count { _ = try? format.read(mutator.noise()) }
    }
}

/// Seeded damage to texts.
struct Mutator {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    var isEven: Bool { mutating get { random.below(2) == 0 } }

    private static let tokens = [
        "\"", "\\", "\n", "\t", " ", "#", "%", "@", "(", ")", "!", "&", "|", "<", ">", "/", "{", "}", "[", "]", ",",
        ";",
        ":", "=", "->", "--", "'", "0", "-1", "255", "256", "4294967295", "4294967296", "18446744073709551616", "1e999",
        "\u{0}", "ε", "\\true", "null", "q0", "&#0;", "<!--", "]]>", "\r\n", "\u{FEFF}", "%Alphabet", "@NFA",
        "subgraph {",
    ]

    mutating func mutated(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for _ in 0...random.below(4) {
            let position = random.below(text.count + 1)
            switch random.below(8) {
            case 0: text.removeSubrange(position...)
            case 1 where position < text.count: text[position] = UInt8(truncatingIfNeeded: random.next())
            case 2 where position < text.count: text.remove(at: position)
            case 3: text.insert(UInt8(truncatingIfNeeded: random.next()), at: position)
            case 4, 5: text.insert(contentsOf: Self.tokens[random.below(Self.tokens.count)].utf8, at: position)
            case 6:
                let end = min(text.count, position + random.below(40))
                text.insert(contentsOf: Array(text[position..<end]), at: random.below(text.count + 1))
            default:
                let end = min(text.count, position + random.below(10))
                text.removeSubrange(position..<end)
            }
        }
        return text
    }

    mutating func noise() -> [UInt8] {
        let isASCII = isEven
        return (0..<random.below(200)).map { _ in UInt8(truncatingIfNeeded: random.next()) & (isASCII ? 0x7F : 0xFF) }
    }
}
