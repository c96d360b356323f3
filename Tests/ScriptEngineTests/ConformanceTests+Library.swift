/// Probes of the library: the expression, and what ECMAScript 5.1 says that its text is.
extension ConformanceTests {
    /// Chapter 15.3 Functions.
    static let functions = #"""
        Function('a', 'b', 'return a * b')(3, 4) ==> 12
        new Function('a, b', 'return a - b')(3, 4) ==> -1
        Math.max.apply(null, [1, 5, 3]) ==> 5
        Math.max.apply(null, {length: 2, 0: 4, 1: 9}) ==> 9
        (function () { return this.a }).call({a: 4}) ==> 4
        (function () { return typeof this }).call(5) ==> object
        (function () { 'use strict'; return typeof this }).call(5) ==> number
        (function (a, b) { return a + b + this.c }).bind({c: 3}, 1)(2) ==> 6
        (function (a, b) {}).bind(null, 1).length ==> 1
        (function () { function P(x) { this.x = x } var B = P.bind(null, 7); return new B().x + String(new B() instanceof P) })() ==> 7true
        /^\s*function f\s*\(/.test(String(function f() {})) ==> true
        'prototype' in (function () {}).bind() ==> false
        typeof Function.prototype() ==> undefined
        """#

    /// Chapter 15.4 Arrays.
    static let arrays = #"""
        [1, 2].concat(3, [4, [5]]).length ==> 5
        [1, null, undefined, [2, [3]]].join('-') ==> 1---2,3
        [3, 1, 10, 2].sort().join() ==> 1,10,2,3
        [3, , 1, undefined, 2].sort().length + [3, undefined, 1].sort().join() ==> 51,3,
        [5, 1, 4].sort(function (a, b) { return b - a }).join() ==> 5,4,1
        [1, 2, 3, 4, 5].slice(-3, -1).join() ==> 3,4
        (function () { var a = [1, 2, 3, 4]; var r = a.splice(1, 2, 'x', 'y', 'z'); return a + '|' + r })() ==> 1,x,y,z,4|2,3
        (function () { var a = [1]; return a.push(2, 3) + a.unshift(0) + a.shift() + a.pop() + '' + a })() ==> 101,2
        [1, 2, 3].reverse().join() ==> 3,2,1
        [1, 2, 1].indexOf(1, 1) + [1, 2, 1].lastIndexOf(1) + [NaN].indexOf(NaN) ==> 3
        [1, 2, 3].map(function (x, i, a) { return x * i + a.length }).join() ==> 3,5,9
        [1, 2, 3, 4].filter(function (x) { return x % 2 }).join() ==> 1,3
        [1, 2, 3].reduce(function (a, b) { return a + b }) + [1, 2].reduceRight(function (a, b) { return a + '' + b }) ==> 621
        [1, , 3].every(function (x) { return x }) && ![].some(function () { return true }) ==> true
        (function () { var n = 0; [1, , 3].forEach(function () { n++ }); return n })() ==> 2
        (function () { try { [].reduce(function () {}) } catch (e) { return e.name } })() ==> TypeError
        (function () { var a = [1, 2, 3]; a.length = 1; return a[1] + '' + a.length })() ==> undefined1
        (function () { var a = []; a[4294967294] = 1; return a.length })() ==> 4294967295
        (function () { var a = []; a['01'] = 1; a[4294967295] = 2; return a.length })() ==> 0
        (function () { try { [].length = -1 } catch (e) { return e.name } })() ==> RangeError
        new Array(3).length + Array(1, 2).length + new Array('3').length ==> 6
        Array.isArray([]) && !Array.isArray({length: 0}) ==> true
        Array.prototype.slice.call({0: 'a', 1: 'b', length: 2}).join() ==> a,b
        [1, 2].toString() + [[]].toString() ==> 1,2
        [].concat.call(1, 2).length ==> 2
        """#

    /// Chapter 15.5 Strings.
    static let strings = #"""
        'abc'.charAt(1) + 'abc'.charAt(9) + 'abc'.charCodeAt(0) + 'abc'[2] ==> b97c
        isNaN(''.charCodeAt(0)) ==> true
        'a-b-c'.split('-').join() + 'abc'.split('').length ==> a,b,c3
        'a1b2'.split(/\d/).length + 'a1b'.split(/(\d)/).join() ==> 3a,1,b
        'a,b,c'.split(',', 2).join() ==> a,b
        'abcabc'.indexOf('c', 3) + 'abcabc'.lastIndexOf('c', 4) ==> 7
        'abcdef'.slice(-3, -1) + 'abcdef'.substring(4, 1) ==> debcd
        'aXbX'.replace('X', '$$-$&') ==> a$-XbX
        'john smith'.replace(/(\w+) (\w+)/, '$2, $1') ==> smith, john
        'abc'.replace(/b/, function (m, at, s) { return m + at + s }) ==> ab1abcc
        'aaa'.replace(/a/g, 'b') + 'abc'.replace('b', "[$`|$']") ==> bbba[a|c]c
        'aBc'.toUpperCase() + 'ÄÖ'.toLowerCase() + 'ß'.toUpperCase() ==> ABCäöSS
        ' \t\u00A0\uFEFFa\u2029 '.trim() ==> a
        'abc'.match(/x/) === null && 'a1b2'.match(/\d/g).join() == '1,2' ==> true
        'a1'.match(/(\d)/).index + 'ab'.search(/b/) ==> 2
        'a'.localeCompare('b') < 0 && 'a'.localeCompare('a') === 0 ==> true
        'a'.concat('b', 1) + String.fromCharCode(72, 105) ==> ab1Hi
        new String('abc').length + typeof new String('') ==> 3object
        '\uD83D\uDE00'.split('').length + '\uD83D\uDE00'.charAt(0).length ==> 3
        'abc'.substring(NaN, 2) + 'abc'.slice(2, 1) ==> ab
        """#

    /// Chapter 15.6, 15.7 Booleans and numbers.
    static let numbers = #"""
        typeof new Boolean(false) + !!new Boolean(false) + Boolean('') ==> objecttruefalse
        (255).toString(16) + (0.5).toString(2) + (-255).toString(36) ==> ff0.1-73
        (1.005).toFixed(2) + (1e21).toFixed(2) + (0).toFixed(2) ==> 1.001e+210.00
        (0.000001).toFixed(7) + (123.456).toFixed(0) + (-1.5).toFixed(0) ==> 0.0000010123-2
        (1000000000000000128).toFixed(0) ==> 1000000000000000128
        (123.456).toExponential(2) + (0).toExponential() + (0.00015).toExponential() ==> 1.23e+20e+01.5e-4
        (123.456).toPrecision(4) + (0.000123).toPrecision(2) + (1e21).toPrecision(3) ==> 123.50.000121.00e+21
        (25).toPrecision(1) + (1.25).toPrecision(2) ==> 3e+11.3
        Number.MAX_VALUE + Number.MIN_VALUE === 1.7976931348623157e308 ==> true
        (function () { try { (1).toFixed(101) } catch (e) { return e.name } })() ==> RangeError
        (function () { try { (1).toString(1) } catch (e) { return e.name } })() ==> RangeError
        (function () { try { Number.prototype.valueOf.call('a') } catch (e) { return e.name } })() ==> TypeError
        NaN.toFixed(2) + Infinity.toString() ==> NaNInfinity
        """#

    /// Chapter 15.8 Math.
    static let math = #"""
        Math.round(2.5) + Math.round(-2.5) + Math.round(0.49999999999999994) ==> 1
        1 / Math.round(-0.2) ==> -Infinity
        Math.max() + ',' + Math.min() + ',' + Math.max(1, NaN) ==> -Infinity,Infinity,NaN
        1 / Math.max(-0, 0) + 1 / Math.min(0, -0) ==> NaN
        Math.pow(2, 0.5) === Math.SQRT2 && isNaN(Math.pow(1, Infinity)) ==> true
        Math.pow(NaN, 0) + Math.pow(2, 10) ==> 1025
        Math.atan2(0, -0) === Math.PI && Math.sqrt(16) === 4 ==> true
        Math.floor(-1.5) + Math.ceil(-1.5) + Math.abs(-3) ==> 0
        1 / Math.ceil(-0.5) ==> -Infinity
        Math.exp(1) === Math.E && Math.log(Math.E) === 1 ==> true
        Math.sin(0) + Math.cos(0) + Math.tan(0) + Math.asin(0) + Math.acos(1) ==> 1
        (function () { for (var i = 0; i < 99; i++) { var r = Math.random(); if (!(r >= 0 && r < 1)) return false } return true })() ==> true
        """#

    /// Chapter 15.9 Dates.
    static let dates = #"""
        Date.UTC(2000, 1, 29, 12, 30, 15, 500) ==> 951827415500
        Date.parse('2011-10-05T14:48:00.000Z') ==> 1317826080000
        Date.parse('2011-10-05') ==> 1317772800000
        Date.parse('2011-10-05T14:48+01:00') ==> 1317822480000
        Date.parse('+012000-01-01T00:00:00Z') ==> 316516204800000
        isNaN(Date.parse('2011-13-01')) && isNaN(Date.parse('nonsense')) ==> true
        new Date(0).toISOString() + new Date(8.64e15).toISOString() ==> 1970-01-01T00:00:00.000Z+275760-09-13T00:00:00.000Z
        isNaN(new Date(8.64e15 + 1)) ==> true
        JSON.stringify(new Date(0)) + JSON.stringify(new Date(NaN)) ==> "1970-01-01T00:00:00.000Z"null
        new Date(2000, 0, 31).setMonth(1) === new Date(2000, 2, 2).getTime() ==> true
        new Date(99, 0).getFullYear() + new Date(2001, 0, 1, 25).getDate() ==> 2001
        (function () { var d = new Date(Date.UTC(2012, 1, 29)); return d.getUTCDay() + d.getUTCDate() + d.getUTCMonth() })() ==> 33
        (function () { var d = new Date(0); d.setUTCFullYear(2020); d.setUTCHours(5, 6, 7, 8); return d.toISOString() })() ==> 2020-01-01T05:06:07.008Z
        Date.parse(new Date(86400000).toString()) ==> 86400000
        Date.parse(new Date(86400000).toUTCString()) ==> 86400000
        Date.parse('Tue, 15 Nov 1994 12:45:26 GMT') ==> 784903526000
        typeof Date() + (new Date() - 0 > 1e12) + (Date.now() > 1e12) ==> stringtruetrue
        (function () { try { new Date(NaN).toISOString() } catch (e) { return e.name } })() ==> RangeError
        new Date(2020, 5, 15, 10, 20).getMinutes() + Date.length ==> 27
        """#

    /// Chapter 15.10 Regular expressions.
    static let regularExpressions = #"""
        /a|ab/.exec('abc')[0] ==> a
        /((a)|(ab))((c)|(bc))/.exec('abc').join() ==> abc,a,a,,bc,,bc
        /a[a-z]{2,4}?/.exec('abcdefghi')[0] ==> abc
        /(aa|aabaac|ba|b|c)*/.exec('aabaac').join() ==> aaba,ba
        /(z)((a+)?(b+)?(c))*/.exec('zaacbbbcac').join() ==> zaacbbbcac,z,ac,a,,c
        /(?=(a+))/.exec('baaabac')[1] ==> aaa
        /(?=(a+))a*b\1/.exec('baaabac').join() ==> aba,a
        /(.*?)a(?!(a+)b\2c)\2(.*)/.exec('baaabaac').join() ==> baaabaac,ba,,abaac
        /(a*)*/.exec('b').join() ==> ,
        /(?:)/.test('') && /[^]/.test('\n') && !/[]/.test('a') ==> true
        /^b/m.exec('a\nb')[0] + /a$/m.test('a\nb') ==> btrue
        /\bfoo\b/.test('a foo b') && /\Bo/.test('foo') ==> true
        /[\b]/.test('\b') && /\cJ/.test('\n') && /\x41\u0042/.test('AB') ==> true
        /\0/.test('\u0000') && /[\d-x]/.test('-') ==> true
        /\s/.test('\uFEFF') && /\S/.test('a') && /\w/.test('_') && /\W/.test('ä') ==> true
        /[a-z]/i.test('K') && /\u00E4/i.test('Ä') ==> true
        (function () { var r = /a/g, s = ''; while (r.test('aXa')) s += r.lastIndex; return s + r.lastIndex })() ==> 130
        (function () { try { new RegExp('(') } catch (e) { return e.name } })() ==> SyntaxError
        (function () { try { new RegExp('a', 'gg') } catch (e) { return e.name } })() ==> SyntaxError
        (function () { try { new RegExp('a{2,1}') } catch (e) { return e.name } })() ==> SyntaxError
        (function () { try { new RegExp('[b-a]') } catch (e) { return e.name } })() ==> SyntaxError
        String(new RegExp('/', 'gim')) + RegExp('').source ==> /\//gim(?:)
        /(a)|b/.exec('b')[1] === undefined ==> true
        /(?:a+)+b/.test('aaaaaaaaaaaaac') ==> false
        /(\2)(\1)/.exec('aaa').join() ==> ,,
        /x*/.exec('aaa').index + 'xxx'.replace(/x*?/g, '-') ==> 0-x-x-x-
        /^(?:(\d+)x)?\s*(\d+)$/.exec('12').join() ==> 12,,12
        /a.c/.test('a\nc') || /a.c/.test('a\u2028c') ==> false
        """#

    /// Chapter 15.11 Errors.
    static let errors = #"""
        String(new TypeError('a')) + new Error().message + Error('b').message ==> TypeError: ab
        new RangeError() instanceof Error && Error.prototype.name === 'Error' ==> true
        Error.prototype.toString.call({name: 'N', message: 'm'}) ==> N: m
        Error.prototype.toString.call({}) + ({}).toString.call(new Error) ==> Error[object Error]
        'message' in new Error() && !new Error(undefined).hasOwnProperty('message') ==> true
        Object.keys(new Error('a')).length ==> 0
        [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(function (E) { return new E('x').name }).join() ==> EvalError,RangeError,ReferenceError,SyntaxError,TypeError,URIError
        """#

    /// Chapter 15.12 JSON.
    static let json = #"""
        JSON.stringify({a: [1, 'x', null, undefined, function () {}], b: undefined}) ==> {"a":[1,"x",null,null,null]}
        JSON.stringify({b: 1, a: {c: [2]}}, null, 2).split('\n').join('~') ==> {~  "b": 1,~  "a": {~    "c": [~      2~    ]~  }~}
        JSON.stringify('\u0007"\\\n').length + JSON.stringify('\u2028').length ==> 17
        JSON.stringify({a: 1, b: 2, c: 3}, ['a', 'c']) ==> {"a":1,"c":3}
        JSON.stringify({a: 1, b: 'x'}, function (k, v) { return typeof v == 'number' ? v + 1 : v }) ==> {"a":2,"b":"x"}
        JSON.stringify([NaN, Infinity, -0, new Number(3), new String('s'), new Boolean(true)]) ==> [null,null,0,3,"s",true]
        JSON.stringify({toJSON: function (k) { return 'k' + k }}) + JSON.stringify(undefined) ==> "k"undefined
        (function () { var a = []; a[0] = a; try { JSON.stringify(a) } catch (e) { return e.name } })() ==> TypeError
        JSON.stringify([1, [2]], null, '--').split('\n').join('~') ==> [~--1,~--[~----2~--]~]
        JSON.parse('{"a": [1, 2.5e1, "\\u0041\\n"], "b": null}').a[1] ==> 25
        JSON.parse('[1,2,3]', function (k, v) { return v === 2 ? undefined : v }).length ==> 3
        JSON.parse('{"a":1,"a":2}').a + JSON.parse(' true ') ==> 3
        ['{a:1}', "{'a':1}", '[1,]', '01', '"\t"', 'undefined', ''].map(function (s) { try { JSON.parse(s); return 1 } catch (e) { return e.name.length } }).join() ==> 11,11,11,11,11,11,11
        JSON.parse('{"__proto__": 1}').hasOwnProperty('__proto__') ==> true
        JSON.parse('1e400') + JSON.parse('-0') ==> Infinity
        """#

    /// Chapter B Compatibility.
    static let compatibility = #"""
        eval('010 + 0') ==> 8
        '\101\0' === 'A\u0000' ==> true
        escape('ä b+c/@*_-.\u20AC') ==> %E4%20b+c/@*_-.%u20AC
        unescape('%E4%u20AC%zz%') ==> ä€%zz%
        'abcdef'.substr(1, 3) + 'abcdef'.substr(-2) + 'abc'.substr(5) ==> bcdef
        'abc'.substr(0, -1) + 'abc'.substr(1, NaN) + '|' ==> |
        new Date(2020, 0, 1).getYear() ==> 120
        (function () { var d = new Date(0); d.setYear(95); return d.getFullYear() })() ==> 1995
        Date.prototype.toGMTString === Date.prototype.toUTCString ==> true
        typeof escape + typeof unescape + typeof ''.substr ==> functionfunctionfunction
        """#
}
