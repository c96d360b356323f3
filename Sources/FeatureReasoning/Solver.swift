internal import CSolver
internal import FeatureModels
internal import WorkLimits

/// An incremental SAT solver.
///
/// - Reference: A. Biere, K. Fazekas, M. Fleury, M. Heisinger, CaDiCaL, Kissat, Paracooba,
///   Plingeling and Treengeling entering the SAT Competition 2020.
final class Solver {
    /// CaDiCaL's solver; `nil` after an allocation failed, as its state is unknown then.
    private var solver: OpaquePointer?
    /// The approximate bytes of the clauses.
    private(set) var bytes = 0
    /// The number of the last variable.
    private(set) var variableCount = 0

    /// - Throws: `LimitError.budgetExceeded(built:limit:)` if there is no memory.
    init() throws(LimitError) {
        guard let solver = solver_new() else { throw Self.noMemory }
        self.solver = solver
    }

    deinit { solver_free(solver) }

    /// A Boolean value that indicates whether an allocation failed, so that no question is answered
    /// any more.
    var isBroken: Bool { solver == nil }

    private func discardSolver() {
        solver_free(solver)
        solver = nil
    }

    private static var noMemory: LimitError { .budgetExceeded(built: 0, limit: .memory) }

    /// Adds clauses.
    ///
    /// - Throws: `LimitError` if the budget doesn't allow them, or there is too little memory.
    func add(_ clauses: ClauseText, budget: Budget) throws(LimitError) {
        guard let solver else { throw Self.noMemory }
        let newBytes = ClauseText.byteCount(
            variables: clauses.variableCount - variableCount, literals: clauses.literals.count)
        try budget.check(built: 0, bytes: bytes + newBytes)
        guard solver_add(solver, clauses.literals, clauses.literals.count) else {
            discardSolver()
            throw Self.noMemory
        }
        bytes += newBytes
        variableCount = clauses.variableCount
    }

    /// Checks the budget while the solver searches.
    private final class Watch {
        let budget: Budget
        let bytes: Int
        var error: LimitError?

        init(_ budget: Budget, bytes: Int) { (self.budget, self.bytes) = (budget, bytes) }

        func isStopped() -> Bool {
            do throws(LimitError) {
                try budget.check(built: 0, bytes: bytes)
                return false
            } catch {
                self.error = error
                return true
            }
        }
    }

    /// Returns whether an assignment satisfies all clauses, the assumptions, and, unless it is
    /// empty, a clause for this question alone.
    ///
    /// - Throws: `LimitError` if the budget runs out; each conflict counts as a state.
    func isSatisfiable(
        assuming assumptions: [Int32], and clause: [Int32] = [], budget: Budget
    ) throws(LimitError) -> Bool {
        guard let solver else { throw Self.noMemory }
        let watch = Watch(budget, bytes: bytes)
        let limit = budget.maximumStates > Int(Int32.max) ? -1 : Int32(max(0, budget.maximumStates))
        let answer = withExtendedLifetime(watch) {
            solver_solve(
                solver, assumptions, assumptions.count, clause, clause.count, limit,
                { Unmanaged<Watch>.fromOpaque($0!).takeUnretainedValue().isStopped() },
                Unmanaged.passUnretained(watch).toOpaque())
        }
        if answer == SOLVER_MEMORY { discardSolver() }
        if let error = watch.error { throw error }
        switch answer {
        case SOLVER_SATISFIABLE: return true
        case SOLVER_UNSATISFIABLE: return false
        case SOLVER_MEMORY: throw Self.noMemory
        default:
            throw .budgetExceeded(built: budget.maximumStates, limit: .states(budget.maximumStates))
        }
    }

    /// Returns whether a literal is true in the assignment that the last question found.
    func isTrue(_ literal: Int32) -> Bool { solver.map { solver_value($0, literal) } ?? false }

    /// Returns the literals that are false in each assignment that satisfies all clauses and the
    /// assumptions. There must be such an assignment.
    ///
    /// The search tries to make the literals true first, so that an assignment rules out many of
    /// them.
    ///
    /// - Throws: `LimitError` if the budget runs out; each conflict of a search counts as a
    ///   state.
    func impossible(
        among literals: [Int32], assuming assumptions: [Int32], budget: Budget
    ) throws(LimitError) -> [Int32] {
        try prefer(literals, true)
        defer { try? prefer(literals, false) }
        var open = literals
        var impossible: [Int32] = []
        while true {
            // Facts that the solver knows without assumptions need no query.
            impossible += open.filter(isKnownToBeFalse)
            open.removeAll(where: isKnownToBeFalse)
            // A query without an additional clause would mean something else.
            if open.isEmpty { return impossible }
            try budget.check(built: 0, bytes: bytes)
            guard try isSatisfiable(assuming: assumptions, and: open, budget: budget) else { return impossible + open }
            try prefer(open.filter(isTrue), false)
            open.removeAll(where: isTrue)
        }
    }

    /// Sets or clears literals as the ones that the search tries first.
    private func prefer(_ literals: [Int32], _ prefers: Bool) throws(LimitError) {
        guard let solver else { throw Self.noMemory }
        guard solver_prefer(solver, literals, literals.count, prefers) else {
            discardSolver()
            throw Self.noMemory
        }
    }

    /// Returns whether the solver knows that a literal is false in each assignment.
    private func isKnownToBeFalse(_ literal: Int32) -> Bool {
        solver.map { solver_is_impossible($0, literal) } ?? false
    }

    /// Returns whether an assumption was needed for the last question's contradiction.
    func hasFailed(_ literal: Int32) -> Bool { solver.map { solver_has_failed($0, literal) } ?? false }
}

/// Clauses for the solver, each followed by a 0.
struct ClauseText {
    private(set) var literals: [Int32] = []
    /// The number of the last variable.
    private(set) var variableCount: Int

    /// Creates a text with the variables of a system.
    init(variableCount: Int) { self.variableCount = variableCount }

    /// Returns the approximate bytes of variables and literals in the text and in a solver.
    static func byteCount(variables: Int, literals: Int) -> Int { 256 * variables + 40 * literals }

    mutating func addVariable() -> Int32 {
        variableCount += 1
        return Int32(variableCount)
    }

    mutating func add(_ clause: [Int32]) {
        literals += clause
        literals.append(0)
    }
}

extension Int32 {
    /// Creates the solver's form of a literal.
    init(_ literal: Literal) { self = Int32(literal.variable + 1) * (literal.value ? 1 : -1) }

    /// Creates the literal that is true if a feature is selected.
    init(_ feature: FeatureID) { self = Int32(Int(feature) + 1) }
}

extension Configuration {
    /// The literals that are true under the decisions.
    var literals: [Int32] { selectedFeatures.map { Int32($0) } + deselectedFeatures.map { -Int32($0) } }
}
