import StatechartAllocations
import Testing

@Suite struct AllocationTests {
    @Test(
        .enabled(if: StatechartAllocations.isOptimized, "only optimized code allocates nothing"),
        arguments: [false, true])
    func anEventAllocatesNothing(defers: Bool) throws {
        let count = try StatechartAllocations.count(defers: defers)
        #expect(count == 0)
    }
}
