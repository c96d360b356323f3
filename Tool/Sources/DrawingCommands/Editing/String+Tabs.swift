import AutomataFiles

extension String {
    /// The path for pages, without characters that change the direction of text.
    var shownInTabs: String {
        String(
            String.UnicodeScalarView(
                RawText.readable(self).unicodeScalars.map { scalar in
                    switch scalar.value {
                    case 0..<0x20, 0x7F, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }
}
