/// A position in the shortlex order of the accepted words: short words come before long ones, and
/// words of equal length are ordered by their letters.
///
/// It starts before the first word, and moves in both directions. The time of a move is
/// proportional to the number of letters that change.
///
/// ```swift
/// var cursor = try dfa.words().cursor()
/// while try cursor.moveToNext() { print(cursor.word) }
/// ```
///
/// - Reference: M. Ackerman, J. Shallit, Efficient enumeration of words in regular languages,
///   Theoretical Computer Science 410(37), 2009, doi:10.1016/j.tcs.2009.03.018.
public struct WordCursor: Sendable {
    private enum Position: Sendable {
        case start, word, end
    }

    private let rows: LetterRows
    private let lengths: ClosedRange<Int>
    /// The budget of each move.
    package var budget: Budget
    private var layers: LiveLayers
    private var position = Position.start
    /// The current word; empty if the cursor isn't at a word.
    public private(set) var word: [Letter] = []
    /// The state before each letter, and the letter's range.
    private var states: [StateID] = []
    private var ranges: [Int] = []

    init(_ rows: LetterRows, _ layers: LiveLayers, lengths: ClosedRange<Int>, budget: Budget) {
        self.rows = rows
        self.layers = layers
        self.lengths = lengths
        self.budget = budget
    }

