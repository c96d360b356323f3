/// Declarations, and the variables that names stand for.
extension ScriptScopes {
    // MARK: - Names

    mutating func visitName(_ task: Task) throws(Refusal) {
        switch task.role {
        case .read, .write:
            if tree[task.node].symbol == argumentsSymbol {
                let owner = owner(ofFunction: scopes[task.scope].function)
                functions[owner].usesArguments = true
                if isInner(task.scope) { functions[owner].givesArguments = true }
                tree[task.node].link = -2 - Int32(owner)
            }
            uses.append(task)
        default: _ = try declare(task.node, task.role, task.scope, task.begin)
        }
    }

    /// Declares a variable.
    mutating func declare(
        _ node: Int, _ role: Role, _ scope: Int, _ begin: Int32
    ) throws(Refusal) -> Int {
        let (symbol, start) = (tree[node].symbol, tree[node].start)
        var (scope, declared) = (scope, -1)
        if role == .var {
            while !scopes[scope].isTop, scopes[scope].parent >= 0 {
                if let other = scopes[scope].variables[symbol], variables[other].role.isLexical {
                    throw twice(node)
                }
                // The variable of `catch` gets the value, but the function's is declared, too.
                if let other = scopes[scope].variables[symbol], declared < 0, variables[other].role == .handler {
                    declared = other
                }
                scope = scopes[scope].parent
            }
        }
        if role.isLexical, parameter(symbol, ofBody: scope) != nil { throw twice(node) }
        if let other = scopes[scope].variables[symbol] {
            let isFunction = variables[other].role == .function && role == .function
            if role.isLexical || variables[other].role.isLexical || scopes[scope].isBlock && !isFunction {
                throw twice(node)
            }
            if role == .function, variables[other].role == .var { variables[other].role = .function }
            tree[node].link = Int32(declared < 0 ? other : declared)
            return other
        }
        variables.append(Variable(symbol: symbol, role: role, scope: scope, begin: max(begin, start)))
        if role == .var || role == .function { variables[variables.count - 1].begin = 0 }
        scopes[scope].variables[symbol] = variables.count - 1
        tree[node].link = Int32(declared < 0 ? variables.count - 1 : declared)
        return variables.count - 1
    }

    /// Returns the parameter with a name if a scope is that of a body beside its parameters' one.
    func parameter(_ symbol: Int32, ofBody scope: Int) -> Int? {
        scopes[scope].isBody ? scopes[scopes[scope].parent].variables[symbol] : nil
    }

    private func twice(_ node: Int) -> Refusal {
        tree.refusal("'\(tree.name(node))' is declared twice; rename one of them", at: node)
    }

    /// Lets functions that blocks declare be seen in the function around, as annex B of the
    /// standard says.
    mutating func showBlockFunctions() {
        var (made, counts) = (Set<Int>(), [Int: Int]())
        for variable in blockFunctions {
            let (symbol, block) = (variables[variable].symbol, variables[variable].scope)
            guard !functions[scopes[block].function].isStrict else { continue }
            var scope = scopes[block].parent
            while !scopes[scope].isTop {
                if let other = scopes[scope].variables[symbol], variables[other].role.isLexical { break }
                scope = scopes[scope].parent
            }
            guard scopes[scope].isTop else { continue }
            var outer = scopes[scope].variables[symbol]
            if let outer, variables[outer].role != .var, variables[outer].role != .function { continue }
            let above = scopes[scope].parent
            if above >= 0, scopes[above].function == scopes[scope].function, scopes[above].variables[symbol] != nil {
                continue
            }
            if outer == nil {
                variables.append(Variable(symbol: symbol, role: .var, scope: scope))
                outer = variables.count - 1
                scopes[scope].variables[symbol] = outer
                made.insert(variables.count - 1)
            }
            variables[variable].outer = outer ?? -1
            counts[outer ?? -1, default: 0] += 1
        }
        // A single function is that of the function around.
        for variable in blockFunctions {
            let outer = variables[variable].outer
            if counts[outer] == 1, made.contains(outer) { variables[variable].isShared = true }
        }
    }

    // MARK: - Uses

    /// Finds the variable of a name.
    mutating func resolve(_ use: Task) throws(Refusal) {
        let (symbol, function) = (tree[use.node].symbol, scopes[use.scope].function)
        var scope = use.scope
        var found: Int?
        while scope >= 0 {
            found = scopes[scope].variables[symbol]
            if found != nil { break }
            scope = scopes[scope].parent
        }
        if tree[use.node].link < -1 {
            // `arguments` of the function, unless it declares its own.
            let owner = Int(-2 - tree[use.node].link)
            guard owner == 0 || found.map({ isWithin(scopes[variables[$0].scope].function, owner) }) == true else {
                return
            }
        }
        hideNames(of: use, found.map { variables[$0].scope } ?? -1)
        guard let found else {
            tree[use.node].link = -1
            if tree[use.node].kind == .privateName {
                let name = tree.name(use.node)
                throw tree.refusal("no class around declares '\(name)'; declare it in the class", at: use.node)
            }
            return
        }
        tree[use.node].link = Int32(found)
        let (start, variable) = (tree[use.node].start, variables[found])
        variables[found].firstUse = min(variable.firstUse, start)
        if use.role == .write { variables[found].isAssigned = true }
        if scopes[variable.scope].function != function {
            variables[found].isCaptured = true
        } else if start < variable.begin {
            tree[use.node].flags.insert(.isEarly)
        }
        if use.role == .write, variable.role == .const {
            let name = tree.name(use.node)
            throw tree.refusal("the constant '\(name)' can't be assigned; declare it by 'let'", at: use.node)
        }
    }

    private func isWithin(_ function: Int, _ owner: Int) -> Bool {
        var function = function
        while function > owner { function = functions[function].parent }
        return function == owner
    }

    /// Renames what bodies declare if the values of their parameters use the name, too.
    private mutating func hideNames(of use: Task, _ declaring: Int) {
        var (scope, inner) = (use.scope, -1)
        while scope > 0 {
            // The scope of the body follows that of the parameters.
            let body = scope + 1
            if inner != body, scopes.indices.contains(body), scopes[body].isBody, scopes[body].parent == scope,
                let hidden = scopes[body].variables[tree[use.node].symbol]
            {
                variables[hidden].isHidden = true
            }
            if scope == declaring { return }
            (scope, inner) = (scopes[scope].parent, scope)
        }
    }

    func keeps(_ index: Int) -> Bool {
        let variable = variables[index]
        let scope = scopes[variable.scope]
        return scope.isRepeated && scope.isBlock && variable.isCaptured && variable.role != .handler
    }

    /// Lets the outermost function around a use take the object of a kept variable.
    mutating func take(_ use: Task) {
        let link = tree[use.node].link
        guard link >= 0, variables[Int(link)].isKept else { return }
        let scope = variables[Int(link)].scope
        let own = scopes[scope].function
        var function = scopes[use.scope].function
        guard function != own else { return }
        while functions[function].parent != own { function = functions[function].parent }
        scopes[scope].firstClosure = min(scopes[scope].firstClosure, tree[functions[function].node].start)
        if !functions[function].taken.contains(scope) { functions[function].taken.append(scope) }
    }
}
