internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Reads clauses in DIMACS CNF, with names of variables in comments.
struct DIMACSReader {
    private let text: UnsafeRawBufferPointer
    /// The maximum number of variables that the header may declare.
    private let maximumVariableCount: Int
    private var position = 0
    private var builder: ModelBuilder

    /// The name of a variable, which a comment gives.
    private struct Name {
        var text: String
        var offset: Int
        var isGenerated: Bool
    }

    private var names: [Int: Name] = [:]
    private var variableCount = 0
    private var clauseCount = 0
    private var clauseCountOffset = 0
    private var headerOffset: Int?
    private var clauses: [(proposition: Proposition, offset: Int)] = []

    static func read(
        _ text: UnsafeRawBufferPointer, _ name: String?, maximumBytes: Int, _ budget: Budget
    ) throws(FeatureFormatError) -> PlacedModel {
        var reader = DIMACSReader(text: text, maximumBytes: maximumBytes, budget)
        do throws(TextProblem) {
            try reader.read()
            try reader.build()
        } catch {
            reader.builder.problems.add(error)
        }
        return try reader.builder.finish(in: text, name: name)
    }

    /// Returns the number of variables in the header; 0 if no model is created from the text.
    static func declaredVariableCount(in text: UnsafeRawBufferPointer) -> Int {
        var reader = DIMACSReader(text: text, maximumBytes: .max, .default)
        while let byte = reader.skipBlanks(), reader.isWord(at: reader.position) {
            if byte == UInt8(ascii: "c") {
                reader.position = reader.endOfLine
            } else {
                if byte == UInt8(ascii: "p") { try? reader.readHeader() }
                break
            }
        }
        return reader.variableCount
    }

    private init(text: UnsafeRawBufferPointer, maximumBytes: Int, _ budget: Budget) {
        (self.text, builder) = (text, ModelBuilder(budget))
        maximumVariableCount = min(
            FeatureFormatLimits.variableCount, maximumBytes / FeatureFormatLimits.bytesPerVariable)
        position = text.byteOrderMarkLength
    }

    // MARK: Lines

    private mutating func read() throws(TextProblem) {
        var clause: [Proposition] = []
        var clauseStart: Int?
        while let byte = skipBlanks() {
            try builder.step()
            let start = position
            if byte == UInt8(ascii: "c"), isWord(at: start) {
                readComment()
            } else if byte == UInt8(ascii: "p"), isWord(at: start) {
                try readHeader()
            } else if byte == UInt8(ascii: "%"), clauseStart == nil {
                // Some problem collections mark the end with `%`.
                break
            } else {
                guard headerOffset != nil else {
                    throw problem("'p cnf' with the numbers of variables and clauses in the first line", at: start)
                }
                guard let literal = number(), isEndOfWord else {
                    throw problem("a literal, or 0 at the end of a clause", at: start)
                }
                if literal == 0 {
                    add(clause, at: clauseStart ?? start)
                    clause.removeAll(keepingCapacity: true)
                    clauseStart = nil
                    continue
                }
                clauseStart = clauseStart ?? start
                if literal.magnitude > variableCount {
                    builder.problems.add(
                        start, "unknown variable \(literal.magnitude)",
                        "correct the clause, or the number of variables in the header, \(variableCount)")
                } else {
                    let feature = Proposition.feature(FeatureID(Int(literal.magnitude)))
                    clause.append(literal < 0 ? .not(feature) : feature)
                }
            }
        }
        if clauseStart != nil { throw problem("0 at the end of the last clause", at: text.count) }
        guard headerOffset != nil else {
            throw problem("'p cnf' with the numbers of variables and clauses", at: position)
        }
        if clauses.count != clauseCount {
            builder.problems.add(
                clauseCountOffset, "the header declares \(clauseCount) clauses, but there are \(clauses.count)",
                "complete the text or correct the header")
        }
    }

    private mutating func add(_ clause: [Proposition], at offset: Int) {
        let proposition: Proposition =
            switch clause.count {
            case 0: .constant(false)
            case 1: clause[0]
            default: .or(clause)
            }
        clauses.append((proposition, offset))
    }

