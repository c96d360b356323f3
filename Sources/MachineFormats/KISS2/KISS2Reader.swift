internal import Automata
internal import AutomataFormats
internal import Machines
internal import TextSupport

/// Reads KISS2: `.i`, `.o` and `.r`, and lines of input, state, next state and output.
///
/// A dash in an input stands for both bits. A dash in an output belongs to the output's name.
struct KISS2Reader {
    private let text: MachineText
    private var inputWidth: Int?
    private var outputWidth: Int?
    private var initial: String?
    /// The numbers of lines and of states that the header gives, with the places of these.
    private var counts: [String: (count: Int, offset: Int)] = [:]
    private var lineCount = 0
    private var notes: [String] = []
    /// The number of inputs that dashes stand for so far.
    private var expandedCount = 0

    /// The number of dashes in an input beyond which it isn't written out.
    private static let maximumDashes = 24

    static func read(_ text: MachineText) throws(FormatError) -> MachineReadResult {
        var reader = KISS2Reader(text: text)
        return try reader.result()
    }

    private init(text: MachineText) { self.text = text }

    /// Returns whether the first line that isn't a comment is a directive of KISS2.
    static func recognizes(_ text: UnsafeRawBufferPointer) -> Bool {
        var index = text.byteOrderMarkLength
        while index < text.count {
            let end = text[index...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            let words = words(in: text, index..<end)
            if let first = words.first {
                return [".i", ".o", ".s", ".p", ".r", ".start_kiss"].contains(Self.text(first, in: text))
            }
            index = end + 1
        }
        return false
    }

    /// Returns the ranges of the words of a line, without a comment.
    private static func words(in text: UnsafeRawBufferPointer, _ line: Range<Int>) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var index = line.lowerBound
        while index < line.upperBound, text[index] != UInt8(ascii: "#") {
            if text[index] <= UInt8(ascii: " ") {
                index += 1
                continue
            }
            let start = index
            while index < line.upperBound, text[index] > UInt8(ascii: " "), text[index] != UInt8(ascii: "#") {
                index += 1
            }
            words.append(start..<index)
        }
        return words
    }

    private static func text(_ range: Range<Int>, in text: UnsafeRawBufferPointer) -> String {
        String(decoding: text[range], as: UTF8.self)
    }

    private mutating func result() throws(FormatError) -> MachineReadResult {
        var builder = MealyMachine.Builder(inputs: NameTable(), outputs: NameTable())
        var index = text.bytes.byteOrderMarkLength
        while index < text.bytes.count {
            let end = text.bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? text.bytes.count
            let words = Self.words(in: text.bytes, index..<end)
            index = end + 1
            guard let first = words.first else { continue }
            let texts = words.map { Self.text($0, in: text.bytes) }
            if texts[0] == ".e" || texts[0] == ".end" || texts[0] == ".end_kiss" { break }
            if texts[0].utf8.first == UInt8(ascii: ".") {
                try readDirective(texts, at: first.lowerBound)
            } else {
                try readTransition(texts, words.map(\.lowerBound), into: &builder)
            }
        }
        guard builder.stateCount > 0 else {
            throw text.error("expected lines of input, state, next state and output, found none", at: 0)
        }
        if let initial {
            // A reset state without a line of its own is a state, too.
            builder.initialState = try text.checked { () throws(AutomataError) in try builder.state(named: initial) }
        }
        try checkCount(".p", lineCount, "transition")
        try checkCount(".s", builder.stateCount, "state")
        let machine = try text.checked { () throws(AutomataError) in try builder.build(budget: text.budget) }
        return MachineReadResult(machine: .mealy(machine), notes: notes)
    }

    /// Checks a number of the header.
    private func checkCount(_ key: String, _ found: Int, _ unit: String) throws(FormatError) {
        guard let (count, offset) = counts[key], count != found else { return }
        throw text.error(
            "'\(key)' gives \(count) \(unit)\(count == 1 ? "" : "s"), but there \(found == 1 ? "is" : "are") \(found); "
                + "correct it or the lines", at: offset)
    }

    private mutating func readDirective(_ words: [String], at offset: Int) throws(FormatError) {
        func number() throws(FormatError) -> Int {
            guard words.count == 2, let number = Int(words[1]), number >= 0, number <= 1 << 20 else {
                throw text.error("expected a number after '\(words[0])'", at: offset)
            }
            return number
        }
        switch words[0] {
        case ".i": inputWidth = try number()
        case ".o": outputWidth = try number()
        case ".p", ".s": counts[words[0]] = (try number(), offset)
        case ".start_kiss": break
        case ".r":
            guard words.count == 2 else { throw text.error("expected a state after '.r'", at: offset) }
            initial = words[1]
        default: notes.append("the line '\(words[0])' is ignored")
        }
    }

    private mutating func readTransition(
        _ words: [String], _ offsets: [Int], into builder: inout MealyMachine.Builder
    ) throws(FormatError) {
        guard words.count == 4 else {
            throw text.error(
                "expected four words, input, state, next state and output; found \(words.count)", at: offsets[0])
        }
        guard let inputWidth, let outputWidth else {
            throw text.error(
                "expected '.i' and '.o' with the numbers of bits before the first transition", at: offsets[0])
        }
        try check(words[0], width: inputWidth, "input", at: offsets[0])
        try check(words[3], width: outputWidth, "output", at: offsets[3])
        for index in 1...2 where words[index] == "*" {
            throw text.error("unsupported state '*'; name the state", at: offsets[index])
        }
        let dashes = words[0].utf8.count { $0 == UInt8(ascii: "-") }
        guard dashes <= Self.maximumDashes else {
            throw text.error(
                "the input stands for 2^\(dashes) inputs, which are written out; at most \(Self.maximumDashes) dashes "
                    + "are supported", at: offsets[0])
        }
        expandedCount += 1 << dashes
        lineCount += 1
        try text.check(bytes: expandedCount * 24)
        let source = try state(words[1], offsets[1], in: &builder)
        let target = try state(words[2], offsets[2], in: &builder)
        for number in 0..<1 << dashes {
            let input = Self.input(words[0], number, dashes: dashes)
            try text.checked(at: offsets[0]) { () throws(AutomataError) in
                try builder.addTransition(from: source, on: input, output: words[3], to: target)
            }
        }
    }

    private func state(
        _ name: String, _ offset: Int, in builder: inout MealyMachine.Builder
    ) throws(FormatError) -> StateID {
        try text.checked(at: offset) { () throws(AutomataError) in try builder.state(named: name) }
    }

    private func check(_ bits: String, width: Int, _ what: String, at offset: Int) throws(FormatError) {
        guard bits.utf8.count == width, bits.utf8.allSatisfy({ "01-".utf8.contains($0) }) else {
            throw text.error(
                "invalid \(what) \(Message.quoted(bits.utf8)); expected \(width) signs 0, 1 or -", at: offset)
        }
    }

    /// Returns an input with the bits of a number in the place of its dashes.
    private static func input(_ bits: String, _ number: Int, dashes: Int) -> String {
        if dashes == 0 { return bits }
        var shift = dashes
        return String(
            decoding: bits.utf8.map { bit in
                guard bit == UInt8(ascii: "-") else { return bit }
                shift -= 1
                return number >> shift & 1 == 0 ? UInt8(ascii: "0") : UInt8(ascii: "1")
            }, as: UTF8.self)
    }
}
