import StatechartFormats
import Statecharts
import Testing

/// The places of states in the texts that charts were read from.
@Suite struct DocumentTests {
    private static let scxml = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:automata="urn:automata:statechart"
               version="1.0" name="c">
          <state id="a"><transition event="e" target="nowhere"/>
            <state id="b"/> <state id="x"><transition event="e" target="nowhere"/></state></state>
          <state id="m" automata:submachine="inner"><transition event="e" target="r"/></state>
          <state id="r" automata:kind="regions" automata:submachine="inner"/>
          <automata:chart name="inner">
            <state id="i">
              <state id="j"><transition event="e" target="nowhere"/></state></state>
          </automata:chart>
        </scxml>
        """

    private func document(_ text: String, _ format: StatechartFormat) throws -> StatechartDocument {
        try Array(text.utf8).withUnsafeBytes { try format.document(from: $0) }
    }

    private func findings(_ chart: Statechart) throws -> [StatechartFinding] {
        do { return try CompiledStatechart<ExpressionBehavior>(chart).warnings } catch { return error.findings }
    }

    @Test func findingsHavePlaces() throws {
        let document = try document(Self.scxml, .scxml)
        let places = try findings(document.chart).map { finding in
            let place = try #require(document.position(of: finding))
            return "\(place.line):\(place.column) \(finding.path.joined(separator: "/"))"
        }
        #expect(places == ["3:3 c/a", "4:21 c/a/x", "9:7 c/m/i/j", "9:7 c/r/inner/i/j"])
        let json = try self.document(StatechartFormat.json.text(of: document.chart), .json)
        let text = try StatechartFormat.json.text(of: document.chart).split(separator: "\n")
        for finding in try findings(json.chart) {
            let place = try #require(json.position(of: finding))
            #expect(text[place.line - 1].utf8.dropFirst(place.column - 1).elementsEqual("{".utf8))
            #expect(text[place.line].contains("\"name\": \"\(finding.path.last ?? "")\""))
        }
    }

    @Test func findingsOfOtherCharts() throws {
        let document = try document(Self.scxml, .scxml)
        var other = Statechart("c")
        other.add(Statechart.State("a"), in: 0)
        other.add(Statechart.State("z"), in: 0)
        for chart in [other, Statechart("d")] {
            for finding in try findings(chart) where finding.path.last != "a" {
                #expect(document.position(of: finding) == nil || finding.path.count == 1)
            }
        }
    }
}
