internal import WorkLimits

/// Lines of code, indented by their depth.
///
/// When the budget ends the work, nothing more is added, and ``finish()`` throws.
struct CodeWriter {
    private(set) var text = ""
    var depth = 0
    /// The texts that stand for signs in lines.
    let signs: [Character: String]

    private let budget: Budget
    private var pace = BudgetPace()
    /// The bytes of cases, which are held until they are added.
    private var heldBytes = 0
    private var stop: LimitError?

    init(signs: [Character: String], _ budget: Budget) { (self.signs, self.budget) = (signs, budget) }

    /// Returns the text.
    func finish() throws(LimitError) -> String {
        if let stop { throw stop }
        try budget.check(built: 0, bytes: text.utf8.count)
        return text
    }

    /// Adds lines with the signs in place, indented by the current depth.
    mutating func add(_ lines: String) {
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            addLine(line.isEmpty ? "" : line.reduce(into: "") { $0 += signs[$1] ?? String($1) })
        }
    }

    /// Adds lines as they are, indented by the current depth.
    mutating func addVerbatim(_ lines: String) {
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) { addLine(String(line)) }
    }

    private mutating func addLine(_ line: String) {
        guard stop == nil else { return }
        if !line.isEmpty { text += String(repeating: " ", count: 4 * depth) + line }
        text += "\n"
        if pace.isDue(at: text.utf8.count + heldBytes) { check() }
    }

    private mutating func check() {
        do { try budget.check(built: 0, bytes: text.utf8.count + heldBytes) } catch { stop = error }
    }

    /// Returns the code of each case that isn't empty, with the labels of all cases that have it.
    mutating func cases(_ all: [(String, (inout CodeWriter) -> Void)]) -> [(labels: [String], code: String)] {
        var found: [(label: String, code: String)] = []
        for (label, add) in all where stop == nil {
            var inner = CodeWriter(signs: signs, budget)
            add(&inner)
            stop = inner.stop
            if inner.text.isEmpty { continue }
            heldBytes += inner.text.utf8.count
            if pace.isDue(at: text.utf8.count + heldBytes) { check() }
            found.append((label, String(inner.text.dropLast())))
        }
        return found.grouped(by: \.code, \.label).map { ($0.values, $0.key) }
    }

    /// Adds a block between a line and a closing one.
    mutating func block(_ line: String, closing: String = "}", _ body: (inout CodeWriter) -> Void) {
        add(line)
        depth += 1
        body(&self)
        depth -= 1
        add(closing)
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
