public import Statecharts
internal import TextSupport

/// A chart with the places of its states in the text.
///
///     let document = try StatechartFormat.scxml.document(from: text)
///     do { let chart = try CompiledStatechart<Door>(document.chart) } catch {
///         for finding in error.findings { print(document.position(of: finding), finding) }
///     }
public struct StatechartDocument: Sendable {
    /// The chart.
    public let chart: Statechart
    /// The charts that the invocations of this chart and its submachines contain, each with its own
    /// invoked charts.
    public let invokedDocuments: [StatechartDocument]
    /// Likely mistakes that didn't prevent reading, in document order, including mistakes in
    /// the invoked charts.
    public let warnings: [Warning]
    /// The namespaces of elements and attributes that are left out, because they don't belong to
    /// SCXML.
    public let skippedNamespaces: [String]
    private let charts: Charts
    /// The numbers of the submachines by name; the first one of each name.
    private let submachineNumbers: [ByteKey: Int]

    /// A likely mistake in a text.
    public struct Warning: Hashable, Sendable {
        /// The line, counted from 1.
        public let line: Int
        /// The column in bytes, counted from 1.
        public let column: Int
        /// A sentence that says what is unusual and what to do.
        public let message: String
    }

    /// The places of the states of a chart and of its submachines.
    private struct Charts: Sendable {
        var places: [TextPosition]
        var submachines: [Charts]

        init(_ read: PlacedChart, _ places: inout ArraySlice<TextPosition>) {
            self.places = Array(places.prefix(read.offsets.count))
            places.removeFirst(read.offsets.count)
            submachines = read.submachines.map { Charts($0, &places) }
        }
    }

    init(_ read: PlacedChart, in text: UnsafeRawBufferPointer) {
        // Reads the text once for all charts.
        var offsets: [Int] = []
        read.addOffsets(to: &offsets)
        offsets += read.warnings.map(\.offset)
        var places = TextPosition.positions(of: offsets, in: text)[...]
        let warningPlaces = places.suffix(read.warnings.count)
        self.init(read, &places, warningPlaces)
    }

    /// Takes the places of a chart, and of charts within it, from a list.
    private init(
        _ read: PlacedChart, _ places: inout ArraySlice<TextPosition>, _ warningPlaces: ArraySlice<TextPosition> = []
    ) {
        warnings = zip(read.warnings, warningPlaces).map {
            Warning(line: $1.line, column: $1.column, message: $0.message)
        }.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        skippedNamespaces = read.skippedNamespaces.sorted()
        chart = read.chart
        submachineNumbers = Dictionary(
            read.chart.submachines.enumerated().map { (ByteKey($0.element.name), $0.offset) },
            uniquingKeysWith: { first, _ in first })
        charts = Charts(read, &places)
        invokedDocuments = read.invoked.map { StatechartDocument($0, &places) }
    }

    /// Returns the position of the state that a finding is about, or `nil` if the finding is about
    /// a state of another chart.
    ///
    /// Lines and columns are counted from 1, and columns in bytes.
    ///
    /// - Complexity: O(*n*) for *n* states of the chart and of the submachines on the finding's
    ///   path.
    public func position(of finding: StatechartFinding) -> (line: Int, column: Int)? {
        var (chart, charts, state) = (chart, charts, 0)
        guard finding.path.first == chart.name else { return nil }
        for step in finding.path.dropFirst() {
            if let child = chart.child(step, of: state) {
                state = child
                continue
            }
            // States that aren't within the state are within its submachine, or are the
            // submachine's root.
            let library = self.chart.submachines
            guard let name = chart[state].submachine, let index = submachineNumbers[ByteKey(name)] else { return nil }
            let isRoot = chart[state].kind == .regions
            (chart, charts) = (library[index], self.charts.submachines[index])
            guard let child = isRoot ? 0 : chart.child(step, of: 0) else { return nil }
            state = child
        }
        let place = charts.places[state]
        return (place.line, place.column)
    }
}

extension PlacedChart {
    /// Adds the offsets of the chart, of its submachines and of the charts that they invoke.
    ///
    /// The formats bound the depth of charts.
    fileprivate func addOffsets(to list: inout [Int]) {
        addOwnOffsets(to: &list)
        for chart in invoked { chart.addOffsets(to: &list) }
    }

    private func addOwnOffsets(to list: inout [Int]) {
        list += offsets
        for chart in submachines { chart.addOwnOffsets(to: &list) }
    }
}

extension Statechart {
    /// Returns the index of the first child of a state with a name, or `nil` if there is none.
    ///
    /// Children come after their parents, so that a whole path takes one walk.
    fileprivate func child(_ name: String, of parent: Int) -> Int? {
        states.indices[(parent + 1)...].first {
            parents[$0] == parent && ByteKey(states[$0].name) == ByteKey(name)
        }
    }
}
