@_spi(Training) import Strokes

/// Trains a small network by stochastic gradient descent with Adam (Kingma and Ba, ICLR 2015,
/// arXiv:1412.6980), decoupled weight decay and a cosine learning rate.
public struct NetworkTrainer: Sendable {
    /// Numbers of units of the hidden layers.
    public var hidden = [48, 24]
    /// Number of passes over the samples.
    public var epochs = 8
    var batch = 32
    var rate: Float = 0.002
    var decay: Float = 0.02
    /// Share of inputs and of hidden units left out in a step.
    var inputDrop = 0.05
    var hiddenDrop = 0.1
    /// Noise on the inputs, in standard deviations.
    var noise: Float = 0.05
    /// Label smoothing: the weight taken from the true class and shared by the others.
    var smoothing: Float = 0.02
    var seed: UInt64 = 1

    func train(_ data: TrainingMatrix) -> ElementModel.Network {
        var random = TrainingRandom(seed: seed)
        let sizes = [data.features] + hidden + [ElementModel.classCount]
        var layers: [DenseLayer] = []
        for index in 1..<sizes.count {
            layers.append(DenseLayer(inputs: sizes[index - 1], outputs: sizes[index], random: &random))
        }
        // Rows are drawn in proportion to their weights, so that heavy rows don't cause large
        // steps.
        var cumulative: [Double] = []
        var sum = 0.0
        for weight in data.weights {
            sum += Double(weight)
            cumulative.append(sum)
        }
        let steps = epochs * data.rows / batch
        // A row for each sample of a batch, padded to eight.
        let widths = sizes.map { DenseLayer.padded($0) }
        let activations = widths.map { Self.zeros(batch * $0) }
        let deltas = widths.map { Self.zeros(batch * $0) }
        defer { for rows in activations + deltas { rows.deallocate() } }
        var masks = sizes.map { [Float](repeating: 1, count: DenseLayer.padded($0)) }

        for step in 0..<steps {
            let progress = Double(step) / Double(steps)
            let warm = min(1, Double(step + 1) / 200)
            let now = rate * Float(warm * (0.02 + 0.98 * 0.5 * (1 + cosine(progress * .pi))))
            // One mask per batch is enough, and fast.
            for index in 1..<(sizes.count - 1) {
                let keep = Float(1 / (1 - hiddenDrop))
                for unit in 0..<sizes[index] { masks[index][unit] = random.chance(hiddenDrop) ? 0 : keep }
            }
            for unit in 0..<sizes[0] { masks[0][unit] = random.chance(inputDrop) ? 0 : 1 }
            for sample in 0..<batch {
                let target = random.unit() * sum
                var low = 0
                var high = cumulative.count - 1
                while low < high {
                    let middle = (low + high) / 2
                    if cumulative[middle] > target { high = middle } else { low = middle + 1 }
                }
                let base = low * data.features
                let inputs = activations[0] + sample * widths[0]
                for index in 0..<data.features {
                    // A sum of uniform numbers is approximately normal.
                    let bits = random.next()
                    let jitter =
                        Float(Int32(truncatingIfNeeded: bits)) * 0x1p-31 + Float(Int32(truncatingIfNeeded: bits >> 32))
                        * 0x1p-31
                    inputs[index] = (data.values[base + index] + noise * jitter) * masks[0][index]
                }
                for (index, layer) in layers.enumerated() {
                    let output = activations[index + 1] + sample * widths[index + 1]
                    layer.forward(activations[index] + sample * widths[index], into: output)
                    if index < layers.count - 1 {
                        for unit in 0..<layer.outputs { output[unit] = max(0, output[unit]) * masks[index + 1][unit] }
                    }
                }
                let out = activations[layers.count] + sample * widths[layers.count]
                let p = softmax(SIMD4(out[0], out[1], out[2], out[3]))
                var wanted = SIMD4<Float>(repeating: smoothing / 4)
                wanted[Int(data.labels[low])] += 1 - smoothing
                let error = p - wanted
                for index in 0..<4 { deltas[layers.count][sample * widths[layers.count] + index] = error[index] }
            }
            for index in stride(from: layers.count - 1, through: 0, by: -1) {
                layers[index].learn(activations[index], deltas[index + 1], samples: batch)
                guard index > 0 else { continue }
                for sample in 0..<batch {
                    let before = deltas[index] + sample * widths[index]
                    layers[index].backward(deltas[index + 1] + sample * widths[index + 1], into: before)
                    let outputs = activations[index] + sample * widths[index]
                    for unit in 0..<sizes[index] {
                        before[unit] = outputs[unit] > 0 ? before[unit] * masks[index][unit] : 0
                    }
                }
            }
            for layer in layers { layer.update(rate: now, decay: decay, batch: batch, step: step + 1) }
        }
        return ElementModel.Network(layers: layers.map { $0.quantized() })
    }

