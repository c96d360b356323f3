/// What the recogniser learnt: boosted trees and a small network over the features, and how to turn what they say into
/// probabilities.
///
/// A plain value. ``default`` is compiled in; another one is read from text with ``init(parsing:)`` and handed to
/// ``ElementRecognizer``. `automata-train` makes them.
public struct ElementModel: Sendable, Hashable {
    /// Mean of each feature, and one over its spread: trees and network see (value - mean) * inverse, cut at ±`limit`.
    package var means: [Float]
    package var inverses: [Float]
    /// The trees; each answers with a score for every class.
    package var trees: Trees
    /// The networks' layers; the networks' scores are averaged.
    package var networks: [Network]
    /// How much of the score is the trees'; the rest is the networks'.
    package var treeShare: Float
    /// Calibration: score * slope + offset for each class, before the softmax.
    package var slopes: SIMD4<Float>
    package var offsets: SIMD4<Float>
    /// An element less probable than this is rejected: ``Recognition/best`` is then unknown.
    public var rejectionThreshold: Double
    /// What the states around a stroke tell about it.
    package var context: ContextEvidence

    /// Features beyond this many spreads from the mean are cut.
    package static let limit: Float = 5
    package static let classCount = 4

    /// Complete binary trees of one depth, one after another.
    package struct Trees: Sendable, Hashable {
        package var depth: Int
        package var count: Int
        /// Inner nodes, `(1 << depth) - 1` a tree, level by level: go right where feature > threshold.
        package var features: [UInt16]
        package var thresholds: [Float]
        /// `1 << depth` a tree.
        package var leaves: [SIMD4<Float>]
        /// Leaves are multiples of it.
        package var leafStep: Float

        package init(
            depth: Int, count: Int, features: [UInt16], thresholds: [Float], leaves: [SIMD4<Float>], leafStep: Float
        ) {
            self.depth = depth
            self.count = count
            self.features = features
            self.thresholds = thresholds
            self.leaves = leaves
            self.leafStep = leafStep
        }

        package static let none = Trees(depth: 1, count: 0, features: [], thresholds: [], leaves: [], leafStep: 1)
    }

    /// A network of layers, max(0, ·) between them.
    package struct Network: Sendable, Hashable {
        package var layers: [Layer]
        package init(layers: [Layer]) { self.layers = layers }
    }

    /// A layer: `outputs` rows of `inputs` weights, padded to eight, and a bias each.
    package struct Layer: Sendable, Hashable {
        package var inputs: Int
        package var outputs: Int
        package var biases: [Float]
        package var weights: [SIMD8<Float>]
        /// The weights and bias of a row are multiples of its step.
        package var steps: [Float]

        package init(inputs: Int, outputs: Int, biases: [Float], weights: [SIMD8<Float>], steps: [Float]) {
            self.inputs = inputs
            self.outputs = outputs
            self.biases = biases
            self.weights = weights
            self.steps = steps
        }

        package static func stride(_ inputs: Int) -> Int { (inputs + 7) / 8 }
    }

    package init(
        means: [Float], inverses: [Float], trees: Trees, networks: [Network], treeShare: Float,
        slopes: SIMD4<Float> = SIMD4(repeating: 1), offsets: SIMD4<Float> = .zero, rejectionThreshold: Double = 0,
        context: ContextEvidence = ContextEvidence()
    ) {
        self.means = means
        self.inverses = inverses
        self.trees = trees
        self.networks = networks
        self.treeShare = treeShare
        self.slopes = slopes
        self.offsets = offsets
        self.rejectionThreshold = rejectionThreshold
        self.context = context
    }

    /// Logarithms of odds that a relation to existing states adds to the classes: state, transition, cycle, unknown.
    package struct ContextEvidence: Sendable, Hashable {
        package var surrounds: SIMD4<Float> = [1, -0.5, -1, 0]
        package var touches: SIMD4<Float> = [-0.5, 0.3, 0, 0]
        package var returns: SIMD4<Float> = [-1, -2, 2, -0.5]
        package var joins: SIMD4<Float> = [-1, 2, -2, -0.5]

        package init() {}

        func evidence(_ relation: ElementRelation) -> SIMD4<Float> {
            switch relation {
            case .none: .zero
            case .surrounds: surrounds
            case .touches: touches
            case .returns: returns
            case .joins: joins
            }
        }
    }
}

extension ElementModel {
    /// The widest layer that a model may have, so that scratch has one size.
    package static let widestLayer = 128

