import ScriptEngine
import Testing

/// Syntax and functions of ECMAScript 2015 and later.
struct SyntaxTests {
    private func text(_ program: String) throws -> String {
        let engine = try ScriptEngine()
        try engine.execute(engine.compile(program: program))
        guard case .text(let text) = try engine.evaluate(engine.compile(expression: "'' + r")) else { return "" }
        return text
    }

    @Test(arguments: [
        // Texts in back quotes.
        ("var r = `a`", "a"), ("var x = 2, r = `a${x}b${x + 1}c`", "a2b3c"),
        ("var r = `\"${`in ${1}`}\" \\` \\${`", "\"in 1\" ` ${"),
        ("var r = `a\nb`.length", "3"), ("var r = `ä${'€'}😀`", "ä€😀"),
        ("var r = `${[1, 2]}${{}}`", "1,2[object Object]"),
        ("var r = `${1, 2}`", "2"), ("var r = typeof `a` + `b`.length", "string1"),
        ("var o = {toString: () => 't', valueOf: () => 'v'}, r = `${o}`", "t"),
        // Arrow functions.
        ("var r = (x => x + 1)(2)", "3"), ("var r = ((a, b) => { return a * b })(2, 3)", "6"),
        ("var r = (() => ({a: 1}))().a", "1"),
        ("var r = [1, 2, 3].map(x => x * 2).filter(x => x > 2).join()", "4,6"),
        ("var f = a => b => a + b, r = f(1)(2)", "3"),
        ("var o = {n: 5, f: function () { return [1].map(x => x + this.n)[0] }}, r = o.f()", "6"),
        ("var o = {n: 5, f() { return [1].map(x => [2].map(y => this.n + x + y)[0])[0] }}, r = o.f()", "8"),
        ("var f = x => x ? 'y' : 'n', r = f(0) + f(1)", "ny"), ("var r = 1\nvar f = x => x\nr = f(2)", "2"),
        ("var g = 1\n, f = x =>\n x + g, r = f(1)", "2"),
        ("var r = ((a, b = a + 1, ...c) => a + b + c.length)(1, undefined, 3, 4)", "5"),
        ("var f = (...a) => a.length, r = f(1, 2, 3)", "3"),
        ("var r = [3, 1, 2].sort((a, b) => a - b).join('')", "123"),
        ("var r = 0; [1, 2].forEach(x => { r += x })", "3"), ("var r = (x => `<${x}>`)(1)", "<1>"),
        // Parameters.
        ("function f(a, b = 2) { return a + b } var r = f(1) + f(1, 1) + f(1, undefined)", "8"),
        ("function f(a = 1, b) { return a + ',' + b } var r = f(undefined, 2) + f.length", "1,20"),
        ("function f(a, ...b) { 'use strict'; return b.join('') + (this === undefined) } var r = f(1, 2, 3)", "23true"),
        ("var r = (function (a, b = [1, 2], c) { return b.length + c })(0, undefined, 3)", "5"),
        // let and const.
        ("let r = 1; r = 2", "2"), ("const a = 1; var r = a", "1"),
        ("let r; { let x = 1; { let x = 2; r = x } r += x }", "3"),
        ("var x = 1, r; { let x = 2; r = x } r = r * 10 + x", "21"),
        ("let s = '', r; for (let i = 0; i < 3; i++) s += i; r = s + typeof i", "012undefined"),
        ("let f = [], r; for (let i = 0; i < 3; i++) f.push(() => i); r = f.map(g => g()).join('')", "012"),
        (
            "let f = [], r; for (let i = 0; i < 2; i++) { const j = i * 2; f.push(function () { return j + i }) } r = f[0]() + ',' + f[1]()",
            "0,3"
        ),
        ("let r = ''; for (var k = 0; k < 2; k++) { let x; r += x; x = k }", "undefinedundefined"),
        ("const o = {a: 1}; o.a = 2; let r = o.a", "2"),
        ("var r = (function () { let a = 1; if (true) { let a = 2 } return a })()", "1"),
        ("let r; { let a = 1, b = 2; r = {a, b}; r = r.a + r.b + {a: 3}.a }", "6"),
        ("let r; for (const k in {x: 1}) r = k", "x"),
        (
            "let r; { let f = 1, get = 2; r = {g: f, f() {}, get a() { return get }}; r = Object.keys(r) + r.a }",
            "g,f,a2"
        ),
        ("var v$1 = 5, r; { let v = 1; r = v + v$1 } r += v$1", "11"),
        ("let r; { let f = 1; r = {get f() { return 5 }}.f + f }", "6"),
        ("let r; switch (1) { case 1: let y = 5; r = y }", "5"),
        ("var r = (function (x) { { let x = 2 } return x })(1)", "1"),
        ("let r = 0; { const step = n => { if (n) { r += n; step(n - 1) } }; step(3) }", "6"),
        // Loops.
        ("let r = 0; for (let x of [1, 2, 3]) r += x", "6"),
        ("var r = ''; for (const c of 'a😀') { r += '<' + c + '>' }", "<a><😀>"),
        ("var r = ''; for (var e of new Map([[1, 2]])) r += e", "1,2"),
        ("var x, r = 0; for (x of new Set([1, 1, 5])) { if (x === 5) continue; r += x }", "1"),
        ("let f = [], r; for (const x of [1, 2]) f.push(() => x); r = f[0]() + f[1]()", "3"),
        ("let r = []; for (const a of [1, 2]) for (const b of [3, 4]) { if (b == 4) break; r.push(a * b) } ", "3,6"),
        // `this` and `arguments` of the function around, and accessors with computed names.
        ("function f() { return [1, 2].map(x => x * arguments.length).join() } var r = f(1, 2, 3)", "3,6"),
        ("function f() { const g = () => () => arguments[1]; return g()() } var r = f(1, 2)", "2"),
        ("function f() { return (() => { function h() { return arguments.length } return h() })() } var r = f(1)", "0"),
        ("var o = {v: 2, f() { return ((x = this.v) => x)() }}, r = o.f()", "2"),
        ("var o = {v: 2, f() { return (() => ({g() { return this.v }, v: 9}))().g() }}, r = o.f()", "9"),
        ("let r, k = 'z', o = {get [k]() { return this.x }, x: 4, set [k + 1](v) { r = v }}; o.z1 = 3; r += o.z", "7"),
        // What the engine reads itself.
        ("var a = 1, r = ({a, ['b' + 1]: 2, f() { return 3 }}).b1 + 2 ** 3 + 0b11 + 0o7", "20"),
        // ECMAScript 5 stays as it is.
        ("var let_ = 1, of = 2, async = 3, r = let_ + of + async", "6"), ("var r = '`a` => const'.length", "12"),
        ("var a = 4, g = 2, r = a /2/ g", "1"), ("var r = /`/.test('`') // => `", "true"),
    ])
    func translations(program: String, expected: String) throws {
        #expect(try text(program) == expected, "\(program)")
    }

