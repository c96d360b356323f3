package import Automata
package import RegularExpressions
package import WorkLimits

/// The DFA of finitely many words as a trie, built without determinization.
///
/// A word is a sequence of sets of bytes. Each set must be one class of bytes that no word
/// distinguishes, such as both cases of a letter if all words ignore case.
///
/// Reference: Aho and Corasick, *Efficient string matching: an aid to bibliographic search*,
/// Communications of the ACM 18(6), 1975, doi:10.1145/360825.360855; a search that tries each
/// position needs no failure function.
package struct WordTrie {
    typealias Row = SearchDFA.Row
    /// A bit for each byte.
    typealias ByteSet = SIMD4<UInt64>

    /// A word as a part of ``numbers``.
    private struct Word {
        var start: Int
        var count: Int
        var pattern: UInt32
    }

    private var words: [Word] = []
    /// The numbers of the sets of all words.
    private var numbers: [UInt32] = []
    private var sets: [ByteSet] = []
    private var numberOfSet: [ByteSet: UInt32] = [:]
    /// The numbers of the sets of single bytes.
    private var numberOfByte = [UInt32?](repeating: nil, count: 256)
    private let withinLines: Bool
    private let budget: Budget
    private var pace = BudgetPace()

    /// The maximum number of sets in all words together; a word may be much longer than its
    /// expression.
    private static let maximumNumbers = 1 << 26

    /// The number of bytes that a word takes, here and in the result.
    private static let byteCountOfWord = 192

    /// The bytes of all words, here and in the result.
    private var byteCount: Int {
        MemoryLayout<UInt32>.stride * numbers.count + Self.byteCountOfWord * words.count
    }

    /// Checks the budget if a check is due, before a word gets one more set.
    private mutating func checkIfDue() throws(AutomataError) {
        if pace.isDue(states: words.count, work: numbers.count) { try budget.check(statesBuilt: 0, bytes: byteCount) }
    }

    package init(withinLines: Bool, budget: Budget) {
        (self.withinLines, self.budget) = (withinLines, budget)
    }

    // MARK: Words

    /// Adds the word of a pattern.
    ///
    /// - Throws: `AutomataError.budgetExceeded(statesBuilt:limit:)`,
    ///   `AutomataError.cancelled(statesBuilt:)`.
    mutating func add(_ word: some Sequence<UInt8>, pattern: Int) throws(AutomataError) {
        let start = numbers.count
        try checkIfDue()
        for byte in word {
            try checkIfDue()
            numbers.append(number(of: byte))
        }
        finish(start, pattern)
    }

    /// Adds the words of an expression that is a word or a union of words.
    ///
    /// - Returns: A Boolean value that indicates whether the expression has this form.
    /// - Throws: `AutomataError.budgetExceeded(statesBuilt:limit:)`,
    ///   `AutomataError.cancelled(statesBuilt:)`: a word may be much longer than its expression.
    package mutating func add(_ expression: RegularExpression, pattern: Int) throws(AutomataError) -> Bool {
        guard case .partition(let partition) = expression.alphabet.storage, partition.domain == .bytes else {
            return false
        }
        let (nodes, sets) = (expression.storage.nodes, expression.storage.sets)
        guard let root = nodes.last else { return false }
        let bytesOfSymbol = Self.bytesOfSymbols(partition)
        let alternatives = root.kind == .union ? Array(expression.storage.children(of: root)) : [expression.root]
        for alternative in alternatives {
            let start = numbers.count
            var rest = [alternative]
            while let id = rest.popLast() {
                let node = nodes[Int(id)]
                switch node.kind {
                case .epsilon: break
                case .concatenation: rest += [node.right, node.left]
                case .symbols:
                    guard numbers.count < Self.maximumNumbers else { return false }
                    try checkIfDue()
                    numbers.append(number(of: sets[node.set].reduce(ByteSet()) { $0 | bytesOfSymbol[Int($1)] }))
                default: return false
                }
            }
            finish(start, pattern)
        }
        return true
    }

    private static func bytesOfSymbols(_ partition: SymbolPartition) -> [ByteSet] {
        var sets = [ByteSet](repeating: ByteSet(), count: partition.count)
        for range in partition.ranges { sets[Int(range.symbol)].insert(range.lower...range.upper) }
        return sets
    }

    private mutating func finish(_ start: Int, _ pattern: Int) {
        let count = numbers.count - start
        // Words with a newline don't match.
        if withinLines, numbers[start...].contains(where: { sets[Int($0)] == ByteSet() }) {
            numbers.removeLast(count)
        } else {
            words.append(Word(start: start, count: count, pattern: UInt32(pattern)))
        }
    }

    private mutating func number(of byte: UInt8) -> UInt32 {
        if let number = numberOfByte[Int(byte)] { return number }
        var set = ByteSet()
        set.insert(UInt32(byte)...UInt32(byte))
        let number = addedNumber(of: set)
        numberOfByte[Int(byte)] = number
        return number
    }

    private mutating func number(of set: ByteSet) -> UInt32 {
        // Most sets have one byte.
        set.onlyByte.map { number(of: $0) } ?? addedNumber(of: set)
    }

    private mutating func addedNumber(of set: ByteSet) -> UInt32 {
        var set = set
        if withinLines { set[0] &= ~(1 << 0x0A) }
        if let number = numberOfSet[set] { return number }
        let number = UInt32(sets.count)
        numberOfSet[set] = number
        sets.append(set)
        return number
    }

    // MARK: The automaton

    /// Returns the automaton of the search; `nil` if a set of a word consists of several classes.
    ///
    /// - Complexity: O(*n*) for words of *n* bytes together, and the table.
    /// - Throws: `AutomataError.budgetExceeded(statesBuilt:limit:)`,
    ///   `AutomataError.cancelled(statesBuilt:)`, `AutomataError.tooLarge(_:)`.
    func automaton() throws(AutomataError) -> SearchDFA? {
        guard let (classOfByte, classOfSet, classCount) = classes() else { return nil }
        let shift = SearchDFA.shift(classCount)
        var nodes = PagedRows(shift: shift)
        for _ in 0..<2 { nodes.append() }
        var patterns: [[UInt32]] = [[], []]
        var edges: [(source: Row, column: UInt32)] = [(0, 0), (0, 0)]
        let root: Row = 1
        // Growing lists would copy millions of nodes at once. Words with common prefixes have fewer
        // nodes, so that a quarter of the rest of the budget is enough.
        let room = max(0, budget.maximumBytes - byteCount) / 64
        let maximumNodeCount = min(numbers.count + 2, maximumCount, room)
        try budget.check(statesBuilt: 1, bytes: byteCount + 16 * maximumNodeCount)
        edges.reserveCapacity(maximumNodeCount)
        patterns.reserveCapacity(maximumNodeCount)
        // A node takes its cells twice, once in the order of the rows.
        let bytesOfNode = 2 * MemoryLayout<Row>.stride << shift + 32
        func check() throws(AutomataError) {
            try budget.check(statesBuilt: edges.count - 1, bytes: byteCount + bytesOfNode * edges.count)
        }
        var pace = BudgetPace()
        var stepCount = 0
        for word in words {
            var row = root
            for number in numbers[word.start..<word.start + word.count] {
                if pace.isDue(states: edges.count, work: stepCount + (edges.count << shift)) { try check() }
                stepCount += 1
                let column = classOfSet[Int(number)]
                if nodes[row, column] == 0 {
                    guard edges.count < maximumCount else { throw .tooLarge("states") }
                    nodes[row, column] = Row(edges.count)
                    edges.append((row, UInt32(column)))
                    patterns.append([])
                    nodes.append()
                }
                row = nodes[row, column]
            }
            if patterns[Int(row)].last != word.pattern { patterns[Int(row)].append(word.pattern) }
        }
        try check()
        // Frees the nodes, so that the result can use their memory.
        nodes = PagedRows(shift: shift)
        return try frozen(edges, patterns, shift: shift, classOfByte: classOfByte, classCount: classCount)
    }

    /// Returns the automaton whose rows are the nodes of the trie, accepting nodes last.
    private func frozen(
        _ edges: [(source: Row, column: UInt32)], _ patterns: [[UInt32]], shift: Int, classOfByte: [UInt8],
        classCount: Int
    ) throws(AutomataError) -> SearchDFA {
        let accepting = (1..<edges.count).filter { !patterns[$0].isEmpty }
        try budget.check(statesBuilt: edges.count - 1)
        let firstAccepting = edges.count - accepting.count
        var rowOfNode = [Row](repeating: 0, count: edges.count)
        var (next, nextAccepting) = (1, firstAccepting)
        var pace = BudgetPace()
        func checkIfDue(_ work: Int) throws(AutomataError) {
            if pace.isDue(states: 0, work: work) { try budget.check(statesBuilt: edges.count - 1) }
        }
        for node in 1..<edges.count {
            try checkIfDue(node << 4)
            if patterns[node].isEmpty {
                rowOfNode[node] = Row(next)
                next += 1
            } else {
                rowOfNode[node] = Row(nextAccepting)
                nextAccepting += 1
            }
        }
        pace = BudgetPace()
        var cells: [Row] = []
        cells.reserveCapacity(edges.count << shift)
        for _ in edges.indices {
            try checkIfDue(cells.count)
            cells += repeatElement(0, count: 1 << shift)
        }
        for node in 2..<max(2, edges.count) {
            try checkIfDue(cells.count + node << 4)
            cells[Int(rowOfNode[Int(edges[node].source)]) << shift + Int(edges[node].column)] = rowOfNode[node]
        }
        var (offsets, ids): ([UInt32], [UInt32]) = ([0], [])
        for (index, node) in accepting.enumerated() {
            try checkIfDue(cells.count + (edges.count + index) << 4)
            let patternsOfNode = patterns[node].sorted()
            for _ in 0..<SearchDFA.sideCount {
                ids += patternsOfNode
                offsets.append(UInt32(ids.count))
            }
        }
        return SearchDFA(
            classOfByte: classOfByte, sideOfByte: [UInt8](repeating: 0, count: 256), classCount: classCount,
            cells: cells, starts: [Row](repeating: rowOfNode[1], count: SearchDFA.sideCount),
            patternOffsets: offsets, patternIDs: ids)
    }

    /// Returns the class of each byte, the class of each set, and the number of classes; `nil` if a
    /// set consists of several classes.
    private func classes() -> (classOfByte: [UInt8], classOfSet: [UInt8], count: Int)? {
        // Each set that isn't empty must be one of at most 256 classes.
        guard sets.count <= 257 else { return nil }
        var classOfByte = [Int](repeating: 0, count: 256)
        var count = 1
        for set in sets where set != ByteSet() {
            // The classes of which a part is in the set, and what becomes of that part.
            var parts: [Int: Int] = [:]
            var sizes = [Int](repeating: 0, count: count)
            for byteClass in classOfByte { sizes[byteClass] += 1 }
            var countInSet = [Int](repeating: 0, count: count)
            for byte in 0..<256 where set.contains(byte) { countInSet[classOfByte[byte]] += 1 }
            for byteClass in 0..<count where countInSet[byteClass] > 0 && countInSet[byteClass] < sizes[byteClass] {
                parts[byteClass] = count
                count += 1
            }
            for byte in 0..<256 where set.contains(byte) {
                classOfByte[byte] = parts[classOfByte[byte]] ?? classOfByte[byte]
            }
        }
        var classOfSet: [UInt8] = []
        for set in sets {
            let classesInSet = Set((0..<256).lazy.filter { set.contains($0) }.map { classOfByte[$0] })
            guard classesInSet.count <= 1 else { return nil }
            classOfSet.append(UInt8(classesInSet.first ?? 0))
        }
        return (classOfByte.map { UInt8($0) }, classOfSet, count)
    }
}

