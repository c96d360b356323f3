internal import Automata

/// A cache of the meanings of short labels; a later label may displace an earlier one.
///
/// A label of up to seven bytes is packed into a word, below a 1 that indicates its length.
struct ATTLabelCache {
    /// The marker of an epsilon move; no symbol has this number.
    static let epsilon = Symbol(rawValue: .max - 1)

    private var keys = [UInt64](repeating: 0, count: 256)
    private var meanings = [Symbol](repeating: .absent, count: 256)

    /// The meaning of a packed label; ``DenseID/absent`` if it isn't in the cache.
    @inline(__always)
    subscript(key: UInt64) -> Symbol {
        let slot = Self.slot(key)
        return keys[slot] == key ? meanings[slot] : .absent
    }

    /// Keeps the meaning of a label, unless it is too long.
    mutating func keep(_ label: UnsafeBufferPointer<UInt8>, _ meaning: Symbol) {
        guard label.count <= 7 else { return }
        var key: UInt64 = 1
        for byte in label { key = key << 8 | UInt64(byte) }
        keys[Self.slot(key)] = key
        meanings[Self.slot(key)] = meaning
    }

    @inline(__always)
    private static func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 56)
    }
}