    /// Moves to the next word, or from the start to the first word. Returns whether there is a next
    /// word.
    ///
    /// - Complexity: O(*c*) for *c* letters that change, and O(*m*) for each new length.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public mutating func moveToNext() throws(AutomataError) -> Bool {
        switch position {
        case .end: return false
        case .start: return try moveToFirst(ofLengthFrom: lengths.lowerBound)
        case .word: break
        }
        let length = word.count
        var position = length - 1
        while position >= 0 {
            let range = ranges[position]
            if word[position] < rows.uppers[range] {
                word[position] += 1
                fillLeast(from: position + 1)
                return true
            }
            if let next = firstLiveRange(from: range + 1, of: states[position], remaining: length - position - 1) {
                setLetter(next, rows.lowers[next], at: position)
                fillLeast(from: position + 1)
                return true
            }
            position -= 1
        }
        if length == Int.max { return stop(at: .end) }
        return try moveToFirst(ofLengthFrom: length + 1)
    }

    /// Moves to the previous word, or from the end of a finite language to the last word. Returns
    /// whether there is a previous word.
    ///
    /// - Complexity: O(*c*) for *c* letters that change.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public mutating func moveToPrevious() throws(AutomataError) -> Bool {
        switch position {
        case .start: return false
        case .end:
            // The end was reached from the longest words, so all layers are known.
            return try moveToLast(ofLengthTo: min(lengths.upperBound, layers.maximumLength))
        case .word: break
        }
        let length = word.count
        var position = length - 1
        while position >= 0 {
            let range = ranges[position]
            if word[position] > rows.lowers[range] {
                word[position] -= 1
                fillGreatest(from: position + 1)
                return true
            }
            if let next = lastLiveRange(to: range - 1, of: states[position], remaining: length - position - 1) {
                setLetter(next, rows.uppers[next], at: position)
                fillGreatest(from: position + 1)
                return true
            }
            position -= 1
        }
        return try moveToLast(ofLengthTo: length - 1)
    }

    /// Moves to the first accepted word after the given one, which need not be accepted. Returns
    /// whether there is such a word.
    ///
    /// - Complexity: O(*w* *m*) at worst for a word of *w* letters; O(*w* *d*) for at most *d*
    ///   transitions from a state if the cursor was at a word of this length before.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public mutating func moveToFirst(after word: [Letter]) throws(AutomataError) -> Bool {
        let length = word.count
        if length < lengths.lowerBound { return try moveToFirst(ofLengthFrom: lengths.lowerBound) }
        try layers.extend(to: min(length, lengths.upperBound), budget: budget)
        if length > lengths.upperBound { return stop(at: .end) }
        let walk = rows.walk(word)
        var position = min(walk.ranges.count, length - 1)
        while position >= 0, !walk.states.isEmpty {
            let state = walk.states[position]
            if word[position] < Letter.max {
                let letter = word[position] + 1
                let start = rows.firstRange(of: state, reaching: letter)
                if let range = firstLiveRange(from: start, of: state, remaining: length - position - 1) {
                    setWord(word, walk, upTo: position, length: length)
                    setLetter(range, max(letter, rows.lowers[range]), at: position)
                    fillLeast(from: position + 1)
                    return true
                }
            }
            position -= 1
        }
        if length == Int.max { return stop(at: .end) }
        return try moveToFirst(ofLengthFrom: length + 1)
    }

    /// Moves to the last accepted word before the given one, which need not be accepted. Returns
    /// whether there is such a word.
    ///
    /// - Complexity: O(*w* *m*) at worst for a word of *w* letters; O(*w* *d*) for at most *d*
    ///   transitions from a state if the cursor was at a word of this length before.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public mutating func moveToLast(before word: [Letter]) throws(AutomataError) -> Bool {
        let length = word.count
        if length < lengths.lowerBound { return stop(at: .start) }
        if length > lengths.upperBound { return try moveToLast(ofLengthTo: lengths.upperBound) }
        try layers.extend(to: length, budget: budget)
        let walk = rows.walk(word)
        var position = min(walk.ranges.count, length - 1)
        while position >= 0, !walk.states.isEmpty {
            let state = walk.states[position]
            if word[position] > 0 {
                let letter = word[position] - 1
                var last = rows.firstRange(of: state, reaching: letter)
                if last == rows.offsets[Int(state) + 1] || rows.lowers[last] > letter { last -= 1 }
                if let range = lastLiveRange(to: last, of: state, remaining: length - position - 1) {
                    setWord(word, walk, upTo: position, length: length)
                    setLetter(range, min(letter, rows.uppers[range]), at: position)
                    fillGreatest(from: position + 1)
                    return true
                }
            }
            position -= 1
        }
        return try moveToLast(ofLengthTo: length - 1)
    }

    // MARK: - Steps

    private mutating func stop(at position: Position) -> Bool {
        self.position = position
        word = []
        return false
    }

    private mutating func moveToFirst(ofLengthFrom length: Int) throws(AutomataError) -> Bool {
        guard let initial = rows.initialState,
            let length = try layers.firstLength(
                from: length, through: lengths.upperBound, for: initial, budget: budget)
        else { return stop(at: .end) }
        try start(initial, length: length)
        fillLeast(from: 0)
        return true
    }

    private mutating func moveToLast(ofLengthTo bound: Int) throws(AutomataError) -> Bool {
        guard let initial = rows.initialState, bound >= lengths.lowerBound else { return stop(at: .start) }
        try layers.extend(to: bound, budget: budget)
        var length = bound
        while length >= lengths.lowerBound {
            if layers.contains(initial, length) {
                try start(initial, length: length)
                fillGreatest(from: 0)
                return true
            }
            length -= 1
        }
        return stop(at: .start)
    }

    private mutating func start(_ initial: StateID, length: Int) throws(AutomataError) {
        try budget.check(bytes: length.multipliedReportingOverflow(by: 16).overflow ? .max : length * 16)
        position = .word
        word = Array(repeating: 0, count: length)
        ranges = Array(repeating: 0, count: length)
        states = Array(repeating: initial, count: length)
    }

    private mutating func setWord(
        _ word: [Letter], _ walk: (states: [StateID], ranges: [Int]), upTo position: Int, length: Int
    ) {
        self.position = .word
        self.word = word
        states = Array(walk.states.prefix(position + 1))
        states.append(contentsOf: repeatElement(0, count: length - states.count))
        ranges = Array(walk.ranges.prefix(position))
        ranges.append(contentsOf: repeatElement(0, count: length - ranges.count))
    }

    @inline(__always)
    private mutating func setLetter(_ range: Int, _ letter: Letter, at position: Int) {
        word[position] = letter
        ranges[position] = range
        if position + 1 < states.count { states[position + 1] = rows.targets[range] }
    }

    /// Completes the word with the least letters; a completion must exist.
    @inline(__always)
    private mutating func fillLeast(from start: Int) {
        var position = start
        let length = word.count
        while position < length {
            let state = states[position]
            let row = rows.offsets[Int(state)]
            guard let range = firstLiveRange(from: row, of: state, remaining: length - position - 1) else { return }
            setLetter(range, rows.lowers[range], at: position)
            position += 1
        }
    }

    private mutating func fillGreatest(from start: Int) {
        var position = start
        let length = word.count
        while position < length {
            let state = states[position]
            let end = rows.offsets[Int(state) + 1]
            guard let range = lastLiveRange(to: end - 1, of: state, remaining: length - position - 1) else { return }
            setLetter(range, rows.uppers[range], at: position)
            position += 1
        }
    }

    @inline(__always)
    private func firstLiveRange(from start: Int, of state: StateID, remaining: Int) -> Int? {
        let end = rows.offsets[Int(state) + 1]
        var range = start
        while range < end {
            if layers.contains(rows.targets[range], remaining) { return range }
            range += 1
        }
        return nil
    }

    private func lastLiveRange(to last: Int, of state: StateID, remaining: Int) -> Int? {
        let start = rows.offsets[Int(state)]
        var range = last
        while range >= start {
            if layers.contains(rows.targets[range], remaining) { return range }
            range -= 1
        }
        return nil
    }
}
