import AlgorithmSupport
import Components

/// A component that does what a table says, and starts and cancels timers.
struct ClockPart: Component {
    struct Entry {
        var next = 0
        var sends: [Int] = []
        /// The timers that it starts: what they say, and their delays in seconds.
        var starts: [(kind: Int, delay: Int)] = []
        var cancels = false
        var fails = false
    }

    let input = Input<Words>()
    let output = Output<Words>(isOptional: true)
    let own = EventPort<Words>()
    let table: [[Entry]]
    let first: [Int]
    var state = 0
    /// The timer that was started last.
    var timer: MessageTimer?

    mutating func start() { for word in first { handle(word, isTimer: true) } }

    /// Words from timers are the rows after those of other words.
    mutating func handle(_ word: Int, isTimer: Bool) {
        let entry = table[state][word % 3 + (isTimer ? 3 : 0)]
        state = entry.next
        if entry.cancels { timer?.cancel() }
        guard word >= 3 else { return }
        let rest = 3 * (word / 3 - 1)
        for kind in entry.sends { output.say(kind + rest) }
        for (kind, delay) in entry.starts { timer = own.say(kind + rest, after: .seconds(delay)) }
    }

    static var handlers: Handlers<ClockPart> {
        Receive(\.input.say) { part, word in
            if part.table[part.state][word % 3].fails { throw TablePart.Failed() }
            part.handle(word, isTimer: false)
        }
        Receive(\.own.say) { part, word in
            if part.table[part.state][word % 3 + 3].fails { throw TablePart.Failed() }
            part.handle(word, isTimer: true)
        }
    }
}

/// A small assembly with timers by chance, and its runs by the simplest means: an interpreter that
/// keeps all that has happened to a part, and asks whether there are times at which it can have.
struct ClockAssembly {
    var tables: [[[ClockPart.Entry]]] = []
    var first: [[Int]] = []

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
        let count = number(1...2)
        for _ in 0..<count {
            let stateCount = number(1...3)
            tables.append(
                (0..<stateCount).map { _ in
                    (0..<6).map { _ in
                        var entry = ClockPart.Entry(next: number(0...stateCount - 1))
                        if number(0...2) == 0 { entry.sends = [number(0...2)] }
                        for _ in 0..<number(0...2) { entry.starts.append((number(0...2), number(1...3))) }
                        entry.cancels = number(0...4) == 0
                        entry.fails = number(0...9) == 0
                        return entry
                    }
                })
            first.append((0..<number(0...2)).map { _ in number(3...8) })
        }
        if first.allSatisfy(\.isEmpty) { first[0] = [6, 5] }
    }

    /// Each part sends to the next one, and the last one to the first.
    var assembly: Assembly {
        var assembly = Assembly()
        let parts = tables.indices.map { number in
            let (table, first) = (tables[number], first[number])
            return assembly.add("part\(number)") { ClockPart(table: table, first: first) }
        }
        for number in parts.indices {
            assembly.connect(parts[number].output, to: parts[(number + 1) % parts.count].input)
        }
        return assembly
    }

    // MARK: - Interpreting

    private struct Timer: Hashable {
        let word: Int
        /// The turn in which it was started, and the position among all timers.
        let turn: Int
        let delay: Int
        let number: Int
    }

    /// At most `time` between two turns, or less than that.
    private struct Bound: Hashable {
        let (turn, other): (Int, Int)
        let time: Int
        var isStrict = false
    }

    private struct Message: Hashable {
        let word: Int
        let isTimer: Bool
    }

    private struct Part: Hashable {
        var state = 0
        var mailbox: [Message] = []
        var timers: [Timer] = []
        var latestTimer: Int?
        var timerCount = 0
        var turnCount = 1
        var bounds: [Bound] = []
    }

    /// The fewest steps to a failure, `nil` if there is none; `nil` as a whole if there are more runs
    /// than a limit.
    func shortestFailure(limit: Int) -> Int?? {
        var start = tables.map { _ in Part() }
        for part in tables.indices {
            for word in first[part] { carryOut(Message(word: word, isTimer: true), by: part, &start) }
        }
        var (known, layer, depth) = (Set([start]), [start], 0)
        while !layer.isEmpty {
            var next: [[Part]] = []
            for state in layer {
                for part in state.indices {
                    for after in self.after(part, state) {
                        guard let after else { return .some(depth + 1) }
                        if known.insert(after).inserted { next.append(after) }
                        if known.count > limit { return nil }
                    }
                }
            }
            (layer, depth) = (next, depth + 1)
        }
        return .some(nil)
    }

    /// The states after each step of a part; `nil` for one that fails.
    private func after(_ part: Int, _ before: [Part]) -> [[Part]?] {
        var found: [[Part]?] = []
        let turn = before[part].turnCount
        for timer in before[part].timers {
            var state = before
            state[part].turnCount += 1
            state[part].timers.removeAll { $0.number == timer.number }
            state[part].bounds += [
                Bound(turn: turn, other: timer.turn, time: timer.delay),
                Bound(turn: timer.turn, other: turn, time: -timer.delay), Bound(turn: turn - 1, other: turn, time: 0),
            ]
            for other in state[part].timers {
                state[part].bounds.append(
                    Bound(turn: turn, other: other.turn, time: other.delay, isStrict: other.number < timer.number))
            }
            state[part].mailbox.append(Message(word: timer.word, isTimer: true))
            if isPossible(state[part]) { found.append(state) }
        }
        if let message = before[part].mailbox.first {
            var state = before
            state[part].turnCount += 1
            state[part].bounds.append(Bound(turn: turn - 1, other: turn, time: 0))
            for timer in state[part].timers {
                state[part].bounds.append(Bound(turn: turn, other: timer.turn, time: timer.delay))
            }
            if isPossible(state[part]) {
                state[part].mailbox.removeFirst()
                if tables[part][state[part].state][message.word % 3 + (message.isTimer ? 3 : 0)].fails {
                    found.append(nil)
                } else {
                    carryOut(message, by: part, &state)
                    found.append(state)
                }
            }
        }
        return found
    }

    private func carryOut(_ message: Message, by part: Int, _ state: inout [Part]) {
        let word = message.word
        let entry = tables[part][state[part].state][word % 3 + (message.isTimer ? 3 : 0)]
        state[part].state = entry.next
        if entry.cancels, let latest = state[part].latestTimer { state[part].timers.removeAll { $0.number == latest } }
        if word < 3 { return }
        let rest = 3 * (word / 3 - 1)
        for kind in entry.sends {
            state[(part + 1) % tables.count].mailbox.append(Message(word: kind + rest, isTimer: false))
        }
        for (kind, delay) in entry.starts {
            state[part].latestTimer = state[part].timerCount
            state[part].timers.append(
                Timer(
                    word: kind + rest, turn: state[part].turnCount - 1, delay: delay, number: state[part].timerCount))
            state[part].timerCount += 1
        }
    }

    /// Whether there are times of the turns within the bounds: no cycle of bounds is negative.
    /// Bellman, *On a routing problem*, 1958.
    private func isPossible(_ part: Part) -> Bool {
        var times = Array(repeating: 0, count: part.turnCount)
        for _ in 0...part.turnCount {
            var hasChanged = false
            for bound in part.bounds {
                // Less than a time is a thousandth less at most.
                let time = times[bound.other] + 1_000 * bound.time - (bound.isStrict ? 1 : 0)
                if time < times[bound.turn] { (times[bound.turn], hasChanged) = (time, true) }
            }
            if !hasChanged { return true }
        }
        return false
    }
}
