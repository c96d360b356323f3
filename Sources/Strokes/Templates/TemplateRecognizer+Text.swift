public import TextSupport

// The text format of a recognizer, line by line, in UTF-8:
//
//     automata-gestures 1
//     options scale
//     gesture heart
//     stroke 3
//     66 252
//     68.5 249
//     70 248
//     end 1
//
// `options` lists what is ignored: rotation, scale, direction and order. A gesture has one or more
// strokes; each starts with its number of points. `end` follows after all gestures and has their
// number, so that truncated texts are detected. Empty lines and lines that begin with # are
// ignored.

extension TemplateRecognizer {
    private static let heading = "automata-gestures"
    private static let version = 1
    private static let optionNames: [(name: String, path: any WritableKeyPath<Options, Bool> & Sendable)] = [
        ("rotation", \.ignoresRotation), ("scale", \.ignoresScale), ("direction", \.ignoresDirection),
        ("order", \.ignoresStrokeOrder),
    ]

    /// The options and examples as text, for ``init(parsing:)-(String)``; coordinates are exact.
    ///
    /// - Complexity: O(*n*) for *n* points in total.
    public var text: String {
        var text = "\(Self.heading) \(Self.version)\noptions"
        for option in Self.optionNames where options[keyPath: option.path] { text += " \(option.name)" }
        text += "\n"
        for template in templates {
            text += "gesture \(template.name)\n"
            for stroke in template.strokes {
                text += "stroke \(stroke.points.count)\n"
                for point in stroke.points { text += "\(point.x) \(point.y)\n" }
            }
        }
        return text + "end \(templates.count)\n"
    }

    /// Reads the options and examples from the format of ``text``.
    ///
    /// The examples are numbered anew, from 0. The text may be untrusted.
    ///
    /// - Throws: ``TemplateTextError`` with the line of the error.
    /// - Complexity: O(*n*) for *n* bytes.
    public init(parsing text: String) throws(TemplateTextError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// Reads the options and examples from bytes; see ``init(parsing:)-(String)``.
    public init(parsing bytes: [UInt8]) throws(TemplateTextError) {
        var lines = TemplateLines(bytes)
        guard let first = lines.next(), let version = first.argument(of: Self.heading) else {
            throw lines.error("expected '\(Self.heading) \(Self.version)': this isn't a text of gestures")
        }
        guard lines.number(version) == Self.version else {
            throw lines.error("expected version \(Self.version), found \(Message.quoted(version))")
        }
        guard let second = lines.next(), let optionList = second.argument(of: "options") else {
            throw lines.error("expected 'options' and differences to ignore: rotation, scale, direction, order")
        }
        var options = Options(ignoresScale: false)
        for word in optionList.split(separator: UInt8(ascii: " ")) {
            guard let option = Self.optionNames.first(where: { $0.name.utf8.elementsEqual(word) }) else {
                throw lines.error(
                    "expected rotation, scale, direction or order, found \(Message.quoted(word))")
            }
            options[keyPath: option.path] = true
        }
        self.init(options: options)

        var line = lines.next()
        while let gesture = line?.argument(of: "gesture") {
            let lineNumber = lines.lineNumber
            let name = String(decoding: gesture, as: UTF8.self)
            guard name.utf8.elementsEqual(gesture) else {
                throw lines.error("the gesture's name isn't UTF-8; write it in UTF-8")
            }
            var strokes: [Stroke] = []
            line = lines.next()
            while let countText = line?.argument(of: "stroke") {
                guard let count = lines.number(countText) else {
                    throw lines.error(
                        "expected the number of points of the stroke, found \(Message.quoted(countText))")
                }
                var points: [Point] = []
                for found in 0..<count {
                    guard let line = lines.next() else { throw lines.error("expected \(count) points, found \(found)") }
                    guard let point = line.point else {
                        throw lines.error(
                            "expected point \(found + 1) of \(count) as two numbers, found "
                                + Message.quoted(line.bytes))
                    }
                    points.append(point)
                }
                strokes.append(Stroke(points))
                line = lines.next()
            }
            do { try add(strokes, name: name) } catch {
                throw TemplateTextError(line: lineNumber, message: "\(error)")
            }
        }
        guard let last = line, let countText = last.argument(of: "end") else {
            throw lines.error(
                "expected 'gesture', 'stroke' or 'end', found "
                    + (line.map { Message.quoted($0.bytes) } ?? "nothing"))
        }
        guard let count = lines.number(countText), count == templates.count else {
            throw lines.error(
                "expected 'end \(templates.count)' after \(templates.count) gestures, found \(Message.quoted(last.bytes))"
            )
        }
        if let line = lines.next() {
            throw lines.error("expected nothing after 'end', found \(Message.quoted(line.bytes))")
        }
    }
}

/// The reason why a text of gestures can't be read.
public struct TemplateTextError: TextualError {
    /// The line number, counted from 1.
    public let line: Int?
    /// Always `nil`, because the error is about a whole line.
    public var column: Int? { nil }
    /// The problem, and the expected text.
    public let message: String
}

/// The lines of a text that aren't empty or comments.
private struct TemplateLines {
    /// A line without its line end.
    struct Line {
        let bytes: ArraySlice<UInt8>

        /// Returns the text after a word and a space; `nil` if the line begins with another word.
        func argument(of word: String) -> ArraySlice<UInt8>? {
            let word = word.utf8
            guard bytes.starts(with: word) else { return nil }
            let rest = bytes.dropFirst(word.count)
            return rest.isEmpty || rest.first == UInt8(ascii: " ") ? rest.dropFirst() : nil
        }

        /// The line as two finite numbers.
        var point: Point? {
            let words = bytes.split(separator: UInt8(ascii: " "))
            guard words.count == 2, let x = Self.coordinate(words[0]), let y = Self.coordinate(words[1]) else {
                return nil
            }
            return Point(x: x, y: y)
        }

        private static func coordinate(_ word: ArraySlice<UInt8>) -> Double? {
            // Rejects names like inf, hexadecimal digits, and too many digits.
            guard word.count <= 400, word.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
            return Double(String(decoding: word, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
        }
    }

    private let bytes: [UInt8]
    private var position = 0
    /// The number of the last line, counted from 1.
    private(set) var lineNumber = 1
    private var nextNumber = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Line? {
        while position < bytes.count {
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            var line = bytes[position..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            position = end + 1
            lineNumber = nextNumber
            nextNumber += 1
            if !line.isEmpty, line.first != UInt8(ascii: "#") { return Line(bytes: line) }
        }
        lineNumber = nextNumber
        return nil
    }

    /// Returns a whole number below 10⁹; `nil` for other texts.
    func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard 1...9 ~= digits.count else { return nil }
        var value = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    func error(_ message: String) -> TemplateTextError { TemplateTextError(line: lineNumber, message: message) }
}
