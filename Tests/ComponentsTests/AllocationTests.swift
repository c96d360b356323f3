import ComponentAllocations
import Testing

@Suite struct ComponentAllocationTests {
    @Test(
        .enabled(if: ComponentAllocations.isOptimized, "only optimized code allocates nothing"),
        arguments: [false, true])
    func aMessageAllocatesNothing(isTracing: Bool) throws {
        let count = try ComponentAllocations.count(isTracing: isTracing)
        #expect(count == 0)
    }

    @Test func restartsLeaveNothing() throws {
        let count = try ComponentAllocations.countLeftByRestarts()
        // A slot that stays would be one for each of ten thousand; other code of the process has some.
        #expect(count < 2_000)
    }
}
