import AlgorithmSupport
import StatechartFormats
import StatechartScripts
import Statecharts
import TestSupport
import Testing

/// Sessions that are saved as JSON and restored, beside those that aren't.
@Suite struct SessionSnapshotTests {
    private static func context(_ journal: ScriptedSession.Journal, seed: UInt64 = 1) -> StatechartContext {
        var context = StatechartContext()
        context.onLog = { journal.add($0) }
        context.onFailure = { journal.addFailure("\($0)") }
        context.makeScripts = { try ECMAScript(named: $0) }
        context.randomSeed = seed
        return context
    }

    private static func tree(_ session: StatechartSession) -> String {
        let inner = session.children.map { tree($0) }
        return "\(session.id) \(session.invokeID ?? "").\(session.activeStateNames)(\(inner.joined(separator: " ")))"
    }

    /// Saves and restores a session.
    private static func again(
        _ session: StatechartSession, _ chart: Statechart, _ journal: ScriptedSession.Journal
    ) throws -> StatechartSession {
        let text = try session.snapshot().json()
        let snapshot = try StatechartSessionSnapshot(json: text)
        #expect(try snapshot.json() == text)
        let restored = try StatechartSession(chart, restoring: snapshot, in: context(journal))
        #expect(try restored.snapshot().json() == text)
        return restored
    }

