internal import CGMP

/// The number of words of a length from each state: adjacent big integers of one width.
struct CountLayer: Sendable {
    private let limbs: [UInt]
    let width: Int

    init(_ rows: LimbRows, width: Int) {
        self.width = width
        limbs = [UInt](unsafeUninitializedCapacity: rows.count * width) { buffer, count in
            for index in 0..<rows.count {
                for limb in 0..<width { buffer.initializeElement(at: count + limb, to: rows.row(index)[limb]) }
                count += width
            }
        }
    }

    var byteCount: Int { limbs.count * 8 + 64 }

    func copy(to rows: LimbRows) {
        for index in 0..<rows.count {
            for limb in 0..<width { rows.row(index)[limb] = limbs[index * width + limb] }
        }
    }

    /// Calls a GMP function that reads a number in place.
    @inline(__always)
    func withNumber(_ index: Int, _ body: (UnsafePointer<__mpz_struct>) -> Void) {
        limbs.withUnsafeBufferPointer { limbs in
            guard let start = limbs.baseAddress else { return }
            var number = __mpz_struct()
            body(__gmpz_roinit_n(&number, start + index * width, width))
        }
    }
}
