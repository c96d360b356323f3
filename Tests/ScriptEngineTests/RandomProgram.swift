/// Writes random programs of later editions that log what they do, and end.
///
/// A name isn't used in its scope before its declaration, for only the standard finds this in
/// closures. No `finally` throws, for the engine runs it twice then, behind `continue`. All calls
/// and rounds of loops take fuel.
struct RandomProgram {
    private struct Scope {
        var names: [String] = []
        var constants: Set<String> = []
        /// The names that the scope will declare.
        var planned: [String] = []
        var isFunction = false
        var labels: [String] = []
    }

    private var state: UInt64
    private var scopes: [Scope] = []
    private var depth = 0
    private var number = 0
    private var isInMethod = false
    private var usesArguments = false
    /// Only then functions of blocks are like other variables.
    private var isStrict = false

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1 }

    // MARK: - Choices

    private mutating func random(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var mixed = state
        mixed = (mixed ^ (mixed &>> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return Int((mixed ^ (mixed &>> 33)) % UInt64(count))
    }

    private mutating func chance(_ percent: Int) -> Bool { random(100) < percent }

    private mutating func pick<Item>(_ items: [Item]) -> Item { items[random(items.count)] }

    private mutating func next() -> Int {
        number += 1
        return number
    }

    // MARK: - Programs

    /// The text of a program, which calls `log`.
    mutating func text() -> String {
        scopes = [Scope(isFunction: true)]
        let prelude = """
            var lines = [], fs = [], fuel = 400;
            function show(v) {
              if (typeof v === 'function') return 'f';
              if (typeof v === 'object' && v !== null) { try { return JSON.stringify(v) } catch (e) { return 'o' } }
              return typeof v + ' ' + String(v);
            }
            function log(v) { if (lines.length < 300) lines.push(show(v)); return v }
            Function.prototype.toString = function () { return 'f' };
            function t(k, v) { log(k); return v }
            function tick() { if (--fuel < 0) throw new RangeError('fuel') }

            """
        isStrict = chance(50)
        let start = isStrict ? "'use strict';\n" : ""
        let body = (0..<5).map { _ in "try {\n" + statements(plan: 4, count: 4) + "} catch (e) { log(e.name) }\n" }
            .joined()
        return start + prelude + body
            + "for (const f of fs) { try { log(f(1, 2)) } catch (e) { log(e.name) } }\n"
            + "lines.join('\\n');\n"
    }

    private mutating func plan(_ count: Int) -> [String] {
        var names: Set<String> = []
        for _ in 0..<random(count + 1) { names.insert(pick(["a", "b", "c", "d", "e", "f"])) }
        return names.sorted()
    }

    /// Writes the statements of a block, within the current scope.
    private mutating func statements(plan count: Int, count most: Int) -> String {
        scopes.append(Scope(planned: plan(count)))
        defer { scopes.removeLast() }
        return statements(most)
    }

    private mutating func statements(_ most: Int) -> String {
        var text = ""
        for _ in 0..<(1 + random(most)) { text += statement() }
        for _ in 0..<2 { text += declaration() }
        return text
    }

    private mutating func block(_ isLoop: Bool = false) -> String {
        depth += 1
        defer { depth -= 1 }
        let text = statements(plan: depth > 4 ? 1 : 3, count: depth > 4 ? 1 : depth > 2 ? 2 : 4)
        return "{\n\(isLoop ? "tick();\n" : "")\(text)}\n"
    }

    // MARK: - Names

    private func visible() -> [(name: String, isConstant: Bool)] {
        var (result, hidden): ([(String, Bool)], Set<String>) = ([], [])
        for scope in scopes.reversed() {
            for name in scope.names where hidden.insert(name).inserted {
                result.append((name, scope.constants.contains(name)))
            }
            hidden.formUnion(scope.planned)
        }
        return result
    }

    private var pending: [(scope: Int, name: String, isConstant: Bool)] = []

    /// Returns a planned name, which stays hidden up to `settle`.
    private mutating func declareNext(_ isConstant: Bool) -> String? {
        let scope = scopes.count - 1
        let open = scopes[scope].planned.filter { name in !pending.contains { $0.scope == scope && $0.name == name } }
        guard let name = open.last else { return nil }
        pending.append((scope, name, isConstant))
        return name
    }

    /// Makes the names visible that a declaration in the current scope has introduced.
    private mutating func settle() {
        for (scope, name, isConstant) in pending where scope == scopes.count - 1 {
            scopes[scope].planned.removeAll { $0 == name }
            scopes[scope].names.append(name)
            if isConstant { scopes[scope].constants.insert(name) }
        }
        pending.removeAll { $0.scope >= scopes.count - 1 }
    }

    private mutating func name() -> String { visible().isEmpty ? "(7)" : pick(visible()).name }

    private mutating func variable() -> String? {
        let names = visible().filter { !$0.isConstant }
        return names.isEmpty ? nil : pick(names).name
    }

    // MARK: - Expressions

    private mutating func expression(_ level: Int = 0) -> String {
        if level > 3 || depth > 6 { return atom() }
        let next = level + 1
        switch random(30) {
        case 0...6: return atom()
        case 7: return "(\(expression(next)) \(pick(["+", "-", "*", "**", "%", "<", "===", "&&", "||"])) \(atom()))"
        case 8: return "(\(expression(next)) ?? \(expression(next)))"
        case 9: return "(\(expression(next)) ? \(expression(next)) : \(expression(next)))"
        case 10: return "t(\(self.next()), \(expression(next)))"
        case 11: return "[\(atom()), \(chance(40) ? "..." + list(next) : expression(next)), \(atom())]"
        case 12: return object(next)
        case 13: return "`x${\(expression(next))}y${\(atom())}`"
        case 14, 15: return function(next)
        case 16: return "\(name())?.\(pick(["p", "q", "length", "m"]))"
        case 17: return "\(name())?.[\(atom())]?.\(pick(["p", "q"]))"
        case 18: return "(\(name())?.m?.(\(expression(next))) ?? \(atom()))"
        case 19:
            let name = name()
            return "(typeof \(name) === 'function' ? \(name)(\(arguments(next))) : \(atom()))"
        case 20: return "\(list(next)).map(\(arrow(next)))"
        case 21:
            guard let target = variable() else { return atom() }
            let sign = pick(["=", "+=", "??=", "||=", "&&="])
            return "(\(target) \(sign) \(expression(next)))"
        case 22: return "(\(pattern(isDeclared: false)) = \(value(next)))"
        case 23: return "(typeof \(name()))"
        case 24: return isInMethod ? pick(["this.p", "this.m?.(1)", "this.q", "(() => this.p)()"]) : atom()
        case 25: return usesArguments ? pick(["arguments.length", "arguments[0]", "(() => arguments[1])()"]) : atom()
        case 26: return "(\(atom()), \(expression(next)))"
        case 27: return "(fs.push(\(arrow(next))), \(atom()))"
        case 28: return "(\(name()).\(pick(["p", "q"])) \(pick(["=", "??=", "+=", "||="])) \(expression(next)))"
        default: return "new (\(classText(next, "")))(\(arguments(next))).\(pick(["p", "q", "m()"]))"
        }
    }

    private mutating func atom() -> String {
        switch random(8) {
        case 0...4: return name()
        case 5: return "\(random(5))"
        case 6: return pick(["null", "undefined", "'s'", "true"])
        default: return "[\(random(3)), \(random(3))]"
        }
    }

    private mutating func list(_ level: Int) -> String {
        switch random(5) {
        case 0: return "[\(atom()), \(atom())]"
        case 1: return "'xyz'"
        case 2: return "new Set([\(random(3)), \(random(3))])"
        case 3: return "[...'ab', \(expression(level + 1))]"
        default: return "[[1, {p: 2}], [\(atom()), {q: 3}]]"
        }
    }

    private mutating func value(_ level: Int) -> String {
        pick([
            "{p: \(random(9)), q: [1, \(random(9))], length: 3}", "[1, [2, {p: 3}], 4]",
            "[\(atom()), \(expression(level + 1))]",
            "{p: \(expression(level + 1)), m: \(arrow(level + 1))}", "new Map([[1, 2], [3, 4]])",
        ])
    }

    private mutating func arguments(_ level: Int) -> String {
        pick([expression(level), "\(atom()), \(expression(level))", "...[1, 2], \(atom())", "", "...\(list(level))"])
    }

    private mutating func object(_ level: Int) -> String {
        var members: [String] = []
        for _ in 0...random(3) {
            switch random(8) {
            case 0: members.append("p: \(expression(level))")
            case 1: members.append("...\(pick(["{p: 1, q: 2}", "null", name()]))")
            case 2: members.append("[\(pick(["'p'", "'q'", "'x' + 1"]))]: \(expression(level))")
            case 3: members.append("get q() { return \(method { $0.expression(level) }) }")
            case 4: members.append("m" + method())
            case 5:
                let name = name()
                members.append(name == "(7)" ? "z: 1" : name)
            case 6: members.append("get ['z']() { return \(method { $0.expression(level) }) }")
            default: members.append("m: \(arrow(level))")
            }
        }
        // Node.js defines getters behind `...` after other members.
        let getters = members.filter { $0.hasPrefix("get") }
        return "({\((members.filter { !$0.hasPrefix("get") } + getters).joined(separator: ", "))})"
    }

    // MARK: - Functions

    /// Writes parameters and what `write` adds in their scope.
    private mutating func callable(_ write: (inout RandomProgram, String) -> String) -> String {
        scopes.append(Scope(isFunction: true))
        defer { scopes.removeLast() }
        let parameters = parameters()
        return write(&self, parameters)
    }

    private mutating func parameters() -> String {
        var parts: [String] = []
        var names = ["a", "b", "c", "d"]
        scopes[scopes.count - 1].planned = names
        defer { scopes[scopes.count - 1].planned = [] }
        for _ in 0..<random(4) {
            let name = names.remove(at: random(names.count))
            switch random(6) {
            case 0: parts.append("\(name) = \(depth > 4 ? "1" : expression(3))")
            case 1: parts.append("{p: \(name) = 5, ...r\(next())} = {q: 1}")
            case 2: parts.append("[\(name) = \(atom())] = [1]")
            default: parts.append(name)
            }
            scopes[scopes.count - 1].names.append(name)
            scopes[scopes.count - 1].planned = names
        }
        if chance(15), let name = names.first {
            parts.append("...\(name)")
            scopes[scopes.count - 1].names.append(name)
        }
        return parts.joined(separator: ", ")
    }

    private mutating func body(_ returns: Bool = true) -> String {
        depth += 1
        let bound = Set(scopes[scopes.count - 1].names)
        scopes.append(Scope(planned: plan(depth > 3 ? 1 : 2).filter { !bound.contains($0) }))
        let text = statements(depth > 3 ? 1 : 3)
        let last = returns ? "return \(expression(2));\n" : ""
        scopes.removeLast()
        depth -= 1
        return "{ tick();\n\(text)\(last)}"
    }

    private mutating func method(_ write: (inout RandomProgram) -> String) -> String {
        let outer = isInMethod
        isInMethod = true
        defer { isInMethod = outer }
        return write(&self)
    }

    private mutating func method() -> String { ordinary(true) }

    /// Writes the parameters and the body of a function with a `this` and `arguments` of its own.
    private mutating func ordinary(_ isMethod: Bool) -> String {
        let (outer, outerMethod) = (usesArguments, isInMethod)
        (usesArguments, isInMethod) = (true, isMethod)
        defer { (usesArguments, isInMethod) = (outer, outerMethod) }
        return callable { "(\($1)) \($0.body())" }
    }

    private mutating func arrow(_ level: Int) -> String {
        callable { program, parameters in
            let isShort = program.depth > 5 || program.chance(50)
            let body = isShort ? program.expression(max(level, 2) + 1) : program.body()
            return "((\(parameters)) => \(isShort && body.hasPrefix("{") ? "(\(body))" : body))"
        }
    }

    private mutating func function(_ level: Int) -> String {
        chance(50) ? arrow(level) : "(function \(ordinary(false)))"
    }

    // MARK: - Classes

    private mutating func classText(_ level: Int, _ name: String) -> String {
        if depth > 4 { return "class \(name) { p = 1 }" }
        depth += 1
        let (outerMethod, outerArguments) = (isInMethod, usesArguments)
        usesArguments = false
        defer {
            depth -= 1
            (isInMethod, usesArguments) = (outerMethod, outerArguments)
        }
        let parent = pick([
            "", "", "Base\(next())", "Array", "Error",
            "(class { q = 9; m() { return 'super' + this.p } static s() { return 5 } })",
        ])
        let isDerived = !parent.isEmpty && !parent.hasPrefix("Base")
        var text = "class \(name)\(isDerived ? " extends \(parent)" : "") {\n"
        if chance(40) {
            text += callable { program, parameters in
                "constructor(\(parameters)) { \(isDerived ? "super();" : "") tick(); "
                    + "this.p = \(program.method { $0.expression(2) }); this.r = new.target === undefined; }\n"
            }
        }
        if chance(50) { text += "p = \(method { $0.expression(2) });\n" }
        if chance(40) {
            text += "#x = \(method { $0.expression(3) }); get q() { return this.#x } set q(v) { this.#x = v }\n"
        }
        if chance(30) {
            text += "#h(a) { return [a, #h in this] } h() { return this.#h(\(method { $0.expression(3) })) }\n"
        }
        if chance(40) { text += "static s = \(pick(["1", "[2]", "this.name.length"]));\n" }
        if chance(20) { text += "static { log(this.s) }\n" }
        if chance(30) { text += "['m' + 'n']" + method() + "\n" }
        if chance(60) {
            let call = isDerived ? "log(super.m?.(1)); " : ""
            text += callable { program, parameters in
                "m(\(parameters)) { \(call)return \(program.method { $0.expression(2) }) }\n"
            }
        }
        return text + "}"
    }

    // MARK: - Statements

    private mutating func declaration() -> String {
        let kind = random(8)
        defer { settle() }
        switch kind {
        case 0...3:
            let isConstant = chance(40)
            guard let name = declareNext(isConstant) else { return "" }
            let value = expression()
            return "\(isConstant ? "const" : "let") \(name) = \(value);\n"
        case 4: return declareNext(false).map { "let \($0);\n" } ?? ""
        case 5:
            let text = pattern(isDeclared: true)
            return "let \(text) = \(value(2));\n"
        case 6:
            guard depth < 4, isStrict, let name = declareNext(false) else { return "" }
            settle()
            return "function \(name)" + ordinary(false) + "\n"
        default:
            guard let name = declareNext(false) else { return "" }
            return classText(1, name) + "\n"
        }
    }

    /// Writes a pattern that declares planned names, or assigns others.
    private mutating func pattern(isDeclared: Bool, _ level: Int = 0) -> String {
        var targets: [String] = []
        for _ in 0...random(2) {
            let target: String?
            if level < 2, chance(20) {
                target = pattern(isDeclared: isDeclared, level + 1)
            } else {
                target = isDeclared ? declareNext(false) : chance(20) ? "fs.z\(next())" : variable()
            }
            guard let target else { continue }
            targets.append(chance(40) ? "\(target) = \(isDeclared ? atom() : expression(3))" : target)
        }
        if chance(50) {
            let rest = chance(70) ? nil : isDeclared ? declareNext(false) : variable()
            return "[\(targets.joined(separator: ", "))\(rest.map { ", ...\($0)" } ?? "")]"
        }
        let keys = ["p", "q", "['p']", "length", "'q'"]
        return "\(isDeclared || level > 0 ? "" : "")" + "{"
            + targets.map { "\(pick(keys)): \($0)" }.joined(separator: ", ") + "}"
    }

    private mutating func statement() -> String {
        if depth > 5 { return "log(\(atom()));\n" }
        switch random(24) {
        case 0...4: return logging()
        case 5...9: return scopes[scopes.count - 1].planned.isEmpty ? logging() : declaration()
        case 10: return "fs.push(\(arrow(1)));\n"
        case 11: return "if (\(expression(2))) \(block())\(chance(50) ? "else \(block())" : "")"
        case 12, 13: return loop()
        case 14: return "for (\(pick(["let", "const"])) \(loopHead("of", list(1)))"
        case 15: return "for (const \(loopHead("in", pick(["{p: 1, q: 2}", "[5, 6]"])))"
        case 16:
            let handler = pick(["(z)", "({name})", ""])
            return "try \(block())catch \(handler) \(block())\(chance(40) ? "finally { log(\(atom())) }\n" : "")"
        case 17:
            return
                "switch (\(atom())) {\ncase 1: \(block())\(pick(["break;\n", ""]))case \(atom()):\ndefault: \(block())}\n"
        case 18: return block()
        case 19: return chance(20) ? "throw new TypeError('x');\n" : logging()
        case 20: return "{ const v = \(expression()); log(v); fs.push(() => v) }\n"
        case 21: return jump()
        case 22: return variable().map { "try { \($0) = \(expression()) } catch (e) { log(e.name) }\n" } ?? ""
        default: return "\(name())?.m?.(\(arguments(2)));\n"
        }
    }

    private mutating func logging() -> String {
        let text = "log(\(expression()))"
        return chance(80) ? "try { \(text) } catch (e) { log(e.name) }\n" : text + ";\n"
    }

    private mutating func jump() -> String {
        var labels: [String] = []
        for scope in scopes.reversed() {
            if scope.isFunction { break }
            labels += scope.labels
        }
        guard !labels.isEmpty else { return "log(\(atom()));\n" }
        return "if (\(atom())) \(pick(["break", "continue"])) \(pick(labels));\n"
    }

    private mutating func loop() -> String {
        let (label, count) = ("l\(next())", 2 + random(2))
        scopes.append(Scope(labels: [label]))
        defer { scopes.removeLast() }
        switch random(4) {
        case 0, 1:
            let name = pick(["i", "a", "b"])
            let second = chance(30) ? ", k = \(expression(2))" : ""
            let start = chance(15) ? "(fs.push(() => \(name)), 0)" : "0"
            scopes[scopes.count - 1].names = [name]
            scopes[scopes.count - 1].constants = [name]
            let step = chance(30) ? "\(name)++;\n" : ""
            return
                "\(label): for (let \(name) = \(start)\(second); \(name) < \(count); \(name)++) {\n\(block(true))\(step)}\n"
        case 2:
            let name = "w\(next())"
            return "var \(name) = 0; \(label): while (\(name)++ < \(count)) \(block(true))"
        default:
            let name = "w\(next())"
            return "var \(name) = 0; \(label): do \(block(true).dropLast()) while (++\(name) < \(count));\n"
        }
    }

    private mutating func loopHead(_ word: String, _ list: String) -> String {
        let name = pick(["i", "a", "b"])
        let isPattern = word == "of" && chance(40)
        scopes.append(Scope(names: [name], constants: [name]))
        defer { scopes.removeLast() }
        let values = isPattern ? "[[1, 2], new Set([3]), 'xy']" : list.contains(name) ? "[1, 2]" : list
        return "\(isPattern ? "[\(name), z = \(name)]" : name) \(word) \(values)) \(block(true))"
    }
}
