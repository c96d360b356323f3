internal import Automata

/// The `.mata` text: one automaton, with its transitions on symbols or on Boolean formulas.
enum Mata {
    static func read(_ input: TextInput, options: ReadOptions) throws(FormatError) -> Automaton {
        var reader = MataReader(input)
        try reader.read()
        let formulas = reader.formulas
        let text = try reader.result()
        let minterms = text.isBits ? try minterms(of: formulas, reserving: text.byteCount, in: input) : nil
        return try automaton(text, minterms: minterms, options: options)
    }

    /// - Parameters:
    ///   - minterms: The minterms of the formulas, if the text has formulas.
    ///   - isCounted: Whether the memory of the text is already included in the input's counts.
    private static func automaton(
        _ text: MataText, minterms: Minterms?, isCounted: Bool = false, options: ReadOptions
    ) throws(FormatError) -> Automaton {
        let input = text.input
        if text.isBits, let minterms {
            if options.symbolsAreBytes {
                throw input.error("the symbols of @NFA-bits are formulas, which can't be read as bytes")
            }
            return try automaton(text, minterms: minterms, isCounted: isCounted)
        }
        let automaton: Automaton
        do {
            var steps = input.steps(
                statesBuilt: isCounted ? 0 : text.stateCount, bytes: isCounted ? 0 : text.byteCount)
            automaton = try text.parts.automaton(
                alphabet: Alphabet(text.alphabet), stateCount: text.stateCount, names: text.stateNames, steps: &steps)
        } catch { throw input.error(error) }
        guard options.symbolsAreBytes else { return automaton }
        return try automaton.readingSymbolsAsBytes(
            listsAlphabet: text.listsAlphabet, in: input, firstOffsets: text.symbolOffsets)
    }

    /// Reads several texts. Those in the bits form get one alphabet: the minterms of all their
    /// formulas.
    ///
    /// The automata can then be compared and combined, because equal variable names have the same
    /// meaning.
    static func read(jointly inputs: [(text: TextInput, options: ReadOptions)]) throws(FormatError) -> [Automaton] {
        var texts: [MataText] = []
        var formulas = FormulaStore()
        var others = OtherTexts()
        for input in inputs {
            var text = input.text
            text.others = others
            var reader = MataReader(text, formulas: formulas)
            try reader.read()
            formulas = reader.formulas
            texts.append(try reader.result())
            others.bytes += texts[texts.count - 1].byteCount
            others.states += texts[texts.count - 1].stateCount
        }
        // Formulas are expanded while all texts are in memory.
        var joint: Minterms?
        if texts.contains(where: \.isBits) {
            var first = inputs[0].text
            first.others = others
            joint = try minterms(of: formulas, reserving: 0, in: first)
        }
        var automata: [Automaton] = []
        for (var text, input) in zip(texts, inputs) {
            text.input.others = others
            automata.append(try automaton(text, minterms: joint, isCounted: true, options: input.options))
            if text.isBits { others.add(automata[automata.count - 1]) }
        }
        return automata
    }

    private static func minterms(
        of formulas: FormulaStore, reserving bytes: Int, in input: TextInput
    ) throws(FormatError) -> Minterms {
        let count = formulas.variables.count
        guard count <= Minterms.maximumVariableCount else {
            throw input.error(
                tooLarge: .tooLarge("variables"),
                "the formulas have \(count) variables; at most \(Minterms.maximumVariableCount) are supported")
        }
        do throws(AutomataError) {
            return try Minterms(
                formulas, budget: input.budget, reserving: input.others.bytes + bytes + formulas.byteCount)
        } catch { throw input.error(error) }
    }

    /// Replaces each transition on a formula by one on each of its minterms.
    private static func automaton(
        _ text: MataText, minterms: Minterms, isCounted: Bool
    ) throws(FormatError) -> Automaton {
        let heldBytes = minterms.byteCount + (isCounted ? 0 : text.byteCount)
        let stateCount = isCounted ? 0 : text.stateCount
        var parts = AutomatonParts()
        parts.initialStates = text.parts.initialStates
        parts.finalStates = text.parts.finalStates
        var pace = BudgetPace()
        for index in text.parts.sources.indices {
            for symbol in minterms.members[Int(text.parts.symbols[index])] {
                if pace.isDue(at: parts.byteCount) {
                    try text.input.check(statesBuilt: stateCount, bytes: heldBytes + parts.byteCount)
                }
                parts.addTransition(from: text.parts.sources[index], on: symbol, to: text.parts.targets[index])
            }
        }
        var steps = text.input.steps(statesBuilt: stateCount, bytes: heldBytes + parts.byteCount)
        do {
            return try parts.automaton(
                alphabet: Alphabet(minterms.names), stateCount: text.stateCount, names: text.stateNames, steps: &steps)
        } catch { throw text.input.error(error) }
    }
}
