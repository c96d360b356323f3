package import ArgumentParser

/// Returns a function that reads a number in a range.
package func number<Number: Comparable & LosslessStringConvertible & Sendable>(
    from least: Number, to most: Number? = nil
) -> @Sendable (String) throws -> Number {
    { argument in
        guard let number = Number(argument), number >= least, most.map({ number <= $0 }) ?? true else {
            throw ValidationError(most.map { "expected \(least) to \($0)" } ?? "expected \(least) or more")
        }
        return number
    }
}

/// Reads the name of an output.
package func outputName(_ argument: String) throws -> String {
    if argument.isEmpty { throw ValidationError("expected a name, or - for standard output") }
    return argument
}

/// Reads the name of a file or folder. Standard output isn't allowed, because other results are
/// written there.
package func drawingName(_ argument: String) throws -> String {
    if argument.isEmpty { throw ValidationError("expected the name of a file or folder") }
    if argument == "-" {
        throw ValidationError("other results go to standard output, so - isn't possible; name a file or folder")
    }
    return argument
}

extension ValidationError {
    /// Throws an error if several of the given options, which exclude each other, are set.
    package static func check(atMostOne options: KeyValuePairs<String, Bool>) throws {
        let given = options.filter(\.value).map(\.key)
        if given.count > 1 {
            throw ValidationError("\(given.joined(separator: " and ")) exclude each other; give one of them.")
        }
    }

    /// Throws an error if `--at-least` is greater than `--at-most`.
    package static func check(_ least: Int, isAtMost most: Int?) throws {
        guard let most, least > most else { return }
        throw ValidationError("--at-least \(least) is greater than --at-most \(most).")
    }

    /// Throws an error if several files are standard input.
    package static func check(standardInputs files: [String?]) throws {
        if files.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input, -, can be read only once; name it once.")
        }
    }
}
