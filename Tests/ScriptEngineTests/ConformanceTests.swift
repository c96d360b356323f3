import ScriptEngine
import Testing

/// ECMAScript 5.1 by the chapters of the standard. The answers come from its text, not from an
/// engine.
struct ConformanceTests {
    /// The probes that the engine answers in another way, as the documentation of
    /// `StatechartScripts` says, with its answers.
    static let knownDifferences = [
        // The repetition of an empty text isn't left.
        "/(a*)*/.exec('b').join()": "RangeError: regexp executor recursion limit"
    ]

    private static let chapters = [
        lexicalConventions, types, conversions, executableCode, expressions, statements,
        functionsAndPrograms, globalObject, objects, functions, arrays, strings,
        numbers, math, dates, regularExpressions, errors, json,
        compatibility,
    ]

    struct Probe {
        let expression: String, answer: String
    }

    /// A probe ends with `==>` and its answer; it may have several lines.
    static func probes(of chapter: String) -> [Probe] {
        var (probes, lines) = ([Probe](), [Substring]())
        for line in chapter.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let arrow = line.range(of: " ==> ") else {
                lines.append(line)
                continue
            }
            let expression = (lines + [line[..<arrow.lowerBound]]).joined(separator: "\n")
            probes.append(Probe(expression: expression, answer: String(line[arrow.upperBound...])))
            lines = []
        }
        return probes
    }

    /// Returns the text of an expression's value, or of its exception.
    private static func answer(to expression: String) throws -> String {
        let engine = try ScriptEngine()
        do {
            let script = try engine.compile(expression: "String(\(expression)\n)")
            guard case .text(let text) = try engine.evaluate(script) else { return "no text" }
            return text
        } catch ScriptError.thrown(let message, _) {
            return message
        }
    }

    @Test(arguments: chapters)
    func chapter(text: String) throws {
        for probe in Self.probes(of: text) {
            let expected = Self.knownDifferences[probe.expression] ?? probe.answer
            #expect(try Self.answer(to: probe.expression) == expected, "\(probe.expression)")
        }
    }

    /// A difference that ends must be removed from the list and from the documentation.
    @Test func listsAreComplete() {
        let probes = Self.chapters.flatMap { Self.probes(of: $0) }
        #expect(probes.count == 351)
        #expect(Set(probes.map(\.expression)).count == probes.count)
        for (expression, answer) in Self.knownDifferences {
            #expect(probes.contains { $0.expression == expression && $0.answer != answer })
        }
    }
}

extension Substring {
    /// Returns the last place of a text.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = endIndex
        while start > startIndex {
            start = index(before: start)
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
        }
        return nil
    }
}
