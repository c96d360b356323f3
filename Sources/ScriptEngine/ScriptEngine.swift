internal import CScriptEngine
internal import Synchronization

/// An engine for ECMAScript 5: the global variables of one session, and its scripts.
///
///     let engine = try ScriptEngine()
///     try engine.set("x", to: .number(3))
///     let guardian = try engine.compile(expression: "x > 2 && In('open')")
///     let holds = try engine.withStates({ $0 == "open" }) { () throws(ScriptError) in
///         try engine.evaluateBoolean(guardian)
///     }
///
/// Scripts may be untrusted, within these bounds:
/// - Memory: an engine uses at most `memoryLimit` bytes. A script that needs more is stopped, and
///   the engine is dead: all later calls throw ``ScriptError/dead``.
/// - Stack: a call throws ``ScriptError/stack`` unless the thread has 256 KiB of stack left. A
///   recursion that needs more stack throws an exception in the script.
/// - Time: a call executes at most `stepLimit` instructions, and ``interrupter`` stops it earlier.
///   A built-in function that doesn't call back into the script, such as `indexOf`, always runs to
///   its end.
///
/// Scripts may also use functions of later editions, such as `Map` and `includes`, and the syntax
/// that ``ScriptSyntax`` translates.
///
/// Only one thread at a time may use an engine.
public final class ScriptEngine {
    /// A compiled expression or program.
    public struct Script: Hashable, Sendable { fileprivate let engineNumber: Int, number: Int32 }

    /// A compiled expression that can be assigned to.
    public struct Location: Hashable, Sendable { fileprivate let engineNumber: Int, number: Int32 }

    /// A value to assign.
    public enum Source: Sendable {
        /// The value of a script. The value isn't copied, and may be a function or a shared object.
        case script(Script)
        /// A copy of a value.
        case value(ScriptValue)
        /// An XML document, as read-only DOM nodes.
        case document(ScriptDocument)
    }

    let engine: OpaquePointer
    /// The number that distinguishes this engine's scripts from those of other engines.
    private let number = engineCount.add(1, ordering: .relaxed).newValue
    /// An object that stops the running script, from any thread.
    public let interrupter: Interrupter
    /// The start of each source in its document, the number of its lines, its form and its text, by
    /// the script's number.
    private(set) var places: [(start: ScriptPlace?, lineCount: Int, form: SourceForm, text: String)] = []
    /// Finds the start of a source in its document, if that wasn't given, for errors.
    package var placeOfSource: ((String) -> ScriptPlace?)?
    private var systemNames: Set<String> = []
    private let host = Host()

    /// The default maximum number of instructions of a call, which take about 20 seconds.
    public static let defaultStepLimit = 1_000_000_000

    /// Creates an engine without variables.
    ///
    /// - Parameters:
    ///   - memoryLimit: The maximum number of bytes.
    ///   - stepLimit: The maximum number of instructions of a call, rounded up by less than
    ///     262,144; `nil` for no limit.
    /// - Throws: ``ScriptError/memory`` if the limit is too low for an engine or the machine has
    ///   too little memory, or ``ScriptError/stack``.
    public init(memoryLimit: Int = 16 << 20, stepLimit: Int? = defaultStepLimit) throws(ScriptError) {
        var status = SCRIPT_OK
        guard let engine = script_engine_new(max(0, memoryLimit), &status) else {
            throw status == SCRIPT_STACK ? .stack : .memory
        }
        self.engine = engine
        interrupter = Interrupter(engine)
        if let stepLimit { script_set_step_limit(engine, UInt64(max(1, stepLimit))) }
        host.serve(engine)
    }

    deinit {
        interrupter.forget()
        script_engine_free(engine)
    }

    /// The number of bytes of memory that the engine uses.
    public var memoryUse: Int { script_memory(engine) }

    // MARK: - Compiling

    /// Compiles an expression.
    ///
    /// - Parameter place: The start of the expression, for errors.
    public func compile(expression: String, at place: ScriptPlace? = nil) throws(ScriptError) -> Script {
        Script(engineNumber: number, number: try compile(expression, .expression, place))
    }

    /// Compiles a program, whose variables and functions are global.
    ///
    /// - Parameter place: The start of the program, for errors.
    public func compile(program: String, at place: ScriptPlace? = nil) throws(ScriptError) -> Script {
        Script(engineNumber: number, number: try compile(program, .program, place))
    }

    /// Compiles an expression that can be assigned to, such as `x` or `list[0].name`.
    ///
    /// Assigning to a variable that isn't declared throws an error, as in strict mode.
    ///
    /// - Parameter place: The start of the expression, for errors.
    public func compile(location: String, at place: ScriptPlace? = nil) throws(ScriptError) -> Location {
        guard SourceForm.isLocation(location) else {
            throw .syntax("the expression can't be assigned to; write a variable or a property", at: place)
        }
        return Location(engineNumber: number, number: try compile(location, .location, place))
    }

