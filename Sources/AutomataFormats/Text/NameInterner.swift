internal import Automata
internal import TextSupport

/// Ids for the names that a text uses, of states or of symbols.
///
/// Most files number their states: `q0`, `q1`, … or just `0`, `1`, …. While a text is read, the id
/// of such a name, an optional leading byte and a decimal number, is its number, without any
/// lookup; other names are hashed, and their ids are beyond a limit. At the end,
/// ``numbering(byNumber:)`` returns the dense ids. The first name with a number decides whether
/// there is a leading byte, and which one.
struct NameInterner<ID: DenseID> {
    /// The names without a number.
    private var table = NameTable()
    private var pattern = Pattern.none
    /// The numbers that have been seen, one bit each.
    private var seenBits: [UInt64] = []
    /// The ids in the order in which they were first seen.
    private var order: [ID] = []
    private var largestNumber = -1
    /// Numbers from this one on aren't ids, so that a short text doesn't take much memory.
    private let limit: Int
    /// The offset of each id's first occurrence.
    private var firstOffsets: [Int] = []
    private let keepsOffsets: Bool

    private enum Pattern {
        case none
        case number
        case lettered(UInt8)
    }

    init(textCount: Int, keepsOffsets: Bool = false) {
        limit = min(max(textCount / 4, 1024), 1 << 30)
        self.keepsOffsets = keepsOffsets
    }

    var count: Int { order.count }

    /// The bytes of the names.
    var byteCount: Int {
        table.byteCount + 8 * (seenBits.count + firstOffsets.count) + MemoryLayout<ID>.stride * order.count
    }

    // MARK: Reading

    /// Returns the id of a numbered name that starts at an offset and ends before a blank, and the
    /// offset of that blank. Returns `nil`, without a change, if there is no such name at the
    /// offset.
    @inline(__always)
    mutating func numberedName(
        in input: TextBytes, at offset: Int, mayBeNew: Bool = true
    ) -> (id: ID, end: Int)? {
        var index = offset
        switch pattern {
        case .lettered(let letter):
            guard index < input.count, input[index] == letter else { return nil }
            index += 1
        case .number: break
        case .none: return nil
        }
        let digits = index
        var number = 0
        while index < input.count {
            let digit = input[index] &- UInt8(ascii: "0")
            if digit > 9 { break }
            number = number &* 10 &+ Int(digit)
            index += 1
        }
        // A blank is any byte up to the space; quotes, operators and comments are greater.
        guard index < input.count, input[index] <= 0x20, Self.isCanonical(input[digits], count: index - digits),
            number < limit
        else { return nil }
        if !isSeen(number) {
            guard mayBeNew else { return nil }
            insert(number, at: offset)
        }
        return (ID(truncatingIfNeeded: number), index)
    }

    mutating func id(of name: UnsafeBufferPointer<UInt8>, at offset: Int) throws(AutomataError) -> ID {
        if case .none = pattern { pattern = Self.pattern(of: name) }
        if let number = number(of: name) {
            if !isSeen(number) { insert(number, at: offset) }
            return ID(number)
        }
        let (index, isNew) = try table.intern(name)
        guard Int(index) < maximumCount - limit else { throw .tooLarge("names") }
        let id = ID(limit + Int(index))
        if isNew { note(id, at: offset) }
        return id
    }

    /// Returns the id of a name that exists already.
    func existingID(of name: UnsafeBufferPointer<UInt8>) -> ID? {
        if let number = number(of: name) { return isSeen(number) ? ID(number) : nil }
        return table.index(of: name).map { ID(limit + $0) }
    }

    @inline(__always)
    private func isSeen(_ number: Int) -> Bool {
        number >> 6 < seenBits.count && seenBits[number >> 6] >> UInt64(number & 63) & 1 == 1
    }

    @inline(never)
    private mutating func insert(_ number: Int, at offset: Int) {
        let word = number >> 6
        if word >= seenBits.count {
            seenBits.append(contentsOf: repeatElement(0, count: max(word + 1, seenBits.count * 2) - seenBits.count))
        }
        seenBits[word] |= 1 << UInt64(number & 63)
        largestNumber = max(largestNumber, number)
        note(ID(number), at: offset)
    }

    private mutating func note(_ id: ID, at offset: Int) {
        order.append(id)
        if keepsOffsets { firstOffsets.append(offset) }
    }

