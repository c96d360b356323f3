/// Scripts that restore the variables of a session, and make its random numbers.
///
/// They use ECMAScript 5 alone. Names that begin with `_x$` are theirs.
enum VariableScripts {
    /// Makes `Math.random` depend on a state of four words: Marsaglia's xorshift128.
    ///
    /// G. Marsaglia, *Xorshift RNGs*, 2003, doi:10.18637/jss.v008.i14.
    static func random(_ words: [UInt32]) -> String {
        """
        (function () {
            var a = \(words[0]), b = \(words[1]), c = \(words[2]), d = \(words[3]);
            function next() {
                var t = a ^ (a << 11); a = b; b = c; c = d; d = d ^ (d >>> 19) ^ t ^ (t >>> 8); return d >>> 0;
            }
            Math.random = function random() { return (next() * 2097152 + (next() >>> 11)) / 9007199254740992; };
            Object.defineProperty(this, '_x$random', {value: function (words) {
                if (words) { a = words[0]; b = words[1]; c = words[2]; d = words[3]; }
                return [a, b, c, d]; }});
            Object.defineProperty(_x$random, 'random', {value: Math.random});
        })()
        """
    }

    /// Makes `_x$session`, which knows the functions that programs declare.
    ///
    /// A program that may declare functions begins with a call of `note`, when its functions exist
    /// and nothing else has happened yet. Before its first run, `before` records the functions that
    /// exist.
    static let registry = """
        (function () {
            var names = Object.getOwnPropertyNames, description = Object.getOwnPropertyDescriptor;
            var global = this, known = null, programs = [], list = [];
            function value(name) { var d = description(global, name); return d && d.value; }
            Object.defineProperty(this, '_x$session', {value: {
                list: list,
                before: function () {
                    var all = names(global), i, v;
                    known = Object.create(null);
                    for (i = 0; i < all.length; i++) {
                        v = value(all[i]);
                        if (typeof v === 'function') known[all[i]] = v;
                    }
                },
                note: function (program) {
                    var own = programs[program], all, i, v, found = Object.create(null);
                    if (!own) {
                        own = programs[program] = [];
                        all = known ? names(global) : [];
                        for (i = 0; i < all.length; i++) {
                            v = value(all[i]);
                            if (typeof v === 'function' && known[all[i]] !== v) own[own.length] = all[i];
                        }
                        known = null;
                    }
                    for (i = 0; i < own.length; i++) found[own[i]] = value(own[i]);
                    list[program] = {names: own, functions: found};
                }
            }});
        })()
        """

    static let notingFunctions = "_x$session.before()"

    /// Returns a call that notes the functions that a program declares.
    ///
    /// - Parameter runs: Whether the program is to run; otherwise it only declares.
    static func noting(number: Int, runs: Bool = true) -> String {
        "_x$session.note(\(number));\(runs ? "" : "throw null;")"
    }

    /// The names of the variables that hold data, in lists of their own if copying the data would
    /// run a getter or a proxy, or takes too long.
    static let names = """
        (function () {
        var describe = Object.getOwnPropertyDescriptor, isList = Array.isArray, count;
        function check(v, depth) {
            var names, length, i, d, key;
            if (++count > 100000 || depth > 64) throw null;
            if (v === null || typeof v !== 'object') return;
            if (_x$isProxy(v)) throw null;
            names = isList(v) ? null : Object.keys(v);
            length = names ? names.length : v.length;
            for (i = 0; i < length; i++) {
                key = names ? names[i] : i;
                d = describe(v, key);
                if (d && (d.get || d.set)) throw null;
                check(d ? d.value : v[key], depth + 1);
            }
        }
        return Object.keys(this).filter(function (name) {
            var d = Object.getOwnPropertyDescriptor(this, name);
            return !/^_(event|name|sessionid|ioprocessors|x)$/.test(name) && 'value' in d && typeof d.value !== 'function';
        }, this).map(function (name) {
            count = 0;
            try { check(this[name], 0); return name; } catch (e) { return [name]; }
        }, this);
        }).call(this)
        """

    /// The location of the data to restore.
    static let savedLocation = "_x$session.saved"

