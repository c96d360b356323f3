/// Probes of the language: the expression, and what ECMAScript 5.1 says that its text is.
extension ConformanceTests {
    /// Chapter 7 Lexical conventions.
    static let lexicalConventions = #"""
        eval('1\u2028+1') ==> 2
        eval('1/*\n*/+1') ==> 2
        eval('a\u00A0=\uFEFF3;a') ==> 3
        '\x41\u0042\103' ==> ABC
        '\b\t\n\v\f\r'.length ==> 6
        'a\
        b' ==> ab
        0x1F + 0XfF ==> 286
        .5 + 5. + 1e1 ==> 15.5
        1E-7 ==> 1e-7
        (function () { var a = 1
        var b = 2
        return a + b })() ==> 3
        (function () { return
        1 })() ==> undefined
        (function () { var i = 1, j = 2; i
        ++
        j; return i + ',' + j })() ==> 1,3
        eval('var \\u0061b = 4; ab') ==> 4
        eval('var äöü = 5; äöü') ==> 5
        eval('var $_ = 6; $_') ==> 6
        ({if: 1, class: 2}).if ==> 1
        ({null: 7}).null ==> 7
        new RegExp(/[/]\/x/.source).test('//x') ==> true
        (function () { try { eval('var class = 1') } catch (e) { return e.name } })() ==> SyntaxError
        (function () { try { eval('3in []') } catch (e) { return e.name } })() ==> SyntaxError
        (function () { try { eval('"a\nb"') } catch (e) { return e.name } })() ==> SyntaxError
        '\q\'' ==> q'
        eval('/* a */ 1 // b') ==> 1
        """#

    /// Chapter 8 Types.
    static let types = #"""
        typeof undefined + typeof null + typeof true ==> undefinedobjectboolean
        typeof 'a' + typeof 1 + typeof {} + typeof function () {} ==> stringnumberobjectfunction
        'ab\u0000c'.length ==> 4
        '\uD83D\uDE00'.length ==> 2
        '\uD83D\uDE00'.charCodeAt(1) ==> 56832
        1 / -0 ==> -Infinity
        9007199254740993 ==> 9007199254740992
        5e-324 > 0 ==> true
        5e-324 / 2 === 0 ==> true
        1.7976931348623157e308 * 10 ==> Infinity
        0.1 + 0.2 ==> 0.30000000000000004
        (function () { var o = {b: 1, a: 2, c: 3}, s = ''; for (var k in o) s += k; return s })() ==> bac
        (function () { var o = {get x() { return 5 }}; o.x = 1; return o.x })() ==> 5
        (function () { var s, o = {set x(v) { s = v }}; o.x = 9; return s + String(o.x) })() ==> 9undefined
        Object.prototype.toString.call(null) + Object.prototype.toString.call(undefined) ==> [object Null][object Undefined]
        """#

    /// Chapter 9 Type conversion.
    static let conversions = #"""
        Number('') + Number(' \n12\t') ==> 12
        Number('0x10') ==> 16
        Number('1e3') + Number('-.5') ==> 999.5
        Number('1 2') ==> NaN
        Number('Infinity') + Number('-Infinity') ==> NaN
        Number(null) + Number(true) ==> 1
        Number(undefined) ==> NaN
        Number([5]) + Number([]) ==> 5
        Number('5e-324') ==> 5e-324
        Number('1797693134862315e293') ==> 1.797693134862315e+308
        Number('9007199254740993') ==> 9007199254740992
        Number('2.2250738585072011e-308') ==> 2.225073858507201e-308
        String(123456789012345680000) ==> 123456789012345680000
        String(1e21) ==> 1e+21
        String(1.5e-7) + String(0.000001) ==> 1.5e-70.000001
        String(-0) + String([1, [2, 3]]) + String(null) ==> 01,2,3null
        String(4.35) + String(0.1 * 3) + String(1 / 3) ==> 4.350.300000000000000040.3333333333333333
        String(5e-324) + String(1.7976931348623157e308) ==> 5e-3241.7976931348623157e+308
        String(100) + String(1e5) + String(123.456) ==> 100100000123.456
        [!!'', !!'0', !!NaN, !!{}, !!-0].join() ==> false,true,false,true,false
        (4294967296.5 | 0) + (4294967295 | 0) ==> -1
        (2147483648 | 0) + (-1 >>> 0) ==> 2147483647
        1 << 33 ==> 2
        String.fromCharCode(65601) ==> A
        '' + {valueOf: function () { return 1 }, toString: function () { return 2 }} ==> 1
        '' + new Date(NaN) ==> Invalid Date
        (function () { try { return +Object.create(null) } catch (e) { return e.name } })() ==> TypeError
        """#

    /// Chapter 10 Executable code.
    static let executableCode = #"""
        (function (a) { arguments[0] = 2; return a })(1) ==> 2
        (function (a) { 'use strict'; arguments[0] = 2; return a })(1) ==> 1
        (function (a, b) { return arguments.length + arguments.callee.length })(1) ==> 3
        (function () { return typeof f; function f() {} })() ==> function
        (function () { var r = typeof x; var x = 1; return r })() ==> undefined
        (function () { return this === undefined })() ==> false
        (function () { 'use strict'; return this === undefined })() ==> true
        (function () { 'use strict'; try { arguments.callee } catch (e) { return e.name } })() ==> TypeError
        (function () { eval('var q = 3'); return q })() ==> 3
        (function () { 'use strict'; eval('var q = 3'); return typeof q })() ==> undefined
        (function () { var x = 1; return (0, eval)('typeof x') })() ==> undefined
        (function () { var x = 1; return eval('x + 1') })() ==> 2
        (function f() { try { f = 1 } catch (e) {} return typeof f })() ==> function
        (function (a) { var a; return a })(4) ==> 4
        (function (a) { function a() {} return typeof a })(4) ==> function
        Object.prototype.toString.call((function () { return arguments })()) ==> [object Arguments]
        (function () { 'use strict'; try { undeclared = 1 } catch (e) { return e.name } })() ==> ReferenceError
        (function () { 'use strict'; try { Object.freeze([1]).push(2) } catch (e) { return e.name } })() ==> TypeError
        (function () { try { eval('"use strict"; with ({}) {}') } catch (e) { return e.name } })() ==> SyntaxError
        (function () { try { eval('"use strict"; 010') } catch (e) { return e.name } })() ==> SyntaxError
        (function () { try { eval('"use strict"; var eval = 1') } catch (e) { return e.name } })() ==> SyntaxError
        (function () { try { eval('"use strict"; function f(a, a) {}') } catch (e) { return e.name } })() ==> SyntaxError
        (function () { try { eval('"use strict"; var x; delete x') } catch (e) { return e.name } })() ==> SyntaxError
        """#

    /// Chapter 11 Expressions.
    static let expressions = #"""
        [1, , 3].length + [, ].length ==> 4
        1 in [1, , 3] ==> false
        ({a: 1, get b() { return 2 }, 'c d': 3, 4: 5})[4] ==> 5
        new (function () { this.a = 1 })().a ==> 1
        (function () { var o = {f: function () { return this === o }}; return o.f() && (o.f)() })() ==> true
        (function () { var i = 5; return i++ + ++i })() ==> 12
        (function () { var o = {a: 1}; return delete o.a && !('a' in o) })() ==> true
        delete Math.PI ==> false
        typeof unknownThing ==> undefined
        void 0 ==> undefined
        +'3' - -'4' ==> 7
        ~5 + !0 ==> -5
        7 % -3 + -7 % 3 ==> 0
        1 / (-1 % 1) ==> -Infinity
        5.5 % 2 ==> 1.5
        '5' * '2' + '5' + 2 ==> 1052
        -1 >>> 28 ==> 15
        -9 >> 1 ==> -5
        'b' > 'a' && '10' < '9' ==> true
        '10' < 9 ==> false
        null >= 0 && !(null > 0) && !(null == 0) ==> true
        undefined == null && !(undefined === null) ==> true
        NaN == NaN || NaN != NaN ==> true
        '1' == 1 && true == '1' && [1] == 1 ==> true
        [] instanceof Array && !(1 instanceof Number) ==> true
        (function () { try { return 1 instanceof 1 } catch (e) { return e.name } })() ==> TypeError
        (function () { try { return 'a' in 'b' } catch (e) { return e.name } })() ==> TypeError
        (5 & 3) + (5 | 3) + (5 ^ 3) ==> 14
        0 || 'a' && 'b' ==> b
        (1, 2, 3) ==> 3
        (function () { var a = [1, 2], i = 0; a[i++] += 10; return a + ',' + i })() ==> 11,2,1
        (function () { var x = 2; x <<= 3; x ^= 1; x %= 5; return x })() ==> 2
        (function () { try { null.x } catch (e) { return e.name } })() ==> TypeError
        (function () { var log = ''; function f(x) { log += x; return x } f(1) + f(2) * f(3); return log })() ==> 123
        """#

    /// Chapter 12 Statements.
    static let statements = #"""
        (function () { a: for (;;) { for (;;) break a } return 1 })() ==> 1
        (function () { var s = ''; a: for (var i = 0; i < 3; i++) for (var j = 0; j < 3; j++) { if (j == 1) continue a; s += i + '' + j } return s })() ==> 001020
        (function () { var i = 0; do i++; while (i < 5); return i })() ==> 5
        (function () { var n = 0; for (var i = 0, j = 9; i < j; i++, j--) n++; return n })() ==> 5
        (function () { for (var k in null) return 1; return 2 })() ==> 2
        (function () { var s = ''; for (var k in [7, 8]) s += typeof k + k; return s })() ==> string0string1
        (function () { var o = {a: 1, b: 2}, s = ''; for (var k in o) { delete o.b; s += k } return s })() ==> a
        (function () { function P() {} P.prototype.z = 1; var o = new P, s = ''; o.y = 2; for (var k in o) s += k; return s })() ==> yz
        (function () { switch (3) { case 1: return 'a'; default: var x = 'd'; case 2: return x + 'b' } })() ==> db
        (function () { switch ('1') { case 1: return 'n'; case '1': return 's' } })() ==> s
        (function () { try { throw 1 } catch (e) { return e } finally { return 2 } })() ==> 2
        (function () { var s = ''; try { try { throw 'a' } finally { s += 'f' } } catch (e) { s += e } return s })() ==> fa
        (function () { var e = 1; try { throw 2 } catch (e) { e = 3 } return e })() ==> 1
        (function () { with ({x: 5}) { return x } })() ==> 5
        (function () { var x = 1, o = {}; with (o) { x = 2 } return x + String(o.x) })() ==> 2undefined
        (function () { for (var i = 0; i < 5; i++) { try { continue } finally { if (i == 3) break } } return i })() ==> 3
        (function () { if (0) ; else return 'e' })() ==> e
        eval('1; if (false) 2') ==> 1
        eval('var x = 1; do { x++; if (x == 3) break; x } while (true)') ==> 2
        eval('{}') ==> undefined
        (function () { try { eval('break') } catch (e) { return e.name } })() ==> SyntaxError
        (function () { try { eval('a: a: 1') } catch (e) { return e.name } })() ==> SyntaxError
        """#

    /// Chapter 13, 14 Functions and programs.
    static let functionsAndPrograms = #"""
        (function f(n) { return n < 2 ? 1 : n * f(n - 1) })(10) ==> 3628800
        (function (a, b, c) {}).length ==> 3
        typeof (function () {}).prototype ==> object
        (function () { function F() {} return new F().constructor === F })() ==> true
        (function () { function F() { return {a: 1} } return new F().a })() ==> 1
        (function () { function F() { this.b = 2; return 1 } return new F().b })() ==> 2
        (function () { var f = []; for (var i = 0; i < 3; i++) f.push(function () { return i }); return f[0]() })() ==> 3
        (function () { return (function () { return typeof arguments })() })() ==> object
        (function () { 'use strict'; return (function () { return this })() })() ==> undefined
        Object.keys(function () {}).length ==> 0
        (function f(n) { return n ? 1 + f(n - 1) : 0 })(5000) ==> 5000
        eval(Array(10001).join('1+') + '1') ==> 10001
        """#

    /// Chapter 15.1 The global object.
    static let globalObject = #"""
        parseInt('0x1f') + parseInt('12px') + parseInt('z', 36) ==> 78
        parseInt('010') ==> 10
        parseInt('') ==> NaN
        parseInt('900719925474099267') ==> 900719925474099300
        parseFloat('3.14abc') + parseFloat('.5e1') ==> 8.14
        parseFloat('-Infinityx') ==> -Infinity
        isNaN('a') && !isNaN('1') && isFinite('1') && !isFinite(1 / 0) ==> true
        encodeURIComponent('ä&/ \u20AC\uD83D\uDE00') ==> %C3%A4%26%2F%20%E2%82%AC%F0%9F%98%80
        encodeURI('ä&/ ?#;,') ==> %C3%A4&/%20?#;,
        decodeURIComponent('%F0%9F%98%80').length ==> 2
        decodeURI('%26%C3%A4') ==> %26ä
        (function () { try { decodeURIComponent('%C3') } catch (e) { return e.name } })() ==> URIError
        (function () { try { encodeURIComponent('\uD800') } catch (e) { return e.name } })() ==> URIError
        eval(5) + eval('2+3') + String(eval()) ==> 10undefined
        (function () { NaN = 1; undefined = 2; return isNaN(NaN) && undefined === void 0 })() ==> true
        """#

    /// Chapter 15.2 Objects.
    static let objects = #"""
        Object.keys({b: 1, a: 2}).join() ==> b,a
        Object.getOwnPropertyNames('ab').sort().join() ==> 0,1,length
        Object.getPrototypeOf(Object.create(Array.prototype)) === Array.prototype ==> true
        Object.create({a: 1}, {b: {value: 2, enumerable: true}}).b ==> 2
        (function () { var o = Object.defineProperty({}, 'a', {value: 1}); o.a = 2; delete o.a; return o.a })() ==> 1
        (function () { var d = Object.getOwnPropertyDescriptor({get a() { return 1 }}, 'a'); return typeof d.get + d.set + d.enumerable + d.configurable })() ==> functionundefinedtruetrue
        (function () { try { Object.defineProperty({}, 'a', {get: function () {}, value: 1}) } catch (e) { return e.name } })() ==> TypeError
        (function () { var o = Object.freeze({a: 1}); o.a = 2; o.b = 3; return o.a + String(o.b) + Object.isFrozen(o) })() ==> 1undefinedtrue
        (function () { var o = Object.seal({a: 1}); o.a = 2; delete o.a; o.b = 1; return o.a + String(o.b) + Object.isSealed(o) })() ==> 2undefinedtrue
        Object.isExtensible(Object.preventExtensions({})) ==> false
        ({a: 1}).hasOwnProperty('a') && !({}).hasOwnProperty('toString') ==> true
        ({}).propertyIsEnumerable.call([1], 'length') ==> false
        Object.prototype.isPrototypeOf.call(Array.prototype, []) ==> true
        Object.prototype.toString.call(new Date(0)) + Object.prototype.toString.call(/a/) ==> [object Date][object RegExp]
        typeof Object(1) + Object('ab').length ==> object2
        (function () { var a = []; Object.defineProperty(a, 'length', {writable: false}); try { 'use strict'; a.push(1) } catch (e) { return e.name } })() ==> TypeError
        Object.defineProperties({}, {x: {value: 3}}).x ==> 3
        Object.getOwnPropertyDescriptor([1], 'length').writable ==> true
        """#
}
