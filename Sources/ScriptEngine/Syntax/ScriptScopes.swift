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
        /// A Boolean value that indicates whether the scope outside is that of the parameters.
        var isBody = false
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
        /// Whether values of parameters use the variable's name for another variable.
        var isHidden = false
        /// A Boolean value that indicates whether a block's function is that of the function
        /// around.
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

    struct Task {
        let node: Int
        let scope: Int
        var role = Role.read
        var begin: Int32 = 0
    }

    var tree: ScriptTree
    var scopes: [Scope] = [Scope(parent: -1, function: 0, isTop: true)]
    var functions: [Function]
    var variables: [Variable] = []
    private var tasks: [Task] = []
    /// The names that are read or written.
    var uses: [Task] = []
    /// The variables of the functions that blocks declare.
    var blockFunctions: [Int] = []
    let argumentsSymbol: Int32

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
        case .privateName: uses.append(Task(node: index, scope: scope))
        case .this, .newTarget, .superclass:
            let function = scopes[scope].function
            let owner = owner(ofFunction: function)
            tree[index].link = Int32(function)
            if isInner(scope), node.kind == .newTarget { functions[owner].givesTarget = true }
            if isInner(scope), node.kind != .newTarget { functions[owner].givesThis = true }
            if node.kind == .superclass, functions[owner].home < 0 {
                throw tree.refusal(
                    "'super' can be used only in a class; write 'Object.getPrototypeOf(this)'", at: index)
            }
        case .assign, .prefix, .postfix:
            let writes = node.kind != .prefix || node.word == "++" || node.word == "--"
            push(node.a, scope, writes ? .write : .read)
            push(node.b, scope)
        case .arrayPattern, .objectPattern, .paren: push(tree.list(index), scope, task.role, task.begin)
        case .withDefault:
            // A variable has its value behind its default.
            push(node.a, scope, task.role, tree[Int(node.a)].kind == .name ? max(task.begin, node.d) : task.begin)
            push(node.b, scope)
        case .rest: push(node.a, scope, task.role, task.begin)
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
            let inner = addScope(scope, isBlock: true)
            tree[index].link = Int32(inner)
            push(tree.list(index), inner)
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
            tree[Int(node.c)].link = Int32(inner)
            push(tree.list(Int(node.c)), inner)
            // What the body declares depends on the variable, which is hence visited first.
            if node.b >= 0 {
                let isName = tree[Int(node.b)].kind == .name
                push(node.b, inner, isName ? .handler : .let)
            }
        case .jump, .literal, .number, .pattern, .hole: break
        case .label: push(node.b, scope)
        default:
            for part in [node.a, node.b, node.c] { push(part, scope) }
            push(tree.list(index), scope)
        }
    }

    // MARK: - Functions

    /// Returns the function whose `this` is meant in a scope.
    func owner(ofFunction function: Int) -> Int {
        var function = function
        while functions[function].isArrow { function = functions[function].parent }
        return function
    }

    func isInner(_ scope: Int) -> Bool { functions[scopes[scope].function].isArrow }

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
        let body = node.flags.contains(.hasPatterns) ? addScope(scope, function: function, isTop: true) : scope
        scopes[body].isBody = body != scope
        if node.flags.contains(.isConcise) { push(node.b, body) } else { push(tree.list(Int(node.b)), body) }
        push(tree.list(index), scope, .parameter)
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
        guard node.kind == .property, node.flags == .isMethod else { return false }
        return tree[Int(node.a)].word == "constructor"
    }
}
