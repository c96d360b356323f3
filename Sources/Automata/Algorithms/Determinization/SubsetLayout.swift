/// A part of a bit set of states: one or more machine words in one register.
package protocol SubsetBlock: BitwiseCopyable {
    /// A slot of the hash table: a subset's number + 1, and the upper half of its hash if it fits.
    associatedtype Slot: FixedWidthInteger & UnsignedInteger & BitwiseCopyable

    static var zero: Self { get }
    static func | (left: Self, right: Self) -> Self
}

extension UInt64: SubsetBlock {
    package typealias Slot = UInt32
}

extension SIMD2<UInt64>: SubsetBlock {
    package typealias Slot = UInt64
}

extension SIMD4<UInt64>: SubsetBlock {
    package typealias Slot = UInt64
}

extension SIMD8<UInt64>: SubsetBlock {
    package typealias Slot = UInt64
}

extension SIMD16<UInt64>: SubsetBlock {
    package typealias Slot = UInt64
}

/// A layout of a set of states in memory: blocks, one after another.
package protocol SubsetLayout: BitwiseCopyable {
    associatedtype Block: SubsetBlock

    /// The number of blocks of each set.
    var blockCount: Int { get }
}

/// Sets of one block, which the compiler keeps in registers.
package struct SingleBlock<Block: SubsetBlock>: SubsetLayout {
    package init() {}

    @inline(__always)
    package var blockCount: Int { 1 }
}

/// Sets of as many blocks as their states need.
package struct BlockRow: SubsetLayout {
    package typealias Block = SIMD16<UInt64>

    package let blockCount: Int

    package init(stateCount: Int) {
        blockCount = max(1, (stateCount + Self.statesPerBlock - 1) / Self.statesPerBlock)
    }
}

extension SubsetLayout {
    /// The number of states that one block holds.
    package static var statesPerBlock: Int { MemoryLayout<Block>.size * 8 }

    /// The number of bytes of each set.
    @inline(__always)
    var byteCount: Int { blockCount * MemoryLayout<Block>.size }

    /// The number of 64-bit words of each set.
    @inline(__always)
    var wordCount: Int { byteCount / 8 }

    /// Returns the set of the given states.
    package func bits(of states: some Sequence<StateID>) -> ScratchBuffer<Block> {
        let bits = ScratchBuffer(repeating: Block.zero, count: blockCount)
        for state in states { bits.base.words[state.word] |= state.bit }
        return bits
    }

    @inline(__always)
    func copy(_ source: UnsafePointer<Block>, to target: UnsafeMutablePointer<Block>) {
        for index in 0..<blockCount { target[index] = source[index] }
    }

    @inline(__always)
    func formUnion(_ target: UnsafeMutablePointer<Block>, _ other: UnsafePointer<Block>) {
        for index in 0..<blockCount { target[index] = target[index] | other[index] }
    }

    @inline(__always)
    func clear(_ target: UnsafeMutablePointer<Block>) {
        for index in 0..<blockCount { target[index] = .zero }
    }

    @inline(__always)
    func areEqual(_ left: UnsafePointer<Block>, _ right: UnsafePointer<Block>) -> Bool {
        for block in 0..<blockCount {
            let (left, right) = ((left + block).words, (right + block).words)
            var difference: UInt64 = 0
            for index in 0..<Block.wordCount { difference |= left[index] ^ right[index] }
            if difference != 0 { return false }
        }
        return true
    }

    @inline(__always)
    func isEmpty(_ bits: UnsafePointer<Block>) -> Bool {
        for block in 0..<blockCount {
            let words = (bits + block).words
            var union: UInt64 = 0
            for index in 0..<Block.wordCount { union |= words[index] }
            if union != 0 { return false }
        }
        return true
    }

    @inline(__always)
    func intersect(_ left: UnsafePointer<Block>, _ right: UnsafePointer<Block>) -> Bool {
        for block in 0..<blockCount {
            let (left, right) = ((left + block).words, (right + block).words)
            var common: UInt64 = 0
            for index in 0..<Block.wordCount { common |= left[index] & right[index] }
            if common != 0 { return true }
        }
        return false
    }

    /// Returns a hash of a set. Its low bits select a slot, which may keep its upper half.
    @inline(__always)
    package func hash(_ bits: UnsafePointer<Block>, _ slotHash: SlotHash) -> UInt64 {
        var hash: UInt64 = 0
        for block in 0..<blockCount {
            let words = (bits + block).words
            for index in 0..<Block.wordCount { hash = slotHash.mixed(hash ^ words[index]) }
        }
        return hash
    }
}

extension SubsetBlock {
    /// The number of 64-bit words.
    @inline(__always)
    static var wordCount: Int { MemoryLayout<Self>.size / 8 }
}

extension FixedWidthInteger {
    /// Whether two slots agree in the upper half, which a slot of 32 bits lacks.
    @inline(__always)
    func hasTag(_ tag: Self) -> Bool { Self.bitWidth <= 32 || (self ^ tag) >> 32 == 0 }
}

extension UnsafePointer where Pointee: SubsetBlock {
    @inline(__always)
    var words: UnsafePointer<UInt64> { UnsafeRawPointer(self).assumingMemoryBound(to: UInt64.self) }
}

extension UnsafeMutablePointer where Pointee: SubsetBlock {
    @inline(__always)
    var words: UnsafeMutablePointer<UInt64> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt64.self)
    }
}