    /// Compiles a source, translated if it isn't ECMAScript 5.
    func compile(
        _ source: String, _ form: SourceForm, _ place: ScriptPlace?
    ) throws(ScriptError) -> Int32 {
        guard !source.utf8.contains(0) else { throw .syntax("a script can't contain a NUL character", at: place) }
        if LaterEditions.isNamed(in: source) { try check(script_add_library(engine)) }
        if LaterEditions.hasOtherMeaning(source), let text = try translation(of: source, form, place) {
            return try add(text, nil, form, place, of: source)
        }
        do throws(ScriptError) {
            return try add(form.function(of: source), form.check(of: source), form, place, of: source)
        } catch {
            guard case .syntax(let message, let position) = error else { throw error }
            if let text = try translation(of: source, form, place) {
                return try add(text, nil, form, place, of: source)
            }
            // The engine read the expression in brackets.
            guard message == "invalid array literal" else { throw error }
            throw .syntax("expected an operator or the end", at: position)
        }
    }

    /// Returns the translation of a source, and adds the library that it uses; `nil` if none is
    /// needed.
    private func translation(of source: String, _ form: SourceForm, _ place: ScriptPlace?) throws(ScriptError)
        -> String?
    {
        guard let translation = try form.translation(of: source, at: place ?? placeOfSource?(source)) else {
            return nil
        }
        if translation.needsLibrary { try check(script_add_library(engine)) }
        for name in translation.hiddenNames { try check(script_declare(engine, name.forEngine, false)) }
        return translation.text
    }

    /// Adds a text to compile, which may be the translation of a source.
    ///
    /// - Parameter part: A text that must be an expression, too.
    private func add(
        _ text: String, _ part: String?, _ form: SourceForm, _ place: ScriptPlace?, of source: String
    ) throws(ScriptError) -> Int32 {
        let sourceNumber = Int32(truncatingIfNeeded: places.count)
        // The line that is added after an expression doesn't count.
        let lineCount = source.utf8.count { $0 == 0x0A || $0 == 0x0D } + 1
        places.append((place, lineCount, form, source))
        var number: Int32 = 0
        let isProgram = form == .program
        let status = text.withCString { text in
            guard let part else { return script_compile(engine, sourceNumber, nil, text, isProgram, &number) }
            return part.withCString { script_compile(engine, sourceNumber, $0, text, isProgram, &number) }
        }
        do throws(ScriptError) { try self.check(status) } catch {
            if places.count == Int(sourceNumber) + 1 { places.removeLast() }
            throw error
        }
        return number
    }

    // MARK: - Running

    /// Returns the number that the C side knows a script by.
    private func index(of script: Script) throws(ScriptError) -> Int32 {
        guard script.engineNumber == number else { throw .unknownScript }
        return script.number
    }

    private func index(of location: Location) throws(ScriptError) -> Int32 {
        guard location.engineNumber == number else { throw .unknownScript }
        return location.number
    }

    /// Runs a script and returns a copy of its value.
    ///
    /// - Throws: ``ScriptError/unknownScript`` if the script belongs to another engine; otherwise
    ///   the script's error.
    public func evaluate(_ script: Script) throws(ScriptError) -> ScriptValue {
        try check(script_evaluate(engine, index(of: script)))
        return try output()
    }

    /// Returns the value that the last call wrote.
    func output() throws(ScriptError) -> ScriptValue {
        var size = 0
        var decoder = ValueDecoder(UnsafeRawBufferPointer(start: script_output(engine, &size), count: size))
        return try decoder.value()
    }

    /// Runs a script and returns whether its value converts to `true` in ECMAScript.
    public func evaluateBoolean(_ script: Script) throws(ScriptError) -> Bool {
        var result = false
        try check(script_test(engine, index(of: script), &result))
        return result
    }

    /// Runs a script for its effects.
    public func execute(_ script: Script) throws(ScriptError) { try check(script_run(engine, index(of: script))) }

    /// Assigns a value to a variable or a property.
    public func assign(_ source: Source, to location: Location) throws(ScriptError) {
        if case .script(let script) = source {
            try check(script_assign(engine, index(of: location), index(of: script)))
        } else {
            try check(script_assign_value(engine, index(of: location), bytes(of: source)))
        }
    }

    func bytes(of source: Source) throws(ScriptError) -> [UInt8] {
        var encoder = ValueEncoder()
        switch source {
        case .script(let script): try encoder.append(try evaluate(script))
        case .value(let value): try encoder.append(value)
        case .document(let document): try encoder.append(document)
        }
        return encoder.bytes
    }

    /// Calls a function for each element of the array that a script returns.
    ///
    /// The engine copies the array first, but not the elements.
    ///
    /// - Throws: ``ScriptError/notArray`` if the value isn't an array, or the function's error.
    public func forEach(
        in script: Script, assigningTo item: Location, index: Location? = nil, _ body: () throws -> Void
    ) throws {
        let itemIndex = try self.index(of: item)
        var count: Int32 = 0
        try check(script_begin_loop(engine, self.index(of: script), &count))
        defer { script_end_loop(engine) }
        for position in 0..<count {
            try check(script_assign_element(engine, position, itemIndex))
            if let index { try assign(.value(.number(Double(position))), to: index) }
            try body()
        }
    }

