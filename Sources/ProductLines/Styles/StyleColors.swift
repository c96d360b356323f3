/// The colors of a product, from which a template becomes a stylesheet.
///
/// ```swift
/// let colors = try StyleColors(primary: blue, accent: orange, background: white, text: black)
/// let sheet = try Stylesheet(template, colors: colors)
/// ```
public struct StyleColors: Hashable, Sendable {
    /// The color of the product.
    public let primary: StyleColor
    /// The color of what stands out.
    public let accent: StyleColor
    /// The color behind text.
    public let background: StyleColor
    /// The color of text.
    public let text: StyleColor

    /// Creates the colors.
    ///
    /// - Complexity: O(1).
    /// - Throws: `ProductLineError` if the contrast between text and background is below 4.5; it tells the closest text color that
    ///   has as much.
    public init(
        primary: StyleColor, accent: StyleColor, background: StyleColor, text: StyleColor
    ) throws(ProductLineError) {
        guard text.contrastRatio(with: background) >= StyleColor.minimumContrast else {
            throw ProductLineError(
                ProductLineError.Finding(
                    message: "the text \(text) is hardly readable on the background \(background)",
                    remedy: "take \(text.readable(on: background)), which has a contrast of 4.5"))
        }
        (self.primary, self.accent, self.background, self.text) = (primary, accent, background, text)
    }

    /// The variables that the colors set, by name.
    ///
    /// `background` and `text`, and for each of `primary` and `accent`
    /// - the color itself, `primary`, and `primary-lighter` and `primary-darker`, with a fifth of white and of black in it
    /// - the text on each of these, `primary-text`, `primary-lighter-text`, `primary-darker-text`: the text color, the background
    ///   color, black or white, the first that is readable
    /// - the color as text on the background, `primary-readable`.
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

    private func text(on color: StyleColor) -> StyleColor {
        [text, background, .black].first { $0.contrastRatio(with: color) >= StyleColor.minimumContrast } ?? .white
    }
}
