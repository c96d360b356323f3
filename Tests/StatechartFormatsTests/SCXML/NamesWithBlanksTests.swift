import Foundation
import StatechartFormats
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

/// Names with blanks, which other formats have, become identifiers in SCXML.
@Suite struct NamesWithBlanksTests {
    private static let automat = """
        {"format": "statechart", "variables": {"n": 0}, "states": [
          {"name": "waiting for card", "transitions": [
            {"on": "card", "when": "n == 0 && !In('give money')", "to": ["give money"],
             "do": [{"assign": "n", "value": "n + 1"}, {"log": "on", "value": "In('waiting for card')"}]},
            {"on": "card", "if": {"all": ["maybe", {"not": {"active": "give money"}}, {"active": "out"}]}, "to": "out"}]},
          {"name": "give money", "initial": ["last one"], "states": [
            {"name": "last one", "kind": "deepHistory", "transitions": [{"to": "count"}]},
            {"name": "count", "transitions": [{"on": "next", "to": "all given"}]},
            {"name": "all given", "kind": "final"}],
           "transitions": [{"on": "done.state.give money", "to": "out"}]},
          {"name": "out"}]}
        """

    @Test func namesAreWrittenWithoutBlanks() throws {
        let chart = try StatechartFormat.json.chart(from: Self.automat)
        #expect(
            StatechartFormat.scxml.losses(of: chart) == [
                "4 names are written without blanks: 'waiting for card' as waiting_for_card, "
                    + "'give money' as give_money, 'last one' as last_one, …"
            ])
        let text = try StatechartFormat.scxml.text(of: chart)
        for part in [
            "In('give_money')", "In('waiting_for_card')", "target=\"give_money\"", "initial=\"last_one\"",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        #expect(!text.contains("give money"), "\(text)")
        let read = try StatechartFormat.scxml.chart(from: text)
        #expect(StatechartFormat.scxml.losses(of: read) == [])
        for mode in ChartRun.Mode.allCases {
            var runs = try [chart, read].map { try ChartRun($0, mode) }
            for event in ["card", "next", "card"] {
                for index in runs.indices { try runs[index].send(event) }
                #expect(runs[1].activeNames == runs[0].activeNames.map { $0.replacing(" ", with: "_") })
            }
            #expect(runs[1].activeNames == ["out"])
        }
    }

    /// Texts in expressions follow the names that they stand for, and invoked charts are told.
    @Test func valuesFollowNames() throws {
        var chart = Statechart("c")
        chart.root.variables = [.init("w", .literal(.text("x y")))]
        chart.add(.init("x y"))
        chart.add(.init("z"))
        chart[1].transitions = [.init(.events(["e"]), if: .expression(.isActive(.variable("w"))), to: ["z"])]
        var run = try ChartRun(
            StatechartFormat.scxml.chart(from: StatechartFormat.scxml.text(of: chart)), ChartRun.Mode.allCases[0])
        try run.send("e")
        #expect(run.activeNames == ["z"])
        var outer = Statechart("o")
        outer.add(.init("s"))
        outer[1].invocations = [.init(.chart(chart))]
        #expect(StatechartFormat.scxml.losses(of: outer) == ["1 name is written without blanks: 'x y' as x_y"])
    }

    /// The name of a language may have any characters of XML.
    @Test(arguments: ["cplusplus:M<int>:\"m.h\"", "a b", "&"])
    func languagesAreEscaped(_ language: String) throws {
        var chart = Statechart("c")
        chart.scriptLanguage = language
        chart.add(.init("a"))
        chart[1].entry = [[.script("x")]]
        #expect(try StatechartFormat.scxml.chart(from: StatechartFormat.scxml.text(of: chart)) == chart)
    }

    /// The event of a state's completion follows its name.
    @Test func eventsFollowNames() throws {
        var chart = Statechart("c")
        chart.root.transitions = [.init(.events(["done.state.give money"]))]
        chart.add(.init("give money"))
        let text = try StatechartFormat.scxml.text(of: chart)
        #expect(text.contains("event=\"done.state.give_money\""), "\(text)")
        chart.root.transitions = [.init(.events(["give money"]))]
        #expect(throws: StatechartFormatError.self) { try StatechartFormat.scxml.text(of: chart) }
    }

    /// Other states keep their names, whatever stands for blanks.
    @Test func namesStayDistinct() throws {
        var chart = Statechart("c")
        for name in ["a b", "a_b", "a-b"] { chart.add(.init(name)) }
        #expect(StatechartFormat.scxml.losses(of: chart) == ["1 name is written without blanks: 'a b' as a__b"])
        let read = try StatechartFormat.scxml.chart(from: StatechartFormat.scxml.text(of: chart))
        #expect(read.states.dropFirst().map(\.name) == ["a__b", "a_b", "a-b"])
        chart.add(.init("a\tb"))
        #expect(StatechartFormat.scxml.losses(of: chart) == [])
        #expect(throws: StatechartFormatError.self) { try StatechartFormat.scxml.text(of: chart) }
    }

    /// Scripts may have the names, which nobody sees there.
    @Test func namesInScriptsAreRefused() {
        var chart = Statechart("c")
        chart.add(.init("a b"))
        chart.scriptLanguage = "ecmascript"
        #expect(throws: StatechartFormatError.self) { try StatechartFormat.scxml.text(of: chart) }
    }

    /// A chart is written like one whose names have other signs for blanks, and runs like it.
    @Test func chartsRunAsBefore() throws {
        for seed in 0..<UInt64(TestScope.isLong ? 1000 : 60) {
            var source = RandomChart(seed: seed, sizes: 4...20)
            let spaced = try Self.renamed(source.chart, " ")
            let text = try StatechartFormat.scxml.text(of: spaced)
            #expect(try text == StatechartFormat.scxml.text(of: Self.renamed(source.chart, "_")), "seed \(seed)")
            let read = try StatechartFormat.scxml.chart(from: text)
            var runners = try [spaced, read].map {
                try ExpressionRunner($0, isTrue: { _ in true }, fails: { _ in false })
            }
            for input in [.start] + source.inputs(20) {
                guard let expected = try? runners[0].response(to: input) else { break }
                let found = try runners[1].response(to: input)
                #expect(
                    found.configuration == expected.configuration.map { $0.replacing(" ", with: "_") }, "seed \(seed)")
                #expect(found.trace == expected.trace, "seed \(seed)")
            }
        }
    }

    /// Returns a chart with a text after the first letter of its states' names.
    private static func renamed(_ chart: Statechart, _ filler: String) throws -> Statechart {
        let names = Set(([chart] + chart.submachines).flatMap { $0.states.dropFirst().map(\.name) })
        // Every other part is in quotes.
        let parts = try StatechartFormat.json.text(of: chart).components(separatedBy: "\"")
        let renamed = parts.enumerated().map { index, part in
            let words = part.components(separatedBy: ".")
            guard index % 2 == 1, words.allSatisfy({ names.contains($0) || ["done", "state"].contains($0) }),
                words.contains(where: names.contains)
            else { return part }
            return words.map { names.contains($0) ? $0.prefix(1) + filler + $0.dropFirst() : $0 }.joined(separator: ".")
        }
        return try StatechartFormat.json.chart(from: renamed.joined(separator: "\""))
    }
}
