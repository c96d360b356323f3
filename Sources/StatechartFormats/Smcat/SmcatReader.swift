internal import Statecharts
internal import TextSupport

/// Reads charts of state-machine-cat.
///
/// The kind of a state follows from its name, unless it has an attribute `type`. As in the SCXML
/// that the tool writes, a transition without an event is taken as soon as its guard holds.
struct SmcatReader {
    private var scanner: TextScanner
    private var diagram = DiagramOutline(emptyTrigger: .always)
    /// The open states.
    private var scopes: [(node: Int, offset: Int)] = [(0, 0)]
    /// The nodes that are declared, as opposed to named by an arrow.
    private var declared: Set<Int> = []

    static func chart(from text: UnsafeRawBufferPointer) throws(TextProblem) -> PlacedChart {
        try TextScanner.check(text)
        var reader = SmcatReader(TextScanner(text, text.byteOrderMarkLength..<text.count))
        while try reader.readStatement() {}
        guard reader.scopes.count == 1 else {
            throw TextProblem(
                offset: reader.scopes[reader.scopes.count - 1].offset, message: "expected a closing '}' for the state")
        }
        if reader.diagram.outline.nodes[0].children.isEmpty { throw reader.scanner.problem("a state") }
        return try reader.diagram.placed()
    }

    private init(_ scanner: TextScanner) { self.scanner = scanner }

    private mutating func skipSpace() {
        while true {
            scanner.skipBlanks()
            guard scanner.peek == UInt8(ascii: "#") else { return }
            _ = scanner.prefix { $0 != UInt8(ascii: "\n") }
        }
    }

    // MARK: - Statements

    /// Reads a state or a transition, with the comma or semicolon behind it.
    private mutating func readStatement() throws(TextProblem) -> Bool {
        skipSpace()
        if scanner.skip("}") {
            guard scopes.count > 1 else {
                throw scanner.problem("the end of the file", "remove the bracket that closes none")
            }
            scopes.removeLast()
            skipSpace()
            // A state or a transition with states within ends here.
            if !scanner.skip(","), !scanner.skip(";"), scanner.peek != UInt8(ascii: "}") {
                throw scanner.problem("';' or ','")
            }
            return true
        }
        guard !scanner.isAtEnd else { return false }
        let start = scanner.position
        let name = try self.name()
        skipSpace()
        if let isReversed = arrow() {
            skipSpace()
            let other = try self.name()
            return try readTransition(name, other, isReversed: isReversed, at: start)
        }
        try readState(name, at: start)
        return true
    }

    private mutating func name() throws(TextProblem) -> String {
        if let text = scanner.quoted() { return text }
        let name = scanner.prefix { !($0 <= 0x20 || ";,{}[\"=<>:#-".utf8.contains($0)) }
        guard !name.isEmpty else { throw scanner.problem("a state's name") }
        return name
    }

    private static let arrows: [(sign: StaticString, isReversed: Bool)] = [
        ("-->", false), ("==>", false), ("->>", false), ("=>>", false), ("->", false), ("=>", false), (">>", false),
        ("<<-", true), ("<<=", true), ("<--", true), ("<==", true), ("<-", true), ("<=", true), ("<<", true),
    ]

    private mutating func arrow() -> Bool? {
        for arrow in Self.arrows where scanner.skip(arrow.sign) { return arrow.isReversed }
        return nil
    }

    // MARK: - States

    private mutating func readState(_ name: String, at offset: Int) throws(TextProblem) {
        let parent = scopes[scopes.count - 1].node
        let node = try diagram.node(name, in: parent, at: offset)
        if declared.insert(node).inserted, diagram.outline.nodes[node].parent != parent, !isOpen(node) {
            // A transition outside has named the state before.
            try diagram.move(node, to: parent, at: offset)
        }
        let attributes = try self.attributes()
        diagram.setKind(of: node, type: attributes["type"] ?? Self.type(of: name))
        if attributes["type"] != nil, !["initial"].contains(attributes["type"]) { diagram.starts.remove(node) }
        if let label = attributes["label"], label != name { diagram.noteSkipped("labels of states", at: offset) }
        skipSpace()
        if scanner.skip(":") { readActions(of: node) }
        try readEnd(of: node, at: offset)
    }

    private func isOpen(_ node: Int) -> Bool { scopes.contains { $0.node == node } }

    /// Reads the end of a statement, or the beginning of the states within a state.
    private mutating func readEnd(of node: Int, at offset: Int) throws(TextProblem) {
        skipSpace()
        if scanner.skip("{") {
            try TextProblem.check(
                depth: scopes.count, upTo: StatechartFormatLimits.stateDepth, "nested states", at: offset)
            guard !isOpen(node) else {
                throw TextProblem(offset: offset, message: "the state is within itself", remedy: "rename one")
            }
            declared.insert(node)
            scopes.append((node, offset))
            return
        }
        if !scanner.skip(","), !scanner.skip(";") { throw scanner.problem("';' or ','") }
    }