    /// Allows scripts to call `In(name)` while a function runs.
    ///
    /// - Parameters:
    ///   - isActive: Returns whether a state is active, or `nil` if there is no such state; then
    ///     `In` throws an exception in the script. The function must not use the engine.
    ///   - body: The function that runs scripts.
    public func withStates<Result, Failure>(
        _ isActive: (String) -> Bool?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withoutActuallyEscaping(isActive) { isActive throws(Failure) in
            let outer = host.isActive
            host.isActive = isActive
            defer { host.isActive = outer }
            return try body()
        }
    }

    // MARK: - Time and log

    /// The current time for `Date`, since the beginning of 1970; `nil` for the system's time.
    public var time: Duration? {
        get { host.time }
        set { host.time = newValue }
    }

    /// Removes and returns the lines that scripts wrote by `console.log`. At most 10,000 lines and
    /// 1 MiB are kept; a last line says that others were left out.
    public func takeLog() -> [String] {
        if host.lines.isEmpty { return [] }
        defer { host.clearLog() }
        return host.lines
    }

    // MARK: - Global variables

    /// Declares a variable with the value `undefined`, unless a variable with that name exists.
    public func declare(_ name: String) throws(ScriptError) { try check(script_declare(engine, name.forEngine, true)) }

    /// Returns whether a global variable is declared.
    public func isDeclared(_ name: String) throws(ScriptError) -> Bool {
        var result = false
        try check(script_is_declared(engine, name.forEngine, &result))
        return result
    }

    /// Sets a variable to a copy of a value, and declares it if necessary.
    public func set(_ name: String, to source: Source) throws(ScriptError) {
        if !systemNames.contains(name) { try declare(name) }
        try check(script_set(engine, name.forEngine, try bytes(of: source), systemNames.contains(name)))
    }

    /// Declares a variable such as `_event` that only ``set(_:to:)`` can set.
    ///
    /// A script that assigns to the variable throws an error, but can still change the properties
    /// of its value.
    public func declareSystem(_ name: String) throws(ScriptError) {
        try check(script_declare_system(engine, name.forEngine))
        systemNames.insert(name)
    }

    // MARK: - Errors

    func check(_ status: script_status) throws(ScriptError) {
        guard status != SCRIPT_OK else { return }
        throw error(status)
    }

    private func error(_ status: script_status) -> ScriptError {
        switch status {
        case SCRIPT_SYNTAX: .syntax(syntaxMessage, at: place)
        case SCRIPT_THROWN: .thrown(thrownMessage, at: place)
        case SCRIPT_CONVERSION: .conversion(message)
        case SCRIPT_DEPTH: .nesting
        case SCRIPT_SIZE: .size
        case SCRIPT_NO_ARRAY: .notArray
        case SCRIPT_UNKNOWN: .unknownScript
        case SCRIPT_BUSY: .busy
        case SCRIPT_STACK: .stack
        case SCRIPT_MEMORY: .memory
        case SCRIPT_INTERRUPTED: .interrupted
        case SCRIPT_STEPS: .steps
        default: .dead
        }
    }

    var message: String { String(cString: script_message(engine)) }

    /// The source of the last error and the line in it, which may be the line after the last one.
    private var failedLine: (source: String, line: Int, isPastSource: Bool)? {
        let (source, line) = (Int(script_source(engine)), Int(script_line(engine)))
        guard line > 0, places.indices.contains(source) else { return nil }
        return (places[source].text, line, line > places[source].lineCount)
    }

    private var syntaxMessage: String {
        guard let (source, line, isPastSource) = failedLine else { return message }
        if isPastSource { return "the script ends too early" }
        return message == "parse error" ? "parse error in \(ErrorText.quoted(line: line, of: source))" : message
    }

    /// The text of an exception. If it doesn't tell what is undefined, the calls in its line do.
    private var thrownMessage: String {
        let message = message
        guard message == "TypeError: undefined not callable", let (source, line, _) = failedLine else { return message }
        let names = ErrorText.names(ofCallsIn: line, of: source)
        return names.isEmpty ? message : "\(message): \(names.joined(separator: " or "))"
    }

    /// The place of the last error, in the document if it is known.
    private var place: ScriptPlace? {
        let (source, line) = (Int(script_source(engine)), Int(script_line(engine)))
        guard line > 0, places.indices.contains(source) else { return nil }
        let (start, lineCount, _, text) = places[source]
        let place = start ?? placeOfSource?(text) ?? ScriptPlace(document: "script", line: 1)
        return ScriptPlace(document: place.document, line: place.line + min(line, lineCount) - 1)
    }
}

/// The number of engines that this process has made.
private let engineCount = Atomic<Int>(0)
