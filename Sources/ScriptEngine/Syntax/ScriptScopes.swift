/// The scopes of a tree: the variable that each name stands for, and what closures keep.
///
/// The walk has its own stack, so that its depth doesn't matter. All declarations are known before
/// names are resolved.
struct ScriptScopes {
    typealias Refusal = ScriptSyntax.Refusal

    struct Scope {
        let parent: Int
        let function: Int
        /// A Boolean value that indicates whether the scope is entered repeatedly.
        var isRepeated = false
        /// A Boolean value that indicates whether `let` and its kin need names of their own.
        var isBlock = false
        /// A Boolean value that indicates whether `var` declares here.
        var isTop = false
        var variables: [Int32: Int] = [:]
        /// The variables that closures keep, which are members of an object for each round.
        var kept: [Int] = []
        /// The place of the first closure that keeps some.
        var firstClosure = Int32.max
    }

    enum Role: UInt8 {
        case read, write, `var`, `let`, const, parameter, function, `class`, handler, own, secret

        var isLexical: Bool { self == .let || self == .const || self == .class }
    }

    struct Variable {
        let symbol: Int32
        var role: Role
        let scope: Int
        /// The place in the source behind which the variable has a value.
        var begin: Int32 = 0
        var isCaptured = false
        var isKept = false
        var isAssigned = false
        /// A Boolean value that indicates whether the values of parameters mean another variable.
        var isHidden = false
        /// A Boolean value that indicates whether a block's function is that of the function around.
        var isShared = false
        /// The place of the first use.
        var firstUse = Int32.max
        /// The variable of the function in which a block's function is seen, too.
        var outer = -1
        var text = ""
    }

    struct Function {
        let node: Int
        let parent: Int
        /// A Boolean value that indicates whether `this` and `arguments` come from outside.
        let isArrow: Bool
        var isStrict: Bool
        /// The scope of the parameters.
        var scope = 0
        // What inner functions without an own one use.
        var givesThis = false
        var givesArguments = false
        var givesTarget = false
        var usesArguments = false
        /// The class of a method, by its function, and the kind of the method.
        var home = -1
        var isStatic = false
        var isConstructor = false
        var isDerived = false
        /// The scopes outside whose objects of kept variables the function takes.
        var taken: [Int] = []
    }

    private struct Task {
        let node: Int
        let scope: Int
        var role = Role.read
        var begin: Int32 = 0
    }

    private struct Use {
        let node: Int
        let scope: Int
        let isWrite: Bool
    }

    var tree: ScriptTree
    var scopes: [Scope] = [Scope(parent: -1, function: 0, isTop: true)]
    var functions: [Function]
    var variables: [Variable] = []
    private var tasks: [Task] = []
    private var uses: [Use] = []
    /// The variables of the functions that blocks declare.
    private var blockFunctions: [Int] = []
    private let argumentsSymbol: Int32

    /// Analyzes a tree.
    ///
    /// - Throws: A refusal for the assignment of a constant, and a variable that is declared twice.
    init(_ tree: ScriptTree) throws(Refusal) {
        self.tree = tree
        argumentsSymbol = self.tree.symbol("arguments")
        functions = [Function(node: -1, parent: -1, isArrow: false, isStrict: tree.isStrict)]
        push(tree.root, 0)
        while let task = tasks.popLast() { try visit(task) }
        showBlockFunctions()
        for use in uses { try resolve(use) }
        for variable in variables.indices where keeps(variable) {
            variables[variable].isKept = true
            scopes[variables[variable].scope].kept.append(variable)
        }
        for use in uses { take(use) }
    }

    // MARK: - Walk

    private mutating func push(_ nodes: [Int], _ scope: Int, _ role: Role = .read, _ begin: Int32 = 0) {
        for node in nodes.reversed() where node >= 0 {
            tasks.append(Task(node: node, scope: scope, role: role, begin: begin))
        }
    }

    private mutating func push(_ node: Int32, _ scope: Int, _ role: Role = .read, _ begin: Int32 = 0) {
        push([Int(node)], scope, role, begin)
    }

    private mutating func addScope(
        _ parent: Int, function: Int? = nil, isRepeated: Bool = false, isBlock: Bool = false, isTop: Bool = false
    ) -> Int {
        let isRepeated = isRepeated || function == nil && scopes[parent].isRepeated
        scopes.append(
            Scope(
                parent: parent, function: function ?? scopes[parent].function, isRepeated: isRepeated,
                isBlock: isBlock, isTop: isTop))
        return scopes.count - 1
    }

