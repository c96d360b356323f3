/// Scripts that list the variables of a session, and make its random numbers.
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
}
