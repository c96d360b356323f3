import StatechartAllocations
import Testing

@Suite struct AllocationTests {
    @Test(.enabled(if: Counter.isOptimized, "only optimized code allocates nothing"), arguments: [false, true])
    func anEventAllocatesNothing(defers: Bool) throws {
        let count = try Counter.allocations(defers: defers)
        #expect(count == 0)
    }
}
