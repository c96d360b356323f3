internal import Statecharts
internal import TextSupport

extension StateDiagramReader {
    /// An end of an arrow.
    private enum End {
        /// `[*]`, which is an initial or a final dot.
        case dot
        /// `[H]` or `[H*]`, in a state or in the one around the arrow.
        case history(isDeep: Bool, of: String?)
        case state(String)
    }

    private struct Arrow {
        var isReversed: Bool
        var isHidden: Bool
    }

    /// Reads an arrow, or a line that begins with a state's name.
    mutating func readArrow(_ line: inout TextScanner) throws(TextProblem) {
        line.skipBlanks()
        let start = line.position
        guard let first = end(&line) else { throw line.problem("a state or an arrow") }
        if case .state(let code) = first, try readTexts(of: code, &line, at: start) { return }
        guard let arrow = arrow(&line) else { throw line.problem("an arrow such as '-->', or ':'") }
        guard let second = end(&line) else { throw line.problem("a state at the arrow's end") }
        // The parts are taken in the order of the text, in which they become states.
        let one = try node(of: first, isTarget: arrow.isReversed, at: start)
        let other = try node(of: second, isTarget: !arrow.isReversed, at: start)
        try readStereotypes(of: other, &line)
        let label = line.skip(":") ? decoded(line.rest) : ""
        guard !label.isEmpty || line.rest.isEmpty else { throw line.problem("':' or the end of the line") }
        guard !arrow.isHidden else { return }
        let (source, target) = arrow.isReversed ? (other, one) : (one, other)
        diagram.arrows.append(.init(source: source, target: target, label: label, offset: start))
    }

    /// Reads what can follow a state's name, other than an arrow.
    private mutating func readTexts(
        of code: String, _ line: inout TextScanner, at offset: Int
    ) throws(TextProblem) -> Bool {
        line.skipBlanks()
        let isDecorated = line.starts(with: "<<") || line.starts(with: ":::") || line.starts(with: "#")
        guard isDecorated || line.isAtEnd || line.peek == UInt8(ascii: ":") else { return false }
        let node = try diagram.node(code, in: scopes[scopes.count - 1].current, at: offset)
        try readStereotypes(of: node, &line)
        if line.skip(":") {
            diagram.bodies.append((node, decoded(line.rest), line.position))
            return true
        }
        return line.rest.isEmpty
    }

    private func end(_ line: inout TextScanner) -> End? {
        if line.skip("[*]") { return .dot }
        let name = name(&line)
        if line.starts(with: "[H*]") || (name.isEmpty && line.starts(with: "[H*]")) {
            line.position += 4
            return .history(isDeep: true, of: name.isEmpty ? nil : name)
        }
        if line.starts(with: "[H]") {
            line.position += 3
            return .history(isDeep: false, of: name.isEmpty ? nil : name)
        }
        return name.isEmpty ? nil : .state(name)
    }

    private mutating func node(of end: End, isTarget: Bool, at offset: Int) throws(TextProblem) -> Int {
        let scope = scopes[scopes.count - 1]
        switch end {
        case .dot:
            return isTarget
                ? try diagram.final(in: scope.current, at: offset) : try diagram.start(in: scope.current, at: offset)
        case .history(let isDeep, nil):
            return try diagram.history(isDeep: isDeep, in: scope.whole, at: offset)
        case .history(let isDeep, let code?):
            let state = try diagram.node(code, in: scope.current, at: offset)
            return try diagram.history(isDeep: isDeep, in: state, at: offset)
        case .state(let code): return try diagram.node(code, in: scope.current, at: offset)
        }
    }

    /// Reads an arrow: dashes with a direction or a style in brackets between them.
    private func arrow(_ line: inout TextScanner) -> Arrow? {
        line.skipBlanks()
        let start = line.position
        let isReversed = line.skip("<")
        var (isHidden, dashes) = (false, 0)
        while let byte = line.peek {
            switch byte {
            case UInt8(ascii: "-"):
                dashes += 1
                line.position += 1
                continue
            case UInt8(ascii: "["):
                guard let style = line.text(upTo: UInt8(ascii: "]")) else { break }
                if style.utf8.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") })
                    .contains(where: { $0.elementsEqual("hidden".utf8) })
                {
                    isHidden = true
                }
                continue
            case UInt8(ascii: ">") where !isReversed && dashes > 0:
                line.position += 1
                return Arrow(isReversed: false, isHidden: isHidden)
            default:
                if dashes > 0, skipDirection(&line) { continue }
            }
            break
        }
        if isReversed, dashes > 0 { return Arrow(isReversed: true, isHidden: isHidden) }
        line.position = start
        return nil
    }

    /// Moves past a direction that is followed by a dash or a style.
    private func skipDirection(_ line: inout TextScanner) -> Bool {
        var ahead = line
        let word = ahead.prefix { 0x61...0x7A ~= $0 }
        guard ["up", "down", "left", "right", "u", "d", "l", "r", "le", "ri", "do"].contains(word),
            ahead.peek == UInt8(ascii: "-") || ahead.peek == UInt8(ascii: "[")
        else { return false }
        line = ahead
        return true
    }

    // MARK: - Texts

    /// Returns a text without the signs by which the language writes special characters.
    func decoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var (result, index) = ([UInt8](), 0)
        result.reserveCapacity(bytes.count)
        while index < bytes.count {
            let (scalar, length) = dialect == .mermaid ? entity(bytes, index) : escape(bytes, index)
            if let scalar {
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else {
                result.append(contentsOf: bytes[index..<index + length])
            }
            index += length
        }
        return String(decoding: result, as: UTF8.self).trimmed
    }

    /// Returns the character that PlantUML writes as `<U+0041>`, `~A` or `\n`, and the length of
    /// its code.
    private func escape(_ bytes: [UInt8], _ index: Int) -> (Unicode.Scalar?, Int) {
        let rest = bytes[index...]
        if rest.starts(with: "<U+".utf8), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ">")) {
            let digits = String(decoding: bytes[(index + 3)..<end], as: UTF8.self)
            if let scalar = UInt32(digits, radix: 16).flatMap({ Unicode.Scalar($0) }) {
                return (scalar, end + 1 - index)
            }
        }
        if rest.count > 1, rest.first == UInt8(ascii: "\\"), "nlrt".utf8.contains(bytes[index + 1]) { return (" ", 2) }
        return (nil, 1)
    }

    /// Returns the character that Mermaid writes as `#35;`, `#quot;` or `<br>`, and the length of
    /// its code.
    private func entity(_ bytes: [UInt8], _ index: Int) -> (Unicode.Scalar?, Int) {
        let rest = bytes[index...]
        if rest.first == UInt8(ascii: "#"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) {
            let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
            let names: [String: Unicode.Scalar] = ["quot": "\"", "amp": "&", "lt": "<", "gt": ">", "nbsp": " "]
            if let scalar = names[name] ?? UInt32(name).flatMap({ Unicode.Scalar($0) }) {
                return (scalar, end + 1 - index)
            }
        }
        for tag in ["<br>", "<br/>", "<br />"] where rest.starts(with: tag.utf8) { return (" ", tag.utf8.count) }
        return (nil, 1)
    }
}
