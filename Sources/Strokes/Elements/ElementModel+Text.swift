// The model's text.
//
//     automata element model 1
//     threshold NUMBER
//     share NUMBER                               the trees' share of the score
//     slopes NUMBER NUMBER NUMBER NUMBER         calibration, by class
//     offsets NUMBER NUMBER NUMBER NUMBER
//     surrounds NUMBER NUMBER NUMBER NUMBER      evidence of the context, by class; likewise
//                                                touches, returns, joins
//     features COUNT
//     NAME MEAN INVERSE                          COUNT lines, the features in their order
//     trees COUNT depth DEPTH step NUMBER
//     CODES                                      COUNT lines
//     networks COUNT
//     layers COUNT                               for each network
//     layer INPUTS OUTPUTS                       for each layer
//     STEP CODES                                 OUTPUTS lines
//     end CHECKSUM
//
// Codes are base-64 digits (0-9 A-Z a-z - _), the most significant one first. A tree has 2 digits
// (feature) and 3 digits (threshold + 2¹⁷, in steps of 2⁻¹⁴) for each inner node, then 2 digits
// (score + 2¹¹, in steps) for each class of each leaf. A row of a layer has 2 digits (weight + 2¹¹,
// in steps) for each input, then those of the bias. The checksum is FNV-1a of all previous lines,
// with 16 hexadecimal digits.

public import TextSupport

/// The reason why a text can't be read as a model.
public struct ElementModelError: TextualError {
    /// The kind of the error.
    public enum Reason: Sendable, Hashable {
        /// The first line doesn't name a model of this version.
        case notAModel
        /// A line differs from the expected line, which the string describes.
        case expected(String)
        /// A number is out of its range; the string names the number.
        case outOfRange(String)
        /// The features differ from the library's features or their order; the string describes the
        /// difference.
        case otherFeature(String)
        /// A line of codes has an invalid digit or the wrong length.
        case badCodes
        /// The checksum is wrong: the text was changed or cut.
        case wrongChecksum
        /// The text is longer than a model can be.
        case tooLong
    }

    /// The line number, counted from 1.
    public let line: Int?
    /// Always `nil`, because the error is about a whole line.
    public var column: Int? { nil }
    /// The kind of the error.
    public let reason: Reason

    package init(line: Int?, reason: Reason) {
        self.line = line
        self.reason = reason
    }

    /// A sentence that describes the error.
    public var message: String {
        switch reason {
        case .notAModel: "this is not an element model of version 1"
        case .expected(let wanted): "expected \(wanted)"
        case .outOfRange(let name): "\(name) is out of range"
        case .otherFeature(let difference): "the model's features differ from this library's features: \(difference)"
        case .badCodes: "the encoded numbers are damaged: the text was changed or cut"
        case .wrongChecksum: "the checksum is wrong: the text was changed or cut"
        case .tooLong: "the text is too long for a model"
        }
    }

    /// A suggestion to fix the problem, unless the message contains one.
    public var remedy: String? {
        if case .otherFeature = reason { "train the model again" } else { nil }
    }
}

extension ElementModel {
    static let signature = "automata element model 1"

    /// Reads a model from its text.
    ///
    /// Sizes are bounded and all numbers are checked, so that even an untrusted model needs no
    /// further checks.
    ///
    /// - Throws: ``ElementModelError`` with the line of the error.
    /// - Complexity: O(*n*) for a text of *n* bytes.
    public init(parsing text: String) throws(ElementModelError) {
        var reader = ModelReader(text)
        guard reader.bytes.count <= ModelReader.maximumTextSize else {
            throw ElementModelError(line: 1, reason: .tooLong)
        }
        guard reader.line() == Self.signature else { throw reader.error(.notAModel) }
        let threshold = try reader.number("threshold", 0...1)
        let share = try reader.number("share", 0...1)
        let slopes = try reader.four("slopes", -100...100)
        let offsets = try reader.four("offsets", -100...100)
        var context = ContextEvidence()
        context.surrounds = try reader.four("surrounds", -20...20)
        context.touches = try reader.four("touches", -20...20)
        context.returns = try reader.four("returns", -20...20)
        context.joins = try reader.four("joins", -20...20)

        let featureCount = try reader.count("features", 1...4096)
        guard featureCount == Feature.count else {
            throw reader.error(.otherFeature("expected \(Feature.count) features, found \(featureCount)"))
        }
        var means: [Float] = []
        var inverses: [Float] = []
        means.reserveCapacity(featureCount)
        inverses.reserveCapacity(featureCount)
        for name in Feature.names {
            let words = reader.words()
            guard words.count == 3 else { throw reader.error(.expected("'\(name)' and two numbers")) }
            guard words[0] == name else {
                throw reader.error(.otherFeature("expected '\(name)', found \(Message.quoted(words[0].utf8))"))
            }
            means.append(try reader.float(words[1], -1e4...1e4, name))
            inverses.append(try reader.float(words[2], 0...1e6, name))
        }
        self.init(
            means: means, inverses: inverses, trees: try reader.trees(),
            networks: try reader.networks(inputs: Feature.count, outputs: Self.classCount),
            treeShare: Float(share), slopes: slopes, offsets: offsets, rejectionThreshold: threshold)
        self.context = context
        try reader.end()
    }

