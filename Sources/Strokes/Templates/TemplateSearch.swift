/// The search for the names nearest to a gesture, which may be given in several versions.
///
/// A template is compared in full only if it may be nearer than the nearest of its name so far and
/// than the last requested name. For each name, the template that is nearest without warping comes
/// first, so that most others can be abandoned early. The result doesn't depend on the order of the
/// search.
struct TemplateSearch {
    /// The distance that a factor of two between sizes adds, if size matters.
    private static let doublingDistance: Float = 0.17

    private let recognizer: TemplateRecognizer
    private let limit: Int
    /// The nearest template of each name so far, and its sum of costs.
    private var nearestTemplates: [Int]
    private var sums: [Float]
    /// The nearest names so far, at most as many as requested, as a heap: none is nearer than the
    /// two below it, so that the farthest comes first.
    private var heap: [Int] = []
    /// The position of each name in the heap; -1 if it isn't there.
    private var positions: [Int]
    /// The sum of the last requested name.
    private var lastRequestedSum = Float.infinity

    init(_ recognizer: TemplateRecognizer, limit: Int) {
        self.recognizer = recognizer
        let count = recognizer.names.count
        self.limit = max(min(limit, count), 0)
        nearestTemplates = Array(repeating: -1, count: count)
        sums = Array(repeating: .infinity, count: count)
        positions = Array(repeating: -1, count: count)
    }

    /// The names so far, the nearest first.
    var matches: [TemplateMatch] {
        heap.sorted { isFarther($1, than: $0) }.map { name in
            let template = recognizer.templates[nearestTemplates[name]]
            return TemplateMatch(
                name: template.name, templateID: template.id,
                distance: Double(max(sums[name], 0)) / Double(GestureFeatures.segmentCount))
        }
    }

    /// Searches for templates that are nearer to this version of the gesture than to earlier ones,
    /// and also to its reverse if `alsoReversed`.
    mutating func compare(_ path: Span<Point>, alsoReversed: Bool) {
        guard limit > 0 else { return }
        var isDone = false
        withUnsafeTemporaryAllocation(of: Float.self, capacity: GestureFeatures.blockLength) { block in
            block.initialize(repeating: 0)
            guard let logSize = GestureFeatures.write(path, to: block, isReversed: false) else { return }
            isDone = true
            compare(block, logSize: logSize)
            if alsoReversed {
                GestureFeatures.reverse(block)
                compare(block, logSize: logSize)
            }
        }
        if isDone { return }
        // There may be points that aren't finite.
        let points = path.withUnsafeBufferPointer { Array($0) }
        let finite = points.filter(\.isFinite)
        if finite.count < points.count { compare(finite.span, alsoReversed: alsoReversed) }
    }

    private mutating func compare(_ block: UnsafeMutableBufferPointer<Float>, logSize: Float) {
        let recognizer = recognizer
        recognizer.features.withUnsafeBufferPointer { features in
            guard let query = block.baseAddress, let templates = features.baseAddress else { return }
            if recognizer.options.ignoresRotation {
                compareRotated(query, templates, logSize: logSize)
            } else {
                compareUpright(query, templates, logSize: logSize)
            }
        }
    }

