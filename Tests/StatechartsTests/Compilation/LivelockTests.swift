import Statecharts
import Testing

/// Loops without events that something may end are no findings.
@Suite struct LivelockTests {
    private func isRefused(_ states: Outline..., ofKind kind: Statechart.State.Kind = .state) -> Bool {
        let outline = Outline("c", within: [Outline("o", kind, within: states), Outline("z")])
        do { _ = try CompiledStatechart<ExpressionBehavior>(Statechart(outline)) } catch { return true }
        return false
    }

    private let loop = Statechart.Transition(.always)
    private let way = Statechart.Transition(.always, if: .isActive("z"), to: ["z"])

    @Test func whatMayEndALoop() {
        #expect(isRefused(Outline("a", .state, [loop])))
        #expect(isRefused(Outline("a", .state, [loop, way])))
        #expect(!isRefused(Outline("a", .state, [way, loop])))
        #expect(!isRefused(Outline("a", .state, [loop], within: [Outline("b", .state, [way])])))
        #expect(isRefused(Outline("a", .state, [loop], within: [Outline("b", .state, [.on("x", to: "z")])])))
        #expect(!isRefused(Outline("a", .state, [loop]), Outline("b", .state, [way]), ofKind: .orthogonal))
        #expect(isRefused(Outline("a", .state, [loop]), Outline("b"), ofKind: .orthogonal))
        #expect(isRefused(Outline("a", .state, [loop]), Outline("b", .state, [way])))
    }
}
