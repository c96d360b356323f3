import AutomataFiles
import Glibc
import ToolSupport

/// The steps of a run: first those of the arguments, then those of a file, line by line as they
/// come.
final class ScriptSource {
    enum Item {
        case step(ScriptStep)
        /// The deadline passed before the next line.
        case timeout
        case end
    }

    private var steps: ArraySlice<ScriptStep>
    private let lines: LineReader?
    private let isTest: Bool

    init(_ steps: [ScriptStep], lines: String?, expectations: String?) throws(ToolError) {
        self.steps = steps[...]
        isTest = expectations != nil
        if let path = lines ?? expectations {
            self.lines = try LineReader(InputFile(path: path))
        } else {
            self.lines = nil
        }
    }

    /// The number of lines with expectations that were read.
    private(set) var expectationCount = 0

    /// Returns the next step; waits for a line until the clock shows `deadline`.
    func next(until deadline: UInt64?) throws(ToolError) -> Item {
        if let step = steps.popFirst() { return .step(step) }
        guard let lines else { return .end }
        while true {
            switch try lines.next(until: deadline) {
            case .timeout: return .timeout
            case .end:
                if isTest, expectationCount == 0 {
                    throw ToolError(
                        "the file has no expectations; write lines such as "
                            + "{\"event\": \"coin\", \"configuration\": [\"open\"]}",
                        at: lines.file.name)
                }
                return .end
            case .line(let bytes):
                let place = "\(lines.file.name):\(lines.number)"
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw ToolError("this line isn't UTF-8; write it in UTF-8", at: place)
                }
                if text.hasPrefix("#") || text.allSatisfy(\.isWhitespace) { continue }
                if !isTest { return .step(try ScriptStep(argument: text, at: place)) }
                expectationCount += 1
                return .step(try ScriptStep(expectation: text, file: lines.file.name, line: lines.number))
            }
        }
    }
}

/// The lines of a file or a pipe, read with a deadline.
final class LineReader {
    enum Item {
        case line([UInt8])
        case timeout
        case end
    }

    let file: InputFile
    /// The number of the last line.
    private(set) var number = 0
    private let descriptor: Int32
    private var text: [UInt8] = []
    /// The offset of the next line in `text`.
    private var start = 0
    /// The offset up to which there is no end of a line.
    private var searchedByteCount = 0
    private var isAtEnd = false

    /// The maximum number of bytes of a line.
    private static let maximumLineByteCount = 1 << 20

    init(_ file: InputFile) throws(ToolError) {
        self.file = file
        descriptor = try file.open()
    }

    deinit { close(descriptor) }

    func next(until deadline: UInt64?) throws(ToolError) -> Item {
        while true {
            if let end = text[searchedByteCount...].firstIndex(of: UInt8(ascii: "\n")) {
                return popLine(to: end, next: end + 1)
            }
            searchedByteCount = text.count
            if isAtEnd { return start == text.count ? .end : popLine(to: text.count, next: text.count) }
            guard text.count - start <= Self.maximumLineByteCount else {
                throw ToolError("the line is longer than 1 MiB; shorten its data", at: "\(file.name):\(number + 1)")
            }
            guard try wait(until: deadline) else { return .timeout }
            try fill()
        }
    }

    private func popLine(to end: Int, next: Int) -> Item {
        var line = Array(text[start..<end])
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        (start, searchedByteCount) = (next, next)
        number += 1
        return .line(line)
    }

    private func fill() throws(ToolError) {
        text.removeFirst(start)
        (start, searchedByteCount) = (0, text.count)
        let count = withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer -> Int? in
            guard let count = SystemCall.readSome(descriptor, into: buffer) else { return nil }
            text += buffer[..<count]
            return count
        }
        guard let count else { throw .system("can't read", at: file.name, code: errno) }
        isAtEnd = count == 0
    }

    /// Returns `false` if nothing came in time.
    private func wait(until deadline: UInt64?) throws(ToolError) -> Bool {
        while true {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            var milliseconds: Int32 = -1
            if let deadline {
                let now = Clock.now()
                milliseconds = Int32(clamping: deadline > now ? (deadline - now + 999_999) / 1_000_000 : 0)
            }
            let count = poll(&request, 1, milliseconds)
            if count > 0 { return true }
            if count == 0 { return false }
            if errno != EINTR { throw .system("can't read", at: file.name, code: errno) }
        }
    }
}
