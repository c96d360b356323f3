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
    /// Objects may be shared and contain themselves. Functions keep their variables.
    ///
    /// Saving uses memory in addition to the limit of the variables, and never ends their scripts.
    ///
    /// - Complexity: O(*n*) for *n* values.
    /// - Throws: `ExpressionError` that names the first variable whose value can't be saved, with
    ///   the reason, or if the values need more than 64 MiB.
    public func savedVariables() throws(ExpressionError) -> Value {
        let saved = try Self.convertingErrors { () throws(ScriptError) in try engine.savedVariables() }
        let value = Value(.record(saved.merging([Self.mark: .text(Self.mark(of: saved))]) { $1 }))
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
        guard case .record(let members) = ScriptValue(saved), members["programs"] != nil else {
            throw ExpressionError("the snapshot has no data of scripts; save the session again")
        }
        guard members[Self.mark] == .text(Self.mark(of: members)) else {
            throw ExpressionError("the scripts in the snapshot aren't those that were saved; save the session again")
        }
        do throws(ScriptError) { try engine.restoreVariables(members) } catch {
            throw ExpressionError(
                "the data of scripts in the snapshot is damaged (\(error.description)); save the session again")
        }
        boundEvent = nil
    }

    // MARK: - Marks

    /// The key of the mark of the programs.
    private static let mark = "mark"

    /// A text that tells whether somebody has edited the programs: their FNV-1a hash.
    private static func mark(of saved: [String: ScriptValue]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ value: ScriptValue?) {
            switch value {
            case .text(let text):
                for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
                hash = (hash ^ 0xFF) &* 0x100_0000_01B3
            case .list(let list): list.forEach(add)
            default: break
            }
        }
        add(saved["programs"])
        return String(hash, radix: 36)
    }
}