    /// The uncalibrated scores of trees and networks for features, which are standardised in place.
    ///
    /// `features` holds `Feature.padded` values; `work` two rows of `widestLayer`.
    package func scores(
        _ features: UnsafeMutablePointer<SIMD8<Float>>, work: UnsafeMutablePointer<SIMD8<Float>>
    ) -> (trees: SIMD4<Float>, networks: SIMD4<Float>) {
        let floats = UnsafeMutableRawPointer(features).assumingMemoryBound(to: Float.self)
        standardize(floats)
        return (treeScores(floats), networkScores(features, work: work))
    }

    package func standardize(_ floats: UnsafeMutablePointer<Float>) {
        means.withUnsafeBytes { means in
            inverses.withUnsafeBytes { inverses in
                let values = UnsafeMutableRawPointer(floats)
                // Features come in eights, see `Feature.vectors`; what pads the last eight is left at zero.
                for offset in stride(from: 0, to: min(means.count, inverses.count) & ~31, by: 32) {
                    let mean = means.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
                    let inverse = inverses.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
                    var value = (values.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self) - mean) * inverse
                    value.lower(to: SIMD8(repeating: Self.limit))
                    value.raise(to: SIMD8(repeating: -Self.limit))
                    values.storeBytes(of: value, toByteOffset: offset, as: SIMD8<Float>.self)
                }
            }
        }
        for index in (means.count & ~7)..<means.count {
            floats[index] = max(-Self.limit, min(Self.limit, (floats[index] - means[index]) * inverses[index]))
        }
    }

    package func treeScores(_ floats: UnsafeMutablePointer<Float>) -> SIMD4<Float> {
        var sum = SIMD4<Float>.zero
        let depth = trees.depth
        let inner = (1 << depth) - 1
        trees.features.withUnsafeBufferPointer { features in
            trees.thresholds.withUnsafeBufferPointer { thresholds in
                trees.leaves.withUnsafeBufferPointer { leaves in
                    var base = 0
                    for tree in 0..<trees.count {
                        var node = 0
                        for _ in 0..<depth {
                            let feature = Int(features[base &+ node])
                            // The sign of the difference, and no branch: a processor guesses half of them wrong. Neither is NaN.
                            let isGreater = (thresholds[base &+ node] - floats[feature]).bitPattern &>> 31
                            node = 2 &* node &+ 1 &+ Int(isGreater)
                        }
                        sum += leaves[(tree &<< depth) &+ node &- inner]
                        base &+= inner
                    }
                }
            }
        }
        return sum
    }

    package func networkScores(
        _ features: UnsafeMutablePointer<SIMD8<Float>>, work: UnsafeMutablePointer<SIMD8<Float>>
    ) -> SIMD4<Float> {
        guard !networks.isEmpty else { return .zero }
        var sum = SIMD4<Float>.zero
        let row = Self.widestLayer / 8
        for network in networks {
            var input = features
            var output = work
            for layer in network.layers.indices {
                network.layers[layer].run(input, into: output, isLast: layer == network.layers.count - 1)
                input = output
                output = output == work ? work + row : work
            }
            sum += input[0].lowHalf
        }
        return sum / Float(networks.count)
    }

    /// Calibrated logits.
    package func logits(trees: SIMD4<Float>, networks: SIMD4<Float>) -> SIMD4<Float> {
        (trees * treeShare + networks * (1 - treeShare)) * slopes + offsets
    }
}

extension ElementModel.Layer {
    fileprivate func run(
        _ input: UnsafeMutablePointer<SIMD8<Float>>, into output: UnsafeMutablePointer<SIMD8<Float>>, isLast: Bool
    ) {
        let stride = Self.stride(inputs)
        let out = UnsafeMutableRawPointer(output).assumingMemoryBound(to: Float.self)
        weights.withUnsafeBufferPointer { weights in
            for row in 0..<outputs {
                var even = SIMD8<Float>.zero
                var odd = SIMD8<Float>.zero
                let base = row * stride
                var index = 0
                while index + 1 < stride {
                    even += weights[base + index] * input[index]
                    odd += weights[base + index + 1] * input[index + 1]
                    index += 2
                }
                if index < stride { even += weights[base + index] * input[index] }
                let value = (even + odd).sum() + biases[row]
                out[row] = isLast ? value : max(0, value)
            }
        }
        // What pads the next layer's input.
        var index = outputs
        while index % 8 != 0 {
            out[index] = 0
            index += 1
        }
    }
}
