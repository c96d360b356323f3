import Dispatch
import ScriptEngine
import Testing

/// The clock, the log and the bounds of time, which come from outside.
struct HostTests {
    /// All ways to ask for the time.
    @Test(arguments: [
        "Date.now()", "new Date().getTime()", "+new Date()", "Date.parse(Date())", "new Date().valueOf()",
        "eval('Date.now()')", "Function('return Date.now()')()", "Reflect.construct(Date, []).getTime()",
        "(0, Date.now)()", "new (Date.bind(null))().getTime()", "(() => Date.now())()",
        "new (class_())().getTime()",
    ])
    func timeIsTheHosts(expression: String) throws {
        let engine = try ScriptEngine()
        try engine.execute(engine.compile(program: "function class_() { return Date }"))
        let script = try engine.compile(expression: expression)
        for seconds in [0, 86_400, 1_700_000_000] {
            engine.time = .seconds(seconds)
            #expect(try engine.evaluate(script) == .number(Double(seconds) * 1000))
        }
        engine.time = nil
        guard case .number(let now) = try engine.evaluate(script) else { throw ScriptError.size }
        #expect(now > 1_700_000_000_000)
    }

    @Test func logs() throws {
        let engine = try ScriptEngine()
        try engine.execute(
            engine.compile(
                program: """
                    console.log('a', 1, true, null, undefined, {b: [1, 'x']}, [2]); console.log();
                    console.warn('😀'); console.error(new Error('e'));
                    var a = {}; a.a = a; console.info(a);
                    """))
        #expect(
            engine.takeLog() == [
                "a 1 true null undefined {\"b\":[1,\"x\"]} [2]", "", "😀", "Error: e", "[object Object]",
            ])
        #expect(engine.takeLog().isEmpty)
        try engine.execute(engine.compile(program: "for (var i = 0; i < 20000; i++) console.log(i)"))
        #expect(engine.takeLog().count == 10_001)
    }

    @Test(arguments: [
        "while (true) {}", "for (;;) { try { for (;;); } catch (e) {} finally { continue } }",
        "function f() { for (;;) try { f() } catch (e) {} } f()", "for (;;) eval('1')",
        "var o = {get a() { for (;;); }}; o.a", "[1, 2].sort(function () { for (;;); })",
        "'a'.replace(/a/, function () { for (;;); })", "JSON.stringify({toJSON: function () { for (;;); }})",
    ])
    func stepsAreBounded(program: String) throws {
        let engine = try ScriptEngine(stepLimit: 2_000_000)
        let script = try engine.compile(program: program)
        #expect(throws: ScriptError.steps) { try engine.execute(script) }
        #expect(throws: ScriptError.dead) { try engine.execute(script) }
    }

    @Test func eachCallHasItsOwnSteps() throws {
        let engine = try ScriptEngine(stepLimit: 2_000_000)
        let script = try engine.compile(program: "for (var i = 0; i < 100000; i++);")
        for _ in 0..<30 { try engine.execute(script) }
    }

    /// A regular expression that takes exponential time.
    @Test func regularExpressionsAreInterrupted() throws {
        let engine = try ScriptEngine()
        let interrupter = engine.interrupter
        let script = try engine.compile(
            program: "/^(a+)+$/.test('" + String(repeating: "a", count: 60) + "b')")
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { interrupter.interrupt() }
        #expect(throws: ScriptError.interrupted) { try engine.execute(script) }
    }

    @Test func recursionAndLongExpressions() throws {
        let engine = try ScriptEngine()
        let isDone = try engine.evaluate(
            engine.compile(expression: "(function f(n) { return n ? 1 + f(n - 1) : 0 })(9000)"))
        #expect(isDone == .number(9000))
        let sum = String(repeating: "1 + ", count: 20_000) + "1"
        #expect(try engine.evaluate(engine.compile(expression: sum)) == .number(20_001))
    }
}
