internal import Automata

/// The number of words from each state for a range of lengths, as floating-point numbers of any
/// size: a significand and an exponent each.
///
/// All operations are sums and products of nonnegative numbers, so that the relative error grows by
/// at most some units in the last place with each letter.
struct FloatLayers: Sendable {
    /// The length of the first layer.
    let start: Int
    let stateCount: Int
    private(set) var significands: [Double]
    private(set) var exponents: [Int32]

    /// Creates one layer.
    init(start: Int, significands: [Double], exponents: [Int32]) {
        self.start = start
        stateCount = significands.count
        self.significands = significands
        self.exponents = exponents
    }

    /// Creates the layer of the empty word.
    init(_ final: [UInt]) {
        let parts = final.map { Self.parts(Double($0), 0) }
        self.init(start: 0, significands: parts.map(\.0), exponents: parts.map(\.1))
    }

    static func byteCount(stateCount: Int, layers: Int) -> Int {
        let (cells, overflow) = stateCount.multipliedReportingOverflow(by: layers)
        return overflow || cells > Int.max >> 5 ? Int.max >> 2 : cells * 12
    }

    var count: Int { stateCount == 0 ? 0 : significands.count / stateCount }
    var byteCount: Int { significands.count * 12 }

    @inline(__always)
    func row(_ length: Int) -> Int { (length - start) * stateCount }

    var last: FloatLayers {
        let row = significands.count - stateCount
        return FloatLayers(
            start: start + count - 1, significands: Array(significands[row...]), exponents: Array(exponents[row...]))
    }

    @inline(__always)
    private static func parts(_ value: Double, _ exponent: Int32) -> (Double, Int32) {
        value == 0 ? (0, 0) : (value.significand, exponent + Int32(truncatingIfNeeded: value.exponent))
    }

    /// Returns two to the power of an exponent of at most 1000; 0 if it is far below.
    @inline(__always)
    static func power(_ exponent: Int32) -> Double {
        exponent < -1000 ? 0 : Double(bitPattern: UInt64(truncatingIfNeeded: 1023 &+ min(exponent, 1000)) &<< 52)
    }

    /// Adds the layer of words that are one letter longer than the words of the last layer.
    mutating func extend(_ matrix: WeightMatrix) {
        let row = significands.count - stateCount
        significands.append(contentsOf: repeatElement(0, count: stateCount))
        exponents.append(contentsOf: repeatElement(0, count: stateCount))
        significands.withUnsafeMutableBufferPointer { significands in
            exponents.withUnsafeMutableBufferPointer { exponents in
                for state in 0..<stateCount {
                    var greatest = Int32.min
                    for index in matrix.range(of: state) {
                        let cell = row + Int(matrix.columns[index])
                        if significands[cell] != 0 { greatest = max(greatest, exponents[cell]) }
                    }
                    var sum = 0.0
                    if greatest != Int32.min {
                        for index in matrix.range(of: state) {
                            let cell = row + Int(matrix.columns[index])
                            sum +=
                                Double(matrix.weights[index]) * significands[cell]
                                * Self.power(significands[cell] == 0 ? -1001 : exponents[cell] - greatest)
                        }
                    }
                    let parts = Self.parts(sum, greatest == Int32.min ? 0 : greatest)
                    significands[row + stateCount + state] = parts.0
                    exponents[row + stateCount + state] = parts.1
                }
            }
        }
    }
}
