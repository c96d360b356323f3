internal import WorkLimits

/// Lines of code, indented by their depth.
///
/// After the budget has ended the work, nothing more is added, and ``finish()`` throws.
struct CodeWriter {
    private var bytes: [UInt8] = []
    var depth = 0
    /// The texts that stand for signs of ASCII in lines.
    private let signs: [(sign: UInt8, text: [UInt8])]
    private let budget: Budget
    private var pace = BudgetPace()
    /// The bytes of cases, which are held until they are added.
    private var heldByteCount = 0
    private var stop: LimitError?

    init(signs: [Unicode.Scalar: String], _ budget: Budget) {
        self.init(signs.map { (UInt8(ascii: $0.key), Array($0.value.utf8)) }, budget)
    }

    private init(_ signs: [(sign: UInt8, text: [UInt8])], _ budget: Budget) {
        (self.signs, self.budget) = (signs, budget)
    }

    /// Returns the text.
    func finish() throws(LimitError) -> String {
        if let stop { throw stop }
        try budget.check(built: 0, bytes: bytes.count)
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Lines

    /// Adds lines with the texts of signs, indented by the current depth.
    mutating func add(_ lines: String) {
        addLines(lines) { writer, line in
            for byte in line {
                if let found = writer.signs.first(where: { $0.sign == byte }) {
                    writer.bytes += found.text
                } else {
                    writer.bytes.append(byte)
                }
            }
        }
    }

    /// Adds lines as they are, indented by the current depth.
    mutating func addVerbatim(_ lines: String) { addLines(lines) { $0.bytes += $1 } }

    private mutating func addLines(_ lines: String, _ add: (inout CodeWriter, Substring.UTF8View) -> Void) {
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) where stop == nil {
            if !line.isEmpty {
                bytes += repeatElement(UInt8(ascii: " "), count: 4 * depth)
                add(&self, line.utf8)
            }
            bytes.append(UInt8(ascii: "\n"))
            checkIfDue()
        }
    }

    private mutating func checkIfDue() {
        let count = bytes.count + heldByteCount
        guard stop == nil, pace.isDue(at: count) else { return }
        do { try budget.check(built: 0, bytes: count) } catch { stop = error }
    }

    /// Adds a block between a line and a closing one.
    mutating func block(_ line: String, closing: String = "}", _ body: (inout CodeWriter) -> Void) {
        add(line)
        depth += 1
        body(&self)
        depth -= 1
        add(closing)
    }

    /// Returns the code of each case that isn't empty, with the labels of all cases that have it.
    mutating func cases(_ all: [(String, (inout CodeWriter) -> Void)]) -> [(labels: [String], code: String)] {
        var found: [(label: String, code: [UInt8])] = []
        for (label, add) in all where stop == nil {
            var inner = CodeWriter(signs, budget)
            add(&inner)
            stop = inner.stop
            if inner.bytes.isEmpty { continue }
            heldByteCount += inner.bytes.count
            checkIfDue()
            inner.bytes.removeLast()
            found.append((label, inner.bytes))
        }
        return found.grouped(by: \.code, \.label).map { ($0.values, String(decoding: $0.key, as: UTF8.self)) }
    }
}

extension Array {
    /// Returns the members' values for each key, in the order in which the keys occur first.
    func grouped<Key: Hashable, Value>(
        by key: (Element) -> Key, _ value: (Element) -> Value
    ) -> [(values: [Value], key: Key)] {
        var (groups, numbers) = ([(values: [Value], key: Key)](), [Key: Int]())
        for element in self {
            let found = key(element)
            if let number = numbers[found] {
                groups[number].values.append(value(element))
            } else {
                numbers[found] = groups.count
                groups.append(([value(element)], found))
            }
        }
        return groups
    }
}
