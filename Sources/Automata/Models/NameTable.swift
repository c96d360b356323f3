/// A table of names and ids in both directions: the UTF-8 of all names in one buffer, and an
/// open-addressing index.
///
/// Names are equal when their UTF-8 bytes are equal. Nothing is normalized, so "é" composed and
/// decomposed is two names. The bytes of a name that isn't valid UTF-8 are kept.
package struct NameTable: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// The end of each name in `bytes`.
    package private(set) var ends: [UInt32] = []
    /// The id + 1 in each used slot; the number of slots is a power of two, and at most half are
    /// used.
    private var slots: [UInt32] = []
    /// A seed that differs between processes, so that no text can be made to collide. Ids don't
    /// depend on it.
    private let seed = Self.processSeed
    private static let processSeed = UInt64.random(in: 0 ... .max)

    package init() {}

    package init(minimumCapacity: Int) {
        ends.reserveCapacity(minimumCapacity)
        resizeIndex(slotCount: Self.slotCount(for: minimumCapacity))
    }

    package var count: Int { ends.count }

    /// The number of bytes in use.
    package var byteCount: Int { bytes.count + 4 * (ends.count + slots.count) }

    /// Returns the range of a name's bytes in the buffer.
    @inline(__always)
    package func utf8Range(at index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }

    package func utf8(at index: Int) -> ArraySlice<UInt8> { bytes[utf8Range(at: index)] }

    @inlinable
    package func utf8(of id: some DenseID) -> ArraySlice<UInt8> { utf8(at: Int(id)) }

    package func withUTF8<Result, Failure: Error>(
        at index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: bytes[utf8Range(at: index)]))
        }
    }

    package subscript(index: Int) -> String { String(decoding: utf8(at: index), as: UTF8.self) }

    @inlinable
    package subscript(id: some DenseID) -> String { self[Int(id)] }

    /// Returns the index of a name, or `nil` if it isn't in the table.
    package func index(of name: some StringProtocol) -> Int? {
        var name = String(name)
        return name.withUTF8 { index(of: $0) }
    }

    package func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !slots.isEmpty else { return nil }
        let slot = slots[slot(of: name, hash: Self.hash(name, seed))]
        return slot == 0 ? nil : Int(slot) - 1
    }

    @inlinable
    package func id<ID: DenseID>(of name: some StringProtocol) -> ID? { index(of: name).map { ID($0) } }

    @inlinable
    package func id<ID: DenseID>(of name: UnsafeBufferPointer<UInt8>) -> ID? { index(of: name).map { ID($0) } }

    /// Returns the id of a name, and adds it if it's new.
    ///
    /// - Throws: ``AutomataError/tooLarge(_:)`` if ids or the bytes of all names would exceed 32
    ///   bits.
    @discardableResult
    package mutating func intern(_ name: some StringProtocol) throws(AutomataError) -> (id: UInt32, isNew: Bool) {
        let utf8 = Array(name.utf8)
        return try utf8.withUnsafeBufferPointer { (buffer) throws(AutomataError) in try intern(buffer) }
    }

    package mutating func intern(
        _ name: UnsafeBufferPointer<UInt8>
    ) throws(AutomataError) -> (id: UInt32, isNew: Bool) {
        if ends.count * 2 >= slots.count { resizeIndex(slotCount: Self.slotCount(for: ends.count + 1)) }
        let hash = Self.hash(name, seed)
        let slot = slot(of: name, hash: hash)
        if slots[slot] != 0 { return (slots[slot] - 1, false) }
        guard ends.count < maximumCount, bytes.count + name.count < maximumCount else { throw .tooLarge("names") }
        bytes.append(contentsOf: name)
        ends.append(UInt32(bytes.count))
        slots[slot] = UInt32(ends.count)
        return (UInt32(ends.count - 1), true)
    }

    /// Adds a name that is known to be new, without indexing it; call ``indexAll()`` later.
    package mutating func appendUnindexed(_ name: UnsafeBufferPointer<UInt8>) throws(AutomataError) -> UInt32 {
        guard ends.count < maximumCount, bytes.count + name.count < maximumCount else { throw .tooLarge("names") }
        bytes.append(contentsOf: name)
        ends.append(UInt32(bytes.count))
        return UInt32(ends.count - 1)
    }

    /// Adds the decimal digits of a number as a name that is known to be new, without indexing it.
    package mutating func appendUnindexed(decimal number: UInt64) throws(AutomataError) -> UInt32 {
        var digits = (UInt64(0), UInt64(0), UInt64(0))
        return try withUnsafeMutableBytes(of: &digits) { (buffer) throws(AutomataError) in
            let digits = buffer.assumingMemoryBound(to: UInt8.self)
            var start = digits.count
            var rest = number
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            return try appendUnindexed(UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Rebuilds the index of all names in one pass.
    package mutating func indexAll(steps: inout BudgetSteps) throws(AutomataError) {
        slots = []
        try resizeIndex(slotCount: Self.slotCount(for: ends.count), counting: &steps)
    }

    /// Returns a table of the names with the given ids, in the given order. Bytes are copied
    /// unchanged, whether they are UTF-8 or not.
    package func permuted(by order: [some DenseID], steps: inout BudgetSteps) throws(AutomataError) -> NameTable {
        try permuted(by: order, counting: &steps)
    }

    /// Returns a table of the names with the given ids, in the given order. Bytes are copied
    /// unchanged, whether they are UTF-8 or not.
    package func permuted(by order: [some DenseID]) -> NameTable {
        var steps = StepCount(NoWatch())
        return permuted(by: order, counting: &steps)
    }

    private func permuted<Watch: WorkWatch>(
        by order: [some DenseID], counting steps: inout StepCount<Watch>
    ) throws(Watch.Failure) -> NameTable {
        var table = NameTable()
        table.bytes.reserveCapacity(order.count == count ? bytes.count : 0)
        table.ends.reserveCapacity(order.count)
        for id in order {
            try steps.step()
            table.bytes.append(contentsOf: utf8(of: id))
            table.ends.append(UInt32(table.bytes.count))
        }
        try table.resizeIndex(slotCount: Self.slotCount(for: table.ends.count), counting: &steps)
        return table
    }

    /// Returns the slot of a name, or the free slot for it.
    private func slot(of name: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0, !isName(Int(slots[slot]) - 1, equalTo: name) { slot = (slot + 1) & mask }
        return slot
    }

    private func isName(_ index: Int, equalTo name: UnsafeBufferPointer<UInt8>) -> Bool {
        let range = utf8Range(at: index)
        guard range.count == name.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < name.count, bytes[range.lowerBound + index] == name[index] { index += 1 }
            return index == name.count
        }
    }

    private mutating func resizeIndex(slotCount: Int) {
        var steps = StepCount(NoWatch())
        resizeIndex(slotCount: slotCount, counting: &steps)
    }

    private mutating func resizeIndex<Watch: WorkWatch>(
        slotCount: Int, counting steps: inout StepCount<Watch>
    ) throws(Watch.Failure) {
        guard slotCount > slots.count else { return }
        slots = Array(repeating: 0, count: slotCount)
        let mask = slotCount - 1
        // Use plain memory, so that the look-ups of many names overlap.
        try slots.withUnsafeMutableBufferPointer { (slots) throws(Watch.Failure) in
            try ends.withUnsafeBufferPointer { (ends) throws(Watch.Failure) in
                try bytes.withUnsafeBufferPointer { (bytes) throws(Watch.Failure) in
                    var start = 0
                    for id in 0..<ends.count {
                        try steps.step()
                        let end = Int(ends[id])
                        let name = UnsafeBufferPointer(rebasing: bytes[start..<end])
                        var slot = Int(truncatingIfNeeded: Self.hash(name, seed)) & mask
                        while slots[slot] != 0 { slot = (slot &+ 1) & mask }
                        slots[slot] = UInt32(truncatingIfNeeded: id &+ 1)
                        start = end
                    }
                }
            }
        }
    }

    private static func slotCount(for count: Int) -> Int {
        var slots = 16
        while slots < count * 2 { slots *= 2 }
        return slots
    }

    /// Returns a multiplicative hash over words of eight bytes, for this table only.
    private static func hash(_ name: UnsafeBufferPointer<UInt8>, _ seed: UInt64) -> UInt64 {
        var hash = seed ^ UInt64(truncatingIfNeeded: name.count) &* 0x9E37_79B9_7F4A_7C15
        var index = 0
        while index + 8 <= name.count {
            hash = mix(hash ^ UnsafeRawPointer(name.baseAddress! + index).loadUnaligned(as: UInt64.self))
            index += 8
        }
        var tail: UInt64 = 0
        while index < name.count {
            tail = tail << 8 | UInt64(name[index])
            index += 1
        }
        return mix(hash ^ tail)
    }

    /// Combines both halves of a 128-bit product, so that each bit of a name affects the low bits,
    /// which select the slot.
    @inline(__always)
    private static func mix(_ value: UInt64) -> UInt64 {
        let product = (value ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}

extension NameTable {
    /// Creates a table of the given names in their order.
    ///
    /// - Returns: the table, or the first duplicate name.
    package static func unique(
        _ names: some Sequence<String>
    ) throws(AutomataError) -> (table: NameTable, duplicate: String?) {
        var table = NameTable(minimumCapacity: names.underestimatedCount)
        for name in names where try !table.intern(name).isNew { return (table, name) }
        return (table, nil)
    }
}

extension NameTable: Hashable {
    package static func == (left: NameTable, right: NameTable) -> Bool {
        left.ends == right.ends && left.bytes == right.bytes
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ends)
        hasher.combine(bytes)
    }
}