    @Test(arguments: [
        ("const a = 1;\n\na = 2", 3, "the constant 'a' can't be assigned; declare it by 'let'"),
        ("{ const a = 1; a++ }", 1, "the constant 'a' can't be assigned; declare it by 'let'"),
        ("async function f() {}", 1, "'async' can't be used; send an event, and react to it by a transition"),
        ("function* f() {}", 1, "generators ('function*') can't be used; return an array"),
        ("import a from 'b'", 1, "'import' can't be used; write <script src=\"…\"/> in the chart"),
        ("o = {*g() {}}", 1, "generators ('*') can't be used; return an array"),
        ("await 1", 1, "'await' can't be used; send an event, and react to it by a transition"),
        ("var o = {async f() {}}", 1, "'async' can't be used; send an event, and react to it by a transition"),
        ("r = 10n", 1, "'BigInt' can't be used; write a number without 'n', exact up to 2 ** 53"),
        ("r = /a/u", 1, "the flag 'u' of a regular expression can't be used; write the pattern without it"),
        ("r = /a.b/s", 1, "the flag 's' of a regular expression can't be used; write '[^]' for any character"),
        (
            "r = /(?<=a)b/", 1,
            "'(?<=' can't be used in a regular expression; match what comes before, too, in a group"
        ),
        ("r = /(?<y>a)/", 1, "'(?<' can't be used in a regular expression; count the groups, as in 'match[1]'"),
        ("const a = 1;\n[a] = [2]", 2, "the constant 'a' can't be assigned; declare it by 'let'"),
        ("const a = null; a ??= 2", 1, "the constant 'a' can't be assigned; declare it by 'let'"),
        ("{ const a = 1; (a)++ }", 1, "the constant 'a' can't be assigned; declare it by 'let'"),
        ("function f([a.b] = [1]) {}", 1, "this can't be assigned; write a variable, a property or a pattern"),
        ("({x: [a.b]} = {}) => 1", 1, "this can't be assigned; write a variable, a property or a pattern"),
        ("const {...{}} = {}", 1, "this can't be assigned; write a variable, a property or a pattern"),
        ("({...[a]} = {})", 1, "this can't be assigned; write a variable, a property or a pattern"),
        ("let a = 1;\nlet a = 2", 2, "'a' is declared twice; rename one of them"),
        ("const f = () => {\n  return )\n}", 2, "unexpected ')'; write an expression before it"),
        ("let a = `x", 1, "a text in back quotes doesn't end; close it by a back quote"),
        ("class A {\n  m() { return this.#x }\n}", 2, "no class around declares '#x'; declare it in the class"),
        ("({m() { super.m() }})", 1, "'super' can be used only in a class; write 'Object.getPrototypeOf(this)'"),
        ("class A { *m() {} }", 1, "generators ('*') can't be used; return an array"),
        ("let [a]", 1, "the script ends too early"),
        ("x = async y => y", 1, "'async' can't be used; send an event, and react to it by a transition"),
        ("\nr = -2 ** 2", 2, "an operator before '**' can mean two things; write '(-a) ** b' or '-(a ** b)'"),
        ("r = 1 ?? 2 || 3", 1, "'??' beside '||' or '&&' can mean two things; write brackets"),
        ("r = a && b ?? c", 1, "'??' beside '||' or '&&' can mean two things; write brackets"),
        ("function f(a, b = 1) { let a }", 1, "'a' is declared twice; rename one of them"),
        ("r = `a\\u{1`", 1, "invalid escape in a text in back quotes; write '\\\\' for a backslash"),
        ("r = `\\01`", 1, "invalid escape in a text in back quotes; write '\\\\' for a backslash"),
        ("for await (const x of y);", 1, "'await' can't be used; send an event, and react to it by a transition"),
    ])
    func refusals(program: String, line: Int, message: String) throws {
        let engine = try ScriptEngine()
        let place = ScriptPlace(document: "a", line: 1)
        #expect(throws: ScriptError.syntax(message, at: ScriptPlace(document: "a", line: line))) {
            try engine.compile(program: program, at: place)
        }
    }

    @Test func expressionsAndLinesOfErrors() throws {
        let engine = try ScriptEngine()
        #expect(
            try engine.evaluate(engine.compile(expression: "[1, 2].map(x => x * 2)"))
                == .list([.number(2), .number(4)]))
        #expect(try engine.evaluateBoolean(engine.compile(expression: "`${1}` === '1' // text")))
        let place = ScriptPlace(document: "a", line: 5)
        let program = try engine.compile(program: "let a = `x\ny`;\nlet f = x => x.y.z;\nf(1)", at: place)
        #expect(
            throws: ScriptError.thrown(
                "TypeError: cannot read property 'z' of undefined", at: .init(document: "a", line: 7))
        ) {
            try engine.execute(program)
        }
        let heir = try engine.compile(program: "let b = 1;\nclass A extends none {\n  m() {}\n}", at: place)
        #expect(
            throws: ScriptError.thrown("ReferenceError: identifier 'none' undefined", at: .init(document: "a", line: 6))
        ) {
            try engine.execute(heir)
        }
    }

    @Test(arguments: [
        ("var m; m = undefined; m(1)", "TypeError: undefined not callable: m"),
        ("var o = {}; o.run()", "TypeError: undefined not callable (property 'run' of [object Object])"),
        ("'a'.frob()", "TypeError: undefined not callable (property 'frob' of 'a')"),
        ("unknown.a", "ReferenceError: identifier 'unknown' undefined"),
        ("var a; a.b", "TypeError: cannot read property 'b' of undefined"),
    ])
    func messagesNameWhatIsUndefined(program: String, message: String) throws {
        let engine = try ScriptEngine()
        let script = try engine.compile(program: program)
        #expect(throws: ScriptError.thrown(message, at: ScriptPlace(document: "script", line: 1))) {
            try engine.execute(script)
        }
    }

    // MARK: - Functions

    @Test(arguments: [
        ("[1, 2, 3].includes(2) + '' + [NaN].includes(NaN) + [1].includes(1, 1)", "truetruefalse"),
        ("[5, 8].find(function (x) { return x > 6 }) + [5, 8].findIndex(function (x) { return x > 9 })", "7"),
        ("[1, 2, 3].findLast(function (x) { return x < 3 }) + [1].at(-1)", "3"),
        (
            "Array.from('ab').concat(Array.of(1, 2)).join() + Array.from({length: 2}, function (v, i) { return i })",
            "a,b,1,20,1"
        ),
        ("[1, [2, [3, [4]]]].flat(2).length + [1, 2].flatMap(function (x) { return [x, x] }).length", "8"),
        ("new Array(2).fill(7).join() + [1, 2, 3, 4].copyWithin(0, 2).join()", "7,73,4,3,4"),
        ("Array.from([7, 8].entries()).join(';') + Array.from([7, 8].keys())", "0,7;1,80,1"),
        (
            "'abc'.includes('b') + '' + 'abc'.startsWith('b', 1) + 'abc'.endsWith('c') + 'ab'.repeat(2)",
            "truetruetrueabab"
        ),
        (
            "'5'.padStart(3, '0') + 'a'.padEnd(3, 'xy') + ' a '.trimStart() + '|' + ' a '.trimEnd() + 'ab'.at(-1)",
            "005axya | ab"
        ),
        ("'a.b.c'.replaceAll('.', '-') + Array.from('a1b2'.matchAll(/[0-9]/g)).join()", "a-b-c1,2"),
        (
            "Object.entries({a: 1, b: 2}).join(';') + Object.values({a: 3}) + Object.fromEntries([['k', 4]]).k",
            "a,1;b,234"
        ),
        ("Object.assign({a: 1}, {b: 2}, null).b + Object.hasOwn({a: 1}, 'a')", "3"),
        (
            "Number.isInteger(5) + '' + Number.isNaN('a') + (Number.EPSILON > 0) + Number.MAX_SAFE_INTEGER",
            "truefalsetrue9007199254740991"
        ),
        ("Math.trunc(-1.5) + Math.sign(-3) + Math.hypot(3, 4) + Math.log2(8) + Math.cosh(0) + Math.fround(0.5)", "7.5"),
        (
            "(function () { var m = new Map([['a', 1]]), k = {}; m.set(k, 2).set(NaN, 3); return m.size + m.get(k) + m.get(NaN) + m.get('a') })()",
            "9"
        ),
        (
            "(function () { var m = new Map(), s = ''; for (var i = 0; i < 4; i++) m.set(i, i); m.forEach(function (v, k) { s += k; m.delete(k + 1) }); return s + m.size })()",
            "022"
        ),
        (
            "(function () { var s = new Set([1, 2, 2, '2', -0]); return s.size + [s.has(0), s.has(3), s.delete(1), s.size].join() })()",
            "4true,false,true,3"
        ),
        (
            "(function () { var w = new WeakMap(), k = {}; w.set(k, 5); return w.get(k) + String(w.has({})) })()",
            "5false"
        ),
        (
            "Object.prototype.toString.call(new Map()) + typeof Symbol.iterator + typeof Promise",
            "[object Map]symbolundefined"
        ),
        (
            "(function () { var s = ''; for (var k in [1]) s += k; for (k in 'a') s += k; return s + [].includes(1) })()",
            "00false"
        ),
        ("(function () { try { Map() } catch (e) { return e.name } })()", "TypeError"),
        (
            "(function () { try { new WeakSet().add(1) } catch (e) { return e.message } })()",
            "a key of a WeakSet must be an object, not 1"
        ),
    ])
    func functions(expression: String, expected: String) throws {
        let engine = try ScriptEngine()
        #expect(try engine.evaluate(engine.compile(expression: "'' + (\(expression))")) == .text(expected))
    }

    @Test(arguments: [
        ("new Uint8Array([1, 300])", ScriptValue.list([.number(1), .number(44)])),
        ("({f: new Float32Array(1)})", .record(["f": .list([.number(0)])])),
    ])
    func typedArraysAreLists(expression: String, value: ScriptValue) throws {
        let engine = try ScriptEngine()
        #expect(try engine.evaluate(engine.compile(expression: expression)) == value)
    }

    @Test(arguments: [
        ("new ArrayBuffer(2)", "a buffer"), ("new DataView(new ArrayBuffer(2))", "a buffer"),
        ("({'\\u00E9': 1, 'e\\u0301': 2})", "an object with the key 'e\u{301}' in two Unicode forms"),
    ])
    func valuesWithoutForm(expression: String, kind: String) throws {
        let engine = try ScriptEngine()
        let script = try engine.compile(expression: expression)
        #expect(throws: ScriptError.conversion(kind)) { try engine.evaluate(script) }
    }

    @Test func consoleHasItsFunctions() throws {
        let engine = try ScriptEngine()
        try engine.execute(
            engine.compile(
                program: """
                    console.trace('a'); console.table([1]); console.group('g'); console.assert(1, 'b');
                    console.assert(false, 'c'); console.assert(0); console.time('t'); console.timeEnd('t');
                    console.groupEnd(); console.count(); console.clear(); console.dir({a: 1});
                    """))
        #expect(engine.takeLog() == ["a", "[1]", "g", "Assertion failed c", "Assertion failed", "{\"a\":1}"])
    }

    /// Equal elements keep their order, whatever the number of them.
    @Test func sortingIsStable() throws {
        let engine = try ScriptEngine()
        for count in [0, 1, 2, 3, 5, 64, 1000] {
            let program = """
                var list = [], isSorted = true, i;
                for (i = 0; i < \(count); i++) list.push({key: i * 7 % 5, place: i});
                list.sort(function (a, b) { return a.key - b.key });
                for (i = 1; i < list.length; i++)
                    if (list[i - 1].key > list[i].key || list[i - 1].key === list[i].key && list[i - 1].place > list[i].place)
                        isSorted = false;
                """
            try engine.execute(engine.compile(program: program))
            #expect(try engine.evaluateBoolean(engine.compile(expression: "isSorted && list.length === \(count)")))
        }
    }

    /// Sources that nest forms of later editions deeply are refused, or translated in linear time.
    @Test(arguments: [
        ("var r = " + String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000) + " = 1", false),
        ("var f = " + String(repeating: "(a = ", count: 500) + "1" + String(repeating: ") => 1", count: 500), false),
        ("var r = " + String(repeating: "null ?? ", count: 300) + "1", true),
        ("var a = {}, r = a" + String(repeating: "?.b", count: 200), true),
        ("var r = " + String(repeating: "(a => a ?? ", count: 2000) + "1" + String(repeating: ")", count: 2000), false),
        ("var r = " + String(repeating: "[...", count: 400) + "[]" + String(repeating: "]", count: 400), true),
        ("var r = " + String(repeating: "f?.(", count: 2000) + String(repeating: ")", count: 2000), false),
        ("var {" + String(repeating: "a: {", count: 300) + String(repeating: "}", count: 301) + " = 1", false),
    ])
    func deepForms(program: String, isValid: Bool) throws {
        let engine = try ScriptEngine()
        do throws(ScriptError) {
            try engine.execute(engine.compile(program: program))
            #expect(isValid)
        } catch {
            #expect(!isValid, "\(error)")
        }
    }

    /// Chains of operators and calls aren't parsed by recursion, and no form is printed twice.
    @Test(arguments: [
        "var r = [...[]]; r = 0" + String(repeating: " + 1", count: 100_000),
        "let o = {f() { return o }}; o" + String(repeating: ".f()", count: 20_000),
        "let s = 0; " + String(repeating: "s += 1;\n", count: 20_000),
        "let s; " + String(repeating: "s = (a, b = 1) => a\n", count: 4000),
        "let s = a => a; " + String(repeating: "s`a${1}b`\n", count: 4000),
        "let s" + String(repeating: ", sd", count: 1) + "; s = [" + String(repeating: "1,", count: 50_000) + "]",
    ])
    func longForms(program: String) throws {
        let engine = try ScriptEngine(memoryLimit: 256 << 20)
        try engine.execute(engine.compile(program: program))
    }

    @Test(arguments: [
        "a => ", "`${", "[a = ", "{a: [", "(a ?? ", "class { m() { return ", "f(...[", "x?.[", "a ? b : ", "!",
        "function () { let x = ",
    ])
    func nestedForms(part: String) throws {
        let engine = try ScriptEngine()
        for count in [10, 100, 1000, 20_000] {
            _ = try? engine.compile(program: "let z = (" + String(repeating: part, count: count))
        }
        #expect(try engine.evaluate(engine.compile(expression: "1")) == .number(1))
    }

    /// Sessions without the functions don't take the memory for them.
    @Test func functionsComeWhenTheyAreNamed() throws {
        let engine = try ScriptEngine()
        let before = engine.memoryUse
        #expect(
            try engine.evaluate(engine.compile(expression: "typeof [].flat + Object.keys({}).length"))
                == .text("function0"))
        #expect(engine.memoryUse > before + 50_000)
        let other = try ScriptEngine()
        #expect(try other.evaluateBoolean(other.compile(expression: "Object.keys({a: 1}).length === 1")))
        #expect(other.memoryUse < before + 20_000)
    }

    @Test func mapsOfManyKeys() throws {
        let engine = try ScriptEngine(stepLimit: 50_000_000)
        try engine.execute(
            engine.compile(
                program: """
                    const m = new Map(), keys = [];
                    for (let i = 0; i < 5000; i++) { const k = {i}; keys.push(k); m.set(k, i) }
                    let sum = 0; for (const k of keys) sum += m.get(k);
                    """))
        #expect(try engine.evaluate(engine.compile(expression: "sum")) == .number(12_497_500))
    }
}
