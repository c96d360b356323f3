/// A program that reads one input a line, answers each by one line, and can be reset.
package final class TestedProgram {
    private let command: [String]
    private let options: ProgramOptions
    private let answersStart: Bool
    private var dialog: ProgramDialog?
    /// Whether the program has printed a line after its last answer.
    private var hasPrintedMore = false

    /// Creates a program that isn't started yet.
    ///
    /// - Parameter answersStart: Whether the program prints a line at its start, and answers a
    ///   reset by the same line.
    package init(_ command: [String], _ options: ProgramOptions, answersStart: Bool = false) {
        (self.command, self.options, self.answersStart) = (command, options, answersStart)
    }

    /// A Boolean value that indicates whether the program has been started and hasn't failed since.
    package var isRunning: Bool { dialog != nil }

    /// Brings the program to its initial state: by the line that resets it, or as a new process.
    ///
    /// - Returns: The line that the program prints at its start, if it is to do so.
    package func reset(isCancelled: () -> Bool) throws(DialogFailure) -> String? {
        if let reset = options.reset, isRunning {
            do {
                let line = try answer(to: reset, isCancelled: isCancelled)
                return answersStart ? line : nil
            } catch {
                // After its last answer, a program may end.
                guard case .ended = error else { throw error }
            }
        }
        // The old process ends first.
        dialog = nil
        dialog = try ProgramDialog(command, nanoseconds: options.nanoseconds)
        return answersStart ? try answer(to: nil, isCancelled: isCancelled) : nil
    }

    /// Returns the output in an answer: its parts between commas, without the blanks around them;
    /// `-` if there is none. Commas and blanks in quotes belong to a part.
    package static func output(in answer: String) -> String {
        var (parts, isQuoted, last) = ([""], false, " " as Character)
        for character in answer {
            if character == "\"", last != "\\" { isQuoted.toggle() }
            if character == ",", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
            last = character
        }
        let output = parts.map { part in
            var part = part[...]
            while part.first?.isWhitespace ?? false { part.removeFirst() }
            while part.last?.isWhitespace ?? false { part.removeLast() }
            return String(part)
        }.joined(separator: ",")
        return output.isEmpty ? "-" : output
    }

    /// Fails if the program has printed a line after its last answer.
    package func finish() throws(DialogFailure) {
        // The line may come a moment later. A new process takes longer than that; a program that
        // did so before has more time.
        let wait: Int32 = hasPrintedMore ? 50 : options.reset == nil ? 10 : 0
        guard let line = dialog?.unaskedLine(milliseconds: wait) else { return }
        hasPrintedMore = true
        // A program that failed is started anew.
        dialog = nil
        throw .unasked(line)
    }

    /// Returns the line that answers an input.
    package func answer(to input: String?, isCancelled: () -> Bool) throws(DialogFailure) -> String {
        guard let dialog else { throw .ended("") }
        do {
            return try dialog.answer(to: input, isCancelled: isCancelled)
        } catch {
            // A program that failed is started anew.
            self.dialog = nil
            throw error
        }
    }
}
