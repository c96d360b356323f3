import Glibc
import Strokes

/// Gestures of several writers at three speeds, a line each: writer, speed, kind, all from 0, then
/// coordinates.
struct GestureSet {
    struct Sample {
        var writer: Int
        var speed: Int
        var kind: Int
        var points: [Point]
    }

    let samples: [Sample]
    let writerCount: Int
    let kindCount: Int
    static let speedCount = 3
    static let mediumSpeed = 1

    init(_ path: String) throws {
        guard let file = fopen(path, "r") else { throw Failure("can't read \(path)") }
        defer { fclose(file) }
        var samples: [Sample] = []
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let text = line {
            let numbers = String(cString: text).split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
            guard numbers.count > 4, numbers.count % 2 == 1 else { throw Failure("\(path) has a bad line") }
            let points = stride(from: 3, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
            samples.append(
                Sample(writer: Int(numbers[0]), speed: Int(numbers[1]), kind: Int(numbers[2]), points: points))
        }
        self.samples = samples
        writerCount = (samples.map(\.writer).max() ?? -1) + 1
        kindCount = (samples.map(\.kind).max() ?? -1) + 1
    }

    /// Samples by kind.
    func pools(where isWanted: (Sample) -> Bool) -> [[Sample]] {
        var pools = [[Sample]](repeating: [], count: kindCount)
        for sample in samples where isWanted(sample) { pools[sample.kind].append(sample) }
        return pools
    }
}
