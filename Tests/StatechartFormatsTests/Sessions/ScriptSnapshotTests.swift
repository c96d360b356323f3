import StatechartFormats
import StatechartScripts
import Statecharts
import Testing

/// The variables of scripts, saved as JSON and restored.
@Suite struct ScriptSnapshotTests {
    private static func context(_ journal: ScriptedSession.Journal) -> StatechartContext {
        var context = StatechartContext()
        context.onLog = { journal.add($0) }
        context.onFailure = { journal.addFailure("\($0)") }
        context.makeScripts = { try ECMAScript(named: $0) }
        return context
    }

    /// Saves and restores a session.
    private static func again(
        _ session: StatechartSession, _ chart: Statechart, _ journal: ScriptedSession.Journal
    ) throws -> StatechartSession {
        let text = try session.snapshot().json()
        let restored = try StatechartSession(chart, restoring: .init(json: text), in: context(journal))
        #expect(try restored.snapshot().json() == text)
        return restored
    }

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

    /// The value of an expression is the same before and after, and so is that of a second
    /// snapshot.
    @Test(arguments: [
        "var f = function (x) { return 2 * x }; | f(2)",
        "var o = {list: [(a) => a + 1]}; | o.list[0](1)",
        "function A(n) { this.n = n } A.prototype.say = function () { return this.n }; var a = new A(3); | "
            + "a.say() + new A(4).say()",
        "function A() {} A.prototype = {m: 1}; var a = new A(); | a.m + (a instanceof A) + (A.prototype === "
            + "a.__proto__)",
        "var o = Object.create({m: function () { return this.k }}); o.k = 5; | o.m()",
        "function A() {} function B() {} B.prototype = Object.create(A.prototype); var b = new B(); | b instanceof A",
        "class A { constructor(n) { this.n = n } get twice() { return 2 * this.n } static of(n) { return new "
            + "A(n) } } var a = A.of(3); | a.twice + A.of(4).twice + A.name",
        "class A { say() { return 'a' } } class B extends A { say() { return super.say() + 'b' } } var b = new "
            + "B(); | b.say() + (b instanceof A) + new B().say()",
        "class A { #n = 1; next() { return ++this.#n } } var a = new A(); a.next(); | a.next() + new A().next()",
        "class Wrong extends Error { constructor(m) { super(m); this.code = 7 } } var w = new Wrong('a'); | "
            + "w.message + w.code + (w instanceof Wrong) + (w instanceof Error)",
        "class List extends Array {} var l = new List(); l.push(1); | l.length + (l instanceof List)",
        "var m = (function () { var n = 1; return {next: function () { return ++n }, get n() { return n }} "
            + "})(); m.next(); | m.next() + m.n",
        "var f = function fact(n) { return n < 2 ? 1 : n * fact(n - 1) }; | f(5)",
        "var a = [], b; for (let i = 0; i < 3; i++) a.push(() => i++); a[1](); b = a[1]; | a[0]() + a[1]() + b()",
        "{ let n = 1; var f = function () { return n++ } } f(); | f()",
        "var f; try { throw 4 } catch (e) { f = () => e } | f()",
        "function f() { var a = arguments; return () => a[1] + a.length } var g = f(1, 2); | g()",
        "'use strict'; var g = (function (a) { return arguments })(1, 2); | g.length + g[0]",
        "var g = ((...rest) => () => rest.join())(1, 2); | g()",
        "var f = function () { return this.k + [].slice.call(arguments).join() }.bind({k: 'k'}, 1); | f(2) + f.length",
        "var max = Math.max, has = Object.prototype.hasOwnProperty, slice = [].slice; | max(1, 2) + "
            + "has.call({a: 1}, 'a') + slice.call('ab') + (max === Math.max)",
        "var self = this, o = {math: Math}; self.k = 3; | self.k + o.math.abs(-1) + (self === this)",
        "var m = new Map([['a', 1], [{b: 2}, 'c']]); m.delete('a'); m.set('d', m); | m.size + "
            + "[...m.keys()].map(String) + (m.get('d') === m)",
        "var k = {}, s = new Set([NaN, 1, k]), w = new WeakMap([[k, 2]]); | s.has(NaN) + s.has(k) + w.get(k) + "
            + "[...s].length",
        "class Bag extends Map { put(k) { return this.set(k, 1) } } var b = new Bag(); b.put('a'); | b.put('b').size",
        "var s = Symbol('a'), o = {[s]: 1, [Symbol.for('b')]: 2, [Symbol.iterator]: null}; | o[s] + "
            + "o[Symbol.for('b')] + String(s) + (Symbol.iterator in o)",
        "var o = {n: 1, get a() { return this.n }, set a(v) { this.n = v }}; o.a = 2; | o.a + (o.a = 3) + o.n",
        "Object.defineProperty(this, 'z', {get: function () { return 4 }, configurable: true}); | z",
        "var s = new String('ab'), n = new Number(2); s.x = 3; | s + typeof s + s.x + s.length + (n + 1)",
        "var e = Object.seal(new Date(5)), f = Object.freeze(new Error('a')), r = Object.freeze(/a/g); | "
            + "Object.isSealed(e) + Object.isFrozen(f) + Object.isFrozen(r) + e.getTime() + r.source",
        "var a = Object.freeze([1]), o = Object.freeze({a: 1}), f = Object.freeze(function () {}); | "
            + "Object.isFrozen(a) + Object.isFrozen(o) + Object.isFrozen(f) + a",
        "var o = Object.preventExtensions({a: 1}), p = Object.seal({get b() { return 2 }}); | "
            + "Object.isExtensible(o) + Object.isSealed(o) + Object.isSealed(p) + p.b",
        "var o = {b: 1, get a() { return 2 }, c: 3}; o.a2 = 4; | Object.keys(o).join()",
        "var o = {[Symbol('s')]: 1}; Object.defineProperty(o, 'id', {value: 7, enumerable: true}); o.y = 8; | "
            + "JSON.stringify(o) + Object.getOwnPropertyNames(o)",
        "var o = Object.freeze({get v() { return 1 }, a: 2, 3: 4}), s = Object.seal({get v() { return 1 }, b: 2}); | "
            + "JSON.stringify([o, s]) + Object.isFrozen(o) + Object.isSealed(s)",
        "function F() {} Object.defineProperty(F, 'id', {value: 1, enumerable: true}); F.own = 2; | "
            + "Object.keys(F).join() + F.name + new F()",
        "var s = new Set([-0]), m = new Map([[-0, -0]]); | 1 / [...s][0] + ' ' + 1 / [...m.keys()][0] + 1 / m.get(0)",
        "var o = (function () { return arguments })(1, 2); "
            + "Object.defineProperty(o, 'g', {get() { return 7 }, enumerable: true}); | o.g + Object.keys(o).join()",
        "var o = (function () { 'use strict'; return arguments })(1); o.x = 2; | Object.keys(o).join() + o[0]",
        "var f = function () { return this + 1 }.bind(1); "
            + "Object.defineProperty(f, 'g', {get() { return 7 }}); | f.g + f()",
        "Object.setPrototypeOf(this, {deep: 8}); | deep",
        "function F(a, b) {} Object.defineProperty(F, 'name', {value: 'G'}); delete F.length; F.own = 1; | "
            + "F.name + F.length + F.own",
        "function F() {} F.prototype = null; function G() {} delete G.prototype.constructor; var H = function "
            + "() {}; H.__proto__ = null; | F.prototype + Object.keys(G.prototype).length + Object.getPrototypeOf(H)",
        "function P() {} var x = [1]; x.__proto__ = P.prototype; | x[0] + (x instanceof P)",
        "var x = 1; y = 2; var d = [delete this.x, delete this.y]; y = 3; | delete this.x + delete this.y",
        "'use strict'; var f = function () { return this === undefined }; | f()",
    ]) func scriptsGoOnAsBefore(script: String) throws {
        let parts = script.split(separator: " | ", maxSplits: 1)
        try #require(parts.count == 2)
        let journal = ScriptedSession.Journal()
        let chart = try ScriptedSession.chart(
            """
            <script><![CDATA[\(parts[0])]]></script>
            <state id='s'><transition event='e'><log expr="\(String(parts[1]).escaped)"/></transition></state>
            """)
        let session = try StatechartSession(chart, in: Self.context(journal))
        let restored = try Self.again(Self.again(session, chart, journal), chart, journal)
        #expect(try restored.snapshot().json() == session.snapshot().json())
        try session.send("e")
        try restored.send("e")
        #expect(journal.failures.isEmpty && journal.all.count == 2, "\(journal.failures)")
        #expect(journal.all.first == journal.all.last)
    }

