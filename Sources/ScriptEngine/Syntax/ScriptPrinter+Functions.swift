/// Functions, objects and classes.
extension ScriptPrinter {
    // MARK: - Functions

    /// Prints a function as an expression, or as a declaration if it declares a name.
    ///
    /// A function in a loop is made by one that takes the objects of the round's variables.
    mutating func function(_ index: Int, named name: String) throws(Refusal) {
        let function = Int(self[index].link)
        let taken = scopes.functions[function].taken.map { keeper($0) }.joined(separator: ", ")
        let isBracketed = self[index].kind == .arrow && taken.isEmpty
        if !taken.isEmpty { emit("(function (\(taken)) { return ") }
        if isBracketed { emit("(") }
        emit("function \(name)(")
        try code(of: index)
        if isBracketed { emit(")") }
        if !taken.isEmpty { emit("; })(\(taken))") }
    }

    /// Prints the parameters and the body of a function behind its first bracket.
    private mutating func code(of index: Int) throws(Refusal) {
        let (function, outer) = (Int(self[index].link), currentFunction)
        currentFunction = function
        openFrame()
        let own = scopes.functions[function]
        let parameters = list(index)
        let formals = try self.formals(parameters, own)
        emit(formals.joined(separator: ", ") + ") {")
        var statements = self[index].flags.contains(.isConcise) ? [] : list(Int(self[index].b))
        while let first = statements.first, isDirective(first) {
            emit(" ")
            try statement(first)
            statements.removeFirst()
        }
        emit(prologue(function, own))
        try values(of: parameters, formals)
        if self[index].flags.contains(.hasPatterns) { startVariables(ofBody: own.scope + 1) }
        emit(" ")
        if self[index].flags.contains(.isConcise) {
            emit("return (")
            try expression(Int(self[index].b))
            emit(");")
        } else {
            try self.statements(statements, -1)
            begin(self[Int(self[index].b)].d)
        }
        if own.isDerived {
            emit(" return ")
            call("made")
            emit("void 0, _x$this\(function));")
        }
        closeFrame()
        emit(" }")
        currentFunction = outer
    }

    private func isDirective(_ statement: Int) -> Bool {
        guard self[statement].kind == .expression, self[Int(self[statement].a)].kind == .literal else { return false }
        return [0x22, 0x27].contains(bytes(Int(self[statement].a)).first)
    }

    /// Returns the declarations of what inner functions and the class need.
    private mutating func prologue(_ function: Int, _ own: ScriptScopes.Function) -> String {
        var text = ""
        if own.isDerived {
            text += " var _x$this\(function), _x$raw\(own.home) = _x$check(this, _x$c\(own.home));"
        } else if own.givesThis {
            text += " var _x$this\(function) = this;"
        }
        if own.givesArguments { text += " var _x$arguments\(function) = arguments;" }
        if own.givesTarget { text += " var _x$target\(function) = \(target(function));" }
        if own.isConstructor, !own.isDerived { text += " _x$new(this, _x$c\(own.home), _x$f\(own.home));" }
        return text
    }

    /// Returns the parameters up to the first one with a value.
    private mutating func formals(_ parameters: [Int], _ own: ScriptScopes.Function) throws(Refusal) -> [String] {
        let isPlain = parameters.allSatisfy { self[$0].kind == .name }
        // Assigning a parameter beside values and patterns doesn't change `arguments`.
        let isFixed = !isPlain && own.usesArguments && !own.isStrict
        return parameters.prefix { self[$0].kind != .withDefault && self[$0].kind != .rest }.map { parameter in
            self[parameter].kind == .name && !isFixed ? declared(parameter) : temporary()
        }
    }

    /// Prints the assignments of the parameters that aren't the function's own.
    private mutating func values(of parameters: [Int], _ formals: [String]) throws(Refusal) {
        for (position, parameter) in parameters.enumerated() {
            let node = self[parameter]
            if node.kind == .name, position < formals.count, formals[position] == declared(parameter) { continue }
            emit(" ")
            let target = node.kind == .rest ? Int(node.a) : parameter
            let mark = mark
            try bind(target, isDeclared: true) { (printer) throws(Refusal) in
                if node.kind == .rest {
                    printer.emit("[].slice.call(arguments, \(position))")
                } else {
                    printer.emit(position < formals.count ? formals[position] : "arguments[\(position)]")
                }
            }
            release(mark)
            emit(";")
        }
    }

    /// Gives variables of a body, which has another scope than its parameters, the values of the
    /// parameters of the same names.
    private mutating func startVariables(ofBody scope: Int) {
        for index in scopes.scopes[scope].variables.values.sorted() {
            let variable = scopes.variables[index]
            guard variable.isHidden, variable.role == .var,
                let parameter = scopes.parameter(variable.symbol, ofBody: scope)
            else { continue }
            emit(" var \(variable.text) = \(scopes.variables[parameter].text);")
        }
    }

    // MARK: - Objects

    mutating func object(_ index: Int) throws(Refusal) {
        let members = list(index)
        let count = members.prefix { isPlain($0) }.count
        begin(self[index].line)
        let mark = mark
        let object = count < members.count ? temporary() : ""
        if count < members.count { emit("(\(object) = ") }
        emit("{")
        for (position, member) in members.prefix(count).enumerated() {
            if position > 0 { emit(", ") }
            try plainMember(member)
        }
        emit("}")
        guard count < members.count else { return }
        for member in members[count...] {
            emit(", ")
            if self[member].flags.contains(.isPrototype) {
                emit("(\(object).__proto__ = ")
                try expression(Int(self[member].b))
            } else if self[member].kind == .spread {
                call("copy")
                emit("\(object), ")
                try expression(Int(self[member].a))
            } else {
                try memberCall(member, of: object)
                emit(", true")
            }
            emit(")")
        }
        emit(", \(object))")
        release(mark)
    }

