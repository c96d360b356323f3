@_spi(Tool) import Automata
import Grammars
import ToolSupport

/// Reads grammars.
struct GrammarReader: Sendable {
    let limits: LimitOptions

    /// The bytes that a grammar takes for each byte of its text while it is read, at most.
    private static let bytesPerByte = 64

    /// Reads a grammar, and notes likely mistakes in it.
    func read(_ file: InputFile, _ context: WorkContext) throws(ToolError) -> Grammar {
        let text = try file.withContents(limit: limits.maximumBytes) { text throws(ToolError) in
            guard text.count <= limits.maximumBytes / Self.bytesPerByte else {
                throw ToolError("the text is too long; --max-memory raises the limit", at: file.name, isLimit: true)
            }
            return Array(text)
        }
        do throws(GrammarError) {
            let grammar = try Grammar(parsing: text)
            context.note(Self.notes(on: grammar) + Self.notesOnEpsilon(in: grammar))
            return grammar
        } catch {
            throw ToolError(error, at: file.name)
        }
    }

    /// Notes that `eps` or `epsilon` alone on a right side is a word of terminals.
    private static func notesOnEpsilon(in grammar: Grammar) -> [String] {
        ["eps", "epsilon"].filter { name in
            grammar.productions.contains { production in
                production.right.count <= name.count
                    && name
                        == production.right.map {
                            if case .terminal(let symbol) = $0 { grammar.terminals.name(of: symbol) } else { " " }
                        }.joined()
            }
        }.map { "'\($0)' is read as a word of terminals; write ε or \"\" for the empty word" }
    }

    /// Notes the symbols that were taken for nonterminals, although they are on no left side.
    private static func notes(on grammar: Grammar) -> [String] {
        guard grammar.has(.contextFree) else { return [] }
        var occurs = [Bool](repeating: false, count: grammar.nonterminalCount)
        for production in grammar.productions {
            for case .nonterminal(let nonterminal) in production.right { occurs[Int(nonterminal)] = true }
        }
        let missing = grammar.nonterminalsWithoutProductions.filter { occurs[Int($0)] }
        guard !missing.isEmpty else { return [] }
        let names = missing.prefix(5).map { grammar.name(of: $0).printable }
        let list = names.joined(separator: ", ") + (missing.count > names.count ? ", …" : "")
        return [
            missing.count == 1
                ? "\(list) is a nonterminal without a production, so it derives no word; quotes make it a terminal"
                : "\(list) are nonterminals without a production, so they derive no word; quotes make terminals"
        ]
    }
}