    /// An array that may not grow throws, before it is saved and afterwards.
    @Test(arguments: [
        "var a = Object.preventExtensions([1]);", "var a = []; a.push(1); Object.preventExtensions(a);",
        "var a = [1]; Object.defineProperty(a, 'length', {writable: false});",
        "var a = []; a.push(1); Object.defineProperty(a, 'length', {writable: false});", "var a = Object.seal([1]);",
    ]) func closedArraysStayClosed(script: String) throws {
        let journal = ScriptedSession.Journal()
        let chart = try ScriptedSession.chart(
            """
            <script>\(script) function grow() { try { a.push(2) } catch (e) { return e.name + a.length + a[1] } }</script>
            <state id='s'><transition event='e'><log expr='grow()'/></transition></state>
            """)
        let session = try StatechartSession(chart, in: Self.context(journal))
        let restored = try Self.again(session, chart, journal)
        for session in [session, restored] { try session.send("e") }
        #expect(journal.all == ["TypeError1undefined", "TypeError1undefined"], "\(journal.all) \(journal.failures)")
    }

    @Test func listsOfNodesAreNamed() throws {
        let run = try ScriptedSession(
            "<datamodel><data id='d'><r><b/></r></data></datamodel>"
                + "<script>var o = {list: d.getElementsByTagName('b')}</script><state id='s'/>")
        let error = #expect(throws: SnapshotError.self) { try run.session.snapshot() }
        let message = "'o.list' is a list of nodes of XML, which can't be saved; keep a node and ask it for the list"
        #expect(error?.description.hasPrefix(message) ?? false, "\(error?.description ?? "")")
    }

