package import CGMP

/// An integer of any size, implemented with GMP.
///
/// Copies share their storage until one of them is changed, and unshared storage is changed in
/// place. All operations are fast, from a few bits to many millions.
///
/// ```swift
/// let count = try dfa.wordCount(ofLength: 1000)
/// print(count, count.bitWidth, count % 10)
/// ```
///
/// GMP ends the process if memory runs out. Functions that compute large numbers check their budget
/// first. The operators have no budget: the caller must keep shifts and powers within the machine's
/// memory.
public struct BigInteger: Sendable {
    /// A GMP number, freed with its last reference.
    ///
    /// Only a unique owner changes it.
    final class Storage: @unchecked Sendable {
        var number = __mpz_struct()

        init() { __gmpz_init(&number) }

        init(copying other: Storage) { __gmpz_init_set(&number, &other.number) }

        deinit { __gmpz_clear(&number) }
    }

    var storage: Storage

    /// Creates the number zero.
    public init() { storage = Storage() }

    /// Creates the number from a closure that calls a GMP function to write it.
    @inline(__always)
    package init(_ write: (UnsafeMutablePointer<__mpz_struct>) -> Void) {
        let storage = Storage()
        write(&storage.number)
        self.storage = storage
    }

    /// Changes the number in place, after copying it if it is shared.
    @inline(__always)
    package mutating func change(_ body: (UnsafeMutablePointer<__mpz_struct>) -> Void) {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
        body(&storage.number)
    }

    /// Calls a closure that reads the number by GMP functions.
    @inline(__always)
    package func read<Result>(_ body: (UnsafePointer<__mpz_struct>) -> Result) -> Result {
        withExtendedLifetime(storage) { body(&storage.number) }
    }

    /// The number of limbs of the magnitude.
    package var limbCount: Int { Int(abs(storage.number._mp_size)) }
}

extension BigInteger {
    /// Creates the number from an integer of another type.
    public init(_ source: some BinaryInteger) {
        if let small = Int(exactly: source) {
            self.init { __gmpz_set_si($0, small) }
        } else {
            self.init(limbs: Array(source.magnitude.words), isNegative: source < 0)
        }
    }

    /// Creates the number from an integer of another type; never fails.
    public init?(exactly source: some BinaryInteger) { self.init(source) }

    /// Creates a number from the 64-bit limbs of its magnitude, the least significant first.
    public init(limbs: [UInt], isNegative: Bool = false) {
        self.init { number in
            limbs.withUnsafeBufferPointer {
                __gmpz_import(number, $0.count, -1, MemoryLayout<UInt>.size, 0, 0, $0.baseAddress)
            }
            if isNegative { __gmpz_neg(number, number) }
        }
    }

    /// The limbs of the magnitude, the least significant first; empty for zero. The last limb is
    /// never zero.
    public var limbs: [UInt] {
        read { number in
            Array(UnsafeBufferPointer(start: number.pointee._mp_d, count: limbCount))
        }
    }

    /// −1 if the number is negative, 0 if it is zero, 1 if it is positive.
    public var signum: Int { storage.number._mp_size.signum().asInt }

    /// A Boolean value that indicates whether the number is zero.
    public var isZero: Bool { storage.number._mp_size == 0 }

    /// The number of bits in the binary representation of the magnitude; 0 for zero.
    public var bitWidth: Int { isZero ? 0 : read { __gmpz_sizeinbase($0, 2) } }

    /// A Boolean value that indicates whether the number is divisible by two.
    public var isEven: Bool { isZero || read { $0.pointee._mp_d[0] & 1 == 0 } }
}

extension Int32 {
    fileprivate var asInt: Int { Int(self) }
}

extension Int {
    /// Creates the same number, or `nil` if it doesn't fit.
    public init?(exactly source: BigInteger) {
        guard source.read({ __gmpz_fits_slong_p($0) }) != 0 else { return nil }
        self = source.read { __gmpz_get_si($0) }
    }
}

extension UInt {
    /// Creates the same number, or `nil` if it doesn't fit.
    public init?(exactly source: BigInteger) {
        guard source.signum >= 0, source.limbCount <= 1 else { return nil }
        self = source.limbs.first ?? 0
    }
}

extension Double {
    /// Creates the nearest representable number, ties to even; infinite beyond the largest one.
    public init(_ source: BigInteger) {
        let width = source.bitWidth
        // 64 bits are enough to round correctly if the last of them is set whenever any lower bit
        // is.
        let excess = max(0, width - 64)
        var head = source.magnitude >> excess
        if excess > 0, source.read({ Int(__gmpz_scan1($0, 0)) }) < excess { head.change { __gmpz_setbit($0, 0) } }
        let significand = Double(head.limbs.first ?? 0)
        let magnitude = Double(sign: .plus, exponent: excess, significand: significand)
        self = source.signum < 0 ? -magnitude : magnitude
    }
}

extension BigInteger: Hashable, Comparable, ExpressibleByIntegerLiteral {
    /// Creates the number of a literal.
    public init(integerLiteral value: Int) { self.init(value) }

    /// Returns whether two numbers are equal.
    public static func == (left: BigInteger, right: BigInteger) -> Bool {
        left.read { left in right.read { __gmpz_cmp(left, $0) == 0 } }
    }

    /// Returns whether the first number is the smaller one.
    public static func < (left: BigInteger, right: BigInteger) -> Bool {
        left.read { left in right.read { __gmpz_cmp(left, $0) < 0 } }
    }

    /// Hashes the sign and the limbs.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage.number._mp_size)
        read { number in
            hasher.combine(
                bytes: UnsafeRawBufferPointer(start: number.pointee._mp_d, count: limbCount * MemoryLayout<UInt>.size))
        }
    }
}
