/// A network of dense layers, with max(0, ·) between them.
@_spi(Training) public struct FeedforwardNetwork: Sendable, Hashable {
    /// The layers, from the inputs to the outputs.
    @_spi(Training) public var layers: [Layer]

    /// The maximum width of a layer, so that working memory has a fixed size.
    @_spi(Training) public static let widestLayer = 128

    /// Creates a network from its layers.
    @_spi(Training) public init(layers: [Layer]) { self.layers = layers }

    /// A layer: a row of weights for each output, padded to a multiple of eight, and a bias for
    /// each row.
    @_spi(Training) public struct Layer: Sendable, Hashable {
        package var inputs: Int
        package var outputs: Int
        /// The bias of each row.
        @_spi(Training) public var biases: [Float]
        /// The weights, row by row.
        @_spi(Training) public var weights: [SIMD8<Float>]
        /// The unit of each row; its weights and bias are multiples of this number.
        package var steps: [Float]

        /// Creates a layer from its weights.
        @_spi(Training) public init(
            inputs: Int, outputs: Int, biases: [Float], weights: [SIMD8<Float>], steps: [Float]
        ) {
            self.inputs = inputs
            self.outputs = outputs
            self.biases = biases
            self.weights = weights
            self.steps = steps
        }

        package static func stride(_ inputs: Int) -> Int { (inputs + 7) / 8 }
    }

    /// Returns the outputs for an input that is padded to eight.
    ///
    /// `work` holds two rows of `widestLayer`; the result is in one of them.
    func run(
        _ input: UnsafeMutablePointer<SIMD8<Float>>, work: UnsafeMutablePointer<SIMD8<Float>>
    ) -> UnsafeMutablePointer<SIMD8<Float>> {
        let row = Self.widestLayer / 8
        var (input, output) = (input, work)
        for index in layers.indices {
            layers[index].run(input, into: output, isLast: index == layers.count - 1)
            input = output
            output = output == work ? work + row : work
        }
        return input
    }

    /// The lines of the network in the text of a model.
    var lines: [String] {
        var lines = ["layers \(layers.count)"]
        for layer in layers {
            lines.append("layer \(layer.inputs) \(layer.outputs)")
            let stride = Layer.stride(layer.inputs)
            for row in 0..<layer.outputs {
                var line = "\(layer.steps[row]) "
                for index in 0..<layer.inputs {
                    let weight = layer.weights[row * stride + index / 8][index % 8]
                    Digits.append(weight, step: layer.steps[row], 2, to: &line)
                }
                Digits.append(layer.biases[row], step: layer.steps[row], 2, to: &line)
                lines.append(line)
            }
        }
        return lines
    }
}

extension [FeedforwardNetwork] {
    /// The lines of networks in the text of a model.
    var lines: [String] { ["networks \(count)"] + flatMap(\.lines) }
}

extension FeedforwardNetwork.Layer {
    fileprivate func run(
        _ input: UnsafeMutablePointer<SIMD8<Float>>, into output: UnsafeMutablePointer<SIMD8<Float>>, isLast: Bool
    ) {
        let stride = Self.stride(inputs)
        let out = UnsafeMutableRawPointer(output).assumingMemoryBound(to: Float.self)
        weights.withUnsafeBufferPointer { weights in
            guard let weights = weights.baseAddress else { return }
            @inline(__always) func finish(_ row: Int, _ sum: SIMD8<Float>) {
                let value = sum.sum() + biases[row]
                out[row] = isLast ? value : max(0, value)
            }
            // Two rows at a time, so that each input is loaded once for both; more rows wouldn't
            // fit the registers.
            var row = 0
            while row &+ 1 < outputs {
                let first = weights + row &* stride
                let second = first + stride
                var even = (SIMD8<Float>.zero, SIMD8<Float>.zero)
                var odd = (SIMD8<Float>.zero, SIMD8<Float>.zero)
                var index = 0
                while index &+ 1 < stride {
                    let (here, next) = (input[index], input[index &+ 1])
                    even.0 += first[index] * here
                    even.1 += second[index] * here
                    odd.0 += first[index &+ 1] * next
                    odd.1 += second[index &+ 1] * next
                    index &+= 2
                }
                if index < stride {
                    even.0 += first[index] * input[index]
                    even.1 += second[index] * input[index]
                }
                finish(row, even.0 + odd.0)
                finish(row &+ 1, even.1 + odd.1)
                row &+= 2
            }
            if row < outputs {
                let only = weights + row &* stride
                var even = SIMD8<Float>.zero
                var odd = SIMD8<Float>.zero
                for index in 0..<stride {
                    if index & 1 == 0 { even += only[index] * input[index] } else { odd += only[index] * input[index] }
                }
                finish(row, even + odd)
            }
        }
        // The padding of the next layer's input.
        var index = outputs
        while index % 8 != 0 {
            out[index] = 0
            index += 1
        }
    }
}
