import AutomataFiles
import TextSupport
import ToolSupport

/// The output about a text, until it is written.
struct LineOutput {
    private(set) var bytes: [UInt8] = []
    /// The name of the file, as it is printed.
    private let name: [UInt8]
    private let showsName: Bool
    /// Whether a person reads the output on a terminal, where special bytes are shown as escapes.
    private let isShown = Terminal.showsOutput

    /// - Parameter showsName: Whether the name stands in front of each line.
    init(name: String, showsName: Bool) {
        self.name = isShown ? Array(RawText.readable(name).shown.utf8) : RawText.bytes(of: name)
        self.showsName = showsName
    }

    /// Appends a line with a part of a text.
    ///
    /// - Parameters:
    ///   - line: The number of lines before, if it is printed.
    ///   - patterns: The patterns that are printed.
    mutating func append(_ text: UnsafeRawBufferPointer, _ range: Range<Int>, line: Int?, _ patterns: [Int]) {
        appendNameInFront()
        if let line {
            append(line + 1)
            bytes.append(UInt8(ascii: ":"))
        }
        for (index, pattern) in patterns.enumerated() {
            append(pattern + 1)
            bytes.append(UInt8(ascii: index + 1 < patterns.count ? "," : ":"))
        }
        let part = UnsafeRawBufferPointer(rebasing: text[range])
        if isShown {
            bytes += RawText.readable(RawText.text(Array(part))).shown.utf8
        } else {
            bytes.append(contentsOf: part)
        }
        bytes.append(0x0A)
    }

    /// Appends a text.
    mutating func append(_ text: String, afterName: Bool = false) {
        if afterName { appendNameInFront() }
        bytes += text.utf8
    }

    /// Appends the name of the file as a line.
    mutating func appendName() {
        bytes += name
        bytes.append(0x0A)
    }

    private mutating func appendNameInFront() {
        guard showsName else { return }
        bytes += name
        bytes.append(UInt8(ascii: ":"))
    }

    /// Appends a part of a text as a string of JSON.
    mutating func appendQuoted(_ part: UnsafeRawBufferPointer) {
        let isPlain = part.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard isPlain else { return append(JSONString.quoted(RawText.readable(RawText.text(Array(part))))) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: part)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Removes and returns the bytes to write.
    mutating func drain() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Appends a number, which isn't negative.
    mutating func append(_ number: Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var (start, rest) = (digits.count, number)
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            bytes.append(contentsOf: digits[start..<digits.count])
        }
    }
}
