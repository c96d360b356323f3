internal import ScriptEngine
public import Statecharts
internal import TextSupport

/// The scripting language ECMAScript 5 for statecharts, with the variables of one session.
///
///     var context = StatechartContext()
///     context.makeScripts = { try ECMAScript(named: $0) }
///     let session = try StatechartSession(chart, in: context)
///
/// By default, the variables of a session use at most 16 MiB, and a script executes at most a
/// billion instructions, in about 20 seconds. The thread needs 256 KiB of stack. Another thread can
/// stop a script by ``interrupt()``. After that, or if a script exceeds a limit, all scripts of the
/// session fail.
///
/// Ecma International, *ECMAScript Language Specification*, 5.1, 2011; W3C, *State Chart XML
/// (SCXML)*, 2015, appendix B.2.
public final class ECMAScript: StatechartScripting, @unchecked Sendable {
    // Unchecked, because only one thread at a time works on a session; any thread may interrupt it.

    /// The number of the event to which `_event` is bound; `nil` before the first event.
    public var boundEvent: UInt32?
    let engine: ScriptEngine
    private let interrupter: Interrupter
    private var expressions: [String: ScriptEngine.Script] = [:]
    private var programs: [String: ScriptEngine.Script] = [:]
    private var locations: [String: ScriptEngine.Location] = [:]

    /// Creates the variables of a session.
    ///
    /// - Parameters:
    ///   - language: The name of the language, which must be `ecmascript`.
    ///   - memoryLimit: The maximum number of bytes of the variables.
    ///   - stepLimit: The maximum number of instructions of a script each time it runs, rounded up
    ///     by less than 262,144; `nil` for no limit.
    /// - Throws: `ExpressionError` if the language isn't `ecmascript`, or there is too little
    ///   memory.
    public init(
        named language: String = "ecmascript", memoryLimit: Int = 16 << 20, stepLimit: Int? = 1_000_000_000
    ) throws(ExpressionError) {
        guard language == Self.name else { throw ExpressionError(Self.wrongLanguage(language)) }
        engine = try Self.convertingErrors { () throws(ScriptError) in
            let engine = try ScriptEngine(memoryLimit: memoryLimit, stepLimit: stepLimit)
            for name in ["_event", "_name", "_sessionid", "_ioprocessors", "_x"] { try engine.declareSystem(name) }
            return engine
        }
        interrupter = engine.interrupter
    }

    /// Finds the line of a document in which the text of a script begins, for messages; without a
    /// result, they say `script` instead of the document's name.
    public var placeOfScript: ((_ script: String) -> (document: String, line: Int)?)? {
        didSet {
            let find = placeOfScript
            engine.placeOfSource = { find?($0).map { ScriptPlace(document: $0.document, line: $0.line) } }
        }
    }

    static let name = "ecmascript"

    static func wrongLanguage(_ language: String) -> String {
        "scripts in \(Message.quoted(language.utf8)) can't be run; translate them to ECMAScript, and write "
            + "'ecmascript' as their language"
    }

    /// Stops the running script, from any thread. Then all scripts of the session fail.
    public func interrupt() { interrupter.interrupt() }

    static func convertingErrors<Result>(_ body: () throws(ScriptError) -> Result) throws(ExpressionError)
        -> Result
    {
        do throws(ScriptError) { return try body() } catch { throw ExpressionError(error) }
    }

    // MARK: - Scripts

    /// Returns the compiled source; each source is compiled once.
    func expression(_ source: String) throws(ScriptError) -> ScriptEngine.Script {
        if let known = expressions[source] { return known }
        let script = try engine.compile(expression: source.withoutEnd)
        expressions[source] = script
        return script
    }

    private func location(_ source: String) throws(ScriptError) -> ScriptEngine.Location {
        if let known = locations[source] { return known }
        let location = try engine.compile(location: source)
        locations[source] = location
        return location
    }

    private func program(_ source: String) throws(ScriptError) -> ScriptEngine.Script {
        if let known = programs[source] { return known }
        let script = try engine.compile(program: source)
        programs[source] = script
        return script
    }

    private func run<Result>(
        _ states: ScriptStates, _ body: () throws(ScriptError) -> Result
    ) throws(ExpressionError) -> Result {
        engine.time = states.time
        return try Self.convertingErrors { () throws(ScriptError) in
            try engine.withStates({ states.isActive($0) }, body)
        }
    }

    /// Returns the value of an expression.
    ///
    /// - Throws: `ExpressionError` if the expression has no value, or its value can't be copied out
    ///   of the engine.
    public func value(of script: String, _ states: ScriptStates) throws(ExpressionError) -> Value {
        Value(try run(states) { () throws(ScriptError) in try engine.evaluate(expression(script)) })
    }

    /// Returns whether the value of an expression converts to `true` in ECMAScript.
    ///
    /// - Throws: `ExpressionError` if the expression has no value.
    public func isTrue(_ script: String, _ states: ScriptStates) throws(ExpressionError) -> Bool {
        try run(states) { () throws(ScriptError) in try engine.evaluateBoolean(expression(script)) }
    }

