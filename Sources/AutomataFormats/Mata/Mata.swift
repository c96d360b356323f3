internal import Automata

/// The `.mata` text: one automaton, with its transitions on symbols or on Boolean formulas.
enum Mata {
    /// More transitions than this on minterms are refused.
    static let maximumMintermTransitionCount = 50_000_000

    static func read(_ input: TextInput, options: ReadOptions) throws(FormatError) -> Automaton {
        var reader = MataReader(input)
        try reader.read()
        let formulas = reader.formulas
        let text: MataText
        do { text = try reader.result() } catch { throw input.error(error) }
        let minterms = text.isBits ? try minterms(of: formulas, in: input) : nil
        return try automaton(text, minterms: minterms, options: options)
    }

    /// - Parameter minterms: those of the formulas, where the text has formulas.
    private static func automaton(
        _ text: MataText, minterms: Minterms?, options: ReadOptions
    ) throws(FormatError) -> Automaton {
        let input = text.input
        if text.isBits, let minterms {
            if options.symbolsAreBytes {
                throw input.error("symbols can't be read as bytes: those of @NFA-bits are formulas, not numbers")
            }
            return try automaton(text, minterms: minterms)
        }
        let automaton: Automaton
        do {
            automaton = try text.parts.automaton(
                alphabet: Alphabet(text.alphabet), stateCount: text.stateCount, names: text.stateNames)
        } catch { throw input.error(error) }
        guard options.symbolsAreBytes else { return automaton }
        return try automaton.readingSymbolsAsBytes(
            listed: text.listsAlphabet, in: input, firstOffsets: text.symbolOffsets)
    }

    /// Reads several texts, those of the bits form over one alphabet: the minterms of all their formulas together.
    ///
    /// The automata can then be compared and combined, as their variables mean the same.
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
            do { texts.append(try reader.result()) } catch { throw text.error(error) }
            others.bytes += texts[texts.count - 1].byteCount
            others.states += texts[texts.count - 1].stateCount
        }
        // Formulas are written out while all texts are held.
        var joint: Minterms?
        if texts.contains(where: \.isBits) {
            var first = inputs[0].text
            first.others = others
            joint = try minterms(of: formulas, in: first)
        }
        var automata: [Automaton] = []
        for (var text, input) in zip(texts, inputs) {
            if text.isBits { text.input.others = others }
            automata.append(try automaton(text, minterms: joint, options: input.options))
            if text.isBits { others.add(automata[automata.count - 1]) }
        }
        return automata
    }

    private static func minterms(of formulas: FormulaStore, in input: TextInput) throws(FormatError) -> Minterms {
        do throws(Minterms.Failure) {
            return try Minterms(formulas, budget: input.budget, besides: input.others.bytes)
        } catch {
            switch error {
            case .tooComplex(let message): throw input.error(message)
            case .stopped(let limit): throw FormatError(inputName: input.name, limit: limit)
            }
        }
    }

    /// Replaces each transition on a formula by one on each of its minterms.
    private static func automaton(_ text: MataText, minterms: Minterms) throws(FormatError) -> Automaton {
        var parts = AutomatonParts()
        parts.initialStates = text.parts.initialStates
        parts.finalStates = text.parts.finalStates
        var pace = ReadingPace()
        for index in text.parts.sources.indices {
            if pace.isDue(at: parts.byteCount) { try text.input.check(bytes: parts.byteCount) }
            for symbol in minterms.members[Int(text.parts.symbols[index])] {
                parts.addTransition(from: text.parts.sources[index], on: symbol, to: text.parts.targets[index])
            }
            guard parts.sources.count <= maximumMintermTransitionCount else {
                throw text.input.error(
                    "the formulas stand for more than \(maximumMintermTransitionCount) transitions on minterms")
            }
        }
        do {
            return try parts.automaton(
                alphabet: Alphabet(minterms.names), stateCount: text.stateCount, names: text.stateNames)
        } catch { throw text.input.error(error) }
    }
}
