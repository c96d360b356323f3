internal import Drawing

/// Functions that write texts and numbers for LaTeX.
///
/// pdfLaTeX's default encoding has other characters instead of `<`, `>`, `|` and `"`, joins hyphens
/// to dashes, and supports few characters beyond ASCII. Commands replace all of these. They need
/// LaTeX of 2020 or later, but no packages.
package enum TeX {
    /// Returns a line of text, in math mode if it has lowered or raised parts.
    static func line(_ line: TypesetText) -> String {
        guard line.hasScripts else { return escaped(line.text) }
        return "$" + line.runs.map(mathRun).joined() + "$"
    }

    private static func mathRun(_ run: TypesetText.Run) -> String {
        let text = math(run.text)
        let script = run.text.count == 1 ? text : "{\(text)}"
        return switch run.level {
        case .base: text
        case .lowered: "_" + script
        case .raised: "^" + script
        }
    }

    /// Returns a text in math mode, with words of several letters in italics.
    private static func math(_ text: String) -> String {
        var (result, rest) = ("", text[...])
        while let next = rest.first {
            let word = rest.prefix { $0.isASCII && $0.isLetter }
            if word.count > 1 {
                result += "\\mathit{\(word)}"
                rest = rest.dropFirst(word.count)
                continue
            }
            rest.removeFirst()
            switch next {
            case "′": result += "'"
            case " ": result += "\\ "
            case "{", "}": result += "\\\(next)"
            case _ where next.isASCII && !"#$%&\\^_~".contains(next) && next.asciiValue ?? 0 >= 0x20:
                result.append(next)
            default:
                if let scalar = next.unicodeScalars.first, let command = mathCommands[scalar] {
                    // A blank ends the command before a letter.
                    result += "\\\(command)" + (rest.first?.isLetter ?? false ? " " : "")
                } else {
                    result += "\\textit{\(escaped(String(next)))}"
                }
            }
        }
        return result
    }

    /// Returns the character of a command of math mode, such as `α` for `alpha`; `nil` if it is
    /// unknown.
    static func character(ofCommand name: String) -> String? { characters[name].map { String($0) } }

    private static let characters: [String: Unicode.Scalar] = {
        var characters: [String: Unicode.Scalar] = ["varnothing": "∅", "to": "→", "land": "∧", "lor": "∨", "lnot": "¬"]
        for (character, command) in mathCommands where !command.utf8.contains(UInt8(ascii: "{")) {
            characters[command] = character
        }
        return characters
    }()

    /// Returns a text as characters and commands that pdfLaTeX typesets correctly.
    ///
    /// Accented letters and other characters without a command here stay unchanged: if pdfLaTeX
    /// doesn't support them, LuaLaTeX and XeLaTeX do with a suitable font. Characters that no LaTeX
    /// program typesets correctly are written as their codes; see ``isReplaced(_:)``.
    package static func escaped(_ text: String) -> String {
        var result = ""
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "#", "$", "%", "&", "_", "{", "}": result += "\\\(scalar)"
            // TeX would join two of them to one character.
            case "-", ",": result += last == scalar ? "{}\(scalar)" : "\(scalar)"
            case "\"": result += "{\\ttfamily\\char34}"
            case "…": result += "\\dots{}"
            case "′": result += "\\ensuremath{'}"
            default:
                if let name = textCommands[scalar] {
                    result += "\\text\(name){}"
                } else if let name = mathCommands[scalar] {
                    result += "\\ensuremath{\\\(name)}"
                } else if let name = controlName(scalar) {
                    result += "\\textsc{\(name)}"
                } else if let script = TeXScripts.command(for: scalar) {
                    result += "\\ensuremath{\(script)}"
                } else if isReplaced(scalar) {
                    result += "\\texttt{U+\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
            last = scalar
        }
        return result
    }

    /// Returns whether a character is written as its code: control characters beyond ASCII, those
    /// that show nothing or change the direction of a line, and letters from right to left.
    static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x80 else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator: return true
        default: break
        }
        return switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    /// The rest of commands that begin with `\text`, by the characters that they produce.
    private static let textCommands: [Unicode.Scalar: String] = [
        "\\": "backslash", "~": "asciitilde", "^": "asciicircum", "<": "less", ">": "greater", "|": "bar",
        "'": "quotesingle", "`": "asciigrave", "‘": "quoteleft", "’": "quoteright", "“": "quotedblleft",
        "”": "quotedblright", "–": "endash", "—": "emdash", "␣": "visiblespace",
    ]

    /// Math commands: Greek letters, and the symbols of books about automata.
    private static let mathCommands: [Unicode.Scalar: String] = [
        "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ϵ": "epsilon", "ζ": "zeta",
        "η": "eta", "θ": "theta", "ϑ": "vartheta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu",
        "ξ": "xi", "ο": "mathit{o}", "π": "pi", "ρ": "rho", "σ": "sigma", "ς": "varsigma", "τ": "tau", "υ": "upsilon",
        "φ": "varphi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
        "Α": "mathrm{A}", "Β": "mathrm{B}", "Γ": "Gamma", "Δ": "Delta", "Ε": "mathrm{E}", "Ζ": "mathrm{Z}",
        "Η": "mathrm{H}", "Θ": "Theta", "Ι": "mathrm{I}", "Κ": "mathrm{K}", "Λ": "Lambda", "Μ": "mathrm{M}",
        "Ν": "mathrm{N}", "Ξ": "Xi", "Ο": "mathrm{O}", "Π": "Pi", "Ρ": "mathrm{P}", "Σ": "Sigma", "Τ": "mathrm{T}",
        "Υ": "Upsilon", "Φ": "Phi", "Χ": "mathrm{X}", "Ψ": "Psi", "Ω": "Omega",
        "∅": "emptyset", "→": "rightarrow", "←": "leftarrow", "↔": "leftrightarrow", "↑": "uparrow", "↓": "downarrow",
        "⊥": "bot", "⊤": "top", "⊢": "vdash", "⊣": "dashv", "¬": "neg", "∧": "wedge", "∨": "vee", "∩": "cap",
        "∪": "cup",
        "∖": "setminus", "△": "triangle", "∈": "in", "∞": "infty", "≤": "leq", "≥": "geq", "≠": "neq", "≡": "equiv",
        "×": "times", "÷": "div", "±": "pm", "·": "cdot", "∘": "circ",
    ]

    /// The abbreviations of control characters in lowercase letters.
    private static let controlNames = [
        "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "lf", "vt", "ff", "cr", "so", "si", "dle",
        "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us", "sp", "del",
    ]

    /// Returns the abbreviation of a control character or of the picture of one.
    private static func controlName(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0..<0x20: controlNames[Int(scalar.value)]
        case 0x7F: controlNames[0x21]
        case 0x2400...0x2421: controlNames[Int(scalar.value - 0x2400)]
        default: nil
        }
    }
}
