import Strokes

/// How often recognizers are right, and how long they take, on gestures of several writers.
///
/// A line of output for each figure: name of the recognizer, name of the figure, mean over the
/// seeds, standard deviation.
enum GestureProtocols {
    static func run(_ path: String, seedCount: Int) throws {
        let set = try GestureSet(path)
        measure(Ours.self, "ours", set, seedCount)
        measure(OursRanking.self, "ours, all names ranked", set, 0)
        measure(Protractor.self, "Protractor", set, seedCount)
        measure(DollarOne.self, "$1", set, seedCount)
    }

    private static func measure<R: GestureRecognizer>(_: R.Type, _ name: String, _ set: GestureSet, _ seedCount: Int) {
        for templateCount in [1, 9] {
            report(name, "us \(templateCount * set.kindCount)", [microseconds(R.self, set, templateCount)])
        }
        guard seedCount > 0 else { return }
        for templateCount in [1, 9] {
            report(
                name, "dependent \(templateCount)",
                (0..<seedCount).map { userDependent(R.self, set, templateCount, seed: UInt64($0)) })
        }
        for templateCount in [1, 3, 9] {
            report(
                name, "independent \(templateCount)",
                (0..<seedCount).map { userIndependent(R.self, set, templateCount, seed: UInt64($0)) })
        }
    }

    private static func report(_ name: String, _ figure: String, _ values: [Double]) {
        let mean = values.reduce(0, +) / Double(values.count)
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(values.count - 1, 1))
        print("\(name)\t\(figure)\t\(mean)\t\(variance.squareRoot())")
    }

    /// Per writer and speed, some random templates a kind and one other sample a kind as test, 30
    /// times; per cent.
    private static func userDependent<R: GestureRecognizer>(
        _: R.Type, _ set: GestureSet, _ templateCount: Int, seed: UInt64
    ) -> Double {
        var random = SplitMix64(seed: seed)
        var (right, all) = (0, 0)
        for writer in 0..<set.writerCount {
            for speed in 0..<GestureSet.speedCount {
                let pools = set.pools { $0.writer == writer && $0.speed == speed }
                for _ in 0..<30 {
                    var recognizer = R()
                    var tests: [GestureSet.Sample] = []
                    for pool in pools {
                        let drawn = pool.shuffled(using: &random)
                        for sample in drawn.prefix(templateCount) { recognizer.add(sample.points, kind: sample.kind) }
                        tests.append(drawn[templateCount])
                    }
                    for test in tests where recognizer.recognize(test.points) == test.kind { right += 1 }
                    all += tests.count
                }
            }
        }
        return 100 * Double(right) / Double(all)
    }

    /// All of a writer at medium speed as test, some templates a kind of all others', 20 times; the
    /// mean over writers in per cent.
    private static func userIndependent<R: GestureRecognizer>(
        _: R.Type, _ set: GestureSet, _ templateCount: Int, seed: UInt64
    ) -> Double {
        var random = SplitMix64(seed: seed)
        var sum = 0.0
        for writer in 0..<set.writerCount {
            let (recognizers, tests) = independent(R.self, set, templateCount, writer, repetitions: 20, &random)
            var right = 0
            for recognizer in recognizers {
                for test in tests where recognizer.recognize(test.points) == test.kind { right += 1 }
            }
            sum += Double(right) / Double(recognizers.count * tests.count)
        }
        return 100 * sum / Double(set.writerCount)
    }

    private static func independent<R: GestureRecognizer>(
        _: R.Type, _ set: GestureSet, _ templateCount: Int, _ writer: Int, repetitions: Int, _ random: inout SplitMix64
    ) -> ([R], [GestureSet.Sample]) {
        let pools = set.pools { $0.writer != writer && $0.speed == GestureSet.mediumSpeed }
        let recognizers = (0..<repetitions).map { _ in
            var recognizer = R()
            for pool in pools {
                for sample in pool.shuffled(using: &random).prefix(templateCount) {
                    recognizer.add(sample.points, kind: sample.kind)
                }
            }
            return recognizer
        }
        let tests = set.samples.filter { $0.writer == writer && $0.speed == GestureSet.mediumSpeed }
        return (recognizers, tests)
    }

    /// From raw points to the answer: the mean over all writers' drawings, of five rounds the
    /// quickest of each.
    private static func microseconds<R: GestureRecognizer>(_: R.Type, _ set: GestureSet, _ templateCount: Int) -> Double
    {
        var random = SplitMix64(seed: 0)
        let clock = ContinuousClock()
        var (sum, count) = (Duration.zero, 0)
        for writer in 0..<set.writerCount {
            let (recognizers, tests) = independent(R.self, set, templateCount, writer, repetitions: 1, &random)
            var best: Duration?
            var right = 0
            for _ in 0..<5 {
                let start = clock.now
                for test in tests where recognizers[0].recognize(test.points) == test.kind { right += 1 }
                let time = clock.now - start
                best = min(best ?? time, time)
            }
            guard right > 0, let best else { return .nan }
            sum += best
            count += tests.count
        }
        return sum / .microseconds(1) / Double(count)
    }
}
