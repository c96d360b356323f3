import StatechartFormats
import StatechartScripts
import Statecharts
import Testing

/// The W3C's tests for SCXML, each of which ends in the state `pass` or `fail`.
@Suite(.enabled(if: !Template.all.isEmpty, SharedFiles.hint))
struct ConformanceTests {
    @Test func listsAllTemplates() {
        #expect(Template.all.count == 125 && Template.of("I").filter { !$0.name.contains("sub") }.count == 35)
    }

    @Test(arguments: Template.all.map(\.name), ChartRun.Mode.allCases)
    func passes(name: String, mode: ChartRun.Mode) throws {
        var run = try ChartRun(Template(name: name).chart(in: .ours), mode)
        var count = 0
        while let deadline = run.machine.deadline, !run.machine.hasEnded, count < 50 {
            try run.advance(to: deadline)
            count += 1
        }
        #expect(run.activeNames == ["pass"])
    }

    /// All mandatory ones that run by themselves, in ECMAScript.
    @Test(arguments: Template.of("NVEFISH", ["mandatory"]).map(\.name).filter { !$0.contains("sub") })
    func passesInECMAScript(name: String) throws { #expect(try Self.end(of: name) == ["pass"]) }

    /// The optional ones about ECMAScript.
    @Test(arguments: Template.of("J").map(\.name)) func passesOptionalOnes(name: String) throws {
        #expect(try Self.end(of: name) == ["pass"])
    }

    private static func end(of name: String) throws -> [String] {
        var context = StatechartContext()
        context.load = { try Template.load($0, in: .ecmascript) }
        context.makeScripts = { try ECMAScript(named: $0) }
        let session = try StatechartSession(Template(name: name).chart(in: .ecmascript), in: context)
        var count = 0
        while let deadline = session.deadline, !session.hasEnded, count < 50 {
            try session.advance(until: deadline)
            count += 1
        }
        return session.activeStateNames
    }

    /// Those in which charts invoke others, and all that need no others as well.
    @Test(arguments: (Template.all + Template.of("I")).map(\.name).filter { !$0.contains("sub") })
    func passesInSessions(name: String) throws {
        var context = StatechartContext()
        context.load = { try Template.load($0, in: .ours) }
        let session = try StatechartSession(Template(name: name).chart(in: .ours), in: context)
        var count = 0
        while let deadline = session.deadline, !session.hasEnded, count < 50 {
            try session.advance(until: deadline)
            count += 1
        }
        #expect(session.activeStateNames == ["pass"])
    }
}