    /// A message tells what can't be saved, where it is, and what to do instead.
    @Test(arguments: [
        (
            "x = {a: [eval('(function () {})')]}",
            "'x.a[0]' is a function of 'eval', of 'Function' or of the engine, which"
        ),
        (
            "x = {a: new Proxy({}, {has: function () { throw 1 }})}",
            "'x.a' is a proxy, which can't be saved; keep its target"
        ),
        (
            "x = {'': [{a: Object.getOwnPropertyDescriptor(this, '_event').get}]}",
            "'x[\"\"][0].a' is a function of the engine without a name"
        ),
        (
            "x = (function () { var p = new Proxy({}, {}); return function () { return p } })()",
            "'x → p' is a proxy, which can't be saved; keep its target ('→' leads from a function"
        ),
        ("x = new Uint8Array(1)", "'x' is a value of the kind Uint8Array, which can't be saved; copy it to an array"),
        ("x = [Object(Symbol())]", "'x[0]' is a value of the kind [object Symbol], which can't be saved; keep"),
        ("x = {}; x.of = [1].values()", "'x.of' is an iterator, which can't be saved; keep the list that it goes over"),
        ("x = '\\uD800'", "'x' is a text with an unpaired surrogate, which no file can hold; keep its character codes"),
        ("x = {'\\uD800': 1}", "'x' has a property whose name has an unpaired surrogate"),
        ("with ({a: 1}) { x = {f: function () { return a }} }", "'x.f' is a function in a 'with' statement, which"),
        (
            "Array.prototype.first = 1",
            "a script has changed the members of 'Array.prototype', which can't be saved; keep"
        ),
        ("Math.abs = function () { return 1 }", "a script has changed the members of 'Math'"),
        ("Object.getOwnPropertyNames = function () { for (;;); }", "a script has changed the members of 'Object'"),
        ("Array.prototype.random = function () { return 1 }", "a script has changed the members of 'Array.prototype'"),
        ("Math.random = function () { return 1 }", "a script has changed the members of 'Math'"),
        ("Math.max = Math.min", "a script has changed the members of 'Math'"),
        ("[].at(0); Array.from = function () { return 1 }", "a script has changed the members of 'Array'"),
        ("Object.freeze(Array.prototype)", "a script has changed the members of 'Array.prototype'"),
        ("delete JSON", "a script has deleted 'JSON', which can't be saved; give it the value 'undefined' instead"),
        ("Object.preventExtensions(this)", "a script has made the global object not extensible"),
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

    /// A function keeps its identity if its script runs again, and its own variables.
    @Test func scriptsThatRunAgainAreApart() throws {
        let journal = ScriptedSession.Journal()
        let chart = try ScriptedSession.chart(
            """
            <datamodel><data id='old' expr='null'/><data id='olds' expr='[]'/></datamodel>
            <state id='s'>
            <transition event='f'><script>function add() { return add.k || 0 } { let c = 10; function next() { return c += 10 } }</script></transition>
            <transition event='k'><script>old = next; olds.push(add); add.k = olds.length</script></transition>
            <transition event='g'><log expr="next() + ' ' + old() + ' ' + (old === next) + olds.map(function (o) { return o.k + ':' + o() + ':' + (o === add) })"/></transition>
            </state>
            """)
        let session = try StatechartSession(chart, in: Self.context(journal))
        var other = try StatechartSession(chart, in: Self.context(journal))
        for event in ["f", "k", "g", "f", "g", "k", "g"] {
            try session.send(event)
            other = try Self.again(other, chart, journal)
            try other.send(event)
        }
        try #require(journal.failures.isEmpty && journal.all.count == 6, "\(journal.failures)")
        for index in stride(from: 0, to: 6, by: 2) { #expect(journal.all[index] == journal.all[index + 1]) }
    }

    /// XML, its nodes and the functions of expressions.
    @Test func documentsAreKept() throws {
        let journal = ScriptedSession.Journal()
        let chart = try ScriptedSession.chart(
            """
            <datamodel><data id='x'><settings><q a="1">t</q><q a="&lt;2"/></settings></data>
            <data id='y'><a/></data><data id='f' expr='function (n) { return n + 1 }'/></datamodel>
            <script>var q = x.getElementsByTagName('q')[1], old = x;</script>
            <state id='s'><transition event='e'><log expr="x + q.getAttribute('a') + q.parentNode.nodeName + (old === x) + (q.parentNode.firstChild.nextSibling === q) + f(1) + y"/></transition></state>
            """)
        let session = try StatechartSession(chart, in: Self.context(journal))
        let restored = try Self.again(session, chart, journal)
        for session in [session, restored] { try session.send("e") }
        #expect(journal.failures.isEmpty && journal.all.first == journal.all.last, "\(journal.failures)")
        #expect(journal.all.first?.hasSuffix("settingstruetrue2<a></a>") ?? false, "\(journal.all)")
    }

    /// A long chain takes linear time: each garbage collection marks all objects once.
    @Test func chainsAreRestored() throws {
        let journal = ScriptedSession.Journal()
        let chart = try ScriptedSession.chart(
            """
            <datamodel><data id='x' expr='null'/></datamodel>
            <script><![CDATA[for (var i = 0; i < 60000; i++) x = {next: x}]]></script>
            <state id='s'><transition event='e'><log expr='(function () { for (var n = 0, o = x; o; o = o.next) n++; return n })()'/></transition></state>
            """)
        let snapshot = try StatechartSession(chart, in: Self.context(journal)).snapshot()
        try StatechartSession(chart, restoring: snapshot, in: Self.context(journal)).send("e")
        #expect(journal.all == ["60000"] && journal.failures.isEmpty, "\(journal.all) \(journal.failures)")
    }

    /// What others have written into a saved session is refused, or harmless.
    @Test(arguments: [
        ("\"k\": \"function\"", "\"k\": \"scope\"", "the data of scripts in the snapshot is damaged"),
        ("\"k\": \"scope\"", "\"k\": \"object\"", "the data of scripts in the snapshot is damaged"),
        ("return n++", "return n--", "the scripts in the snapshot aren't those that were saved"),
        ("\"i\": ", "\"i\": 9", "the data of scripts in the snapshot is damaged"),
    ]) func editedScriptsAreRefused(old: String, new: String, message: String) throws {
        let chart = try ScriptedSession.chart(
            "<script>var f = (function (n) { return function () { return n++ } })(1)</script><state id='s'/>")
        let text = try StatechartSession(chart, in: Self.context(.init())).snapshot().json()
        let damaged = text.components(around: old).joined(separator: new)
        #expect(damaged != text, "\(text)")
        let error = #expect(throws: SnapshotError.self) {
            try StatechartSession(chart, restoring: .init(json: damaged), in: Self.context(.init()))
        }
        #expect(error?.description.hasPrefix(message) ?? false, "\(error?.description ?? "")")
    }
}

extension String {
    /// The text for an attribute of XML.
    fileprivate var escaped: String {
        var text = ""
        for character in self {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case "\"": text += "&quot;"
            default: text.append(character)
            }
        }
        return text
    }

    /// The parts before and behind the first occurrence of a text.
    fileprivate func components(around other: String) -> [Substring] {
        guard let range = firstRange(of: other) else { return [self[...]] }
        return [self[..<range.lowerBound], self[range.upperBound...]]
    }
}