    /// After every event the second session is another one.
    @Test(arguments: ["automata", "ecmascript"]) func restoredFamiliesGoOn(model: String) throws {
        let count = (TestScope.isLong ? 20 : 1) * (model == "automata" ? 200 : 40)
        var (entries, children, delayed) = (0, 0, 0)
        for seed in 0..<UInt64(count) {
            var family = RandomFamily(seed: seed)
            let chart = try StatechartFormat.scxml.chart(from: family.text(model: model, hasData: true))
            let (journal, otherJournal) = (ScriptedSession.Journal(), ScriptedSession.Journal())
            let session = try StatechartSession(chart, in: Self.context(journal))
            var other = try StatechartSession(chart, in: Self.context(otherJournal))
            var story: [String] = []
            for _ in 0..<14 {
                other = try Self.again(other, chart, otherJournal)
                if family.below(3) == 0 {
                    let span = family.below(3)
                    story.append("+\(span)")
                    try session.advance(by: .milliseconds(span))
                    try other.advance(by: .milliseconds(span))
                } else {
                    let event = RandomFamily.events[family.below(3)]
                    story.append(event)
                    let fate = try session.send(event)
                    #expect(try other.send(event) == fate)
                }
                let isSame = journal.all == otherJournal.all && Self.tree(session) == Self.tree(other)
                #expect(
                    isSame && session.deadline == other.deadline && session.time == other.time
                        && journal.failures == otherJournal.failures,
                    "seed \(seed), \(story): \(Self.tree(session)) \(Self.tree(other)) \(otherJournal.failures)")
                if !isSame { return }
                children += session.children.count
                delayed += session.deadline == nil ? 0 : 1
            }
            entries += journal.all.count
        }
        #expect(entries > 40 * count && children > 3 * count && delayed > count, "\(entries) \(children) \(delayed)")
    }

    // MARK: - Data

    private static let script = """
        <datamodel><data id='x'/><data id='y'/><data id='none'/></datamodel>
        <script>function Point(a) { this.a = a } function sum() { return total += 1 } var total = 5;</script>
        <state id='s'><transition event='set'><script>\(change)</script></transition>
        <transition event='look'><log expr='look()'/></transition></state>
        """
    private static let change = """
        x = {list: [1, , 3], self: null, u: undefined, nan: NaN, inf: -Infinity, zero: -0, date: new Date(12345)};
        x.self = x; y = [x, x.list, /a+/gi, new Point(7), sum, Object.create(null), new RangeError('far')];
        y.extra = '\\u2028é😀'; Object.freeze(x.list); sum(); var big = []; big[4000000000] = 1;
        Object.defineProperty(x, 'secret', {value: 4});
        """
    private static let look = """
        function look() {
            return [x.self === x, y[0] === x, y[1] === x.list, 1 in x.list, x.list[2], Object.isFrozen(x.list), 'u' in x,
                x.u, x.nan !== x.nan, x.inf, 1 / x.zero, x.date.getTime(), y[2].test('AA'), '' + y[2],
                y[3] instanceof Point, y[3].a, y[4] === sum, y[4](), total, Object.getPrototypeOf(y[5]),
                y[6] instanceof RangeError, y[6].message, y.extra, y.length, big.length, typeof none,
                Object.keys(x).join(), x.secret].join();
        }
        """

    @Test func scriptsKeepTheirData() throws {
        let journal = ScriptedSession.Journal()
        let chart = try ScriptedSession.chart("<script>\(Self.look)</script>" + Self.script)
        let session = try StatechartSession(chart, in: Self.context(journal))
        try session.send("set")
        let restored = try Self.again(Self.again(session, chart, journal), chart, journal)
        try session.send("look")
        try restored.send("look")
        #expect(journal.failures.isEmpty && journal.all.count == 2, "\(journal.failures)")
        #expect(journal.all.first == journal.all.last)
        // The engine may treat holes and great indices in its own way.
        let text = journal.all.first ?? ""
        #expect(text.hasPrefix("true,true,true,") && text.hasSuffix(",4"), "\(text)")
        #expect(
            text.contains(",-Infinity,-Infinity,12345,true,/a+/gi,true,7,true,7,7,,true,far,\u{2028}é😀,7,"), "\(text)")
    }

    /// Directives, also behind a comment, keep their meaning, and blocks their variables.
    @Test(arguments: [
        "'use strict'; function f() { return this === undefined }",
        "/* A */ 'use strict'\nfunction f() { return !this }",
        "{ let n = 1; function f() { return n++ === 1 } } n = 5",
        "for (const k of ['a']) { let g = function () {} } function f({a = 1} = {}) { return a === 1 }",
    ]) func functionsOfAllPrograms(script: String) throws {
        let journal = ScriptedSession.Journal()
        let chart = try ScriptedSession.chart(
            """
            <script>var n; <![CDATA[function h() { { let n = 7; return n } }]]></script>
            <script><![CDATA[\(script)]]></script>
            <state id='s'><transition event='e'><log expr='f()'/></transition></state>
            """)
        let session = try StatechartSession(chart, in: Self.context(journal))
        let restored = try Self.again(session, chart, journal)
        try restored.send("e")
        #expect(journal.all == ["true"] && journal.failures.isEmpty, "\(journal.all) \(journal.failures)")
    }

    @Test(arguments: [
        ("x = {a: [function () {}]}", "'x.a[0]' is a function that can't be saved"),
        ("x = Math.max", "'x' is a function that can't be saved"),
        ("x = {get a() { return 1 }}", "'x.a' has a getter or a setter"),
        ("function F() {} F.prototype.m = 1; x = F", "the prototype of 'F' has members"),
        ("function F() {} F.prototype = {m: 1}; x = F", "the prototype of 'F' has members"),
        ("x = {}; x[Symbol('a')] = 1", "'x' has a property with a symbol as its name"),
        ("x = new Error('a'); x.code = function () {}", "'x.code' is a function that can't be saved"),
        ("x = {}; x['a b'] = Object.create({})", "'x[\"a b\"]' has a prototype that can't be saved"),
        ("x = '\\uD800'", "'x' is a text with an unpaired surrogate"),
        ("Array.prototype.first = 1", "a script has changed the members of 'Array.prototype'"),
        ("Math.abs = function () { return 1 }", "a script has changed the members of 'Math'"),
        ("x = {a: new Proxy({}, {has: function () { throw 1 }})}", "'x.a' is a proxy, which can't be saved"),
        ("x = new Map()", "'x' has a prototype that can't be saved; keep its data in a plain object"),
        ("Object.getOwnPropertyNames = function () { for (;;); }", "a script has changed the members of 'Object'"),
        ("x = new Uint8Array(1)", "'x' is a value of the kind [object Uint8Array]"),
        ("x = {'': [{a: this}]}", "'x[\"\"][0].a' is a value of the kind [object global]"),
        ("x = new String('a')", "'x' is a value of the kind [object String]"),
        ("function P() {} x = [1]; x.__proto__ = P.prototype", "'x' has a prototype that can't be saved"),
        ("function P() {} x = new Error('a'); x.__proto__ = P.prototype", "'x' has a prototype that can't be saved"),
        ("Array.prototype.random = function () { return 1 }", "a script has changed the members of 'Array.prototype'"),
        ("Math.random = function () { return 1 }", "a script has changed the members of 'Math'"),
        ("Math.max = Math.min", "a script has changed the members of 'Math'"),
        ("[].at(0); Array.from = function () { return 1 }", "a script has changed the members of 'Array'"),
        ("Object.freeze(Array.prototype)", "a script has changed the members of 'Array.prototype'"),
        ("delete JSON", "a script has deleted 'JSON'"),
        ("Object.preventExtensions(this)", "a script has made the global object not extensible"),
        ("x = /a/; Object.freeze(x)", "'x.lastIndex' has unusual attributes"),
        ("function F() {} Object.freeze(F)", "'F."),
        ("function F() {} F.prototype = null", "the prototype of 'F' has members or was changed"),
        ("function F() {} delete F.prototype.constructor", "the prototype of 'F' has members or was changed"),
        ("function F() {} Object.defineProperty(F, 'name', {value: 'G'})", "the name or the length of 'F' has changed"),
        ("function F(a) {} delete F.length", "the name or the length of 'F' has changed"),
        ("function F() {} F.__proto__ = null", "'F' has a prototype that can't be saved"),
        ("function F() {} x = F.prototype", "'x' is the prototype of a function"),
        ("x = {'\\uD800': 1}", "'x' has a property whose name has an unpaired surrogate"),
    ]) func valuesThatCannotBeSavedAreNamed(script: String, message: String) throws {
        let run = try ScriptedSession(
            "<datamodel><data id='x'/></datamodel><state id='s'><transition event='e'><script>\(script)</script></transition></state>"
        )
        _ = try run.session.snapshot()
        try run.session.send("e")
        let error = #expect(throws: SnapshotError.self) { try run.session.snapshot() }
        #expect(error?.description.hasPrefix(message) ?? false, "\(error?.description ?? "") \(run.failures)")
    }

    @Test func attributesAreKept() throws {
        let journal = ScriptedSession.Journal()
        let chart = try ScriptedSession.chart(
            """
            <script>var e = new Error('a'), f = new Error('b'), list = [1];
            Object.defineProperty(this, 'z', {value: 3});
            e.stack = 5; Object.defineProperty(list, 'length', {writable: false});</script>
            <state id='s'><transition event='e'><log expr='JSON.stringify(e) + e.stack + Object.keys(f)'/>
            <log expr='"" + (z = 4, z) + ("z" in this) + Object.keys(this).indexOf("z")'/>
            <log expr='Object.getOwnPropertyDescriptor(list, "length").writable'/></transition></state>
            """)
        let restored = try Self.again(StatechartSession(chart, in: Self.context(journal)), chart, journal)
        try restored.send("e")
        #expect(journal.all == ["{}5", "3true-1", "false"], "\(journal.all) \(journal.failures)")
    }

    // MARK: - Versions

    private static func chart(_ content: String) throws -> Statechart { try ScriptedSession.chart(content, "automata") }

    @Test func anotherVersionIsRefusedWithDifferences() throws {
        let old =
            "<datamodel><data id='v' expr='1'/></datamodel><state id='a'><transition event='e' target='b'/></state><state id='b'/>"
        let chart = try Self.chart(old)
        let snapshot = try StatechartSession(chart).snapshot()
        let versions = [
            "<state id='a'/><state id='c'/>":
                "the state 'b' is missing; the state 'c' is new; the event 'e' is missing; the variable 'v' is missing; "
                + "the chart has different variables; the state 'a' has different transitions",
            "<datamodel><data id='v' expr='2'/></datamodel><state id='b'/><state id='a'><transition event='e' target='b'/></state>":
                "the chart has its states in a different order; the chart has different variables",
        ]
        for (text, differences) in versions {
            let error = #expect(throws: SnapshotError.self) {
                try StatechartSession(Self.chart(text), restoring: snapshot)
            }
            #expect(error?.description == "the snapshot was made with a different version of the chart: " + differences)
        }
        #expect(throws: Never.self) { try StatechartSession(Self.chart(old), restoring: snapshot) }
    }

    /// A loaded chart is part of the snapshot.
    @Test func loadedChartsAreKept() throws {
        let inner = "<state id='i'><transition event='go' target='j'/></state><state id='j'/>"
        let run = try ScriptedSession(
            "<state id='a'><invoke id='k' src='inner'/><transition event='go'><send event='go' target='#_k'/></transition></state>",
            model: "automata", files: ["inner": inner])
        let text = try run.session.snapshot().json()
        let chart = try run.session.snapshot().chart
        let restored = try StatechartSession(chart, restoring: StatechartSessionSnapshot(json: text))
        try restored.send("go")
        #expect(restored.children.map(\.activeStateNames) == [["j"]])
    }

    @Test func onlyTheFirstSessionCanBeSaved() throws {
        let run = try ScriptedSession(
            "<state id='a'><invoke id='k' src='inner'/></state>", model: "automata", files: ["inner": "<state id='i'/>"]
        )
        let child = try #require(run.session.children.first)
        #expect(throws: SnapshotError.self) { try child.snapshot() }
    }

    // MARK: - Hostile files

    /// Damaged snapshots give errors, or sessions that work.
    @Test func damagedSnapshotsAreRefused() throws {
        var (random, refused, unfit, restored) = (SplitMix64(seed: 7), 0, 0, 0)
        for seed in 0..<UInt64(TestScope.isLong ? 100 : 10) {
            let model = seed % 2 == 0 ? "automata" : "ecmascript"
            let family = RandomFamily(seed: 100 + seed)
            let chart = try StatechartFormat.scxml.chart(from: family.text(model: model, hasData: true))
            let session = try StatechartSession(chart, in: Self.context(.init()))
            for event in RandomFamily.events { try session.send(event) }
            var snapshot = try session.snapshot()
            // So that most of the damage is in the session.
            let text = Array(try snapshot.json().utf8)
            let end = text.count - Array(try StatechartFormat.json.text(of: chart).utf8).count
            for _ in 0..<40 {
                var bytes = text
                for _ in 0...random.next() % 3 {
                    let place = Int(random.next() % UInt64(max(end, 1)))
                    switch random.next() % 4 {
                    case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next() % 128)
                    case 1: bytes.remove(at: place)
                    case 2: bytes[place] = UInt8(ascii: "0") + UInt8(random.next() % 10)
                    default: bytes.swapAt(place, Int(random.next() % UInt64(max(end, 1))))
                    }
                }
                do {
                    snapshot = try bytes.withUnsafeBytes { try StatechartSessionSnapshot(json: $0) }
                    let again = try StatechartSession(chart, restoring: snapshot, in: Self.context(.init()))
                    for event in RandomFamily.events { _ = try? again.send(event) }
                    try? again.advance(by: .seconds(1))
                    restored += 1
                } catch let error as StatechartFormatError {
                    #expect(error.line != nil, "\(error)")
                    refused += 1
                } catch is SnapshotError {
                    unfit += 1
                }
            }
        }
        #expect(refused > 100 && unfit > 5 && restored > 20, "\(refused) \(unfit) \(restored)")
    }

    @Test(arguments: [
        ("\"number\": 0", "\"number\": 7", "invalid session number 7"),
        ("\"active\": [\"s\"]", "\"active\": [\"t\"]", "the chart has no state 't'"),
        ("\"n\": 1", "\"z\": 1", "the chart has no variable 'z'"),
        ("\"programs\"", "\"program\"", "the snapshot has no data of scripts; save the session again"),
        ("\"k\": \"object\"", "\"k\": \"thing\"", "the data of scripts in the snapshot is damaged"),
        ("[\"o\", 0]", "[\"o\", 99]", "the data of scripts in the snapshot is damaged"),
    ]) func hostileSnapshotsAreRefused(old: String, new: String, message: String) throws {
        let isScripted = message.utf8.count > 40 || old == "\"programs\""
        let chart = try ScriptedSession.chart(
            "<datamodel><data id='n' expr='\(isScripted ? "({a: 1})" : "1")'/></datamodel><state id='s'/>",
            isScripted ? "ecmascript" : "automata")
        let text = try StatechartSession(chart, in: Self.context(.init())).snapshot().json()
        let damaged = text.replacingFirst(old, new)
        #expect(damaged != text, "\(text)")
        let error = #expect(throws: SnapshotError.self) {
            try StatechartSession(chart, restoring: .init(json: damaged), in: Self.context(.init()))
        }
        #expect(error?.description.hasPrefix(message) ?? false, "\(error?.description ?? "")")
    }

    // MARK: - Recordings

    @Test(arguments: ["automata", "ecmascript"]) func recordingsAreReplayed(model: String) throws {
        for seed in 0..<UInt64(model == "automata" ? 40 : 10) {
            let family = RandomFamily(seed: seed)
            let chart = try StatechartFormat.scxml.chart(from: family.text(model: model, hasData: true))
            let (journal, otherJournal) = (ScriptedSession.Journal(), ScriptedSession.Journal())
            var recording = StatechartRecording<ExpressionBehavior.Payload>()
            let session = try StatechartSession(chart, in: Self.context(journal, seed: seed), recorder: &recording)
            for event in RandomFamily.events {
                try session.send(event, .text(event), recorder: &recording)
                try session.advance(until: session.time + .milliseconds(1), recorder: &recording)
            }
            let whole = StatechartSessionRecording(
                chart: chart, randomSeed: session.randomSeed, recording: recording)
            let read = try StatechartSessionRecording(json: whole.json())
            #expect(read == whole)
            var steps = StatechartRecording<ExpressionBehavior.Payload>()
            let other = try StatechartSession(
                read.chart, in: Self.context(otherJournal, seed: read.randomSeed), recorder: &steps)
            try other.replay(read.recording, recorder: &steps)
            #expect(steps == recording && otherJournal.all == journal.all)
        }
    }
}

extension String {
    fileprivate func replacingFirst(_ old: String, _ new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return self[..<range.lowerBound] + new + self[range.upperBound...]
    }
}
