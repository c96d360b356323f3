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
/// - Memory: an engine holds at most `memoryLimit` bytes. If a script needs more, it ends, and the
///   engine is dead: all later calls throw ``ScriptError/dead``. The engine never frees names of
///   properties, nor texts whose properties, such as `length`, a script reads. So a session that
///   keeps making new names or texts needs more and more memory.
/// - Stack: a call throws ``ScriptError/stack`` unless the thread has 1 MiB of stack left. Each
///   byte of stack beyond that lets the engine hold three bytes of memory: 21 MiB on a thread with
///   8 MiB of stack. Within these bounds no script overflows the stack.
/// - Time: scripts have no time limit. ``interrupter`` ends loops and recursion, but not a regular
///   expression that takes exponential time, nor a built-in function on a long array.
///
/// Differences from the standard come from MuJS: a character beyond U+FFFF that isn't written as
/// two escapes counts as one character, properties are enumerated in the order of their names, and
/// an expression nests at most 100 operators and brackets; a chain such as `a + b + c` nests, too.
/// `eval` and `Function` are refused, and so is a script with the word `eval` in a string literal
/// or a comment.
///
/// Only one thread at a time may use an engine.
public final class ScriptEngine {
    /// A compiled expression or program.
    public struct Script: Hashable, Sendable { fileprivate let engineNumber: Int, number: Int32 }

    /// A compiled expression that can be assigned to.
    public struct Location: Hashable, Sendable { fileprivate let engineNumber: Int, number: Int32 }

    /// A value that is assigned.
    public enum Source: Sendable {
        /// The value of a script. It stays in the engine, and may be a function or a shared object.
        case script(Script)
        /// A copy of a value.
        case value(ScriptValue)
        /// A document.
        case document(ScriptDocument)
    }

    private let engine: OpaquePointer
    /// The number that distinguishes this engine's scripts from those of other engines.
    private let number = engineCount.add(1, ordering: .relaxed).newValue
    /// Ends the running script, from any thread.
    public let interrupter: Interrupter
    /// The start of each source in its document, and the number of its lines, by the script's
    /// number.
    private var places: [(start: ScriptPlace?, lineCount: Int)] = []
    private var systemNames: Set<String> = []
    private var states: UnsafeMutableRawPointer?

    /// Creates an engine without variables.
    ///
    /// - Throws: ``ScriptError/memory`` if the limit is too low for an engine or the machine has
    ///   too little memory, or ``ScriptError/stack``.
    public init(memoryLimit: Int = 16 << 20) throws(ScriptError) {
        var status = SCRIPT_OK
        guard let engine = script_engine_new(max(0, memoryLimit), &status) else {
            throw status == SCRIPT_STACK ? .stack : .memory
        }
        self.engine = engine
        interrupter = Interrupter(engine)
    }

    deinit {
        interrupter.forget()
        script_engine_free(engine)
    }

    /// The number of bytes of memory that the engine holds.
    public var memoryUse: Int { script_memory(engine) }

    // MARK: - Compiling

    /// Compiles an expression.
    ///
    /// - Parameter place: The start of the expression, for errors.
    public func compile(expression: String, at place: ScriptPlace? = nil) throws(ScriptError) -> Script {
        // An expression with unbalanced brackets can't be valid in both forms.
        let source = "(function(){return(\(expression)\n);})"
        let index = try compile(source, check: "[\(expression)\n]", isProgram: false, place)
        return Script(engineNumber: number, number: index)
    }

    /// Compiles a program, whose variables and functions are global.
    ///
    /// - Parameter place: The start of the program, for errors.
    public func compile(program: String, at place: ScriptPlace? = nil) throws(ScriptError) -> Script {
        Script(engineNumber: number, number: try compile(program, check: nil, isProgram: true, place))
    }

    /// Compiles an expression that can be assigned to, such as `x` or `list[0].name`.
    ///
    /// Assigning to a variable that isn't declared throws an error, as in strict mode.
    ///
    /// - Parameter place: The start of the expression, for errors.
    public func compile(location: String, at place: ScriptPlace? = nil) throws(ScriptError) -> Location {
        let source = "(function(_x$value){'use strict';(\(location)\n)=_x$value;})"
        let index = try compile(source, check: "[\(location)\n]", isProgram: false, place)
        return Location(engineNumber: number, number: index)
    }