extension WordTrie.ByteSet {
    fileprivate mutating func insert(_ bytes: ClosedRange<UInt32>) {
        for word in Int(bytes.lowerBound >> 6)...Int(bytes.upperBound >> 6) {
            let lower = Swift.max(0, Int(bytes.lowerBound) - 64 * word)
            let upper = Swift.min(63, Int(bytes.upperBound) - 64 * word)
            self[word] |= (UInt64.max >> UInt64(63 - upper)) & (UInt64.max << UInt64(lower))
        }
    }

    /// The only byte of the set; `nil` if the set has several bytes or none.
    fileprivate var onlyByte: UInt8? {
        var only: UInt8?
        for word in indices where self[word] != 0 {
            guard only == nil, self[word] & (self[word] - 1) == 0 else { return nil }
            only = UInt8(64 * word + self[word].trailingZeroBitCount)
        }
        return only
    }

    fileprivate func contains(_ byte: Int) -> Bool { self[byte >> 6] >> UInt64(byte & 63) & 1 != 0 }
}

/// Rows of cells in pages, so that adding a row copies or clears at most one page.
private struct PagedRows {
    private var pages: [[SearchDFA.Row]] = []
    private var count = 0
    private let shift: Int
    /// The logarithm of the number of cells of a page.
    private static let pageShift = 16

    init(shift: Int) { self.shift = shift }

    /// Adds a row of zeros.
    mutating func append() {
        if count << shift == pages.count << Self.pageShift {
            pages.append([SearchDFA.Row](repeating: 0, count: 1 << Self.pageShift))
        }
        count += 1
    }

    /// The cell of a row in a column.
    subscript(row: SearchDFA.Row, column: UInt8) -> SearchDFA.Row {
        get {
            let cell = Int(row) << shift + Int(column)
            return pages[cell >> Self.pageShift][cell & (1 << Self.pageShift - 1)]
        }
        set {
            let cell = Int(row) << shift + Int(column)
            pages[cell >> Self.pageShift][cell & (1 << Self.pageShift - 1)] = newValue
        }
    }
}
