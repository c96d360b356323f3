internal import Automata
internal import TextSupport

extension Automaton {
    /// Returns the automaton with bytes instead of its named symbols, which are decimal numbers
    /// 0…255.
    ///
    /// The alphabet has the listed bytes, or all 256 if `listsAlphabet` is `false`. Bytes that no
    /// transition distinguishes become one class; classes are numbered in the order of their least
    /// bytes.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: the first symbol whose name isn't such a number.
    func readingSymbolsAsBytes(listsAlphabet: Bool) throws(InvalidByteSymbol) -> Automaton {
        var byteOfSymbol: [UInt8] = []
        for symbol in alphabet.symbols {
            guard let byte = Self.byte(named: alphabet, symbol) else { throw InvalidByteSymbol(symbol: symbol) }
            byteOfSymbol.append(byte)
        }
        let automaton = asEpsilonNFA
        var list = AutomatonParts()
        for state in 0..<StateID(automaton.stateCount) {
            for index in automaton.rows.range(of: state) {
                let byte = Symbol(byteOfSymbol[Int(automaton.rows.symbols[index])])
                list.addTransition(from: state, on: byte, to: automaton.rows.targets[index])
            }
        }
        let byBytes = Transitions(
            stateCount: automaton.stateCount, sources: list.sources, symbols: list.symbols, targets: list.targets)
        let classes = ByteClasses(byBytes, members: listsAlphabet ? byteOfSymbol : Array(0...255))
        // The least byte of a class represents it; classes are in the order of these bytes.
        var rows = RowList(stateCount: automaton.stateCount)
        for state in 0..<StateID(automaton.stateCount) {
            for index in byBytes.range(of: state) where classes.isLeast[Int(byBytes.symbols[index])] {
                rows.append(classes.symbolOfByte[Int(byBytes.symbols[index])], byBytes.targets[index])
            }
            rows.endRow()
        }
        return Automaton(
            mostSpecific: EpsilonNFA(
                alphabet: classes.alphabet, rows: rows.rows, epsilon: automaton.epsilon,
                initialStates: automaton.initialStates,
                finalStates: automaton.finalStates, annotations: automaton.annotations))
    }

    /// Returns the automaton with bytes instead of its named symbols; an error has the place of the
    /// first symbol that isn't a byte.
    func readingSymbolsAsBytes(
        listsAlphabet: Bool, in input: TextInput, firstOffsets: [Int]
    ) throws(FormatError) -> Automaton {
        do { return try readingSymbolsAsBytes(listsAlphabet: listsAlphabet) } catch {
            let index = Int(error.symbol)
            throw index < firstOffsets.count
                ? input.error(at: firstOffsets[index], message(for: error)) : input.error(message(for: error))
        }
    }

    /// Returns a message about a symbol that isn't a byte.
    func message(for error: InvalidByteSymbol) -> String {
        "expected the number of a byte, 0…255, as symbols are to be read as bytes, found "
            + Message.quoted(alphabet.name(of: error.symbol).utf8)
    }

    /// A symbol that isn't the decimal number of a byte.
    struct InvalidByteSymbol: Error {
        var symbol: Symbol
    }

    private static func byte(named alphabet: Alphabet, _ symbol: Symbol) -> UInt8? {
        guard case .named(let names) = alphabet.storage else { return nil }
        let digits = names.utf8(of: symbol)
        guard let first = digits.first, digits.count <= 3, digits.count == 1 || first != UInt8(ascii: "0") else {
            return nil
        }
        var value = 0
        for digit in digits {
            guard digit &- UInt8(ascii: "0") <= 9 else { return nil }
            value = value * 10 + Int(digit &- UInt8(ascii: "0"))
        }
        return UInt8(exactly: value)
    }
}

/// The classes of bytes that no transition distinguishes.
private struct ByteClasses {
    /// The alphabet of the classes.
    let alphabet: Alphabet
    /// The class of each byte; ``DenseID/absent`` for bytes that aren't in the alphabet.
    private(set) var symbolOfByte = [Symbol](repeating: .absent, count: 256)
    /// Whether each byte is the least one of its class.
    private(set) var isLeast = [Bool](repeating: false, count: 256)

    /// - Parameter members: The bytes of the alphabet; all others have no transitions.
    init(_ rows: Transitions, members: [UInt8]) {
        let classOf = rows.symbolClasses(symbolCount: 256)
        var symbolOfClass: [Symbol: Symbol] = [:]
        var ranges: [[ClosedRange<UInt8>]] = []
        for byte in members.sorted() {
            let symbol = symbolOfClass[classOf[Int(byte)]] ?? Symbol(ranges.count)
            if symbolOfClass.updateValue(symbol, forKey: classOf[Int(byte)]) == nil {
                isLeast[Int(byte)] = true
                ranges.append([])
            }
            symbolOfByte[Int(byte)] = symbol
            ranges[Int(symbol)].append(byte...byte)
        }
        // The classes are disjoint and not empty, so creating the alphabet can't fail.
        alphabet = (try? Alphabet.bytes(ranges)) ?? []
    }
}