    /// Allocates zeros, a multiple of eight of them, aligned for vectors.
    private static func zeros(_ count: Int) -> UnsafeMutablePointer<Float> {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * count, alignment: 32)
        return memory.initializeMemory(as: Float.self, repeating: 0, count: count)
    }
}

/// A layer in training: weights row by row (padded to eight, with a separate bias), gradients, and
/// Adam's two moments.
private final class DenseLayer {
    let inputs: Int
    let outputs: Int
    private let stride: Int
    private var weights: [SIMD8<Float>]
    private var gradients: [SIMD8<Float>]
    private var first: [SIMD8<Float>]
    private var second: [SIMD8<Float>]
    private var biases: [SIMD4<Float>]

    static func padded(_ count: Int) -> Int { (count + 7) / 8 * 8 }

    init(inputs: Int, outputs: Int, random: inout TrainingRandom) {
        self.inputs = inputs
        self.outputs = outputs
        stride = (inputs + 7) / 8
        weights = [SIMD8<Float>](repeating: .zero, count: stride * outputs)
        let size = (2.0 / Double(inputs)).squareRoot()
        for row in 0..<outputs {
            for index in 0..<inputs { weights[row * stride + index / 8][index % 8] = Float(random.normal() * size) }
        }
        gradients = [SIMD8<Float>](repeating: .zero, count: weights.count)
        first = gradients
        second = gradients
        // Value, gradient, moments.
        biases = [SIMD4<Float>](repeating: .zero, count: outputs)
    }

    func forward(_ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        let input = UnsafeRawPointer(input).assumingMemoryBound(to: SIMD8<Float>.self)
        weights.withUnsafeBufferPointer { weights in
            guard let weights = weights.baseAddress else { return }
            // Four rows at a time, as each addition waits for the previous one in its own row.
            var row = 0
            while row < outputs {
                let rows = SIMD4<Int>(row, row &+ 1, row &+ 2, row &+ 3)
                let places = pointwiseMin(rows, SIMD4(repeating: outputs &- 1)) &* stride
                var sums = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
                for index in 0..<stride {
                    let value = input[index]
                    sums.0 += weights[places.x &+ index] * value
                    sums.1 += weights[places.y &+ index] * value
                    sums.2 += weights[places.z &+ index] * value
                    sums.3 += weights[places.w &+ index] * value
                }
                let four = SIMD4(sums.0.sum(), sums.1.sum(), sums.2.sum(), sums.3.sum())
                for place in 0..<min(4, outputs &- row) {
                    output[row &+ place] = four[place] + biases[row &+ place].x
                }
                row &+= 4
            }
        }
    }

