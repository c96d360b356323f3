internal import CScriptEngine

/// The variables, saved and restored.
extension ScriptEngine {
    /// Returns all variables, and the state of `Math.random` if there is one.
    ///
    /// A primitive value stands for itself; `['u']` for undefined, `['n', text]` for numbers that
    /// JSON lacks, `['o', index]` for an object or a symbol. Objects are in one list, so that they
    /// may be shared and contain themselves. Of an object, `k` is the kind, `o` an unusual
    /// prototype, `m` its members as names and values, `x` those with unusual attributes, `g` those
    /// with functions, `y` the names of all in their order if it is another one, `a` the elements
    /// of an array without holes, `e` 1 to 3 if it isn't extensible, is sealed or frozen. A
    /// function is that with the number `i` in the script `p` of `programs`, with the variables of
    /// the object `s`.
    ///
    /// No script runs, and the engine stays as it is, also if it has no memory left.
    ///
    /// - Complexity: O(*n*) for *n* values.
    /// - Throws: ``ScriptError/thrown(_:at:)`` if a value can't be saved, or if saving takes more
    ///   than sixteen times `memoryLimit`.
    package func savedVariables() throws(ScriptError) -> [String: ScriptValue] {
        let status = script_save(engine)
        if status == SCRIPT_CONVERSION || status == SCRIPT_SIZE { throw .thrown(message, at: nil) }
        try check(status)
        guard case .record(var saved) = try output(), case .list(let numbers)? = saved["programs"] else {
            throw .conversion("the variables")
        }
        saved["programs"] = .list(
            numbers.map { number in
                guard case .number(let number) = number else { return .null }
                let (form, text) = (places[Int(number)].form, places[Int(number)].text)
                return form == .program ? .text(text) : .list([.text(form.rawValue), .text(text)])
            })
        return saved
    }

    /// Restores the result of ``savedVariables()`` in an engine that has run no scripts, with
    /// sixteen times more memory.
    ///
    /// - Throws: ``ScriptError`` if ``savedVariables()`` can't have returned the value.
    package func restoreVariables(_ saved: [String: ScriptValue]) throws(ScriptError) {
        guard case .list(let programs)? = saved["programs"] else { throw .thrown("no programs", at: nil) }
        if saved["library"] == .boolean(true) { try check(script_add_library(engine)) }
        var numbers: [Int32] = []
        for program in programs {
            switch program {
            case .text(let text): numbers.append(try compile(text, .program, nil))
            case .list(let parts) where parts.count == 2:
                guard case (.text(let name), .text(let text)) = (parts[0], parts[1]),
                    let form = SourceForm(rawValue: name)
                else { fallthrough }
                numbers.append(try compile(text, form, nil))
            default: throw .thrown("a program that isn't a text", at: nil)
            }
        }
        let bytes = try bytes(of: .value(.record(saved)))
        script_extend_memory(engine, true)
        defer { script_extend_memory(engine, false) }
        try check(script_restore(engine, bytes, numbers, numbers.count))
    }
}
