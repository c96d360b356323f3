/// The active states of a run, its histories and its dynamic regions.
@usableFromInline
package struct RunState {
    @usableFromInline
    package var configuration: StateBits
    @usableFromInline
    package var history = NotedStates()
    /// The dynamic regions, in the order in which they were added.
    @usableFromInline
    var regions: ContiguousArray<Region> = []
    /// The number of regions that were ever added.
    var regionCount: UInt32 = 0
    /// The first cell of the configuration in a flattened chart, or -1. If it isn't -1, the chart
    /// runs, `configuration` is outdated, and no event is deferred.
    @usableFromInline
    package var flat: Int32 = -1
    /// The index of the region that the step works on, or -1.
    @usableFromInline
    var focus: Int32 = -1
    @usableFromInline
    package var phase = Phase.running
    /// The number of steps that left or entered states.
    @usableFromInline
    package var changeCount: UInt32 = 0
    /// The time since the start.
    @usableFromInline
    var time = Duration.zero

    @usableFromInline
    package enum Phase { case running, ending, ended }

    init(wordCount: Int) { configuration = StateBits(wordCount: wordCount) }

    /// The number of the current region, whose events only it and states outside of regions see; 0
    /// for all.
    @usableFromInline
    var regionNumber: UInt32 { focus < 0 ? 0 : regions[Int(focus)].number }

    /// Returns whether a state currently has regions.
    @usableFromInline
    func hasRegions(_ state: Int) -> Bool {
        regions.contains { $0.state == state && $0.phase != .ended }
    }

    /// Makes a region's active states and histories those of the step, or the chart's for -1.
    @usableFromInline
    mutating func focus(on index: Int32) {
        guard index != focus else { return }
        if focus >= 0 { exchange(with: Int(focus)) }
        if index >= 0 { exchange(with: Int(index)) }
        focus = index
    }

    private mutating func exchange(with index: Int) {
        swap(&configuration, &regions[index].configuration)
        swap(&history, &regions[index].history)
    }
}

/// A dynamic region (rule 21).
@usableFromInline
struct Region {
    /// The region's number for programs.
    @usableFromInline
    let number: UInt32
    /// The enclosing state.
    @usableFromInline
    let state: Int32
    /// The region's active states and histories; those of the chart while the step works on the
    /// region.
    var configuration: StateBits
    var history = NotedStates()
    @usableFromInline
    var phase = Phase.new

    @usableFromInline
    enum Phase {
        /// The region was added, and will be entered at the end of the step.
        case new
        case running
        /// The region has reached its final state, and ends with the step.
        case done
        /// The region was removed, and ends with the step.
        case removed
        /// The region has ended.
        case ended
    }
}
