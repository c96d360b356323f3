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
public struct BoostedTrees: Sendable {
    /// Depth of every tree.
    public var depth = 5
    /// Number of trees.
    public var count = 200
    /// Share of its answer that a tree contributes.
    public var rate: Float = 0.08
    /// Share of features each tree sees, and share of rows.
    var featureShare = 0.35
    var rowShare = 0.6
    /// The term added to the second derivatives of a leaf.
    var regularization: Float = 4
    /// The least second derivative (roughly, effective rows) on either side of a split.
    var leastWeight: Float = 2
    var seed: UInt64 = 1

    static let binCount = 64

    /// Trains on standardized rows. Thresholds and leaves are quantized as in the model file.
    func train(_ data: TrainingMatrix) -> ElementModel.Trees {
        let rows = data.rows
        let featureCount = data.features
        let bins = BinnedFeatures(data)
        var random = TrainingRandom(seed: seed)
        var scores = [SIMD4<Float>](repeating: .zero, count: rows)
        var gradients = [SIMD8<Float>](repeating: .zero, count: rows)
        let inner = (1 << depth) - 1
        let leafCount = 1 << depth
        var nodes: [ElementModel.Trees.Node] = []
        var leaves: [SIMD4<UInt16>] = []
        let leafStep: Float = 1 / 1024

        var node = [UInt8](repeating: 0, count: rows)
        var selected: [Int32] = []
        for _ in 0..<count {
            selected.removeAll(keepingCapacity: true)
            for row in 0..<rows {
                let p = softmax(scores[row])
                let weight = data.weights[row]
                var g = p
                g[Int(data.labels[row])] -= 1
                let h = p * (1 - p)
                gradients[row] = SIMD8(
                    lowHalf: g * weight, highHalf: pointwiseMax(h * weight, SIMD4(repeating: 1e-6 * weight)))
                node[row] = 0
                if random.chance(rowShare) { selected.append(Int32(row)) }
            }
            var order = Array(0..<featureCount)
            random.shuffle(&order)
            let used = order.prefix(max(1, Int(Double(featureCount) * featureShare))).sorted()

            var treeFeatures = [UInt16](repeating: 0, count: inner)
            var treeBins = [UInt8](repeating: 255, count: inner)
            for level in 0..<depth {
                let nodes = 1 << level
                var best = [Split](repeating: Split(), count: nodes)
                var histogram = [SIMD8<Float>](repeating: .zero, count: nodes * Self.binCount)
                for feature in used {
                    histogram.withUnsafeMutableBufferPointer { histogram in
                        histogram.update(repeating: .zero)
                        bins.columns.withUnsafeBufferPointer { columns in
                            let column = columns.baseAddress! + feature * rows
                            selected.withUnsafeBufferPointer { selected in
                                gradients.withUnsafeBufferPointer { gradients in
                                    node.withUnsafeBufferPointer { node in
                                        for index in selected.indices {
                                            let row = Int(selected[index])
                                            histogram[Int(node[row]) &* Self.binCount &+ Int(column[row])] +=
                                                gradients[row]
                                        }
                                    }
                                }
                            }
                        }
                        for place in 0..<nodes {
                            findSplit(
                                UnsafeBufferPointer(
                                    rebasing: histogram[(place * Self.binCount)..<((place + 1) * Self.binCount)]),
                                bins: bins.used[feature], feature: feature, best: &best[place])
                        }
                    }
                }
                let base = nodes - 1
                for place in 0..<nodes where best[place].gain > 0 {
                    treeFeatures[base + place] = UInt16(best[place].feature)
                    treeBins[base + place] = UInt8(best[place].bin)
                }
                for row in 0..<rows {
                    let place = base + Int(node[row])
                    let goesRight = bins.columns[Int(treeFeatures[place]) * rows + row] > treeBins[place]
                    node[row] = node[row] &* 2 &+ (goesRight ? 1 : 0)
                }
            }
            // The leaves, from all rows that the tree was grown with.
            var sums = [SIMD8<Float>](repeating: .zero, count: leafCount)
            for row in selected { sums[Int(node[Int(row)])] += gradients[Int(row)] }
            var treeLeaves: [SIMD4<Float>] = []
            for sum in sums {
                var value = -sum.lowHalf / (sum.highHalf + regularization) * rate
                value = pointwiseMax(SIMD4(repeating: -1.9), pointwiseMin(SIMD4(repeating: 1.9), value))
                treeLeaves.append((value / leafStep).rounded(.toNearestOrEven) * leafStep)
            }
            for row in 0..<rows { scores[row] += treeLeaves[Int(node[row])] }
            for place in 0..<inner {
                let feature = Int(treeFeatures[place])
                nodes.append(
                    ElementModel.Trees.Node(
                        feature: feature,
                        threshold: treeBins[place] == 255
                            ? ThresholdCode.never : ThresholdCode.of(bins.edge(feature, Int(treeBins[place])))))
            }
            for leaf in treeLeaves {
                // Within ±1.9, so that two digits suffice.
                let steps = SIMD4<Int32>((leaf / leafStep).rounded(.toNearestOrEven))
                leaves.append(SIMD4(truncatingIfNeeded: steps &+ Int32(ElementModel.Trees.leafZero)))
            }
        }
        return ElementModel.Trees(depth: depth, nodes: nodes, leaves: leaves, leafStep: leafStep)
    }