    private mutating func visit(_ task: Task) throws(Refusal) {
        let (index, scope) = (task.node, task.scope)
        let node = tree[index]
        switch node.kind {
        case .name: try visitName(task)
        case .privateName: uses.append(Use(node: index, scope: scope, isWrite: false))
        case .this:
            let owner = owner(scope, index)
            if isInner(scope) { functions[owner].givesThis = true }
        case .newTarget:
            let owner = owner(scope, index)
            if isInner(scope) { functions[owner].givesTarget = true }
        case .superclass:
            let owner = owner(scope, index)
            if isInner(scope) { functions[owner].givesThis = true }
            if functions[owner].home < 0 {
                throw Refusal(
                    message: "'super' can be used only in a class; write 'Object.getPrototypeOf(this)'",
                    line: Int(node.line))
            }
        case .assign, .prefix, .postfix:
            let writes = node.kind != .prefix || node.word == "++" || node.word == "--"
            push(node.a, scope, writes ? .write : .read)
            push(node.b, scope)
        case .arrayPattern, .objectPattern: push(tree.list(index), scope, task.role, task.begin)
        case .withDefault, .rest:
            push(node.a, scope, task.role, task.begin)
            push(node.b, scope)
        case .paren: push(tree.list(index), scope, task.role, task.begin)
        case .property:
            if node.flags.contains(.isComputed) { push(node.a, scope) }
            push(node.b, scope, task.role, task.begin)
        case .declaration:
            let role: Role = node.word == "var" ? .var : node.word == "let" ? .let : .const
            push(tree.list(index), scope, role)
        case .declarator:
            let isName = tree[Int(node.a)].kind == .name
            push(node.a, scope, task.role, isName ? node.end : 0)
            push(node.b, scope)
        case .function, .arrow, .functionDeclaration: try visitFunction(task)
        case .classExpression, .classDeclaration: try visitClass(task)
        default: visitStatement(index, scope)
        }
    }

    private mutating func visitStatement(_ index: Int, _ scope: Int) {
        let node = tree[index]
        switch node.kind {
        case .scope:
            let list = tree.list(index)
            let inner = declares(list) ? addScope(scope, isBlock: true) : scope
            if inner != scope { tree[index].link = Int32(inner) }
            push(list, inner)
        case .choice:
            push(node.a, scope)
            let inner = addScope(scope, isBlock: true)
            tree[index].link = Int32(inner)
            push(tree.list(index), inner)
        case .loop, .loopIn, .loopOf:
            let inner = addScope(scope, isRepeated: true, isBlock: true)
            tree[index].link = Int32(inner)
            let isTarget = node.kind != .loop && tree[Int(max(0, node.a))].kind != .declaration
            push(node.a, inner, isTarget ? .write : .read)
            for part in [node.b, node.c, node.d] { push(part, inner) }
        case .whileLoop, .doLoop:
            let inner = addScope(scope, isRepeated: true)
            push(node.a, inner)
            push(node.b, inner)
        case .attempt:
            push(node.a, scope)
            push(node.d, scope)
            guard node.c >= 0 else { return }
            let inner = addScope(scope, isBlock: true)
            tree[index].link = Int32(inner)
            if node.b >= 0 {
                let isName = tree[Int(node.b)].kind == .name
                push(node.b, inner, isName ? .handler : .let)
            }
            tree[Int(node.c)].link = Int32(inner)
            push(tree.list(Int(node.c)), inner)
        case .jump, .literal, .number, .pattern, .hole: break
        case .label: push(node.b, scope)
        case .member, .privateMember:
            push(node.a, scope)
            push(node.b, scope)
        default:
            for part in [node.a, node.b, node.c] { push(part, scope) }
            push(tree.list(index), scope)
            if node.kind == .condition { return }
        }
    }

    private func declares(_ list: [Int]) -> Bool {
        list.contains { statement in
            var statement = statement
            while tree[statement].kind == .label { statement = Int(tree[statement].b) }
            let node = tree[statement]
            return node.kind == .functionDeclaration || node.kind == .classDeclaration
                || node.kind == .declaration && node.word != "var"
        }
    }

