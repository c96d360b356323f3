// The lines that models of all kinds have in common: numbers by name, codes, networks and the
// checksum. See ElementModel+Text.swift for their form.

internal import TextSupport

/// The 64-bit checksum FNV-1a (Fowler, Noll and Vo), against accidental changes only.
struct Checksum {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ line: some Sequence<UInt8>) {
        for byte in line { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        value = (value ^ 10) &* 0x100_0000_01b3
    }

    var digits: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Returns the last line of a model.
    static func endLine(of lines: [String]) -> String {
        var checksum = Checksum()
        for line in lines { checksum.add(line.utf8) }
        return "end \(checksum.digits)"
    }
}

/// The digits of base 64.
enum Digits {
    static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_".utf8)
    /// The value of each byte as a digit; 255 for other bytes.
    static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
        return values
    }()

    /// Writes a number in steps. Too large numbers are clamped and NaN becomes 0, though no model
    /// that was read or trained has these.
    static func append(_ value: Float, step: Float, _ count: Int, to line: inout String) {
        let half = 1 << (6 * count - 1)
        let steps = (value / step).rounded()
        append((Int(exactly: min(max(steps, Float(-half)), Float(half - 1))) ?? 0) + half, count, to: &line)
    }

    static func append(_ value: Int, _ count: Int, to line: inout String) {
        for index in (0..<count).reversed() {
            line.unicodeScalars.append(Unicode.Scalar(alphabet[value >> (6 * index) & 63]))
        }
    }
}

/// Reads the lines of a model.
struct ModelReader {
    static let maximumTextSize = 4 << 20

    let bytes: [UInt8]
    private var index = 0
    private var number = 0
    private(set) var currentLine = 0..<0
    private var checksum = Checksum()
    private var checksumBefore = Checksum()

    init(_ text: String) { bytes = Array(text.utf8) }

    func error(_ reason: ElementModelError.Reason) -> ElementModelError {
        ElementModelError(line: max(1, number), reason: reason)
    }

    /// Moves to the next line; an empty one past the end.
    mutating func advance() {
        var end = index
        while end < bytes.count && bytes[end] != 10 { end += 1 }
        var stop = end
        if stop > index && bytes[stop - 1] == 13 { stop -= 1 }
        currentLine = index..<stop
        checksumBefore = checksum
        checksum.add(bytes[currentLine])
        index = min(bytes.count, end + 1)
        number += 1
    }

    mutating func line() -> String {
        advance()
        return String(decoding: bytes[currentLine.prefix(200)], as: UTF8.self)
    }

    /// Reads the words of the next line; none if it is too long.
    mutating func words() -> [String] {
        advance()
        guard currentLine.count <= 200 else { return [] }
        return bytes[currentLine].split(separator: 32, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    func float(_ word: String, _ range: ClosedRange<Float>, _ name: String) throws(ElementModelError) -> Float {
        guard let value = Float(word), range.contains(value) else { throw error(.outOfRange(name)) }
        return value
    }

    func integer(_ word: String, _ range: ClosedRange<Int>, _ name: String) throws(ElementModelError) -> Int {
        guard let value = Int(word), range.contains(value) else { throw error(.outOfRange(name)) }
        return value
    }

    mutating func number(_ name: String, _ range: ClosedRange<Double>) throws(ElementModelError) -> Double {
        let words = words()
        guard words.count == 2, words[0] == name else { throw error(.expected(name)) }
        guard let value = Double(words[1]), range.contains(value) else { throw error(.outOfRange(name)) }
        return value
    }

    mutating func four(_ name: String, _ range: ClosedRange<Float>) throws(ElementModelError) -> SIMD4<Float> {
        let words = words()
        guard words.count == 5, words[0] == name else { throw error(.expected(name)) }
        var vector = SIMD4<Float>.zero
        for index in 0..<4 { vector[index] = try float(words[index + 1], range, name) }
        return vector
    }

    mutating func count(_ name: String, _ range: ClosedRange<Int>) throws(ElementModelError) -> Int {
        let words = words()
        guard words.count == 2, words[0] == name else { throw error(.expected(name)) }
        return try integer(words[1], range, name)
    }

    /// Reads digits of the current line from an offset on; `nil` if one is invalid.
    func code(_ offset: Int, _ count: Int) -> Int? {
        var value = 0
        for index in 0..<count {
            let digit = Digits.values[Int(bytes[currentLine.lowerBound + offset + index])]
            guard digit < 64 else { return nil }
            value = value << 6 | Int(digit)
        }
        return value
    }

    /// Reads networks with the given numbers of inputs and outputs.
    mutating func networks(inputs: Int, outputs: Int) throws(ElementModelError) -> [FeedforwardNetwork] {
        let count = try count("networks", 0...8)
        var networks: [FeedforwardNetwork] = []
        for _ in 0..<count {
            let layerCount = try self.count("layers", 1...5)
            var layers: [FeedforwardNetwork.Layer] = []
            var inputs = inputs
            for index in 0..<layerCount {
                let layer = try layer(
                    inputs: inputs,
                    outputs: index == layerCount - 1 ? outputs...outputs : 1...FeedforwardNetwork.widestLayer)
                inputs = layer.outputs
                layers.append(layer)
            }
            networks.append(FeedforwardNetwork(layers: layers))
        }
        return networks
    }

    private mutating func layer(
        inputs: Int, outputs: ClosedRange<Int>
    ) throws(ElementModelError) -> FeedforwardNetwork.Layer {
        let words = words()
        guard words.count == 3, words[0] == "layer" else { throw error(.expected("layer")) }
        _ = try integer(words[1], inputs...inputs, "the number of inputs")
        let outputs = try integer(words[2], outputs, "the number of outputs")
        let stride = FeedforwardNetwork.Layer.stride(inputs)
        var layer = FeedforwardNetwork.Layer(inputs: inputs, outputs: outputs, biases: [], weights: [], steps: [])
        layer.weights.reserveCapacity(stride * outputs)
        for _ in 0..<outputs {
            advance()
            guard let space = bytes[currentLine].prefix(40).firstIndex(of: 32) else { throw error(.badCodes) }
            let step = try float(
                String(decoding: bytes[currentLine.lowerBound..<space], as: UTF8.self), 1e-9...1,
                "the quantization step of the weights")
            var offset = space + 1 - currentLine.lowerBound
            guard currentLine.count == offset + 2 * (inputs + 1) else { throw error(.badCodes) }
            for vector in 0..<stride {
                var weights = SIMD8<Float>.zero
                for lane in 0..<8 where vector * 8 + lane < inputs {
                    guard let value = code(offset, 2) else { throw error(.badCodes) }
                    weights[lane] = Float(value - 2048) * step
                    offset += 2
                }
                layer.weights.append(weights)
            }
            guard let bias = code(offset, 2) else { throw error(.badCodes) }
            layer.biases.append(Float(bias - 2048) * step)
            layer.steps.append(step)
        }
        return layer
    }

    /// Reads the checksum, and checks that nothing follows.
    mutating func end() throws(ElementModelError) {
        let words = words()
        guard words.count == 2, words[0] == "end" else { throw error(.expected("end")) }
        guard words[1] == checksumBefore.digits else { throw error(.wrongChecksum) }
        while index < bytes.count {
            advance()
            guard currentLine.isEmpty else { throw error(.expected("nothing after the end")) }
        }
    }
}
