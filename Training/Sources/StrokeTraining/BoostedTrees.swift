@_spi(Training) import Strokes

/// Gradient boosting with trees that score all classes at once.
///
/// Each tree is complete and of one depth; its split maximizes the sum over the classes of the gain
/// of Newton boosting, Friedman, *Greedy function approximation: a gradient boosting machine*,
/// Annals of Statistics 29 (2001), doi:10.1214/aos/1013203451, with second derivatives as in Chen
/// and Guestrin, *XGBoost*, KDD 2016, doi:10.1145/2939672.2939785. Features are put in bins once,
/// so that a split takes one pass over the rows. Gradients and second derivatives of the four
/// classes are one vector of eight, so that a row takes one addition. Cost: rows × features × depth
/// × trees.
struct BoostedTrees: Sendable {
    /// Depth of every tree.
    var depth = 5
    /// Number of trees.
    var count = 200
    /// Share of its answer that a tree contributes.
    var rate: Float = 0.08
    /// Share of features that each tree sees.
    var featureShare = 0.35
    var seed: UInt64 = 1
    /// Share of rows that each tree sees.
    private let rowShare = 0.6
    /// The term added to the second derivatives of a leaf.
    private let regularization: Float = 4
    /// The minimum second derivative (roughly, effective rows) on either side of a split.
    private let minimumWeight: Float = 2
    private static let leafStep: Float = 1 / 1024

    static let binCount = 64

    /// Trains on standardized rows. Thresholds and leaves are quantized as in the model file.
    func train(_ data: TrainingMatrix) -> ElementModel.Trees {
        let bins = BinnedFeatures(data)
        var random = TrainingRandom(seed: seed)
        var scores = [SIMD4<Float>](repeating: .zero, count: data.rows)
        var gradients = [SIMD8<Float>](repeating: .zero, count: data.rows)
        var (nodes, leaves) = ([ElementModel.Trees.Node](), [SIMD4<UInt16>]())
        for _ in 0..<count {
            var selected: [Int] = []
            for row in 0..<data.rows {
                let p = softmax(scores[row])
                let weight = data.weights[row]
                var g = p
                g[Int(data.labels[row])] -= 1
                let h = p * (1 - p)
                gradients[row] = SIMD8(
                    lowHalf: g * weight, highHalf: pointwiseMax(h * weight, SIMD4(repeating: 1e-6 * weight)))
                if random.chance(rowShare) { selected.append(row) }
            }
            var order = Array(0..<data.features)
            random.shuffle(&order)
            let used = order.prefix(max(1, Int(Double(data.features) * featureShare))).sorted()
            let tree = grow(bins, used, selected, gradients)
            for row in 0..<data.rows { scores[row] += tree.leaves[Int(tree.leafOfRow[row])] }
            nodes += tree.splits.map { split in
                ElementModel.Trees.Node(
                    feature: split.feature,
                    threshold: split.bin.map { ThresholdCode.of(bins.edge(split.feature, $0)) } ?? ThresholdCode.never)
            }
            leaves += tree.leaves.map { leaf in
                // Within ±1.9, so that two digits suffice.
                let steps = SIMD4<Int32>((leaf / Self.leafStep).rounded(.toNearestOrEven))
                return SIMD4(truncatingIfNeeded: steps &+ Int32(ElementModel.Trees.leafZero))
            }
        }
        return ElementModel.Trees(depth: depth, nodes: nodes, leaves: leaves, leafStep: Self.leafStep)
    }

    private struct Split {
        var gain: Float = 0
        var feature = 0
        /// The last bin on the left; `nil` if all rows are there.
        var bin: Int?
    }

    private func grow(
        _ bins: BinnedFeatures, _ used: [Int], _ selected: [Int], _ gradients: [SIMD8<Float>]
    ) -> (splits: [Split], leaves: [SIMD4<Float>], leafOfRow: [UInt8]) {
        var nodeOfRow = [UInt8](repeating: 0, count: gradients.count)
        var splits: [Split] = []
        for level in 0..<depth {
            var best = [Split](repeating: Split(), count: 1 << level)
            for feature in used {
                let histogram = histogram(bins.columns[feature], selected, gradients, nodeOfRow, nodes: best.count)
                for node in best.indices {
                    findSplit(
                        histogram[(node * Self.binCount)..<((node + 1) * Self.binCount)], bins: bins.used[feature],
                        feature: feature, best: &best[node])
                }
            }
            for row in nodeOfRow.indices {
                let split = best[Int(nodeOfRow[row])]
                let goesRight = split.bin.map { bins.columns[split.feature][row] > $0 } ?? false
                nodeOfRow[row] = nodeOfRow[row] &* 2 &+ (goesRight ? 1 : 0)
            }
            splits += best
        }
        // The leaves, from all rows that the tree was grown with.
        var sums = [SIMD8<Float>](repeating: .zero, count: 1 << depth)
        for row in selected { sums[Int(nodeOfRow[row])] += gradients[row] }
        let leaves = sums.map { sum in
            var value = -sum.lowHalf / (sum.highHalf + regularization) * rate
            value = pointwiseMax(SIMD4(repeating: -1.9), pointwiseMin(SIMD4(repeating: 1.9), value))
            return (value / Self.leafStep).rounded(.toNearestOrEven) * Self.leafStep
        }
        return (splits, leaves, nodeOfRow)
    }

