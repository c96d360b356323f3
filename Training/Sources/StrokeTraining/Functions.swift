import Foundation

func logarithm(_ value: Double) -> Double { log(value) }
func exponential(_ value: Float) -> Float { expf(value) }
func sine(_ value: Double) -> Double { sin(value) }
func cosine(_ value: Double) -> Double { cos(value) }
func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

/// Returns the probabilities of the classes.
func softmax(_ scores: SIMD4<Float>) -> SIMD4<Float> {
    let shifted = scores - scores.max()
    let powers = SIMD4<Float>(
        exponential(shifted.x), exponential(shifted.y), exponential(shifted.z), exponential(shifted.w))
    return powers / powers.sum()
}

/// Returns the index of the greatest score, the first one of equal ones.
func argmax(_ vector: SIMD4<Float>) -> Int {
    var best = 0
    for index in 1..<4 where vector[index] > vector[best] { best = index }
    return best
}
