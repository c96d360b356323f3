import Statecharts
import Testing

@Suite struct EventNamesTests {
    @Test(arguments: [
        ("a", "a"), ("a.b", "a.b"), ("a.b.c", "a.b.*"), ("a.c", "a.*"), ("a.", "a.*"), ("ab", "*"), ("", "*"),
        (".a", "*"),
        ("a.bc", "a.*"), ("b", "b"), ("b.c", "*"), ("c.d.e", "c.d.*"), ("c.d", "c.d"), ("c", "*"),
    ])
    func numbers(name: String, expected: String) {
        let names = EventNames(names: ["b"], patterns: ["a", "a.b", "c.d"], behavior: [])
        #expect(names.names[names.number(of: name)] == expected)
    }

    @Test func patternsThatMatchLessAreWithinOthers() {
        let patterns = EventPatterns(["a.b.c", "a", "b", "a.b", "a"])
        #expect(patterns.prefixes == ["", "a", "a.b", "a.b.c", "b"])
        #expect(patterns.around == [0, 0, 1, 2, 0])
        #expect(patterns.number(of: "a.b") == 2 && patterns.number(of: "a.c") == nil && patterns.number(of: "") == 0)
    }

    /// Every pattern matches the names that it says, among all short ones.
    @Test func matchesAgreeWithPatterns() {
        var texts = [""]
        for length in 0..<4 {
            texts += texts.filter { $0.utf8.count == length }.flatMap { text in ["a", "b", "."].map { text + $0 } }
        }
        let patterns = EventPatterns(texts)
        for name in texts {
            var matches: [String] = []
            patterns.forEachMatch(of: name) { matches.append(patterns.prefixes[$0]) }
            let expected = texts.filter { prefix in
                prefix.isEmpty || name == prefix || name.hasPrefix(prefix + ".")
            }
            #expect(matches == expected.sorted { $0.utf8.count < $1.utf8.count }, "\(name)")
        }
    }

    /// A name of a million parts takes one walk.
    @Test func manyDots() throws {
        let long = String(repeating: "a.", count: 1 << 20) + "a"
        var chart = Statechart("chart")
        var state = Statechart.State("s")
        state.transitions = [.on(.init(long)), .on("a.b")]
        state.deferred = [.init(long + ".x")]
        chart.add(state)
        let compiled = try CompiledStatechart<ExpressionBehavior>(chart)
        #expect(compiled.warnings.count == 1)
        #expect(compiled.eventNames[compiled.number(ofEvent: long + ".c")] == long + ".*")
        #expect(compiled.eventNames[compiled.number(ofEvent: long + "c")] == "*")
    }
}
