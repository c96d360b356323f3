extension Diagram {
    /// Returns the diagram as a picture for LaTeX, in commands of TikZ that need none of its
    /// libraries.
    ///
    /// A unit of the diagram is a point of the page. What is highlighted has thicker lines, and its
    /// circles are filled.
    ///
    /// - Parameter highlight: The elements to highlight.
    /// - Complexity: O(*n* + *m* log *n*)
    public func tikz(highlighting highlight: Highlight = Highlight()) -> String {
        let drawing = Drawing(self, highlighting: highlight)
        var text = "\\begin{tikzpicture}[x=1pt, y=-1pt, line width=\(TeX.number(Drawing.lineWidth))pt]\n"
        for arrow in drawing.arrows {
            let width = arrow.isHighlighted ? "[line width=\(TeX.number(Drawing.highlightedWidth))pt] " : ""
            text += "\\draw \(width)\(TeX.place(arrow.shaft.tail))"
            for piece in arrow.shaft.pieces {
                text +=
                    " .. controls \(TeX.place(piece.first)) and \(TeX.place(piece.second)) .. \(TeX.place(piece.end))"
            }
            text += ";\n"
            if arrow.head.count == 3 {
                text += "\\fill " + arrow.head.map(TeX.place).joined(separator: " -- ") + " -- cycle;\n"
            }
            if let label = arrow.label { text += TeX.node(label, isIndexed: false) }
        }
        for circle in drawing.circles {
            let options =
                circle.isHighlighted ? "[fill=black!10, line width=\(TeX.number(Drawing.highlightedWidth))pt] " : ""
            text += "\\draw \(options)\(TeX.place(circle.center)) circle (\(TeX.number(circle.radius))pt);\n"
            if let ring = circle.ring {
                text += "\\draw \(TeX.place(circle.center)) circle (\(TeX.number(ring))pt);\n"
            }
            text += TeX.node(circle.name, isIndexed: true)
        }
        for note in drawing.notes { text += TeX.node(note, isIndexed: false) }
        return text + "\\end{tikzpicture}\n"
    }
}

/// Texts and numbers for TeX.
private enum TeX {
    static func number(_ value: Double) -> String { Decimal.hundredths(value) }

    static func place(_ point: Diagram.Point) -> String { "(\(number(point.x)),\(number(point.y)))" }

    static func node(_ label: Drawing.Text, isIndexed: Bool) -> String {
        let (base, index) = isIndexed ? Label.split(label.text) : (label.text, "")
        let size = "\\fontsize{\(number(label.size * 0.8))}{\(number(label.size))}\\selectfont"
        let text = index.isEmpty ? escaped(base) : "$\\mathit{\(escaped(base))}_{\(index)}$"
        return "\\node at \(place(label.middle)) {\(size) \(text)};\n"
    }

    /// A text without the characters that TeX reserves, and with the signs that labels use as its
    /// commands.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "#", "$", "%", "&", "_", "{", "}": result += "\\\(scalar)"
            case "\\": result += "\\textbackslash{}"
            case "~": result += "\\textasciitilde{}"
            case "^": result += "\\textasciicircum{}"
            case "ε": result += "\\ensuremath{\\varepsilon}"
            case "Σ": result += "\\ensuremath{\\Sigma}"
            case "–": result += "--"
            case "␣": result += "\\textvisiblespace{}"
            case "‘": result += "`"
            case "’": result += "'"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += "?"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// Decimal numbers that are the same on every platform.
enum Decimal {
    /// Returns a number in hundredths, without zeros at its end.
    static func hundredths(_ value: Double) -> String {
        guard abs(value) < 1e15 else { return "0" }
        let hundredths = Int64((value * 100).rounded())
        let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
        let sign = hundredths < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        return "\(sign)\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
    }
}