    /// Reads a comment, which may name a variable: its number, perhaps `$`, a blank and the name.
    private mutating func readComment() {
        position += 1
        let end = endOfLine
        defer { position = end }
        skipSpaces(to: end)
        let offset = position
        guard position < end, text[position] != UInt8(ascii: "-"), let variable = number(), variable > 0 else { return }
        let isGenerated = position < end && text[position] == UInt8(ascii: "$")
        if isGenerated { position += 1 }
        guard position < end, isSpace(text[position]) else { return }
        skipSpaces(to: end)
        let last = text[position..<end].lastIndex { !isSpace($0) } ?? position - 1
        guard last >= position else { return }
        guard let name = String(validating: text[position...last], as: UTF8.self) else {
            return builder.problems.add(position, "expected UTF-8, found invalid bytes")
        }
        let first = names.updateValue(Name(text: name, offset: offset, isGenerated: isGenerated), forKey: variable)
        if let first, ByteKey(first.text) != ByteKey(name) {
            builder.problems.add(
                offset,
                "the variable \(variable) already has the name \(Message.quoted(first.text.utf8)); remove one of the two"
            )
        }
    }

    private mutating func readHeader() throws(TextProblem) {
        let start = position
        guard headerOffset == nil else { throw problem("one header 'p cnf'", at: start) }
        position += 1
        func expected() -> TextProblem { problem("'p cnf' with the numbers of variables and clauses", at: start) }
        skipSpaces(to: text.count)
        guard text[position...].starts(with: "cnf".utf8) else { throw expected() }
        position += 3
        skipSpaces(to: text.count)
        let variableOffset = position
        guard let variables = number(), variables >= 0 else { throw expected() }
        skipSpaces(to: text.count)
        clauseCountOffset = position
        guard let clauses = number(), clauses >= 0, isEndOfWord else { throw expected() }
        guard variables <= maximumVariableCount else {
            throw TextProblem(
                offset: variableOffset, message: "expected at most \(maximumVariableCount) variables", isLimit: true,
                isGivenLimit: maximumVariableCount < FeatureFormatLimits.variableCount)
        }
        (variableCount, clauseCount, headerOffset) = (variables, clauses, start)
    }

    // MARK: Bytes

    private func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private mutating func skipSpaces(to end: Int) {
        while position < end, isSpace(text[position]) { position += 1 }
    }

    /// The place of the line feed or carriage return that ends the line.
    private var endOfLine: Int {
        text[position...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? text.count
    }

    /// Moves past white space, and returns the next byte.
    private mutating func skipBlanks() -> UInt8? {
        while position < text.count {
            switch text[position] {
            case 0x20, 0x09...0x0D: position += 1
            default: return text[position]
            }
        }
        return nil
    }

    /// Returns whether the byte at a place is a word of one letter.
    private func isWord(at start: Int) -> Bool { start + 1 >= text.count || text[start + 1] <= 0x20 }

    /// A Boolean value that indicates whether no other byte follows directly.
    private var isEndOfWord: Bool { position >= text.count || text[position] <= 0x20 }

    /// Reads a whole number; one that is too large becomes the largest one.
    private mutating func number() -> Int? {
        let start = position
        let isNegative = position < text.count && text[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let firstDigit = position
        var value = 0
        while position < text.count, case let digit = text[position] &- UInt8(ascii: "0"), digit < 10 {
            value = min(value &* 10 &+ Int(digit), 1 << 40)
            position += 1
        }
        guard position > firstDigit else {
            position = start
            return nil
        }
        return isNegative ? -value : value
    }

    private func problem(_ expected: String, at offset: Int) -> TextProblem {
        TextProblem(offset: offset, message: "expected \(expected), found \(Message.foundText(at: offset, in: text))")
    }

    // MARK: The model

    /// Returns the name of the root of a model whose other features have names.
    static func rootName(avoiding names: some Sequence<String>) -> String {
        let taken = Set(names.map { ByteKey($0) })
        var name = "root"
        while taken.contains(ByteKey(name)) { name += "_" }
        return name
    }

    /// Creates a feature for each variable, below an abstract root.
    private mutating func build() throws(TextProblem) {
        let header = Origin.offset(headerOffset ?? 0)
        builder.reserve(variableCount + 1)
        var taken: Set<ByteKey> = []
        // Comments with numbers that aren't variables don't give names.
        for (variable, name) in names where variable <= variableCount {
            try builder.step()
            taken.insert(ByteKey(name.text))
        }
        func unused(_ name: String) -> String {
            var name = name
            while !taken.insert(ByteKey(name)).inserted { name += "_" }
            return name
        }
        let root = builder.addRoot(unused("root"), isAbstract: true, at: header)
        if variableCount > 0 {
            let group = builder.addGroup(.optional, below: root, at: header)
            for variable in 1...variableCount {
                try builder.step()
                let name = names[variable]
                _ = builder.add(
                    name?.text ?? unused("\(variable)"), toGroup: group, isAbstract: name?.isGenerated ?? false,
                    at: name.map { .offset($0.offset) } ?? header)
            }
        }
        for clause in clauses {
            try builder.step()
            builder.add(clause.proposition, at: .offset(clause.offset))
        }
    }
}
