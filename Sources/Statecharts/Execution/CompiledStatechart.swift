public import WorkLimits

/// A chart that was checked and compiled to tables, for one behavior.
///
/// Any number of machines share a compiled chart, on any threads.
public struct CompiledStatechart<Behavior: StatechartBehavior>: Sendable {
    @usableFromInline
    package let storage: Storage

    /// The chart.
    public var chart: Statechart { storage.chart }

    /// The findings about likely mistakes in the chart.
    public var warnings: [StatechartFinding] { storage.warnings }

    /// A chart's tables with the behavior's symbols.
    @usableFromInline
    package final class Storage: @unchecked Sendable {
        // Unchecked, because the memory of the pointers doesn't change after the initializer.
        let chart: Statechart
        let warnings: [StatechartFinding]
        @usableFromInline
        package let tables: Tables
        let guards: UnsafePointer<Behavior.Guard>
        let actions: UnsafePointer<Behavior.Action>
        /// The states with data and code of their own.
        let scopes: [StateScope<Behavior>]
        let events: [Behavior.Event?]
        /// The numbers of events whose memory fits into a byte, by that byte; 0 if unknown.
        @usableFromInline
        let numbers: UnsafePointer<UInt32>

        init(
            _ chart: Statechart, _ tables: Tables, _ guards: [Behavior.Guard], _ actions: [Behavior.Action],
            _ scopes: [StateScope<Behavior>]
        ) {
            (self.chart, self.tables, warnings) = (chart, tables, tables.warnings)
            self.scopes = scopes
            (self.guards, self.actions) = (Self.memory(of: guards), Self.memory(of: actions))
            (guardCount, actionCount) = (guards.count, actions.count)
            events = tables.events.names.indices.map { number in
                tables.isMentioned(number) ? Behavior.Event(rawValue: tables.events.names[number]) : nil
            }
            var numbers = [UInt32](repeating: 0, count: 256)
            if MemoryLayout<Behavior.Event>.size <= 1 {
                for event in Behavior.Event.allCases {
                    numbers[Self.byte(of: event)] = UInt32(tables.events.number(of: event.rawValue))
                }
            }
            self.numbers = Self.memory(of: numbers)
        }

        deinit {
            UnsafeMutablePointer(mutating: guards).deinitialize(count: guardCount).deallocate()
            UnsafeMutablePointer(mutating: numbers).deallocate()
            UnsafeMutablePointer(mutating: actions).deinitialize(count: actionCount).deallocate()
        }

        private let guardCount: Int
        private let actionCount: Int

        private static func memory<Symbol>(of symbols: [Symbol]) -> UnsafePointer<Symbol> {
            let memory = UnsafeMutablePointer<Symbol>.allocate(capacity: symbols.count)
            memory.initialize(from: symbols, count: symbols.count)
            return UnsafePointer(memory)
        }

        /// Returns the memory of an event of at most one byte.
        @inlinable @inline(__always)
        static func byte(of event: Behavior.Event) -> Int {
            withUnsafeBytes(of: event) { $0.isEmpty ? 0 : Int($0[0]) }
        }
    }

    /// Checks a chart and compiles it to tables.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - budget: The bound on bytes, of which a state takes about 1 KiB, and the cancellation
    ///     check. Its limit on states doesn't apply.
    /// - Throws: An error that lists all problems of the chart, with the paths of the states, or
    ///   says that the budget stopped the compilation. Exceeding a fixed limit on states, names,
    ///   paths or tables is a problem of the chart.
    /// - Complexity: O(*n* · *e* + *t* · (*d* + *e*) + *k* · *s*) for *n* states, *e* events, *t*
    ///   transitions, depth *d*, *k* different pairs of a transition's domain and its targets, and
    ///   at most *s* states that one transition enters. Each copy of a submachine counts, and each
    ///   path through junctions is a transition.
    public init(_ chart: Statechart, budget: Budget = .default) throws(StatechartError) {
        try self.init(chart, guard: { Behavior.Guard($0) }, action: { Behavior.Action($0) }, budget: budget)
    }

    /// Returns the number of an event.
    @inlinable @inline(__always)
    func number(of event: Behavior.Event) -> Int {
        if MemoryLayout<Behavior.Event>.size <= 1 {
            let number = storage.numbers[Storage.byte(of: event)]
            if number != 0 { return Int(number) }
        }
        return storage.tables.events.number(of: event.rawValue)
    }
}
