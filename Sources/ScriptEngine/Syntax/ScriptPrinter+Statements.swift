/// Statements.
extension ScriptPrinter {
    /// Prints the statements of a scope; -1 if they have none of their own.
    mutating func statements(_ list: [Int], _ scope: Int) throws(Refusal) {
        if scope >= 0, scopes.scopes[scope].isBlock { try hoist(list, isAll: false) }
        for index in list { try statement(index) }
    }

    /// Makes the object of a scope's kept variables.
    mutating func enter(_ scope: Int32) {
        guard scope >= 0, !scopes.scopes[Int(scope)].kept.isEmpty else { return }
        declare(keeper(Int(scope)))
        emit("\(keeper(Int(scope))) = {}; ")
    }

    /// Prints the statement of a loop or a condition in braces.
    private mutating func body(_ index: Int32) throws(Refusal) {
        let isBlock = self[Int(index)].kind == .scope
        if !isBlock { emit("{ ") }
        try statement(Int(index))
        if !isBlock { emit(" }") }
    }

    mutating func statement(_ index: Int) throws(Refusal) {
        try checkDepth(index)
        let node = self[index]
        begin(node.line)
        let mark = mark
        defer { release(mark) }
        switch node.kind {
        case .scope: try block(index)
        case .declaration:
            try variables(of: index)
            emit(";")
        case .functionDeclaration: try functionDeclaration(index)
        case .classDeclaration:
            try bind(Int(node.a), isDeclared: true) { (printer) throws(Refusal) in try printer.classNode(index) }
            emit(";")
        case .expression:
            try expression(Int(node.a))
            emit(";")
        case .condition: try condition(index)
        case .loop: try counting(node)
        case .loopIn, .loopOf: try listing(node)
        case .whileLoop:
            try head("while (", node.a)
            try body(node.b)
        case .doLoop:
            emit("do ")
            try body(node.b)
            try head(" while (", node.a)
            emit(";")
        case .with:
            try head("with (", node.a)
            try body(node.b)
        case .return: try `return`(node)
        case .throw:
            try head("throw (", node.a)
            emit(";")
        case .jump:
            emit(node.word == "break" ? "break" : "continue")
            if node.a >= 0 { emit(" " + symbol(Int(node.a))) }
            emit(";")
        case .label:
            emit(symbol(Int(node.a)) + ": ")
            let kinds: [ScriptTree.Kind] = [.loop, .loopIn, .loopOf, .whileLoop, .doLoop, .label]
            if kinds.contains(self[Int(node.b)].kind) { try statement(Int(node.b)) } else { try body(node.b) }
        case .attempt: try attempt(node)
        case .choice: try choice(node, index)
        default: emit(";")
        }
    }

    private mutating func head(_ text: String, _ index: Int32) throws(Refusal) {
        emit(text)
        try expression(Int(index))
        emit(") ")
    }

    private mutating func block(_ index: Int) throws(Refusal) {
        emit("{ ")
        enter(self[index].link)
        try statements(list(index), Int(self[index].link))
        begin(self[index].d)
        emit(" }")
    }

    private mutating func condition(_ index: Int) throws(Refusal) {
        var node = self[index]
        while true {
            try head("if (", node.a)
            try body(node.b)
            guard node.c >= 0 else { return }
            emit(" else ")
            guard self[Int(node.c)].kind == .condition else { return try body(node.c) }
            node = self[Int(node.c)]
            begin(node.line)
        }
    }

    private mutating func `return`(_ node: Node) throws(Refusal) {
        let function = currentFunction
        let derived = scopes.functions[function].isDerived
        emit("return")
        if derived {
            emit(" ")
            call("made")
            if node.a >= 0 { try expression(Int(node.a)) } else { emit("void 0") }
            emit(", \(this(function)))")
        } else if node.a >= 0 {
            try head(" (", node.a)
        }
        emit(";")
    }

    // MARK: - Declarations

    /// Prints the variables of a declaration: with `var` if all are names, otherwise as
    /// expressions.
    private mutating func variables(of index: Int, isPlain: Bool = true) throws(Refusal) {
        let isNew = self[index].word == "let"
        let isPlain = isPlain && list(index).allSatisfy { isOwnName(Int(self[$0].a)) }
        var separator = isPlain ? "var " : ""
        for declarator in list(index) {
            let (target, value) = (Int(self[declarator].a), Int(self[declarator].b))
            if !isPlain, isOwnName(target) { declare(declared(target)) }
            guard isPlain || value >= 0 || isNew else { continue }
            emit(separator)
            separator = ", "
            guard self[target].kind == .name else {
                try pattern(target, isDeclared: true) { (printer) throws(Refusal) in try printer.expression(value) }
                continue
            }
            begin(self[target].line)
            emit(declared(target))
            if value >= 0 {
                emit(" = ")
                try self.value(value, of: target)
            } else if isNew {
                // Each round of a loop and each run of a program has a new variable.
                emit(" = void 0")
            }
        }
    }

    /// Returns whether a target is a variable that isn't a member of an object.
    private func isOwnName(_ target: Int) -> Bool {
        self[target].kind == .name && !(self[target].link >= 0 && variable(target).isKept)
    }

    // MARK: - Functions of blocks

