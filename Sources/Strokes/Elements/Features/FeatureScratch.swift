/// Memory for the features of one stroke and for the model's computation; its size doesn't depend
/// on the stroke.
@_spi(Training) public struct FeatureScratch: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    /// The features of the stroke, in vectors of eight.
    @_spi(Training) public let features: UnsafeMutablePointer<SIMD8<Float>>
    /// The features in steps of the trees' thresholds.
    let steps: UnsafeMutablePointer<SIMD8<UInt32>>
    let work: UnsafeMutablePointer<SIMD8<Float>>

    /// Allocates the memory for one recognition at a time.
    @_spi(Training) public init() {
        let rows = 2 * Feature.vectors + 2 * FeedforwardNetwork.widestLayer / 8
        let byteCount = 32 * rows + FeatureBuffers.byteCount
        memory = .allocate(byteCount: byteCount, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        features = memory.assumingMemoryBound(to: SIMD8<Float>.self)
        steps = (memory + 32 * Feature.vectors).assumingMemoryBound(to: SIMD8<UInt32>.self)
        work = features + 2 * Feature.vectors
    }

    deinit { memory.deallocate() }

    package var buffers: FeatureBuffers {
        FeatureBuffers(memory + 32 * (2 * Feature.vectors + 2 * FeedforwardNetwork.widestLayer / 8))
    }

    /// Computes the features of a stroke; returns `nil` if the stroke has no shape.
    @_spi(Training) public func measure(_ points: Span<Point>, strokes: Int = 1, penUp: Double = 0) -> [Float]? {
        let buffers = buffers
        guard var frame = buffers.normalize(points) else { return nil }
        buffers.orient(&frame)
        let floats = UnsafeMutableRawPointer(features).assumingMemoryBound(to: Float.self)
        _ = buffers.measure(frame, strokes: strokes, penUp: penUp, into: floats)
        return (0..<Feature.count).map { floats[$0] }
    }
}
