package import Automata
package import AutomataFormats
import Diagrams
import Sketches

/// Writes automata in any format, pictures included.
package enum AutomatonWriter {
    package static func text(
        of automaton: Automaton, in format: OutputFormat, limits: LimitOptions, context: WorkContext
    ) throws(ToolError) -> WrittenText {
        switch format {
        case .text(let format):
            let plain: (automaton: Automaton, note: String?)
            do throws(AutomataError) {
                plain = try format.removingUnsupportedEpsilonMoves(from: automaton, budget: context.budget)
            } catch {
                throw ToolError(error, at: nil, limits: limits)
            }
            var text = try written(plain.automaton, in: format, limits: limits, context: context)
            if let note = plain.note { text.notes.insert(note, at: 0) }
            return text
        case .sketch:
            try AutomatonPicture.check(automaton)
            return WrittenText(bytes: Sketch(Diagram(automaton)).document(), notes: [])
        case .picture(let picture):
            try AutomatonPicture.check(automaton)
            switch picture {
            case .svg: return WrittenText(bytes: Array(Diagram(automaton).svg().utf8), notes: [])
            case .tex: return WrittenText(bytes: Array(Diagram(automaton).tikz().utf8), notes: [])
            case .pdf, .png:
                return WrittenText(
                    bytes: try Graphviz.draw(automaton, as: picture, limits: limits, context: context), notes: [])
            }
        }
    }

    private static func written(
        _ automaton: Automaton, in format: Format, limits: LimitOptions, context: WorkContext
    ) throws(ToolError) -> WrittenText {
        do throws(FormatError) {
            return try format.write(automaton, budget: context.budget)
        } catch {
            switch error.limit {
            case nil: throw ToolError(error.sentence)
            case .budgetExceeded(_, .bytes(let limit)):
                throw ToolError(
                    "the text would be longer than \(amount(ofBytes: limit)), as states with long names are spelled at each "
                        + "transition; --max-memory raises the limit, and json spells them once", isLimit: true)
            case let limit?: throw ToolError(limit, at: nil, limits: limits)
            }
        }
    }
}
