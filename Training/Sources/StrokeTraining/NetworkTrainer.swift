@_spi(Training) import Strokes

/// Trains a small network by stochastic gradient descent with Adam (Kingma and Ba, ICLR 2015,
/// arXiv:1412.6980), decoupled weight decay and a cosine learning rate.
struct NetworkTrainer: Sendable {
    /// Numbers of units of the hidden layers.
    var hidden = [48, 24]
    /// Number of passes over the samples.
    var epochs = 8
    var rate: Float = 0.002
    var seed: UInt64 = 1
    let batch = 32
    var decay: Float = 0.02
    /// Share of inputs and of hidden units left out in a step.
    var inputDrop = 0.05
    var hiddenDrop = 0.1
    /// Noise on the inputs, in standard deviations.
    var noise: Float = 0.05
    /// Label smoothing: the weight taken from the true class and shared by the others.
    var smoothing: Float = 0.02
    /// The network to begin with, of the same sizes; `nil` for random weights.
    var start: FeedforwardNetwork?
    /// The weight of the network to begin with in the average of the weights before and after
    /// training, which keeps more of what it knew: Wortsman and others, *Robust fine-tuning of
    /// zero-shot models*, CVPR 2022, arXiv:2109.01903.
    var blendedShare: Float = 0

    /// Trains a network on rows of features.
    func train(_ data: TrainingMatrix) -> FeedforwardNetwork {
        let rows = RowLottery(data.weights)
        return train(
            inputs: data.features, classes: ElementModel.classCount, steps: epochs * data.rows / batch
        ) { random, inputs in
            let row = rows.draw(&random)
            for index in 0..<data.features { inputs[index] = data.values[row * data.features + index] }
            return Int(data.labels[row])
        }
    }

    /// Trains a network on samples that are drawn one by one.
    ///
    /// - Parameter draw: Writes the inputs of a random sample, and returns its class.
    func train(
        inputs: Int, classes: Int, steps: Int,
        draw: (inout TrainingRandom, UnsafeMutablePointer<Float>) -> Int
    ) -> FeedforwardNetwork {
        var random = TrainingRandom(seed: seed)
        let sizes = [inputs] + hidden + [classes]
        var layers = zip(sizes, sizes.dropFirst()).map { DenseLayer(inputs: $0, outputs: $1, random: &random) }
        for (index, layer) in (start?.layers ?? []).enumerated() { layers[index].set(layer) }
        // A row for each sample of a batch, padded to eight.
        let activations = sizes.map { Self.zeros(batch * DenseLayer.padded($0)) }
        let deltas = sizes.map { Self.zeros(batch * DenseLayer.padded($0)) }
        defer { for rows in activations + deltas { rows.deallocate() } }
        var masks = sizes.map { [Float](repeating: 1, count: $0) }
        for step in 0..<steps {
            // One mask per batch is enough, and fast.
            let keep = Float(1 / (1 - hiddenDrop))
            for index in 1..<(sizes.count - 1) {
                for unit in 0..<sizes[index] { masks[index][unit] = random.chance(hiddenDrop) ? 0 : keep }
            }
            for unit in 0..<sizes[0] { masks[0][unit] = random.chance(inputDrop) ? 0 : 1 }
            for sample in 0..<batch {
                let own = zip(activations, sizes).map { $0 + sample * DenseLayer.padded($1) }
                let label = draw(&random, own[0])
                for index in 0..<inputs {
                    own[0][index] = (own[0][index] + noise * Self.jitter(&random)) * masks[0][index]
                }
                for (index, layer) in layers.enumerated() {
                    layer.forward(own[index], into: own[index + 1])
                    guard index < layers.count - 1 else { continue }
                    let output = own[index + 1]
                    for unit in 0..<layer.outputs { output[unit] = max(0, output[unit]) * masks[index + 1][unit] }
                }
                writeErrors(
                    of: own[layers.count], classes: classes, label: label,
                    to: deltas[layers.count] + sample * DenseLayer.padded(classes))
            }
            for index in layers.indices.reversed() {
                layers[index].learn(activations[index], deltas[index + 1], samples: batch)
                if index > 0 {
                    layers[index].backward(
                        deltas[index + 1], into: deltas[index], activations[index], mask: masks[index], samples: batch)
                }
            }
            let progress = Double(step) / Double(steps)
            let warm = min(1, Double(step + 1) / 200)
            let now = rate * Float(warm * (0.02 + 0.98 * 0.5 * (1 + cosine(progress * .pi))))
            for index in layers.indices {
                layers[index].update(rate: now, decay: decay, batch: batch, step: step + 1)
            }
        }
        for (index, layer) in (start?.layers ?? []).enumerated() { layers[index].blend(layer, share: blendedShare) }
        return FeedforwardNetwork(layers: layers.map { $0.quantized() })
    }

