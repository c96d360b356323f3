/// A set of states in a fixed number of machine words, as a value of a register type.
package protocol SubsetBits: BitwiseCopyable {
    /// A slot of the index: a subset's number + 1, and the upper half of its hash if there is room.
    associatedtype Slot: FixedWidthInteger & UnsignedInteger & BitwiseCopyable

    static var zero: Self { get }
    static func | (left: Self, right: Self) -> Self
}

extension UInt64: SubsetBits {
    package typealias Slot = UInt32
}

extension SIMD2<UInt64>: SubsetBits {
    package typealias Slot = UInt64
}

extension SIMD4<UInt64>: SubsetBits {
    package typealias Slot = UInt64
}

extension SIMD8<UInt64>: SubsetBits {
    package typealias Slot = UInt64
}

extension SIMD16<UInt64>: SubsetBits {
    package typealias Slot = UInt64
}

extension SIMD32<UInt64>: SubsetBits {
    package typealias Slot = UInt64
}

extension SIMD64<UInt64>: SubsetBits {
    package typealias Slot = UInt64
}

extension SubsetBits {
    /// The number of 64-bit words.
    @inline(__always)
    static var wordCount: Int { MemoryLayout<Self>.size / 8 }

    /// The maximum number of states.
    static var capacity: Int { wordCount * 64 }
}

extension FixedWidthInteger {
    /// Whether two slots agree in the upper half, which a slot of 32 bits lacks.
    @inline(__always)
    func hasTag(_ tag: Self) -> Bool { Self.bitWidth <= 32 || (self ^ tag) >> 32 == 0 }
}

extension UnsafePointer where Pointee: SubsetBits {
    @inline(__always)
    var words: UnsafePointer<UInt64> { UnsafeRawPointer(self).assumingMemoryBound(to: UInt64.self) }

    @inline(__always)
    func isEqual(to other: UnsafePointer<Pointee>) -> Bool {
        var difference: UInt64 = 0
        for index in 0..<Pointee.wordCount { difference |= words[index] ^ other.words[index] }
        return difference == 0
    }

    @inline(__always)
    var isEmpty: Bool {
        var union: UInt64 = 0
        for index in 0..<Pointee.wordCount { union |= words[index] }
        return union == 0
    }

    @inline(__always)
    func intersects(_ other: UnsafePointer<Pointee>) -> Bool {
        var common: UInt64 = 0
        for index in 0..<Pointee.wordCount { common |= words[index] & other.words[index] }
        return common != 0
    }

    /// Returns a hash of all words; its low bits select a slot, the upper half identifies slots.
    @inline(__always)
    package func hash(_ slotHash: SlotHash) -> UInt64 {
        var hash: UInt64 = 0
        for index in 0..<Pointee.wordCount { hash = slotHash.mixed(hash ^ words[index]) }
        return hash
    }
}
