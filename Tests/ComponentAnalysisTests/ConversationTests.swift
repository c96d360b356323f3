import AlgorithmSupport
import ComponentAnalysis
import Components
import Testing

/// Contracts of parts, and talks of two.
struct ConversationTests {
    @Test("Two parts that talk are judged as by an interpreter that tries each order.")
    func randomPairs() throws {
        var (failed, proved, bounded) = (0, 0, 0)
        for seed in 0..<2_000 as Range<UInt64> {
            let pair = LetterPair(seed: seed)
            var options = ScheduleOptions()
            options.mailboxLimit = 3
            let checks = try pair.assembly.checkConversations(options)
            #expect(checks.map(\.parts) == [["left", "right"]])
            let expected = pair.talk(limit: 3)
            switch checks[0].verdict {
            case .proved:
                proved += 1
                #expect(expected.failure == nil, "seed \(seed)")
                #expect(!expected.isBeyondLimit || expected.isHalfDuplex, "seed \(seed)")
            case .provedUpTo(let waiting):
                bounded += 1
                #expect(expected.failure == nil && expected.isBeyondLimit && waiting == 3, "seed \(seed)")
            case .fails(let failure):
                #expect(failure.steps.count == expected.failure, "seed \(seed)")
                failed += 1
                let simulation = try failure.simulation(of: pair.assembly)
                try simulation.run()
                #expect(simulation.remainingChoices.isEmpty)
                #expect(simulation.failures.count == 1, "seed \(seed)")
            }
        }
        #expect(failed > 200 && proved > 200 && bounded > 20, "\(failed) \(proved) \(bounded)")
    }

    @Test("Two parts that wait for each other in the middle of their contracts are stuck.")
    func waitingForEachOther() throws {
        for (first, isStuck) in [([0], false), ([], true)] {
            var assembly = Assembly()
            // Each answers an a by an a, once.
            let table = [[LetterPart.Entry(next: 1, sends: [0]), .init()], [.init(next: 1), .init(next: 1)]]
            let left = assembly.add("left") { LetterPart(table: table, first: first) }
            let right = assembly.add("right") { LetterPart(table: table, first: []) }
            assembly.connect(left.output, to: right.input)
            assembly.connect(right.output, to: left.input)
            let answer = try Contract(
                mayEnd: [false, false, true],
                transitions: [(0, .receive("a"), 1), (1, .send("a"), 2), (2, .receive("a"), 2)])
            assembly.add(answer, named: "answer", to: right.input, right.output)
            let checks = try assembly.checkConversations()
            let pair = try #require(checks.first { $0.parts == ["left", "right"] })
            if case .fails(let failure) = pair.verdict {
                #expect(isStuck && failure.kind == .stuck && failure.steps.isEmpty)
            } else {
                #expect(!isStuck)
            }
        }
    }

    @Test("A part keeps a contract if an interpreter of both says so.")
    func randomContracts() throws {
        var (kept, broken) = (0, 0)
        for seed in 0..<2_000 as Range<UInt64> {
            let pair = LetterPair(seed: seed)
            let contract = try LetterContract(seed: seed)
            var assembly = Assembly()
            let (table, first) = (pair.tables[0], pair.first[0])
            let part = assembly.add("part") { LetterPart(table: table, first: first) }
            let world = assembly.add("world") { LetterWorld() }
            assembly.connect(world.output, to: part.input)
            assembly.connect(part.output, to: world.input)
            assembly.add(contract.contract, named: "talk", to: part.input, part.output)
            let checks = try assembly.checkConversations()
            let check = try #require(checks.first { $0.parts == ["part"] })
            let expected = contract.shortestBreach(of: table, first)
            if case .fails(let failure) = check.verdict {
                broken += 1
                #expect(failure.steps.count == expected, "seed \(seed)")
                let simulation = try failure.simulation(of: assembly)
                try simulation.run()
                #expect(simulation.failures.count == 1 && simulation.remainingChoices.isEmpty, "seed \(seed)")
            } else {
                kept += 1
                #expect(expected == nil, "seed \(seed)")
            }
        }
        #expect(kept > 100 && broken > 500, "\(kept) \(broken)")
    }
}

private struct Letters: PortProtocol {
    let a = Message<Void>()
    let b = Message<Void>()
}

private struct LetterPart: Component {
    struct Entry: Hashable {
        var next = 0
        var sends: [Int] = []
        var fails = false
    }

    struct Failed: Error {}

    let input = Input<Letters>()
    let output = Output<Letters>()
    let table: [[Entry]]
    let first: [Int]
    var state = 0

    mutating func start() { send(first) }

    static var handlers: Handlers<LetterPart> {
        Receive(\.input.a) { part in try part.receive(0) }
        Receive(\.input.b) { part in try part.receive(1) }
    }

    private mutating func receive(_ letter: Int) throws {
        let entry = table[state][letter]
        if entry.fails { throw Failed() }
        state = entry.next
        send(entry.sends)
    }

    private func send(_ letters: [Int]) {
        for letter in letters { if letter == 0 { output.a() } else { output.b() } }
    }
}

