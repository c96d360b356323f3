import StatechartFormats
import Statecharts
import Testing

/// The W3C's tests for SCXML, each of which ends in the state `pass` or `fail`.
@Suite(.enabled(if: !Template.all.isEmpty, SharedFiles.hint))
struct ConformanceTests {
    /// The templates that need what the format leaves out, with its messages.
    static let refusals = ["test552": "src of <data> can't be read: no other file is"]

    @Test func listsAllTemplates() {
        #expect(Template.all.count == 124)
        #expect(Set(Self.refusals.keys).isSubset(of: Template.all.map(\.name)))
    }

    @Test(arguments: Template.all.map(\.name), ChartRun.Mode.allCases)
    func passes(name: String, mode: ChartRun.Mode) throws {
        let text = try Template(name: name).text()
        if let message = Self.refusals[name] {
            #expect { try StatechartFormat.scxml.chart(from: text) } throws: {
                ($0 as? StatechartFormatError)?.message == message
            }
            return
        }
        var run = try ChartRun(StatechartFormat.scxml.chart(from: text), mode)
        var count = 0
        while let deadline = run.machine.deadline, !run.machine.hasEnded, count < 50 {
            try run.advance(to: deadline)
            count += 1
        }
        #expect(run.activeNames == ["pass"])
    }
}
