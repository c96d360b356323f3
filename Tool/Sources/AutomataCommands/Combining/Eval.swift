import ArgumentParser
@_spi(Tool) import Automata
import AutomataFiles
import Glibc
@_spi(Tool) import LanguageExpressions
import ToolSupport

struct Eval: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Evaluate an expression over automata in files.",
        usage: "automata eval <expression> [<options>]",
        discussion: """
            Operators, from the highest precedence to the lowest:
              a*  a+  a?  a{2}  a{2,}  a{2,5}   repetition; put a space after +: a+ b
              !a                               complement, over the symbols of all files in the expression
              a b                              concatenation
              a & b                            intersection
              a - b                            difference, with spaces around the -
              a ^ b                            symmetric difference
              a | b                            union
              <ab>                             the word ab; <> is the empty word
              \(LanguageFunction.allCases.map(\.usage).joined(separator: " "))
            Names need quotes if they contain characters other than letters, digits and ._-/, or begin with -, such as \
            the name - of standard input. Parentheses group. ¬ ∩ ∖ △ ∪ can replace ! & - ^ |. Each automaton first \
            gets the symbols of all files and words in the expression; any() accepts each of these symbols as a word.

            Example:
              automata eval 'a.mata & !(b.jff | c.att)' -o d.mata
              automata eval '"-" & b.mata' < a.mata
              automata eval 'minimize(sign.jff? digit.jff+)' --to svg -o integer.svg
              automata eval 'lengths(names.mata - neighborhood(<while>, 1), {1,8})'
            """)

    @Argument(
        help: ArgumentHelp("The expression, in quotes for the shell; it never begins with -.", valueName: "expression"))
    var expression: String

    @OptionGroup var spelling: SpellingOptions

    @OptionGroup var output: CombinationOptions

    func run() throws {
        let text = Array(expression.utf8)
        let expression: LanguageExpression
        do throws(LanguageExpressionError) {
            expression = try LanguageExpression(parsing: text, named: "a file")
        } catch {
            throw ToolError(error, in: text, limits: output.limits)
        }
        if let word = expression.words.first(where: { RawText.bytes(of: $0) != Array($0.utf8) }) {
            throw ToolError("the word '\(word.shown)' isn't UTF-8; write it in UTF-8", at: "expression")
        }
        let (names, separator) = (expression.names, spelling.separator)
        for name in names where name != "-" && Path.withBytes(name, { access($0, F_OK) }) != 0 {
            guard let suggestion = LanguageExpression.suggestion(for: name) else { continue }
            throw ToolError("there is no such file; \(suggestion)", at: name)
        }
        try output.run(on: names) { automata, context throws(ToolError) in
            do throws(LanguageExpressionError) {
                return try expression.value(ofOperands: automata, separator: separator, budget: context.budget)
            } catch {
                throw ToolError(error, in: text, limits: context.limits)
            }
        }
    }
}

extension ToolError {
    /// Creates the error about an expression, with its line and its column in characters.
    fileprivate init(_ error: LanguageExpressionError, in text: [UInt8], limits: LimitOptions) {
        var error = error
        if let line = error.line, let column = error.column {
            let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let start = line <= lines.count ? lines[line - 1].prefix(column - 1) : []
            error.column = String(decoding: start, as: UTF8.self).count + 1
        }
        let name = "expression"
        switch error.reason {
        // Nothing in the expression is the matter.
        case .operation(let error) where error.isCancelled: self.init(error, at: nil, limits: limits)
        case .operation(let cause):
            self.init(cause, at: error.location(in: name), limits: limits)
            // The cause in the words of the command line, and what stands before it.
            let ending = cause.description
            if error.message.hasSuffix(ending) { message = error.message.dropLast(ending.count) + message }
        case .syntax, .tooLarge, .unknownName: self.init(error, at: name)
        }
    }
}
