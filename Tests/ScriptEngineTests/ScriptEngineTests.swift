import ScriptEngine
import Testing

/// What scripts compute, and how errors are told.
struct ScriptEngineTests {
    let engine: ScriptEngine

    init() throws { engine = try ScriptEngine() }

    private func value(_ expression: String) throws -> ScriptValue {
        try engine.evaluate(engine.compile(expression: expression))
    }

    private func run(_ program: String) throws { try engine.execute(engine.compile(program: program)) }

    // MARK: - Expressions and programs

    @Test(
        arguments: [
            ("1 + 2", .number(3)), ("'a' + 1", .text("a1")), ("undefined", .undefined), ("null", .null),
            ("1 < 2", .boolean(true)),
            ("[1, , 'x']", .list([.number(1), .undefined, .text("x")])),
            ("{a: 1, 'b c': [{}]}", .record(["a": .number(1), "b c": .list([.record([:])])])),
            ("1, 2", .number(2)), ("3 // three", .number(3)), ("/a\\)b/.test('a)b')", .boolean(true)),
            ("new Number(4)", .number(4)), ("new String('s')", .text("s")), ("-0", .number(-0.0)),
            ("new Boolean(false)", .boolean(false)), ("[new Boolean(true)]", .list([.boolean(true)])),
            ("1 / 0", .number(.infinity)),
            ("typeof unknown", .text("undefined")), ("this.Math === Math", .boolean(true)), ("\n\n7", .number(7)),
            ("(function(){ return arguments.length })(1, 2)", .number(2)),
            ("JSON.stringify({b: [1, null]})", .text("{\"b\":[1,null]}")),
        ] as [(String, ScriptValue)])
    func values(expression: String, expected: ScriptValue) throws { #expect(try value(expression) == expected) }

    @Test(arguments: [
        "", "1 +", "1);(2", "1];[2", "})(), (function(){ return (1", "var x", "if (1) 2", "1; 2", "'", "/*", "return 1",
        "1\0",
    ])
    func expressionsThatAreNone(source: String) {
        #expect(throws: ScriptError.self) { try engine.compile(expression: source) }
    }

    @Test func aProgramDeclaresGlobals() throws {
        try run("var x = 2; function double(n) { return 2 * n } y = 3;")
        #expect(try value("double(x) + y") == .number(7))
        #expect(try engine.isDeclared("x"))
        #expect(try engine.isDeclared("double"))
        #expect(try !engine.isDeclared("z"))
        #expect(try !engine.isDeclared("toString"))
    }

    @Test(arguments: [
        ("0", false), ("''", false), ("NaN", false), ("null", false), ("undefined", false), ("'0'", true), ("[]", true),
        ("{}", true),
        ("function(){}", true),
    ])
    func truth(expression: String, expected: Bool) throws {
        #expect(try engine.evaluateBoolean(engine.compile(expression: expression)) == expected)
    }

    // MARK: - Errors

    @Test func errorsTellTheirPlace() throws {
        let place = ScriptPlace(document: "chart.scxml", line: 10)
        #expect(
            throws: ScriptError.syntax(
                "empty expression not allowed", at: .init(document: "chart.scxml", line: 11))
        ) {
            try engine.compile(expression: "(1\n **)", at: place)
        }
        let program = try engine.compile(program: "var a = 1;\n\nnull.b;", at: place)
        let error = try #require(throws: ScriptError.self) { try engine.execute(program) }
        #expect(error.description.hasPrefix("chart.scxml:12: TypeError: "))
        let call = try engine.compile(program: "function f() {\n throw new RangeError('no') }\n", at: place)
        try engine.execute(call)
        #expect(throws: ScriptError.thrown("RangeError: no", at: .init(document: "chart.scxml", line: 11))) {
            try engine.evaluate(engine.compile(expression: "f()"))
        }
        // What is put behind an expression has no place.
        let location = try engine.compile(location: "nobody", at: place)
        let assigned = try #require(throws: ScriptError.self) { try engine.assign(.value(.null), to: location) }
        #expect(assigned.description.hasPrefix("chart.scxml:10: ReferenceError: "))
        let empty = try #require(throws: ScriptError.self) { try engine.compile(expression: "", at: place) }
        #expect(empty.description == "chart.scxml:10: the script ends too early")
    }

    @Test(arguments: [
        ("throw 'text'", "text"), ("throw {toString: function () { return 'own' }}", "own"),
        ("throw undefined", "undefined"),
        ("throw {toString: function () { throw 1 }}", "an exception that has no text"),
        ("throw {get fileName() { throw 1 }, toString: function () { return 'a' }}", "a"),
        ("unknown", "ReferenceError: identifier 'unknown' undefined"),
    ])
    func exceptions(program: String, message: String) throws {
        let error = try #require(throws: ScriptError.self) { try run(program) }
        guard case .thrown(let text, _) = error else { throw error }
        #expect(text == message)
        #expect(try value("1") == .number(1))
    }

    // MARK: - Variables

    @Test func assigning() throws {
        try engine.declare("x")
        #expect(try value("x") == .undefined)
        let x = try engine.compile(location: "x")
        try engine.assign(.value(.number(5)), to: x)
        try engine.assign(.script(engine.compile(expression: "[x, {}]")), to: x)
        try engine.assign(.value(.text("deep")), to: engine.compile(location: "x[1].name"))
        #expect(try value("x") == .list([.number(5), .record(["name": .text("deep")])]))
        try engine.declare("x")
        #expect(try value("x.length") == .number(2))
        // The parameter of the wrapper doesn't hide a variable.
        try engine.declare("v")
        try engine.assign(.value(.number(1)), to: engine.compile(location: "v"))
        #expect(try value("v") == .number(1))
    }

    @Test func functionsStayInTheEngine() throws {
        try engine.declare("f")
        try engine.assign(
            .script(engine.compile(expression: "function (n) { return n + 1 }")), to: engine.compile(location: "f"))
        #expect(try value("f(1)") == .number(2))
    }

    @Test(arguments: ["unknown", "unknown.a", "null.a", "In", "_event", "Object.freeze({a: 1}).a"])
    func locationsThatCannotBeAssigned(source: String) throws {
        try engine.declareSystem("_event")
        let location = try engine.compile(location: source)
        #expect(throws: ScriptError.self) { try engine.assign(.value(.number(1)), to: location) }
        #expect(try !engine.isDeclared("unknown"))
    }

    @Test(arguments: [
        "", "1", "a + b", "a, b", "a = b", "f()", "'use'", "a) = 1; (b", "continue", "this", "a; b", "a\n;b",
    ])
    func locationsThatAreNone(source: String) {
        #expect(throws: ScriptError.self) {
            try engine.assign(.value(.null), to: engine.compile(location: source))
        }
    }

    @Test func systemVariables() throws {
        #expect(try value("typeof _event") == .text("undefined"))
        try engine.declareSystem("_event")
        #expect(try value("typeof _event") == .text("undefined"))
        try engine.set("_event", to: .value(.record(["name": .text("go")])))
        let name = try engine.compile(expression: "_event.name")
        #expect(try engine.evaluate(name) == .text("go"))
        for attempt in [
            "_event = 1", "var _event = 1", "this._event = 1", "function _event() {}", "_event++",
            "for (_event in {a: 1});",
        ] {
            #expect(throws: ScriptError.self, "\(attempt)") { try run(attempt) }
        }
        try run(
            "try { Object.defineProperty(this, '_event', {value: 1}) } catch (e) {} delete this._event; (function () { var _event = 5 })()"
        )
        #expect(try engine.evaluate(name) == .text("go"))
        try engine.set("_event", to: .value(.record(["name": .text("stop")])))
        #expect(try engine.evaluate(name) == .text("stop"))
    }

    @Test func settingGlobals() throws {
        try engine.set("x", to: .value(.list([.number(1)])))
        try engine.set("x", to: .script(engine.compile(expression: "x.concat(2)")))
        #expect(try value("x") == .list([.number(1), .number(2)]))
        try run("delete this.x")
        #expect(try engine.isDeclared("x"))
    }

    // MARK: - Loops

    @Test func loops() throws {
        try run("var list = ['a', {n: 1}, 'c'], item, index, seen = []")
        let note = try engine.compile(program: "seen.push(item, index); list.length = 1; item.n = 2")
        let (item, index) = (try engine.compile(location: "item"), try engine.compile(location: "index"))
        let list = try engine.compile(expression: "list")
        try engine.forEach(in: list, assigningTo: item, index: index) { try engine.execute(note) }
        #expect(
            try value("seen")
                == .list([.text("a"), .number(0), .record(["n": .number(2)]), .number(1), .text("c"), .number(2)]))
        for none in ["{length: 1}", "'ab'", "null", "3"] {
            #expect(throws: ScriptError.notArray) {
                try engine.forEach(in: engine.compile(expression: none), assigningTo: item) {}
            }
        }
    }

    @Test func nestedLoopsAndLoopsThatEndEarly() throws {
        struct Stop: Error {}
        try run("var a, b, sum = ''")
        let (a, b) = (try engine.compile(location: "a"), try engine.compile(location: "b"))
        let (outer, inner) = (
            try engine.compile(expression: "[1, 2]"), try engine.compile(expression: "['x', 'y', 'z']")
        )
        let add = try engine.compile(program: "sum += a + b")
        try engine.forEach(in: outer, assigningTo: a) {
            #expect(throws: Stop.self) {
                try engine.forEach(in: inner, assigningTo: b) {
                    try engine.execute(add)
                    if try engine.evaluateBoolean(engine.compile(expression: "b == 'y'")) { throw Stop() }
                }
            }
        }
        #expect(try value("sum") == .text("1x1y2x2y"))
    }

    // MARK: - In

    @Test func statesAreAskedFor() throws {
        let isIn = try engine.compile(expression: "In('höher')")
        #expect(throws: ScriptError.self) { try engine.evaluate(isIn) }
        var asked: [String] = []
        try engine.withStates({
            asked.append($0)
            return $0 == "unknown" ? nil : $0 == "höher"
        }) { () throws in
            #expect(try engine.evaluateBoolean(isIn))
            #expect(try value("In('b')") == .boolean(false))
            #expect(try value("In()") == .boolean(false))
            #expect(throws: ScriptError.self) { try value("In('unknown')") }
            try engine.withStates({ _ in false }) { () throws in #expect(try !engine.evaluateBoolean(isIn)) }
            #expect(try engine.evaluateBoolean(isIn))
        }
        #expect(asked == ["höher", "b", "undefined", "unknown", "höher"])
        #expect(throws: ScriptError.self) { try engine.evaluate(isIn) }
    }

    @Test func theEngineIsBusyWithinAScript() throws {
        let isIn = try engine.compile(expression: "In('a')")
        engine.withStates({ _ in
            #expect(throws: ScriptError.busy) { try engine.evaluate(isIn) }
            return true
        }) { #expect(throws: Never.self) { try engine.evaluate(isIn) } }
    }

    @Test func inCannotBeReplaced() throws {
        try run("In = 1; var In = 2; delete this.In")
        try engine.withStates({ _ in true }) { () throws in #expect(try value("In('a')") == .boolean(true)) }
    }

    // MARK: - Values

    @Test func valuesComeBackAsTheyWere() throws {
        let values: [ScriptValue] = [
            .undefined, .null, .boolean(true), .number(.nan), .number(0.1), .text(""), .text("a\0b"), .text("äß漢😀"),
            .list([]), .record(["": .null, "a\0": .text("\u{FFFF}"), "__proto__": .number(1), "toString": .number(2)]),
            .list([.list([.record(["k": .list([.undefined])])])]),
        ]
        for value in values {
            try engine.set("x", to: .value(value))
            let back = try self.value("x")
            if case .number(let number) = value, number.isNaN {
                #expect(back != .number(0))
            } else {
                #expect(back == value)
            }
        }
    }

    @Test func texts() throws {
        #expect(try value("'\\ud83d\\ude00'") == .text("😀"))
        #expect(try value("'a\\u0000b'") == .text("a\0b"))
        #expect(try value("'a\\0b'.length") == .number(3))
        #expect(try value("{'\\u0000k': '\\u20ac'}") == .record(["\0k": .text("€")]))
        for half in ["'\\ud83d'", "'\\ude00\\ud83d'", "{'\\udc00': 1}", "'x\\ud83dx'"] {
            #expect(throws: ScriptError.conversion("a text with an unpaired surrogate")) { try value(half) }
        }
    }

    @Test(arguments: [
        ("function () {}", ScriptError.conversion("a function")), ("new Date(0)", .conversion("a date")),
        ("[/a/]", .conversion("a regular expression")), ("{e: new Error('a')}", .conversion("an error")),
        ("(function () { var a = []; a[0] = a; return a })()", .nesting),
        ("(function () { var a = {}; a.b = {c: a}; return a })()", .nesting),
        ("(function () { var a = 1; for (var i = 0; i < 65; i++) a = [a]; return a })()", .nesting),
        ("(function () { var a = [1]; for (var i = 0; i < 60; i++) a = [a, a]; return a })()", .size),
    ])
    func valuesThatCannotLeave(expression: String, error: ScriptError) {
        #expect(throws: error) { try value(expression) }
        #expect(throws: Never.self) { try value("1") }
    }

    @Test func depthIsBounded() throws {
        #expect(throws: Never.self) {
            try value("(function () { var a = 1; for (var i = 0; i < 64; i++) a = [a]; return a })()")
        }
        var deep = ScriptValue.null
        for _ in 0..<64 { deep = .record(["a": deep]) }
        try engine.set("x", to: .value(deep))
        #expect(try value("x") == deep)
        #expect(throws: ScriptError.nesting) { try engine.set("x", to: .value(.list([deep]))) }
    }

    @Test func accessorsAreRead() throws {
        #expect(try value("{get a() { return 1 }}") == .record(["a": .number(1)]))
        let error = try #require(throws: ScriptError.self) { try value("{get a() { throw 'no' }}") }
        #expect(error == .thrown("no", at: nil))
    }

    // MARK: - Documents

    @Test func documents() throws {
        var document = ScriptDocument()
        document.beginElement("books")
        document.addText("\n ")
        for title in ["my book", "your book"] {
            document.beginElement("book", attributes: ["title": title, "toString": "t"])
            document.addText(title)
            document.addText("!")
            document.endElement()
        }
        document.endElement()
        document.endElement()
        try engine.set("d", to: .document(document))
        #expect(try value("d.getElementsByTagName('book')[1].getAttribute('title')") == .text("your book"))
        for (expression, expected) in [
            ("d.documentElement.tagName", "books"), ("d.getElementsByTagName('book').length", "2"),
            ("d.getElementsByTagName('*').length", "3"), ("d.getElementsByTagName('none').item(0)", "null"),
            ("d.childNodes.length", "1"), ("d.firstChild.childNodes.length", "3"),
            ("d.firstChild.firstChild.nodeValue", "\n "),
            ("d.firstChild.textContent", "\n my book!your book!"), ("d.nodeName + d.nodeType", "#document9"),
            ("d.firstChild.firstChild.nextSibling.parentNode === d.firstChild", "true"), ("d.parentNode", "null"),
            ("d.firstChild.nextSibling", "null"), ("d.firstChild.getAttribute('toString')", "null"),
            ("d.getElementsByTagName('book')[0].hasAttribute('toString')", "true"),
            ("d.firstChild.childNodes[0].nodeType", "3"), ("d.firstChild.childNodes[9]", "undefined"),
        ] { #expect(try value("'' + (\(expression))") == .text(expected), "\(expression)") }
        let text = "<book title=\"my book\" toString=\"t\">my book!</book>"
        #expect(try value("d.getElementsByTagName('book')[0]") == .text(text))
        #expect(try value("[d.getElementsByTagName('book')[0]]") == .list([.text(text)]))
        #expect(
            try value("{nodeType: 1, childNodes: []}") == .record(["nodeType": .number(1), "childNodes": .list([])]))
        #expect(throws: ScriptError.self) {
            try engine.assign(.value(.null), to: engine.compile(location: "d.nodeName"))
        }
    }

    /// Scripts may replace all that documents are made with.
    @Test(arguments: [
        "Object = Array = String = null", "Object.defineProperty = Object.freeze = Object.create = null",
        "Object.prototype.value = 3", "Object.prototype.get = Object.prototype.set = 3",
        "Object.prototype.writable = true", "Object.prototype.hasOwnProperty = null",
        "Object.defineProperty(Array.prototype, '0', {set: function () { throw 1 }})",
    ])
    func documentsAfterAnything(program: String) throws {
        try run(program)
        var document = ScriptDocument()
        document.beginElement("a", attributes: ["b": "c"])
        document.addText("d")
        document.endElement()
        try engine.set("d", to: .document(document))
        #expect(try value("d.firstChild.getAttribute('b') + d.firstChild.textContent") == .text("cd"))
        #expect(try value("d") == .text("<a b=\"c\">d</a>"))
        #expect(try value("d.childNodes.item(1)") == .null)
    }

    @Test func deepDocuments() throws {
        var document = ScriptDocument()
        for _ in 0..<10_000 { document.beginElement("e") }
        document.addText("bottom")
        try engine.set("d", to: .document(document))
        #expect(try value("d.getElementsByTagName('e').length") == .number(10_000))
        #expect(try value("d.firstChild.textContent") == .text("bottom"))
    }

    /// Text comes in pieces. Copied for each of these, it would take petabytes.
    @Test func textInManyPieces() throws {
        var document = ScriptDocument()
        document.beginElement("e")
        let (piece, count) = (String(repeating: "x", count: 1 << 8), 1 << 18)
        for _ in 0..<count { document.addText(piece) }
        document.beginElement("inner")
        document.endElement()
        document.addText("end")
        #expect(document.nodes.count == 4)
        guard case .text(let text) = document.nodes[1].content, case .text("end") = document.nodes[3].content else {
            Issue.record("The nodes have other kinds.")
            return
        }
        #expect(text.utf8.count == piece.utf8.count * count)
    }
}