    /// Writes the gradient of the log loss for the outputs of one sample.
    private func writeErrors(
        of outputs: UnsafePointer<Float>, classes: Int, label: Int, to errors: UnsafeMutablePointer<Float>
    ) {
        var greatest = outputs[0]
        for index in 1..<classes { greatest = max(greatest, outputs[index]) }
        // Four sums, as the softmax of four classes has.
        var sums = SIMD4<Float>.zero
        for index in 0..<classes {
            errors[index] = exponential(outputs[index] - greatest)
            sums[index % 4] += errors[index]
        }
        let sum = sums.sum()
        let share = smoothing / Float(classes)
        for index in 0..<classes {
            errors[index] = errors[index] / sum - (index == label ? share + (1 - smoothing) : share)
        }
    }

    /// Returns a sum of two uniform numbers, which is approximately normal.
    private static func jitter(_ random: inout TrainingRandom) -> Float {
        let bits = random.next()
        return Float(Int32(truncatingIfNeeded: bits)) * 0x1p-31 + Float(Int32(truncatingIfNeeded: bits >> 32))
            * 0x1p-31
    }

    /// Allocates zeros, a multiple of eight of them, aligned for vectors.
    private static func zeros(_ count: Int) -> UnsafeMutablePointer<Float> {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * count, alignment: 32)
        return memory.initializeMemory(as: Float.self, repeating: 0, count: count)
    }
}

/// Draws rows in proportion to their weights, so that heavy rows don't cause large steps.
private struct RowLottery {
    private var cumulative: [Double] = []
    private var sum = 0.0

    init(_ weights: [Float]) {
        for weight in weights {
            sum += Double(weight)
            cumulative.append(sum)
        }
    }

