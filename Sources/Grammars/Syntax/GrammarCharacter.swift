internal import Automata

/// The classes of characters in a grammar's text, shared by the parser and the printer.
enum GrammarCharacter {
    /// Whether a character is white space within a line.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == " " || (0x09...0x0D).contains(scalar.value) && scalar != "\n" }
        return scalar.properties.isWhitespace
    }

    static func isUppercase(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ("A"..."Z").contains(scalar) }
        return [.uppercaseLetter, .titlecaseLetter].contains(scalar.properties.generalCategory)
    }

    /// Whether a character is a letter of any script, except the signs of the empty word.
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) }
        if isEpsilon(scalar) { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter: return true
        default: return false
        }
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    static func isEpsilon(_ scalar: Unicode.Scalar) -> Bool { scalar == "ε" || scalar == "ϵ" || scalar == "ɛ" }

    /// Returns whether a character belongs to the letter before it: a prime, a subscript, an
    /// accent.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "'" }
        switch scalar {
        case "′", "″", "‴", "₀"..."₉", "ₐ"..."ₜ": return true
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: return true
            default: return false
            }
        }
    }

    /// Returns whether a character begins a name.
    static func beginsName(_ scalar: Unicode.Scalar) -> Bool { isLetter(scalar) || isDigit(scalar) || scalar == "_" }

    /// Returns whether a character may continue a name.
    static func continuesName(_ scalar: Unicode.Scalar) -> Bool { beginsName(scalar) || isMark(scalar) }

    /// Whether a name is one letter, perhaps with a number, primes or a subscript.
    static func isLetterWithIndex(_ name: some Sequence<Unicode.Scalar>) -> Bool {
        var isFirst = true
        for scalar in name {
            guard isFirst ? isLetter(scalar) : isDigit(scalar) || isMark(scalar) else { return false }
            isFirst = false
        }
        return !isFirst
    }

    /// Whether a name is certainly a word instead of a row of letters. It is one if only small
    /// letters occur, or if there are three or more letters and only the first is a capital.
    static func isWord(_ name: some Collection<Unicode.Scalar>) -> Bool {
        guard let first = name.first, isLetter(first), !isLetterWithIndex(name) else { return false }
        if name.dropFirst().contains(where: isUppercase) { return false }
        return !isUppercase(first) || name.count { isLetter($0) } > 2
    }

    /// Whether a character has a special meaning or is invisible, so that as a symbol it needs
    /// quotes.
    static func needsQuotes(_ scalar: Unicode.Scalar) -> Bool {
        if isSpace(scalar) || isEpsilon(scalar) || isMark(scalar) { return true }
        switch scalar {
        case "|", "\"", "<", ">", "\\", ":", "∅", "λ", "→", "⟶", "\n": return true
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                return true
            default: return false
            }
        }
    }
}
