/// An opaque color in sRGB.
public struct StyleColor: Hashable, Sendable, CustomStringConvertible {
    /// The red component, 0 to 255.
    public let red: UInt8
    /// The green component, 0 to 255.
    public let green: UInt8
    /// The blue component, 0 to 255.
    public let blue: UInt8

    /// Creates a color from its components.
    public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// Creates a color from `#rrggbb` or `#rgb`, or returns `nil` if the text is neither.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    public init?(_ text: String) {
        let digits = text.unicodeScalars.dropFirst().map { scalar in
            scalar.isASCII ? Character(scalar).hexDigitValue.map { UInt8($0) } : nil
        }
        let values = digits.compactMap(\.self)
        guard text.unicodeScalars.first == "#", values.count == digits.count else { return nil }
        switch values.count {
        case 3: self.init(red: values[0] * 17, green: values[1] * 17, blue: values[2] * 17)
        case 6:
            self.init(
                red: values[0] << 4 | values[1], green: values[2] << 4 | values[3], blue: values[4] << 4 | values[5])
        default: return nil
        }
    }

    /// The color as `#rrggbb`.
    public var description: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static let black = StyleColor(red: 0, green: 0, blue: 0)
    static let white = StyleColor(red: 255, green: 255, blue: 255)

    /// Returns the mix with `part` of 255 parts of another color.
    func mixed(with other: StyleColor, part: Int) -> StyleColor {
        func mix(_ own: UInt8, _ other: UInt8) -> UInt8 {
            UInt8(clamping: (Int(own) * (255 - part) + Int(other) * part + 127) / 255)
        }
        return StyleColor(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }
}

// MARK: - Contrast

extension StyleColor {
    /// The relative luminance, 0 for black to 1 for white.
    ///
    /// - Complexity: O(1).
    /// - Reference: Web Content Accessibility Guidelines (WCAG) 2.2, W3C, 2023, “relative
    ///   luminance”.
    public var relativeLuminance: Double {
        0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)] + 0.0722 * Self.linear[Int(blue)]
    }

    /// Returns the contrast ratio with another color, 1 to 21; text needs at least 4.5 to be
    /// readable.
    ///
    /// - Complexity: O(1).
    /// - Reference: WCAG 2.2, “contrast ratio” and success criterion 1.4.3.
    public func contrastRatio(with other: StyleColor) -> Double {
        let (own, others) = (relativeLuminance, other.relativeLuminance)
        return (max(own, others) + 0.05) / (min(own, others) + 0.05)
    }

    /// The contrast ratio that text needs.
    static let minimumContrast = 4.5

    /// Returns a color that is readable as text on a background.
    ///
    /// - Returns: The color itself if its contrast with the background is at least 4.5, otherwise
    ///   the color mixed with just enough black or white.
    /// - Complexity: O(1): 510 contrasts at most.
    public func readable(on background: StyleColor) -> StyleColor {
        for part in 0...255 {
            for end in [Self.black, .white] {
                let color = mixed(with: end, part: part)
                if color.contrastRatio(with: background) >= Self.minimumContrast { return color }
            }
        }
        // On any color, black or white is readable.
        return self
    }

    /// The linear light of each value of a component, 0 to 1.
    private static let linear: [Double] = (0...255).map { value in
        let part = Double(value) / 255
        guard part > 0.04045 else { return part / 12.92 }
        let base = (part + 0.055) / 1.055
        // The power 2.4 is the square times the fifth root of the square, by Newton's method.
        var root = 1.0
        for _ in 0..<40 { root = (4 * root + base * base / (root * root * root * root)) / 5 }
        return base * base * root
    }
}
