internal import Automata
internal import TextSupport

extension Automaton {
    /// Returns the automaton with bytes instead of its named symbols, which are decimal numbers
    /// 0…255.
    ///
    /// The alphabet has the listed bytes, or all 256 if `listed` is `false`. Bytes that no
    /// transition distinguishes become one class; classes are numbered in the order of their least
    /// bytes.
    ///
    /// - Complexity: O(*n* + *m*).
    /// - Throws: the first symbol whose name isn't such a number.
    func readingSymbolsAsBytes(listed: Bool) throws(NotAByte) -> Automaton {
        var byteOfSymbol: [UInt8] = []
        for symbol in alphabet.symbols {
            guard let byte = Self.byte(named: alphabet, symbol) else { throw NotAByte(symbol: symbol) }
            byteOfSymbol.append(byte)
        }
        let automaton = asEpsilonNFA
        var classes = ByteClasses(members: listed ? byteOfSymbol : Array(0...255))
        classes.refine(by: automaton.rows, byteOfSymbol: byteOfSymbol)
        let (alphabet, symbolOfByte, isLeast) = classes.alphabet()
        // The least byte of a class represents it.
        var parts = AutomatonParts()
        for state in 0..<StateID(automaton.stateCount) {
            for index in automaton.rows.range(of: state) {
                let byte = Int(byteOfSymbol[Int(automaton.rows.symbols[index])])
                guard isLeast[byte] else { continue }
                parts.addTransition(from: state, on: symbolOfByte[byte], to: automaton.rows.targets[index])
            }
        }
        let rows = Transitions(
            stateCount: automaton.stateCount, sources: parts.sources, symbols: parts.symbols, targets: parts.targets)
        return Automaton(
            mostSpecific: EpsilonNFA(
                alphabet: alphabet, rows: rows, epsilon: automaton.epsilon, initialStates: automaton.initialStates,
                finalStates: automaton.finalStates, annotations: automaton.annotations))
    }

    /// Like ``readingSymbolsAsBytes(listed:)``, with an error that gives the place of the symbol.
    func readingSymbolsAsBytes(
        listed: Bool, in input: TextInput, firstOffsets: [Int]
    ) throws(FormatError) -> Automaton {
        do { return try readingSymbolsAsBytes(listed: listed) } catch {
            let index = Int(error.symbol)
            throw index < firstOffsets.count
                ? input.error(at: firstOffsets[index], message(for: error)) : input.error(message(for: error))
        }
    }

    /// Returns a message about a symbol that isn't a byte.
    func message(for error: NotAByte) -> String {
        "expected the number of a byte, 0…255, as symbols are to be read as bytes, found "
            + Message.quoted(alphabet.name(of: error.symbol).utf8)
    }

    /// A symbol that isn't the decimal number of a byte.
    struct NotAByte: Error {
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

/// A partition of bytes, refined by the sets of bytes that lead from one state to another.
private struct ByteClasses {
    /// The class of each byte, or `none` if it isn't in the alphabet.
    private var classOf: [Int]
    private var sizes: [Int]
    /// For each class, the number of its bytes that split it, and the class that gets them.
    private var hits = [Int](repeating: 0, count: 256)
    private var newClass = [Int](repeating: none, count: 256)
    private var touched: [Int] = []
    private static let none = -1

    init(members: [UInt8]) {
        classOf = Array(repeating: Self.none, count: 256)
        for byte in members { classOf[Int(byte)] = 0 }
        sizes = members.isEmpty ? [] : [members.count]
    }

    /// Splits the classes until, for any two states, all bytes of a class lead from one to the
    /// other or none does.
    mutating func refine(by rows: Transitions, byteOfSymbol: [UInt8]) {
        // A counting sort by target keeps the order of sources, so that the bytes between two
        // states are adjacent.
        var starts = [Int](repeating: 0, count: rows.stateCount + 1)
        for target in rows.targets { starts[Int(target) + 1] += 1 }
        for state in 0..<rows.stateCount { starts[state + 1] += starts[state] }
        var arrivals = [(source: StateID, byte: UInt8)](repeating: (0, 0), count: rows.count)
        var next = starts
        for source in 0..<StateID(rows.stateCount) {
            for index in rows.range(of: source) {
                let target = Int(rows.targets[index])
                arrivals[next[target]] = (source, byteOfSymbol[Int(rows.symbols[index])])
                next[target] += 1
            }
        }
        for target in 0..<rows.stateCount {
            var first = starts[target]
            while first < starts[target + 1] {
                var end = first + 1
                while end < starts[target + 1], arrivals[end].source == arrivals[first].source { end += 1 }
                split(by: arrivals[first..<end].lazy.map(\.byte))
                first = end
            }
        }
    }

    private mutating func split(by bytes: some Sequence<UInt8>) {
        touched.removeAll(keepingCapacity: true)
        for byte in bytes { hits[classOf[Int(byte)]] += 1 }
        for byte in bytes {
            let old = classOf[Int(byte)]
            if newClass[old] == Self.none {
                touched.append(old)
                // A class whose bytes are all hit isn't split.
                newClass[old] = hits[old] == sizes[old] ? old : sizes.count
                if newClass[old] != old { sizes.append(0) }
            }
            classOf[Int(byte)] = newClass[old]
            if newClass[old] != old {
                sizes[old] -= 1
                sizes[newClass[old]] += 1
                hits[old] -= 1
            }
        }
        for byte in bytes { hits[classOf[Int(byte)]] = 0 }
        for index in touched { newClass[index] = Self.none }
    }

    /// Returns the alphabet with these classes, the class of each byte, and which bytes are the
    /// least ones of their classes.
    func alphabet() -> (alphabet: Alphabet, symbolOfByte: [Symbol], isLeast: [Bool]) {
        var symbolOfClass = [Symbol?](repeating: nil, count: sizes.count)
        var symbolOfByte = [Symbol](repeating: .absent, count: 256)
        var isLeast = [Bool](repeating: false, count: 256)
        var members: [[ClosedRange<UInt8>]] = []
        for byte in 0..<256 where classOf[byte] != Self.none {
            let symbol = symbolOfClass[classOf[byte]] ?? Symbol(members.count)
            if symbolOfClass[classOf[byte]] == nil {
                symbolOfClass[classOf[byte]] = symbol
                isLeast[byte] = true
                members.append([])
            }
            symbolOfByte[byte] = symbol
            members[Int(symbol)].append(UInt8(byte)...UInt8(byte))
        }
        // The classes are disjoint and not empty, so creating the alphabet can't fail.
        return ((try? Alphabet.bytes(members)) ?? [], symbolOfByte, isLeast)
    }
}
