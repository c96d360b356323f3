import Automata
import AutomataFormats
import Testing

/// Short texts that ask for much: depth, huge numbers, and products. Each is refused with an error
/// of its own, soon and in little memory; see MalformedTests for what the errors say.
@Suite("Hostile texts")
struct HostileTests {
    private static func repeated(_ text: String, _ count: Int = 100_000) -> String {
        String(repeating: text, count: count)
    }

    private static func group(_ letter: String) -> String {
        "{" + (0..<20_000).map { letter + String($0) }.joined(separator: " ") + "}"
    }

    /// One label with many symbols, on many edges.
    private static let manyLabels =
        "digraph{i[shape=point];i->a;edge[label=\"" + (0..<5_000).map(String.init).joined(separator: ",") + "\"]a"
        + repeated("->a", 2_001) + "}"

    private static let refused: [(Format, String, message: String)] = [
        (.json, repeated("["), "expected an object"),
        (.json, "{\"format\":" + repeated("["), "expected a string"),
        (.json, "{\"format\":" + repeated("{\"a\":"), "expected a string"),
        (.json, "{\"transitions\":" + repeated("["), "expected a value, found the end of the file"),
        (.json, "{\"transitions\":" + repeated("[", 60) + repeated("]", 60) + "}", "expected the key 'format'"),
        (.dot, "digraph{" + repeated("subgraph{"), "at most 100 nested subgraphs"),
        (.dot, "digraph{a[label=" + repeated("<"), "expected a closing '>'"),
        (.dot, "digraph{" + group("a") + "->" + group("b") + "}", "expected at most 10000000 edges"),
        (.dot, manyLabels, "expected at most 10000000 transitions"),
        (.att, "0 4294967290 a\n18446744073709551616\n", "expected the number of a state"),
        (.jflap, "<structure>" + repeated("<x>"), "expected the end of 100001 elements"),
    ]

    @Test(arguments: refused)
    func isRefused(_ format: Format, _ text: String, _ message: String) throws {
        do {
            _ = try format.read(text)
            Issue.record("it was read")
        } catch let error as FormatError {
            #expect(error.message.contains(message))
        }
    }

    /// Large numbers of states are names, and don't make large automata.
    @Test func numbersOfStatesAreNames() throws {
        #expect(try Format.att.read("0 4294967290 a\n4294967290\n").stateCount == 2)
        let jflap = "<structure><type>fa</type><automaton><state id=\"99999999999999999999\"/></automaton></structure>"
        #expect(try Format.jflap.read(jflap).stateCount == 1)
    }

    /// Bytes that are no text at all are names where a format allows it, else an error, and never
    /// the end of the process.
    @Test(arguments: Format.allCases)
    func bytesThatAreNoText(_ format: Format) throws {
        let samples: [[UInt8]] = [
            Array("@NFA-explicit\r\n%Alphabet-auto\r\n%Initial q".utf8) + [0, 0xFF] + Array("\r\nq".utf8) + [
                0, 0xFF, 13, 10,
            ],
            [0xFF, 0xFE, 0x00], [0xEF, 0xBB, 0xBF], [0x00], Array(repeating: 0xFF, count: 10_000),
            Array("0\t1\t".utf8) + [0xC0, 0x80] + Array("\r\n1\r\n".utf8),
        ]
        for sample in samples {
            guard let automaton = try? format.read(sample) else { continue }
            #expect(automaton.stateCount <= sample.count)
        }
    }
}
