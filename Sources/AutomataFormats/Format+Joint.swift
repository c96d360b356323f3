public import Automata

extension Format {
    /// The automata that several texts hold, such that the same symbol means the same in all of them, and they can be compared.
    ///
    /// That matters for `.mata` texts whose transitions read formulas over variables: their symbols are the minterms of all formulas
    /// of all texts together. Other texts are read one by one; automata over different alphabets are aligned by the operations.
    ///
    /// - Throws: ``FormatError`` with the place of what isn't as the format wants it.
    public func read(
        jointly texts: [(text: UnsafeRawBufferPointer, options: ReadOptions)]
    ) throws(FormatError) -> [Automaton] {
        var inputs: [TextInput] = []
        if self == .mata {
            for (text, options) in texts {
                guard let start = text.baseAddress, !options.symbolsAreBytes else { break }
                let input = TextInput(
                    start: start.assumingMemoryBound(to: UInt8.self), count: text.count, name: options.inputName)
                guard Mata.readsFormulas(input) else { break }
                inputs.append(input)
            }
            if inputs.count == texts.count { return try Mata.read(jointly: inputs) }
        }
        var automata: [Automaton] = []
        for (text, options) in texts { automata.append(try read(text, options: options)) }
        return automata
    }
}
