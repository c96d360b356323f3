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

/// The order of names that compares runs of digits as numbers.
enum NaturalOrder {
    static func isLess(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            if isDigit(left[i]), isDigit(right[j]) {
                let (leftEnd, rightEnd) = (digitsEnd(left, from: i), digitsEnd(right, from: j))
                let leftNumber = left[i..<leftEnd].drop { $0 == UInt8(ascii: "0") }
                let rightNumber = right[j..<rightEnd].drop { $0 == UInt8(ascii: "0") }
                if leftNumber.count != rightNumber.count { return leftNumber.count < rightNumber.count }
                if !leftNumber.elementsEqual(rightNumber) { return leftNumber.lexicographicallyPrecedes(rightNumber) }
                (i, j) = (leftEnd, rightEnd)
            } else {
                if left[i] != right[j] { return left[i] < right[j] }
                i += 1
                j += 1
            }
        }
        if left.count - i != right.count - j { return left.count - i < right.count - j }
        // Only leading zeros differ.
        return left.lexicographicallyPrecedes(right)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

    private static func digitsEnd(_ name: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < name.count, isDigit(name[end]) { end += 1 }
        return end
    }
}
