import ScriptEngine
import Testing

/// Probes of ECMAScript 2015 and later: the program, and the JSON or text of the variable `r` after
/// it, as Node.js answers.
struct LaterEditionTests {
    private static let chapters = [
        patterns, operators, spread, functions, library, statements, ends, classes, mixed,
    ]

    private static func answer(to program: String) throws -> String {
        let engine = try ScriptEngine()
        do {
            try engine.execute(engine.compile(program: program))
            let text = try engine.compile(expression: "typeof r === 'object' ? JSON.stringify(r) : '' + r")
            guard case .text(let text) = try engine.evaluate(text) else { return "no text" }
            return text
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: chapters)
    func chapter(text: String) throws {
        for probe in ConformanceTests.probes(of: text) {
            #expect(try Self.answer(to: probe.expression) == probe.answer, "\(probe.expression)")
        }
    }

    @Test func probesAreMany() {
        #expect(Self.chapters.reduce(0) { $0 + ConformanceTests.probes(of: $1).count } >= 655)
    }
}

extension LaterEditionTests {
    private static let patterns = #"""
        var r = []; for (const [k, v] of new Map([['a',1],['b',2]])) r.push(k + v) ==> ["a1","b2"]
        var r; try { null.x } catch { r = 'caught' } ==> caught
        var r = (function(){ try { throw 1 } catch { return 2 } finally { } })() ==> 2
        const {a, b: {c = 5} = {}, ...rest} = {a: 1, d: 2, e: 3}; var r = [a, c, rest] ==> [1,5,{"d":2,"e":3}]
        const [p, , q = 4, ...s] = [1, 2, undefined, 5, 6]; var r = [p, q, s] ==> [1,4,[5,6]]
        var a = 1, b = 2; [a, b] = [b, a]; var r = [a, b] ==> [2,1]
        var a, b; ({a, b} = {a: 3, b: 4}); var r = a + b ==> 7
        const f = ({x, y = 2}) => x * y; var r = f({x: 3}) ==> 6
        function f({a, b} = {}, [c] = [7]) { return [a, b, c] } var r = f({a: 1}) ==> [1,null,7]
        var r = Object.entries({a:1,b:2}).map(([k, v]) => k + v).join() ==> a1,b2
        var {length} = 'abc'; var r = length ==> 3
        let fs = {}; for (const k of ['a','b']) { fs[k] = function () { return k } } var r = fs.a() + fs.b() ==> ab
        const items = [{id: 1, qty: 2}, {id: 2, qty: 3}]; const sum = items.reduce((s, {qty}) => s + qty, 0); var r = sum ==> 5
        const user = {name: 'Ann', address: {city: 'X'}}; const {name, address: {city}} = user; var r = `${name} ${city}` ==> Ann X
        const f = (a, {b} = {b: 2}) => a + b; var r = f(1) ==> 3
        const { a = 1, b = a + 1 } = {}; var r = a + b ==> 3
        try { throw new Error('x') } catch ({message}) { var r = message } ==> x
        var [a = 1, [b] = [2]] = []; var r = a + b ==> 3
        for (var {x} of [{x: 1}, {x: 2}]) { var r = x } ==> 2
        var x, r = []; for ([x] of [[1],[2]]) r.push(x) ==> [1,2]
        const m = {a: 1}; const key = 'a'; const {[key]: v} = m; var r = v ==> 1
        var r = [[1, 'a'], [2, 'b']].map(([n, s]) => ({n, s})) ==> [{"n":1,"s":"a"},{"n":2,"s":"b"}]
        const {a: x1, ...others} = {a: 1, b: 2}; var r = others ==> {"b":2}
        var {a = 1, ...rest} = {b: 2, c: 3}, z = 5, [q, w = z] = [1]; var r = [a, rest, z, q, w] ==> [1,{"b":2,"c":3},5,1,5]
        let {a, b: {c: [d, e = 9]}, 'x y': f, 5: g} = {a: 1, b: {c: [2]}, 'x y': 3, 5: 4}; var r = [a, d, e, f, g] ==> [1,2,9,3,4]
        const fn = function ({a = 1, b: {c = 2} = {}} = {}, ...[x, y]) { return [a, c, x, y] }; var r = [fn(), fn({a: 5, b: {c: 6}}, 7, 8)] ==> [[1,2,null,null],[5,6,7,8]]
        const fn = ([a, b] = [1, 2], {c} = {c: 3}) => a + b + c; var r = [fn(), fn([4, 5]), fn([1, 1], {c: 1}), fn.length] ==> [6,12,3,0]
        const o = {m({a}, b = a) { return a + b }, get g() { return 1 }, set s({v}) { this.z = v }}; o.s = {v: 8}; var r = [o.m({a: 2}), o.z] ==> [4,8]
        for (const {a, b = 2} of [{a: 1}, {a: 3, b: 4}]) { var r = (r || '') + a + b } ==> 1234
        let r = ''; for (const [i, c] of [...'abc'].entries()) r += i + c ==> 0a1b2c
        let r = ''; for (const [k, {v}] of Object.entries({x: {v: 1}, y: {v: 2}})) { r += k + v } ==> x1y2
        var a = [1,2,3]; [a[0], a[2]] = [a[2], a[0]]; var r = a ==> [3,2,1]
        var o = {}; [o.x, o['y']] = [1, 2]; ({p: o.z, q: o.w = 4} = {p: 3}); var r = o ==> {"x":1,"y":2,"z":3,"w":4}
        let a = 1, b = 2, c = 3; [a, b, c] = [c, a, b]; var r = [a, b, c] ==> [3,1,2]
        let r = []; { let [a, b] = [1, 2]; const {c} = {c: 3}; { let a = 5; r.push(a) } r.push(a, b, c) } ==> [5,1,2,3]
        let fs = []; for (const [k, v] of [[1, 2], [3, 4]]) fs.push(() => k + v); var r = fs.map(f => f()) ==> [3,7]
        let fs = []; for (let i = 0; i < 2; i++) { const {x} = {x: i * 2}; fs.push(() => x + i) } var r = fs.map(f => f()) ==> [0,3]
        var message = 'outer'; try { throw {message: 'm', code: 3} } catch ({message, code}) { var r = message + code } r += message ==> m3outer
        try { throw [1, 2] } catch ([a, b]) { var r = a + b } ==> 3
        var r = ''; try { throw 1 } catch { r += 'a'; try { throw 2 } catch { r += 'b' } } ==> ab
        var r = ((a, b = a, [c, d] = [a, b], {e = c} = {}) => [a, b, c, d, e])(7) ==> [7,7,7,7,7]
        const list = [{n: 'b', v: 2}, {n: 'a', v: 2}, {n: 'c', v: 1}]; var r = [...list].sort((p, q) => p.v - q.v || p.n.localeCompare(q.n)).map(({n}) => n) ==> ["c","a","b"]
        const {a: {b = 5} = {}, c: [, second] = [1, 2]} = {}; var r = [b, second] ==> [5,2]
        var r = (function () { return [...arguments].join() })(1, 2) + (() => { const [a, b] = 'xy'; return b + a })() ==> 1,2yx
        var f = ({a, ...rest}) => rest; var r = f({a: 1, b: 2, c: 3}) ==> {"b":2,"c":3}
        var data = {user: {name: 'x', tags: ['a', 'b']}}; const {user: {name, tags: [first, ...more]}} = data; var r = [name, first, more] ==> ["x","a",["b"]]
        const delay = ms => ms * 2, cfg = {retries: 3, delay}; const {retries, ...opts} = cfg; var r = [retries, opts.delay(4)] ==> [3,8]
        var r = [1, 2, 3, 4].filter((x, i, {length}) => i < length - 1) ==> [1,2,3]
        const o = {'a-b': 1, get: 5, set: 6, static: 7, new: 8, of: 9}; const {get, set, 'a-b': ab, new: nw} = o; var r = [get, set, ab, nw, o.static, o.of] ==> [5,6,1,8,7,9]
        const a = [1, 2, 3]; const [, ...tail] = a; const last = a[a.length - 1]; var r = [tail, last] ==> [[2,3],3]
        var i = 0; do i++; while (i < 3)
        [i] = [9]
        var r = i ==> 9
        var x = 3
        ;[x] = [4]
        var r = x ==> 4
        if (true) { var x = 1 } [x] = [7]; var r = x ==> 7
        if (true) [x] = [7]; var r = x; var x ==> 7
        var a = 1, b = 2; var r = ([a, b] = [b, a]); r = [r, a, b] ==> [[2,1],2,1]
        var a, b, r = ({a, b} = {a: 1, b: 2}).b + a ==> 3
        var a, b; var f = () => ({a, b} = {a: 1, b: 2}); f(); var r = a + b ==> 3
        var a, b; var f = () => [a, b] = [3, 4]; f(); var r = a + b ==> 7
        var a, b, c; a = [b, c] = [1, 2]; var r = [a, b, c] ==> [[1,2],1,2]
        var a, b; [a, [b]] = [1, [2]]; var r = a + b ==> 3
        var a, b; [a = 5, {b} = {b: 6}] = []; var r = [a, b] ==> [5,6]
        var o = { a: { b: 1 } }; var { a, a: { b } } = o; var r = [a, b] ==> [{"b":1},1]
        var { x: { y } = { y: 3 } } = {}; var r = y ==> 3
        var { length: len } = [1, 2]; var r = len ==> 2
        var r = ((o) => { const { a, b } = o; return { b, a } })({ a: 1, b: 2 }) ==> {"b":2,"a":1}
        var fns = { a: () => 1, b: x => x, c: ({ d }) => d, e: async => async }; var r = [fns.a(), fns.b(2), fns.c({ d: 3 }), fns.e(4)] ==> [1,2,3,4]
        var f = new Float64Array(2); f[0] = 1.5; const [x, y] = f; var r = [x, y, f.includes(0)] ==> [1.5,0,true]
        const wait = { ms: 5 }, { ms = 1 } = wait; var r = ms ==> 5
        const {PI, max} = Math; var r = max(1, 2) + Math.floor(PI) ==> 5
        var r = [[1, 2], [3, 4]].map(([a, b]) => a * b).reduce((s, x) => s + x) ==> 14
        var r = (({ a: { b: [c] } }) => c)({ a: { b: [42] } }) ==> 42
        const e = { type: 'X', payload: { id: 7 } }; switch (e.type) { case 'X': { const { payload: { id } } = e; var r = id } } ==> 7
        const { x = (() => 5)(), y = ((a) => a + x)(1) } = {}; var r = [x, y] ==> [5,6]
        var log = []; var p = { get a() { log.push('a'); return 1 }, get b() { log.push('b'); return 2 } }; var { b, a } = p; var r = log ==> ["b","a"]
        var a = {
          b: null, // comment ? : ;
          c: [1, /* x */ 2],
        };
        const {
          b = 'def', // default
          c: [
            first,
            second = 2, /* second */
          ],
          ...others
        } = a;
        var r = [b, first, second, others] ==> [null,1,2,{}]
        let x = 1
        let y = x
        ;[x, y] = [y + 1, x]
        var r = [x, y] ==> [2,1]
        const ctx = { count: 0, items: [] }
        const assign = updater => Object.assign(ctx, updater(ctx))
        assign(({ count }) => ({ count: count + 1 }))
        assign(c => ({ items: [...c.items, { id: c.count }] }))
        var r = ctx ==> {"count":1,"items":[{"id":1}]}
        const ev = { data: { items: [{ sku: 'a', qty: 2, price: 1.5 }, { sku: 'b', qty: 1, price: 3 }] } }
        const { data: { items = [] } = {} } = ev
        const sum = items.reduce((acc, { qty, price }) => acc + qty * price, 0)
        var r = `${items.length} items, ${sum.toFixed(2)}` ==> 2 items, 6.00
        var r = (function () {
          'use strict'
          const seen = new Set()
          const out = []
          for (const { id } of [{ id: 1 }, { id: 2 }, { id: 1 }]) {
            if (seen.has(id)) continue
            seen.add(id)
            out.push(id)
          }
          return out
        })() ==> [1,2]
        const byId = new Map([[1, 'a'], [2, 'b']])
        let s = ''
        byId.forEach((v, k) => { s += `${k}${v}` })
        for (const [k, v] of byId) s += k + v
        for (const k of byId.keys()) s += k
        var r = s + [...byId.values()].join('|') ==> 1a2b1a2b12a|b
        const retry = (n, fn) => {
          try {
            return fn(n)
          } catch {
            return n > 0 ? retry(n - 1, fn) : 'failed'
          } finally {
          }
        }
        var r = retry(2, n => { if (n) throw 1; return 'ok' }) ==> ok
        const fmt = (n, { digits = 2, unit = '' } = {}) => `${n.toFixed(digits)}${unit}`
        var r = [fmt(1), fmt(2, { digits: 0 }), fmt(3, { unit: 's' })] ==> ["1.00","2","3.00s"]
        var r = []
        for (let i = 0, { length } = [1, 2, 3]; i < length; i++) r.push(i) ==> [0,1,2]
        for (let [i, j] = [0, 3], k = 1; i < j; i++, j--) { var r = [i, j, k] } ==> [1,2,1]
        const a = 1, { b, c: [d] } = { b: 2, c: [3] }, [e] = [4]
        var r = [a, b, d, e] ==> [1,2,3,4]
        const deep = o => o && typeof o === 'object' ? Object.fromEntries(Object.entries(o).map(([k, v]) => [k, deep(v)])) : o
        var r = deep({ a: { b: 1 } }) ==> {"a":{"b":1}}
        const xs = [5, 3, 9]
        const [min, max] = [Math.min(...xs), Math.max(...xs)]
        var r = { min, max, mid: xs.find(x => x !== min && x !== max) } ==> {"min":3,"max":9,"mid":5}
        const obj = { a: 1, b: 2, c: 3 }
        const picked = (({ a, c }) => ({ a, c }))(obj)
        const { a: _, ...omitted } = obj
        var r = [picked, omitted] ==> [{"a":1,"c":3},{"b":2,"c":3}]
        const t0 = { h: 1, m: 2 }, { h, m } = t0, two = n => `${n}`.padStart(2, '0')
        var r = `${two(h)}:${two(m)}` ==> 01:02
        const evt = { name: 'key.press', data: { code: 'KeyA', mods: ['ctrl'] } }
        const { name, data: { code, mods: [mod] = [] } = {} } = evt
        const [kind, action] = name.split('.')
        var r = { kind, action, code, mod } ==> {"kind":"key","action":"press","code":"KeyA","mod":"ctrl"}
        if (1) { let { a } = { a: 1 }; var f = () => a; } let a = 2; var r = [f(), a] ==> [1,2]
        let fs = []; for (const { a, b: [c] } of [{ a: 1, b: [2] }, { a: 3, b: [4] }]) fs.push(() => a + c); var r = fs.map(f => f()) ==> [3,7]
        const a = [[1, [2, 3]], [4, [5, 6]]]; var r = a.map(([x, [y, z]]) => x + y + z) ==> [6,15]
        const swap = ([a, b]) => [b, a]; const [p, q] = swap([1, 2]); var r = [p, q] ==> [2,1]
        var a = [1, 2, 3], i = 0; [a[i], a[i + 1]] = [a[i + 1], a[i]]; var r = a ==> [2,1,3]
        var x = 1, r; { let x = 2; { const { y = x } = {}; r = y } } ==> 2
        var fn = function ({ a }, b) { arguments.length; return [a, b, arguments.length] }; var r = fn({ a: 1 }, 2, 3) ==> [1,2,3]
        const a = { ['x' + 1]: { y: 2 } }; const { x1: { y } } = a; const { [`x${1}`]: { y: z } } = a; var r = [y, z] ==> [2,2]
        var s = 'a,b;c'; const [[a, b], [c]] = s.split(';').map(t => t.split(',')); var r = a + b + c ==> abc
        var { a, b } = { a: 1, b: 2 }, c = 3; var r = a + b + c ==> 6
        var o = { f({ x } = { x: 4 }, ...[y]) { return [x, y] } }; var r = o.f(undefined, 5) ==> [4,5]
        const o = { async: 1, await: 2, of: 3, get: 4, set: 5, static: 6, let: 7, yield: 8 }; const { async, of, get, set } = o; var r = [async, of, get, set, o.await] ==> [1,3,4,5,2]
        const a = [1, 2, 3]; const { length, 0: first, [length - 1]: last } = a; var r = [length, first, last] ==> [3,1,3]
        var r = ((...[a, { b }]) => a + b)(1, { b: 2 }) ==> 3
        const res = (() => { for (const [k, { n }] of Object.entries({ a: { n: 1 }, b: { n: 2 } })) if (n === 2) return k })(); var r = res ==> b
        function outer() { const { a } = { a: 1 }; function inner() { const { a } = { a: 2 }; return a } return [a, inner()] } var r = outer() ==> [1,2]
        var r = (a => { const { b } = a; return b })({ b: 1 }) + (({ b }) => { return b })({ b: 2 }) ==> 3
        let a = 0, b = 0; for (const [x, y] of [[1, 2], [3, 4]]) { a += x; b += y } var r = [a, b] ==> [4,6]
        let total = 0; for (const { qty: n = 1 } of [{}, { qty: 4 }]) total += n; var r = total ==> 5
        const { a } = { a: 1 }, b = a + 1; { const { a } = { a: 5 }; var r = [a, b] } r.push(a) ==> [5,2,1]
        """#
}

extension LaterEditionTests {
    private static let operators = #"""
        var a = {b: {c: 1}}; var r = a?.b?.c ==> 1
        var a = null; var r = a?.b.c.d ==> undefined
        var a = {f(x){return this.k + x}, k: 2}; var r = a.f?.(3) + ',' + a.g?.(3) + ',' + a?.f(1) ==> 5,undefined,3
        var a = [1,2]; var r = a?.[1] + ',' + a?.[5]?.x ==> 2,undefined
        var f; var r = f?.(1) ==> undefined
        var o = {list: [{n: 1}]}; var r = o.list?.[0]?.n ?? 'none' ==> 1
        var r = null ?? 'd' ==> d
        var r = [0 ?? 1, '' ?? 2, undefined ?? 3, (null ?? undefined) ?? 4] ==> [0,"",3,4]
        var x = null; x ??= 5; x ||= 6; x &&= 7; var r = x ==> 7
        var o = {a: 0}; o.a ||= 3; o.b ??= 4; o['c'] ??= 5; var r = o ==> {"a":3,"b":4,"c":5}
        var a = {b: null}; var r = a.b?.c?.() ?? a?.['b'] ?? 'z' ==> z
        var o = {}; o.x ??= []; o.x.push(1); var r = o ==> {"x":[1]}
        var o = {a: {b: [1, {c: 7}]}}; var r = [o?.a?.b?.[1]?.c, o?.x?.y?.z, o.a?.b.length, o?.['a'].b[0]] ==> [7,null,2,1]
        var o = {f() { return this }, g: {h() { return this.v }, v: 4}}; var r = [o?.f() === o, o.f?.() === o, o.g?.h?.(), o?.g['h']?.(), o.g?.['h']()] ==> [true,true,4,4,4]
        var n = 0; function f() { n++; return {x: {y: n}} } var r = [f()?.x?.y, f()?.x.y, n] ==> [1,2,2]
        var a; var r = `${a?.b ?? 'none'}-${[1,2]?.length}` ==> none-2
        var a = null
        var b = 2
        a?.b
        b?.toString()
        var r = b ==> 2
        var a = {n: 1}
        a.n ??= 5
        a.m ??= 6
        var r = a ==> {"n":1,"m":6}
        var a = {n: 1}; if (a)
          a?.n
        else
          a.m ??= 6
        var r = a ==> {"n":1}
        var r = (x => x?.y ?? 'z')({}) + ((x) => x ?? 1)(null) ==> z1
        var r = [1,2,3].map(x => ({...{x}, y: x ?? 0})).map(({x, y}) => x + y) ==> [2,4,6]
        var o = {n: 3, f(...a) { return a.length + this.n }}; var k = 'f'; var r = [o.f(...[1,2]), o[k](...[1]), o?.f(...[1,2,3]), o.f?.(...[1]), o.z?.(...[1])] ==> [5,4,6,4,null]
        const groups = list().reduce((acc, {k, v}) => ({...acc, [k]: [...(acc[k] ?? []), v]}), {}); function list() { return [{k: 'a', v: 1}, {k: 'a', v: 2}, {k: 'b', v: 3}] } var r = groups ==> {"a":[1,2],"b":[3]}
        var r = typeof undefined?.x + (void 0 ?? 'v') + (typeof x ?? 1) ==> undefinedvundefined
        var a = 5; var r = a > 3 ? a?.toFixed(1) ?? 'x' : 'y' ==> 5.0
        var a = {b: 0}; var r = a.b ?? a.c ?? 1; var s = (a.c ?? a.b) + 1; r = [r, s] ==> [0,1]
        var r = !null ?? 1 ==> true
        var a = {f: null}; var r = a.f?.() === undefined && a.f?.x.y.z() === undefined ==> true
        var i = 0, a = [1, 2]; var r = [a[i++] ?? 0, a?.[i++], i] ==> [1,2,2]
        var m = new Map([['a', {n: 1}]]); var r = [m.get('a')?.n, m.get('b')?.n ?? 'no', [...m].length, Object.fromEntries([...m].map(([k, v]) => [k, v.n]))] ==> [1,"no",1,{"a":1}]
        var a = {b: {c() { return this.d }, d: 6}}; var r = a?.b?.c?.() + a.b.c?.call({d: 1}) ==> 7
        var fnull = null; var r = [fnull?.(1, 2), fnull?.[0], fnull?.a.b[1](2).c] ==> [null,null,null]
        var r = ((x) => x?.length > 2 && x?.[0] === 'a' || false)('abc') ==> true
        var o = {n: 0}; o.n += o.q?.z ?? 4; var r = o.n ==> 4
        var o = {list: []}; (o.list ||= []).push(1); (o.other ??= []).push(2); var r = o ==> {"list":[1],"other":[2]}
        var v = 0; var r = [v || 5, v ?? 5, v && 1]; v ||= 2; r.push(v) ==> [5,0,0,2]
        var c = 0, o = {get x() { c++; return null }}; var r = [o.x ?? 'd', c, o.x?.y, c] ==> ["d",1,null,2]
        'use strict'; var {a} = {a: 1}; [a] = [a + 1]; a ??= 4; var r = [a, a?.b, ...[a]] ==> [2,null,2]
        (function () { 'use strict'; const {x, ...y} = {x: 1, z: 2}; r = [x, y, x?.q ?? 'n'] })(); var r ==> [1,{"z":2},"n"]
        var r = [1, 2, 3].at?.(-1) ?? 0 ==> 3
        var r = null?.[0] ?? undefined?.x ?? 'both' ==> both
        const r = (a => b => c => a?.x ?? b ?? c)(null)(null)(3) ==> 3
        var a = { 'b c': { d: 1 } }; var r = a?.['b c']?.d ==> 1
        const value = a
          ?.b
          ?.c
          ?? 'none'
        var a
        var r = value ==> none
        const memo = fn => { const cache = {}; return k => cache[k] ??= fn(k) }
        const sq = memo(x => x * x)
        var r = [sq(3), sq(3)] ==> [9,9]
        let n = 0
        const next = () => ++n
        var r = [next() ?? 0, (next(), n), n > 1 ? next() : 0] ==> [1,2,3]
        const parse = s => { try { return JSON.parse(s) } catch (e) { return null } }
        var r = [parse('{"a":1}')?.a, parse('{')?.a ?? 'bad'] ==> [1,"bad"]
        let state = 'idle', timer = null
        const t = { idle: { START: 'run' }, run: { STOP: 'idle' } }
        state = t[state]?.['START'] ?? state
        state = t[state]?.NONE ?? state
        var r = state ==> run
        var o = { a: 1 }
        delete o.a
        o?.b
        var r = Object.keys(o).length ==> 0
        var i = 5
        i++
        i?.toFixed
        ;(() => { i = 9 })()
        var r = i ==> 9
        var fn = (a = {}, { b } = a, c = b ?? 'z') => c; var r = [fn(), fn({ b: 1 })] ==> ["z",1]
        var r = [0, null, undefined, '', NaN, false].map(v => v ?? 'd') ==> [0,"d","d","",null,false]
        let v; v ??= v?.x ?? [1, ...[2]]; var r = v ==> [1,2]
        let o = { p: { q: null } }; o.p.q ??= {}; o.p.q.z ||= 5; o.p['q'].z &&= 6; var r = o ==> {"p":{"q":{"z":6}}}
        var x = { get y() { return this.z?.w ?? 'none' }, z: null }; var r = x.y ==> none
        const cmp = (a, b) => (a.p ?? 0) - (b.p ?? 0); var r = [{ p: 2 }, {}, { p: 1 }].sort(cmp) ==> [{},{"p":1},{"p":2}]
        var r = 'x'?.length + ('abc'?.[1] ?? '') + [1, 2]?.[0] ==> 1b1
        var r = `${[1, 2, 3].map(n => `<${n ?? 'x'}>`).join('')}` ==> <1><2><3>
        var y = { a: { b: () => ({ c: [1, 2] }) } }; var r = y?.a?.b?.()?.c?.[1] ?? 'n' ==> 2
        var z = { fn: null }; var r = [z.fn?.(), z.fn?.().a.b, z?.fn?.call?.(1)] ==> [null,null,null]
        var r = [typeof null?.a, (null)?.a, void 0?.a] ==> ["undefined",null,null]
        var a = { n: 1 }; a.n += a?.n ?? 0; a.n -= -(a.k ?? 1); var r = a.n ==> 3
        const m = 'abc'.match(/b(c)?/); const [whole, group = 'none'] = m ?? []; var r = [whole, group] ==> ["bc","c"]
        var o, r = ''; for (const k in o ?? {a: 1}) r += k ==> a
        var o = {list: [1, 2]}, r = 0; for (const x of o?.list ?? []) r += x ==> 3
        var o = {}, r = 0; for (const x of o?.list ?? [7]) r += x ==> 7
        var o = {a: {x: 1}}, r = ''; for (const k in o?.a) r += k ==> x
        var o = {a: 1}; var r = 'a' in (o ?? {}) ? 'y' : 'n' ==> y
        var o = null; if (o?.a === undefined && !o?.b) var r = 'none' ==> none
        var o = {n: 0}; while (o?.n < 3) o.n++; var r = o.n ==> 3
        var o = {f(x) { return x }}; return_: { var r = o?.f(o?.f(3) ?? 1) } ==> 3
        var f = function () { return this?.x ?? 'no' }; var r = f.call({x: 1}) + f.call(undefined) ==> 1no
        var r = (() => { if (1) return null?.x ?? 'ret' })() ==> ret
        var r = (function () { try { throw {a: {b: 1}} } catch (e) { return e?.a?.b } })() ==> 1
        var r = [1, 2, 3].map(n => n % 2 ? {odd: n} : null).map(o => o?.odd ?? 0) ==> [1,0,3]
        var u; switch (u?.kind ?? 'k') { case 'k': var r = 1 } ==> 1
        var r = !(null)?.a && -(({a: 2})?.a ?? 1) ==> -2
        var a = { b: [() => ({ c: 5 })] }; var r = a.b?.[0]?.()['c'] ==> 5
        var r = 'a-b'.split('-')?.map?.(x => x + x)?.join('') ==> aabb
        var x = { y: 1 }, r = x ?. y ==> 1
        var t = true, r = t?.5:1 ==> 0.5
        var o = { get: (k) => k, set: 1 }; var r = o.get?.('z') ?? 'none' ==> z
        var a = 0; const g = () => a++; var r = [g() || 'zero', g() && 'one', g() ?? 'two'] ==> ["zero","one",2]
        """#
}

extension LaterEditionTests {
    private static let spread = #"""
        var a = {x: 1}, r = {...a, y: 2, ...{z: 3}, x: 9} ==> {"x":9,"y":2,"z":3}
        var r = [...[1,2], 3, ...'ab', ...new Set([7])] ==> [1,2,3,"a","b",7]
        var r = Math.max(...[1, 5, 3], 4) ==> 5
        var o = {n: 10, sum(...xs){ return xs.reduce((a,b)=>a+b, this.n) }}; var r = o.sum(...[1,2], 3) ==> 16
        var r = new Date(...[2020, 1, 2]).getMonth() ==> 1
        var l = [1]; l.push(...[2,3]); var r = l ==> [1,2,3]
        var r = [...'a1b2'.matchAll(/[a-z](\d)/g)].map(m => m[1]) ==> ["1","2"]
        var m = new Map(); m.set('a', 1).set('b', 2); var r = [m.size, [...m.keys()], [...m.entries()], m.has('a'), m.delete('a'), m.size] ==> [2,["a","b"],[["a",1],["b",2]],true,true,1]
        var r = [..."hello"].reverse().join('') ==> olleh
        var r = [1, 2, 3].reduce((acc, x) => ({ ...acc, [x]: x * x }), {}) ==> {"1":1,"2":4,"3":9}
        const copy = {...{a: {b: 1}}}; copy.a.b = 2; var r = copy ==> {"a":{"b":2}}
        var r = ((...args) => args.length)(...[1,2], ...[3]) ==> 3
        var s = new Set([1,2,3]); var r = [...s].filter(x => s.has(x)).length + s.size ==> 6
        const fn = function () { return arguments.length }; var r = fn(...[1,2,3]) ==> 3
        var r = [..."ab"].entries().next().value ==> [0,"a"]
        var o = {[Symbol.iterator]() { let i = 0; return {next: () => i < 2 ? {value: i++, done: false} : {value: undefined, done: true}} }}; var r = [...o] ==> [0,1]
        var r = ((a, b) => [a, b])(...[1, 2]) ==> [1,2]
        var r = [..."a😀"].length + Array.from('a😀').length ==> 4
        var r = Math.max(...[1, 2], ...new Set([9, 4]), 3) ==> 9
        function F(a, b) { this.s = a + b } var r = [new F(...[1, 2]).s, new F(1, ...[5]).s];  ==> [3,6]
        var ns = {F: function (a) { this.a = a }}; var r = new ns.F(...[4]).a ==> 4
        var r = [...[1, 2], ...[], , 3].length ==> 4
        var r = [[...[1]], [...'x', 'y'], [...[], 4,]] ==> [[1],["x","y"],[4]]
        var a = {x: 1}, b = {y: 2}; var r = {z: 0, ...a, w: [...[1]], ...b, f() { return 1 }, 'k k': 1, [1 + 1]: 2, ...null, ...undefined, ...(a ? {t: 1} : {})} ==> {"2":2,"z":0,"x":1,"w":[1],"y":2,"k k":1,"t":1}
        const state = {items: [{id: 1, q: 1}], total: 0}; const next = {...state, items: state.items.map(i => i.id === 1 ? {...i, q: i.q + 1} : i)}; var r = next ==> {"items":[{"id":1,"q":2}],"total":0}
        var s = new Set(); s.add(1).add(2); for (const x of s) if (x < 3) s.add(x + 1); var r = [...s] ==> [1,2,3]
        var f = (first, ...[second, ...others]) => [first, second, others]; var r = f(1, 2, 3, 4) ==> [1,2,[3,4]]
        function f(a, b = 2, ...c) { return [a, b, c, arguments.length] } var r = [f(1), f(1, null, 3, 4)] ==> [[1,2,[],1],[1,null,[3,4],4]]
        var r = Math.max(...[1, 2,],) ==> 2
        var f = a => b => ({...a, ...b}); var r = f({x: 1})({y: 2}) ==> {"x":1,"y":2}
        var r = [..."😀a"] ==> ["😀","a"]
        const add = (...n) => n.reduce((a, b) => a + b, 0), args = [1, 2]; var r = add(...args, ...args.map(x => x * 2)) ==> 9
        var r = { ...'hi', ...[7] } ==> {"0":7,"1":"i"}
        var t = new Uint8Array([3, 1, 2]); var r = [[...t], Array.from(t), t.map(x => x * 100).join(), t.slice(1).length, t.indexOf(1), t.reduce((a, b) => a + b)] ==> [[3,1,2],[3,1,2],"44,100,200",2,1,6]
        const t = 'a'; const r = { [t]: 1, [`${t}b`]: 2, ...{ [t + 'c']: 3 } } ==> {"a":1,"ab":2,"ac":3}
        function update(
          { id, name = 'x' },
          options = {
            deep: true,
          },
          ...rest
        ) {
          return [id, name, options.deep, rest]
        }
        var r = update({ id: 1 }, undefined, 2, 3,) ==> [1,"x",true,[2,3]]
        const log = []
        const push = (...items) => log.push(...items)
        push(1, 2)
        push(...[3], 4)
        var r = log ==> [1,2,3,4]
        const pipe = (...fns) => x => fns.reduce((v, f) => f(v), x)
        var r = pipe(x => x + 1, x => x * 2)(3) ==> 8
        const range = (n) => [...Array(n).keys()]
        var r = range(4) ==> [0,1,2,3]
        const uniq = a => [...new Set(a)]
        var r = uniq([1, 1, 2]) ==> [1,2]
        const chunk = (a, n) => a.length ? [a.slice(0, n), ...chunk(a.slice(n), n)] : []
        var r = chunk([1, 2, 3, 4, 5], 2) ==> [[1,2],[3,4],[5]]
        const sleep = (ms) => ({ ms }), q = [];
        [10, 20].forEach((ms, i) => q.push({ i, ...sleep(ms) }))
        var r = q ==> [{"i":0,"ms":10},{"i":1,"ms":20}]
        const f = (x) => { if (x) return { ...x, y: 1 }
        return null }
        var r = [f({ a: 1 }), f()] ==> [{"a":1,"y":1},null]
        var a = [1], r = ''; for (const x of [...a, 2, ...[3]]) r += x ==> 123
        var o = {a: {x: 1}}, r = ''; for (const k in {...o.a, y: 2}) r += k ==> xy
        var r = [3, 1, 2].sort().concat(...[[4], [5]]) ==> [1,2,3,4,5]
        var r = String(...[12]) + parseInt(...['ff', 16]) ==> 12255
        """#
}

extension LaterEditionTests {
    private static let functions = #"""
        var r = (function(f = x => x + 1){return f(2)})() ==> 3
        var r = (function(f = function(x){return x*2}){return f(2)})() ==> 4
        var r = ((a, b = `x${a}`) => b)(1) ==> x1
        let r; { let k = 3; const f = (a = k) => a; r = f() } ==> 3
        var o = {get(){return 1}, set(v){return v}, static(){return 3}}; var r = o.get()+o.set(4)+o.static() ==> 8
        function f(){ let s = 0; for (const a of arguments) s += a; return s } var r = f(1,2,3) ==> 6
        function f(a, b,) { return a + b } var r = f(1, 2,) ==> 3
        var r = ((a, b,) => a - b)(5, 3,) ==> 2
        var l = []; for (var i = 0; i < 200; i++) l.push({k: i % 3, i: i}); l.sort(function (a, b) { return a.k - b.k }); var ok = true; for (i = 1; i < 200; i++) if (l[i-1].k === l[i].k && l[i-1].i > l[i].i) ok = false; var r = ok ==> true
        var r = [1,2].flatMap(x => [x, x * 2]) ==> [1,2,2,4]
        var r = ['a'.padStart(3,'xy'), 'a'.padEnd(3), 'aXbX'.replaceAll('X', '$&!'), 'a.b'.replaceAll('.', () => '-')] ==> ["xya","a  ","aX!bX!","a-b"]
        var r = Array.from({length: 3}, (_, i) => i * i) ==> [0,1,4]
        var r = JSON.stringify({a: [1, {b: 2}], c: undefined, d: () => 1}) ==> {"a":[1,{"b":2}]}
        var r = [1,2,3,4].findLast(x => x % 2) + [1,2].findIndex(x => x === 2) ==> 4
        var r = ((a, b) => a + b).length ==> 2
        const o = { a: 1, b() { return this.a }, ['c' + 1]: 2, async: 3, of: 4, let: 5 }; var r = [o.b(), o.c1, o.async, o.of, o.let] ==> [1,2,3,4,5]
        const add = (a) => (b) => (c) => a + b + c; var r = add(1)(2)(3) ==> 6
        var r = (() => { switch (2) { case 1: { let a = 1; return a } case 2: { let a = 2; return a } } })() ==> 2
        let fs = []; for (let i = 0; i < 3; i++) { fs.push(() => i) } var r = fs.map(f => f()) ==> [0,1,2]
        let total = 0; [1,2,3].forEach(function (x) { total += x }); var r = total ==> 6
        var r = [1,2,3].some(x => x > 2) && ![1].every(x => x > 2) ==> true
        if (true) { function f() { return 1 } } var r = f() ==> 1
        var r = (function () { return typeof new.target })() ==> undefined
        var r = [1,2,3].map((x) => { if (x > 1) return x; }) ==> [null,2,3]
        var r = new Array(3).fill(0).map((_, i) => i) ==> [0,1,2]
        var r = 'a,b'.split(',').map(s => s.toUpperCase()).join(';') ==> A;B
        var r = [10, 9, 1].sort((a, b) => a - b) ==> [1,9,10]
        var r = ((x, y = x, z = () => x + y) => z())(2) ==> 4
        const f = async => async + 1; var r = f(1) ==> 2
        var r; { function inner() { return 'x' } r = inner() } ==> x
        var r = ((a, b) => ({ a, b }))(1, 2) ==> {"a":1,"b":2}
        var l = []; for (var i = 0; i < 7; i++) l.push((i * 5) % 7); var r = [l.sort(), [3,undefined,1,,2].sort(), [1,10,9].sort(), ['b','a'].sort(), [].sort(), [2,1].sort((a,b)=>b-a)] ==> [[0,1,2,3,4,5,6],[1,2,3,null,null],[1,10,9],["a","b"],[],[2,1]]
        var f = (cb = () => { return { a: 1 } }) => cb().a; var r = f() ==> 1
        var f = function (o = {a: [1, 2], b: {c: 3}}) { return o.b.c }; var r = f() ==> 3
        var f = (a = (1, 2), b = [3, 4][1], c = `t${a}`, d = /,/.test(',')) => [a, b, c, d]; var r = f() ==> [2,4,"t2",true]
        var self = this; var o = {v: 1, f() { const g = (x = this.v) => x + this.v; return g() }}; var r = o.f() ==> 2
        var x = 1; var f = (y = () => x) => y(); { let x = 2; var g = (y = () => x) => y() } var r = [f(), g()] ==> [1,2]
        let count = 0; const inc = (by = 1) => count += by; inc(); inc(5); var r = count ==> 6
        var get = 1, o = {get, set: 2, get x() { return 3 }, async: 4}; var r = o ==> {"get":1,"set":2,"x":3,"async":4}
        var o = {get(k) { return k }, set(k = 5) { return k }, async(x) { return x }}; var r = [o.get(1), o.set(), o.async(3)] ==> [1,5,3]
        f(1, 2,); function f(a, b,) { r = a + b } var r ==> 3
        var r = ((a, b,) => [a, b,])(1, 2,) ==> [1,2]
        function f() { 'use strict'; return this } var r = (f() === undefined) ==> true
        function f(a = 1) { 'a'.length; return typeof this } var r = f() ==> object
        function f(a = 1) { 'use' + 'x'; return a } var r = f() ==> 1
        function f(a = 2) { 'x'
        .length; return a } var r = f() ==> 2
        const r = (() => { for (const x of [1, 2, 3]) { if (x === 2) return x } })() ==> 2
        const f = function fact(n) { return n < 2 ? 1 : n * fact(n - 1) }; var r = f(5) ==> 120
        var r = (() => { try { return 1 } finally { } })() ==> 1
        let n = 0; const tick = () => { n += 1; return n < 3 ? tick() : n }; var r = tick() ==> 3
        const o = { f: function () { return [1, 2].map(x => x * this.k) }, k: 3 }; var r = o.f() ==> [3,6]
        let a = 1; { var r = (() => a)(); let b = a; r += b } ==> 2
        const total = [1, 2, 3]
          .map(x => x * 2)
          .filter((x) => {
            return x > 2
          })
          .reduce((s, x) => s + x, 0)
        var r = total ==> 10
        const f = async => async
        const g = (get, set) => get + set
        var r = [f(1), g(1, 2)] ==> [1,3]
        const clamp = (x, lo = 0, hi = lo + 10) => Math.min(Math.max(x, lo), hi)
        var r = [clamp(-5), clamp(50), clamp(50, 5)] ==> [0,10,15]
        const zip = (a, b) => a.map((x, i) => [x, b[i]])
        var r = zip([1, 2], ['a', 'b']) ==> [[1,"a"],[2,"b"]]
        const isType = t => v => typeof v === t
        var r = [isType('string')('a'), isType('number')('a')] ==> [true,false]
        var r = [0, 1].map(v => v || 'd').concat([0, 1].map(v => v && 'e')) ==> ["d",1,0,"e"]
        const inc = x => x + 1, r = [1, 2].map(inc) ==> [2,3]
        """#
}

extension LaterEditionTests {
    private static let library = #"""
        var o = {get: 1, set: 2, static: 3}; var r = o.get + o.set + o.static ==> 6
        var k='z', o = {['m'+k](a, b){return a+b}}; var r = o.mz(1,2) ==> 3
        var r = Math.max(1, 2, 3,) ==> 3
        var r = [1,2,].length + {a:1,}.a ==> 3
        var r = 1_000 + 0b101 + 0o17 + 0xFF_FF + 1_0.5_0 ==> 66565.5
        var r = 2 ** 10 ** 0 ==> 2
        var x = 3; x **= 2; var r = x ==> 9
        var r = [3,1,2].sort().join() ==> 1,2,3
        console.trace('x'); console.time('a'); console.timeEnd('a'); console.table([1]); console.group('g'); console.groupEnd(); console.assert(true); console.count(); console.dir({}); var r = 1 ==> 1
        var r = Math.cbrt(27) === 3 ==> true
        var r = [Math.cbrt(8), Math.cbrt(64), Math.cbrt(-1000), Math.cbrt(2), Math.log10(1000), Math.log2(8), Math.hypot(3,4), Math.trunc(-0.5), Math.sign(-2), Math.clz32(1), Math.imul(3,4)] ==> [2,4,-10,1.2599210498948732,3,3,5,0,-1,31,12]
        var r = Math.pow(2, 0.5) + Math.exp(1) + Math.sin(1) ==> 4.973966375640037
        var r = Object.entries({b:1,a:2}) ==> [["b",1],["a",2]]
        var r = Object.fromEntries(new Map([['a', 1]])) ==> {"a":1}
        var r = [[1,[2]],3].flat()  ==> [1,[2],3]
        var r = [1,2,3].at(-1) ==> 3
        var r = Array.from(new Map([[1,2]]).values()) ==> [2]
        var r = 'abc'.includes('b') && [1,2].includes(2) && 'abc'.startsWith('a') && 'abc'.endsWith('c') ==> true
        var r = Number.parseFloat('1.5') + Number.parseInt('12') ==> 13.5
        var r = Number.isSafeInteger(2**53) ==> false
        var r = typeof Symbol() + typeof Symbol.iterator ==> symbolsymbol
        var r = isFinite(1) && !Number.isFinite('1') ==> true
        var r = new Date(0).toISOString() ==> 1970-01-01T00:00:00.000Z
        var r = 'x'.codePointAt(0) + String.fromCodePoint(0x1F600).length ==> 122
        var r = 'a-b-c'.split('-', 2) ==> ["a","b"]
        var r = encodeURIComponent('ä') ==> %C3%A4
        var r = [1,2,3].indexOf(2) + [1,2,3].lastIndexOf(3) ==> 3
        var r = Object.assign({}, {a: 1}, null, {b: 2}) ==> {"a":1,"b":2}
        var r = [ , 1].length ==> 2
        var r = true ? .5 : 1 ==> 0.5
        var r = String([1, [2, 3]]) + String({}) ==> 1,2,3[object Object]
        var r = [1,2,3,4,5].slice(-2).concat([1]).toString() ==> 4,5,1
        var r = Array.isArray([]) && Array.of(1,2).length ==> 2
        var r = [3, undefined, 1, , 2].sort().length ==> 5
        var r = [1,2,3].toString() + (255).toString(16) + (1.005).toFixed(2) ==> 1,2,3ff1.00
        var r = 'abc'.at(-1) + 'abc'.substr(1,1) + 'abc'.charAt(0) ==> cba
        var it = [1,2][Symbol.iterator](); it.next(); var r = it.next().value ==> 2
        var r = 'x' in {x: 1} && !('y' in {x: 1}) ==> true
        var r = parseInt('08') + ~~3.7 + (5 / 2 | 0) ==> 13
        var r = [1, 2, 3].includes(NaN) || [NaN].includes(NaN) ==> true
        var r = "a\u{1F600}".length ==> 3
        var r = '\u{41}' ==> A
        var r = [5,1].toSorted ? [5,1].toSorted()[0] : 'no' ==> 1
        var r = globalThis === this ==> true
        var r = Math.cbrt(27) === 3 && Math.cbrt(-8) === -2 ==> true
        var r = 1_000.5e1_0 + 0x1_F + 0b1_1 ==> 10005000000034
        var a = [3, 1, 2]; var r = [a.toSorted(), a.toReversed(), a.with(0, 9), a.toSpliced(0, 1), a] ==> [[1,2,3],[2,1,3],[9,1,2],[1,2],[3,1,2]]
        var r = (1234.5).toLocaleString().length > 0 ==> true
        var a = 1; var b = a
        ++a
        var r = [a, b] ==> [2,1]
        """#
}

extension LaterEditionTests {
    private static let statements = #"""
        let get = 1, set = 2; var r = {get, set} ==> {"get":1,"set":2}
        let r = 0; for (const x of new Uint8Array([1,2,300])) r += x ==> 47
        var r = ''; for (const c of 'a\uD83D\uDE00b\uD83D') r += c.length ==> 1211
        var r = []; for (const v of new Set([1,2,2])) r.push(v) ==> [1,2]
        label: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j == 1) continue label; if (i == 2) break label } } var r = 'done' ==> done
        let r = ''; for (const k in {a: 1, b: 2}) r += k ==> ab
        let r = 0; for (let i = 0, n = 3; i < n; i++) { r += i } ==> 3
        const x = 5; const r = `${x > 3 ? `big ${x}` : 'small'}` ==> big 5
        var r = 5; { r = 6; const z = 7 } if (r) { let z = 8; r += z } ==> 14
        let a = 1, b; b = a++ + ++a; var r = b ==> 4
        let r = 1; if (r) { let r = 2; r++ } else { let r = 3 }  ==> 1
        let r = 0; do { let q = 2; r += q } while (r < 4) ==> 4
        let r = 0; while (r < 3) { const step = 1; r += step } ==> 3
        let x = 1; switch (x) { case 1: { const y = 'one'; var r = y; break } default: { const y = 'other'; r = y } } ==> one
        var r = []; outer: for (const a of [1, 2, 3]) { for (const b of [1, 2, 3]) { if (b === 2) continue outer; if (a === 3) break outer; r.push(a * 10 + b) } } ==> [11,21]
        let i = 10; for (let i = 0; i < 2; i++) {} var r = i ==> 10
        let x; const y = x = 5; var r = x + y ==> 10
        var r = String(`a${1}${`b${2}`}`) ==> a1b2
        let s = ''; for (const ch of `x${1}y`) s = ch + s; var r = s ==> y1x
        var x = 10, y = 20; { let x = y; { let y = x + 1; var r = [x, y] } } ==> [20,21]
        var r = []; for (var i of [1, 2]) for (const j of [i, i * 2]) r.push(j) ==> [1,2,2,4]
        const x = 1; { const x = 2; { const x = 3; var r = x } r += x } r += x ==> 6
        label: { const z = 1; if (z) break label }
        var r = 'after' ==> after
        """#
}

extension LaterEditionTests {
    /// The ends of statements, words that are names of properties, and labels.
    private static let ends = #"""
        var o={in:[1]}; o.in[0] = 5; var r = o ==> {"in":[5]}
        var k=0, i=0, x=3, o={delete:[1], new:[2], for:[3]}; o.delete[k] = 5; o.new[k] = 3; o.for[i] = x; var r = o ==> {"delete":[5],"new":[3],"for":[3]}
        var of=[1]; of[0] = 5; var r = of ==> [5]
        var o={return: 8, while: function(x) { return x }}, g = 2; var r = [o.return / 2 / 1, o.while(8) / 2 / g] ==> [4,2]
        var r = []; const total = 100
        for (const total of [1, 2]) r.push(total)
        r.push(total) ==> [1,2,100]
        var r=[]; function f(x){r.push('f'+x)} function g(x){r.push('g'+x)} var i=9; for (let i=0;i<3;i++) if (i) f(i); else g(i); ==> ["g0","f1","f2"]
        var r=[]; { let b = 1; var a={b:7}; r.push(a?.b) } ==> [7]
        let r; { let kind='x'; var c=0, o = c ? null : {kind}; r = o } ==> {"kind":"x"}
        var c=false, y={a:1}; var a = c ? {x:1} : {...y}; var r = a; ==> {"a":1}
        function f(c){ let q=1; { let q = 5; return c ? {q} : {q}; } } var r = [f(true), f(false)]; ==> [{"q":5},{"q":5}]
        var fs=[]; var n=0; while (n<3) if (n>=0) { let x = n++; fs.push(()=>x); } var r = (fs.map(f=>f())); ==> [0,1,2]
        var fs=[]; var n=0; while (n<3) try { let x = n++; fs.push(()=>x); } catch(e) {} var r = (fs.map(f=>f())); ==> [0,1,2]
        var fs=[]; var n=0; do if (n>=0) { let x = n++; fs.push(()=>x); } while(n<3); var r = (fs.map(f=>f())); ==> [0,1,2]
        var fs=[]; var n=0; while (n<3) switch(1) { case 1: let x = n++; fs.push(()=>x); } var r = (fs.map(f=>f())); ==> [0,1,2]
        var fs=[]; var n=0; do { let x = n++; fs.push(()=>x); } while(n<3)
        let z = 4; var r = fs.map(f=>f()).concat(z); ==> [0,1,2,4]
        var r=[]; x: for (let x of [1,2]) { r.push(x); continue x } ==> [1,2]
        var r=[]; let x=7; { let x = 5; r.push(x); x: for (let y of [1,2]) { r.push(x); break x } } ==> [5,5]
        let a=1,b=2; const f = () => { return 1 }
        [a, b] = [b, a]; var r=[a,b] ==> [2,1]
        let a={q:1},b=2; const f = () => { return 1 }
        [a][0]?.q; var r=[f(),b] ==> [1,2]
        let r=[]; { let x = 4, y = 5; switch (4) { case x: r.push(x); case y ? 4 : 5: { r.push({x, y}) } } } ==> [4,{"x":4,"y":5}]
        const a = 1; var b = a
        ++b
        var r = [a,b] ==> [1,2]
        let n=0; let {[(n++,'a')]: a, ...rest} = {a:1,b:2}; var r=[n,a,rest] ==> [1,1,{"b":2}]
        var r = {'a b'(x = 1) { return x }, 5(y = 2) { return y }, a: 1, if(z = 3) { return z }}; r = [r['a b'](), r[5](), r.if()] ==> [1,2,3]
        let i='outer'; var r=[]; for (let i of [1,2]) if (i) { r.push(i) }
        r.push(i) ==> [1,2,"outer"]
        let i = 'o', r=[]; for (let i=0;i<2;i++) do r.push(i); while (false)
        r.push(i); for (let i of [3]) try { r.push(i) } catch (e) { r.push(i) } finally { r.push(i) }
        r.push(i); for (let i of [4]) l: for (;;) { r.push(i); break l }
        r.push(i); for (let i of [5]) var q = i, w = function () { return i }
        r.push(i, q, w()); for (let i of [6]) x: { r.push(i); break x }
        r.push(i); while (r.length < 9) for (let i of [7]) { r.push(i) } r.push(i) ==> [0,1,"o",3,3,"o",4,"o","o",5,5,6,"o","o"]
        function f() { let x = 'o'; for (let x of [1]) return
        x; } var r = '' + f() ==> undefined
        function f(i) { for (let i = 0; i < 3; i++) if (i == 2) return i
        return i } var r = f(5) ==> 2
        var r = []; let k = 'o'; for (const k in {a:1}) if (k) r.push(k)
        else r.push('no')
        r.push(k) ==> ["a","o"]
        var async = 1, r = async / 1 / 1 ==> 1
        var s = 6; var r = s
        /2/1 ==> 3
        let x = 1, r = []; { let x = 2; r = [true ? x : 0, {x: x, y: x}, false ? 0 : x] } ==> [2,{"x":2,"y":2},2]
        let v = {get: 1}, r; { let get = 2; r = v?.get + v.get } ==> 2
        let r = [1].map(x => { return x })
        .concat([2]) ==> [1,2]
        var of = [4]; var r = 0; for (of of [1,2]) r += of ==> 3
        const t = x => x > 0 ? {x} : {y: x}; var r = [t(1), t(-1)] ==> [{"x":1},{"y":-1}]
        let x = 1, r = x ? [x] ? {x} : {} : {y: {x}} ==> {"x":1}
        let a = 1; function f(p, q = p) { let s = q; return s + a } var r = f(2) ==> 3
        let o = {a: {b() { return this.c }, c: 4}}; var r = o?.a?.b() ==> 4
        let x = 1; var r = []; if (x) for (let x of [2]) r.push(x); else r.push(0)
        r.push(x) ==> [2,1]
        var o = {case: 1, default: 2, if: 3}, r = []; { let case_ = 1, z = 4; switch (1) { case o.case: r.push({z}); default: r.push(o.default) } } ==> [{"z":4},2]
        let r = ''; outer:
        for (let i = 0; i < 3; i++) { for (let outer = 0; outer < 3; outer++) { if (outer == 1) continue outer; r += i + '' + outer } } ==> 001020
        let a = [1,2], b; b = a
        ;[a[0], a[1]] = [a[1], a[0]]; var r = [a, b] ==> [[2,1],[2,1]]
        var a = {b: 3}, r = [], f = x => y => r.push(x, y); if (a?.b) (f)(1)(2); f(a?.b)(4) ==> [1,2,3,4]
        let a0=1,[b0]=[2],{c0}={c0:3}; var r = [a0,b0,c0] ==> [1,2,3]
        let r = 0; for (let i = 0; i < 3; i++) r += i, r += 1; r += 10 ==> 16
        """#
}