    /// Adds a batch's gradients: each weight's is summed over the samples in a register.
    func learn(_ input: UnsafePointer<Float>, _ delta: UnsafePointer<Float>, samples: Int) {
        let vectors = UnsafeRawPointer(input).assumingMemoryBound(to: SIMD8<Float>.self)
        let width = Self.padded(outputs)
        var active = [(input: Int, delta: Float)](repeating: (0, 0), count: samples)
        for row in 0..<outputs {
            var count = 0
            for sample in 0..<samples {
                let d = delta[sample &* width &+ row]
                guard d != 0 else { continue }
                active[count] = (sample &* stride, d)
                count &+= 1
                biases[row].y += d
            }
            guard count > 0 else { continue }
            gradients.withUnsafeMutableBufferPointer { gradients in
                active.withUnsafeBufferPointer { active in
                    guard let gradients = gradients.baseAddress, let active = active.baseAddress else { return }
                    let own = gradients + row &* stride
                    var index = 0
                    while index &+ 4 <= stride {
                        var sums = (own[index], own[index &+ 1], own[index &+ 2], own[index &+ 3])
                        for place in 0..<count {
                            let values = vectors + (active[place].input &+ index)
                            let d = active[place].delta
                            sums.0 += d * values[0]
                            sums.1 += d * values[1]
                            sums.2 += d * values[2]
                            sums.3 += d * values[3]
                        }
                        (own[index], own[index &+ 1], own[index &+ 2], own[index &+ 3]) = sums
                        index &+= 4
                    }
                    while index < stride {
                        var sum = own[index]
                        for place in 0..<count { sum += active[place].delta * vectors[active[place].input &+ index] }
                        own[index] = sum
                        index &+= 1
                    }
                }
            }
        }
    }

    /// Computes a sample's error before the layer.
    func backward(_ delta: UnsafePointer<Float>, into before: UnsafeMutablePointer<Float>) {
        let out = UnsafeMutableRawPointer(before).assumingMemoryBound(to: SIMD8<Float>.self)
        weights.withUnsafeBufferPointer { weights in
            for index in 0..<stride { out[index] = .zero }
            for row in 0..<outputs where delta[row] != 0 {
                let d = delta[row]
                for index in 0..<stride { out[index] += d * weights[row &* stride &+ index] }
            }
        }
    }

    func update(rate: Float, decay: Float, batch: Int, step: Int) {
        let share = 1 / Float(batch)
        let b1: Float = 0.9
        let b2: Float = 0.999
        let c1 = 1 / (1 - Float(power(Double(b1), step)))
        let c2 = 1 / (1 - Float(power(Double(b2), step)))
        for index in weights.indices {
            let g = gradients[index] * share
            first[index] = first[index] * b1 + g * (1 - b1)
            second[index] = second[index] * b2 + g * g * (1 - b2)
            let move = first[index] * c1 / ((second[index] * c2).squareRoot() + 1e-8)
            weights[index] -= rate * (move + decay * weights[index])
            gradients[index] = .zero
        }
        for row in 0..<outputs {
            let g = biases[row].y * share
            let m = biases[row].z * b1 + g * (1 - b1)
            let v = biases[row].w * b2 + g * g * (1 - b2)
            biases[row] = SIMD4(biases[row].x - rate * (m * c1) / ((v * c2).squareRoot() + 1e-8), 0, m, v)
        }
    }

    private func power(_ base: Double, _ exponent: Int) -> Double {
        exponent > 20_000 ? 0 : exponential(exponent, logarithm(base))
    }

    private func exponential(_ exponent: Int, _ log: Double) -> Double {
        Double(StrokeTraining.exponential(Float(Double(exponent) * log)))
    }

    /// Returns the layer quantized as in the model file: each row's weights and bias are multiples
    /// of 1/2047 of the greatest.
    func quantized() -> ElementModel.Layer {
        var steps: [Float] = []
        var rounded = weights
        var roundedBiases: [Float] = []
        for row in 0..<outputs {
            var greatest = abs(biases[row].x)
            for index in 0..<stride {
                let vector = weights[row * stride + index]
                for lane in 0..<8 { greatest = max(greatest, abs(vector[lane])) }
            }
            let step = max(greatest / 2047, 1e-9)
            for index in 0..<stride {
                rounded[row * stride + index] = (weights[row * stride + index] / step).rounded(.toNearestOrEven) * step
            }
            roundedBiases.append((biases[row].x / step).rounded(.toNearestOrEven) * step)
            steps.append(step)
        }
        return ElementModel.Layer(
            inputs: inputs, outputs: outputs, biases: roundedBiases, weights: rounded, steps: steps)
    }
}
