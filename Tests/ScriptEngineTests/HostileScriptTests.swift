import CScriptEngine
import Foundation
import Glibc
import ScriptEngine
import TestSupport
import Testing

/// Scripts that want to crash, to fill the memory, to hang or to fool the engine.
@Suite(.serialized)
struct HostileScriptTests {
    private func run(_ program: String, limit: Int = 16 << 20) throws -> ScriptEngine {
        let engine = try ScriptEngine(memoryLimit: limit)
        try engine.execute(engine.compile(program: program))
        return engine
    }

    // MARK: - Memory

    @Test(arguments: [
        "var a = []; for (;;) a.push({})", "var s = 'x'; for (;;) s += s",
        "var s = 'x'; for (;;) { try { s += s } catch (e) {} }",
        "var o = {}; for (var i = 0;; i++) o['k' + i] = 1", "var a = []; a[50000000] = 1; a.join('x')",
        "function f() { try { var a = [f]; for (;;) a = a.concat(a) } finally { f() } } f()",
        "var o = {toString: function () { var s = 'xxxxxxxxxxxxxxxxxxxxx'; for (;;) s += s }}; '' + o",
        "var o = {valueOf: function () { for (var a = [];;) a.push([]) }}; +o",
        "for (var s = 'ab';; s += s) s.replace(/./g, 'xx')",
        "JSON.parse('\"' + new Array(6000000).join('a') + '\"')",
        "try { JSON.parse('\"' + new Array(3000000).join('a') + '\"') } catch (e) {} for (var a = [];;) a.push(a.concat(1))",
        "throw {toString: function () { for (var a = [];;) a.push([]) }}", "var o = {}; for (;;) o = Object.create(o)",
    ])
    func memoryIsBounded(program: String) throws {
        let engine = try ScriptEngine(memoryLimit: 8 << 20)
        #expect(throws: ScriptError.memory) { try engine.execute(engine.compile(program: program)) }
        #expect(throws: ScriptError.dead) { try engine.compile(expression: "1") }
        #expect(throws: ScriptError.dead) { try engine.set("x", to: .value(.null)) }
        #expect(engine.memoryUse == 0)
    }

    @Test func garbageIsCollectedInTime() throws {
        // 400 MB of garbage in 4,000 texts.
        let engine = try run(
            "var s = new Array(100000).join('x'), n = 0; for (var i = 0; i < 4000; i++) { var t = s + i; n++ }")
        #expect(try engine.evaluateBoolean(engine.compile(expression: "n == 4000")))
        #expect(engine.memoryUse < 16 << 20)
    }

    @Test func garbageOfCallsWithoutInstructionsIsCollected() throws {
        let engine = try ScriptEngine(memoryLimit: 1 << 20)
        for number in 0..<5000 { try engine.set("x", to: .value(.record(["n": .number(Double(number))]))) }
        #expect(try engine.evaluateBoolean(engine.compile(expression: "x.n == 4999")))
    }