    private struct Split {
        var gain: Float = 0
        var feature = 0
        var bin = 0
    }

    private func findSplit(_ histogram: UnsafeBufferPointer<SIMD8<Float>>, bins: Int, feature: Int, best: inout Split) {
        var total = SIMD8<Float>.zero
        for bin in 0..<bins { total += histogram[bin] }
        guard total.highHalf.sum() > 2 * leastWeight else { return }
        let whole = value(total)
        var left = SIMD8<Float>.zero
        for bin in 0..<(bins - 1) {
            left += histogram[bin]
            let right = total - left
            guard left.highHalf.sum() > leastWeight, right.highHalf.sum() > leastWeight else { continue }
            let gain = value(left) + value(right) - whole
            if gain > best.gain + 1e-6 { best = Split(gain: gain, feature: feature, bin: bin) }
        }
    }

    @inline(__always)
    private func value(_ sum: SIMD8<Float>) -> Float {
        (sum.lowHalf * sum.lowHalf / (sum.highHalf + regularization)).sum()
    }
}

/// Thresholds as whole steps, so that each fits in three characters.
enum ThresholdCode {
    /// A threshold above every value: nothing goes right.
    static let never = 2 * ElementModel.thresholdZero - 1

    /// Returns the code of a threshold; features, and so thresholds, are within
    /// ±`ElementModel.limit`.
    static func of(_ threshold: Float) -> Int {
        Int((threshold / ElementModel.thresholdStep).rounded()) + ElementModel.thresholdZero
    }
}

/// Rows of standardized features with classes and weights.
struct TrainingMatrix {
    var rows = 0
    let features: Int
    /// The values, row by row.
    var values: [Float] = []
    var labels: [UInt8] = []
    var weights: [Float] = []

    init(features: Int) { self.features = features }
}

/// Features in at most `BoostedTrees.binCount` bins with about equal numbers of rows.
struct BinnedFeatures {
    /// The bins, column by column.
    var columns: [UInt8]
    /// The number of bins of each feature.
    var used: [Int]
    /// The upper edges of each feature's bins; the last bin has none.
    private var edges: [[Float]]

    init(_ data: TrainingMatrix) {
        let rows = data.rows
        columns = [UInt8](repeating: 0, count: rows * data.features)
        used = []
        edges = []
        let step = max(1, rows / 20_000)
        for feature in 0..<data.features {
            var sample: [Float] = []
            for row in stride(from: 0, to: rows, by: step) { sample.append(data.values[row * data.features + feature]) }
            sample.sort()
            var own: [Float] = []
            for bin in 1..<BoostedTrees.binCount {
                let place = bin * sample.count / BoostedTrees.binCount
                guard place > 0, sample[place] > sample[place - 1] || place + 1 < sample.count else { continue }
                // Halfway to the next greater value, rounded to the file's steps.
                let low = sample[place]
                var high = place
                while high < sample.count && sample[high] <= low { high += 1 }
                guard high < sample.count else { continue }
                let steps = ((low + sample[high]) / 2 / ElementModel.thresholdStep).rounded()
                let edge = steps * ElementModel.thresholdStep
                if own.last.map({ edge > $0 }) ?? true { own.append(edge) }
            }
            for row in 0..<rows {
                let value = data.values[row * data.features + feature]
                var low = 0
                var high = own.count
                while low < high {
                    let middle = (low + high) / 2
                    if value > own[middle] { low = middle + 1 } else { high = middle }
                }
                columns[feature * rows + row] = UInt8(low)
            }
            used.append(own.count + 1)
            edges.append(own)
        }
    }

    func edge(_ feature: Int, _ bin: Int) -> Float { edges[feature][bin] }
}

func softmax(_ scores: SIMD4<Float>) -> SIMD4<Float> {
    let shifted = scores - scores.max()
    let powers = SIMD4<Float>(
        exponential(shifted.x), exponential(shifted.y), exponential(shifted.z), exponential(shifted.w))
    return powers / powers.sum()
}
