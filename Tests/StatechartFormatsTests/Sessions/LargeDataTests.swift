import StatechartFormats
import StatechartScripts
import Statecharts
import Testing

/// Sessions whose scripts hold as much as they may, saved and restored.
@Suite struct LargeDataTests {
    private static let chart = """
        <datamodel><data id='x' expr='[]'/><data id='i'/></datamodel>
        <state id='s'><transition event='fill'><script><![CDATA[\(script)]]></script></transition>
        <transition event='look'><log expr='x.length + JSON.stringify(x[x.length - 1])'/></transition></state>
        """
    private static let script = """
        var make = new Function('i', 'x', _event.data.value);
        for (i = 0; i < _event.data.count; i++) x[i] = make(i, x); make = undefined;
        """

    private static func context(_ journal: ScriptedSession.Journal) -> StatechartContext {
        var context = StatechartContext()
        context.onLog = { journal.add($0) }
        context.onFailure = { journal.addFailure("\($0)") }
        context.makeScripts = { try ECMAScript(named: $0, memoryLimit: 2 << 20) }
        return context
    }

    private static func filled(
        _ count: Double, _ value: String, _ journal: ScriptedSession.Journal
    ) throws -> StatechartSession {
        let session = try StatechartSession(ScriptedSession.chart(chart), in: context(journal))
        try session.send("fill", .record(["count": .number(count), "value": .text("return " + value)]))
        #expect(journal.failures == [])
        return session
    }

    /// The data takes most of the 2 MiB that the scripts may use.
    @Test(arguments: [
        ("i", 60_000, "6000059999"), ("{a: i}", 9000, #"9000{"a":8999}"#),
        ("Object.freeze({a: i})", 7000, #"7000{"a":6999}"#), ("[i]", 6000, "6000[5999]"),
        ("i % 2 ? x[i - 1] : {}", 12_000, "12000{}"),
    ]) func savingLeavesTheScriptsAlone(value: String, count: Double, answer: String) throws {
        let journal = ScriptedSession.Journal()
        let session = try Self.filled(count, value, journal)
        let text = try session.snapshot().json()
        #expect(try session.snapshot().json() == text)
        let snapshot = try StatechartSessionSnapshot(json: text)
        let restored = try StatechartSession(snapshot.chart, restoring: snapshot, in: Self.context(journal))
        #expect(try restored.snapshot().json() == text)
        for session in [session, restored] { try session.send("look") }
        #expect(journal.all == [answer, answer] && journal.failures == [])
    }

    /// Each use of a text is saved, up to sixteen times the limit.
    @Test func whatIsTooLargeIsRefused() throws {
        let journal = ScriptedSession.Journal()
        let session = try Self.filled(400, "x[0] || Array(100001).join('x')", journal)
        let error = #expect(throws: SnapshotError.self) { try session.snapshot() }
        #expect(error?.description == "the data of scripts is too large to be saved; keep less data")
        try session.send("look")
        #expect(journal.all.first?.hasPrefix("400\"xxx") ?? false)
        #expect(journal.failures == [])
    }
}
