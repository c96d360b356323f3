import Strokes

/// Turns scores into probabilities by a slope and an offset for each class before the softmax. They
/// minimize the log loss on strokes that the model hasn't seen (vector scaling: Guo, Pleiss, Sun
/// and Weinberger, *On calibration of modern neural networks*, ICML 2017, arXiv:1706.04599).
struct Calibration {
    var slopes = SIMD4<Float>(repeating: 1)
    var offsets = SIMD4<Float>.zero

    /// Fits a calibration by gradient descent with momentum; the problem is convex and has eight
    /// unknowns.
    init(scores: [SIMD4<Float>], kinds: [ElementKind], weights: [Float]) {
        var speed = (SIMD4<Float>.zero, SIMD4<Float>.zero)
        let total = weights.reduce(0, +)
        guard total > 0 else { return }
        for _ in 0..<400 {
            var gradient = (SIMD4<Float>.zero, SIMD4<Float>.zero)
            for index in scores.indices {
                var error = softmax(scores[index] * slopes + offsets)
                error[Int(kinds[index].rawValue)] -= 1
                error *= weights[index]
                gradient.0 += error * scores[index]
                gradient.1 += error
            }
            // A weak penalty pulls all slopes to their mean.
            let mean = slopes.sum() / 4
            gradient.0 = gradient.0 / total + 0.002 * (slopes - mean)
            gradient.1 = gradient.1 / total + 0.0005 * offsets
            speed.0 = 0.9 * speed.0 - 0.05 * gradient.0
            speed.1 = 0.9 * speed.1 - 0.2 * gradient.1
            slopes = pointwiseMax(SIMD4(repeating: 0.05), slopes + speed.0)
            offsets += speed.1
        }
    }

    func probabilities(_ scores: SIMD4<Float>) -> SIMD4<Float> { softmax(scores * slopes + offsets) }
}

/// The reliability of probabilities.
struct Reliability {
    struct Bin {
        var count = 0
        var confidence = 0.0
        var correct = 0
    }
    var bins = [Bin](repeating: Bin(), count: 10)

    mutating func add(_ probabilities: SIMD4<Float>, _ kind: ElementKind) {
        let best = argmax(probabilities)
        let confidence = Double(probabilities[best])
        let bin = min(9, max(0, Int(confidence * 10)))
        bins[bin].count += 1
        bins[bin].confidence += confidence
        if best == Int(kind.rawValue) { bins[bin].correct += 1 }
    }

    /// The expected calibration error: the mean distance of confidence and accuracy, over the
    /// strokes.
    var error: Double {
        let total = bins.reduce(0) { $0 + $1.count }
        guard total > 0 else { return 0 }
        return bins.reduce(0) { $0 + abs($1.confidence - Double($1.correct)) } / Double(total)
    }
}

/// The rates of rejection and acceptance at a threshold on the probability that a stroke is an
/// element, of any kind.
struct Rejection {
    var elements: [Float] = []
    var others: [Float] = []

    mutating func add(_ probabilities: SIMD4<Float>, _ kind: ElementKind) {
        let score = probabilities[0] + probabilities[1] + probabilities[2]
        if kind == .unknown { others.append(score) } else { elements.append(score) }
    }

    /// Returns the threshold that rejects a fraction of true elements.
    func threshold(rejecting share: Double) -> Float {
        let sorted = elements.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.down)))]
    }

    func falseAccepts(at threshold: Float) -> Double {
        Double(others.filter { $0 >= threshold }.count) / Double(max(1, others.count))
    }

    func falseRejects(at threshold: Float) -> Double {
        Double(elements.filter { $0 < threshold }.count) / Double(max(1, elements.count))
    }
}
