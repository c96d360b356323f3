package import Automata
import AutomataFormats
@_spi(Tool) import Diagrams
import Sketches

extension WorkContext {
    /// Writes an automaton in any format, pictures included, and prints notes about changes.
    package func write(
        _ automaton: Automaton, in format: OutputFormat, to destination: Destination
    ) throws(ToolError) {
        report("writing")
        let bytes: [UInt8]
        switch format {
        case .text(let format):
            let plain = try checked { () throws(AutomataError) in
                try format.removingUnsupportedEpsilonMoves(from: automaton, budget: budget)
            }
            let text = try text(of: plain.automaton, in: format)
            note([plain.note].compactMap(\.self) + text.notes)
            bytes = text.bytes
        case .sketch:
            try AutomatonPicture.check(automaton)
            bytes = Sketch(Diagram(automaton)).document()
        case .picture(let picture):
            try AutomatonPicture.check(automaton)
            switch picture {
            case .svg, .tex:
                let diagram = Diagram(automaton)
                note(picture == .svg ? diagram.pictureNotes : diagram.tikzNotes)
                bytes = Array((picture == .svg ? diagram.svg() : diagram.tikz()).utf8)
            case .pdf, .png:
                let diagram = Diagram(automaton)
                if let converted = try SVGConversion.picture(diagram.svg(), as: picture, self) {
                    note(diagram.pictureNotes)
                    bytes = converted
                } else {
                    bytes = try Graphviz.draw(automaton, as: picture, self)
                }
            }
        }
        try write(bytes, to: destination)
    }

    private func text(of automaton: Automaton, in format: Format) throws(ToolError) -> WriteResult {
        do throws(FormatError) {
            return try format.write(automaton, budget: budget)
        } catch {
            switch error.limit {
            case nil: throw ToolError(error.sentence)
            case .budgetExceeded(_, .bytes(let limit)):
                throw ToolError(
                    "the text would be longer than \(amount(ofBytes: limit)), as each transition repeats long names of "
                        + "states; --max-memory raises the limit, and json writes each name once", isLimit: true)
            case let limit?: throw ToolError(limit, at: nil, limits: limits)
            }
        }
    }
}
