/// A line of text with lowered and raised parts.
package struct TypesetText: Hashable, Sendable {
    /// The parts, from left to right.
    package private(set) var runs: [Run]

    /// A part of a line at one height.
    package struct Run: Sendable {
        package var text: String
        package var level: Level

        package init(_ text: String, _ level: Level) { (self.text, self.level) = (text, level) }
    }

    /// The height of a part of a line.
    package enum Level: Sendable {
        case base, lowered, raised

        /// The distance below the line, in units of the line's font size.
        package var shift: Double {
            switch self {
            case .base: 0
            case .lowered: 0.22
            case .raised: -0.38
            }
        }
    }

    /// The size of lowered and raised text, in units of the line's font size.
    package static let scriptSize = 0.7

    /// Creates a line without lowered and raised parts.
    package init(_ text: String) { runs = [Run(text, .base)] }

    /// Creates a line of parts.
    package init(_ runs: [Run]) { self.runs = runs }

    /// A Boolean value that indicates whether parts are lowered or raised.
    package var hasScripts: Bool { runs.contains { $0.level != .base } }

    /// The text without raising and lowering.
    package var text: String { runs.map(\.text).joined() }

    /// The width in units of the font's size.
    package var width: Double {
        runs.reduce(0) { $0 + Label.width(of: $1.text) * ($1.level == .base ? 1 : Self.scriptSize) }
    }
}

extension TypesetText.Run: Hashable {
    /// Returns whether two texts have the same bytes.
    package static func == (left: Self, right: Self) -> Bool {
        left.level == right.level && left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(level)
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
