internal import Automata

/// The text of RABIT and Reduce, whose name comes from Büchi automata; here words are finite.
enum BA {
    static func read(_ input: TextInput, options: ReadOptions) throws(FormatError) -> Automaton {
        var reader = BAReader(input, keepsSymbolOffsets: options.symbolsAreBytes)
        try reader.read()
        let (automaton, symbolOffsets) = try reader.automaton()
        guard options.symbolsAreBytes else { return automaton }
        return try automaton.readingSymbolsAsBytes(listsAlphabet: false, in: input, firstOffsets: symbolOffsets)
    }

    /// Returns the offset of the first `,` or `->` in a name, which names must not have.
    static func separator(in name: UnsafeBufferPointer<UInt8>) -> Int? {
        name.indices.first { name[$0] == UInt8(ascii: ",") || isArrow(in: name, at: $0) }
    }

    /// Returns whether `->` is at an offset.
    @inline(__always)
    static func isArrow(in text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        text[offset] == UInt8(ascii: "-") && offset + 1 < text.count && text[offset + 1] == UInt8(ascii: ">")
    }
}
