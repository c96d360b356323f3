import AutomataFiles

/// The tool's arguments: of any bytes, as ``RawText``, without the tool's own name.
enum Arguments {
    static let all: [String] = CommandLine.unsafeArgv.withMemoryRebound(
        to: UnsafeMutablePointer<CChar>?.self, capacity: Int(CommandLine.argc)
    ) { arguments in
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { arguments[$0].map { RawText.text(cString: $0) } }
    }

    /// Returns a message if an argument begins with a dash and is no option, yet would be taken for
    /// a request for help, as `-dash.mata` has an `-h` in it, or for several options; `nil` if
    /// there is none. What is behind `-e` or `--regexp` is an expression.
    static func noOption(in arguments: [String]) -> String? {
        let options = arguments.prefix { $0 != "--" }
        let strange = zip(options, [""] + options).first { argument, previous in
            argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.utf8.count > 2 && argument != "-help"
                && previous != "-e" && previous != "--regexp"
                && Double(argument) == nil && argument.contains { "h./".contains($0) }
        }?.0
        return strange.map {
            "There is no option '\($0.shown)'. Name a file ./\($0.shown), "
                + "or write -- before what begins with - and is no option."
        }
    }
    /// Returns a message about an unknown option without the proposal of another one, if that is no
    /// near miss: the parser proposes `--bytes` for `--names`.
    static func withoutFarHint(_ message: String) -> String {
        let parts = message.split(separator: "'", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].hasSuffix("Unknown option "), parts[2] == ". Did you mean " else {
            return message
        }
        let (unknown, proposed) = (parts[1].drop { $0 == "-" }, parts[3].drop { $0 == "-" })
        if Spelling.isClose(String(proposed), to: String(unknown)) { return message }
        return "\(parts[0])'\(parts[1])'\(parts[4].dropFirst())"
    }
}
