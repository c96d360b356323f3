import AlgorithmSupport
import FeatureModels

/// Assignments as bits, variable 0 the lowest, found by trying all of them.
extension BooleanSystem {
    func isSatisfied(by bits: Int) -> Bool {
        func isTrue(_ literal: Literal) -> Bool { (bits >> literal.variable & 1 == 1) == literal.value }
        return clauses.allSatisfy { $0.contains(where: isTrue) }
            && bounds.allSatisfy { bound in
                if let condition = bound.condition, !isTrue(condition) { return true }
                return bound.literals.count(where: isTrue) <= bound.bound
            }
    }

    var assignments: Set<Int> { Set((0..<1 << variableCount).filter(isSatisfied)) }

    /// The assignments to the kept variables.
    func assignments(keeping kept: [Bool]) -> Set<Int> {
        let mask = kept.indices.reduce(0) { kept[$1] ? $0 | 1 << $1 : $0 }
        return Set(assignments.map { $0 & mask })
    }

    /// Returns a system of few variables with clauses and bounds of all kinds.
    static func random(maximumVariables: Int, using random: inout SplitMix64) -> BooleanSystem {
        let count = Int.random(in: 1...maximumVariables, using: &random)
        var system = BooleanSystem(variableCount: count)
        func literal() -> Literal { Literal(.random(in: 0..<count, using: &random), .random(using: &random)) }
        for _ in 0..<Int.random(in: 0...count + 2, using: &random) {
            system.clauses.append((0..<Int.random(in: 1...4, using: &random)).map { _ in literal() })
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let literals = (0..<Int.random(in: 0...5, using: &random)).map { _ in literal() }
            system.bounds.append(
                AtMostConstraint(
                    condition: .random(using: &random) ? literal() : nil,
                    bound: .random(in: 0...3, using: &random) - (Int.random(in: 0..<20, using: &random) == 0 ? 1 : 0),
                    literals: literals))
        }
        return system
    }
}

extension Circuit {
    /// The assignments by the definition, or the first broken invariant.
    func reference(keeping kept: [Bool]? = nil) -> (assignments: Set<Int>, fault: String?) {
        var sets: [Set<Int>] = []
        var variables: [Int] = []
        for node in 0..<nodeCount {
            var set: Set<Int> = isSum[node] ? [] : [0]
            var mask = 0
            for (index, item) in items[range(of: node)].enumerated() {
                let (itemSet, itemMask): (Set<Int>, Int)
                switch item.kind {
                case .literal(let literal):
                    (itemSet, itemMask) = ([literal.value ? 1 << literal.variable : 0], 1 << literal.variable)
                case .free(let variable): (itemSet, itemMask) = ([0, 1 << variable], 1 << variable)
                case .child(let child):
                    guard child < node else { return ([], "child \(child) doesn't come before \(node)") }
                    (itemSet, itemMask) = (sets[child], variables[child])
                }
                if isSum[node] {
                    guard case .child = item.kind else { return ([], "sum \(node) has no node as summand") }
                    guard index == 0 || mask == itemMask else { return ([], "sum \(node) isn't smooth") }
                    guard set.isDisjoint(with: itemSet) else { return ([], "sum \(node) isn't disjoint") }
                    set.formUnion(itemSet)
                } else {
                    guard mask & itemMask == 0 else { return ([], "product \(node) isn't decomposable") }
                    set = Set(set.flatMap { left in itemSet.map { left | $0 } })
                }
                mask |= itemMask
            }
            guard !set.isEmpty else { return ([], "node \(node) has no assignment") }
            sets.append(set)
            variables.append(mask)
        }
        guard let last = sets.last else { return ([], nil) }
        let all = (0..<variableCount).reduce(0) { kept?[$1] == false ? $0 : $0 | 1 << $1 }
        return (last, variables.last == all ? nil : "the root lacks variables")
    }
}

/// Counts the states of the minimal layered DFA of assignments, by their residuals.
func layeredStateCount(of assignments: Set<Int>, order: [Int]) -> Int {
    var count = 0
    for layer in 0...order.count {
        var read = 0
        for variable in order[..<layer] { read |= 1 << variable }
        var residuals: [Int: Set<Int>] = [:]
        for bits in assignments { residuals[bits & read, default: []].insert(bits & ~read) }
        count += Set(residuals.values).count
    }
    return count
}
