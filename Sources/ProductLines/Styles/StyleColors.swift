/// The colors of a product, which complete the template of a stylesheet.
///
/// ```swift
/// let colors = try StyleColors(primary: blue, accent: orange, background: white, text: black)
/// let sheet = try Stylesheet(template, colors: colors)
/// ```
public struct StyleColors: Hashable, Sendable {
    /// The color of the product.
    public let primary: StyleColor
    /// The color of highlights.
    public let accent: StyleColor
    /// The color behind text.
    public let background: StyleColor
    /// The color of text.
    public let text: StyleColor

    /// Creates the colors.
    ///
    /// - Complexity: O(1).
    /// - Throws: `ProductLineError` if the contrast between text and background is below 4.5. Its
    ///   remedy suggests a text color with enough black or white.
    public init(
        primary: StyleColor, accent: StyleColor, background: StyleColor, text: StyleColor
    ) throws(ProductLineError) {
        guard text.contrastRatio(with: background) >= StyleColor.minimumContrast else {
            throw ProductLineError(
                "the text color \(text) is hardly readable on the background \(background)",
                remedy: "use \(text.readable(on: background)), which has a contrast of 4.5")
        }
        (self.primary, self.accent, self.background, self.text) = (primary, accent, background, text)
    }

    /// The variables of the colors, by name.
    ///
    /// They are `background`, `text`, the following variables of `primary`, and the corresponding
    /// variables of `accent`:
    /// - `primary`: the color itself
    /// - `primary-lighter` and `primary-darker`: the color mixed with a fifth of white or black
    /// - `primary-text`, `primary-lighter-text` and `primary-darker-text`: the color of text on
    ///   these three colors: the first readable one of the text color, the background color, black
    ///   and white
    /// - `primary-readable`: the color as text on the background, adjusted to be readable.
    ///
    /// Each text color has a contrast of at least 4.5 with the color behind it.
    ///
    /// - Complexity: O(1).
    public var variables: [(name: String, color: StyleColor)] {
        var variables = [("background", background), ("text", text)]
        for (name, color) in [("primary", primary), ("accent", accent)] {
            let variants = [
                (name, color), ("\(name)-lighter", color.mixed(with: .white, part: 51)),
                ("\(name)-darker", color.mixed(with: .black, part: 51)),
            ]
            for (variant, color) in variants {
                variables += [(variant, color), ("\(variant)-text", text(on: color))]
            }
            variables.append(("\(name)-readable", color.readable(on: background)))
        }
        return variables.map { (name: $0.0, color: $0.1) }
    }

    /// The names of the variables that colors set.
    static let variableNames: Set<String> = {
        let (white, black) = (StyleColor.white, StyleColor.black)
        let colors = try? StyleColors(primary: white, accent: white, background: white, text: black)
        return Set(colors?.variables.map(\.name) ?? [])
    }()

    private func text(on color: StyleColor) -> StyleColor {
        [text, background, .black].first { $0.contrastRatio(with: color) >= StyleColor.minimumContrast } ?? .white
    }
}
