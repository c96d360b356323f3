/// The names of an automaton's states as ``Swift/String/printable`` text, and their sizes, which
/// are computed once because a long name may occur very often.
struct PrintableStates<Model: FiniteAutomaton> {
    /// The size of a name in a text.
    struct Size {
        var byteCount: Int
        /// The number of columns, one per character, at most ``maximumWidth``.
        var width: Int
    }

    /// The maximum number of columns of a name that are counted.
    static var maximumWidth: Int { 81 }

    private let automaton: Model
    /// The bytes of each name, with its width in the lowest eight bits, or `unknown` until they are
    /// needed.
    private var sizes: [UInt64]

    private static var unknown: UInt64 { .max }

    init(_ automaton: Model) {
        self.automaton = automaton
        sizes = Array(repeating: Self.unknown, count: automaton.stateCount)
    }

    func name(of state: StateID) -> String { automaton.name(of: state).printable }

    mutating func size(of state: StateID) -> Size {
        var size = sizes[Int(state)]
        if size == Self.unknown {
            let name = name(of: state)
            size = UInt64(name.utf8.count) << 8 | UInt64(name.prefix(Self.maximumWidth).count)
            sizes[Int(state)] = size
        }
        return Size(byteCount: Int(size >> 8), width: Int(size & 0xFF))
    }
}

/// The printable labels of an alphabet's symbols; an unknown symbol is `#` and its number.
struct PrintableSymbols {
    private let names: [String]

    init(_ alphabet: Alphabet) {
        names = alphabet.names.map(\.symbolLabel.printable)
    }

    subscript(symbol: Symbol) -> String { Int(symbol) < names.count ? names[Int(symbol)] : "#\(symbol)" }
}

extension MeasuredText {
    /// Appends the printable name of a state, which is made on demand.
    mutating func append<Model>(_ state: StateID, _ states: inout PrintableStates<Model>) throws(Watch.Failure) {
        if isMeasuring { try count(states.size(of: state).byteCount) } else { try append(states.name(of: state)) }
    }

    /// Appends a set of states, such as `{p, q}`.
    mutating func append<Model>(
        braced members: ArraySlice<StateID>, separator: String, _ states: inout PrintableStates<Model>
    ) throws(Watch.Failure) {
        try append("{")
        for (index, state) in members.enumerated() {
            if index > 0 { try append(separator) }
            try append(state, &states)
        }
        try append("}")
    }
}
