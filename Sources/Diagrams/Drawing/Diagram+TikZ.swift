extension Diagram {
    /// Returns the diagram as a picture for LaTeX, in TikZ commands that need no TikZ library.
    ///
    /// A unit of the diagram is a point of the page. Highlighted elements have thicker lines, and
    /// their circles are filled.
    ///
    /// pdfLaTeX sets ASCII, Greek letters and the usual signs. Control characters are shown by
    /// their abbreviations. Other characters are written as they are, and may need LuaLaTeX or
    /// XeLaTeX with a font that has them.
    ///
    /// - Parameter highlight: The elements to highlight.
    /// - Complexity: O(*n* + *m* log *n*)
    public func tikz(highlighting highlight: Highlight = Highlight()) -> String {
        let drawing = DrawnDiagram(self, highlighting: highlight).orEmptySetSymbol()
        var text = "\\begin{tikzpicture}[x=1pt, y=-1pt, line width=\(TeX.number(LineWidth.usual))pt]\n"
        for arrow in drawing.arrows {
            let width = arrow.isHighlighted ? "[line width=\(TeX.number(LineWidth.highlighted))pt] " : ""
            text += "\\draw \(width)\(TeX.coordinates(arrow.shaft.tail))"
            for piece in arrow.shaft.pieces {
                text +=
                    " .. controls \(TeX.coordinates(piece.first)) and \(TeX.coordinates(piece.second)) .. \(TeX.coordinates(piece.end))"
            }
            text += ";\n"
            if arrow.head.count == 3 {
                text += "\\fill " + arrow.head.map(TeX.coordinates).joined(separator: " -- ") + " -- cycle;\n"
            }
            if let label = arrow.label { text += TeX.node(label, isIndexed: false) }
        }
        for circle in drawing.circles {
            let options =
                circle.isHighlighted ? "[fill=black!10, line width=\(TeX.number(LineWidth.highlighted))pt] " : ""
            text += "\\draw \(options)\(TeX.coordinates(circle.center)) circle (\(TeX.number(circle.radius))pt);\n"
            if let ring = circle.ring {
                text += "\\draw \(TeX.coordinates(circle.center)) circle (\(TeX.number(ring))pt);\n"
            }
            text += TeX.node(circle.name, isIndexed: true)
        }
        for note in drawing.notes { text += TeX.node(note, isIndexed: false) }
        return text + "\\end{tikzpicture}\n"
    }
}
