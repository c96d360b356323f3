import StatechartFormats
import Statecharts
import Testing

/// Warnings about the W3C's tests, which contain few mistakes, all of them on purpose.
@Suite(.enabled(if: !Template.all.isEmpty, SharedFiles.hint))
struct ConformanceWarnings {
    /// Tests that send events to nobody, and that have conditions of one truth value or regions in
    /// conflict; of other tests these kinds of warnings are never given.
    @Test func mistakesAreOnPurpose() throws {
        var named: [String: Set<String>] = [:]
        var chartCount = 0
        for name in (Template.all + Template.of("I")).map(\.name) {
            guard let chart = try? Template(name: name).chart(in: .ours) else { continue }
            chartCount += 1
            for warning in try CompiledStatechart<ExpressionBehavior>(chart).warnings {
                let kinds = [
                    "has the address", "has the id", "condition never holds", "always holds", "exclude each other",
                    "without end", "no final state", "has no states within", "doesn't exist", "names neither",
                ]
                for kind in kinds where warning.message.contains(kind) { named[kind, default: []].insert(name) }
            }
        }
        #expect(chartCount > 150)
        #expect(
            named == [
                "has the address": [
                    "test376", "test378", "test159", "test332", "test194", "test521", "test496",
                ],
                "condition never holds": ["test403a", "test436"], "exclude each other": ["test403c"],
                "always holds": ["test321", "test323", "test326"],
            ])
    }
}
