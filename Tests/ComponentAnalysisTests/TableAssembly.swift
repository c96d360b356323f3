import AlgorithmSupport
import Components

struct Words: PortProtocol { let say = Message<Int>() }

/// A component that does what a table says: it goes to a state, and sends words with one hop less.
struct TablePart: Component {
    struct Entry: Hashable {
        var next = 0
        var sends: [Int] = []
        var fails = false
    }

    struct Failed: Error {}

    let input = Input<Words>()
    let output = Output<Words>(isOptional: true)
    let table: [[Entry]]
    let first: [Int]
    var state = 0

    mutating func start() { for word in first { output.say(word) } }

    static var handlers: Handlers<TablePart> {
        Receive(\.input.say) { part, word in
            let entry = part.table[part.state][word % 3]
            if entry.fails { throw Failed() }
            part.state = entry.next
            if word >= 3 { for kind in entry.sends { part.output.say(kind + 3 * (word / 3 - 1)) } }
        }
    }
}

/// A small assembly by chance, and all of its runs by the simplest means: an interpreter of its own
/// that tries each order.
struct TableAssembly {
    var tables: [[[TablePart.Entry]]] = []
    var first: [[Int]] = []
    /// The channels of the output and of the input of each part.
    var channels: [(output: Int, input: Int)] = []

    init(seed: UInt64, canFail: Bool) {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 2...4, using: &generator)
        for part in 0..<count {
            let stateCount = Int.random(in: 1...3, using: &generator)
            tables.append(
                (0..<stateCount).map { _ in
                    (0..<3).map { _ in
                        var entry = TablePart.Entry(next: .random(in: 0..<stateCount, using: &generator))
                        for _ in 0..<Int.random(in: 0...2, using: &generator) {
                            entry.sends.append(.random(in: 0..<3, using: &generator))
                        }
                        entry.fails = canFail && Int.random(in: 0..<12, using: &generator) == 0
                        return entry
                    }
                })
            channels.append((.random(in: 0..<2, using: &generator), .random(in: 0..<2, using: &generator)))
            let words = Int.random(in: 0...2, using: &generator)
            first.append((0..<words).map { _ in Int.random(in: 0..<6, using: &generator) })
            if part == count - 1, first.allSatisfy(\.isEmpty) { first[0] = [4] }
        }
    }

    var assembly: Assembly {
        var assembly = Assembly()
        let parts = tables.indices.map { number in
            let (table, first) = (tables[number], first[number])
            return assembly.add("part\(number)") { TablePart(table: table, first: first) }
        }
        for channel in 0..<2 {
            let senders = parts.indices.filter { channels[$0].output == channel }.map {
                parts[$0].output as PortReference
            }
            let receivers = parts.indices.filter { channels[$0].input == channel }.map {
                parts[$0].input as PortReference
            }
            if !senders.isEmpty, !receivers.isEmpty { assembly.connect(senders, to: receivers) }
        }
        return assembly
    }

    /// All states that orders of messages lead to.
    struct Runs {
        var states: Set<State> = []
        /// The number of orders from the start to the end.
        var orderCount = 0.0
        /// The fewest steps to a failure.
        var shortestFailure: Int?
    }

    struct State: Hashable {
        var states: [Int]
        var mailboxes: [[Int]]
    }

    /// Tries each order; `nil` if there are more states than a limit.
    func runs(limit: Int) -> Runs? {
        var start = State(states: tables.map { _ in 0 }, mailboxes: tables.map { _ in [] })
        for (part, words) in first.enumerated() {
            for word in words { send(word, from: part, &start) }
        }
        var runs = Runs(states: [start])
        var (layer, depth) = ([start], 0)
        var next: [State: [State]] = [:]
        while !layer.isEmpty {
            var following: [State] = []
            for state in layer {
                next[state] = []
                for part in tables.indices where !state.mailboxes[part].isEmpty {
                    guard let after = after(part, state) else {
                        runs.shortestFailure = runs.shortestFailure ?? depth + 1
                        continue
                    }
                    next[state]?.append(after)
                    if runs.states.insert(after).inserted { following.append(after) }
                    if runs.states.count > limit { return nil }
                }
            }
            (layer, depth) = (following, depth + 1)
        }
        var counts: [State: Double] = [:]
        runs.orderCount = count(start, next, &counts)
        return runs
    }

    private func count(_ state: State, _ next: [State: [State]], _ counts: inout [State: Double]) -> Double {
        if let known = counts[state] { return known }
        let following = next[state] ?? []
        let count = following.isEmpty ? 1 : following.reduce(0) { $0 + self.count($1, next, &counts) }
        counts[state] = count
        return count
    }

    private func send(_ word: Int, from part: Int, _ state: inout State) {
        for receiver in tables.indices where channels[receiver].input == channels[part].output {
            state.mailboxes[receiver].append(word)
        }
    }

    private func after(_ part: Int, _ before: State) -> State? {
        var state = before
        let word = state.mailboxes[part].removeFirst()
        let entry = tables[part][state.states[part]][word % 3]
        if entry.fails { return nil }
        state.states[part] = entry.next
        if word >= 3 { for kind in entry.sends { send(kind + 3 * (word / 3 - 1), from: part, &state) } }
        return state
    }
}
