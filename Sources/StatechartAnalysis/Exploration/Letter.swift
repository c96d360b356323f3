internal import StatechartObservers
internal import Statecharts

/// An input of a chart with the answers of the guards that it asks.
struct Letter: Hashable {
    var input: Input
    var answers: [GuardOracle.Answer] = []

    /// An input by which a chart goes on.
    enum Input: Hashable {
        /// The start.
        case start
        /// An event from outside, by the engine's number, or, if it has data, by a number after
        /// those.
        case event(UInt32)
        /// A timer of a state, or of none for a delayed event: of equal ones that run, the one with
        /// the given place in the order of their starts.
        case timer(event: UInt32, state: Int32, id: UInt32, place: Int)
    }
}

/// An event from outside with data.
struct DataLetter {
    /// The engine's number of the event, and its name.
    var event: UInt32
    var name: String
    var data: Value
    /// The answers of conditions on the data, by the names of their guards.
    var answers: [String: Bool]

    /// The event with its data, as an argument of `automata statechart run`.
    var argument: String { name.eventArgument + (data == .null ? "" : "=" + data.jsonText) }
}

/// The step from one explored state to another.
struct Move: BitwiseCopyable {
    /// The number of the letter.
    var letter: UInt32
    private var bits: UInt32

    /// The number of the target, or one of the special targets.
    var target: Int { Int(bits & ~Self.ignoredBit) }
    /// Whether no transition was taken on the event, and it wasn't deferred.
    var isIgnored: Bool { bits & Self.ignoredBit != 0 }

    private static var ignoredBit: UInt32 { 1 << 31 }
    /// The target of an event that led to more steps than the limit.
    static var endless: Int { Int(ignoredBit) - 1 }
    /// The target beyond a bound, which isn't explored.
    static var beyond: Int { Int(ignoredBit) - 2 }
    /// The target of a move whose target has no number yet.
    static var open: Int { Int(ignoredBit) - 3 }
    /// The maximum number of states.
    static var maximumStateCount: Int { open }

    init(_ letter: UInt32, to target: Int, isIgnored: Bool = false) {
        self.letter = letter
        bits = UInt32(truncatingIfNeeded: target) | (isIgnored ? Self.ignoredBit : 0)
    }

    /// Whether the target is a state.
    var hasState: Bool { target < Self.open }
}

/// The letters of an exploration, numbered in the order in which they were found.
struct Letters {
    private(set) var all: [Letter] = []
    private var numbers: [Letter: UInt32] = [:]
    /// The bytes that letters with answers take, in the list and in the dictionary.
    private(set) var byteCount = 0
    /// The numbers of events without answers by the engine's numbers, or `.max`.
    private var plainNumbers: [UInt32]

    init(eventCount: Int) { plainNumbers = [UInt32](repeating: .max, count: eventCount) }

    /// Returns the number of an event without answers.
    @inline(__always)
    mutating func number(ofEvent event: UInt32) -> UInt32 {
        let number = plainNumbers[Int(event)]
        return number == .max ? self.number(of: .event(event), []) : number
    }

    mutating func number(of input: Letter.Input, _ answers: [GuardOracle.Answer]) -> UInt32 {
        guard answers.isEmpty, case .event(let event) = input else {
            return number(of: Letter(input: input, answers: answers))
        }
        if plainNumbers[Int(event)] == .max { plainNumbers[Int(event)] = number(of: Letter(input: input)) }
        return plainNumbers[Int(event)]
    }

    private mutating func number(of letter: Letter) -> UInt32 {
        if let number = numbers[letter] { return number }
        let number = UInt32(all.count)
        numbers[letter] = number
        all.append(letter)
        byteCount += 4 * MemoryLayout<Letter>.stride + letter.answers.count * MemoryLayout<GuardOracle.Answer>.stride
        return number
    }

    subscript(_ number: UInt32) -> Letter { all[Int(number)] }
}