    private func compile(
        _ source: String, check: String?, isProgram: Bool, _ place: ScriptPlace?
    ) throws(ScriptError) -> Int32 {
        guard !source.utf8.contains(0) else { throw .syntax("a script can't hold a NUL character", at: place) }
        let sourceNumber = places.count
        // The line that is added after an expression doesn't count.
        let lineCount = source.utf8.count { $0 == 0x0A || $0 == 0x0D } + (isProgram ? 1 : 0)
        places.append((place, lineCount))
        var number: Int32 = 0
        let status = source.withCString { source in
            guard let check else {
                return script_compile(engine, Int32(truncatingIfNeeded: sourceNumber), nil, source, isProgram, &number)
            }
            return check.withCString {
                script_compile(engine, Int32(truncatingIfNeeded: sourceNumber), $0, source, isProgram, &number)
            }
        }
        do throws(ScriptError) { try self.check(status) } catch {
            if places.count == sourceNumber + 1 { places.removeLast() }
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
    /// - Throws: ``ScriptError/unknownScript`` for a script of another engine, like all functions
    ///   that take scripts or locations; otherwise the script's error.
    public func evaluate(_ script: Script) throws(ScriptError) -> ScriptValue {
        try check(script_evaluate(engine, index(of: script)))
        var size = 0
        var decoder = ValueDecoder(UnsafeRawBufferPointer(start: script_output(engine, &size), count: size))
        return try decoder.value()
    }

    /// Runs a script and returns whether its value counts as true in ECMAScript.
    public func evaluateBoolean(_ script: Script) throws(ScriptError) -> Bool {
        var result = false
        try check(script_test(engine, index(of: script), &result))
        return result
    }

    /// Runs a script for its effects.
    public func execute(_ script: Script) throws(ScriptError) { try check(script_run(engine, index(of: script))) }

    /// Assigns a value.
    public func assign(_ source: Source, to location: Location) throws(ScriptError) {
        if case .script(let script) = source {
            try check(script_assign(engine, index(of: location), index(of: script)))
        } else {
            try check(script_assign_value(engine, index(of: location), bytes(of: source)))
        }
    }

    private func bytes(of source: Source) throws(ScriptError) -> [UInt8] {
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
    /// The array is copied first, but not its elements.
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
    ///   - isActive: Returns whether a state is active, or `nil` if there is no such state, which
    ///     throws an exception in the script. It must not use the engine.
    ///   - body: The function that runs scripts.
    public func withStates<Result, Failure>(
        _ isActive: (String) -> Bool?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withoutActuallyEscaping(isActive) { isActive throws(Failure) in
            var states = States(isActive: isActive)
            return try withUnsafeMutablePointer(to: &states) { pointer throws(Failure) in
                let outer = self.states
                use(UnsafeMutableRawPointer(pointer))
                defer { use(outer) }
                return try body()
            }
        }
    }

    private func use(_ states: UnsafeMutableRawPointer?) {
        self.states = states
        guard states != nil else { return script_set_states(engine, nil, nil) }
        script_set_states(
            engine,
            { context, name, size in
                guard let states = context?.assumingMemoryBound(to: States.self), let name else { return -1 }
                let bytes = UnsafeRawBufferPointer(start: name, count: size)
                guard let name = try? String(fromEngine: bytes), let answer = states.pointee.isActive(name) else {
                    return -1
                }
                return answer ? 1 : 0
            }, states)
    }

    // MARK: - Global variables

    /// Declares a variable with the value `undefined`, unless a variable with that name exists.
    public func declare(_ name: String) throws(ScriptError) { try check(script_declare(engine, name.forEngine)) }

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

    /// Declares a variable such as `_event` that only ``set(_:to:)`` sets.
    ///
    /// A script that sets the variable throws an error, but can still change the properties of its
    /// value.
    public func declareSystem(_ name: String) throws(ScriptError) {
        try check(script_declare_system(engine, name.forEngine))
        systemNames.insert(name)
    }

    // MARK: - Errors

    private func check(_ status: script_status) throws(ScriptError) {
        guard status != SCRIPT_OK else { return }
        throw error(status)
    }

    private func error(_ status: script_status) -> ScriptError {
        switch status {
        case SCRIPT_SYNTAX: .syntax(isPastSource ? "the script ends too early" : message, at: place)
        case SCRIPT_THROWN: .thrown(message, at: place)
        case SCRIPT_CONVERSION: .conversion(message)
        case SCRIPT_DEPTH: .nesting
        case SCRIPT_SIZE: .size
        case SCRIPT_NO_ARRAY: .notArray
        case SCRIPT_UNKNOWN: .unknownScript
        case SCRIPT_BUSY: .busy
        case SCRIPT_STACK: .stack
        case SCRIPT_MEMORY: .memory
        case SCRIPT_INTERRUPTED: .interrupted
        default: .dead
        }
    }

    private var message: String { String(cString: script_message(engine)) }

    /// Whether the last error is in the text that is appended to an expression.
    private var isPastSource: Bool {
        let (source, line) = (Int(script_source(engine)), Int(script_line(engine)))
        return places.indices.contains(source) && line > places[source].lineCount
    }

    /// The place of the last error, in the document if it is known.
    private var place: ScriptPlace? {
        let (source, line) = (Int(script_source(engine)), Int(script_line(engine)))
        guard line > 0, places.indices.contains(source) else { return nil }
        let (start, lineCount) = places[source]
        let place = start ?? ScriptPlace(document: "script", line: 1)
        return ScriptPlace(document: place.document, line: place.line + min(line, lineCount) - 1)
    }
}

/// The number of engines that this process has made.
private let engineCount = Atomic<Int>(0)

/// The states for the function `In`.
private struct States {
    let isActive: (String) -> Bool?
}

extension String {
    /// The zero-terminated text for the engine.
    fileprivate var forEngine: [CChar] {
        var bytes: [UInt8] = []
        bytes.appendForEngine(self)
        return (bytes + [0]).map { CChar(bitPattern: $0) }
    }
}

/// An object that ends the running script of an engine, from any thread.
public final class Interrupter: Sendable {
    private let engine: Mutex<Engine?>

    private struct Engine: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    fileprivate init(_ engine: OpaquePointer) { self.engine = Mutex(Engine(pointer: engine)) }

    fileprivate func forget() { engine.withLock { $0 = nil } }

    /// Ends the running script or, if none runs, the next one. Then the engine is dead.
    ///
    /// In rare cases a loop that takes no memory misses the interruption; call this again until the
    /// script has ended.
    public func interrupt() { engine.withLock { if let engine = $0 { script_interrupt(engine.pointer) } } }
}
