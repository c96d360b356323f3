/// A model for recognizing elements: boosted trees and two small networks over the features, with a
/// calibration that turns their scores into probabilities.
///
/// A model is a value. ``default`` is part of the library; ``init(parsing:)`` reads other models,
/// made by `automata-train`, for an ``ElementRecognizer``.
public struct ElementModel: Sendable, Hashable {
    /// The mean of each feature. Trees and networks get (value - mean) * inverse, clamped to
    /// ±`maximumDeviation`, where the inverse is that of the standard deviation.
    package var means: [Float]
    package var inverses: [Float]
    /// The trees; each gives a score to every class.
    package var trees: Trees
    /// The networks, whose scores are averaged.
    package var networks: [FeedforwardNetwork]
    /// The weight of the trees' scores; the networks' scores have the rest of the weight.
    @_spi(Training) public var treeShare: Float
    /// The slopes of the calibration: score * slope + offset for each class, before the softmax.
    @_spi(Training) public var slopes: SIMD4<Float>
    /// The offsets of the calibration.
    @_spi(Training) public var offsets: SIMD4<Float>
    /// The rejection threshold: if the probability that ink is an element is lower,
    /// ``Recognition/best`` is unknown.
    public var rejectionThreshold: Double
    /// The evidence of the states around a stroke.
    package var context = ContextEvidence()

    /// The maximum magnitude of standardized features, in standard deviations.
    @_spi(Training) public static let maximumDeviation: Float = 5
    /// The number of classes, one for each kind of element.
    @_spi(Training) public static let classCount = 4

    /// Complete binary trees of one depth, stored consecutively. Thresholds and leaf scores are
    /// stored as the integers in the model file, so sums of scores are exact in any order.
    @_spi(Training) public struct Trees: Sendable, Hashable {
        package let depth: Int
        /// The inner nodes, `(1 << depth) - 1` for each tree, level by level; the right child is
        /// for feature > threshold.
        package let nodes: [Node]
        /// The leaves, `1 << depth` for each tree: the classes' scores in steps, plus ``leafZero``.
        package let leaves: [SIMD4<UInt16>]
        /// The unit of the scores in leaves.
        package let leafStep: Float

        package var count: Int { leaves.count >> depth }

        /// The test of a node: whether a feature is greater than a threshold.
        @_spi(Training) public struct Node: Sendable, Hashable {
            /// The threshold in steps plus ``ElementModel/thresholdZero``, and the feature in the
            /// lower 14 bits.
            let bits: UInt32

            /// Creates the test of a feature, with a threshold in steps.
            @_spi(Training) public init(feature: Int, threshold: Int) {
                bits = UInt32(truncatingIfNeeded: threshold) &<< 14 | UInt32(truncatingIfNeeded: feature) & 0x3FFF
            }

            package var feature: Int { Int(bits & 0x3FFF) }
            package var threshold: Int { Int(bits &>> 14) }
        }

        /// Creates trees from their nodes and leaves.
        @_spi(Training) public init(depth: Int, nodes: [Node], leaves: [SIMD4<UInt16>], leafStep: Float) {
            self.depth = depth
            self.nodes = nodes
            self.leaves = leaves
            self.leafStep = leafStep
        }

        package static let none = Trees(depth: 1, nodes: [], leaves: [], leafStep: 1)
        /// The code of a score of zero.
        @_spi(Training) public static let leafZero = 2048
    }

    /// The unit of thresholds, in standard deviations.
    @_spi(Training) public static let thresholdStep: Float = 1 / 16384
    /// The code of a threshold of zero. The maximum code, `2 * thresholdZero - 1`, is above every
    /// value.
    @_spi(Training) public static let thresholdZero = 131_072

    /// Creates a model that weighs the states around a stroke by default values.
    @_spi(Training) public init(
        means: [Float], inverses: [Float], trees: Trees, networks: [FeedforwardNetwork], treeShare: Float,
        slopes: SIMD4<Float> = SIMD4(repeating: 1), offsets: SIMD4<Float> = .zero, rejectionThreshold: Double = 0
    ) {
        self.means = means
        self.inverses = inverses
        self.trees = trees
        self.networks = networks
        self.treeShare = treeShare
        self.slopes = slopes
        self.offsets = offsets
        self.rejectionThreshold = rejectionThreshold
    }

    /// The evidence of a stroke's relation to states: logarithms of odds for state, transition,
    /// cycle and unknown, which are multiplied by ``Placement/cover``.
    package struct ContextEvidence: Sendable, Hashable {
        package var surrounds: SIMD4<Float> = [1, -0.5, -1, 0]
        package var touches: SIMD4<Float> = [-0.5, 0.3, 0, 0]
        package var returns: SIMD4<Float> = [-1, -2, 2.5, -1.5]
        package var joins: SIMD4<Float> = [-1, 3, -2, -6]

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

    /// Returns the threshold for ink at a position relative to states.
    ///
    /// If both ends attach to states, the states confirm an ambiguous shape.
    func rejectionThreshold(_ placement: Placement) -> Double {
        switch placement.relation {
        case .joins, .returns: placement.cover > 0.5 ? min(rejectionThreshold, 0.5) : rejectionThreshold
        case .none, .surrounds, .touches: rejectionThreshold
        }
    }
}
