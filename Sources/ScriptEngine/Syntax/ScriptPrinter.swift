internal import CScriptEngine

/// Prints a tree as ECMAScript 5.
///
/// Names that begin with `_x$` are the translation's: variables of a function that hold a value for
/// a moment, objects of kept variables, and functions of the library.
struct ScriptPrinter {
    typealias Refusal = ScriptSyntax.Refusal
    typealias Node = ScriptTree.Node

    /// The variables of a function that the translation adds.
    private struct Frame {
        /// The names to declare, in order.
        var names: [String] = []
        var known: Set<String> = []
        var temporaries: [String] = []
        /// The number of temporaries in use.
        var used = 0
    }

    private let source: [UInt8]
    var scopes: ScriptScopes
    private let form: SourceForm
    private let sourceMark: String
    private var output: [UInt8] = []
    private var line: Int32 = 1
    private var frames = [Frame()]
    private var hiddenNames: [String] = []
    var needsLibrary = false
    private var siteCount = 0
    /// The function that is printed.
    var currentFunction = 0
    /// The functions of blocks that are printed already.
    var printed: Set<Int> = []
    /// The name that a class without one gets.
    var className: String?

    init(_ source: [UInt8], _ scopes: ScriptScopes, _ form: SourceForm) {
        (self.source, self.scopes, self.form) = (source, scopes, form)
        sourceMark = Self.mark(of: source)
        nameVariables()
    }

    subscript(index: Int) -> Node { scopes.tree[index] }

    func list(_ index: Int) -> [Int] { scopes.tree.list(index) }

    mutating func translation() throws(Refusal) -> ScriptSyntax.Translation {
        emit(form.parts.beginning)
        switch form {
        case .program: try statements(scopes.tree.root, -1)
        case .expression, .location:
            for part in scopes.tree.root { try expression(part) }
            emit(form.parts.end)
        }
        closeFrame(isGlobal: form == .program)
        emit(form.parts.close)
        return ScriptSyntax.Translation(
            text: String(decoding: output, as: UTF8.self), hiddenNames: hiddenNames, needsLibrary: needsLibrary)
    }

    // MARK: - Names

    /// Gives the variables of blocks names of their own.
    ///
    /// At the top level of a program they are global. If a function keeps one, its name must be the
    /// same in a restored session, and differ from those of other programs.
    private mutating func nameVariables() {
        var number = 1
        for index in scopes.variables.indices {
            let variable = scopes.variables[index]
            let (scope, name) = (scopes.scopes[variable.scope], scopes.tree.symbols[Int(variable.symbol)])
            var text = name
            if variable.isKept {
                text = "_x$e\(variable.scope).\(name)"
            } else if variable.role == .secret {
                text = "_x$p\(index)"
            } else if variable.isHidden || scope.isBlock && variable.role != .handler && !isShared(variable) {
                let isGlobal = isGlobal(variable)
                repeat {
                    text = isGlobal && !variable.isCaptured ? "_x$\(number)$\(name)" : "\(name)$\(number)"
                    if isGlobal, variable.isCaptured { text += "$\(sourceMark)" }
                    number += 1
                } while scopes.tree.isKnown(text)
                if isGlobal { hiddenNames.append(text) }
            }
            scopes.variables[index].text = text
        }
    }

    func isGlobal(_ variable: ScriptScopes.Variable) -> Bool {
        form == .program && scopes.scopes[variable.scope].function == 0
    }

    func isShared(_ variable: ScriptScopes.Variable) -> Bool { variable.isShared && !variable.isAssigned }

    /// A text that other sources don't have: their FNV-1a hash.
    private static func mark(of source: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in source { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }

    func variable(_ name: Int) -> ScriptScopes.Variable { scopes.variables[Int(self[name].link)] }

    /// The text of a declared name.
    func declared(_ name: Int) -> String { self[name].link >= 0 ? variable(name).text : symbol(name) }

    func symbol(_ name: Int) -> String { scopes.tree.name(name) }

    func text(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

    /// The text of a number, without separators.
    func number(_ index: Int) -> String { String(decoding: bytes(index).filter { $0 != 0x5F }, as: UTF8.self) }

    func bytes(_ index: Int) -> ArraySlice<UInt8> { source[Int(self[index].start)..<Int(self[index].end)] }

    // MARK: - Output

    mutating func emit(_ text: String) { output += text.utf8 }

    /// Begins the line of a node, if it isn't reached yet.
    mutating func begin(_ newLine: Int32) {
        while line < newLine {
            output.append(0x0A)
            line += 1
        }
    }

    /// Prints a node's own token.
    mutating func emit(token index: Int) {
        begin(self[index].line)
        output += bytes(index)
        // A text may be continued on further lines.
        if self[index].kind == .literal { line += Int32(bytes(index).count { $0 == 0x0A }) }
    }

    /// Prints the beginning of a call of a function of the library.
    mutating func call(_ name: String) {
        needsLibrary = true
        emit("_x$\(name)(")
    }

    func checkDepth(_ index: Int) throws(Refusal) {
        if !script_has_stack() { throw .tooDeep(Int(self[index].line)) }
    }

    // MARK: - Variables of the translation

    mutating func openFrame() { frames.append(Frame()) }

    /// Declares the variables of a function, which may be done behind their uses.
    mutating func closeFrame(isGlobal: Bool = false) {
        guard let frame = frames.popLast() else { return }
        if isGlobal { hiddenNames += frame.temporaries + frame.names.filter { $0.utf8.starts(with: "_x$".utf8) } }
        let hidden = isGlobal ? Set(hiddenNames) : []
        let names = (frame.names + frame.temporaries).filter { !hidden.contains($0) }
        if !names.isEmpty { emit(" var " + names.joined(separator: ", ") + ";") }
    }

    /// Declares a variable of the current function.
    mutating func declare(_ name: String) {
        if frames[frames.count - 1].known.insert(name).inserted { frames[frames.count - 1].names.append(name) }
    }

    /// Returns a variable that holds a value up to ``release(_:)``.
    mutating func temporary() -> String {
        let last = frames.count - 1
        frames[last].used += 1
        let name = "_x$\(frames[last].used)"
        if frames[last].used > frames[last].temporaries.count { frames[last].temporaries.append(name) }
        return name
    }

    var mark: Int { frames[frames.count - 1].used }

    mutating func release(_ mark: Int) { frames[frames.count - 1].used = mark }

    /// Returns a hidden global variable, for the texts of a template.
    mutating func site() -> String {
        siteCount += 1
        hiddenNames.append("_x$t\(siteCount)$\(sourceMark)")
        return hiddenNames[hiddenNames.count - 1]
    }

    // MARK: - Words of the language

    /// The value of `this` in a function.
    func this(_ function: Int) -> String {
        let owner = scopes.owner(ofFunction: function)
        if scopes.functions[owner].isDerived { return "_x$this\(owner)" }
        return owner == function ? "this" : owner == 0 ? "_x$global" : "_x$this\(owner)"
    }

    mutating func emitThis(_ function: Int) {
        let text = this(function)
        if text == "_x$global" { needsLibrary = true }
        emit(text)
    }

    /// The object of the kept variables of a scope.
    func keeper(_ scope: Int) -> String { "_x$e\(scope)" }
}