    /// Returns whether a function is the value of a variable, for it keeps others or is kept.
    private func isAssigned(_ index: Int) -> Bool {
        let variable = variable(Int(self[index].a))
        if variable.isKept || !scopes.functions[Int(self[index].link)].taken.isEmpty { return true }
        // No function can be declared by the name of a hidden global variable.
        return scopes.scopes[variable.scope].isBlock && isGlobal(variable) && !isShared(variable)
    }

    /// Prints the functions of a block that are used before they are declared.
    private mutating func hoist(_ list: [Int], isAll: Bool) throws(Refusal) {
        for index in list where self[index].kind == .functionDeclaration && isAssigned(index) {
            guard isAll || variable(Int(self[index].a)).firstUse < self[index].start else { continue }
            printed.insert(index)
            try assignFunction(index)
        }
    }

    private mutating func assignFunction(_ index: Int) throws(Refusal) {
        let name = Int(self[index].a)
        if !variable(name).isKept { declare(declared(name)) }
        emit("\(declared(name)) = ")
        try function(index, named: symbol(name))
        emit("; ")
    }

    private mutating func functionDeclaration(_ index: Int) throws(Refusal) {
        let name = Int(self[index].a)
        if scopes.scopes[variable(name).scope].isBlock, isAssigned(index) {
            if !printed.contains(index) { try assignFunction(index) }
        } else {
            try function(index, named: declared(name))
        }
        let outer = variable(name).outer
        guard outer >= 0, scopes.variables[outer].text != declared(name) else { return }
        declare(scopes.variables[outer].text)
        emit(" \(scopes.variables[outer].text) = \(declared(name));")
    }

    // MARK: - Loops

    private mutating func counting(_ node: Node) throws(Refusal) {
        let scope = scopes.scopes[Int(node.link)]
        let keeper = keeper(Int(node.link))
        let copy =
            "\(keeper) = {"
            + scope.kept.map { index in
                let name = scopes.tree.symbols[Int(scopes.variables[index].symbol)]
                return "\(name): \(keeper).\(name)"
            }.joined(separator: ", ") + "}"
        emit("for (")
        if !scope.kept.isEmpty {
            declare(keeper)
            emit("\(keeper) = {}, ")
        }
        let start = Int(node.a)
        if start >= 0, self[start].kind == .declaration {
            try variables(of: start, isPlain: scope.kept.isEmpty)
            // Closures in the first values keep the variables before the first round.
            let last = list(start).last.map { self[$0].end } ?? 0
            if !scope.kept.isEmpty, scope.firstClosure < last { emit(", \(copy)") }
        } else if start >= 0 {
            try expression(start)
        }
        emit("; ")
        if node.b >= 0 { try expression(Int(node.b)) }
        emit("; ")
        if !scope.kept.isEmpty { emit(copy + (node.c >= 0 ? ", " : "")) }
        if node.c >= 0 { try expression(Int(node.c)) }
        emit(") ")
        try body(node.d)
    }

    /// Prints a loop over the keys or the elements of an object.
    private mutating func listing(_ node: Node) throws(Refusal) {
        let isOf = node.kind == .loopOf
        let isDeclaration = self[Int(node.a)].kind == .declaration
        let target = isDeclaration ? Int(self[list(Int(node.a))[0]].a) : Int(node.a)
        let isName = isOwnName(target)
        if isName, isDeclaration { declare(declared(target)) }
        emit("for (")
        if !isOf, isName {
            try expression(target)
            try head(" in ", node.b)
            return try body(node.d)
        }
        let loop = temporary()
        emit(loop + (isOf ? " = " : " in "))
        if isOf { call("each") }
        try expression(Int(node.b))
        emit(isOf ? "); \(loop).more();) { " : ") { ")
        enter(node.link)
        let value = isOf ? "\(loop).value" : loop
        let mark = mark
        try bind(target, isDeclared: isDeclaration) { (printer) throws(Refusal) in printer.emit(value) }
        release(mark)
        emit("; ")
        try statement(Int(node.d))
        emit(" }")
    }

    // MARK: - Exceptions and choices

    private mutating func attempt(_ node: Node) throws(Refusal) {
        emit("try ")
        try block(Int(node.a))
        if node.c >= 0 {
            let variable = Int(node.b)
            begin(self[Int(node.c)].line)
            let isName = variable >= 0 && self[variable].kind == .name
            emit(" catch (\(isName ? declared(variable) : "_x$error")) { ")
            enter(node.link)
            if variable >= 0, !isName {
                try pattern(variable, isDeclared: true) { (printer) throws(Refusal) in printer.emit("_x$error") }
                emit("; ")
            }
            try statements(list(Int(node.c)), Int(node.link))
            begin(self[Int(node.c)].d)
            emit(" }")
        }
        guard node.d >= 0 else { return }
        emit(" finally ")
        try block(Int(node.d))
    }

    private mutating func choice(_ node: Node, _ index: Int) throws(Refusal) {
        emit("{ ")
        enter(node.link)
        for option in list(index) { try hoist(list(option), isAll: true) }
        try head("switch (", node.a)
        emit("{ ")
        for option in list(index) {
            begin(self[option].line)
            if self[option].a >= 0 {
                emit("case ")
                try expression(Int(self[option].a))
            } else {
                emit("default")
            }
            emit(": ")
            for statement in list(option) { try self.statement(statement) }
        }
        begin(node.d)
        emit(" } }")
    }
}