    func draw(_ random: inout TrainingRandom) -> Int {
        let target = random.unit() * sum
        var (low, high) = (0, cumulative.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if cumulative[middle] > target { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A layer in training: weights row by row (padded to eight, with a separate bias), gradients, and
/// Adam's two moments.
private struct DenseLayer {
    private let inputs: Int
    let outputs: Int
    private let stride: Int
    private var weights: [SIMD8<Float>]
    private var gradients: [SIMD8<Float>]
    private var first: [SIMD8<Float>]
    private var second: [SIMD8<Float>]
    /// The value, gradient and moments of each bias.
    private var biases: [SIMD4<Float>]

    static func padded(_ count: Int) -> Int { (count + 7) / 8 * 8 }

    init(inputs: Int, outputs: Int, random: inout TrainingRandom) {
        self.inputs = inputs
        self.outputs = outputs
        stride = Self.padded(inputs) / 8
        weights = [SIMD8<Float>](repeating: .zero, count: stride * outputs)
        let size = (2.0 / Double(inputs)).squareRoot()
        for row in 0..<outputs {
            for index in 0..<inputs { weights[row * stride + index / 8][index % 8] = Float(random.normal() * size) }
        }
        gradients = [SIMD8<Float>](repeating: .zero, count: weights.count)
        first = gradients
        second = gradients
        biases = [SIMD4<Float>](repeating: .zero, count: outputs)
    }

    /// Takes the weights of a layer of the same size.
    mutating func set(_ layer: FeedforwardNetwork.Layer) {
        weights = layer.weights
        biases = layer.biases.map { SIMD4($0, 0, 0, 0) }
    }

    /// Averages the weights with those of a layer of the same size.
    mutating func blend(_ layer: FeedforwardNetwork.Layer, share: Float) {
        for index in weights.indices { weights[index] += share * (layer.weights[index] - weights[index]) }
        for row in biases.indices { biases[row].x += share * (layer.biases[row] - biases[row].x) }
    }

    func forward(_ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        let input = UnsafeRawPointer(input).assumingMemoryBound(to: SIMD8<Float>.self)
        let weights = weights.span
        for row in 0..<outputs {
            var sum = SIMD8<Float>.zero
            for index in 0..<stride { sum += weights[unchecked: row &* stride &+ index] * input[index] }
            output[row] = sum.sum() + biases[row].x
        }
    }

    /// Adds a batch's gradients.
    mutating func learn(_ input: UnsafePointer<Float>, _ delta: UnsafePointer<Float>, samples: Int) {
        let input = UnsafeRawPointer(input).assumingMemoryBound(to: SIMD8<Float>.self)
        let (width, stride) = (Self.padded(outputs), stride)
        for row in 0..<outputs {
            for sample in 0..<samples { biases[row].y += delta[sample &* width &+ row] }
        }
        for row in 0..<outputs {
            for sample in 0..<samples where delta[sample &* width &+ row] != 0 {
                let d = delta[sample &* width &+ row]
                for index in 0..<stride { gradients[row &* stride &+ index] += d * input[sample &* stride &+ index] }
            }
        }
    }

    /// Computes a batch's errors before the layer.
    func backward(
        _ delta: UnsafePointer<Float>, into before: UnsafeMutablePointer<Float>, _ activations: UnsafePointer<Float>,
        mask: [Float], samples: Int
    ) {
        let vectors = UnsafeMutableRawPointer(before).assumingMemoryBound(to: SIMD8<Float>.self)
        let weights = weights.span
        for sample in 0..<samples {
            let delta = delta + sample &* Self.padded(outputs)
            let out = vectors + sample &* stride
            for index in 0..<stride { out[index] = .zero }
            for row in 0..<outputs where delta[row] != 0 {
                let d = delta[row]
                for index in 0..<stride { out[index] += d * weights[unchecked: row &* stride &+ index] }
            }
            let start = sample &* 8 &* stride
            for unit in 0..<inputs {
                before[start &+ unit] = activations[start &+ unit] > 0 ? before[start &+ unit] * mask[unit] : 0
            }
        }
    }

    mutating func update(rate: Float, decay: Float, batch: Int, step: Int) {
        let share = 1 / Float(batch)
        let b1: Float = 0.9
        let b2: Float = 0.999
        func power(_ base: Float) -> Float {
            step > 20_000 ? 0 : exponential(Float(Double(step) * logarithm(Double(base))))
        }
        let c1 = 1 / (1 - power(b1))
        let c2 = 1 / (1 - power(b2))
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

    /// Returns the layer quantized as in the model file: each row's weights and bias are multiples
    /// of 1/2047 of the greatest.
    func quantized() -> FeedforwardNetwork.Layer {
        var steps: [Float] = []
        var rounded = weights
        var roundedBiases: [Float] = []
        for row in 0..<outputs {
            let own = row * stride..<(row + 1) * stride
            var greatest = abs(biases[row].x)
            for vector in weights[own] { greatest = max(greatest, vector.max(), -vector.min()) }
            let step = max(greatest / 2047, 1e-9)
            for index in own { rounded[index] = (weights[index] / step).rounded(.toNearestOrEven) * step }
            roundedBiases.append((biases[row].x / step).rounded(.toNearestOrEven) * step)
            steps.append(step)
        }
        return FeedforwardNetwork.Layer(
            inputs: inputs, outputs: outputs, biases: roundedBiases, weights: rounded, steps: steps)
    }
}
