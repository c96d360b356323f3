internal import ScriptEngine
public import Statecharts
internal import TextSupport

/// The variables of a session, saved and restored.
extension ECMAScript {
    /// Seeds `Math.random`, so that its numbers depend only on the seed.
    ///
    /// - Throws: `ExpressionError` if there is too little memory or stack.
    public func seedRandomNumbers(_ seed: UInt64) throws(ExpressionError) {
        var (word, words) = (seed, [UInt32]())
        for _ in 0..<4 {
            // The steps of SplitMix64, so that similar seeds give different numbers.
            word &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (word ^ (word &>> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
            words.append(UInt32(truncatingIfNeeded: mixed ^ (mixed &>> 31)))
        }
        try Self.convertingErrors { () throws(ScriptError) in
            try engine.execute(engine.compile(program: VariableScripts.random(words)))
        }
    }

    /// Returns all variables with their values, and the state of the random number generator.
    ///
    /// Objects may be shared and contain themselves. Functions can be saved only if a script
    /// declares them at its top level.
    ///
    /// Saving uses memory in addition to the limit of the variables, and never ends their scripts.
    ///
    /// - Complexity: O(*n*) for *n* values.
    /// - Throws: `ExpressionError` that names the first variable whose value can't be saved, with
    ///   the reason, or if the values need more than 64 MiB.
    public func savedVariables() throws(ExpressionError) -> Value {
        let saved = try Self.convertingErrors { () throws(ScriptError) in try engine.savedVariables() }
        guard case .record(var members) = saved else { throw ExpressionError("the variables can't be saved") }
        members["programs"] = .list(functionPrograms.map { .text($0) })
        let value = Value(.record(members))
        _ = try value.size(upTo: ValueSize.maximumOfScripts)
        return value
    }

    /// Returns the values of the variables, except for functions; `nil` stands for a value that
    /// can't be copied out of the engine without running a getter or a proxy.
    ///
    /// - Complexity: O(*n*) for *n* values.
    public func variables() -> [String: Value?] {
        func value(of script: String) -> Value? {
            try? Self.convertingErrors { () throws(ScriptError) in
                Value(try engine.evaluate(expression(script)))
            }
        }
        guard case .list(let names)? = value(of: VariableScripts.names) else { return [:] }
        var values: [String: Value?] = [:]
        for name in names {
            if case .text(let name) = name { values[name] = .some(value(of: "this[\(JSONText(name).text)]")) }
            if case .list(let names) = name, case .text(let name)? = names.first { values[name] = .some(nil) }
        }
        return values
    }

    /// Restores the variables from a result of ``savedVariables()``.
    ///
    /// - Throws: `ExpressionError` if ``savedVariables()`` can't have returned the value.
    public func restoreVariables(_ saved: Value) throws(ExpressionError) {
        guard case .record(let members) = saved, case .list(let programs)? = members["programs"] else {
            throw ExpressionError("the snapshot has no data of scripts; save the session again")
        }
        do throws(ScriptError) {
            try installRegistry()
            for (index, program) in programs.enumerated() {
                guard case .text(let program) = program, index == functionPrograms.count else {
                    throw .conversion("a program that isn't a text")
                }
                functionPrograms.append(program)
                try engine.execute(engine.compile(program: VariableScripts.notingFunctions))
                let declaring = VariableScripts.noting(number: index, runs: false)
                let script = try engine.compile(program: program, beginningWith: declaring)
                do throws(ScriptError) { try engine.execute(script) } catch {
                    // It throws when its functions exist.
                    guard case .thrown = error else { throw error }
                }
            }
            try engine.restoring { () throws(ScriptError) in
                try engine.assign(
                    .value(ScriptValue(saved)), to: engine.compile(location: VariableScripts.savedLocation))
                try engine.execute(engine.compile(program: VariableScripts.restoring))
            }
        } catch {
            throw ExpressionError(
                "the data of scripts in the snapshot is damaged (\(error.description)); save the session again")
        }
        boundEvent = nil
    }

    // MARK: - Functions

    func installRegistry() throws(ScriptError) {
        guard !hasRegistry else { return }
        try engine.execute(engine.compile(program: VariableScripts.registry))
        hasRegistry = true
    }

    /// Compiles a program so that the functions that it declares can be saved.
    func compileNoting(_ source: String) throws(ScriptError) -> ScriptEngine.Script {
        guard source.mayDeclareFunctions else { return try engine.compile(program: source) }
        let known = functionPrograms.firstIndex(of: source)
        let number = known ?? functionPrograms.count
        let script = try engine.compile(program: source, beginningWith: VariableScripts.noting(number: number))
        try installRegistry()
        if known == nil {
            functionPrograms.append(source)
            try engine.execute(engine.compile(program: VariableScripts.notingFunctions))
        }
        return script
    }
}

extension String {
    /// A Boolean value that indicates whether a program may declare functions.
    fileprivate var mayDeclareFunctions: Bool {
        let word = Array("function".utf8)
        var rest = utf8[...]
        while let start = rest.firstIndex(of: word[0]) {
            rest = rest[start...]
            if rest.starts(with: word) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
