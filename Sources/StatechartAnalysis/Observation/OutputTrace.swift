internal import Statecharts

/// The outputs of steps, as lists of texts that have numbers.
///
/// One explorer or one run has a trace, and no two threads use it.
final class OutputTrace: @unchecked Sendable {
    /// The effects that are outputs.
    var outputs: StatechartOutputs
    @exclusivity(unchecked) private var current: [String] = []
    /// The outputs since the last step with the values that aren't explored.
    @exclusivity(unchecked) private var exact: [String] = []
    private(set) var lists: [[String]] = [[], ["endless"]]
    private var numbers: [[String]: UInt32] = [[]: 0]

    /// The number of the output of steps without end.
    static let endless: UInt32 = 1

    init(_ outputs: StatechartOutputs) { self.outputs = outputs }

    /// Begins a step.
    func begin() {
        current.removeAll(keepingCapacity: true)
        exact.removeAll(keepingCapacity: true)
    }

    /// Notes an action.
    ///
    /// - Returns: `false` if it is an action of the program, and not only the mark of an output.
    func note(action: String) -> Bool {
        guard action.unicodeScalars.first == OutputMarks.mark else {
            if outputs.contains(.actions) { append(action) }
            return false
        }
        append(String(action.unicodeScalars.dropFirst()))
        return true
    }

    private func append(_ output: String) {
        current.append(output)
        exact.append(output)
    }

    func note(_ entry: ExpressionBehavior.LogEntry) {
        guard let value = entry.value, let mark = entry.label.unicodeScalars.first else { return }
        let label = String(entry.label.unicodeScalars.dropFirst())
        switch mark {
        case OutputMarks.mark: append(outputs.text(label, value))
        case OutputMarks.lastValue: if !exact.isEmpty { exact[exact.count - 1] = outputs.text(label, value) }
        case OutputMarks.furtherValue: exact.append(outputs.text(label, value))
        default: break
        }
    }

    /// Ends a step.
    ///
    /// - Returns: The number of its outputs.
    func end(isEnded: Bool) -> UInt32 {
        if current.isEmpty, !isEnded { return 0 }
        let list = take(isEnded: isEnded)
        if let number = numbers[list] { return number }
        let number = UInt32(lists.count)
        numbers[list] = number
        lists.append(list)
        return number
    }

    /// Removes and returns the outputs since the last step.
    func take(isEnded: Bool) -> [String] {
        defer { begin() }
        return withEnd(current, isEnded)
    }

    /// Returns the outputs since the last step with the values that aren't explored.
    func exactOutputs(isEnded: Bool) -> [String] { withEnd(exact, isEnded) }

    private func withEnd(_ list: [String], _ isEnded: Bool) -> [String] {
        list + (isEnded && outputs.contains(.end) ? ["ended"] : [])
    }

    /// Returns a list of outputs, and the active states if they are observed, as one name.
    func name(_ list: [String], _ states: @autoclosure () -> [String]) -> String {
        var parts = list.map(Self.part)
        if outputs.contains(.states) { parts.append(states().joined(separator: "+")) }
        return parts.isEmpty ? "-" : parts.joined(separator: ",")
    }

    /// Returns the outputs in a name of a list, without the quotes around them.
    static func parts(of name: String) -> [String] {
        var (parts, isQuoted, last) = ([""], false, " " as Character)
        for character in name {
            if character == "\"", last != "\\" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
            last = character
        }
        return parts
    }

    /// Returns an output in a list: in quotes if it could be misread.
    private static func part(_ text: String) -> String {
        let isPlain = !text.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
        if isPlain, !text.isEmpty, text != "-" { return text }
        return "\"" + text.unicodeScalars.map { $0 == "\"" ? "\\\"" : String($0) }.joined() + "\""
    }
}