    @Test func theLongestTextIsRefused() throws {
        let engine = try ScriptEngine(memoryLimit: 4 << 20)
        #expect(throws: ScriptError.memory) {
            try engine.execute(engine.compile(program: "var s = 'x'; for (var i = 0; i < 28; i++) s += s"))
        }
    }

    @Test func limitsThatAreTooLow() {
        for limit in [0, 1, 1000, 20_000, 50_000, 100_000] {
            #expect(throws: ScriptError.memory) { try ScriptEngine(memoryLimit: limit) }
        }
    }

    @Test func valuesThatAreTooLargeForTheEngine() throws {
        let engine = try ScriptEngine(memoryLimit: 1 << 20)
        let text = String(repeating: "x", count: 2 << 20)
        #expect(throws: ScriptError.memory) { try engine.set("x", to: .value(.text(text))) }
    }

    @Test func nothingLeaks() throws {
        let before = script_memory_of_thread()
        for round in 0..<(TestScope.isLong ? 10_000 : 1000) {
            let engine = try ScriptEngine()
            if round % 100 == 0 {
                try engine.set("x", to: .value(.list([.text("a"), .record(["b": .null])])))
                _ = try engine.evaluate(engine.compile(expression: "[x, function () { return x }].slice(0, 1)"))
                try? engine.execute(engine.compile(program: "for (var a = [];;) a.push([])"))
            }
        }
        #expect(script_memory_of_thread() == before)
    }

    @Test func everyLimitEndsWellWhereverItStrikes() throws {
        let before = script_memory_of_thread()
        // An engine takes more while it is made than it holds afterwards.
        var base = try ScriptEngine().memoryUse
        while base < 16 << 20, (try? ScriptEngine(memoryLimit: base)) == nil { base += 1 << 10 }
        var begun = 0
        for extra in stride(from: 0, to: 40_000, by: 173) {
            guard let engine = try? ScriptEngine(memoryLimit: base + extra) else { continue }
            begun += 1
            do {
                try engine.set("x", to: .value(.record(["a": .list([.text("some text, not short")])])))
                try engine.execute(
                    engine.compile(
                        program: """
                            var r = /(a|b)+[^c]/g, j = JSON.parse('{"k": [1, "two", {"three": 3}]}');
                            var t = 'abab'.replace(r, function (m) { return m + JSON.stringify(j) }).split('');
                            t.sort(); try { null.x } catch (e) { t.push('' + e) } t = t.join('-') + new Date(0).toISOString();
                            """))
                _ = try engine.evaluate(engine.compile(expression: "[t, x, j]"))
            } catch ScriptError.memory, ScriptError.size {}
        }
        #expect(begun > 100)
        #expect(script_memory_of_thread() == before)
    }

    // MARK: - Depth

    private static let deepSources: [String] = [
        "function f() { return f() } f()", "function f(x) { var y = function () { return x }; return f(y) + 1 } f()",
        "var o = {valueOf: function () { return +o }}; +o", "var o = {toString: function () { return '' + o }}; '' + o",
        "function f() { return [3, 1, 2].sort(f) } f()", "function f() { 'abc'.replace(/b/, f) } f()",
        "var o = {get a() { return o.a }}; o.a",
        "var a = []; for (var i = 0; i < 9999; i++) a = [a]; JSON.stringify(a)",
        "var a = []; a[0] = a; JSON.stringify(a)", "JSON.parse(new Array(10000).join('['))",
        "/^(?:a|ab)*$/.exec(new Array(30000).join('a'))", "'a'.match(new Array(5461).join('(?:'))",
        "'a'.match(new Array(12000).join('(?=') + 'a' + new Array(12000).join(')'))",
    ]

    @Test(arguments: deepSources)
    func recursionEnds(program: String) throws {
        let engine = try ScriptEngine()
        let script = try engine.compile(program: program)
        #expect(throws: ScriptError.self) { try engine.execute(script) }
        #expect(try engine.evaluate(engine.compile(expression: "1")) == .number(1))
    }

    @Test(arguments: [
        ("(", "1", ")"), ("[", "1", "]"), ("{", "", "}"), ("!", "1", ""), ("new ", "Object", ""),
        ("function a(){", "", "}"),
        ("(function(){", "", "})()"), ("if(1)", "1", ""), ("a:", "1", ""),
        ("({get a(){return ", "1", "}})"),
        ("x={a:", "1", "}"), ("n\\u0065w ", "Object", ""), ("new\u{A0}", "Object", ""),
        ("a=", "1", ""),
    ])
    func sourcesThatNestAreRefused(parts: (String, String, String)) throws {
        let engine = try ScriptEngine()
        let source =
            String(repeating: parts.0, count: 20_000) + parts.1 + String(repeating: parts.2, count: 20_000)
        #expect(throws: ScriptError.self) { try engine.compile(program: source) }
        #expect(try engine.evaluate(engine.compile(expression: "1")) == .number(1))
    }

    /// A chain of 10,000 objects or more is an exception where it is walked.
    @Test func chainsOfPrototypesAreWalked() throws {
        _ = try run("var o = {}; for (var i = 0; i < 9000; i++) o = Object.create(o); o.x")
        #expect(throws: ScriptError.self) {
            try run("var o = {}; for (var i = 0; i < 50000; i++) o = Object.create(o); o.x")
        }
    }

    @Test(arguments: [64, 128, 256])
    func smallStacksAreRefused(kibibytes: Int) throws {
        #expect(onThread(of: kibibytes << 10) { #expect(throws: ScriptError.stack) { try ScriptEngine() } })
    }

    @Test func everythingFitsASmallStack() throws {
        let isDone = onThread(of: 512 << 10) {
            for program in Self.deepSources { _ = try? run(program) }
            let nested = String(repeating: "new ", count: 4000) + "Object"
            _ = try? run(nested)
            let functions = String(repeating: "function a(){", count: 4000) + String(repeating: "}", count: 4000)
            _ = try? run(functions)
            #expect(throws: ScriptError.memory) { try run("var o = {}; for (;;) { o = Object.create(o) }") }
            _ = try? run("var o = {}; for (var i = 0; i < 15000; i++) o = Object.create(o); for (var k in o);")
        }
        #expect(isDone)
    }

    // MARK: - Interruption

    @Test(arguments: [
        "for (;;);", "while (true) { }", "var i = 0; for (;;) i++", "for (;;) { try { throw 1 } catch (e) { } }",
        "for (;;) { ({}).a }", "function f() { for (;;) try { f() } catch (e) {} } f()",
        "for (;;) 'abc'.replace(/b/, 'c')",
    ])
    func loopsAreInterrupted(program: String) throws {
        let engine = try ScriptEngine()
        let interrupter = engine.interrupter
        let script = try engine.compile(program: program)
        // Other tests may keep all threads of tasks.
        let thread = Thread {
            while !Thread.current.isCancelled {
                usleep(20_000)
                interrupter.interrupt()
            }
        }
        thread.start()
        #expect(throws: ScriptError.interrupted) { try engine.execute(script) }
        thread.cancel()
        #expect(throws: ScriptError.dead) { try engine.execute(script) }
    }

    @Test func interruptingAheadAndAfterTheEnd() throws {
        var engine: ScriptEngine? = try ScriptEngine()
        let interrupter = engine?.interrupter
        interrupter?.interrupt()
        #expect(throws: ScriptError.interrupted) { try engine?.compile(expression: "1") }
        #expect(throws: ScriptError.dead) { try engine?.compile(expression: "1") }
        engine = nil
        interrupter?.interrupt()
    }

    // MARK: - Poison

    @Test func poisonedPrototypes() throws {
        let engine = try run(
            """
            Object.defineProperty(Object.prototype, 'a', {get: function () { throw 1 }, set: function () { throw 2 }});
            Object.defineProperty(Array.prototype, '0', {set: function () { throw 3 }, get: function () { throw 4 }});
            Object.prototype.hasOwnProperty = Object.prototype.toString = Object.prototype.valueOf = function () { throw 5 };
            Object.prototype.index = 7; String.prototype.toString = null; Object.keys = null; Object = Array = Error = null;
            Function.prototype.call = Function.prototype.apply = null;
            """)
        let value = ScriptValue.list([.record(["a": .number(1)]), .text("x")])
        try engine.set("x", to: .value(value))
        #expect(try engine.evaluate(engine.compile(expression: "x")) == value)
        #expect(try engine.isDeclared("x"))
        #expect(try !engine.isDeclared("index"))
        try engine.declareSystem("_event")
        try engine.set("_event", to: .value(.number(1)))
        #expect(try engine.evaluate(engine.compile(expression: "_event")) == .number(1))
        try engine.declare("item")
        try engine.forEach(
            in: engine.compile(expression: "x"), assigningTo: engine.compile(location: "item")
        ) {}
        try engine.set("d", to: .document(ScriptDocument()))
        #expect(try engine.evaluate(engine.compile(expression: "d.nodeName")) == .text("#document"))
    }

    @Test func globalsThatAreGone() throws {
        let engine = try run(
            "for (var k in this) delete this[k]; delete this.Object; delete this.JSON; delete this.Math; Infinity = 1")
        try engine.set("x", to: .value(.number(1)))
        #expect(try engine.evaluate(engine.compile(expression: "x")) == .number(1))
    }

    @Test func scriptsOfOtherEngines() throws {
        let (first, second) = (try ScriptEngine(), try ScriptEngine())
        let script = try first.compile(expression: "1")
        #expect(throws: ScriptError.unknownScript) { try second.evaluate(script) }
        let location = try first.compile(location: "x")
        #expect(throws: ScriptError.unknownScript) { try second.assign(.value(.null), to: location) }
    }

    /// The second engine has scripts with the same numbers.
    @Test func scriptsOfOtherEnginesWithOwnOnes() throws {
        let (first, second) = (try ScriptEngine(), try ScriptEngine())
        let foreign = try first.compile(expression: "[1]")
        let own = try second.compile(expression: "[2]")
        let foreignLocation = try first.compile(location: "x")
        let location = try second.compile(location: "x")
        try second.set("x", to: .value(.number(0)))
        #expect(foreign != own && foreignLocation != location)
        #expect(throws: ScriptError.unknownScript) { try second.evaluate(foreign) }
        #expect(throws: ScriptError.unknownScript) { try second.evaluateBoolean(foreign) }
        #expect(throws: ScriptError.unknownScript) { try second.execute(foreign) }
        #expect(throws: ScriptError.unknownScript) { try second.assign(.script(foreign), to: location) }
        #expect(throws: ScriptError.unknownScript) { try second.assign(.script(own), to: foreignLocation) }
        #expect(throws: ScriptError.unknownScript) { try second.assign(.value(.null), to: foreignLocation) }
        #expect(throws: ScriptError.unknownScript) { try second.forEach(in: foreign, assigningTo: location) {} }
        #expect(throws: ScriptError.unknownScript) { try second.forEach(in: own, assigningTo: foreignLocation) {} }
        #expect(throws: ScriptError.unknownScript) {
            try second.forEach(in: own, assigningTo: location, index: foreignLocation) {}
        }
        try second.assign(.script(own), to: location)
        #expect(try second.evaluate(second.compile(expression: "x[0]")) == .number(2))
    }
}
