extension CompiledStatechart {
    /// The number of bytes of the tables that the engine reads.
    public var tableByteCount: Int { storage.tables.core.pointee.byteCount }

    /// The result of flattening the chart to a plain machine, whose states are configurations.
    public var flattening: StatechartFlattening {
        let core = storage.tables.core
        if let flat = core.pointee.flat { return .flat(configurations: flat.configurationCount(core.pointee)) }
        if core.pointee.hasRegions { return .dynamicRegions }
        return core.pointee.hasDeferrals ? .deferringEvents : .tooLarge
    }
}

/// The result of flattening a chart to a plain machine, which runs fastest.
public enum StatechartFlattening: Hashable, Sendable {
    /// Flattened. A configuration counts once for each different content of the histories.
    case flat(configurations: Int)
    /// Not flattened, as states defer events.
    case deferringEvents
    /// Not flattened, as the chart has dynamic regions.
    case dynamicRegions
    /// Not flattened, as there would be too many configurations.
    case tooLarge
}

extension Core {
    fileprivate var byteCount: Int {
        func size<Element>(_ table: UncheckedTable<Element>) -> Int { table.count * MemoryLayout<Element>.stride }
        var count =
            size(states) + size(firstCandidates) + size(candidates) + size(transitions) + size(entries) + size(targets)
        count += size(histories) + size(conditions) + size(operations) + size(blockEnds) + size(timers)
        count += size(deferrals) + size(deferrers) + size(hasReaction) + size(atomic)
        guard let flat else { return count }
        return count + size(flat.cells) + size(flat.rows) + size(flat.words) + size(flat.masks) + size(flat.phases)
    }
}

extension FlatTables {
    fileprivate func configurationCount(_ core: Core) -> Int { words.count / max(1, core.wordCount) }
}
