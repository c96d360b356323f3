internal import Automata

/// Dense ids for the names that a text uses, in the order of their first appearance.
///
/// Most files number their states: `q0`, `q1`, … or just `0`, `1`, …. Such a name, one byte or none and a decimal number, is
/// looked up by its number and isn't hashed; all others are hashed. Whether there is a leading byte, and which, is decided
/// by the first name.
struct NameInterner {
    private var table = NameTable()
    private var pattern = Pattern.undecided
    /// The id of the name with each number; ``UInt32/none`` where it hasn't been seen.
    private var idsByNumber: [UInt32] = []
    /// The numbers that are looked up directly lie below this, so that a large number in a small text costs no memory.
    private let numberLimit: Int
    /// Where each name was first seen.
    private(set) var firstOffsets: [Int] = []
    private let keepsOffsets: Bool

    private enum Pattern {
        case undecided
        case none
        case number
        case lettered(UInt8)
    }

    init(textCount: Int, keepsOffsets: Bool = false) {
        numberLimit = max(textCount / 2, 1024)
        self.keepsOffsets = keepsOffsets
    }

    var count: Int { table.count }

    /// The name of an id, for messages.
    func name(of id: UInt32) -> ArraySlice<UInt8> { table.utf8(of: id) }

    /// The names in order, ready to be looked up.
    func finished() -> NameTable {
        var table = table
        table.indexAll()
        return table
    }

    /// The id of a numbered name that starts at an offset and ends before a blank, and the offset of that blank; `nil` where
    /// no such name stands there, and nothing has happened.
    @inline(__always)
    mutating func numberedName(
        in input: TextInput, at offset: Int, mayBeNew: Bool = true
    ) throws(AutomataError) -> (id: UInt32, end: Int)? {
        var index = offset
        switch pattern {
        case .lettered(let letter):
            guard index < input.count, input[index] == letter else { return nil }
            index += 1
        case .number: break
        case .undecided, .none: return nil
        }
        let digits = index
        var number = 0
        while index < input.count {
            let digit = input[index] &- UInt8(ascii: "0")
            if digit > 9 { break }
            number = number &* 10 &+ Int(digit)
            index += 1
        }
        // A blank is any byte up to the space; quotes, operators and comments lie above it.
        guard index < input.count, input[index] <= 0x20, Self.isCanonical(input[digits], count: index - digits),
            number < numberLimit
        else { return nil }
        if number < idsByNumber.count {
            let id = idsByNumber[number]
            if id != .none { return (id, index) }
        }
        guard mayBeNew else { return nil }
        return (try insert(number: number, name: input.slice(offset..<index), at: offset), index)
    }

    /// The id of a name.
    mutating func id(
        of name: UnsafeBufferPointer<UInt8>, at offset: Int
    ) throws(AutomataError) -> UInt32 {
        if case .undecided = pattern { pattern = Self.pattern(of: name) }
        if let number = number(of: name) {
            if number < idsByNumber.count, idsByNumber[number] != .none { return idsByNumber[number] }
            return try insert(number: number, name: name, at: offset)
        }
        let (id, isNew) = try table.intern(name)
        if isNew, keepsOffsets { firstOffsets.append(offset) }
        return id
    }

    /// The id of a name that is there already.
    func existingID(of name: UnsafeBufferPointer<UInt8>) -> UInt32? {
        if let number = number(of: name) {
            return number < idsByNumber.count && idsByNumber[number] != .none ? idsByNumber[number] : nil
        }
        return table.id(of: name)
    }

    @inline(never)
    private mutating func insert(
        number: Int, name: UnsafeBufferPointer<UInt8>, at offset: Int
    ) throws(AutomataError) -> UInt32 {
        if number >= idsByNumber.count {
            let newCount = min(numberLimit, max(number + 1, idsByNumber.count * 2, 64))
            idsByNumber.append(contentsOf: repeatElement(.none, count: newCount - idsByNumber.count))
        }
        let id = try table.appendUnindexed(name)
        idsByNumber[number] = id
        if keepsOffsets { firstOffsets.append(offset) }
        return id
    }

    private func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        var digits = name[...]
        switch pattern {
        case .lettered(let letter):
            guard digits.first == letter else { return nil }
            digits = digits.dropFirst()
        case .number: break
        case .undecided, .none: return nil
        }
        guard let first = digits.first, Self.isCanonical(first, count: digits.count) else { return nil }
        var number = 0
        for byte in digits {
            guard byte &- UInt8(ascii: "0") <= 9 else { return nil }
            number = number * 10 + Int(byte &- UInt8(ascii: "0"))
        }
        return number < numberLimit ? number : nil
    }

    /// Whether a number starts as the only spelling of its value does, and is short enough not to overflow.
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
}
