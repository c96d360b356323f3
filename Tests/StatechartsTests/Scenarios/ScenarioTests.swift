import StatechartTestSupport
import Statecharts
import Testing

@Suite struct ScenarioTests {
    static let scenarios =
        Scenario.thesis + Scenario.selection + Scenario.exitsAndEntries + Scenario.runs + Scenario.additions
        + Scenario.failing

    @Test(arguments: scenarios) func theReferenceFollowsTheRules(scenario: Scenario) throws {
        try scenario.check(on: ReferenceInterpreter.self)
    }

    @Test(arguments: scenarios) func theEngineFollowsTheRules(scenario: Scenario) throws {
        try scenario.check(on: EngineRunner.self)
    }

    @Test(arguments: scenarios) func theFlattenedEngineFollowsTheRules(scenario: Scenario) throws {
        try scenario.check(on: PlainEngineRunner.self)
    }

    /// So small a chart is flattened, unless it defers events.
    @Test(arguments: scenarios) func scenariosAreFlattened(scenario: Scenario) throws {
        let core = try CompiledStatechart<NotingBehavior>(scenario.chart).storage.tables.core.pointee
        #expect((core.flat == nil) == core.hasDeferrals)
    }

    @Test func everyRuleHasAScenario() {
        // Dynamic regions and limits have tests of their own.
        #expect(Set(Self.scenarios.map(\.rule)).union([21, 23]) == Set(1...23))
    }
}
