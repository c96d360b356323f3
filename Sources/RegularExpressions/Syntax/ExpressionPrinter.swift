public import Automata
public import WorkLimits

extension RegularExpression {
    /// Returns a text that parses to an expression with the same language. To parse the text in the
    /// textbook syntax, pass the alphabet of this expression in the options.
    ///
    /// The programmer's syntax can express expressions over bytes, over scalars, or over symbols
    /// whose names are one scalar each. The text begins with `(?o)` if the expression has
    /// intersections or complements. If it is over bytes, parse the text with the unit
    /// ``Options/Unit/bytes``, even if the expression was parsed with ``Options/Unit/utf8``.
    ///
    /// - Complexity: O(length of the result); a shared part is written once for each occurrence.
    /// - Throws: `AutomataError.inexpressible(_:)` for a name that the programmer's syntax can't
    ///   express, or for an assertion in the textbook's syntax; another `AutomataError` if the
    ///   budget stops the work.
    public func text(syntax: Syntax = .programmer, budget: Budget = .default) throws(AutomataError) -> String {
        switch syntax {
        case .textbook:
            var printer = ExpressionPrinter(self, TextbookStyle(alphabet), budget)
            return try printer.text()
        case .programmer:
            var printer = ExpressionPrinter(self, try ProgrammerStyle(self), budget)
            return try printer.text()
        }
    }
}

extension RegularExpression: CustomStringConvertible {
    /// The expression as text, cut after a few hundred characters. It uses a textbook's syntax over
    /// named symbols and a programmer's otherwise.
    public var description: String {
        let budget = Budget(maximumBytes: 1 << 16)
        let syntax: Syntax = alphabet.kind == .named && !hasAssertions ? .textbook : .programmer
        guard let text = try? text(syntax: syntax, budget: budget) else { return "an expression of \(nodeCount) nodes" }
        return text.utf8.count <= 400 ? text : String(text.prefix(400)) + "…"
    }
}

/// The spelling of the parts that depend on the syntax.
protocol ExpressionStyle {
    var empty: String { get }
    var epsilon: String { get }
    var opening: String { get }
    var union: String { get }
    var intersection: String { get }
    var complement: String { get }
    var plus: String { get }
    /// The text before the whole expression.
    var heading: String { get }
    /// The text before an operand of a complement that keeps it within the alphabet; the complement
    /// is then in parentheses.
    var universe: String? { get }

    /// Returns a leaf's text, and whether it is an atom instead of a union.
    func leaf(_ symbols: ArraySlice<Symbol>) -> (text: String, isAtom: Bool)
    func assertion(_ assertion: RegularExpression.Assertion) throws(AutomataError) -> String
}

/// A printer of expressions, with parentheses only where needed.
struct ExpressionPrinter<Style: ExpressionStyle> {
    private let storage: ExpressionStorage
    private let style: Style
    private let budget: Budget
    private var bytes: [UInt8] = []
    private var pending: [Piece] = []
    /// The texts of leaves, which are few.
    private var leaves: [(text: String, isAtom: Bool)?]
    private var pace = BudgetPace()

    /// The precedence of an operator.
    private enum Level: Int {
        case union, intersection, sequence, prefixed, repeated, atom
    }

    /// A piece that is still to be written.
    private enum Piece {
        case node(NodeID, Level)
        case text(String)
    }

    init(_ expression: RegularExpression, _ style: Style, _ budget: Budget) {
        storage = expression.storage
        self.style = style
        self.budget = budget
        leaves = Array(repeating: nil, count: expression.storage.sets.count)
    }

    mutating func text() throws(AutomataError) -> String {
        bytes = Array(style.heading.utf8)
        pending = [.node(NodeID(storage.nodes.count - 1), .union)]
        while let piece = pending.popLast() {
            if pace.isDue(states: bytes.count, work: 0) {
                try budget.check(statesBuilt: 0, bytes: 2 * bytes.count + 24 * pending.count)
            }
            switch piece {
            case .text(let text): bytes.append(contentsOf: text.utf8)
            case .node(let node, let level): try write(storage.nodes[Int(node)], within: level)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes the beginning of a node, and schedules the rest.
    private mutating func write(_ node: ExpressionNode, within level: Level) throws(AutomataError) {
        switch node.kind {
        case .empty: bytes.append(contentsOf: style.empty.utf8)
        case .epsilon: bytes.append(contentsOf: style.epsilon.utf8)
        case .assertion:
            bytes.append(contentsOf: try style.assertion(node.assertion).utf8)
        case .symbols:
            let leaf = leaves[Int(node.set)] ?? style.leaf(storage.sets[node.set])
            leaves[Int(node.set)] = leaf
            if !leaf.isAtom { open(.union, within: level) }
            bytes.append(contentsOf: leaf.text.utf8)
        case .concatenation:
            open(.sequence, within: level)
            pending.append(.node(node.right, .sequence))
            pending.append(.node(node.left, .sequence))
        case .union: writeOperands(node, .union, within: level, style.union, operandLevel: .intersection)
        case .intersection:
            writeOperands(node, .intersection, within: level, style.intersection, operandLevel: .sequence)
        case .complement:
            if let universe = style.universe {
                bytes.append(contentsOf: "\(style.opening)\(universe)\(style.intersection)".utf8)
                pending.append(.text(")"))
            } else {
                open(.prefixed, within: level)
            }
            bytes.append(contentsOf: style.complement.utf8)
            pending.append(.node(node.child, .prefixed))
        case .star, .repetition:
            // Parentheses, because two quantifiers in a row might be read as one.
            open(.repeated, within: level)
            pending.append(.text(quantifier(node)))
            pending.append(.node(node.child, .atom))
        }
    }

    private func quantifier(_ node: ExpressionNode) -> String {
        if node.kind == .star { return "*" }
        switch (node.least, node.most) {
        case (0, 1): return "?"
        case (1, unbounded): return style.plus
        case (let least, unbounded): return "{\(least),}"
        case (let least, let most) where least == most: return "{\(least)}"
        case (let least, let most): return "{\(least),\(most)}"
        }
    }

    /// Opens parentheses, and schedules their end, if the context binds more tightly.
    private mutating func open(_ nodeLevel: Level, within level: Level) {
        guard nodeLevel.rawValue < level.rawValue else { return }
        bytes.append(contentsOf: style.opening.utf8)
        pending.append(.text(")"))
    }

    private mutating func writeOperands(
        _ node: ExpressionNode, _ nodeLevel: Level, within level: Level, _ sign: String, operandLevel: Level
    ) {
        open(nodeLevel, within: level)
        for (index, child) in storage.children(of: node).enumerated().reversed() {
            // A set may be written as a union, which needs no parentheses in another union.
            let isPlain = nodeLevel == .union && storage.nodes[Int(child)].kind == .symbols
            pending.append(.node(child, isPlain ? .union : operandLevel))
            if index > 0 { pending.append(.text(sign)) }
        }
    }
}
