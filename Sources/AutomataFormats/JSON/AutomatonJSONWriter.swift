internal import Automata
internal import TextSupport

/// Writes an automaton as JSON, with one transition per line.
struct AutomatonJSONWriter {
    private let automaton: EpsilonNFA
    private var output = TextOutput()
    private var watch: WritingWatch
    private var states = PackedTexts()
    private var symbols = PackedTexts()

    /// - Parameter model: the automaton in its own model.
    static func write(
        _ automaton: EpsilonNFA, as model: Automaton, _ budget: Budget
    ) throws(FormatError) -> WriteResult {
        var writer = try AutomatonJSONWriter(automaton, budget)
        let kind: StaticString =
            switch model {
            case .dfa: "DFA"
            case .nfa: "NFA"
            case .epsilonNFA: "epsilon-NFA"
            }
        try writer.writeAll(kind: kind)
        return WriteResult(bytes: writer.output.bytes)
    }

    private init(_ automaton: EpsilonNFA, _ budget: Budget) throws(FormatError) {
        self.automaton = automaton
        watch = WritingWatch(budget)
        states = try references(automaton.names, count: automaton.stateCount)
        if case .named(let names) = automaton.alphabet.storage {
            symbols = try references(names, count: names.count)
        } else {
            symbols = try references(nil, count: automaton.alphabet.count)
        }
    }

    private mutating func writeAll(kind: StaticString) throws(FormatError) {
        output.append("{\n  \"format\": \"automata\",\n  \"version\": 1,\n  \"kind\": \"")
        output.append(kind)
        output.append("\",\n  \"alphabet\": ")
        try writeAlphabet()
        output.append(",\n  \"states\": ")
        if let names = automaton.names { try write(names) } else { output.append(automaton.stateCount) }
        output.append(",\n  \"initial\": ")
        try write(automaton.initialStates)
        output.append(",\n  \"final\": ")
        try write(automaton.finalStates)
        output.append(",\n  \"transitions\": [")
        try writeTransitions()
        output.append("]\n}\n")
    }

    private mutating func writeAlphabet() throws(FormatError) {
        switch automaton.alphabet.storage {
        case .named(let names): try write(names)
        case .partition(let partition):
            output.append(partition.domain == .bytes ? "{\"bytes\": [" : "{\"scalars\": [")
            var ranges = [[SymbolPartition.ClassRange]](repeating: [], count: partition.count)
            for range in partition.ranges { ranges[Int(range.symbol)].append(range) }
            for (symbol, ranges) in ranges.enumerated() {
                output.append(symbol == 0 ? "[" : ", [")
                for (index, range) in ranges.enumerated() {
                    output.append(index == 0 ? "[" : ", [")
                    output.append(Int(range.lower))
                    output.append(", ")
                    output.append(Int(range.upper))
                    output.append("]")
                }
                output.append("]")
            }
            output.append("]}")
        }
    }

    private mutating func write(_ names: NameTable) throws(FormatError) {
        output.append("[")
        for index in 0..<names.count {
            try check()
            if index > 0 { output.append(", ") }
            output.append(JSONName.encode(names.utf8(at: index)))
        }
        output.append("]")
    }

    private mutating func write(_ set: StateSet) throws(FormatError) {
        output.append("[")
        for (index, state) in set.enumerated() {
            try check()
            if index > 0 { output.append(", ") }
            output.append(states[Int(state)])
        }
        output.append("]")
    }

    private mutating func writeTransitions() throws(FormatError) {
        var isFirst = true
        func begin(_ output: inout TextOutput, _ state: StateID) {
            output.append(isFirst ? "\n    [" : ",\n    [")
            output.append(states[Int(state)])
            isFirst = false
        }
        for state in automaton.states {
            for target in automaton.epsilonTargets(from: state) {
                try check()
                begin(&output, state)
                output.append(", null, ")
                output.append(states[Int(target)])
                output.append("]")
            }
            for index in automaton.rows.range(of: state) {
                try check()
                begin(&output, state)
                output.append(", ")
                output.append(symbols[Int(automaton.rows.symbols[index])])
                output.append(", ")
                output.append(states[Int(automaton.rows.targets[index])])
                output.append("]")
            }
        }
        if !isFirst { output.append("\n  ") }
    }

    /// Returns the references to states or symbols: by name if there is one that JSON can hold, by
    /// number otherwise.
    private mutating func references(_ names: NameTable?, count: Int) throws(FormatError) -> PackedTexts {
        var references = PackedTexts()
        for id in 0..<count {
            try check(holding: references.byteCount)
            references.append { (output: inout TextOutput) in
                if let names, JSONName.isValid(names.utf8(at: id)) {
                    JSONString.append(names.utf8(at: id), to: &output)
                } else {
                    output.append(id)
                }
            }
        }
        return references
    }

    /// Checks the budget for the written text, the references, and further bytes.
    private mutating func check(holding bytes: Int = 0) throws(FormatError) {
        try watch.check(count: output.bytes.count + states.byteCount + symbols.byteCount + bytes)
    }
}

/// Names in JSON.
enum JSONName {
    /// Whether a name is valid UTF-8, which a JSON string must be.
    static func isValid(_ name: ArraySlice<UInt8>) -> Bool {
        String(validating: name, as: UTF8.self) != nil
    }

    /// A string, or the bytes of a name that isn't UTF-8 in an object.
    static func encode(_ name: ArraySlice<UInt8>) -> [UInt8] {
        var output = TextOutput()
        guard isValid(name) else {
            output.append("{\"bytes\": [")
            for (index, byte) in name.enumerated() {
                if index > 0 { output.append(", ") }
                output.append(Int(byte))
            }
            output.append("]}")
            return output.bytes
        }
        JSONString.append(name, to: &output)
        return output.bytes
    }
}
