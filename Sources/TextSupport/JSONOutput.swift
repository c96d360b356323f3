/// A writer of JSON. The members of a list or an object are on one line or on separate lines.
public struct JSONOutput {
    package private(set) var text = TextOutput()
    /// Whether no spaces are between tokens.
    private let isCompact: Bool
    /// Returns whether to stop, given the number of bytes so far.
    private let stops: ((_ byteCount: Int) -> Bool)?
    package private(set) var isStopped = false
    /// Whether the members of each open list and object are on their own lines.
    private var breaksLines: [Bool] = []
    private var depth = 0
    private var needsComma = false

    package init(isCompact: Bool = false, stops: ((_ byteCount: Int) -> Bool)? = nil) {
        (self.isCompact, self.stops) = (isCompact, stops)
    }

    /// Returns whether the writer may continue, or was stopped by its function `stops`.
    package mutating func canContinue() -> Bool {
        if !isStopped, let stops { isStopped = stops(text.bytes.count) }
        return !isStopped
    }

    /// Begins a list or an object.
    package mutating func open(_ bracket: StaticString, inLines: Bool = false) {
        text.append(bracket)
        breaksLines.append(inLines)
        if inLines { depth += 1 }
        needsComma = false
    }

    /// Ends the innermost list or object.
    package mutating func close(_ bracket: StaticString) {
        if breaksLines.popLast() == true {
            depth -= 1
            beginLine()
        }
        text.append(bracket)
        needsComma = true
    }

    /// Begins a member of the innermost list or object.
    package mutating func item() {
        let isInLines = breaksLines.last ?? false
        if needsComma { text.append(isInLines || isCompact ? "," : ", ") }
        needsComma = true
        if isInLines { beginLine() }
    }

    private mutating func beginLine() {
        text.append("\n")
        // Otherwise, deep texts would consist mostly of spaces.
        for _ in 0..<min(depth, 40) { text.append("  ") }
    }

    /// Begins a member of the innermost object.
    package mutating func key(_ name: String) {
        item()
        string(name)
        text.append(isCompact ? ":" : ": ")
    }

    /// Begins a member of the innermost object.
    package mutating func key(_ key: some JSONKey) { self.key(key.rawValue) }

    // MARK: Values

    /// Writes a part of a value unchanged.
    package mutating func write(_ part: StaticString) { text.append(part) }

    /// Writes a value that is already JSON.
    package mutating func value(_ json: String) { text.append(string: json) }

    package mutating func string(_ string: String) { JSONString.append(string.utf8, to: &text) }

    package mutating func number(_ number: Int) { text.append(number) }

    package mutating func number(_ number: Double) { text.append(number: number) }

    package mutating func flag(_ flag: Bool) { text.append(flag ? "true" : "false") }

    package mutating func strings(_ strings: some Sequence<String>) {
        open("[")
        for string in strings {
            item()
            self.string(string)
        }
        close("]")
    }

    // MARK: Members

    /// Writes a member, unless its value is `nil`.
    package mutating func member(_ key: some JSONKey, _ string: String?) {
        guard let string else { return }
        self.key(key)
        self.string(string)
    }

    /// Writes a member with the value `true` if `isSet`; otherwise writes nothing.
    package mutating func member(_ key: some JSONKey, ifSet isSet: Bool) {
        guard isSet else { return }
        self.key(key)
        flag(true)
    }
}