    /// The model as text, for ``init(parsing:)``.
    ///
    /// - Complexity: O(*n*) for a text of *n* bytes.
    public var text: String {
        var lines = [Self.signature, "threshold \(rejectionThreshold)", "share \(treeShare)"]
        func four(_ name: String, _ v: SIMD4<Float>) { lines.append("\(name) \(v.x) \(v.y) \(v.z) \(v.w)") }
        four("slopes", slopes)
        four("offsets", offsets)
        four("surrounds", context.surrounds)
        four("touches", context.touches)
        four("returns", context.returns)
        four("joins", context.joins)
        lines.append("features \(means.count)")
        for (index, name) in Feature.names.enumerated() { lines.append("\(name) \(means[index]) \(inverses[index])") }
        lines.append("trees \(trees.count) depth \(trees.depth) step \(trees.leafStep)")
        let inner = (1 << trees.depth) - 1
        for tree in 0..<trees.count {
            var line = ""
            for node in trees.nodes[(tree * inner)..<((tree + 1) * inner)] {
                Digits.append(node.feature, 2, to: &line)
                Digits.append(node.threshold, 3, to: &line)
            }
            for leaf in trees.leaves[(tree << trees.depth)..<((tree + 1) << trees.depth)] {
                for index in 0..<4 { Digits.append(Int(leaf[index]), 2, to: &line) }
            }
            lines.append(line)
        }
        lines += networks.lines
        lines.append(Checksum.endLine(of: lines))
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ModelReader {
    /// Reads the trees.
    fileprivate mutating func trees() throws(ElementModelError) -> ElementModel.Trees {
        let words = words()
        guard words.count == 6, words[0] == "trees", words[2] == "depth", words[4] == "step" else {
            throw error(.expected("trees"))
        }
        let count = try integer(words[1], 0...2048, "the number of trees")
        let depth = try integer(words[3], 1...8, "the depth of trees")
        let step = try float(words[5], 1e-6...1, "the quantization step of the leaves")
        let inner = (1 << depth) - 1
        // A count that is too large for the text must not reserve memory.
        let length = inner * 5 + (1 << depth) * 8
        guard count * length <= bytes.count else { throw error(.outOfRange("the number of trees")) }
        var nodes: [ElementModel.Trees.Node] = []
        var leaves: [SIMD4<UInt16>] = []
        nodes.reserveCapacity(count * inner)
        leaves.reserveCapacity(count << depth)
        for _ in 0..<count {
            advance()
            guard currentLine.count == length else { throw error(.badCodes) }
            var offset = 0
            for _ in 0..<inner {
                guard let feature = code(offset, 2), let threshold = code(offset + 2, 3) else { throw error(.badCodes) }
                guard feature < Feature.count else { throw error(.outOfRange("a tree's feature")) }
                nodes.append(ElementModel.Trees.Node(feature: feature, threshold: threshold))
                offset += 5
            }
            for _ in 0..<(1 << depth) {
                var leaf = SIMD4<UInt16>.zero
                for index in 0..<4 {
                    guard let value = code(offset, 2) else { throw error(.badCodes) }
                    leaf[index] = UInt16(truncatingIfNeeded: value)
                    offset += 2
                }
                leaves.append(leaf)
            }
        }
        return ElementModel.Trees(depth: depth, nodes: nodes, leaves: leaves, leafStep: step)
    }
}
