import ArgumentParser
import ToolSupport

extension Match: PreprocessingCommand {
    private static let shortOptions = ShortOptions(of: Match.self)

    /// The options of `grep` that this command lacks, and the replacement of each.
    private static let unsupportedGrepOptions: [(options: String, remedy: String)] = [
        ("-w --word-regexp", "write \\b(...)\\b for whole words"),
        ("-x --line-regexp", "write ^(...)$ for whole lines"),
        ("-r -R --recursive", "a folder stands for all files below it"),
        ("-E -P --extended-regexp --perl-regexp", "expressions always have the syntax of automata regex"),
        ("-f --file", "--patterns takes a file with expressions"),
        (
            "-A -B -C --after-context --before-context --context",
            "lines around a match can't be printed; --line-number prints the numbers of matching lines"
        ),
        ("-H -h --with-filename --no-filename", "names are printed before lines if several files are searched"),
        ("-L --files-without-match", "--count prints 0 for the files without a match"),
        ("-s --no-messages", "2>/dev/null drops messages"),
        ("-b --byte-offset", "--json prints the offset of each match"),
        ("--color --colour", "--only-matching prints the matches alone"),
        ("-a --text -z --null-data", "--json prints the offsets of matches in a binary file"),
    ]

    /// Divides groups of short options, as in `-nm2`, because the parser accepts no value at the
    /// end of a group. Joins an expression with its option, because it may look like an option.
    package static func preprocess(_ arguments: [String]) throws -> [String] {
        if arguments == ["-h"] { return arguments }
        var result: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                rest = ["--"] + rest
                break
            }
            result += parts(of: argument)
            if ["-e", "--regexp"].contains(result.last), let expression = rest.popFirst() {
                // Nothing may follow an equals sign.
                if expression.isEmpty { result.append("") } else { result[result.count - 1] = "--regexp=\(expression)" }
            }
        }
        if !result.contains("--help"), !result.contains("-help") {
            for argument in result { try checkIsSupported(argument) }
        }
        return result + rest
    }

    /// Returns the options of a group and the value at its end; the argument if it isn't a group.
    private static func parts(of argument: String) -> [String] {
        guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument.utf8.count > 2 else { return [argument] }
        let letters = argument.dropFirst()
        let flags = letters.prefix { shortOptions.flags.contains($0) }
        let rest = letters.dropFirst(flags.count)
        guard let option = rest.first else { return flags.map { "-\($0)" } }
        guard shortOptions.withValue.contains(option) else { return [argument] }
        let isExpression = option == "e" && rest.count > 1
        return flags.map { "-\($0)" } + [isExpression ? "--regexp=\(rest.dropFirst())" : "-\(rest)"]
    }

    /// Throws if an argument is an option of `grep` that this command lacks.
    private static func checkIsSupported(_ argument: String) throws {
        let names =
            if argument.hasPrefix("--") {
                [String(argument.prefix { $0 != "=" })]
            } else if argument.hasPrefix("-"), argument.utf8.count > 2 {
                argument.dropFirst().prefix { !shortOptions.withValue.contains($0) }.map { "-\($0)" }
            } else {
                [argument]
            }
        for (options, remedy) in unsupportedGrepOptions {
            if let name = options.split(separator: " ").map(String.init).first(where: names.contains) {
                throw ValidationError("match has no option '\(name)': \(remedy).")
            }
        }
    }
}
