import Automata
import FeatureModels
import Synchronization
import Testing

struct AtomicSetBudgetTests {
    @Test func comparisonsAreCancelled() throws {
        var model = FeatureModel(root: "root")
        model.add((0..<2000).map { "f\($0)" }, below: model.root, .or)
        let products = try model.products()
        let checks = Mutex(0)
        _ = try products.atomicSets(
            budget: Budget(isCancelled: {
                checks.withLock { $0 += 1 }
                return false
            }))
        let last = checks.withLock { $0 }
        let asked = Mutex(0)
        let error = #expect(throws: FeatureModelError.self) {
            try products.atomicSets(
                budget: Budget(isCancelled: {
                    asked.withLock { count in
                        count += 1
                        return count == last
                    }
                }))
        }
        guard case .stopped(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.isCancelled)
    }
}
