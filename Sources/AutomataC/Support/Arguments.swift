@_spi(Tool) internal import Automata
internal import AutomataFiles
internal import Glibc

/// Checks of arguments from C.
enum Argument {
    /// The length that marks a zero-terminated text: `SIZE_MAX`, which arrives as -1.
    static let zeroTerminated = -1

    /// Returns an array; NULL is allowed if it is empty.
    static func array<Element>(
        _ start: UnsafePointer<Element>?, _ count: Int, _ name: StaticString
    ) throws(CallError) -> UnsafeBufferPointer<Element> {
        guard count > 0 else {
            if count < 0 { throw .invalidArgument("the length of '\(name)' is too large") }
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        guard count <= Int.max / MemoryLayout<Element>.stride else {
            throw .invalidArgument("the length of '\(name)' is too large")
        }
        guard let start else { throw .invalidArgument("'\(name)' is NULL, but its length isn't 0") }
        return UnsafeBufferPointer(start: start, count: count)
    }

    /// Returns an array of states or symbols, which may be out of range.
    static func ids<ID: DenseID>(
        _ start: UnsafePointer<UInt32>?, _ count: Int, _ name: StaticString
    ) throws(CallError) -> UnsafeBufferPointer<ID> {
        let numbers = try array(start, count, name)
        return UnsafeBufferPointer(
            start: numbers.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: ID.self) },
            count: numbers.count)
    }

    /// Returns any bytes.
    static func bytes(
        _ start: UnsafeRawPointer?, _ size: Int, _ name: StaticString
    ) throws(CallError) -> UnsafeRawBufferPointer {
        guard size != zeroTerminated else {
            throw .invalidArgument("'\(name)' can't be zero-terminated, as it may contain zero bytes; give its length")
        }
        return UnsafeRawBufferPointer(try array(start?.assumingMemoryBound(to: UInt8.self), size, name))
    }

    /// Returns the bytes of a text, which may be zero-terminated.
    @inline(never)
    static func text(
        _ start: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString
    ) throws(CallError) -> UnsafeBufferPointer<UInt8> {
        var length = length
        if length == zeroTerminated {
            guard let start else {
                throw .invalidArgument("'\(name)' is NULL; expected a text that ends with a zero byte")
            }
            length = strlen(start)
        }
        let bytes = try array(start, length, name)
        return UnsafeBufferPointer(
            start: bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) },
            count: bytes.count)
    }

    /// Returns the sum of counts from C.
    static func sum(_ counts: UnsafeBufferPointer<Int>, _ name: StaticString) throws(CallError) -> Int {
        var sum = 0
        for count in counts {
            let (next, overflow) = sum.addingReportingOverflow(count)
            guard count >= 0, !overflow else { throw .invalidArgument("the sum of '\(name)' is too large") }
            sum = next
        }
        return sum
    }

    /// Returns the bytes of a text for a parser; its copy of them counts against the budget.
    static func textToParse(
        _ start: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString, _ budget: Budget
    ) throws(CallError) -> [UInt8] {
        let bytes = try text(start, length, name)
        try core { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: bytes.count) }
        MemoryReservation.keepReserve(forText: bytes.count)
        return Array(bytes)
    }

    /// Returns a text, which must be UTF-8.
    @inline(never)
    static func string(
        _ start: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString
    ) throws(CallError) -> String {
        guard let string = String(validating: try text(start, length, name), as: UTF8.self) else {
            throw .invalidArgument("'\(name)' isn't UTF-8; pass a text in UTF-8")
        }
        return string
    }

    /// Returns a zero-terminated path of any bytes, as ``RawText``.
    static func path(_ start: UnsafePointer<CChar>?) throws(CallError) -> String {
        guard let start else { throw .invalidArgument("'path' is NULL") }
        return RawText.text(cString: start)
    }

    /// Returns a list of names, which need not be UTF-8; without lengths, each ends with a zero
    /// byte. If a name occurs twice, the table ends before its second occurrence, and the name is
    /// returned, too.
    static func names(
        _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int>?, _ count: Int
    ) throws(CallError) -> (table: NameTable, duplicate: String?) {
        var table = NameTable()
        for (index, name) in try array(names, count, "names").enumerated() {
            let name = try text(name, lengths?[index] ?? zeroTerminated, "names")
            guard try core({ () throws(AutomataError) in try table.intern(name).isNew }) else {
                return (table, String(decoding: name, as: UTF8.self).printable)
            }
        }
        return (table, nil)
    }
}
