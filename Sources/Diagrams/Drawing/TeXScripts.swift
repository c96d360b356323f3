/// The raised and lowered characters of Unicode in math mode.
enum TeXScripts {
    /// Returns the command for a raised or lowered character, such as `_0` for `₀`; `nil` for other
    /// characters.
    static func command(for scalar: Unicode.Scalar) -> String? {
        if let base = lowered[scalar] { return "_\(base)" }
        if let base = raised[scalar] { return "^\(base)" }
        return nil
    }

    private static let lowered = table(
        "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼ", "0123456789+-=()aeoxhklmnpstij")
    private static let raised = table("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ", "0123456789+-=()ni")

    private static func table(_ scripts: String, _ bases: String) -> [Unicode.Scalar: Unicode.Scalar] {
        Dictionary(uniqueKeysWithValues: zip(scripts.unicodeScalars, bases.unicodeScalars))
    }
}
