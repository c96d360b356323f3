// The scores of features.

extension ElementModel {
    /// Returns the uncalibrated scores of trees and networks for the features in `scratch`, and
    /// standardizes these features in place.
    ///
    /// In `scratch`, `features` and `steps` must have `Feature.vectors` vectors each, and `work`
    /// two rows of `FeedforwardNetwork.widestLayer`.
    @_spi(Training) public func scores(
        _ scratch: borrowing FeatureScratch
    ) -> (trees: SIMD4<Float>, networks: SIMD4<Float>) {
        standardize(scratch.features, steps: scratch.steps)
        let steps = UnsafeRawPointer(scratch.steps).assumingMemoryBound(to: UInt32.self)
        return (treeScores(steps), networkScores(scratch.features, work: scratch.work))
    }

    /// Standardizes features, and converts each to a step of the trees' thresholds: a feature is
    /// above a threshold if its step is.
    private func standardize(
        _ features: UnsafeMutablePointer<SIMD8<Float>>, steps: UnsafeMutablePointer<SIMD8<UInt32>>
    ) {
        let values = UnsafeMutableRawPointer(features).assumingMemoryBound(to: Float.self)
        let whole = min(means.count, inverses.count) / 8
        means.withUnsafeBytes { means in
            inverses.withUnsafeBytes { inverses in
                for index in 0..<whole {
                    let mean = means.loadUnaligned(fromByteOffset: 32 * index, as: SIMD8<Float>.self)
                    let inverse = inverses.loadUnaligned(fromByteOffset: 32 * index, as: SIMD8<Float>.self)
                    features[index] = (features[index] - mean) * inverse
                }
            }
        }
        // The padding of the last eight is 0 and stays so.
        for index in whole * 8..<means.count { values[index] = (values[index] - means[index]) * inverses[index] }
        for index in 0..<Feature.vectors {
            var value = features[index]
            value.lower(to: SIMD8(repeating: Self.maximumDeviation))
            value.raise(to: SIMD8(repeating: -Self.maximumDeviation))
            features[index] = value
            // Adding 1.5 · 2²³ leaves the rounded number in the low bits; one more if that is
            // lower.
            let scaled = value * (1 / Self.thresholdStep)
            let rounded = scaled + 12_582_912
            var step = unsafeBitCast(rounded, to: SIMD8<UInt32>.self) &- (0x4B40_0000 &- UInt32(Self.thresholdZero))
            step.replace(with: step &+ 1, where: scaled .> rounded - 12_582_912)
            // The bits of the feature's number in a node are 0 here, so that a node is less than a
            // step if its threshold is.
            steps[index] = step &<< 14
        }
    }

    /// Returns the sum of the leaves for features, four trees at a time: the descent in one tree is
    /// a chain of dependent loads.
    private func treeScores(_ steps: UnsafePointer<UInt32>) -> SIMD4<Float> {
        let depth = trees.depth
        let inner = (1 << depth) - 1
        let count = trees.count
        var sum = SIMD4<UInt32>.zero
        trees.nodes.withUnsafeBufferPointer { nodes in
            trees.leaves.withUnsafeBufferPointer { leaves in
                guard let nodes = nodes.baseAddress, let leaves = leaves.baseAddress else { return }
                /// Descends to a child of a node, without a branch, as half of the predictions
                /// would be wrong.
                @inline(__always) func descend(_ root: UnsafePointer<Trees.Node>, _ index: inout Int) {
                    let node = root[index].bits
                    let isAbove = node < steps[Int(truncatingIfNeeded: node & 0x3FFF)]
                    index = index &+ index &+ (isAbove ? 1 : 0)
                }
                // Nodes are counted from 1, so that the children of node *n* are 2*n* and 2*n* + 1;
                // leaves continue the count.
                let (width, nodeBefore, leafBefore) = (1 &<< depth, nodes - 1, leaves - (inner + 1))
                var tree = 0
                while tree &+ 4 <= count {
                    let root = nodeBefore + tree &* inner
                    var (a, b, c, d) = (1, 1, 1, 1)
                    for _ in 0..<depth {
                        descend(root, &a)
                        descend(root + inner, &b)
                        descend(root + 2 &* inner, &c)
                        descend(root + 3 &* inner, &d)
                    }
                    let leaf = leafBefore + tree &<< depth
                    let four = (leaf[a] &+ leaf[b &+ width]) &+ (leaf[c &+ 2 &* width] &+ leaf[d &+ 3 &* width])
                    sum &+= SIMD4(truncatingIfNeeded: four)
                    tree &+= 4
                }
                while tree < count {
                    var index = 1
                    for _ in 0..<depth { descend(nodeBefore + tree &* inner, &index) }
                    sum &+= SIMD4(truncatingIfNeeded: leafBefore[tree &<< depth &+ index])
                    tree &+= 1
                }
            }
        }
        let zero = UInt32(truncatingIfNeeded: count &* Trees.leafZero)
        return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: sum &- zero)) * trees.leafStep
    }

    private func networkScores(
        _ features: UnsafeMutablePointer<SIMD8<Float>>, work: UnsafeMutablePointer<SIMD8<Float>>
    ) -> SIMD4<Float> {
        guard !networks.isEmpty else { return .zero }
        var sum = SIMD4<Float>.zero
        for network in networks { sum += network.run(features, work: work)[0].lowHalf }
        return sum / Float(networks.count)
    }

    /// Returns the calibrated logits of the classes from the scores of trees and networks.
    package func logits(trees: SIMD4<Float>, networks: SIMD4<Float>) -> SIMD4<Float> {
        (trees * treeShare + networks * (1 - treeShare)) * slopes + offsets
    }
}
