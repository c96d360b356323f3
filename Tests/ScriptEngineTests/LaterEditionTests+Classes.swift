extension LaterEditionTests {
    /// Classes, closures in loops, functions in blocks, templates behind functions, and names.
    static let classes = #"""
        class A { constructor(x) { this.x = x } m() { return this.x * 2 } } var r = [new A(4).m(), typeof A, A.name, A.length, new A(1) instanceof A] ==> [8,"function","A",1,true]
        class A { f = 1; g = this.f + 1; ['h' + 1] = 3; static s = 5; static t = this.s + 1; 'a b' = 6; 7 = 8 } var r = [new A(), A.s, A.t] ==> [{"7":8,"f":1,"g":2,"h1":3,"a b":6},5,6]
        class A { #x = 1; get x() { return this.#x } set x(v) { this.#x = v * 2 } static make() { const a = new A(); a.#x += 10; return a } has(o) { return #x in o } } var a = A.make(); a.x = a.x; var r = [a.x, a.has(a), a.has({}), JSON.stringify(a)] ==> [22,true,false,"{}"]
        class A { #m(n) { return n + 1 } static #s() { return 'st' } call() { return this.#m(2) } static all() { return A.#s() } get #g() { return 9 } g() { return this.#g } } var r = [new A().call(), A.all(), new A().g()] ==> [3,"st",9]
        class A { who() { return 'A' } get v() { return 1 } static s() { return 'sA' } } class B extends A { who() { return super.who() + 'B' } get v() { return super.v + 1 } static s() { return super.s() + 'B' } } class C extends B { who() { return super.who() + 'C' } } var r = [new C().who(), new C().v, C.s(), Object.getPrototypeOf(C) === B] ==> ["ABC",2,"sAB",true]
        class A { constructor(a, b) { this.sum = a + b } } class B extends A { constructor(...n) { super(...n); this.n = n.length } } class C extends B {} var r = [new C(1, 2), new C(1, 2) instanceof A, C.length] ==> [{"sum":3,"n":2},true,0]
        class MyError extends Error { constructor(m) { super(m); this.name = 'MyError'; this.code = 7 } } try { throw new MyError('bad') } catch (e) { var r = [e.message, e.name, e.code, e instanceof MyError, e instanceof Error, String(e)] } ==> ["bad","MyError",7,true,true,"MyError: bad"]
        class Stack extends Array { top() { return this[this.length - 1] } } var s = new Stack(); s.push(1, 2); var r = [s.top(), s.length, Array.isArray(s), s instanceof Stack] ==> [2,2,true,true]
        class M extends Map { inc(k) { this.set(k, (this.get(k) ?? 0) + 1); return this } } var m = new M([['a', 1]]); m.inc('a').inc('b'); var r = [[...m], m.size, m instanceof M] ==> [[["a",2],["b",1]],2,true]
        var r; try { class A { constructor() { } } A() } catch (e) { r = e.name } ==> TypeError
        var r; class A { } class B extends A { constructor() { } } try { new B() } catch (e) { r = e.name } ==> ReferenceError
        var r; try { class B extends 5 { } } catch (e) { r = e.name } ==> TypeError
        var r = []; class A { constructor() { r.push(this.name()) } name() { return 'A' } } class B extends A { name() { return 'B' } f = r.push('f') } new B() ==> ["B","f"]
        class A { static count = 0; static { A.count += 5; this.extra = [1, 2].map(x => x + this.count) } } var r = [A.count, A.extra] ==> [5,[6,7]]
        class A { m = () => this.k; k = 3; static of(...a) { return Object.assign(new this(), ...a) } } var f = new A().m; var r = [f(), A.of({k: 4}).k] ==> [3,4]
        const A = class { }; const B = class Named { static n() { return Named.name } }; var r = [A.name, B.name, B.n(), (class { }).name] ==> ["A","Named","Named",""]
        var r = []; for (const c of [1, 2]) { class K { get() { return c } static s = c * 10 } r.push(() => new K().get() + K.s) } r = r.map(f => f()) ==> [11,22]
        class A { get [`x${1}`]() { return 5 } static get y() { return 6 } async = 1; get = 2; set = 3; static static = 4 } var a = new A(); var r = [a.x1, A.y, a.async, a.get, a.set, A.static] ==> [5,6,1,2,3,4]
        class A { constructor() { return { other: 1 } } } class B extends A { y = 2 } var r = new B() ==> {"other":1,"y":2}
        class A { a() { return () => [1].map(() => super.toString === Object.prototype.toString)[0] } } var r = new A().a()() ==> true
        class Shape { constructor() { if (new.target === Shape) throw new TypeError('abstract'); this.t = new.target.name } } class Sq extends Shape { } var r = [new Sq().t]; try { new Shape() } catch (e) { r.push(e.message) } ==> ["Sq","abstract"]
        var o = {}; class A { static set p(v) { o.v = v } } A.p = 4; class B extends A { } B.p = 5; var r = [o.v, Object.keys(A), Object.getOwnPropertyNames(A.prototype)] ==> [5,[],["constructor"]]
        class A { #n = 0; inc() { return ++this.#n } dec() { this.#n--; return this } or() { this.#n ||= 8; this.#n &&= this.#n + 1; this.#n ??= 0; return this.#n } } var a = new A(); var r = [a.inc(), a.inc(), a.dec().inc(), a.or(), a?.inc()] ==> [1,2,2,3,4]
        class P { #v; constructor(v) { this.#v = v } eq(o) { return this.#v === o?.#v } } var r = [new P(1).eq(new P(1)), new P(1).eq(null)]; try { new P(1).eq({}) } catch (e) { r.push(e.name) } ==> [true,false,"TypeError"]
        class A { static x = 1 } class B extends A { static y = super.x + 1; z = super.toString() } var r = [B.y, new B().z] ==> [2,"[object Object]"]
        var fs = []; for (let i = 0; i < 3; i++) { fs.push(() => i); i++ } var r = fs.map(f => f()) ==> [1,3]
        var fs = []; for (let i = 0; i < 2; i++) { fs.push(() => ++i, () => i) } var r = fs.map(f => f()) ==> [1,1,2,2]
        var fs = []; for (let i = 0, g = () => i; i < 2; i++) { fs.push(g, () => i) } var r = fs.map(f => f()) ==> [0,0,0,1]
        var fs = [], n = 0; while (n < 3) { let x = n++; fs.push(() => x *= 2); x += 1 } var r = fs.map(f => f() + f()) ==> [6,12,18]
        var fs = []; for (const a of [1, 2]) { const f = n => n ? f(n - 1) + a : 0; fs.push(f) } var r = fs.map(f => f(3)) ==> [3,6]
        var r = []; outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; r.push(() => [i, j]) } } r = r.map(f => f()) ==> [[0,0],[1,0]]
        function f() { for (const k in {a: 1, b: 2}) { try { if (k === 'b') return () => k } finally { k.length } } } var r = f()() ==> b
        var fs = []; for (var i of [1, 2]) { let x; fs.push(() => x); if (i === 2) x = 5 } var r = fs.map(f => f()) ==> [null,5]
        var r = []; for (let i = 0; i < 2; i++) { switch (i) { case 0: let x = 'a'; r.push(() => x); break; default: let y = 'b'; r.push(() => y + i) } } r = r.map(f => f()) ==> ["a","b1"]
        var fs = []; for (let i = 0; i < 2; i++) { function g() { return i + h() } function h() { return i * 10 } fs.push(g) } var r = fs.map(f => f()) ==> [0,11]
        'use strict'; let r = []; { r.push(f()); function f() { return 'in' } } r.push(typeof f) ==> ["in","undefined"]
        let z; if (true) { function f() { return 1 } } else { function f() { return 2 } } var r = f() ==> 1
        { function f() { return 1 } { function f() { return 2 } } let z = 1; var r = [f()] } r.push(f()) ==> [1,2]
        function tag(s, ...v) { return s.join('|') + '#' + v.join() + '#' + s.raw[0] } var r = [tag`a\n${1}b${2}`, ((s) => s.length)`x`, String.raw`\d${1}`] ==> ["a\n|b|#1,2#a\\n",1,"\\d1"]
        function id(s) { return s } function g() { return id`x${1}` } var r = [g() === g(), id`x${1}` === g(), Object.isFrozen(g()), Array.isArray(g().raw)] ==> [true,false,true,true]
        var o = {n: 4, tag(s, x) { return s[0] + x + this.n } }; var r = [o.tag`a${1}`, o?.['tag']?.('b', 2), (x => y => x[0] + y[0])`a``b`] ==> ["a14","b24","ab"]
        var o = {a: {b() { return this.c }, c: 2}}; var r = [(o?.a.b)(), (o.a?.b)(), o.a?.['b']?.(), delete o?.a?.c, delete o.z?.y, o] ==> [2,2,2,true,true,{"a":{}}]
        var n = 0, o = {get a() { n++; return this.v }, set a(x) { this.v = x }}; function f() { n += 10; return o } f().a ??= 1; f()['a'] ||= 2; f().a &&= 3; var r = [o.a, n] ==> [3,34]
        var a = {}, k = 0; a[k ??= 1] ??= 7; a[k++] ??= 8; var r = [a, k] ==> [{"0":7},1]
        var o = {}, l = []; for (o.p of [1, 2]) l.push(o.p); for ([o.q, l[0]] of [[3, 4]]); for (o['s'] in {x: 1}); var r = [o, l] ==> [{"p":2,"q":3,"s":"x"},[4,2]]
        var o = {x: 1, get b() { return this.x }}; var p = {...o, get b() { return 'own' }, ...{c: 2}, get ['d']() { return this.c }}; var r = [p.b, p.d, Object.keys(p)] ==> ["own",2,["x","b","c","d"]]
        const a = 5; function g(n = a) { const a = n * 2; return a } var r = [g(), g(1)] ==> [10,2]
        var a = 5; function g(n = a, f = () => a) { if (n) { var a = n * 2 } return [n, a, f()] } var r = g() ==> [5,10,5]
        function f(a, b = 2) { a = 9; b = 8; return [arguments.length, arguments[0], arguments[1], a, b] } var r = [f(1), f(1, 3)] ==> [[1,1,null,9,8],[2,1,3,9,8]]
        function f(a, b) { a = 9; return arguments[0] } var r = [f(1), ((a) => { a = 2; return a })(1)] ==> [9,2]
        function f({a}, [b] = [2]) { return [arguments.length, typeof arguments[0], a, b] } var r = f({a: 1}) ==> [1,"object",1,2]
        var r; try { x; let x = 1 } catch (e) { r = e.name } ==> ReferenceError
        var r; try { let x = x + 1 } catch (e) { r = e.name } ==> ReferenceError
        var r; try { (function (a = b, b = 1) { })() } catch (e) { r = e.name } ==> ReferenceError
        var r = ((a, b = a, c = () => a + b) => { a = 5; return c() })(1) ==> 6
        var l\u0065t = 2, \u{61}b = 3; var r = [let, ab, {\u0063: 1}.c, `${l\u0065t}`] ==> [2,3,1,"2"]
        let of = 3, async = 4, get = 5, from = 6; let [set] = [7]; var r = of + async + get + from + set ==> 25
        for (let of of [1, 2]) { var r = of } for (var of = 0; of < 3; of++); r += of ==> 5
        let yield_ = 1, await = 2; var r = yield_ + await ==> 3
        var r = ((a) => a ** 2 ** 1)(3) + (-2) ** 2 + 2 ** -1 ==> 13.5
        const f = () => { }, g = () => ({}), h = () => [], i = _ => void 0; var r = [f(), g(), h(), i()] ==> [null,{},[],null]
        let s = ''; for (const [k, v] of new Map([['a', 1], ['b', 2]])) s += k + v; for (const {length: n} of ['x', 'yy']) s += n; var r = s ==> a1b212
        let x = 1; { var r = [x]; } { let x = 2; r.push(x); { let x = 3; r.push(x) } r.push(x) } r.push(x) ==> [1,2,3,2,1]
        var r = []; for (let i = 0; i < 2; i++) { let i = 'x'; r.push(i) } for (let i of [1]) { const i = 'y'; r.push(i) } ==> ["x","x","y"]
        var r = (function () { return [...arguments].map((x, i) => x + arguments[i] + this.k) }).call({k: 1}, 1, 2) ==> [3,5]
        var o = {f() { return [() => this === o, function () { return this === o }].map(f => f()) }}; var r = o.f() ==> [true,false]
        var r = (() => { try { return 'a' } finally { r = 'b' } })() + r ==> ab
        var r = []; try { for (const x of [1, 2, 3]) { if (x === 2) throw new Error('e' + x); r.push(x) } } catch ({message: m}) { r.push(m) } finally { r.push('end') } ==> [1,"e2","end"]
        const fns = {}; for (const name of ['a', 'b']) fns[name] = (...args) => `${name}(${args.map(a => `<${a}>`)})`; var r = [fns.a(1, 2), fns.b()] ==> ["a(<1>,<2>)","b()"]
        const {a = 1, ...rest} = {b: 2, c: {d: 3}}, {c: {d}} = rest, [e, , f = d, ...g] = 'wxyz'; var r = [a, rest, d, e, f, g] ==> [1,{"b":2,"c":{"d":3}},3,"w","y",["z"]]
        const k = 'x'; const {[k + 1]: v = 4, [k]: w, ...o} = {x: 1, x2: 2}; var r = [v, w, o] ==> [4,1,{"x2":2}]
        let a = 1, b = 2; [a, b] = [b, a]; ({a, b: [b]} = {a: b, b: [a]}); var r = [a, b] ==> [1,2]
        var x = 'g'; { let x = 'b'; var f = () => x } var r = [f(), x, (() => { var x = 'l'; return (() => x)() })()] ==> ["b","g","l"]
        var r = 1_0.5 + 0xF_F + 1e1_0 / 1e10 + .5_0 ==> 267
        var a = [3, 1, 2], r = [...a].sort((x, y) => x - y), [lo, ...hi] = r; r = {lo, hi, a} ==> {"lo":1,"hi":[2,3],"a":[3,1,2]}
        class Counter { static #made = 0; #n = 0; constructor() { Counter.#made++ } tick() { this.#n++; return this } get n() { return this.#n } static get made() { return Counter.#made } } var r = [new Counter().tick().tick().n, new Counter().n, Counter.made] ==> [2,0,2]
        class A { 'constructor'() { this.k = 1 } static prototype2 = 1; static name2() { return this.name } } var r = [A.name2(), A.prototype2] ==> ["A",1]
        label: { class A { m() { return 1 } } var r = new A().m(); if (r) break label; r = 2 } ==> 1
        var r = []; do { const x = r.length; r.push(() => x); if (x === 1) continue; r.push('n') } while (r.length < 5); r = r.map(f => typeof f === 'string' ? f : f()) ==> [0,"n",2,"n",4,"n"]
        switch (3) { case 1: function a() { return 1 } case 3: var r = typeof a; let q = 1; r += q } ==> function1
        const compose = (...f) => x => f.reduceRight((v, g) => g(v), x); var r = compose(x => x + 1, x => x * 2)(5) ==> 11
        var r = `a${`b${`c${1 + 1}`}`}` + `\u0041\x42\
        c` + `$` + `{}` + `\${}` ==> abc2ABc${}${}
        let i = 0; const o = {get [`k${i++}`]() { return i }, [`k${i++}`]: i, ['m']() { return i }}; var r = [o.k0, o.k1, o.m()] ==> [2,2,2]
        """#
}
