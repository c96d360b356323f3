import Testing

@Suite struct ScenarioTests {
    static let scenarios =
        Scenario.thesis + Scenario.selection + Scenario.exitsAndEntries + Scenario.runs + Scenario.additions
        + Scenario.failing

    @Test(arguments: scenarios) func theReferenceFollowsTheRules(scenario: Scenario) throws {
        try scenario.check(on: ReferenceInterpreter.self)
    }

    @Test func everyRuleHasAScenario() {
        // Dynamic regions and limits have tests of their own.
        #expect(Set(Self.scenarios.map(\.rule)).union([21, 23]) == Set(1...23))
    }
}
