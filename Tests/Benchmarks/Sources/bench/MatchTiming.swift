import Automata
import RegularExpressions

/// A ``Matcher`` on texts that it accepts, in pieces of several sizes, beside short pieces.
struct MatchTiming {
    private let dfa: DFA
    private let text: [UInt8]

    private static let textSize = 100_000_000
    private static let pieceSizes = [1 << 12, 1 << 16, 1 << 18, textSize]
    /// Pieces shorter than 2 KiB are read by one run, or by shuffles where the states are few.
    private static let plainSize = 2047

    /// Reads 100 MB as one input in pieces of each size, short ones in turn: lines of the size of
    /// the pieces and the best seconds of both. The figures are the bytes and the states; the
    /// seconds are those of the whole text as one piece.
    static func run(_ name: String) throws {
        let timing = try MatchTiming(name)
        let matcher = Matcher(timing.dfa)
        // Makes the tables for long inputs.
        _ = matcher.accepts(timing.text)
        var lines: [String] = []
        var whole = 0.0
        for size in pieceSizes {
            var best = (chunks: Double.infinity, plain: Double.infinity)
            for _ in 0..<5 {
                best.plain = min(best.plain, try timing.seconds(matcher, pieces: plainSize))
                best.chunks = min(best.chunks, try timing.seconds(matcher, pieces: size))
            }
            lines.append("\(size)\t\(best.chunks)\t\(best.plain)")
            whole = best.chunks
        }
        Output.report(seconds: whole, timing.text.count, timing.dfa.stateCount)
        for line in lines { print(line) }
    }

    private func seconds(_ matcher: Matcher, pieces size: Int) throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        var scan = matcher.start()
        text.withUnsafeBytes { text in
            var start = 0
            while start < text.count {
                let end = min(start + size, text.count)
                scan.feed(UnsafeRawBufferPointer(rebasing: text[start..<end]))
                start = end
            }
        }
        guard scan.consumedCount == text.count else { throw Failure("the text was rejected") }
        return (clock.now - start) / .seconds(1)
    }

    private init(_ name: String) throws {
        var random = SplitMix64(seed: 1)
        switch name {
        case "utf8":
            dfa = try Self.dfa(Self.utf8)
            text = Self.text { Self.word(&random) + [" ", " ", "é", "字", "😀"][random.draw(5)] }
        case "floats":
            dfa = try Self.dfa(#"([+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?\n)*"#)
            text = Self.text {
                ["", "-", "+"][random.draw(3)] + String(random.draw(1_000_000))
                    + ["", ".", ".5", ".123456", "e-10", ".5E7"][random.draw(6)] + "\n"
            }
        case "dates":
            dfa = try Self.dfa("([0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\\n)*")
            text = Self.text {
                "\(1000 + random.draw(9000))-0\(1 + random.draw(9))-\(10 + random.draw(20))\n"
            }
        case "addresses":
            let octet = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
            dfa = try Self.dfa("(\(octet)(\\.\(octet)){3}\\n)*")
            text = Self.text { (0..<4).map { _ in String(random.draw(256)) }.joined(separator: ".") + "\n" }
        case "json":
            dfa = try Self.dfa(Self.json)
            let values = ["true", "null", "-12.5e3", "17", #""text \n of words""#]
            text = Self.text {
                let members = (0..<1 + random.draw(4)).map { _ in
                    "\"\(Self.word(&random))\": \(values[random.draw(values.count)])"
                }
                return "{" + members.joined(separator: ", ") + "}\n"
            }
        case "urls":
            dfa = try Self.dfa(Self.url)
            text = Self.text {
                let path = (0..<random.draw(5)).map { _ in "/" + Self.word(&random) }
                return "https://\(Self.word(&random)).\(Self.word(&random)).org" + path.joined()
                    + ["", "?q=x17", "?a=b&c=d"][random.draw(3)] + "\n"
            }
        case "kth10":
            dfa = try Self.dfa("[ab]*a[ab]{9}")
            text = Self.text { ["a", "b"][random.draw(2)] }
        case "counter16", "counter1000":
            dfa = try Self.counter(name == "counter16" ? 16 : 1000)
            text = Self.text { Self.word(&random) }
        default: throw Failure("no automaton '\(name)'")
        }
    }

    private static let utf8 = #"""
        ([\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]\#
        |\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})*
        """#

    /// Objects without objects in them.
    private static let json: String = {
        let text = #""([^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*""#
        let value = "(\(text)|" + #"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?|true|false|null)"#
        return "(\\{(\(text): \(value)(, \(text): \(value))*)?\\}\\n)*"
    }()

    private static let url = #"""
        (https?://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,6}(:[0-9]{1,5})?(/[a-zA-Z0-9._~%-]*)*\#
        (\?[a-z]+=[a-zA-Z0-9]*(&[a-z]+=[a-zA-Z0-9]*)*)?\n)*
        """#

    private static func dfa(_ expression: String) throws -> DFA {
        try RegularExpression(parsing: expression).minimalDFA()
    }

    /// Counts the letter `a`.
    private static func counter(_ modulus: Int) throws -> DFA {
        var builder = DFA.Builder(alphabet: .bytes)
        try builder.addStates(modulus)
        for state in 0..<modulus {
            for byte in 0..<256 {
                let target = byte == 97 ? (state + 1) % modulus : state
                try builder.addTransition(from: StateID(state), on: Symbol(byte), to: StateID(target))
            }
        }
        builder.initialState = 0
        builder.insertFinal(0)
        return try builder.build()
    }

    private static func word(_ random: inout SplitMix64) -> String {
        String((0..<1 + random.draw(9)).map { _ in Character(Unicode.Scalar(UInt8(97 + random.draw(26)))) })
    }

    /// A megabyte of random parts, repeated.
    private static func text(_ part: () -> String) -> [UInt8] {
        var unit: [UInt8] = []
        while unit.count < 1_000_000 { unit += Array(part().utf8) }
        var text: [UInt8] = []
        text.reserveCapacity(textSize + unit.count)
        while text.count < textSize { text += unit }
        return text
    }
}
