internal import Automata
internal import CGMP

/// Numbers of one width in one block of memory: a row of limbs each, the least significant first.
///
/// The first `width` limbs of each row are in use; the others are zero.
final class LimbRows {
    let count: Int
    private(set) var stride: Int
    private(set) var start: UnsafeMutablePointer<UInt>

    /// Creates rows of zeros.
    init(count: Int, stride: Int) {
        self.count = count
        self.stride = stride
        start = .allocate(capacity: max(1, count * stride))
        start.initialize(repeating: 0, count: count * stride)
    }

    deinit { start.deallocate() }

    /// Returns the number of bytes of the rows; a quarter of `Int.max` on overflow.
    static func byteCount(count: Int, stride: Int) -> Int {
        let (limbs, overflow) = count.multipliedReportingOverflow(by: stride)
        return overflow || limbs > Int.max >> 5 ? Int.max >> 2 : limbs * 8
    }

    var byteCount: Int { count * stride * 8 }

    @inline(__always)
    func row(_ index: Int) -> UnsafeMutablePointer<UInt> { start + index * stride }

    /// Reserves memory for wider rows, and keeps their contents.
    func widen(to newStride: Int) {
        let new = UnsafeMutablePointer<UInt>.allocate(capacity: max(1, count * newStride))
        new.initialize(repeating: 0, count: count * newStride)
        for index in 0..<count { (new + index * newStride).update(from: row(index), count: stride) }
        start.deallocate()
        start = new
        stride = newStride
    }

    /// Returns a row as a number that isn't negative.
    func number(_ index: Int, width: Int) -> BigInteger {
        BigInteger(limbs: Array(UnsafeBufferPointer(start: row(index), count: width)))
    }

    /// Returns a row as a number in two's complement.
    func signedNumber(_ index: Int, width: Int) -> BigInteger {
        guard width > 0, row(index)[width - 1] >> 63 == 1 else { return number(index, width: width) }
        var limbs = Array(UnsafeBufferPointer(start: row(index), count: width))
        negate(&limbs)
        return BigInteger(limbs: limbs, isNegative: true)
    }

    private func negate(_ limbs: inout [UInt]) {
        var carry = true
        for index in limbs.indices {
            let (sum, overflow) = (~limbs[index]).addingReportingOverflow(carry ? 1 : 0)
            limbs[index] = sum
            carry = overflow
        }
    }
}

extension WeightMatrix {
    /// Writes the product with a vector of numbers, modulo 2 to the power of 64 times the width.
    ///
    /// It is exact if there is room for the sums, also for numbers in two's complement.
    func multiply(_ source: LimbRows, into target: LimbRows, width: Int) {
        let limbs = width
        let length = Int(limbs)
        columns.withUnsafeBufferPointer { columns in
            weights.withUnsafeBufferPointer { weights in
                offsets.withUnsafeBufferPointer { offsets in
                    for row in 0..<target.count {
                        let result = target.row(row)
                        var index = offsets[row]
                        let end = offsets[row + 1]
                        if index == end {
                            result.update(repeating: 0, count: limbs)
                            continue
                        }
                        let first = source.row(Int(columns[index]))
                        let weight = weights[index]
                        index += 1
                        if limbs == 1 {
                            var sum = first[0] &* weight
                            while index < end {
                                sum &+= source.row(Int(columns[index]))[0] &* weights[index]
                                index += 1
                            }
                            result[0] = sum
                            continue
                        }
                        if weight != 1 {
                            _ = __gmpn_mul_1(result, first, length, weight)
                        } else if index < end, weights[index] == 1 {
                            _ = __gmpn_add_n(result, first, source.row(Int(columns[index])), length)
                            index += 1
                        } else {
                            result.update(from: first, count: limbs)
                        }
                        while index < end {
                            let next = source.row(Int(columns[index]))
                            if weights[index] == 1 {
                                _ = __gmpn_add_n(result, result, next, length)
                            } else {
                                _ = __gmpn_addmul_1(result, next, length, weights[index])
                            }
                            index += 1
                        }
                    }
                }
            }
        }
    }
}
