internal import Automata
internal import Statecharts

// The automaton of an exploration.
extension Exploration {
    /// Returns the flattened chart.
    ///
    /// - Throws: An error if the table would be too large.
    borrowing func flattened(omitsIgnored: Bool = false) throws(AnalysisError) -> FlattenedStatechart {
        try flattened(symbols, omitsIgnored: omitsIgnored)
    }

    /// The symbols of the flattened chart.
    ///
    /// Several starts need a state before them, and so does one with outputs.
    var symbols: FlatSymbols {
        let needsStart = startMoves.count != 1 || startOutputs.contains { $0 > 0 } || keepsOutputs && stateCount == 0
        return FlatSymbols(model, needsStart: needsStart)
    }

    private var keepsOutputs: Bool { !startOutputs.isEmpty }

    borrowing func flattened(
        _ symbols: FlatSymbols, omitsIgnored: Bool = false
    ) throws(AnalysisError) -> FlattenedStatechart {
        let first = symbols.needsStart ? 1 : 0
        let (width, count) = (symbols.names.count, stateCount + first)
        let (cellCount, isTooLarge) = count.multipliedReportingOverflow(by: width)
        guard !isTooLarge, cellCount < 1 << 30 else { throw .stopped(.tooLarge("cells of the table")) }
        var (targets, finals) = ([StateID](repeating: .absent, count: cellCount), StateSet())
        if first > 0 {
            for move in startMoves where move.hasState {
                targets[symbols.numbers[Int(move.letter)]] = StateID(move.target + first)
            }
        }
        for state in 0..<stateCount {
            let row = (state + first) * width
            // Events without a move are ignored.
            if !omitsIgnored {
                for symbol in 0..<symbols.eventCount { targets[row + symbol] = StateID(state + first) }
            }
            for move in moves(from: state) where !(omitsIgnored && move.isIgnored) {
                let symbol = symbols.numbers[Int(move.letter)]
                if symbols.events[symbol] != symbol { targets[row + symbols.events[symbol]] = .absent }
                targets[row + symbol] = move.hasState ? StateID(move.target + first) : .absent
            }
            if space.isEnded(state) { finals.insert(StateID(state + first)) }
        }
        if finals.isEmpty { finals = StateSet(allBelow: count) }
        return try flattened(symbols, targets, finals, first)
    }

    private borrowing func flattened(
        _ symbols: FlatSymbols, _ targets: [StateID], _ finals: StateSet, _ first: Int
    ) throws(AnalysisError) -> FlattenedStatechart {
        let states = (0..<stateCount).map { space.activeStates(of: $0) }
        let configurations = (first > 0 ? [[]] : []) + states
        do throws(AutomataError) {
            let names = try names(of: configurations, first)
            let dfa = DFA(
                alphabet: try Alphabet(symbols.names), stateCount: configurations.count, denseTargets: targets,
                initialState: configurations.isEmpty ? nil : 0, finalStates: finals,
                annotations: StateAnnotations(names: names))
            return FlattenedStatechart(
                dfa: dfa, configurations: configurations, hasMorePending: space.isBounded,
                asksTooMuch: isTruncated, endlessCount: countEndless(), omissions: model.abstraction.omissions.sorted(),
                abstractedGuards: model.abstractedGuards, inputs: symbols.inputs)
        } catch { throw .stopped(.tooLarge("configurations")) }
    }

    /// The number of inputs that may lead to steps without end.
    private borrowing func countEndless() -> Int {
        var letters = Set(startMoves.filter { $0.target == Move.endless }.map(\.letter))
        for state in 0..<stateCount {
            for move in moves(from: state) where move.target == Move.endless { letters.insert(move.letter) }
        }
        return Set(letters.map { space.letters[$0].input }).count
    }

    /// Returns a name for each configuration: the active states, the values of variables, and a
    /// number if others have the same.
    private borrowing func names(
        of configurations: [[String]], _ first: Int
    ) throws(AutomataError) -> NameTable {
        var table = NameTable(minimumCapacity: configurations.count)
        var (counts, bytes): ([String: Int], [UInt8]) = ([:], [])
        for (number, states) in configurations.enumerated() {
            bytes.removeAll(keepingCapacity: true)
            if number < first { bytes += "start".utf8 }
            for (index, state) in states.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: "+")) }
                bytes += state.utf8
            }
            if number >= first { for text in space.data(of: number - first) { bytes += ("," + text).utf8 } }
            if try bytes.withUnsafeBufferPointer({ (name) throws(AutomataError) in try table.intern(name).isNew }) {
                continue
            }
            var name = String(decoding: bytes, as: UTF8.self)
            repeat {
                counts[name, default: 1] += 1
                name += "'\(counts[name, default: 2])"
            } while !(try table.intern(name).isNew)
        }
        return table
    }
}

/// The symbols of a flattened chart: first the external events, and then other letters.
struct FlatSymbols {
    /// Whether a state before the start reads the letters of the start.
    let needsStart: Bool
    private(set) var names: [String] = []
    /// The event or timer of each symbol.
    private(set) var inputs: [String] = []
    /// The number of external events, whose symbols come first.
    let eventCount: Int
    /// The symbol of each letter.
    private(set) var numbers: [Int] = []
    /// The symbol of the event of each symbol; itself, unless it is an event with answers.
    private(set) var events: [Int] = []

    init(_ model: ChartModel, needsStart: Bool) {
        self.needsStart = needsStart
        let space = model.space
        var (known, eventSymbols) = ([String: Int](), [UInt32: Int]())
        for event in space.externalEvents {
            eventSymbols[event] = names.count
            names.append(model.name(of: .event(event)))
            events.append(names.count - 1)
        }
        (eventCount, inputs) = (names.count, names)
        for (symbol, name) in names.enumerated() { known[name] = symbol }
        for letter in space.letters.all {
            if case .start = letter.input, !needsStart {
                numbers.append(-1)
                continue
            }
            var name = model.name(of: letter)
            if case .event(let event) = letter.input, letter.answers.isEmpty {
                numbers.append(eventSymbols[event] ?? 0)
                continue
            }
            while known[name] != nil { name += "'" }
            known[name] = names.count
            numbers.append(names.count)
            inputs.append(model.name(of: letter.input))
            if case .event(let event) = letter.input {
                events.append(eventSymbols[event] ?? names.count)
            } else {
                events.append(names.count)
            }
            names.append(name)
        }
    }
}