    /// Runs a program.
    ///
    /// - Throws: `ExpressionError` if the program has a syntax error or throws an exception.
    public func run(_ script: String, _ states: ScriptStates) throws(ExpressionError) {
        try run(states) { () throws(ScriptError) in try engine.execute(program(script)) }
    }

    /// Calls a function for each element of a copy of an array.
    ///
    /// - Throws: `ExpressionError` if the value isn't an array, or the variables for the element
    ///   and its index can't be declared; or the error that the function throws.
    public func forEach(
        _ item: String, _ index: String?, in list: String, _ states: ScriptStates, _ body: () throws -> Void
    ) throws {
        for name in [item, index].compactMap(\.self) {
            guard name.isIdentifier, !name.hasPrefix("_") else {
                throw ExpressionError("\(Message.quoted(name.utf8)) can't be a variable of a loop; use another name")
            }
        }
        do {
            let (item, index) = try Self.convertingErrors { () throws(ScriptError) in
                for name in [item, index].compactMap(\.self) { try engine.declare(name) }
                return (try location(item), try index.map { name throws(ScriptError) in try location(name) })
            }
            let script = try Self.convertingErrors { () throws(ScriptError) in try expression(list) }
            engine.time = states.time
            try engine.withStates({ states.isActive($0) }) {
                try engine.forEach(in: script, assigningTo: item, index: index, body)
            }
        } catch let error as ScriptError {
            throw ExpressionError(error)
        }
    }

    // MARK: - Variables

    /// Declares a variable without a value, or removes the value of a declared variable.
    public func declare(_ variable: String) throws(ExpressionError) {
        try Self.convertingErrors { () throws(ScriptError) in try engine.set(variable, to: .value(.undefined)) }
    }

    /// Sets a variable to a value before the run begins.
    public func setVariable(_ name: String, to value: Value) throws(ExpressionError) {
        try Self.convertingErrors { () throws(ScriptError) in try engine.set(name, to: .value(ScriptValue(value))) }
    }

    /// Sets a system variable to a value; `nil` removes its value.
    public func setSystemVariable(_ name: String, to value: Value?) throws(ExpressionError) {
        var given = value.map { ScriptValue($0) } ?? .undefined
        // Fields of an event that have no value exist, but are undefined.
        if name == "_event", case .record(let fields) = given {
            given = .record(fields.mapValues { $0 == .null ? .undefined : $0 })
        }
        try Self.convertingErrors { () throws(ScriptError) in
            try engine.set(name, to: .value(given))
            guard name == "_ioprocessors" else { return }
            // Before any script of the chart has run.
            let freezing =
                "(function (v) { for (var k in v) Object.freeze(v[k]); Object.freeze(v) })(_ioprocessors)"
            try engine.execute(engine.compile(program: freezing))
        }
    }

    /// Removes and returns the lines that scripts wrote by `console.log`.
    public func takeLog() -> [String] { engine.takeLog() }

    /// Assigns a value to a location; objects are shared, not copied.
    ///
    /// - Throws: `ExpressionError` if the location doesn't exist, or the expression has no value.
    public func assign(_ value: Expression, to target: String, _ states: ScriptStates) throws(ExpressionError) {
        let source: ScriptEngine.Source
        switch value {
        case .script(let script):
            source = .script(try Self.convertingErrors { () throws(ScriptError) in try expression(script) })
        case .inline(let text): source = InlineText.source(of: text)
        case .literal(let value): source = .value(ScriptValue(value))
        default:
            throw ExpressionError(
                "this expression can't be assigned to a variable of ECMAScript; write a script or a constant")
        }
        try run(states) { () throws(ScriptError) in try engine.assign(source, to: location(target)) }
    }

    /// Returns the value of an inline text: its JSON value if the text is JSON, and otherwise the
    /// text with single spaces between words.
    public func value(ofInline text: String) -> Value { InlineText.value(of: text) }
}

extension ExpressionError {
    fileprivate init(_ error: ScriptError) {
        self.init(error.description)
        endsScripts = [.memory, .interrupted, .steps, .dead].contains(error)
    }
}

extension String {
    /// The text without a semicolon at its end, which many authors write after an expression.
    var withoutEnd: String {
        let text = utf8.reversed().drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
        guard text.first == UInt8(ascii: ";") else { return self }
        return String(decoding: Array(text.dropFirst().reversed()), as: UTF8.self)
    }

    /// A Boolean value that indicates whether the text can be the name of a variable.
    fileprivate var isIdentifier: Bool {
        guard let first = utf8.first, !(0x30...0x39 ~= first) else { return false }
        return utf8.allSatisfy {
            $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$") || 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0
                || 0x61...0x7A ~= $0 || $0 >= 0x80
        }
    }
}
