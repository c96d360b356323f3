import ComponentAllocations
import Testing

@Suite struct ComponentAllocationTests {
    @Test(
        .enabled(if: ComponentAllocations.isOptimized, "only optimized code allocates nothing"),
        arguments: [false, true], [false, true])
    func aMessageAllocatesNothing(isTracing: Bool, hasContracts: Bool) throws {
        let count = try ComponentAllocations.count(isTracing: isTracing, hasContracts: hasContracts)
        #expect(count == 0)
    }

    @Test func restartsLeaveNothing() throws {
        let count = try ComponentAllocations.countLeftByRestarts()
        // Two slots that stay for each of ten thousand restarts would be a dozen each; other code of the
        // process has some.
        #expect(count < 30_000)
    }
}
