@_spi(Training) import Strokes

/// The answer of a model about a sample, before calibration.
struct Answer {
    var trees: SIMD4<Float>
    var networks: SIMD4<Float>

    func score(_ treeShare: Float) -> SIMD4<Float> { trees * treeShare + networks * (1 - treeShare) }
}

extension ElementModel {
    /// Returns the answers of the model about samples, or about changed ones.
    func answers(_ samples: [Sample], change: (([Point]) -> [Point])? = nil) -> [Answer] {
        let scratch = FeatureScratch()
        return samples.map { sample in
            let joined = JoinedStrokes(sample.strokes)
            let points = change?(joined.points) ?? joined.points
            guard scratch.measure(points.span, strokes: joined.strokeCount, penUp: joined.penUp) != nil else {
                return Answer(trees: SIMD4(0, 0, 0, 5), networks: SIMD4(0, 0, 0, 5))
            }
            let scores = scores(scratch)
            return Answer(trees: scores.trees, networks: scores.networks)
        }
    }
}
