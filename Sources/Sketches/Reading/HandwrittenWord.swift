internal import Diagrams
internal import Strokes
internal import AlgorithmSupport

/// The ink of a word on a page.
struct HandwrittenWord {
    /// The ink, sorted by id.
    var ink: [Ink]
    /// The state or the arrow that the word belongs to.
    var element: Element?

    var ids: [Ink.ID] { ink.map(\.id) }

    /// The text that the whole word was read as before.
    var transcription: Transcription? {
        guard let first = ink.first?.transcription, first.ink == ids,
            ink.allSatisfy({ $0.transcription == first })
        else { return nil }
        return first
    }
}

extension SketchContents {
    /// Returns the handwritten words, in the order of their first ink.
    ///
    /// Signs in one state make its name, and neighbors in a line make a label. Words that were read
    /// stay together and stay with their element, even if that was moved.
    func handwrittenWords() -> [HandwrittenWord] {
        let signs = ink.filter { $0.reading == .text && $0.box != nil }
        guard !signs.isEmpty else { return [] }
        let places = TextPlaces(self)
        let states = signs.map { sign in
            sign.transcription == nil ? sign.box.flatMap { places.state(at: Diagram.Point($0.center)) } : nil
        }
        var sets = DisjointSets()
        join(signs, states, &sets)
        var words: [UInt32: HandwrittenWord] = [:]
        for (number, sign) in signs.enumerated() {
            words[sets.least(inSetOf: UInt32(number)), default: HandwrittenWord(ink: [])].ink.append(sign)
        }
        return words.values.sorted { $0.ids[0] < $1.ids[0] }.map { word in
            var word = word
            word.element = element(of: word, places)
            return word
        }
    }

    /// Joins signs to words.
    private func join(_ signs: [Ink], _ states: [Diagram.State.ID?], _ sets: inout DisjointSets) {
        func join(_ one: Int, _ other: Int) { sets.join(UInt32(one), UInt32(other)) }
        var firstOfWord: [Ink.ID: Int] = [:]
        var firstOfState: [Diagram.State.ID: Int] = [:]
        var index = ReachIndex()
        for (number, sign) in signs.enumerated() {
            if let word = sign.transcription?.ink.first {
                if let other = firstOfWord[word] { join(number, other) } else { firstOfWord[word] = number }
            } else if let state = states[number] {
                if let other = firstOfState[state] { join(number, other) } else { firstOfState[state] = number }
            }
            guard let box = sign.box else { continue }
            for other in index.numbers(near: box, margin: box.side) {
                guard let beside = signs[other].box, box.isInLine(with: beside) else { continue }
                let (own, others) = (states[number], states[other])
                // The name in a state and a label outside are two words.
                let areApart = sign.transcription == nil && signs[other].transcription == nil && own != others
                if !areApart { join(number, other) }
            }
            index.insert(number, at: box.center, reach: 1.5 * box.side)
        }
    }

    /// Returns the element that a word belongs to: the one that it was read for, the state around
    /// it, or the nearest arrow.
    private func element(of word: HandwrittenWord, _ places: TextPlaces) -> Element? {
        if let element = word.ink.lazy.compactMap(\.transcription).first?.element, has(element) { return element }
        guard var box = word.ink.first?.box else { return nil }
        for other in word.ink { if let own = other.box { box.formUnion(own) } }
        let position = Diagram.Point(box.center)
        if let state = places.state(at: position) { return .state(state) }
        guard let arrow = places.arrow(near: position), !arrow.marksInitialState else { return nil }
        return .transition(arrow.id)
    }

    /// Returns whether the diagram has an element.
    func has(_ element: Element) -> Bool {
        switch element {
        case .state(let id): diagram[id] != nil
        case .transition(let id): diagram[id] != nil
        case .note, .ink: false
        }
    }
}

extension BoundingBox {
    /// Returns whether two signs are neighbors in a line of handwriting. A small one, such as a dot
    /// or a comma, may be above or below the other.
    fileprivate func isInLine(with other: BoundingBox) -> Bool {
        let (large, small) = (max(side, other.side), min(side, other.side))
        let across = max(minimum.x, other.minimum.x) - min(maximum.x, other.maximum.x)
        let down = max(minimum.y, other.minimum.y) - min(maximum.y, other.maximum.y)
        // People leave room after a comma.
        return across < (small < 0.6 * large ? 0.8 : 0.5) * large && down < (small < 0.4 * large ? 0.4 * large : 0)
    }
}
