internal import Automata
internal import TextSupport

/// Writes an automaton without epsilon moves in the explicit form of `.mata`.
///
/// To let readers assign the same numbers, the alphabet is listed unless all symbols are used and
/// in natural order, and the states are listed unless they first appear in their order.
struct MataWriter {
    private let automaton: EpsilonNFA
    private let symbols: SymbolTexts
    private var states = PackedTexts()
    private var output = TextOutput()
    private var watch: WritingWatch

    static func write(_ automaton: EpsilonNFA, _ budget: Budget) throws(FormatError) -> WriteResult {
        try FormatError.refuseEpsilonMoves(of: automaton, formatName: ".mata")
        var writer = try MataWriter(automaton, budget)
        try writer.writeAll(budget)
        return WriteResult(bytes: writer.output.bytes)
    }

    private init(_ automaton: EpsilonNFA, _ budget: Budget) throws(FormatError) {
        self.automaton = automaton
        watch = WritingWatch(budget)
        symbols = try SymbolTexts(automaton, formatName: ".mata", budget) { Self.append(name: $0[...], to: &$1) }
        states.reserve(automaton.stateCount)
        for state in automaton.states {
            try watch.step()
            states.append { output in
                if let names = automaton.names {
                    Self.append(name: names.utf8(of: state), to: &output)
                } else {
                    output.append("q")
                    output.append(Int(state))
                }
            }
        }
    }

    private mutating func writeAll(_ budget: Budget) throws(FormatError) {
        output.append("@NFA-explicit\n")
        if try symbolsAreInNaturalOrder() {
            output.append("%Alphabet-auto\n")
        } else {
            output.append("%Alphabet")
            for member in 0..<symbols.memberCount {
                output.append(" ")
                output.append(symbols[member])
            }
            output.append("\n")
        }
        if try !isNumberedAsRead() {
            output.append("%States-enum")
            for state in automaton.states { append(" ", state) }
            output.append("\n")
        }
        output.append("%Initial")
        for state in automaton.initialStates { append(" ", state) }
        output.append("\n%Final")
        for state in automaton.finalStates { append(" ", state) }
        output.append("\n")
        try writeTransitions(budget)
    }

    private mutating func writeTransitions(_ budget: Budget) throws(FormatError) {
        let lines = ChunkedOutput(after: output.bytes, budget)
        states.withTexts { states in
            symbols.spellings.withTexts { spellings in
                for state in automaton.states where lines.limit == nil {
                    for index in automaton.rows.range(of: state) {
                        for member in symbols.members(of: automaton.rows.symbols[index]) {
                            lines.append(states[Int(state)])
                            lines.append(UInt8(ascii: " "))
                            lines.append(spellings[member])
                            lines.append(UInt8(ascii: " "))
                            lines.append(states[Int(automaton.rows.targets[index])])
                            lines.append(UInt8(ascii: "\n"))
                        }
                    }
                }
            }
        }
        output.bytes = try lines.finish()
    }

    private mutating func append(_ separator: StaticString, _ state: StateID) {
        output.append(separator)
        output.append(states[Int(state)])
    }

    /// Returns whether the states are numbered as a reader would number them: by the numbers in
    /// their names if these have no gaps, and by their first appearance otherwise.
    private mutating func isNumberedAsRead() throws(FormatError) -> Bool {
        var states = OrderOfAppearance(count: automaton.stateCount)
        for state in automaton.initialStates { states.addStateName(state) }
        for state in automaton.finalStates { states.addStateName(state) }
        for state in automaton.states {
            for index in automaton.rows.range(of: state) {
                try watch.step()
                states.addStateName(state)
                states.addStateName(automaton.rows.targets[index])
            }
        }
        guard states.hasSeenAll else { return false }
        guard let names = automaton.names else { return true }
        // Names that end in digits may be numbered without a gap, but checking that isn't worth the
        // time.
        return states.isInOrder
            && automaton.states.contains { state in
                names.utf8(of: state).last.map { $0 &- UInt8(ascii: "0") > 9 } ?? true
            }
    }

    /// Returns whether the symbols are numbered as a reader would number those of all transitions.
    private mutating func symbolsAreInNaturalOrder() throws(FormatError) -> Bool {
        guard case .named(let names) = automaton.alphabet.storage else { return false }
        var isUsed = [Bool](repeating: false, count: names.count)
        for symbol in automaton.rows.symbols { isUsed[Int(symbol)] = true }
        let order: [Symbol] = try watch.count { (steps) throws(AutomataError) in
            try names.idsInNaturalOrder(steps: &steps)
        }
        return isUsed.allSatisfy { $0 } && order.indices.allSatisfy { Int(order[$0]) == $0 }
    }

    /// A check whether ids, in the order of their first appearance, ascend without gaps.
    private struct OrderOfAppearance {
        private var isSeen: [Bool]
        private var count = 0
        private(set) var isInOrder = true

        init(count: Int) {
            isSeen = Array(repeating: false, count: count)
        }

        var hasSeenAll: Bool { count == isSeen.count }

        mutating func addStateName(_ id: StateID) {
            if isSeen[Int(id)] { return }
            isSeen[Int(id)] = true
            if Int(id) != count { isInOrder = false }
            count += 1
        }
    }

    /// Writes a name, in quotes if a reader wouldn't read it as one word.
    private static func append(name: ArraySlice<UInt8>, to output: inout TextOutput) {
        if !name.isEmpty, name.allSatisfy(isPlain) {
            output.append(name)
            return
        }
        output.append("\"")
        for byte in name {
            switch byte {
            case UInt8(ascii: "\""): output.append("\\\"")
            case UInt8(ascii: "\\"): output.append("\\\\")
            case UInt8(ascii: "\n"): output.append("\\n")
            case UInt8(ascii: "\r"): output.append("\\r")
            case UInt8(ascii: "\t"): output.append("\\t")
            default: output.append(byte)
            }
        }
        output.append("\"")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F: false
        case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: "%"), UInt8(ascii: "@"),
            UInt8(ascii: "!"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"):
            false
        default: true
        }
    }
}
