internal import Automata

extension NameTable {
    /// Returns the ids in the natural order of their names.
    func idsInNaturalOrder<ID: DenseID>(steps: inout BudgetSteps) throws(AutomataError) -> [ID] {
        try bytes.withUnsafeBufferPointer { (bytes) throws(AutomataError) in
            func name(_ id: ID) -> UnsafeBufferPointer<UInt8> {
                UnsafeBufferPointer(rebasing: bytes[utf8Range(at: Int(id))])
            }
            return try [ID](0..<ID(count)).sorted(steps: &steps) { NaturalOrder.isLess(name($0), name($1)) }
        }
    }
}

extension AutomatonParts {
    /// Renumbers the symbols in the natural order of their names, for texts that don't list their
    /// alphabets, so that the numbers don't depend on the order of the transitions.
    ///
    /// - Returns: The names in that order.
    mutating func numberSymbolsNaturally(
        _ names: consuming NameTable, steps: inout BudgetSteps
    ) throws(AutomataError) -> NameTable {
        let order: [Symbol] = try names.idsInNaturalOrder(steps: &steps)
        if order.indices.allSatisfy({ Int(order[$0]) == $0 }) { return names }
        var newSymbols = [Symbol](repeating: 0, count: order.count)
        for (new, old) in order.enumerated() { newSymbols[Int(old)] = Symbol(new) }
        try renumberSymbols(steps: &steps) { newSymbols[Int($0)] }
        return try names.permuted(by: order, steps: &steps)
    }
}