    /// Gives all variables the values of `_x$session.saved`. The functions are declared already.
    static let restoring = """
        (function () {
            var saved = _x$session.saved, list = _x$session.list, global = this, objects = [], i, all;
            var hidden = /^_(x\\$.*|event|name|sessionid|ioprocessors|x)$/;
            _x$session.saved = undefined;
            function fail() { throw new Error('an unexpected value'); }
            function need(test) { if (!test) fail(); }
            function isList(v) { return Object.prototype.toString.call(v) === '[object Array]'; }
            function decode(v) {
                if (v === null || (typeof v !== 'object' && typeof v !== 'undefined')) return v;
                need(isList(v));
                switch (v[0]) {
                case 'u': return undefined;
                case 'n': need(/^(-0|NaN|-?Infinity)$/.test(v[1])); return v[1] === '-0' ? -0 : +v[1];
                case 'o': need(typeof v[1] === 'number' && v[1] in objects); return objects[v[1]];
                }
                fail();
            }
            function create(node) {
                var entry;
                switch (node.k) {
                case 'function':
                    entry = list[node.p];
                    need(entry && typeof node.n === 'string' && typeof entry.functions[node.n] === 'function');
                    return entry.functions[node.n];
                case 'array':
                    entry = []; need(typeof node.n === 'number' && node.n >>> 0 === node.n); entry.length = node.n; return entry;
                case 'date': return new Date(decode(node.t));
                case 'regexp':
                    need(typeof node.s === 'string' && /^g?i?m?$/.test(node.f));
                    entry = new RegExp(node.s === '(?:)' ? '' : node.s, node.f); entry.lastIndex = decode(node.l); return entry;
                case 'error': need(/^(Error|(Eval|Range|Reference|Syntax|Type|URI)Error)$/.test(node.n)); return new global[node.n]();
                case 'object': return {};
                case 'bare': return Object.create(null);
                case 'made': entry = decode(node.c); need(typeof entry === 'function'); return Object.create(entry.prototype);
                }
                fail();
            }
            function put(object, name, value, flags) {
                need(typeof name === 'string' && flags >>> 0 === flags && flags < 8);
                Object.defineProperty(object, name,
                    {value: value, writable: !(flags & 1), enumerable: !(flags & 2), configurable: !(flags & 4)});
            }
            function fill(object, node) {
                var i, part;
                if ((part = node.a)) {
                    need(isList(part) && part.length === node.n);
                    for (i = 0; i < part.length; i++) object[i] = decode(part[i]);
                }
                if ((part = node.m)) for (need(isList(part)), i = 0; i < part.length; i += 2) put(object, part[i], decode(part[i + 1]), 0);
                if ((part = node.x)) for (need(isList(part)), i = 0; i < part.length; i += 3) put(object, part[i], decode(part[i + 1]), part[i + 2]);
                if (node.w) Object.defineProperty(object, 'length', {writable: false});
                if (node.e) Object.preventExtensions(object);
            }
            need(saved && isList(saved.variables) && isList(saved.objects) && isList(saved.random));
            all = saved.objects;
            for (i = 0; i < all.length; i++) {
                need(all[i] && typeof all[i] === 'object');
                if (all[i].k === 'function') objects[i] = create(all[i]);
            }
            for (i = 0; i < all.length; i++) if (all[i].k !== 'function') objects[i] = create(all[i]);
            for (i = 0; i < all.length; i++) fill(objects[i], all[i]);
            all = saved.variables;
            for (i = 0; i < all.length; i += 2) {
                need(typeof all[i] === 'string' && !hidden.test(all[i]));
                global[all[i]] = decode(all[i + 1]);
            }
            all = saved.attributes || [];
            for (need(isList(all)), i = 0; i < all.length; i += 2) {
                need(typeof all[i] === 'string' && !hidden.test(all[i]) && typeof all[i + 1] === 'number');
                Object.defineProperty(global, all[i], {writable: !(all[i + 1] & 1), enumerable: !(all[i + 1] & 2)});
                if (all[i + 1] & 4) Object.defineProperty(global, all[i], {configurable: false});
            }
            all = saved.random;
            for (i = 0; i < all.length; i++) need(typeof all[i] === 'number');
            if (all.length === 4) _x$random(all);
        })()
        """
}
