import Statecharts
import Testing

@Suite struct EventPatternTests {
    @Test(arguments: [
        ("*", "a", true), (".*", "a.b", true), ("a", "a", true), ("a", "a.b", true), ("a.*", "a", true),
        ("a.", "a.b", true), ("a", "ab", false), ("a.b", "a", false), ("a.b", "a.b.c", true), ("é", "é.x", true),
        ("", "a", true), ("a", "", false), ("*", "", true),
    ])
    func matches(pattern: String, name: String, isMatch: Bool) {
        #expect(Statechart.EventPattern(pattern).matches(name) == isMatch)
    }
}
