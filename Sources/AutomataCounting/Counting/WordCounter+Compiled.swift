internal import Automata
public import CompiledObjects

extension WordCounter {
    /// The approximate size of ``compiledBytes()`` in bytes: the total size of its numbers.
    package var compiledByteCount: Int {
        8 * (system.initial.count + system.final.count + system.matrix.offsets.count + system.matrix.weights.count)
            + 4 * system.matrix.columns.count
    }

    /// Returns the counter as bytes. ``init(compiled:)`` loads them without determinization and
    /// reduction.
    ///
    /// - Complexity: O(size of the reduced system).
    public func compiledBytes() -> [UInt8] {
        var writer = CompiledObjectWriter(.counter)
        writer.add(numbers: isFinite ? 1 : 0)
        writer.add(system.initial.map { UInt64($0) })
        writer.add(system.final.map { UInt64($0) })
        writer.add(system.matrix.offsets.map { UInt64($0) })
        writer.add(system.matrix.columns.map(\.rawValue))
        writer.add(system.matrix.weights.map { UInt64($0) })
        return writer.bytes
    }

    /// Creates a counter from the bytes that ``compiledBytes()`` returned.
    ///
    /// The bytes are copied. A damaged object that passes the checksum can give wrong counts, but
    /// it is safe to use.
    ///
    /// - Complexity: O(number of bytes), and some milliseconds to bound the growth.
    /// - Throws: `CompiledObjectError` if the bytes aren't a saved counter.
    public init(compiled bytes: RawSpan) throws(CompiledObjectError) {
        self = try bytes.withUnsafeBytes { (bytes) throws(CompiledObjectError) in
            var reader = try CompiledObjectReader(bytes, kind: .counter)
            let isFinite = try reader.numbers(1)[0] == 1
            let system = try CountingSystem(reading: &reader)
            try reader.finish()
            // Without limits nothing stops the work.
            guard let counter = try? WordCounter(system, isFinite: isFinite, budget: .unlimited) else {
                throw .damaged("its numbers have no bound")
            }
            return counter
        }
    }
}

extension CountingSystem {
    /// The upper bound on sums of weights, so that adding two sums doesn't overflow.
    private static let maximumSum: UInt64 = 1 << 62

    fileprivate init(reading reader: inout CompiledObjectReader) throws(CompiledObjectError) {
        let initial = try reader.array(of: UInt64.self)
        let final = try reader.array(of: UInt64.self, count: initial.count)
        let offsets = try reader.array(of: UInt64.self, count: initial.count + 1)
        let columns = try reader.array(of: UInt32.self)
        let weights = try reader.array(of: UInt64.self, count: columns.count)
        try offsets.checkOffsets(endingAt: columns.count)
        guard initial.count < maximumCount - 1, columns.areAll(below: initial.count) else {
            throw .damaged("a weight has no column")
        }
        // Sums of rows and of columns are less than the sum of all numbers.
        var sum: UInt64 = 0
        for number in [initial, final, weights].joined() {
            sum = sum.addingReportingOverflow(number).overflow ? .max : sum &+ number
            guard sum < Self.maximumSum else { throw .damaged("its numbers are too large") }
        }
        for (start, end) in zip(offsets, offsets.dropFirst()) where end > start {
            let row = columns[Int(start)..<Int(end)]
            guard zip(row, row.dropFirst()).allSatisfy({ $0 < $1 }), weights[Int(start)..<Int(end)].min() != 0 else {
                throw .damaged("the columns of a row don't ascend")
            }
        }
        self.init(
            matrix: WeightMatrix(
                offsets: offsets.map { Int($0) }, columns: columns.map { StateID($0) },
                weights: weights.map { UInt($0) }),
            initial: initial.map { UInt($0) }, final: final.map { UInt($0) })
    }
}