    private func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        var digits = name[...]
        switch pattern {
        case .lettered(let letter):
            guard digits.first == letter else { return nil }
            digits = digits.dropFirst()
        case .number: break
        case .none: return nil
        }
        guard let first = digits.first, Self.isCanonical(first, count: digits.count) else { return nil }
        var number = 0
        for byte in digits {
            guard byte &- UInt8(ascii: "0") <= 9 else { return nil }
            number = number * 10 + Int(byte &- UInt8(ascii: "0"))
        }
        return number < limit ? number : nil
    }

    /// Whether a number has no leading zeros, and is short enough not to overflow.
    @inline(__always)
    private static func isCanonical(_ first: UInt8, count: Int) -> Bool {
        count == 1 ? first &- UInt8(ascii: "0") <= 9 : count > 1 && count <= 9 && first != UInt8(ascii: "0")
    }

    private static func pattern(of name: UnsafeBufferPointer<UInt8>) -> Pattern {
        func isNumber(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
            !bytes.isEmpty && bytes.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 }
        }
        if isNumber(name[...]) { return .number }
        if let first = name.first, isNumber(name.dropFirst()) { return .lettered(first) }
        return .none
    }

    // MARK: Numbering

    /// The dense numbers of ids, and the names in that order.
    struct Numbering {
        /// The names; `nil` if they are `q0`, `q1`, … and numbered accordingly, as these are the
        /// names of states without names.
        fileprivate(set) var names: NameTable?
        /// The offset of each name's first occurrence, if that was requested.
        fileprivate(set) var firstOffsets: [Int]
        /// The dense id of each number and of each other name; empty if ids are already dense.
        private var ofNumbers: [ID] = []
        private var ofNames: [ID] = []
        private let limit: Int
        fileprivate(set) var isIdentity: Bool

        fileprivate init(interner: NameInterner, order: [Int]?) {
            limit = interner.limit
            isIdentity = order == nil
            firstOffsets = interner.firstOffsets
            guard let order else { return }
            ofNumbers = Array(repeating: .absent, count: interner.largestNumber + 1)
            ofNames = Array(repeating: .absent, count: interner.table.count)
            for (dense, index) in order.enumerated() {
                let id = Int(interner.order[index])
                if id < limit { ofNumbers[id] = ID(dense) } else { ofNames[id - limit] = ID(dense) }
            }
            if !firstOffsets.isEmpty { firstOffsets = order.map { interner.firstOffsets[$0] } }
        }

        /// Returns the dense id of an id.
        @inline(__always)
        func callAsFunction(_ id: ID) -> ID {
            if isIdentity { return id }
            return Int(id) < limit ? ofNumbers[Int(id)] : ofNames[Int(id) - limit]
        }
    }

    /// Numbers the names in the order of their first appearance, or, if `byNumber` is true and all
    /// names have numbers without gaps, by these numbers.
    func numbering(byNumber: Bool, steps: inout BudgetSteps) throws(AutomataError) -> Numbering {
        if byNumber, isDense {
            var numbering = Numbering(interner: self, order: nil)
            if case .lettered(UInt8(ascii: "q")) = pattern { return numbering }
            numbering.names = try names(Array(0..<ID(order.count)), steps: &steps)
            return numbering
        }
        var numbering = Numbering(interner: self, order: Array(order.indices))
        numbering.names = try names(order, steps: &steps)
        return numbering
    }

    /// Numbers the names in their natural order.
    func naturalNumbering(steps: inout BudgetSteps) throws(AutomataError) -> Numbering {
        let names = try names(order, steps: &steps)
        let natural: [ID] = try names.idsInNaturalOrder(steps: &steps)
        let isIdentity = isDense && natural.indices.allSatisfy { Int(order[Int(natural[$0])]) == $0 }
        var numbering = Numbering(interner: self, order: isIdentity ? nil : natural.map { Int($0) })
        if isIdentity, !firstOffsets.isEmpty { numbering.firstOffsets = natural.map { firstOffsets[Int($0)] } }
        numbering.names = try names.permuted(by: natural, steps: &steps)
        return numbering
    }

    /// Whether all names have numbers, without gaps.
    var isDense: Bool { table.count == 0 && largestNumber == order.count - 1 }

    /// Returns the names of ids, in their order.
    private func names(_ ids: [ID], steps: inout BudgetSteps) throws(AutomataError) -> NameTable {
        var names = NameTable()
        var name = TextOutput()
        for id in ids {
            try steps.step()
            if Int(id) < limit {
                name.bytes.removeAll(keepingCapacity: true)
                if case .lettered(let letter) = pattern { name.append(letter) }
                name.append(Int(id))
                _ = try name.bytes.withUnsafeBufferPointer { (bytes) throws(AutomataError) in
                    try names.appendUnindexed(bytes)
                }
            } else {
                _ = try table.withUTF8(at: Int(id) - limit) { (bytes) throws(AutomataError) in
                    try names.appendUnindexed(bytes)
                }
            }
        }
        try names.indexAll(steps: &steps)
        return names
    }
}
