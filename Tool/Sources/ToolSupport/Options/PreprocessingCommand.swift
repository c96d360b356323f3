package import ArgumentParser

/// A command that rewrites its arguments before they are parsed, for forms that the parser lacks.
package protocol PreprocessingCommand: ParsableCommand {
    /// Returns the arguments after the command's name in a form that the parser accepts.
    ///
    /// - Throws: `ValidationError` about arguments that the command doesn't support.
    static func preprocess(_ arguments: [String]) throws -> [String]
}

/// The letters of a command's short options, as its help declares them.
package struct ShortOptions {
    /// The letters of options without a value, except help.
    package private(set) var flags: Set<Character> = []
    /// The letters of options with a value.
    package private(set) var withValue: Set<Character> = []

    package init(of command: any ParsableCommand.Type) {
        for line in command.helpMessage().split(separator: "\n") {
            // For example, "  -m, --max-count <count>  Stop searching …".
            let words = line.split(separator: " ")
            guard words.count > 1, words[0].hasPrefix("-"), words[0].hasSuffix(","), words[0].count == 3,
                words[1] != "--help"
            else { continue }
            let letter = words[0].dropFirst().first!
            if words.count > 2, words[2].hasPrefix("<") { withValue.insert(letter) } else { flags.insert(letter) }
        }
    }
}