    private mutating func compareUpright(
        _ query: UnsafeMutablePointer<Float>, _ templates: UnsafePointer<Float>, logSize: Float
    ) {
        let length = GestureFeatures.blockLength
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * length) { scratch in
            scratch.initialize(repeating: 0)
            guard let reversed = scratch.baseAddress else { return }
            GestureFeatures.reverse(query, into: reversed)
            let (middles, reaches) = (reversed + length, reversed + 2 * length)
            var hasEnvelope = false
            bestOrder { template in
                ElasticDistance.rigidSum(reversed, templates + template * length)
            } compare: { search, template in
                let block = templates + template * length
                let extra = search.sizeSum(logSize, template)
                let bound = search.bound(template) - extra
                guard bound >= 0 else { return }
                if bound < .infinity {
                    if !hasEnvelope {
                        ElasticDistance.writeEnvelope(of: reversed, middles: middles, reaches: reaches)
                        hasEnvelope = true
                    }
                    if ElasticDistance.isFarther(block, middles: middles, reaches: reaches, than: bound) { return }
                }
                search.note(template, ElasticDistance.sum(query, block, bound: bound) + extra)
            }
        }
    }

    private mutating func compareRotated(
        _ query: UnsafeMutablePointer<Float>, _ templates: UnsafePointer<Float>, logSize: Float
    ) {
        let length = GestureFeatures.blockLength
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * length) { scratch in
            scratch.initialize(repeating: 0)
            guard let reversed = scratch.baseAddress else { return }
            GestureFeatures.reverse(query, into: reversed)
            let rotated = reversed + length
            rotated.update(from: query, count: length)
            bestOrder { template in
                let block = templates + template * length
                return ElasticDistance.rigidSum(
                    reversed, block, rotation: GestureFeatures.rotation(from: reversed, to: block))
            } compare: { search, template in
                let block = templates + template * length
                let extra = search.sizeSum(logSize, template)
                let bound = search.bound(template) - extra
                guard bound >= 0 else { return }
                GestureFeatures.rotate(query, by: GestureFeatures.rotation(from: reversed, to: block), into: rotated)
                search.note(template, ElasticDistance.sum(rotated, block, bound: bound) + extra)
            }
        }
    }

    /// Compares the template of each name that is nearest by a rough measure, then all others.
    @inline(__always)
    private mutating func bestOrder(
        measure: (Int) -> Float, compare: (inout TemplateSearch, Int) -> Void
    ) {
        let nameIndices = recognizer.nameIndices
        withUnsafeTemporaryAllocation(of: (sum: Float, template: Int).self, capacity: nearestTemplates.count) { first in
            first.initialize(repeating: (.infinity, -1))
            var best = 0
            for template in nameIndices.indices {
                let sum = measure(template)
                let name = nameIndices[template]
                if first[name].template < 0 || sum < first[name].sum { first[name] = (sum, template) }
                if sum < first[best].sum { best = name }
            }
            compare(&self, first[best].template)
            for name in first.indices where name != best { compare(&self, first[name].template) }
            for template in nameIndices.indices where first[nameIndices[template]].template != template {
                compare(&self, template)
            }
        }
    }

    /// Returns the part of a template's sum for the difference between sizes.
    private func sizeSum(_ logSize: Float, _ template: Int) -> Float {
        if recognizer.options.ignoresScale { return 0 }
        return abs(logSize - recognizer.logSizes[template]) * Self.doublingDistance
            * Float(GestureFeatures.segmentCount)
    }

    /// Returns the greatest sum of a template that can change the result.
    private func bound(_ template: Int) -> Float { min(sums[recognizer.nameIndices[template]], lastRequestedSum) }

    /// Keeps a template if it is nearer than the others of its name so far, or as near and added
    /// earlier.
    private mutating func note(_ template: Int, _ sum: Float) {
        let name = recognizer.nameIndices[template]
        guard sum < sums[name] || sum == sums[name] && template < nearestTemplates[name] else { return }
        sums[name] = sum
        nearestTemplates[name] = template
        rank(name)
        if heap.count == limit { lastRequestedSum = sums[heap[0]] }
    }

    /// Puts a name whose sum has become smaller into its place in the heap, if it is among the
    /// nearest.
    private mutating func rank(_ name: Int) {
        var index = positions[name]
        if index < 0, heap.count < limit {
            index = heap.count
            heap.append(name)
            while index > 0, isFarther(name, than: heap[(index - 1) / 2]) {
                place(heap[(index - 1) / 2], at: index)
                index = (index - 1) / 2
            }
            return place(name, at: index)
        }
        if index < 0 {
            // It takes the place of the farthest.
            guard isFarther(heap[0], than: name) else { return }
            positions[heap[0]] = -1
            index = 0
        }
        while 2 * index + 1 < heap.count {
            var child = 2 * index + 1
            if child + 1 < heap.count, isFarther(heap[child + 1], than: heap[child]) { child += 1 }
            guard isFarther(heap[child], than: name) else { break }
            place(heap[child], at: index)
            index = child
        }
        place(name, at: index)
    }

    private mutating func place(_ name: Int, at index: Int) {
        heap[index] = name
        positions[name] = index
    }

    /// Returns whether a name comes after another one, which of two equally near ones was added
    /// earlier.
    private func isFarther(_ name: Int, than other: Int) -> Bool { (sums[other], other) < (sums[name], name) }
}
