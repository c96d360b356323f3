internal import Automata

/// The distinct formulas of one or several texts, and their variables.
struct FormulaStore {
    private(set) var variables = NameTable()
    /// The spelling of each formula.
    private var spellings = NameTable()
    /// All formulas in postfix order, one after another.
    private var codes: [Int32] = []
    private var ends: [Int] = []

    /// The number of distinct formulas.
    var count: Int { ends.count }

    /// A formula in postfix order, its variables by number.
    subscript(formula: Int) -> ArraySlice<Int32> {
        codes[(formula == 0 ? 0 : ends[formula - 1])..<ends[formula]]
    }

    /// The number of a variable, which is added where it is new.
    mutating func variable(named name: UnsafeBufferPointer<UInt8>) throws(AutomataError) -> Int32 {
        let (id, _) = try variables.intern(name)
        guard let number = Int32(exactly: id) else { throw .tooLarge("variables") }
        return number
    }

    /// The number of a formula, which is added where its spelling is new.
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

    /// The variables in the natural order of their names, in which `a2` comes before `a10`: for each variable its place.
    func placesInNaturalOrder() -> [Int] {
        let names = (0..<UInt32(variables.count)).map { Array(variables.utf8(of: $0)) }
        let order = names.indices.sorted { NaturalOrder.isLess(names[$0], names[$1]) }
        var places = [Int](repeating: 0, count: order.count)
        for (place, variable) in order.enumerated() { places[variable] = place }
        return places
    }
}

/// The order of names in which runs of digits compare as numbers.
enum NaturalOrder {
    static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
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
        // Only zeros at the front of a number differ.
        return left.lexicographicallyPrecedes(right)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

    private static func digitsEnd(_ name: [UInt8], from start: Int) -> Int {
        var end = start
        while end < name.count, isDigit(name[end]) { end += 1 }
        return end
    }
}
