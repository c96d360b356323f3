import StatechartFormats
import StatechartScripts
import Statecharts
import TestSupport
import Testing

/// Random trees of charts that invoke each other, beside a naive model.
@Suite struct FamilyTests {
    @Test(arguments: ["automata", "ecmascript"]) func familiesDoAsTheModel(model: String) throws {
        let count = (TestScope.isLong ? 10 : 1) * (model == "automata" ? 200 : 50)
        var (sent, begun) = (0, 0)
        for seed in 0..<UInt64(count) {
            var family = RandomFamily(seed: seed)
            let expected = FamilyModel(family)
            let text = family.text(model: model)
            let journal = ScriptedSession.Journal()
            var context = StatechartContext()
            context.onLog = { journal.add($0) }
            context.makeScripts = { try ECMAScript(named: $0) }
            let session = try StatechartSession(StatechartFormat.scxml.chart(from: text), in: context)
            var story: [String] = []
            func agree() -> Bool { journal.all == expected.log && Self.tree(session) == expected.tree() }
            for _ in 0..<14 where agree() {
                if family.below(3) == 0 {
                    let span = family.below(3)
                    story.append("+\(span)")
                    try session.advance(by: .milliseconds(span))
                    expected.advance(by: span)
                } else {
                    let event = RandomFamily.events[family.below(3)]
                    story.append(event)
                    try session.send(event)
                    expected.send(event)
                }
            }
            #expect(
                journal.all == expected.log && Self.tree(session) == expected.tree(),
                "seed \(seed), \(story): \(text) \(Self.tree(session)) \(expected.tree())")
            sent += journal.all.count
            begun += journal.all.count { $0.hasSuffix("enter 0") }
        }
        // So much that the comparison means something.
        #expect(sent > 30 * count && begun > 3 * count)
    }

    private static func tree(_ session: StatechartSession) -> String {
        let inner = session.children.map { tree($0) }
        return "\(session.invokeID ?? "").\(session.activeStateNames.joined())(\(inner.joined(separator: " ")))"
    }
}
