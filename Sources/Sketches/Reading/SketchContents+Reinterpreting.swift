internal import Diagrams
internal import Strokes

extension SketchContents {
    /// Gives ink another reading.
    mutating func reinterpret(
        _ id: Ink.ID, as reading: Reading, _ recognizer: InkRecognizer
    ) -> (Interpretation?, Notice?) {
        guard let old = currentInk(id) else { return (nil, .noSuchElement) }
        let before = self
        detach(old, recognizer)
        let recognition = recognize(old.strokes, recognizer)
        guard place(old, as: reading, recognition, recognizer) else {
            self = before
            return (nil, .impossible(reading))
        }
        let kind: ElementKind? =
            switch reading {
            case .state, .ring: .state
            case .none, .text: .unknown
            case .head, .transition, .loop: nil
            }
        updateInk(id) {
            $0.isChosen = true
            if let kind { $0.probability = recognition.probability(of: kind) }
        }
        reread(around: id, recognizer)
        return (interpretation(of: id, recognition, recognizer, reason: "This reading was chosen."), nil)
    }

    /// Returns the alternative readings of ink, the most probable first.
    func alternatives(to own: Ink, _ recognizer: InkRecognizer) -> [Interpretation.Alternative] {
        var remainingContents = self
        // Each reading is tried on a copy, and no other ink matters.
        remainingContents.ink = ink.filter { $0.id == own.id || own.element != nil && $0.element == own.element }
        remainingContents.detach(own, recognizer)
        let recognition = remainingContents.recognize(own.strokes, recognizer)
        let possible = Reading.allCases.filter { reading in
            var contents = remainingContents
            return reading != own.reading && contents.place(own, as: reading, recognition, recognizer)
                && contents.currentInk(own.id)?.reading == reading
        }
        // A head has no kind of its own.
        let alternatives = possible.map { reading in
            Interpretation.Alternative(
                reading: reading, probability: reading.kind.map { recognition.probability(of: $0) } ?? 0)
        }
        return alternatives.sorted { $0.probability > $1.probability }
    }

    /// Removes the element of ink, and keeps the ink.
    mutating func detach(_ old: Ink, _ recognizer: InkRecognizer) {
        updateInk(old.id) { ($0.reading, $0.element) = (.none, nil) }
        guard let element = old.element else { return }
        switch (old.reading, element) {
        case (.ring, .state(let id)): adjustRing(of: id, recognizer)
        case (.head, let arrow): orient(arrow, recognizer)
        case (.state, .state(let id)) where ink(of: element).contains { $0.reading == .state && $0.id != old.id }:
            // It drew the circle again, or a part of it.
            adjustRing(of: id, recognizer)
        default:
            // A second circle or a head stays as ink.
            for other in ink(of: element) {
                updateInk(other.id) { ($0.reading, $0.element) = (.none, nil) }
            }
            _ = delete(element)
        }
    }

    /// - Returns: Whether the ink can have the reading.
    private mutating func place(
        _ old: Ink, as reading: Reading, _ recognition: Recognition, _ recognizer: InkRecognizer
    ) -> Bool {
        switch reading {
        case .none, .text:
            updateInk(old.id) { $0.reading = reading }
            return true
        case .head:
            let shape = InkShape(old.strokes)
            let nearest = diagram.transitions.map { arrow in
                let ends = diagram.ends(of: arrow)
                return (
                    arrow, min(shape.distance(to: Point(ends.tail)), shape.distance(to: Point(ends.tip)))
                )
            }.min { $0.1 < $1.1 }
            guard let (arrow, gap) = nearest, gap < shape.extent else { return false }
            setHead(old.id, of: .transition(arrow.id), recognizer)
            return true
        case .ring:
            guard case .state(let circle) = recognition.geometry(of: .state) else { return false }
            let around = diagram.states.map { ($0, $0.center.distance(to: Diagram.Point(circle.center))) }
            guard let (state, distance) = around.min(by: { $0.1 < $1.1 }), distance < state.radius + circle.radius,
                !state.isFinal
            else { return false }
            var final = state
            (final.isFinal, final.radius) = (true, max(state.radius, circle.radius))
            diagram.update(final)
            updateInk(old.id) { ($0.reading, $0.element) = (.ring, .state(state.id)) }
            return true
        case .state:
            guard case .state(let circle) = recognition.geometry(of: .state) else { return false }
            let state = diagram.addState(at: Diagram.Point(circle.center), radius: circle.radius)
            updateInk(old.id) { ($0.reading, $0.element) = (.state, .state(state)) }
            attachFreeEnds(to: state)
            return true
        case .transition, .loop:
            guard recognition.connector != nil else { return false }
            _ = place(recognition, of: old.id, as: reading == .loop ? .cycle : .transition)
            return currentInk(old.id)?.element != nil
        }
    }
}

extension Reading {
    /// The element kind of the reading; `nil` for a head, which is part of an arrow.
    fileprivate var kind: ElementKind? {
        switch self {
        case .state, .ring: .state
        case .transition: .transition
        case .loop: .cycle
        case .head: nil
        case .text, .none: .unknown
        }
    }
}
