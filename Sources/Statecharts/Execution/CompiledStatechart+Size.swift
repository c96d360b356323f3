extension CompiledStatechart {
    /// The number of bytes of the tables that the engine reads.
    public var tableByteCount: Int { storage.tables.core.pointee.tables.reduce(0) { $0 + $1.count } }

    /// The result of flattening the chart to a plain machine, whose states are configurations.
    public var flattening: StatechartFlattening {
        let core = storage.tables.core
        if let flat = core.pointee.flat { return .flat(configurations: flat.words.count / core.pointee.wordCount) }
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
