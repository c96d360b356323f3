/// Scripts that save and restore the variables of a session, and make its random numbers.
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

    /// Describes the functions and objects that an engine has by itself.
    static let description = """
        (function () {
            var names = Object.getOwnPropertyNames, text = Function.prototype.toString, global = this;
            // Names a function that the engine adds to its own when a script needs it.
            var later = [].includes;
            var found = [], all = names(global).sort(), i, v;
            function kind(v) { return typeof v === 'function' ? text.call(v) : typeof v; }
            function members(v) {
                var all = names(v).sort(), line = '', i, d;
                for (i = 0; i < all.length; i++) {
                    if (v === Function.prototype && (all[i] === 'caller' || all[i] === 'arguments')) continue;
                    if (v === Math && all[i] === 'random') continue;
                    d = Object.getOwnPropertyDescriptor(v, all[i]);
                    line += all[i] + (d && typeof d.value === 'function' && /native/.test(text.call(d.value)) ? '! ' : ' ');
                }
                return line;
            }
            for (i = 0; i < all.length; i++) {
                if (all[i].substring(0, 3) === '_x$') { found.push([all[i], '', '', '']); continue; }
                v = Object.getOwnPropertyDescriptor(global, all[i]);
                v = v && v.value;
                if (v === null || v === global || (typeof v !== 'object' && typeof v !== 'function')) {
                    found.push([all[i], typeof v, '', '']);
                } else {
                    found.push([all[i], kind(v), members(v), v.prototype ? members(v.prototype) : '']);
                }
            }
            return found;
        })()
        """

    /// Returns all variables, or a text that says what can't be saved.
    ///
    /// A primitive value stands for itself; `['u']` for undefined, `['n', text]` for numbers that
    /// JSON lacks, `['o', index]` for an object. Objects are in one list, so that they may be
    /// shared and contain themselves. Of an object, `k` is the kind, `m` its members as names and
    /// values, `x` those with unusual attributes, `a` the elements of an array without holes.
    ///
    /// - Parameter builtIn: The description of a new engine, as a literal.
    static func saving(besides builtIn: String) -> String {
        """
        (function () {
            var builtIn = \(builtIn), now = \(description), session = this._x$session || {list: []};
            var names = Object.getOwnPropertyNames, describe = Object.getOwnPropertyDescriptor, global = this;
            var has = Object.prototype.hasOwnProperty, tag = Object.prototype.toString, own = {}, i, j, k;
            var objects = [], parents = [], keys = [], fixed = [], nodes = [], variables = [], mark = '_x$mark';
            function fail(why) { throw {problem: why}; }
            function part(key, isFirst) {
                return isFirst ? key : /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? '.' + key
                    : /^[0-9]+$/.test(key) ? '[' + key + ']' : '[' + JSON.stringify(key) + ']';
            }
            function path(parent, key) {
                var text = part(key, parent < 0);
                for (; parent >= 0; parent = parents[parent]) text = part(keys[parent], parents[parent] < 0) + text;
                return "'" + (text.length > 80 ? text.substring(0, 80) + '…' : text) + "'";
            }
            function number(v) {
                return v === v && v !== 1 / 0 && v !== -1 / 0 && !(v === 0 && 1 / v < 0) ? v
                    : ['n', v === 0 ? '-0' : '' + v];
            }
            function find(v) {
                var i;
                if (has.call(v, mark)) return v[mark];
                if (!Object.isExtensible(v)) for (i = 0; i < fixed.length; i++) if (objects[fixed[i]] === v) return fixed[i];
                return -1;
            }
            function encode(v, parent, key) {
                var index;
                switch (typeof v) {
                case 'undefined': return ['u'];
                case 'boolean': return v;
                case 'string':
                    if (/[\\uD800-\\uDFFF]/.test(v.replace(/[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]/g, '')))
                        fail(path(parent, key) + ' is a text with an unpaired surrogate, which no file can hold');
                    return v;
                case 'number': return number(v);
                case 'object': case 'function': break;
                default: fail(path(parent, key) + ' is a ' + typeof v + ', which can\\'t be saved');
                }
                if (v === null) return v;
                if (_x$isProxy(v)) fail(path(parent, key) + ' is a proxy, which can\\'t be saved; keep its target');
                index = find(v);
                if (index < 0) {
                    index = objects.length;
                    objects[index] = v; parents[index] = parent; keys[index] = key;
                    if (Object.isExtensible(v)) Object.defineProperty(v, mark, {value: index, configurable: true});
                    else fixed[fixed.length] = index;
                }
                return ['o', index];
            }
            function declared(v) {
                var i, j, entry;
                for (i = 0; i < session.list.length; i++) {
                    entry = session.list[i];
                    for (j = 0; entry && j < entry.names.length; j++)
                        if (entry.functions[entry.names[j]] === v) return {k: 'function', p: i, n: entry.names[j]};
                }
                return null;
            }
            function madeBy(proto) {
                var i, j, entry;
                for (i = 0; i < session.list.length; i++) {
                    entry = session.list[i];
                    for (j = 0; entry && j < entry.names.length; j++)
                        if (entry.functions[entry.names[j]].prototype === proto) return entry.functions[entry.names[j]];
                }
                return null;
            }
            function begin(v, index) {
                var proto = Object.getPrototypeOf(v), node, maker, kinds, i;
                function where() { return path(parents[index], keys[index]); }
                if (typeof v === 'function') {
                    node = declared(v);
                    if (!node) fail(where() + ' is a function that can\\'t be saved; declare it by "function name() {}" at '
                        + 'the top level of a script');
                    kinds = v.prototype ? names(v.prototype) : [];
                    if (v.prototype && (kinds.length !== 1 || kinds[0] !== 'constructor' || v.prototype.constructor !== v))
                        fail('the prototype of ' + where() + ' has members, which can\\'t be saved');
                    return node;
                }
                switch (tag.call(v)) {
                case '[object Array]': if (proto === Array.prototype) return {k: 'array', n: v.length}; break;
                case '[object Date]':
                    if (proto === Date.prototype) return {k: 'date', t: number(Date.prototype.getTime.call(v))}; break;
                case '[object RegExp]':
                    if (proto === RegExp.prototype) return {k: 'regexp', s: v.source, l: v.lastIndex,
                        f: (v.global ? 'g' : '') + (v.ignoreCase ? 'i' : '') + (v.multiline ? 'm' : '')}; break;
                case '[object Error]':
                    kinds = ['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'];
                    for (i = 0; i < kinds.length; i++)
                        if (proto === global[kinds[i]].prototype) return {k: 'error', n: kinds[i]};
                    break;
                case '[object Object]':
                    if (proto === Object.prototype) return {k: 'object'};
                    if (proto === null) return {k: 'bare'};
                    maker = madeBy(proto);
                    if (maker) return {k: 'made', c: encode(maker, index, 'constructor')};
                    break;
                default: fail(where() + ' is a value of the kind ' + tag.call(v) + ', which can\\'t be saved');
                }
                fail(where() + ' has a prototype that can\\'t be saved; keep its data in a plain object');
            }
            // The engine may have no descriptions of elements of arrays.
            function plain(v) { return {value: v, writable: true, enumerable: true, configurable: true}; }
            function isHidden(kind, name) {
                switch (kind) {
                case 'array': return name === 'length';
                case 'function': return /^(length|name|prototype|arguments|caller|fileName)$/.test(name);
                case 'regexp': return /^(source|global|ignoreCase|multiline|lastIndex|flags|sticky|unicode)$/.test(name);
                case 'error': return /^(stack|fileName|lineNumber)$/.test(name);
                }
                return false;
            }
            function isIndex(name) { return '' + (name >>> 0) === name && name !== '4294967295'; }
            function save(v, index) {
                var node = begin(v, index), all = names(v), i, d, value, flags, isDense = false, members = [], others = [];
                if (Object.getOwnPropertySymbols && Object.getOwnPropertySymbols(v).length)
                    fail(path(parents[index], keys[index]) + ' has a property with a symbol as its name, which can\\'t be saved');
                if (node.k === 'array') {
                    d = 0;
                    for (i = 0; i < all.length; i++) if (isIndex(all[i])) d++;
                    isDense = d === v.length;
                    if (isDense) node.a = [];
                }
                for (i = 0; i < all.length; i++) {
                    if (all[i] === mark || isHidden(node.k, all[i])) continue;
                    d = describe(v, all[i]) || plain(v[all[i]]);
                    if (d.get || d.set) fail(path(index, all[i]) + ' has a getter or a setter, which can\\'t be saved');
                    value = encode(d.value, index, all[i]);
                    flags = (d.writable ? 0 : 1) | (d.enumerable ? 0 : 2) | (d.configurable ? 0 : 4);
                    if (node.k === 'error' && all[i] === 'message') flags = 0;
                    if (flags) { others[others.length] = all[i]; others[others.length] = value; others[others.length] = flags;
                        if (isDense && isIndex(all[i])) node.a[all[i] >>> 0] = value;
                    } else if (isDense && isIndex(all[i])) node.a[all[i] >>> 0] = value;
                    else { members[members.length] = all[i]; members[members.length] = value; }
                }
                if (members.length) node.m = members;
                if (others.length) node.x = others;
                if (!Object.isExtensible(v)) node.e = true;
                return node;
            }
            try {
                for (i = 0; i < builtIn.length; i++) own[builtIn[i][0]] = builtIn[i];
                for (i = 0; i < now.length; i++) {
                    j = now[i][0];
                    if (j.substring(0, 3) === '_x$' || /^_(event|name|sessionid|ioprocessors|x)$/.test(j)) continue;
                    if (has.call(own, j) && own[j][1] === now[i][1]) {
                        for (k = 2; k < 4; k++) if (own[j][k] !== now[i][k])
                            fail("a script has changed the members of '" + j + (k > 2 ? '.prototype' : '')
                                + "', which can't be saved");
                        continue;
                    }
                    k = describe(global, j);
                    if (k.get || k.set) fail("'" + j + "' has a getter or a setter, which can't be saved");
                    variables[variables.length] = j;
                    variables[variables.length] = encode(k.value, -1, j);
                }
                for (i = 0; i < objects.length; i++) nodes[i] = save(objects[i], i);
                return {variables: variables, objects: nodes, random: this._x$random ? this._x$random() : []};
            } catch (error) {
                if (error && error.problem) return {problem: error.problem};
                throw error;
            } finally {
                for (i = 0; i < objects.length; i++) if (has.call(objects[i], mark)) delete objects[i][mark];
            }
        })()
        """
    }

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
            all = saved.random;
            for (i = 0; i < all.length; i++) need(typeof all[i] === 'number');
            if (all.length === 4) _x$random(all);
        })()
        """
}