    /// The type that the tool finds in a state's name.
    private static func type(of name: String) -> String {
        let bytes = Array(name.lowercased().utf8)
        func has(_ word: String) -> Bool { bytes.indices.contains { bytes[$0...].starts(with: word.utf8) } }
        if has("initial") { return "initial" }
        if has("final") { return "final" }
        if has("deep"), has("history") { return "deephistory" }
        if has("history") { return "history" }
        if has("parallel") { return "parallel" }
        if has("terminate") { return "terminate" }
        switch bytes.first {
        case UInt8(ascii: "^"): return "choice"
        case UInt8(ascii: "]"): return "forkjoin"
        case UInt8(ascii: ";"): return "junction"
        default: return "regular"
        }
    }

    /// Reads attributes in brackets.
    private mutating func attributes() throws(TextProblem) -> [String: String] {
        skipSpace()
        guard scanner.skip("[") else { return [:] }
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            if scanner.skip("]") { return attributes }
            if scanner.skip(",") { continue }
            let start = scanner.position
            let key = scanner.prefix { 0x61...0x7A ~= $0 | 0x20 || $0 == UInt8(ascii: "_") }
            guard !key.isEmpty else { throw scanner.problem("an attribute or ']'") }
            if scanner.skip("=") {
                attributes[key] = scanner.quoted() ?? scanner.prefix { $0 > 0x20 && !"],".utf8.contains($0) }
            } else if key == "active" {
                attributes[key] = "true"
            } else {
                throw TextProblem(offset: start, message: "unknown attribute \(Message.quoted(key.utf8))")
            }
        }
    }

    /// Reads the actions of a state, which begin with `entry/`, `exit/` or an event.
    private mutating func readActions(of node: Int) {
        let start = scanner.position
        let text = scanner.rest(until: ",;{")
        for line in text.split(whereSeparator: \.isNewline) {
            for part in Self.parts(of: String(line)) { diagram.bodies.append((node, part, start)) }
        }
    }

    /// Divides `entry/ a exit/ b` before its keywords.
    private static func parts(of line: String) -> [String] {
        var parts: [[Substring]] = [[]]
        for word in line.split(whereSeparator: \.isWhitespace) {
            let isKey = word.hasPrefix("entry/") || word.hasPrefix("exit/") || word == "entry" || word == "exit"
            if isKey, !parts[parts.count - 1].isEmpty { parts.append([]) }
            parts[parts.count - 1].append(word)
        }
        return parts.map { $0.joined(separator: " ") }
    }

    // MARK: - Transitions

    private mutating func readTransition(
        _ first: String, _ second: String, isReversed: Bool, at offset: Int
    ) throws(TextProblem) -> Bool {
        let parent = scopes[scopes.count - 1].node
        let one = try node(first, in: parent, at: offset)
        let other = try node(second, in: parent, at: offset)
        let attributes = try self.attributes()
        skipSpace()
        var label = ""
        if scanner.skip(":") {
            skipSpace()
            label = scanner.quoted() ?? scanner.rest(until: ",;{", outside: UInt8(ascii: "["))
        }
        let (source, target) = isReversed ? (other, one) : (one, other)
        let oneLine = label.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        diagram.arrows.append(
            .init(
                source: source, target: target, label: oneLine, offset: offset,
                isLocal: attributes["type"] == "internal"))
        skipSpace()
        // A transition may have the states of its source.
        try readEnd(of: source, at: offset)
        return true
    }

    private mutating func node(_ name: String, in parent: Int, at offset: Int) throws(TextProblem) -> Int {
        let oldCount = diagram.outline.nodes.count
        let node = try diagram.node(name, in: parent, at: offset)
        if node == oldCount { diagram.setKind(of: node, type: Self.type(of: name)) }
        return node
    }
}

extension DiagramOutline {
    /// Gives a node the kind that a type of state-machine-cat stands for.
    fileprivate mutating func setKind(of node: Int, type: String) {
        outline.nodes[node].isBar = false
        switch type {
        case "initial": starts.insert(node)
        case "final": outline.nodes[node].state.kind = .final
        case "history": outline.nodes[node].state.kind = .shallowHistory
        case "deephistory": outline.nodes[node].state.kind = .deepHistory
        case "choice": outline.nodes[node].state.kind = .choice
        case "junction": outline.nodes[node].state.kind = .junction
        case "terminate": outline.nodes[node].state.kind = .terminate
        case "parallel": outline.nodes[node].state.kind = .orthogonal
        case "fork", "join", "forkjoin":
            outline.nodes[node].isBar = true
            outline.nodes[node].baseName = type == "join" ? "join" : "fork"
        default: outline.nodes[node].state.kind = .state
        }
    }
}

extension TextScanner {
    /// Reads a text up to one of some bytes that isn't in quotes, nor behind an open bracket.
    fileprivate mutating func rest(until stops: StaticString, outside bracket: UInt8? = nil) -> String {
        let start = position
        var (isQuoted, depth) = (false, 0)
        while position < end {
            let byte = text[position]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == bracket { depth += 1 }
            if bracket != nil, byte == UInt8(ascii: "]") { depth = max(0, depth - 1) }
            let isStop = (0..<stops.utf8CodeUnitCount).contains { stops.utf8Start[$0] == byte }
            if isStop, !isQuoted, depth == 0 { break }
            position += 1
        }
        return string(start..<position).trimmed
    }
}
