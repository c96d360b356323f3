import Automata
import AutomataFormats
import Testing

extension Format {
    func read(_ text: String, symbolsAreBytes: Bool = false, symbolTable: String? = nil) throws -> Automaton {
        try read(Array(text.utf8), symbolsAreBytes: symbolsAreBytes, symbolTable: symbolTable)
    }

    func read(
        _ text: [UInt8], name: String = "x", symbolsAreBytes: Bool = false, symbolTable: String? = nil
    ) throws -> Automaton {
        try text.withUnsafeBytes {
            try read(
                $0,
                options: ReadOptions(
                    inputName: name, symbolsAreBytes: symbolsAreBytes, symbolTable: symbolTable.map { Array($0.utf8) }))
        }
    }

    func read(jointly texts: [[UInt8]]) throws -> [Automaton] {
        var readers: [(text: UnsafeRawBufferPointer, options: ReadOptions)] = []
        func read(from index: Int) throws -> [Automaton] {
            if index == texts.count { return try self.read(jointly: readers) }
            return try texts[index].withUnsafeBytes { bytes in
                readers.append((bytes, ReadOptions(inputName: "x")))
                return try read(from: index + 1)
            }
        }
        return try read(from: 0)
    }

    func writeText(_ automaton: Automaton) throws -> String {
        String(decoding: try write(automaton).bytes, as: UTF8.self)
    }
}

extension Automaton {
    /// The transitions by names, whatever the states and symbols are numbered as.
    private var named: (transitions: [String], initial: [String], final: [String]) {
        let automaton = asEpsilonNFA
        let symbols = automaton.alphabet.names
        func names(_ states: some Sequence<StateID>) -> [String] { states.map(automaton.name).sorted() }
        var transitions = automaton.transitions.map {
            "\(automaton.name(of: $0.source)) \(symbols[Int($0.symbol)]) \(automaton.name(of: $0.target))"
        }
        for state in automaton.states {
            for target in automaton.epsilonTargets(from: state) {
                transitions.append("\(automaton.name(of: state)) ε \(automaton.name(of: target))")
            }
        }
        return (transitions.sorted(), names(automaton.initialStates), names(automaton.finalStates))
    }

    func hasSameTransitions(as other: Automaton) -> Bool { named == other.named }
}
