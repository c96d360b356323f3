internal import Automata

/// The minterms of a list of formulas: the coarsest classes of valuations that no formula
/// distinguishes.
///
/// A minterm's name is its lexicographically least valuation, with one bit per variable in the
/// natural order of the variables' names. Minterms are numbered in the order of their names; the
/// class that satisfies no formula is one of them unless it is empty. So the names depend only on
/// the functions of the formulas and the set of variables, not on the formulas' spelling or order.
struct Minterms {
    /// The names of the minterms, in order.
    private(set) var names = NameTable()
    /// For each formula, the minterms that satisfy it, in ascending order.
    private(set) var members: [[Symbol]] = []

    /// The maximum number of variables, which is the depth of recursion over a diagram.
    static let maximumVariableCount = 512
    /// The bytes in use.
    private(set) var byteCount = 0

    /// Finds the minterms of formulas of at most ``maximumVariableCount`` variables.
    ///
    /// - Parameter bytes: The bytes of the budget that others use.
    /// - Throws: `AutomataError` if the budget stops the work, and ``AutomataError/tooLarge(_:)``
    ///   if ids don't suffice.
    init(_ formulas: FormulaStore, budget: Budget, reserving bytes: Int) throws(AutomataError) {
        guard formulas.count > 0 else { return }
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: bytes))
        var diagram = FormulaDiagram(steps: steps)
        let ranks = try formulas.ranksInNaturalOrder(steps: &steps)
        var roots: [FormulaDiagram.Node] = []
        for formula in 0..<formulas.count {
            roots.append(try Self.build(formulas[formula], ranks: ranks, in: &diagram))
        }
        let root = try Self.merge(roots[...], in: &diagram)
        try collect(
            from: root, of: diagram, formulaCount: formulas.count, variableCount: ranks.count, steps: &steps)
    }

    private static func build(
        _ formula: ArraySlice<Int32>, ranks: [Int], in diagram: inout FormulaDiagram
    ) throws(AutomataError) -> FormulaDiagram.Node {
        var stack: [FormulaDiagram.Node] = []
        for code in formula {
            switch code {
            case FormulaParser.true: stack.append(FormulaDiagram.full)
            case FormulaParser.false: stack.append(FormulaDiagram.empty)
            case FormulaParser.not:
                guard let operand = stack.popLast() else { continue }
                stack.append(try diagram.apply(.not, operand, FormulaDiagram.full))
            case FormulaParser.and, FormulaParser.or:
                guard let right = stack.popLast(), let left = stack.popLast() else { continue }
                stack.append(try diagram.apply(code == FormulaParser.and ? .and : .or, left, right))
            default: stack.append(try diagram.variable(level: ranks[Int(code)]))
            }
        }
        return stack.last ?? FormulaDiagram.empty
    }

    /// Returns one diagram for all formulas. Its terminals show which of them hold: nested pairs,
    /// one for each half of the list.
    private static func merge(
        _ roots: ArraySlice<FormulaDiagram.Node>, in diagram: inout FormulaDiagram
    ) throws(AutomataError) -> FormulaDiagram.Node {
        if roots.count == 1, let root = roots.first { return root }
        let middle = roots.startIndex + roots.count / 2
        let left = try merge(roots[..<middle], in: &diagram)
        let right = try merge(roots[middle...], in: &diagram)
        return try diagram.apply(.pair, left, right)
    }

    /// Visits each node once, low branches first: each terminal is then reached first by its least
    /// valuation, and terminals are reached in the order of these valuations.
    private mutating func collect(
        from root: FormulaDiagram.Node, of diagram: FormulaDiagram, formulaCount: Int, variableCount: Int,
        steps: inout BudgetSteps
    ) throws(AutomataError) {
        members = Array(repeating: [], count: formulaCount)
        var isVisited = [Bool](repeating: false, count: diagram.count)
        var path = [UInt8](repeating: UInt8(ascii: "0"), count: variableCount)
        /// Nodes to visit, with the level whose high branch leads there, or -1.
        var pending: [(node: FormulaDiagram.Node, setLevel: Int)] = [(root, -1)]
        // A list for each formula, which may have twice the capacity that it needs.
        byteCount = 48 * formulaCount
        while let (node, setLevel) = pending.popLast() {
            try steps.step(holding: diagram.byteCount + isVisited.count + byteCount + 2 * names.byteCount)
            if setLevel >= 0 {
                // Finished paths have decided all levels below.
                path[setLevel] = UInt8(ascii: "1")
                for level in setLevel + 1..<variableCount where path[level] != UInt8(ascii: "0") {
                    path[level] = UInt8(ascii: "0")
                }
            }
            guard !isVisited[Int(node)] else { continue }
            isVisited[Int(node)] = true
            guard diagram.isTerminal(node) else {
                pending.append((diagram.high(node), diagram.level(node)))
                pending.append((diagram.low(node), -1))
                continue
            }
            let name = variableCount == 0 ? Array("true".utf8) : path
            let symbol = try name.withUnsafeBufferPointer { (name) throws(AutomataError) in try names.intern(name).id }
            let memberCount = addMembers(of: node, formulas: 0..<formulaCount, symbol: Symbol(symbol), diagram)
            byteCount += 8 * memberCount
            try steps.step(formulaCount, holding: diagram.byteCount + isVisited.count + byteCount + 2 * names.byteCount)
        }
        byteCount += 2 * names.byteCount
    }

    /// Adds the symbol of a terminal to the members of the formulas that hold there, and returns
    /// their number.
    private mutating func addMembers(
        of terminal: FormulaDiagram.Node, formulas: Range<Int>, symbol: Symbol, _ diagram: FormulaDiagram
    ) -> Int {
        var count = 0
        var pending = [(terminal, formulas)]
        while let (terminal, formulas) = pending.popLast() {
            if formulas.count == 1 {
                if terminal == FormulaDiagram.full {
                    members[formulas.lowerBound].append(symbol)
                    count += 1
                }
                continue
            }
            let middle = formulas.lowerBound + formulas.count / 2
            pending.append((diagram.low(terminal), formulas.lowerBound..<middle))
            pending.append((diagram.high(terminal), middle..<formulas.upperBound))
        }
        return count
    }
}