    /// Returns whether the engine reads a member of an object.
    private func isPlain(_ member: Int) -> Bool {
        let node = self[member]
        guard node.kind == .property, !node.flags.contains(.isPrototype) else { return false }
        guard !node.flags.isDisjoint(with: .isAccessor) else { return true }
        return !node.flags.contains(.isComputed) && scopes.functions[Int(self[Int(node.b)].link)].taken.isEmpty
    }

    private mutating func plainMember(_ member: Int) throws(Refusal) {
        let node = self[member]
        begin(node.line)
        let value = Int(node.b)
        let isAccessor = !node.flags.isDisjoint(with: .isAccessor)
        if isAccessor { emit(node.flags.contains(.isGetter) ? "get " : "set ") }
        if node.flags.contains(.isComputed) {
            emit("[")
            try expression(Int(node.a))
            emit("]")
        } else {
            emit(key(of: member))
        }
        if isAccessor || node.flags == .isMethod && scopes.functions[Int(self[value].link)].taken.isEmpty {
            emit("(")
            return try code(of: value)
        }
        emit(": ")
        if node.flags.contains(.isComputed) { return try expression(value) }
        try self.value(value, of: Int(node.a))
    }

    /// Prints a member's key as an expression.
    mutating func emitKey(_ member: Int) throws(Refusal) {
        let key = Int(self[member].a)
        if self[key].kind == .privateName { return emit(variable(key).text) }
        guard self[member].flags.contains(.isComputed) else { return emit(self.key(of: member)) }
        call("key")
        try expression(key)
        emit(")")
    }

    /// Prints the call that defines a member, without its end.
    private mutating func memberCall(_ member: Int, of object: String) throws(Refusal) {
        let node = self[member]
        begin(node.line)
        call("member")
        emit("\(object), ")
        try emitKey(member)
        emit(", ")
        try expression(Int(node.b))
        emit(", \(kind(node))")
    }

    /// The number of a kind of member for the library.
    private func kind(_ node: Node) -> Int {
        node.flags.contains(.isGetter) ? 1 : node.flags.contains(.isSetter) ? 2 : node.flags.contains(.isMethod) ? 0 : 3
    }

    // MARK: - Classes

    /// Prints a class as a call of a function that makes it.
    mutating func classNode(_ index: Int) throws(Refusal) {
        try checkDepth(index)
        let node = self[index]
        let function = Int(node.link)
        let taken = scopes.functions[function].taken.map { keeper($0) }
        let name = node.a >= 0 ? symbol(Int(node.a)) : className ?? ""
        let inner = node.a >= 0 ? name : "_x$class\(function)"
        let outer = currentFunction
        let parent = node.b >= 0 ? ["_x$s\(function)"] : []
        let mark = mark
        let valueNames = node.b >= 0 ? [temporary()] : []
        className = nil
        begin(node.line)
        if node.b >= 0 {
            emit("(\(valueNames[0]) = ")
            try expression(Int(node.b))
            emit(", ")
        }
        emit("(function (\((parent + taken).joined(separator: ", "))) { 'use strict'; var ")
        currentFunction = function
        openFrame()
        emit("_x$c\(function) = \(inner), _x$f\(function) = [], _x$k\(function) = []")
        for secret in scopes.scopes[scopes.functions[function].scope].variables.values.sorted()
        where scopes.variables[secret].role == .secret {
            let text = scopes.tree.symbols[Int(scopes.variables[secret].symbol)]
            emit(", \(scopes.variables[secret].text) = Symbol(\"\(text)\")")
        }
        emit("; ")
        call("class")
        emit(([inner, "\"\(name)\""] + parent).joined(separator: ", ") + "); ")
        var hasConstructor = false
        for member in list(index) {
            if scopes.isConstructor(member) {
                hasConstructor = true
                begin(self[member].line)
                emit("function \(inner)(")
                try code(of: Int(self[member].b))
                emit(" ")
            } else {
                try classMember(member, function)
            }
        }
        if !hasConstructor {
            let call = node.b >= 0 ? "return _x$super(_x$c\(function), this, arguments" : "_x$new(this, _x$c\(function)"
            emit("function \(inner)() { \(call), _x$f\(function)); } ")
        }
        begin(node.d)
        emit("return ")
        call("init")
        emit("_x$c\(function), _x$k\(function));")
        closeFrame()
        (currentFunction, className) = (outer, nil)
        emit(" })(\((valueNames + taken).joined(separator: ", ")))" + (node.b >= 0 ? ")" : ""))
        release(mark)
    }

    private mutating func classMember(_ member: Int, _ function: Int) throws(Refusal) {
        let node = self[member]
        let isStatic = node.flags.contains(.isStatic)
        let isSecret = node.kind == .property && self[Int(node.a)].kind == .privateName
        guard node.kind == .block || isSecret || !node.flags.contains(.isMethod) else {
            try memberCall(member, of: isStatic ? "_x$c\(function)" : "_x$c\(function).prototype")
            return emit("); ")
        }
        // Fields, private methods and blocks come later, in their order.
        begin(node.line)
        emit("_x$\(isStatic ? "k" : "f")\(function).push(")
        if node.kind == .block { emit("void 0") } else { try emitKey(member) }
        emit(", ")
        if node.b >= 0 { try expression(Int(node.b)) } else { emit("void 0") }
        emit(", \(node.kind == .block ? 3 : kind(node))); ")
    }
}
