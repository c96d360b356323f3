import AutomataFiles
import FeatureModels
import ToolSupport

/// The commands of a script on standard input.
struct ConfigureScript {
    private(set) var session: ConfigureSession
    /// Whether files are replaced.
    let force: Bool
    private var line = 0

    /// The name of the script in messages.
    private static let name = "-"

    init(_ session: ConfigureSession, force: Bool) { (self.session, self.force) = (session, force) }

    /// Runs commands until one quits or none is left.
    ///
    /// - Throws: The error of the first command that fails, with its location.
    mutating func run() throws(ToolError) {
        var text: [UInt8] = []
        var isDone = false
        try InputFile(path: Self.name).forEachPiece { (piece) throws(ToolError) in
            text.append(contentsOf: piece)
            while !isDone, let end = text.firstIndex(of: UInt8(ascii: "\n")) {
                isDone = try run(text[..<end])
                text.removeFirst(end + 1)
            }
            return !isDone
        }
        if !isDone, !text.isEmpty { _ = try run(text[...]) }
    }

    /// Runs a line and prints the answer; returns whether it quits.
    private mutating func run(_ text: ArraySlice<UInt8>) throws(ToolError) -> Bool {
        line += 1
        do throws(ToolError) {
            guard let answer = try answer(to: text) else { return true }
            for line in answer { try StandardOutput.write((Terminal.showsOutput ? line.shown : line) + "\n") }
            return false
        } catch {
            throw placed(error)
        }
    }

    /// Returns the error with the line as its location, and the location in a file in its message.
    private func placed(_ error: ToolError) -> ToolError {
        var result = error
        if let location = error.location { result.message = "\(location): \(error.message)" }
        result.location = "\(Self.name):\(line)"
        result.further = error.further.map(placed)
        return result
    }

    private enum Command: String, CaseIterable {
        case select, deselect, undo, why, open, show, complete, advance, save, quit

        var takesNothing: Bool { [.open, .show, .advance, .quit].contains(self) }
    }

    /// Returns the lines of the answer to a command; `nil` if it quits.
    private mutating func answer(to text: ArraySlice<UInt8>) throws(ToolError) -> [String]? {
        let text = Self.trimmed(text)
        guard let first = text.first, first != UInt8(ascii: "#") else { return [] }
        let end = text.firstIndex(where: Self.isBlank) ?? text.endIndex
        let rest = Self.trimmed(text[end...])
        let word = String(decoding: text[..<end], as: UTF8.self)
        guard let command = Command(rawValue: word) else { throw Self.unknown(word) }
        if command.takesNothing, !rest.isEmpty { throw ToolError("'\(word)' takes no arguments") }
        switch command {
        case .select, .deselect:
            return try decide(features(in: rest, for: word), command == .select ? .selected : .deselected)
        case .undo:
            let reopened = try session.undo(features(in: rest, for: word))
            return [fact("reopened", reopened), try status]
        case .why:
            var lines: [String] = []
            for feature in try features(in: rest, for: word) { lines += try session.reasons(for: feature) }
            return lines
        case .open: return [fact("open", session.configurator.undecidedFeatures)]
        case .show: return ConfigureTree(session).rows.map(\.text)
        case .complete:
            let decided = try session.complete(try Self.completion(rest))
            return [fact("decided", decided), try status]
        case .advance:
            try session.advance()
            return ["stage     \(session.configurator.stage.rawValue)", try status]
        case .save:
            let path = RawText.text(rest)
            if path.isEmpty || path == "-" {
                throw ToolError("'save' needs the name of a file; the option -o - prints the configuration at the end")
            }
            try session.save(to: path, force: force)
            return ["saved     \(path)"]
        case .quit: return nil
        }
    }

    private mutating func decide(
        _ features: [FeatureID], _ decision: Configuration.Decision
    ) throws(ToolError) -> [String] {
        var follows: Set<FeatureID> = []
        for feature in features { follows.formUnion(try session.decide(feature, decision)) }
        return [fact("follows", follows.subtracting(features).sorted()), try status]
    }

    /// The line with the number of open features and the number of products.
    private var status: String {
        get throws(ToolError) {
            let open = counted(session.configurator.undecidedFeatures.count, "feature")
            return "open      \(open)" + (try session.productCount().map { ", \($0)" } ?? "")
        }
    }

    /// A line about features.
    private func fact(_ title: String, _ features: [FeatureID]) -> String {
        let padding = String(repeating: " ", count: max(1, 10 - title.count))
        return title + padding + (features.isEmpty ? "none" : session.text(of: features))
    }
}

// MARK: - Reading

extension ConfigureScript {
    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = text.drop(while: isBlank)
        return text.prefix((text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex) - text.startIndex)
    }

    private static func unknown(_ word: String) -> ToolError {
        let commands = Command.allCases.map(\.rawValue)
        let alike = NameSuggestions.names(like: word, among: commands).map { "'\($0)'" }.joined(separator: ", ")
        return ToolError(
            "unknown command \(word.quoted); "
                + (alike.isEmpty ? "the commands are \(commands.joined(separator: ", "))" : "did you mean \(alike)?"))
    }

    /// Returns the features after a command.
    private func features(in text: ArraySlice<UInt8>, for command: String) throws(ToolError) -> [FeatureID] {
        // The place of a problem in names is that of the line.
        var reader = ConfigurationReader(Array(text), name: Self.name, session.model)
        let decisions: [ConfigurationReader.Decision]
        do throws(ToolError) { decisions = try reader.read().decisions } catch {
            throw ToolError(([error] + error.further).map { ToolError($0.message) })
        }
        if decisions.isEmpty { throw ToolError("'\(command)' needs the name of a feature") }
        guard decisions.allSatisfy({ $0.decision == .selected }) else {
            throw ToolError("'\(command)' needs names without '!'; use 'deselect' to deselect features")
        }
        return decisions.map(\.feature)
    }

    /// Returns the completion that a text names: `smallest`, `random` with a seed or without, or an
    /// attribute.
    static func completion(_ text: ArraySlice<UInt8>) throws(ToolError) -> ConfigureSession.Completion {
        let words = text.split(whereSeparator: isBlank).map { String(decoding: $0, as: UTF8.self) }
        switch (words.first, words.count) {
        case ("smallest"?, 1): return .smallest
        case ("random"?, 1): return .random(seed: nil)
        case ("random"?, 2):
            if let seed = UInt64(words[1]) { return .random(seed: seed) }
            throw ToolError("invalid seed \(words[1].quoted); expected a number of at least 0")
        case (nil, _): throw ToolError("'complete' needs 'smallest', 'random', 'random SEED' or an attribute")
        default: return .attribute(String(decoding: text, as: UTF8.self))
        }
    }
}