/// Sends any letter at any time.
private struct LetterWorld: Component {
    let input = Input<Letters>()
    let output = Output<Letters>()

    func start() {
        output.a()
        output.b()
    }

    static var handlers: Handlers<LetterWorld> {
        Receive(\.input.a) { _ in }
        Receive(\.input.b) { _ in }
    }
}

/// Two parts by chance that send each other letters, and all of their talks by the simplest means.
private struct LetterPair {
    var tables: [[[LetterPart.Entry]]] = []
    var first: [[Int]] = []

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2 {
            let count = Int.random(in: 1...3, using: &generator)
            tables.append(
                (0..<count).map { _ in
                    (0..<2).map { _ in
                        var entry = LetterPart.Entry(next: .random(in: 0..<count, using: &generator))
                        for _ in 0..<[0, 1, 1, 1, 1, 2].randomElement(using: &generator)! {
                            entry.sends.append(.random(in: 0..<2, using: &generator))
                        }
                        entry.fails = Int.random(in: 0..<9, using: &generator) == 0
                        return entry
                    }
                })
            let letters = Int.random(in: 0...1, using: &generator)
            first.append((0..<letters).map { _ in Int.random(in: 0..<2, using: &generator) })
        }
        if first.allSatisfy(\.isEmpty) { first[0] = [0] }
    }

    var assembly: Assembly {
        var assembly = Assembly()
        let (tables, first) = (tables, first)
        let left = assembly.add("left") { LetterPart(table: tables[0], first: first[0]) }
        let right = assembly.add("right") { LetterPart(table: tables[1], first: first[1]) }
        assembly.connect(left.output, to: right.input)
        assembly.connect(right.output, to: left.input)
        return assembly
    }

    struct Talk {
        /// The fewest steps to a failure.
        var failure: Int?
        var isBeyondLimit = false
        var isHalfDuplex = true
    }

    private struct State: Hashable {
        var states = [0, 0]
        var waiting: [[Int]]
    }

    func talk(limit: Int) -> Talk {
        let start = State(waiting: [first[1], first[0]])
        var (talk, layer, seen, depth) = (Talk(), [start], Set([start]), 0)
        while !layer.isEmpty {
            var next: [State] = []
            var fails = false
            for state in layer {
                for part in 0..<2 where !state.waiting[part].isEmpty {
                    var after = state
                    let entry = tables[part][state.states[part]][after.waiting[part].removeFirst()]
                    if entry.fails {
                        fails = true
                        continue
                    }
                    after.states[part] = entry.next
                    after.waiting[1 - part] += entry.sends
                    if after.waiting.contains(where: { $0.count > limit }) {
                        talk.isBeyondLimit = true
                        continue
                    }
                    if after.waiting.allSatisfy({ !$0.isEmpty }) { talk.isHalfDuplex = false }
                    if seen.insert(after).inserted { next.append(after) }
                }
            }
            if fails {
                talk.failure = depth + 1
                return talk
            }
            (layer, depth) = (next, depth + 1)
        }
        return talk
    }
}

private struct LetterContract {
    let contract: Contract
    private var sends: [[Int?]] = []
    private var receives: [[Int?]] = []

    init(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed ^ 0x5555)
        let count = Int.random(in: 1...3, using: &generator)
        var transitions: [Contract.Transition] = []
        for state in 0..<count {
            var (sends, receives): ([Int?], [Int?]) = ([], [])
            for letter in 0..<2 {
                let name = letter == 0 ? "a" : "b"
                let isSent = Int.random(in: 0..<4, using: &generator) > 0
                sends.append(isSent ? Int.random(in: 0..<count, using: &generator) : nil)
                let isReceived = Int.random(in: 0..<2, using: &generator) > 0
                receives.append(isReceived ? Int.random(in: 0..<count, using: &generator) : nil)
                if let target = sends[letter] { transitions.append((state, .send(name), target)) }
                if let target = receives[letter] { transitions.append((state, .receive(name), target)) }
            }
            self.sends.append(sends)
            self.receives.append(receives)
        }
        contract = try Contract(
            mayEnd: Array(repeating: true, count: count), transitions: transitions)
    }

    /// The fewest messages by which a part breaks the contract, or fails.
    func shortestBreach(of table: [[LetterPart.Entry]], _ first: [Int]) -> Int? {
        var start = 0
        for letter in first {
            guard let next = sends[start][letter] else { return 0 }
            start = next
        }
        var (layer, seen, depth) = ([[0, start]], Set([[0, start]]), 0)
        while !layer.isEmpty {
            var next: [[Int]] = []
            for state in layer {
                for letter in 0..<2 {
                    guard var agreed = receives[state[1]][letter] else { continue }
                    let entry = table[state[0]][letter]
                    if entry.fails { return depth + 1 }
                    for sent in entry.sends {
                        guard let target = sends[agreed][sent] else { return depth + 1 }
                        agreed = target
                    }
                    if seen.insert([entry.next, agreed]).inserted { next.append([entry.next, agreed]) }
                }
            }
            (layer, depth) = (next, depth + 1)
        }
        return nil
    }
}
