import StatechartFormats
import StatechartScripts
import Statecharts
import Testing

/// Scripts that can't be compiled, found without running any.
@Suite struct SyntaxFindingsTests {
    private func findings(_ content: String) throws -> [String] {
        try ECMAScript.findings(in: ScriptedSession.chart(content)).map(\.description)
    }

    private static let wrong = "1 +"

    @Test(arguments: [
        "<datamodel><data id='x' expr='1 +'/></datamodel>", "<onentry><log expr='1 +'/></onentry>",
        "<onexit><send eventexpr='1 +'/></onexit>", "<transition event='e' cond='1 +'/>",
        "<transition automata:condition='{\"not\": {\"all\": [\"g\", {\"when\": \"=1 +\"}]}}'/>",
        "<transition event='e'><assign location='x' expr='1 +'/></transition>",
        "<transition event='e'><cancel sendidexpr='1 +'/></transition>",
        "<transition event='e'><send event='e' targetexpr='1 +'/></transition>",
        "<transition event='e'><send event='e' typeexpr='1 +'/></transition>",
        "<transition event='e'><send event='e' delayexpr='1 +'/></transition>",
        "<transition event='e'><send event='e' automata:idexpr='1 +'/></transition>",
        "<transition event='e'><send event='e'><param name='p' expr='1 +'/></send></transition>",
        "<transition event='e'><send event='e'><param name='p' location='1 +'/></send></transition>",
        "<transition event='e'><send event='e'><content expr='1 +'/></send></transition>",
        "<transition event='e'><raise event='e'><automata:content expr='1 +'/></raise></transition>",
        "<transition event='e'><if cond='1 +'/></transition>",
        "<transition event='e'><if cond='true'><elseif cond='1 +'/></if></transition>",
        "<transition event='e'><if cond='true'><log expr='1 +'/></if></transition>",
        "<transition event='e'><foreach array='1 +' item='i'/></transition>",
        "<transition event='e'><foreach array='[]' item='i'><log expr='1 +'/></foreach></transition>",
        "<initial><transition target='s1'><log expr='1 +'/></transition></initial>",
        "<invoke srcexpr='1 +'/>", "<invoke src='a' typeexpr='1 +'/>", "<invoke><content expr='1 +'/></invoke>",
        "<invoke src='a'><param name='p' expr='1 +'/></invoke>",
        "<invoke src='a'><finalize><log expr='1 +'/></finalize></invoke>",
    ])
    func everyPlaceIsCompiled(content: String) throws {
        #expect(
            try findings("<state id='s'>\(content)<state id='s1'/></state>").map {
                $0.replacing("condition", with: "expression")
            }
                == ["/s: the expression '1 +' can't be compiled: the script ends too early"])
        let right = content.replacing("1 +", with: "1 + 1")
        #expect(try findings("<state id='s'>\(right)<state id='s1'/></state>") == [])
    }

    @Test(arguments: [
        ("<script>var x = 1;\nvar = 2;</script>", "the script 'var x = 1;\\x0Avar = 2;' can't be compiled: line 2: "),
        (
            "<script>var a;\nasync () => 1</script>",
            "the script 'var a;\\x0Aasync () => 1' can't be compiled: line 2: 'async' can't be used; send an event"
        ),
        ("<assign location='x + 1' expr='1'/>", "the location 'x + 1' can't be compiled: "),
        ("<send event='e' idlocation='1'/>", "the location '1' can't be compiled: "),
        ("<log expr='1), (2'/>", "the expression '1), (2' can't be compiled: "),
        ("<log expr='let x'/>", "the expression 'let x' can't be compiled: "),
    ])
    func messagesTellTheReason(action: String, message: String) throws {
        let found = try findings("<state id='s'><onentry>\(action)</onentry></state>")
        #expect(found.count == 1 && found[0].hasPrefix("/s: " + message), "\(found)")
    }

    /// The order is that of the states, with the script of the chart first, and no script runs.
    @Test func findingsHaveAnOrder() throws {
        let found = try findings(
            """
            <script>1 +</script>
            <state id='a'><onentry><script>while (true) {}</script></onentry>
                <state id='b'><transition cond='2 +;'/><onentry><log expr='3 +'/></onentry></state></state>
            <state id='c'><onentry><log expr='4;'/></onentry><transition cond='5 +'/></state>
            """)
        let places = found.map { String($0.prefix { $0 != ":" }) }
        #expect(places == ["the script '1 +' can't be compiled", "/a/b", "/a/b", "/c"])
        #expect(zip(found, ["'1 +'", "'3 +'", "'2 +;'", "'5 +'"]).allSatisfy { $0.contains($1) }, "\(found)")
    }

    /// Scripts of submachines have the path of the first state that is a copy.
    @Test func submachinesHavePlaces() throws {
        let text = ScriptedSession.text(
            """
            <state id='s'>
              <state id='one' automata:submachine='m'/><state id='two' automata:submachine='m'/></state>
            <automata:chart name='m'>
              <state id='a'/>
              <state id='b'><onentry><log expr='1 +'/></onentry></state></automata:chart>
            """)
        let document = try Array(text.utf8).withUnsafeBytes { try StatechartFormat.scxml.document(from: $0) }
        let found = try ECMAScript.findings(in: document.chart)
        #expect(found.map(\.path) == [["", "s", "one", "b"]])
        let place = try #require(document.position(of: found[0]))
        #expect(place == (5, 3))
    }

    @Test func chartsWithoutScriptsHaveNone() throws {
        var chart = Statechart("c")
        chart.root.entry = [[.log("", .script("1 +"))]]
        #expect(try ECMAScript.findings(in: chart) == [])
        chart.scriptLanguage = "klingon"
        #expect(
            try ECMAScript.findings(in: chart).map(\.description)
                == [
                    "c: scripts in 'klingon' can't be run; translate them to ECMAScript, and write 'ecmascript' as "
                        + "their language"
                ])
    }

    /// Many scripts take more memory than one session has, and many findings are told in part.
    @Test func manyScripts() throws {
        var chart = Statechart("c")
        chart.scriptLanguage = "ecmascript"
        let large = Array(repeating: "x", count: 20_000).joined(separator: " + x\n, ")
        chart.root.entry = (0..<60).map { number in [.log("", .script("[\(number), \(large)]"))] }
        #expect(try ECMAScript.findings(in: chart) == [])
        chart.root.entry = [Array(repeating: .log("", .script("1 +")), count: 2000)]
        let found = try ECMAScript.findings(in: chart)
        #expect(
            found.count == 1001 && found[1000].message == "more findings aren't listed; correct the ones above first")
    }

    /// The charts of invocations have places of their own, in both formats.
    @Test(arguments: StatechartFormat.complete)
    func invokedChartsHavePlaces(format: StatechartFormat) throws {
        func child(_ name: String, _ invocations: [Statechart.Invocation] = []) -> Statechart {
            var chart = Statechart(name)
            chart.scriptLanguage = "ecmascript"
            chart.root.invocations = invocations
            let outer = chart.add(.init("outer"))
            let inner = chart.add(.init("inner"), in: outer)
            chart[inner].entry = [[.log("", .script("1 +"))]]
            return chart
        }
        var part = child("part", [.init(.chart(child("third")))])
        part.scriptLanguage = nil
        part[2].entry = []
        var chart = Statechart("c")
        chart.submachines = [part]
        chart.root.invocations = [
            .init(.location(.literal(.text("a")))), .init(.chart(child("first", [.init(.chart(child("second")))]))),
        ]
        var use = Statechart.State("use")
        use.submachine = "part"
        chart.add(use)
        let text = try format.text(of: chart)
        let document = try Array(text.utf8).withUnsafeBytes { try format.document(from: $0) }
        let documents = document.invokedDocuments.flatMap { [$0] + $0.invokedDocuments }
        #expect(documents.map(\.chart.name).sorted() == ["first", "second", "third"])
        #expect(document.invokedDocuments.count == 2)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var seen: Set<Int> = []
        for one in documents {
            let found = try ECMAScript.findings(in: one.chart)
            #expect(found.map(\.path) == [[one.chart.name, "outer", "inner"]])
            let place = try #require(one.position(of: found[0]))
            // The object of JSON has its first key on the next line.
            let start = lines[(place.line - 1)...].prefix(format == .json ? 2 : 1).joined()
            #expect(start.dropFirst(place.column - 1).contains("\"inner\""))
            seen.insert(place.line)
        }
        #expect(seen.count == 3)
    }
}
