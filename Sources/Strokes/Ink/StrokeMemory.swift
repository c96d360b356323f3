/// A cache of values that were computed from strokes, for strokes that are read repeatedly.
///
/// Strokes count as the same if their points are in the same memory. The cache keeps this memory
/// as long as the value, and removes values that haven't been used for a long time.
package struct StrokeMemory<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let strokes: [Stroke]
        let value: Value
    }

    private var recent: [[UInt]: Entry] = [:]
    private var older: [[UInt]: Entry] = [:]
    /// The number of recent values after which older ones are forgotten.
    private let capacity: Int

    package init(capacity: Int) { self.capacity = capacity }

    /// Returns the cached value of strokes, or the value that `make` computes.
    package mutating func value(of strokes: [Stroke], _ make: () -> Value) -> Value {
        let key = strokes.map { stroke in
            stroke.points.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        if let known = recent[key] { return known.value }
        let entry = older[key] ?? Entry(strokes: strokes, value: make())
        if recent.count >= capacity { (older, recent) = (recent, [:]) }
        recent[key] = entry
        return entry.value
    }
}
