internal import AlgorithmSupport
internal import WorkLimits

/// A search for assignments that satisfy a system under changing assumptions.
///
/// It decides variables as in the last assignment found, and propagates. A question with too many
/// conflicts goes to the compiler, which keeps the results of parts.
///
/// - Reference: M. Davis, G. Logemann, D. Loveland, A machine program for theorem-proving,
///   Communications of the ACM 5(7), 1962, doi:10.1145/368273.368557.
struct AssignmentSearch: ~Copyable {
    private let system: SortedSystem
    private let budget: Budget
    private var propagator: Propagator
    /// Whether the units of the system contradict each other.
    private var isContradictory: Bool
    /// The value of each variable in the last assignment found.
    private let isTrue: ScratchBuffer<Bool>
    private var steps: LimitedSteps
    private var countedSteps = 0

    private static let conflictLimit = 1000

    /// Creates a search with the units of the system.
    init(_ system: SortedSystem, budget: Budget) {
        self.system = system
        self.budget = budget
        propagator = Propagator(system)
        isContradictory = system.isContradictory
        for unit in system.units where !isContradictory { isContradictory = !propagator.assume(unit) }
        isTrue = ScratchBuffer(repeating: false, count: system.variableCount)
        steps = LimitedSteps(BudgetWatch(budget, states: 0, bytes: propagator.byteCount))
    }

    /// Returns whether an assignment makes all of several literals true.
    ///
    /// - Complexity: Exponential at worst.
    /// - Throws: `LimitError` if the budget is exceeded or cancelled.
    mutating func isSatisfiable(assuming literals: [Literal]) throws(LimitError) -> Bool {
        if isContradictory { return false }
        let start = propagator.trailCount
        defer { propagator.undo(to: start) }
        for literal in literals where !propagator.assume(literal) {
            try count()
            return false
        }
        if let answer = try search() { return answer }
        var assumed = system
        assumed.units += literals
        let isKept = [Bool](repeating: false, count: system.variableCount)
        return try !DNNFCompiler.circuit(of: assumed, keeping: isKept, budget: budget).isEmpty
    }

    /// Returns whether the assignments made so far can be completed; `nil` after too many
    /// conflicts.
    private mutating func search() throws(LimitError) -> Bool? {
        /// A decision, and the place of its variable.
        struct Decision {
            var trailStart: Int
            var literal: Literal
            var isSecond = false
        }
        var decisions: [Decision] = []
        var variable = 0
        var conflictCount = 0
        while true {
            while variable < propagator.variableCount, propagator.isAssigned(variable) { variable += 1 }
            if variable == propagator.variableCount { break }
            let literal = Literal(variable, isTrue[variable])
            decisions.append(Decision(trailStart: propagator.trailCount, literal: literal))
            var isConsistent = propagator.assume(literal)
            while !isConsistent {
                conflictCount += 1
                if conflictCount > Self.conflictLimit { return nil }
                while let last = decisions.last, last.isSecond { decisions.removeLast() }
                guard var last = decisions.popLast() else { return false }
                propagator.undo(to: last.trailStart)
                last.literal = !last.literal
                last.isSecond = true
                decisions.append(last)
                variable = last.literal.variable
                isConsistent = propagator.assume(last.literal)
            }
            try count()
        }
        for variable in 0..<propagator.variableCount {
            isTrue[variable] = propagator.values[Literal(variable).index] == 1
        }
        return true
    }

    private mutating func count() throws(LimitError) {
        try steps.step(propagator.stepCount - countedSteps + 1)
        countedSteps = propagator.stepCount
    }
}
