import StatechartFormats
import Statecharts
import TestSupport
import Testing
import XMLSupport

@Suite struct StatechartLayoutTests {
    @Test(arguments: [(3, 4), (8, 10), (20, 25), (60, 80), (150, 200)])
    func ordinaryChartsKeepTheLaws(count: Int, transitionCount: Int) {
        var charts = OrdinaryCharts(seed: UInt64(TestScope.mutationSeed))
        for number in 0..<max(TestScope.mutationCount * 2 / count, 4) {
            let chart = charts.chart(count, transitionCount: transitionCount)
            let faults = LayoutLaws(chart, isOrdinary: true).faults
            #expect(faults.isEmpty, "\(number): \((try? StatechartFormat.json.text(of: chart)) ?? "")")
            if !faults.isEmpty { break }
        }
    }

    @Test func allChartsKeepTheLaws() {
        var charts = RandomCharts(seed: UInt64(TestScope.mutationSeed), for: "json")
        for number in 0..<TestScope.mutationCount {
            #expect(LayoutLaws(charts.chart(), isOrdinary: false).faults.isEmpty, "\(number)")
        }
    }

    @Test(.enabled(if: !SCION.paths.isEmpty, SharedFiles.hint), arguments: SCION.paths)
    func chartsOfOthersKeepTheLaws(path: String) throws {
        #expect(try LayoutLaws(SCION.chart(path), isOrdinary: true).faults.isEmpty)
    }

    @Test func picturesAreWellFormedAndAlwaysTheSame() throws {
        var charts = RandomCharts(seed: UInt64(TestScope.mutationSeed), for: "json")
        for _ in 0..<TestScope.mutationCount {
            let chart = charts.chart()
            let highlight = StatechartHighlight(active: chart.states.prefix(3).map(\.name))
            let svg = chart.svg(highlighting: highlight, drawsSubmachines: true)
            #expect(try ElementCounter.count(svg) > 0)
            #expect(svg == chart.svg(highlighting: highlight, drawsSubmachines: true))
        }
    }

    @Test func depthIsNoHarm() throws {
        var chart = Statechart("deep")
        for index in 0..<1_000 {
            var state = Statechart.State("s\(index)")
            if index % 100 == 0 { state.transitions = [.init(.always, to: ["s0"]), .init(.always, to: ["s999"])] }
            chart.add(state, in: index)
        }
        let faults = LayoutLaws(chart, isOrdinary: false).faults
        #expect(faults.isEmpty, "\(faults.prefix(3))")
        for picture in StatechartPicture.allCases { #expect(picture.text(of: chart).utf8.count > 1_000) }
    }

    @Test func manyStatesAreNoHarm() throws {
        var charts = OrdinaryCharts(seed: 7)
        let svg = charts.chart(1_000, transitionCount: 1_500).svg()
        #expect(try ElementCounter.count(svg) > 5_000)
        var star = Statechart("star")
        var middle = Statechart.State("middle")
        middle.transitions = (0..<5_000).map { .init(.always, to: ["s\($0)"]) }
        star.add(middle)
        for index in 0..<5_000 { star.add(.init("s\(index)")) }
        #expect(try ElementCounter.count(star.svg()) > 10_000)
    }
}

/// Counts the elements of an XML text, which must be well-formed.
final class ElementCounter: XMLReader {
    private var count = 0

    static func count(_ text: String) throws -> Int {
        let counter = ElementCounter()
        try Array(text.utf8).withUnsafeBytes { try counter.read(xml: $0) }
        return counter.count
    }

    func start(_ name: String, attributes: XMLAttributes) { count += 1 }
    func end(at offset: Int) {}
    func text(_ bytes: UnsafeRawBufferPointer) {}
}
