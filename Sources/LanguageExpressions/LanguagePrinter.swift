internal import Automata
internal import RegularExpressions

extension LanguageExpression {
    /// Returns a text that parses to the same expression. Operators have one space on each side.
    /// Quotes and parentheses occur only where needed (`a | (b | c)` needs none). The text is ASCII
    /// except for names and words.
    ///
    /// - Complexity: O(length of the result), which is proportional to the text that was parsed.
    public func text() -> String {
        var printer = LanguagePrinter(self)
        return printer.text()
    }
}

extension LanguageExpression: CustomStringConvertible {
    /// The expression as text, cut after a few hundred characters; ``text()`` isn't cut.
    public var description: String {
        let text = text()
        return text.utf8.count <= 400 ? text : String(text.prefix(400)) + "…"
    }
}

/// A printer of expressions, with parentheses only where needed.
private struct LanguagePrinter {
    private let expression: LanguageExpression
    private var bytes: [UInt8] = []
    private var pending: [Piece] = []
    /// The first operand of each node.
    private var starts: [Int] = []

    /// The precedence of an operator.
    private enum Level: Int {
        case union, symmetricDifference, difference, intersection, concatenation, prefixed, repeated
    }

    /// A piece that is still to be written.
    private enum Piece {
        case node(Int, Level)
        case text(StaticString)
        case detail(LanguageNode)
    }

    init(_ expression: LanguageExpression) {
        self.expression = expression
        starts.reserveCapacity(expression.nodes.count)
        for (index, node) in expression.nodes.enumerated() {
            var start = index
            for _ in 0..<node.operandCount { start = starts[start - 1] }
            starts.append(start)
        }
    }

    mutating func text() -> String {
        pending = [.node(expression.nodes.count - 1, .union)]
        while let piece = pending.popLast() {
            switch piece {
            case .text(let text): write(text)
            case .detail(let node): writeDetail(of: node)
            case .node(let index, let level): write(expression.nodes[index], index, within: level)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes the beginning of a node, and schedules the rest.
    private mutating func write(_ node: LanguageNode, _ index: Int, within level: Level) {
        switch node.kind {
        case .name: write(name: expression.nameTable.utf8(of: node.name))
        case .word: write(word: node.word)
        case .union: writeOperands(of: index, .union, within: level, " | ", next: .symmetricDifference)
        case .symmetricDifference:
            writeOperands(of: index, .symmetricDifference, within: level, " ^ ", next: .difference)
        case .difference: writeOperands(of: index, .difference, within: level, " - ", next: .intersection)
        case .intersection: writeOperands(of: index, .intersection, within: level, " & ", next: .concatenation)
        case .concatenation: writeOperands(of: index, .concatenation, within: level, " ", next: .prefixed)
        case .complement:
            open(.prefixed, within: level)
            write("!")
            pending.append(.node(index - 1, .repeated))
        case .repetition:
            pending.append(.detail(node))
            pending.append(.node(index - 1, .repeated))
        case .function: writeCall(node, index)
        }
    }

    /// Opens parentheses, and schedules their end, if the context binds more tightly.
    private mutating func open(_ nodeLevel: Level, within level: Level) {
        guard nodeLevel.rawValue < level.rawValue else { return }
        write("(")
        pending.append(.text(")"))
    }

    private mutating func writeOperands(
        of index: Int, _ nodeLevel: Level, within level: Level, _ sign: StaticString, next: Level
    ) {
        open(nodeLevel, within: level)
        let operands = operands(of: index)
        // The left operand of a left-associative operator needs no parentheses.
        let isChain = nodeLevel == .symmetricDifference || nodeLevel == .difference
        for (position, operand) in operands.enumerated() {
            let isFirst = position == operands.count - 1
            pending.append(.node(operand, isFirst && isChain ? nodeLevel : next))
            if !isFirst { pending.append(.text(sign)) }
        }
    }

    private mutating func writeCall(_ node: LanguageNode, _ index: Int) {
        guard let function = node.function else { return }
        bytes.append(contentsOf: function.name.utf8)
        write("(")
        pending.append(.text(")"))
        if function.takesDetail {
            pending.append(.detail(node))
            if function.languageCount > 0 { pending.append(.text(", ")) }
        }
        let operands = operands(of: index)
        for (position, operand) in operands.enumerated() {
            pending.append(.node(operand, .union))
            if position < operands.count - 1 { pending.append(.text(", ")) }
        }
    }

    /// Returns the operands of a node, the last one first.
    private func operands(of index: Int) -> [Int] {
        var operands: [Int] = []
        var end = index
        for _ in 0..<expression.nodes[index].operandCount {
            operands.append(end - 1)
            end = starts[end - 1]
        }
        return operands
    }

    // MARK: - Parts without operands

    private mutating func write(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func write(name: ArraySlice<UInt8>) {
        if LanguageNames.isBare(name) {
            bytes.append(contentsOf: name)
        } else {
            write(name, between: UInt8(ascii: "\""), and: UInt8(ascii: "\""))
        }
    }

    private mutating func write(word: LanguageWordID) {
        write(expression.wordTable.utf8(of: word), between: UInt8(ascii: "<"), and: UInt8(ascii: ">"))
    }

    private mutating func write(_ text: ArraySlice<UInt8>, between start: UInt8, and end: UInt8) {
        bytes.append(start)
        for byte in text {
            if byte == end || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes.append(end)
    }

    /// Writes the counts of a repetition, or the last argument of a function.
    private mutating func writeDetail(of node: LanguageNode) {
        switch node.function {
        case nil: write(RepetitionBounds(node.first, node.second), isRepetition: true)
        case .lengths: write(RepetitionBounds(node.second, node.third), isRepetition: false)
        case .project: write(word: node.word)
        case .neighborhood:
            write(word: node.word)
            bytes.append(contentsOf: ", \(node.third)".utf8)
        default: break
        }
    }

    private mutating func write(_ counts: RepetitionBounds, isRepetition: Bool) {
        let text =
            switch (counts.least, counts.most) {
            case (0, unbounded) where isRepetition: "*"
            case (1, unbounded) where isRepetition: "+"
            case (0, 1) where isRepetition: "?"
            case (let least, unbounded): "{\(least),}"
            case (let least, let most) where least == most: "{\(least)}"
            case (let least, let most): "{\(least),\(most)}"
            }
        bytes.append(contentsOf: text.utf8)
    }
}
