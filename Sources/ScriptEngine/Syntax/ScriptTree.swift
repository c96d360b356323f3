/// The syntax tree of a source: nodes that name each other by number, so that long chains of
/// operators are neither built nor freed by recursion.
struct ScriptTree {
    enum Kind: UInt8 {
        // Expressions.
        case name, privateName, this, superclass, newTarget, literal, number, pattern, template, array, hole, object
        case function, arrow, classExpression, prefix, postfix, binary, logical, assign, conditional
        case call, new, member, index, privateMember, tagged, sequence, paren, spread
        // Parts of objects, classes and patterns.
        case property, block, arrayPattern, objectPattern, withDefault, rest
        // Statements.
        case declaration, declarator, expression, scope, condition, loop, loopIn, loopOf, whileLoop, doLoop
        case `return`, `throw`, jump, label, attempt, choice, option, empty, with, functionDeclaration
        case classDeclaration

        var isMember: Bool { self == .member || self == .index || self == .privateMember }
    }

    struct Flags: OptionSet {
        let rawValue: UInt16

        static let isOptional = Flags(rawValue: 1)
        static let isComputed = Flags(rawValue: 2)
        static let isShort = Flags(rawValue: 4)
        static let isMethod = Flags(rawValue: 8)
        static let isGetter = Flags(rawValue: 16)
        static let isSetter = Flags(rawValue: 32)
        static let isStatic = Flags(rawValue: 64)
        /// A function whose body is an expression.
        static let isConcise = Flags(rawValue: 128)
        /// A function or program that begins with 'use strict'.
        static let isStrict = Flags(rawValue: 256)
        /// Parameters that are more than names.
        static let hasPatterns = Flags(rawValue: 512)
        /// The use of a variable before its declaration.
        static let isEarly = Flags(rawValue: 1024)
        /// The property `__proto__: value` of an object.
        static let isPrototype = Flags(rawValue: 2048)

        static let isAccessor: Flags = [.isGetter, .isSetter]
    }

    struct Node {
        var kind: Kind
        var flags: Flags = []
        /// The sign or the word of an operator or a statement.
        var word = ScriptWord.none
        let line: Int32
        /// The node's own token in the source: a name, a literal, an operator.
        var start: Int32
        var end: Int32
        // The parts, by the kind of the node; -1 for none.
        var a: Int32 = -1
        var b: Int32 = -1
        var c: Int32 = -1
        var d: Int32 = -1
        var listStart: Int32 = 0
        var listCount: Int32 = 0
        /// The name's symbol.
        var symbol: Int32 = -1
        /// The variable of a name, the scope or the function of a node.
        var link: Int32 = -1
    }

    var nodes: [Node] = []
    private var lists: [Int32] = []
    private(set) var symbols: [String] = []
    private var numbers: [String: Int32] = [:]
    /// The statements of the program, or the expression.
    var root: [Int] = []
    var isStrict = false
    /// A Boolean value that indicates whether the engine can't read the source itself.
    var needsTranslation = false

    subscript(index: Int) -> Node {
        get { nodes[index] }
        set { nodes[index] = newValue }
    }

    /// The parts of a node with a list.
    func list(_ index: Int) -> [Int] {
        let start = Int(nodes[index].listStart)
        return lists[start..<start + Int(nodes[index].listCount)].map { Int($0) }
    }

    mutating func setList(_ list: [Int], of index: Int) {
        (nodes[index].listStart, nodes[index].listCount) = (Int32(lists.count), Int32(list.count))
        lists += list.map { Int32($0) }
    }

    mutating func symbol(_ name: String) -> Int32 {
        if let number = numbers[name] { return number }
        numbers[name] = Int32(symbols.count)
        symbols.append(name)
        return Int32(symbols.count - 1)
    }

    /// Returns the expression in brackets.
    func withoutBrackets(_ index: Int) -> Int {
        var index = index
        while nodes[index].kind == .paren, nodes[index].listCount == 1 { index = list(index)[0] }
        return index
    }

    /// Returns whether an expression is a variable or a property.
    func isLocation(_ index: Int) -> Bool {
        var index = withoutBrackets(index)
        guard nodes[index].kind.isMember else { return nodes[index].kind == .name }
        // Behind `?.`, nothing can be assigned.
        while nodes[index].kind.isMember || nodes[index].kind == .call {
            if nodes[index].flags.contains(.isOptional) { return false }
            index = Int(nodes[index].a)
        }
        return true
    }

    /// The name of a node with a symbol.
    func name(_ index: Int) -> String { symbols[Int(nodes[index].symbol)] }

    func refusal(_ message: String, at index: Int) -> ScriptSyntax.Refusal {
        ScriptSyntax.Refusal(message: message, line: Int(nodes[index].line))
    }

    func isKnown(_ name: String) -> Bool { numbers[name] != nil }
}