    // MARK: - Functions

    /// Returns the function whose `this` is meant in a scope.
    func owner(ofFunction function: Int) -> Int {
        var function = function
        while functions[function].isArrow { function = functions[function].parent }
        return function
    }

    private mutating func owner(_ scope: Int, _ node: Int) -> Int {
        let function = scopes[scope].function
        tree[node].link = Int32(function)
        return owner(ofFunction: function)
    }

    private func isInner(_ scope: Int) -> Bool { functions[scopes[scope].function].isArrow }

    private mutating func addFunction(_ node: Int, _ scope: Int, isArrow: Bool) -> Int {
        let parent = scopes[scope].function
        let isStrict = functions[parent].isStrict || tree[node].flags.contains(.isStrict)
        functions.append(Function(node: node, parent: parent, isArrow: isArrow, isStrict: isStrict))
        tree[node].link = Int32(functions.count - 1)
        return functions.count - 1
    }

    private mutating func visitFunction(_ task: Task) throws(Refusal) {
        let (index, node) = (task.node, tree[task.node])
        if node.kind == .functionDeclaration {
            let variable = try declare(Int(node.a), .function, task.scope, 0)
            if scopes[task.scope].isBlock { blockFunctions.append(variable) }
        }
        let function = addFunction(index, task.scope, isArrow: node.kind == .arrow)
        var scope = task.scope
        if node.kind == .function, node.a >= 0 {
            scope = addScope(scope, function: function)
            _ = try declare(Int(node.a), .own, scope, 0)
        }
        scope = addScope(scope, function: function, isTop: true)
        functions[function].scope = scope
        for parameter in tree.list(index) { push([parameter], scope, .parameter, end(ofParameter: parameter)) }
        if node.flags.contains(.hasPatterns) { scope = addScope(scope, function: function, isTop: true) }
        if node.flags.contains(.isConcise) { push(node.b, scope) } else { push(tree.list(Int(node.b)), scope) }
    }

    /// Returns the end of a parameter, behind which it has a value.
    private func end(ofParameter index: Int) -> Int32 {
        let node = tree[index]
        return node.kind == .withDefault ? node.d : node.start
    }

    private mutating func visitClass(_ task: Task) throws(Refusal) {
        let (index, node) = (task.node, tree[task.node])
        if node.kind == .classDeclaration { _ = try declare(Int(node.a), .class, task.scope, node.end) }
        push(node.b, task.scope)
        let function = addFunction(index, task.scope, isArrow: true)
        functions[function].isStrict = true
        let scope = addScope(task.scope, function: function)
        functions[function].scope = scope
        if node.a >= 0 {
            variables.append(Variable(symbol: tree[Int(node.a)].symbol, role: .own, scope: scope))
            scopes[scope].variables[tree[Int(node.a)].symbol] = variables.count - 1
        }
        for member in tree.list(index) {
            let (part, value) = (tree[member], Int(tree[member].b))
            if part.flags.contains(.isComputed) { push(part.a, scope) }
            if part.kind == .property, tree[Int(part.a)].kind == .privateName {
                let symbol = tree[Int(part.a)].symbol
                if scopes[scope].variables[symbol] == nil { _ = try declare(Int(part.a), .secret, scope, 0) }
                tree[Int(part.a)].link = Int32(scopes[scope].variables[symbol] ?? -1)
            }
            guard value >= 0 else { continue }
            try visitFunction(Task(node: value, scope: scope))
            let method = Int(tree[value].link)
            functions[method].home = function
            functions[method].isStatic = part.flags.contains(.isStatic)
            functions[method].isConstructor = isConstructor(member)
            functions[method].isDerived = functions[method].isConstructor && node.b >= 0
        }
    }

    /// Returns whether a member of a class is its constructor.
    func isConstructor(_ member: Int) -> Bool {
        let node = tree[member]
        return node.kind == .property && node.flags == .isMethod && tree.symbols.indices.contains(Int(keySymbol(member)))
            && tree.symbols[Int(keySymbol(member))] == "constructor"
    }

    private func keySymbol(_ member: Int) -> Int32 { tree[Int(tree[member].a)].symbol }

    // MARK: - Names

