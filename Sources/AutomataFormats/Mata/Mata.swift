internal import Automata

/// The `.mata` text: one automaton, with its transitions on symbols or on Boolean formulas.
enum Mata {
    /// More transitions than this on minterms are refused.
    static let maximumMintermTransitionCount = 50_000_000

    static func read(_ input: TextInput, options: ReadOptions) throws(FormatError) -> Automaton {
        var reader = MataReader(input)
        try reader.read()
        if reader.isBits {
            if options.symbolsAreBytes {
                throw input.error("symbols can't be read as bytes: those of @NFA-bits are formulas, not numbers")
            }
            let minterms = try minterms(of: reader.formulas, inputName: options.inputName)
            return try automaton(reader, minterms: minterms)
        }
        var parts = reader.parts
        var names = reader.symbols.finished()
        var firstOffsets = reader.symbols.firstOffsets
        if !reader.listsAlphabet {
            let (sorted, order) = parts.numberSymbolsNaturally(names)
            names = sorted
            firstOffsets = order.map { firstOffsets[Int($0)] }
        }
        let automaton: Automaton
        do {
            automaton = try parts.automaton(
                alphabet: Alphabet(names), stateCount: reader.states.count, names: reader.states.finished())
        } catch { throw input.error(error) }
        guard options.symbolsAreBytes else { return automaton }
        return try automaton.readingSymbolsAsBytes(
            listed: reader.listsAlphabet, in: input, firstOffsets: firstOffsets)
    }

    /// Reads several texts of the bits form over one alphabet: the minterms of all their formulas together.
    ///
    /// The automata can then be compared and combined, as their variables mean the same.
    static func read(jointly inputs: [TextInput]) throws(FormatError) -> [Automaton] {
        var readers: [MataReader] = []
        var formulas = FormulaStore()
        for input in inputs {
            var reader = MataReader(input, formulas: formulas)
            try reader.read()
            guard reader.isBits else { throw input.error(at: 0, "expected an automaton of the form '@NFA-bits'") }
            formulas = reader.formulas
            readers.append(reader)
        }
        let minterms = try minterms(of: formulas, inputName: inputs.first?.name ?? "-")
        var automata: [Automaton] = []
        for reader in readers { automata.append(try automaton(reader, minterms: minterms)) }
        return automata
    }

    private static func minterms(of formulas: FormulaStore, inputName: String) throws(FormatError) -> Minterms {
        do { return try Minterms(formulas) } catch {
            throw FormatError(inputName: inputName, message: error.message)
        }
    }

    /// Replaces each transition on a formula by one on each of its minterms.
    private static func automaton(_ reader: MataReader, minterms: Minterms) throws(FormatError) -> Automaton {
        var parts = AutomatonParts()
        parts.initialStates = reader.parts.initialStates
        parts.finalStates = reader.parts.finalStates
        for index in reader.parts.sources.indices {
            for symbol in minterms.members[Int(reader.parts.symbols[index])] {
                parts.addTransition(from: reader.parts.sources[index], on: symbol, to: reader.parts.targets[index])
            }
            guard parts.sources.count <= maximumMintermTransitionCount else {
                throw reader.input.error(
                    "the formulas stand for more than \(maximumMintermTransitionCount) transitions on minterms")
            }
        }
        do {
            return try parts.automaton(
                alphabet: Alphabet(minterms.names), stateCount: reader.states.count, names: reader.states.finished())
        } catch { throw reader.input.error(error) }
    }
}