    /// Returns the sums of the gradients of rows, by node and bin of a feature.
    private func histogram(
        _ column: [UInt8], _ selected: [Int], _ gradients: [SIMD8<Float>], _ nodeOfRow: [UInt8], nodes: Int
    ) -> [SIMD8<Float>] {
        var histogram = [SIMD8<Float>](repeating: .zero, count: nodes * Self.binCount)
        var sums = histogram.mutableSpan
        let (column, gradients, nodeOfRow) = (column.span, gradients.span, nodeOfRow.span)
        for row in selected {
            let index = Int(nodeOfRow[unchecked: row]) &* Self.binCount &+ Int(column[unchecked: row])
            sums[unchecked: index] += gradients[unchecked: row]
        }
        return histogram
    }

    private func findSplit(_ histogram: ArraySlice<SIMD8<Float>>, bins: Int, feature: Int, best: inout Split) {
        let used = histogram.prefix(bins)
        let total = used.reduce(.zero, +)
        guard total.highHalf.sum() > 2 * minimumWeight else { return }
        let whole = gain(total)
        var left = SIMD8<Float>.zero
        for (bin, sum) in used.dropLast().enumerated() {
            left += sum
            let right = total - left
            guard left.highHalf.sum() > minimumWeight, right.highHalf.sum() > minimumWeight else { continue }
            let gain = gain(left) + gain(right) - whole
            if gain > best.gain + 1e-6 { best = Split(gain: gain, feature: feature, bin: bin) }
        }
    }

    @inline(__always)
    private func gain(_ sum: SIMD8<Float>) -> Float {
        (sum.lowHalf * sum.lowHalf / (sum.highHalf + regularization)).sum()
    }
}

/// Thresholds as whole steps, so that each fits in three characters.
enum ThresholdCode {
    /// A threshold above every value: nothing goes right.
    static let never = 2 * ElementModel.thresholdZero - 1

    /// Returns the code of a threshold; features, and so thresholds, are within
    /// ±`ElementModel.maximumDeviation`.
    static func of(_ threshold: Float) -> Int {
        Int((threshold / ElementModel.thresholdStep).rounded()) + ElementModel.thresholdZero
    }
}

/// Features in at most `BoostedTrees.binCount` bins with about equal numbers of rows.
struct BinnedFeatures {
    /// The bins of each feature's rows.
    private(set) var columns: [[UInt8]] = []
    /// The upper edges of each feature's bins; the last bin has none.
    private var edges: [[Float]] = []
    /// The number of bins of each feature.
    private(set) var used: [Int] = []

    init(_ data: TrainingMatrix) {
        let step = max(1, data.rows / 20_000)
        for feature in 0..<data.features {
            let column = stride(from: feature, to: data.values.count, by: data.features).map { data.values[$0] }
            let edges = Self.edges(of: stride(from: 0, to: data.rows, by: step).map { column[$0] }.sorted())
            self.edges.append(edges)
            used.append(edges.count + 1)
            columns.append(
                column.map { value in
                    var (low, high) = (0, edges.count)
                    while low < high {
                        let middle = (low + high) / 2
                        if value > edges[middle] { low = middle + 1 } else { high = middle }
                    }
                    return UInt8(low)
                })
        }
    }

    /// Returns edges between bins with about equal numbers of sorted values.
    private static func edges(of sample: [Float]) -> [Float] {
        var edges: [Float] = []
        for bin in 1..<BoostedTrees.binCount {
            let index = bin * sample.count / BoostedTrees.binCount
            guard index > 0, sample[index] > sample[index - 1] || index + 1 < sample.count else { continue }
            // Halfway to the next greater value, rounded to the file's steps.
            guard let next = sample[index...].first(where: { $0 > sample[index] }) else { continue }
            let steps = ((sample[index] + next) / 2 / ElementModel.thresholdStep).rounded()
            let edge = steps * ElementModel.thresholdStep
            if edges.last.map({ edge > $0 }) ?? true { edges.append(edge) }
        }
        return edges
    }

    func edge(_ feature: Int, _ bin: Int) -> Float { edges[feature][bin] }
}
