internal import Drawing
internal import TextSupport

/// The names of a diagram's states as a picture shows them: all in one size, each in its circle.
///
/// Long names are broken into lines. The circles of automatic layouts grow with their names; a
/// name that doesn't fit nevertheless is shortened, to a text that no other state has.
struct StateNames {
    /// The lines of each name, in the order of the states.
    private(set) var lines: [[TypesetText]] = []
    /// The size of each name: the same for all, but for circles that are too small for a character
    /// of that size.
    private(set) var sizes: [Double] = []
    /// The states whose names are shortened, by number, and what is shown instead.
    private(set) var abbreviations: [(state: Int, text: String)] = []

    static let usualSize = 16.0
    static let minimumSize = 11.0
    /// The size for which circles grow.
    private static let grownSize = 14.0
    /// The maximum radius that circles get for their names.
    static let maximumRadius = 64.0
    /// The gap between a name and the outline.
    private static let gap = 4.0
    /// The width from which a name is shortened before anything else, in units of its size: more
    /// than fits into the greatest circle.
    private static let maximumWidth = 45.0

    /// Returns the radius of a circle that has room for a name: the usual one, or a greater one up
    /// to a limit.
    static func radius(forName name: String, isFinal: Bool) -> Double {
        let text = TypesetText(name: Label.shortened(name, toWidth: maximumWidth))
        let needed = CircularText(text).radius * grownSize + gap + (isFinal ? DrawnDiagram.ringGap : 0)
        return min(max(needed.rounded(.up), Diagram.State.defaultRadius), maximumRadius)
    }

    init(_ states: [Diagram.State]) {
        let texts = Self.texts(of: states)
        let fits = zip(states, texts).map { state, text in
            text.width > Self.maximumWidth ? nil : CircularText(text)
        }
        let rooms = states.map { $0.radius - ($0.isFinal ? DrawnDiagram.ringGap : 0) - Self.gap }
        let possible = zip(rooms, fits).compactMap { room, fit in fit.map { room / $0.radius } }
        let size = possible.reduce(Self.usualSize) { $1 < Self.minimumSize ? $0 : min($0, $1) }
        var shown: Set<[TypesetText]> = []
        for number in states.indices {
            if let fit = fits[number], fit.radius * size <= rooms[number] + 1e-9 {
                lines.append(fit.lines)
                sizes.append(size)
                shown.insert([texts[number]])
            } else {
                lines.append([])
                sizes.append(size)
            }
        }
        var counts: [TypesetText: Int] = [:]
        for number in states.indices where lines[number].isEmpty {
            let room = rooms[number] / size
            let text = Self.abbreviation(of: states[number].name, room: room, excluding: &shown, &counts)
            let fit = CircularText(text)
            lines[number] = fit.lines
            sizes[number] = min(size, max(rooms[number] / fit.radius, 4))
            if text.text != states[number].name { abbreviations.append((number, text.text)) }
        }
    }

    /// Returns the names as they are set. Different names that would look the same are shown as
    /// they are.
    private static func texts(of states: [Diagram.State]) -> [TypesetText] {
        let texts = states.map { TypesetText(name: $0.name) }
        var names: [TypesetText: String] = [:]
        var ambiguous: Set<TypesetText> = []
        for (state, text) in zip(states, texts) {
            if let other = names.updateValue(state.name, forKey: text), !other.utf8.elementsEqual(state.name.utf8) {
                ambiguous.insert(text)
            }
        }
        return zip(states, texts).map { ambiguous.contains($1) ? TypesetText($0.name) : $1 }
    }

    /// Returns the longest abbreviation of a name that fits into a circle and that no other state
    /// has. Names that would have the same abbreviation get a number.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - room: The radius of the circle, in units of the font's size.
    ///   - shown: The texts that other states have. The abbreviation is added.
    ///   - counts: The numbers that were given so far, by abbreviation without a number.
    private static func abbreviation(
        of name: String, room: Double, excluding shown: inout Set<[TypesetText]>, _ counts: inout [TypesetText: Int]
    ) -> TypesetText {
        let usual = longest(name, ending: "", room: room)
        if shown.insert([usual]).inserted { return usual }
        while true {
            let number = counts[usual, default: 1] + 1
            counts[usual] = number
            let text = longest(name, ending: " (\(number))", room: room)
            if shown.insert([text]).inserted { return text }
        }
    }

    /// Returns the longest abbreviation with an ending that fits into a circle.
    private static func longest(_ name: String, ending: String, room: Double) -> TypesetText {
        func text(_ width: Double) -> TypesetText { TypesetText(Label.shortened(name, toWidth: width) + ending) }
        var (low, high) = (0.0, maximumWidth)
        while high - low > 0.25 {
            let middle = (low + high) / 2
            if CircularText(text(middle)).radius <= room { low = middle } else { high = middle }
        }
        return text(low)
    }
}

extension Diagram {
    /// Notes about the names of states that pictures shorten, one sentence each.
    @_spi(Tool) public var pictureNotes: [String] {
        let names = StateNames(states)
        let shownCount = 3
        var notes = names.abbreviations.prefix(shownCount).map { number, text in
            "the picture shortens the name of state \(Message.quoted(states[number].name.utf8)) to "
                + Message.quoted(text.utf8)
        }
        let rest = names.abbreviations.count - shownCount
        if rest > 0 { notes.append("the picture shortens \(rest) more name\(rest == 1 ? "" : "s")") }
        return notes
    }
}
