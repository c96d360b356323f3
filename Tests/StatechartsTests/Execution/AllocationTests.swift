import StatechartAllocations
import Testing

@Suite struct AllocationTests {
    @Test(.enabled(if: Counter.isOptimized, "only optimized code allocates nothing"), arguments: [false, true])
    func anEventAllocatesNothing(defers: Bool) throws {
        #expect(try Counter.allocations(defers: defers) == 0)
    }
}
