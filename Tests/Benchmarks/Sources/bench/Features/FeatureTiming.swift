import AutomataCounting
import FeatureFormats
import FeatureModels
import FeatureReasoning
import Glibc

/// How long it takes to read a feature model and to answer questions about it.
///
/// A line of output for each question: name, milliseconds, and the answer where a peer has it, too.
enum FeatureTiming {
    /// Asks the questions.
    ///
    /// - Parameter isCounted: Asks all; otherwise those alone that need no compiled products.
    static func run(_ path: String, isCounted: Bool) throws {
        let bytes = try read(path)
        let format = FeatureFormat(fileName: path) ?? .uvl
        let model = try timed("read") {
            // The reading of groups with one child that flamapy has.
            try bytes.withUnsafeBytes { try format.document(from: $0, name: path, singleChild: .mandatory).model }
        }
        if isCounted { try count(model) }
        let all = try timed(
            "core and dead by SAT", answer: { "\($0.selectedFeatures.count) \($0.deselectedFeatures.count)" }
        ) {
            try FeatureReasoner(model).consequences(of: Configuration(of: model)) ?? Configuration(of: model)
        }
        if let dead = all.deselectedFeatures.first {
            _ = try timed("explanation") { try model.explanation(of: .dead(dead)) }
        }
    }

    private static func count(_ model: FeatureModel) throws {
        let products = try timed("number", answer: { $0.count.description }) { try model.products() }
        let features = try timed("core and dead", answer: { "\($0.coreFeatures.count) \($0.deadFeatures.count)" }) {
            try products.featureProperties()
        }
        _ = try timed("commonalities") { try products.commonalities() }
        var generator = SeededGenerator(seed: 1)
        _ = timed("1,000 samples") { products.sample(1000, using: &generator) }
        _ = try timed("all other questions") {
            _ = (try products.atomicSets(), try products.homogeneity(), products.variabilityFactor)
            _ = (try products.sizes(), try products.nearest(to: Configuration(of: model, all: .deselected)))
            return try model.redundantConstraints()
        }
        _ = try timed("pairwise sample", answer: { "\($0.count)" }) { try products.coveringSample(strength: 2) }
        // The canonical form, where the model is small enough.
        if features.variantFeatures.count < 100 {
            _ = try timed("number by DFA", answer: { $0.count.description }) {
                try model.products(using: .layeredDFA)
            }
        }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw Failure("\(path) can't be read") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 22)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        return bytes
    }

    private static func timed<Result>(
        _ name: String, answer: (Result) -> String = { _ in "" }, _ work: () throws -> Result
    ) rethrows -> Result {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try work()
        let time = start.duration(to: clock.now).components
        let milliseconds = Double(time.seconds) * 1e3 + Double(time.attoseconds) / 1e15
        print("\(name)\t\(milliseconds)\t\(answer(result))")
        return result
    }
}
