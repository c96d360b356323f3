public import Automata

/// A text to be read together with others.
public struct TextToRead {
    /// The text, which must stay valid while it is read.
    public var text: UnsafeRawBufferPointer
    /// The format of the text.
    public var format: Format
    /// The options for reading it.
    public var options: ReadOptions

    /// Creates a text in a format.
    public init(_ text: UnsafeRawBufferPointer, format: Format, options: ReadOptions = ReadOptions()) {
        self.text = text
        self.format = format
        self.options = options
    }
}

extension Format {
    /// Reads several texts whose automata are to be compared or combined.
    ///
    /// The symbols of a `.mata` text with formulas are the minterms of its formulas, so two texts
    /// have different symbols. Texts that are read together share the minterms of all their
    /// formulas. Texts in other formats are read one by one. The memory of all texts counts against
    /// the budget of each.
    ///
    /// - Throws: ``FormatError`` with the place of the syntax error.
    public static func read(jointly texts: [TextToRead]) throws(FormatError) -> [ReadResult] {
        var mataTexts: [(text: TextInput, options: ReadOptions)] = []
        for text in texts where text.format == .mata {
            try text.input.check()
            mataTexts.append((text.input, text.options))
        }
        var mataAutomata = try Mata.read(jointly: mataTexts)[...]
        var others = OtherTexts()
        for (text, automaton) in zip(mataTexts, mataAutomata) {
            var input = text.text
            input.others = others
            try input.check(automaton)
            others.add(automaton)
        }
        var results: [ReadResult] = []
        for text in texts {
            if text.format == .mata, let automaton = mataAutomata.popFirst() {
                results.append(ReadResult(automaton: automaton))
            } else {
                let read = try text.format.readWithNotes(text.text, options: text.options, reserving: others)
                others.add(read.automaton)
                results.append(read)
            }
        }
        return results
    }
}

extension Format {
    /// Reads several texts of this format whose automata are to be compared or combined; see
    /// ``read(jointly:)-swift.type.method``.
    ///
    /// - Throws: ``FormatError`` with the place of the syntax error.
    public func read(
        jointly texts: [(text: UnsafeRawBufferPointer, options: ReadOptions)]
    ) throws(FormatError) -> [Automaton] {
        try Format.read(jointly: texts.map { TextToRead($0.text, format: self, options: $0.options) }).map(\.automaton)
    }
}

extension TextToRead {
    fileprivate var input: TextInput {
        // The start of an empty buffer is never read.
        let start = text.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!
        return TextInput(
            start: start.assumingMemoryBound(to: UInt8.self), count: text.count, name: options.inputName,
            budget: options.budget)
    }
}