    private mutating func visitName(_ task: Task) throws(Refusal) {
        switch task.role {
        case .read, .write:
            if tree[task.node].symbol == argumentsSymbol {
                let owner = owner(ofFunction: scopes[task.scope].function)
                functions[owner].usesArguments = true
                if isInner(task.scope) { functions[owner].givesArguments = true }
                tree[task.node].link = -2 - Int32(owner)
            }
            uses.append(Use(node: task.node, scope: task.scope, isWrite: task.role == .write))
        default: _ = try declare(task.node, task.role, task.scope, task.begin)
        }
    }

    /// Declares a variable.
    private mutating func declare(
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
            let outer = scopes[scope].parent
            // A parameter, if the body has a scope of its own.
            if scope > 0, scopes[scope].variables[symbol] == nil, scopes[outer].function == scopes[scope].function,
                let parameter = scopes[outer].variables[symbol], variables[parameter].role == .parameter
            {
                scope = outer
            }
        }
        if let other = scopes[scope].variables[symbol] {
            let isFunction = variables[other].role == .function && role == .function
            if role.isLexical || variables[other].role.isLexical || scopes[scope].isBlock && !isFunction {
                throw twice(node)
            }
            tree[node].link = Int32(declared < 0 ? other : declared)
            return other
        }
        variables.append(Variable(symbol: symbol, role: role, scope: scope, begin: max(begin, start)))
        if role == .var || role == .function { variables[variables.count - 1].begin = 0 }
        scopes[scope].variables[symbol] = variables.count - 1
        tree[node].link = Int32(declared < 0 ? variables.count - 1 : declared)
        return variables.count - 1
    }

    private func twice(_ node: Int) -> Refusal {
        Refusal(
            message: "'\(tree.symbols[Int(tree[node].symbol)])' is declared twice; rename one of them",
            line: Int(tree[node].line))
    }

    /// Lets functions that blocks declare be seen in the function around, as annex B of the standard
    /// says.
    private mutating func showBlockFunctions() {
        var (made, counts) = (Set<Int>(), [Int: Int]())
        for variable in blockFunctions {
            let (symbol, block) = (variables[variable].symbol, variables[variable].scope)
            guard !functions[scopes[block].function].isStrict else { continue }
            var scope = scopes[block].parent
            while !scopes[scope].isTop {
                if let other = scopes[scope].variables[symbol], variables[other].role != .handler { break }
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
    private mutating func resolve(_ use: Use) throws(Refusal) {
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
                let name = tree.symbols[Int(symbol)]
                throw Refusal(
                    message: "no class around declares '\(name)'; declare it in the class", line: Int(tree[use.node].line))
            }
            return
        }
        tree[use.node].link = Int32(found)
        let start = tree[use.node].start
        variables[found].firstUse = min(variables[found].firstUse, start)
        if use.isWrite { variables[found].isAssigned = true }
        let variable = variables[found]
        if scopes[variable.scope].function != function { variables[found].isCaptured = true }
        let isOwn = scopes[variable.scope].function == function
        if isOwn, start < variable.begin { tree[use.node].flags.insert(.isEarly) }
        if use.isWrite, variable.role == .const {
            throw Refusal(
                message: "the constant '\(tree.symbols[Int(symbol)])' can't be assigned; declare it by 'let'",
                line: Int(tree[use.node].line))
        }
    }

    private func isWithin(_ function: Int, _ owner: Int) -> Bool {
        var function = function
        while function > owner { function = functions[function].parent }
        return function == owner
    }

    /// Renames what bodies declare if the values of their parameters use the name from outside.
    private mutating func hideNames(of use: Use, _ declaring: Int) {
        var (scope, inner) = (use.scope, -1)
        while scope > 0, scope != declaring {
            // The scope of the body follows that of the parameters.
            let body = scope + 1
            let hasBody =
                scopes[scope].isTop && scopes.indices.contains(body) && scopes[body].isTop
                && scopes[body].function == scopes[scope].function
            if hasBody, inner != body, let hidden = scopes[body].variables[tree[use.node].symbol] {
                variables[hidden].isHidden = true
            }
            (scope, inner) = (scopes[scope].parent, scope)
        }
    }

    private func keeps(_ index: Int) -> Bool {
        let variable = variables[index]
        let scope = scopes[variable.scope]
        return scope.isRepeated && scope.isBlock && variable.isCaptured && variable.role != .handler
    }

    /// Lets the outermost function around a use take the object of a kept variable.
    private mutating func take(_ use: Use) {
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
