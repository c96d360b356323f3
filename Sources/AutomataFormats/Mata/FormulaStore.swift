@_spi(Tool) internal import Automata

/// The distinct formulas of one or several texts, and their variables.
struct FormulaStore {
    private(set) var variables = NameTable()
    /// The spelling of each formula.
    private var spellings = NameTable()
    /// All formulas in postfix order, one after another.
    private var codes: [Int32] = []
    private var ends: [Int] = []

    /// The bytes in use.
    var byteCount: Int {
        variables.byteCount + spellings.byteCount + 4 * codes.capacity + MemoryLayout<Int>.stride * ends.capacity
    }

    /// The number of distinct formulas.
    var count: Int { ends.count }

    /// Returns a formula in postfix order, in which numbers stand for variables.
    subscript(formula: Int) -> ArraySlice<Int32> {
        codes[(formula == 0 ? 0 : ends[formula - 1])..<ends[formula]]
    }

    /// Returns the number of a variable, which is added if it is new.
    mutating func variable(named name: UnsafeBufferPointer<UInt8>) throws(AutomataError) -> Int32 {
        let (id, _) = try variables.intern(name)
        guard let number = Int32(exactly: id) else { throw .tooLarge("variables") }
        return number
    }

    /// Returns the number of a formula, which is added if its spelling is new.
    mutating func number(
        of formula: [Int32], spelled spelling: UnsafeBufferPointer<UInt8>
    ) throws(AutomataError) -> UInt32 {
        let (id, isNew) = try spellings.intern(spelling)
        if isNew {
            codes.append(contentsOf: formula)
            ends.append(codes.count)
        }
        return id
    }

    /// Returns each variable's rank in the natural order of their names, in which `a2` comes
    /// before `a10`.
    func ranksInNaturalOrder(steps: inout BudgetSteps) throws(AutomataError) -> [Int] {
        let order: [Symbol] = try variables.idsInNaturalOrder(steps: &steps)
        var positions = [Int](repeating: 0, count: order.count)
        for (position, variable) in order.enumerated() { positions[Int(variable)] = position }
        return positions
    }
}
