internal import Statecharts

/// The parts of a chart that multiply the number of its configurations most.
struct StateCauses {
    let texts: [String]

    /// The number of states that are looked at.
    private static let sampleSize = 1 << 16

    init(_ space: any StateSpace) {
        let sample = stride(from: 0, to: space.stateCount, by: max(1, space.stateCount / Self.sampleSize))
        var counts: [(text: String, count: Int)] = []
        let core = space.tables.core
        for state in 0..<core.pointee.stateCount where core.pointee.states[state].kind == .orthogonal {
            for index in core.pointee.states[state].children.indices {
                let region = Int(core.pointee.targets[index])
                let range = region...Int(core.pointee.states[region].last)
                let count = Set(sample.map { space.active(in: range, of: $0) }).count
                counts.append(("the region '\(space.tables.stateNames[region])' (\(count) configurations)", count))
            }
        }
        let layout = space.layout
        if layout.historyWordCount > 0 {
            let count = Set(
                sample.map { Array(space.words(of: $0)[layout.wordCount..<layout.wordCount + layout.historyWordCount]) }
            ).count
            counts.append(("histories (\(count) contents)", count))
        }
        if layout.hasTail {
            let deferred = Set(sample.map { layout.deferred(space.words(of: $0)) }).count
            counts.append(("deferred events (\(deferred) queues)", deferred))
            let timers = Set(sample.map { layout.timers(space.words(of: $0)).flatMap(\.words) }).count
            counts.append(("running timers (\(timers) orders)", timers))
        }
        for (index, name) in space.variables.enumerated() {
            let count = Set(
                sample.map { state in
                    let data = layout.data(space.words(of: state))
                    return index < data.count ? data[index] : 0
                }
            ).count
            counts.append(("the variable '\(name)' (\(count) values)", count))
        }
        let most = counts.enumerated().filter { $0.element.count > 1 }.sorted {
            ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
        }
        texts = most.prefix(3).map(\.element.text)
    }
}

extension StateSpace {
    /// Returns the active states of a range.
    fileprivate func active(in range: ClosedRange<Int>, of state: Int) -> [Int] {
        let words = words(of: state)
        return range.filter { isActive($0, in: words) }
    }
}

extension RunningTimer {
    fileprivate var words: [UInt64] {
        var words: [UInt64] = []
        pack(into: &words)
        return words
    }
}
