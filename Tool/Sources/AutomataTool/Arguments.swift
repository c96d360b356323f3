import ArgumentParser
import AutomataFiles
import ToolSupport

/// The tool's arguments without its own name; they may have any bytes, as ``RawText`` does.
enum Arguments {
    static let all: [String] = CommandLine.unsafeArgv.withMemoryRebound(
        to: UnsafeMutablePointer<CChar>?.self, capacity: Int(CommandLine.argc)
    ) { arguments in
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { arguments[$0].map { RawText.text(cString: $0) } }
    }

    /// Returns a message about a file name that the parser would take for a group of options, or
    /// `nil` if there is none. For example, `-dash.mata` contains `-h`.
    static func noOption(in arguments: [String]) -> String? {
        let unknown = arguments.prefix { $0 != "--" }.first { argument in
            argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.utf8.count > 2 && argument != "-help"
                && Double(argument) == nil && argument.contains { "h./".contains($0) }
        }
        return unknown.map {
            "There is no option '\($0.shown)'. If it is a file, write ./\($0.shown), "
                + "or write -- before arguments that begin with -."
        }
    }

    /// Returns a message about an option that takes a value and has nothing after its equals sign,
    /// or `nil` if there is none. The parser would take the next argument for the value, and the
    /// command might write over that file.
    static func emptyValue(in arguments: some Sequence<String>, of command: any ParsableCommand.Type) -> String? {
        let argument = arguments.prefix { $0 != "--" }.first {
            $0.hasPrefix("--") && $0.firstIndex(of: "=") == $0.indices.last
        }
        guard let option = argument.map({ String($0.dropLast()) }),
            takesValue(option, command)
        else { return nil }
        return "Missing value for '\(option)': nothing follows the '='; write \(option) VALUE."
    }

    /// Returns arguments in which each negative number is joined to the option before it, if that
    /// takes a value. The parser would take the number for an option itself; so the option can say
    /// which values it expects.
    static func joiningNumbers(in arguments: ArraySlice<String>, of command: any ParsableCommand.Type) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var result: [String] = []
        for argument in arguments[..<end] {
            if let option = result.last, argument.hasPrefix("-"), Double(argument) != nil, takesValue(option, command) {
                result[result.count - 1] = "\(option)=\(argument)"
            } else {
                result.append(argument)
            }
        }
        return result + arguments[end...]
    }

    /// Returns whether an argument is the name of an option with a value.
    private static func takesValue(_ option: String, _ command: any ParsableCommand.Type) -> Bool {
        guard option.hasPrefix("-"), !option.contains(where: { " <,=".contains($0) }) else { return false }
        // A line of the help begins with the names, as in `-m, --max-count <count>`.
        return command.helpMessage().split(separator: "\n").contains { line in
            guard let value = line.firstRange(of: " <") else { return false }
            return line[..<value.lowerBound].split { " ,".contains($0) }.contains(Substring(option))
        }
    }

    /// Returns a message about an option with a better hint. The parser proposes `--bytes` for
    /// `--names`, takes a value that begins with a dash for an option, and needs many words for a
    /// value that an option rejects.
    static func withCorrectedHint(_ message: String) -> String {
        let parts = message.split(separator: "'", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return message }
        if parts[0].hasSuffix("Missing value for ") {
            let option = parts[1].prefix { $0 != " " }
            guard let index = all.firstIndex(of: String(option)), index + 1 < all.count else { return message }
            let value = all[index + 1].shown
            return "\(parts[0])'\(parts[1])': '\(value)' looks like an option, as it begins with -; "
                + "if it is the value, write \(option)=\(value)"
                + parts[2...].joined(separator: "'")
        }
        if parts.count == 5, parts[0].hasSuffix("The value "), parts[2] == " is invalid for ", parts[4].hasPrefix(": ")
        {
            let option = parts[3].prefix { $0 != " " }
            return "\(parts[0].dropLast(10))invalid value '\(parts[1])' for \(option); \(parts[4].dropFirst(2))"
        }
        guard parts[0].hasSuffix("Unknown option ") else { return message }
        let unknown = parts[1].drop { $0 == "-" }
        if unknown == "format" {
            return "\(parts[0])'\(parts[1])'. --from names the input's format, --to the output's"
                + message.drop { $0 != "\n" }
        }
        guard parts.count == 5, parts[2] == ". Did you mean " else { return message }
        if NameSuggestions.isNearMiss(String(unknown), of: String(parts[3].drop { $0 == "-" })) { return message }
        return "\(parts[0])'\(parts[1])'\(parts[4].dropFirst())"
    }
}
