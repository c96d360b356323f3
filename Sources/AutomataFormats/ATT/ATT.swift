internal import Automata

/// The text of AT&T's FSM tools, as OpenFst and foma read and print it.
enum ATT {
    static func read(_ input: TextInput, options: ReadOptions) throws(FormatError) -> Automaton {
        let table = try options.symbolTable.map { (bytes) throws(FormatError) in
            try ATTSymbolTable(bytes, inputName: options.inputName)
        }
        var reader = try ATTReader(input, symbolTable: table)
        try reader.read()
        let automaton = try reader.automaton()
        guard options.symbolsAreBytes else { return automaton }
        return try automaton.readingSymbolsAsBytes(
            listsAlphabet: table != nil, in: input, firstOffsets: reader.symbolOffsets)
    }

    /// The names of ε in the tools' texts.
    static let epsilonNames: [StaticString] = ["@0@", "<eps>", "@_EPSILON_SYMBOL_@", "ε"]

    static func isEpsilon(_ name: some Collection<UInt8>) -> Bool {
        epsilonNames.contains { epsilon in
            UnsafeBufferPointer(start: epsilon.utf8Start, count: epsilon.utf8CodeUnitCount).elementsEqual(name)
        }
    }
}
