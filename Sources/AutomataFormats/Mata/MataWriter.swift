internal import Automata

/// Writes an automaton without epsilon moves in the explicit form of `.mata`.
///
/// The alphabet and the states are listed where the order of their first appearance would number them otherwise.
struct MataWriter {
    private let automaton: EpsilonNFA
    private let symbols: SymbolTexts
    private var stateNames = TextOutput()
    private var stateEnds: [Int] = []
    private var output = TextOutput()

    static func write(_ automaton: EpsilonNFA) throws(FormatError) -> WrittenText {
        guard automaton.epsilonMoveCount == 0 else {
            throw FormatError(
                message: ".mata has no ε: the automaton has \(automaton.epsilonMoveCount) epsilon moves; "
                    + "remove them first (remove-epsilon), or write JSON, DOT, AT&T or JFLAP")
        }
        var writer = try MataWriter(automaton)
        writer.writeAll()
        return WrittenText(bytes: writer.output.bytes)
    }

    private init(_ automaton: EpsilonNFA) throws(FormatError) {
        self.automaton = automaton
        symbols = try SymbolTexts(automaton, formatName: ".mata") { Self.append(name: $0[...], to: &$1) }
        for state in automaton.states {
            if let names = automaton.names {
                Self.append(name: names.utf8(of: state), to: &stateNames)
            } else {
                stateNames.append("q")
                stateNames.append(Int(state))
            }
            stateEnds.append(stateNames.bytes.count)
        }
    }

    private mutating func writeAll() {
        let (statesInOrder, symbolsInOrder) = isInOrderOfAppearance()
        output.bytes.reserveCapacity(64 + automaton.rows.count * 16)
        output.append("@NFA-explicit\n")
        if symbolsInOrder {
            output.append("%Alphabet-auto\n")
        } else {
            output.append("%Alphabet")
            for member in 0..<symbols.memberCount {
                output.append(" ")
                output.append(symbols[member])
            }
            output.append("\n")
        }
        if !statesInOrder {
            output.append("%States-enum")
            for state in automaton.states { append(" ", state) }
            output.append("\n")
        }
        output.append("%Initial")
        for state in automaton.initialStates { append(" ", state) }
        output.append("\n%Final")
        for state in automaton.finalStates { append(" ", state) }
        output.append("\n")
        for state in automaton.states {
            for index in automaton.rows.range(of: state) {
                for member in symbols.members(of: automaton.rows.symbols[index]) {
                    append("", state)
                    output.append(" ")
                    output.append(symbols[member])
                    append(" ", automaton.rows.targets[index])
                    output.append("\n")
                }
            }
        }
    }

    private mutating func append(_ separator: StaticString, _ state: State) {
        output.append(separator)
        let index = Int(state)
        output.append(stateNames.bytes[(index == 0 ? 0 : stateEnds[index - 1])..<stateEnds[index]])
    }

    /// Whether the states, and the symbols, are numbered as a reader would number them by their first appearance.
    private func isInOrderOfAppearance() -> (states: Bool, symbols: Bool) {
        var states = OrderOfAppearance()
        var symbols = OrderOfAppearance()
        for state in automaton.initialStates { states.see(state) }
        for state in automaton.finalStates { states.see(state) }
        for state in automaton.states {
            for index in automaton.rows.range(of: state) {
                states.see(state)
                states.see(automaton.rows.targets[index])
                symbols.see(automaton.rows.symbols[index])
            }
        }
        return (
            states.isInOrder && states.count == automaton.stateCount,
            automaton.alphabet.kind == .named && symbols.isInOrder && symbols.count == automaton.alphabet.count
        )
    }

    /// Whether ids, as they are first seen, ascend without a gap.
    private struct OrderOfAppearance {
        private(set) var count = 0
        private(set) var isInOrder = true

        mutating func see(_ id: UInt32) {
            if Int(id) == count { count += 1 } else if Int(id) > count { isInOrder = false }
        }
    }

    /// Writes a name, in quotes where a reader would not take it for one word.
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
