import StrokeSynthesis
@_spi(Training) import Strokes

/// Samples with their features, measured once.
struct Dataset {
    var samples: [Sample] = []
    /// The first row of each sample, and one past the last.
    private var starts: [Int] = [0]
    private var values: [Float] = []
    let features = ElementFeatureNames.all.count

    /// Measures real samples with varied copies, and synthetic ones without.
    init(real: [Sample], settings: TrainingSettings) {
        let scratch = FeatureScratch()
        var random = TrainingRandom(seed: settings.seed &+ 77)
        for sample in real {
            add(sample, scratch)
            for _ in 0..<settings.copies { add(varied: sample, scratch, &random) }
            close(sample)
        }
        for sample in Sample.syntheticElements(count: settings.synthetic, seed: settings.seed) {
            add(sample, scratch)
            close(sample)
        }
    }

    private mutating func add(_ sample: Sample, _ scratch: borrowing FeatureScratch) {
        let joined = JoinedStrokes(sample.strokes)
        values += scratch.measure(joined.points.span, strokes: joined.strokeCount, penUp: joined.penUp) ?? []
    }

    private mutating func add(
        varied sample: Sample, _ scratch: borrowing FeatureScratch, _ random: inout TrainingRandom
    ) {
        let points = Augmentation.varied(sample.strokes.flatMap { $0 }, random: &random)
        values += scratch.measure(points.span) ?? []
    }

    private mutating func close(_ sample: Sample) {
        samples.append(sample)
        starts.append(values.count / features)
    }

    private static let winding = ElementFeatureNames.all.firstIndex(of: "winding") ?? 0
    private static let gapAngle = ElementFeatureNames.all.firstIndex(of: "gapAngle") ?? 0

    /// Returns whether a row's ink goes once around its middle except for a gap, like a circle or a
    /// loop.
    private func isContested(_ row: Int) -> Bool {
        let winding = values[row * features + Self.winding]
        return winding > 0.7 && winding < 1 && values[row * features + Self.gapAngle] > 0.08
    }

    /// Returns the rows of the chosen samples, weighted so that no class of a source dominates by
    /// its number of samples.
    func matrix(_ settings: TrainingSettings, where isChosen: (Sample) -> Bool) -> TrainingMatrix {
        func group(_ sample: Sample) -> String {
            "\(sample.isPersonal ? Sample.personal : sample.source) \(sample.kind) \(sample.isHeadless)"
        }
        var counts: [String: Int] = [:]
        for sample in samples where isChosen(sample) { counts[group(sample), default: 0] += 1 }
        func power(_ count: Int) -> Double {
            Double(exponential(Float(settings.groupPower * logarithm(Double(count)))))
        }
        var synthetic = 0.0
        var real = 0.0
        var personal = 0.0
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
            if name.hasPrefix(Sample.synthetic) {
                synthetic += power(count)
            } else if name.hasPrefix(Sample.personal) {
                personal += power(count)
            } else {
                real += power(count)
            }
        }
        let syntheticFactor = synthetic > 0 && real > 0 ? settings.syntheticShare / synthetic : 1
        let realFactor = real > 0 ? (1 - settings.syntheticShare) / real : 1
        let others = syntheticFactor * synthetic + realFactor * real
        let personalFactor =
            personal > 0 ? settings.personalShare / (1 - settings.personalShare) * others / personal : 1
        var matrix = TrainingMatrix(features: features)
        for (index, sample) in samples.enumerated() where isChosen(sample) {
            let rows = starts[index]..<starts[index + 1]
            guard !rows.isEmpty else { continue }
            let count = counts[group(sample)] ?? 1
            let factor =
                sample.isSynthetic
                ? syntheticFactor
                : (sample.isPersonal ? personalFactor : realFactor) * (sample.isHeadless ? settings.headlessFactor : 1)
            let weight = Float(factor * power(count) / Double(count) / Double(rows.count))
            matrix.values += values[(rows.lowerBound * features)..<(rows.upperBound * features)]
            let mayBeContested = !sample.isSynthetic && (sample.kind == .state || sample.kind == .cycle)
            for row in rows {
                matrix.labels.append(sample.kind.rawValue)
                let factor = mayBeContested && isContested(row) ? Float(settings.contestedFactor) : 1
                matrix.weights.append(weight * factor)
            }
            matrix.rows += rows.count
        }
        let share = Float(settings.unknownShare)
        var sums = [Float](repeating: 0, count: 4)
        for row in 0..<matrix.rows { sums[Int(matrix.labels[row])] += matrix.weights[row] }
        let elements = Float(max(1, sums.prefix(3).filter { $0 > 0 }.count))
        for row in 0..<matrix.rows {
            let label = Int(matrix.labels[row])
            matrix.weights[row] *= (label == 3 ? share : (1 - share) / elements) / sums[label]
        }
        return matrix
    }
}

extension Sample {
    /// Returns `count` synthetic samples of each kind, distributed over the folds.
    static func syntheticElements(count: Int, seed: UInt64) -> [Sample] {
        var generator = StrokeGenerator(seed: seed)
        let unknowns = UnknownStyle.allCases
        return (0..<count).flatMap { index in
            ElementKind.allCases.map { kind in
                // Half of the unknown samples have the generator's frequencies; in the other half,
                // all styles are equally frequent, as rare ones look like elements, too.
                let element =
                    kind == .unknown && index % 2 == 0
                    ? generator.element(.unknown(unknowns[index / 2 % unknowns.count])) : generator.element(of: kind)
                return Sample(
                    strokes: element.strokes.map(\.points), kind: kind, name: name(element.style), source: synthetic,
                    fold: index % 5)
            }
        }
    }

    private static func name(_ style: ElementStyle) -> String {
        switch style {
        case .state(let style): "state, \(style.rawValue)"
        case .transition(let style): "transition, \(style.shaft.rawValue), \(style.head?.rawValue ?? "no head")"
        case .cycle(let style): "cycle, \(style.loop.rawValue), \(style.head?.rawValue ?? "no head")"
        case .unknown(let style): style.rawValue
        }
    }
}
