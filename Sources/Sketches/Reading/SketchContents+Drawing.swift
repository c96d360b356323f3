internal import Diagrams
internal import Strokes

extension SketchContents {
    /// Reads strokes that were drawn together, adds their element, and returns how they were
    /// recognized.
    mutating func draw(_ strokes: [Stroke], _ recognizer: ElementRecognizer) -> (Interpretation?, Notice?) {
        let (drawn, notice) = add(strokes, recognizer)
        return (drawn.flatMap { interpretation(of: $0.ink, $0.recognition, recognizer) }, notice)
    }

    /// Reads strokes that were drawn together, and adds their element.
    mutating func add(
        _ strokes: [Stroke], number: Int? = nil, _ recognizer: ElementRecognizer
    ) -> ((ink: Ink.ID, recognition: Recognition)?, Notice?) {
        let strokes = strokes.filter { !$0.points.isEmpty }
        guard !strokes.isEmpty else { return (nil, .noInk) }
        let id = addInk(strokes, number: number)
        keepUsualRadius()
        if let new = currentInk(id), let arrow = arrow(headedBy: new, recognizer) {
            let recognition = recognize(strokes, recognizer)
            setHead(id, of: arrow, recognizer)
            return ((id, recognition), nil)
        }
        let recognition = recognize(strokes, recognizer)
        let notice = place(recognition, of: id, as: recognition.best.kind)
        rereadLooseInk(after: id, recognizer)
        return ((id, recognition), notice)
    }

    /// Rereads the loose ink that gets a meaning from the new element.
    mutating func rereadLooseInk(after id: Ink.ID, _ recognizer: ElementRecognizer) {
        guard let new = currentInk(id) else { return }
        switch (new.reading, new.element) {
        case (.state, .state(let state)?): readLooseInk(near: state, recognizer)
        case (.transition, let arrow?), (.loop, let arrow?):
            // Heads may be drawn before their shafts, and are then read as something else.
            for id in inkNearEnds(of: new) where id != new.id {
                // The previous iteration may have changed the ink.
                guard let other = currentInk(id), !other.isChosen, other.element != arrow, other.reading != .state,
                    other.reading != .ring, other.extent <= 0.8 * new.extent, new.isNear(other)
                else { continue }
                let shape = InkShape(other.strokes)
                guard HeadFit(shape, new) != nil, other.reading == .none || shape.corners.count == 3,
                    self.arrow(headedBy: other, recognizer) == arrow
                else { continue }
                detach(other, recognizer)
                setHead(other.id, of: arrow, recognizer)
            }
        default: break
        }
    }

    /// Returns the ink that may be the head of an arrow, in drawing order.
    private func inkNearEnds(of shaft: Ink) -> [Ink.ID] {
        guard let first = shaft.longest?.points.first, let last = shaft.longest?.points.last else { return [] }
        let near = [first, last].flatMap { ink(near: $0, ofShaft: shaft.extent).map(\.id) }
        return Set(near).sorted()
    }

    /// Adds the element of ink that has a kind.
    mutating func place(_ recognition: Recognition, of id: Ink.ID, as kind: ElementKind) -> Notice? {
        let geometry = recognition.geometry(of: kind)
        var notice: Notice?
        var (reading, element) = (Reading.none, Element?.none)
        switch geometry {
        case .state(let circle):
            if case .surrounds(let index) = recognition.relation {
                (reading, notice) = (.ring, addRing(circle, toStateAt: index))
                element = .state(diagram.states[index].id)
            } else {
                let state = diagram.addState(at: Diagram.Point(circle.center), radius: circle.radius)
                if let new = diagram[state] { places?.insert(new) }
                (reading, element) = (.state, .state(state))
            }
        case .cycle(let loop):
            if let index = recognition.connector.flatMap({ connection(of: $0, isLoop: true).tip }) {
                let state = diagram.states[index]
                (reading, element) = (.loop, .transition(addLoop(at: state, apex: Diagram.Point(loop.apex))))
            } else {
                notice = .loopWaits
            }
        case .transition(let arrow):
            let transition = diagram.addTransition()
            placeArrow(transition, arrow, recognition.connector)
            (reading, element) = (.transition, .transition(transition))
        case .unknown: break
        }
        updateInk(id) {
            ($0.reading, $0.element) = (reading, element)
            $0.probability = recognition.probability(of: element == nil ? .unknown : kind)
        }
        if case .state(let state) = element, reading == .state { attachFreeEnds(to: state) }
        return notice
    }

    /// Makes a state final; the outer ring becomes its circle.
    private mutating func addRing(_ circle: StateGeometry, toStateAt index: Int) -> Notice? {
        var state = diagram.states[index]
        if state.isFinal { return .finalAlready(state.name) }
        state.isFinal = true
        state.radius = max(state.radius, circle.radius)
        diagram.update(state)
        places?.insert(state)
        return nil
    }

    private mutating func addLoop(at state: Diagram.State, apex: Diagram.Point) -> Diagram.Transition.ID {
        let id = diagram.addTransition(from: state.id, to: state.id)
        setAngle(of: id, towards: apex)
        return id
    }

    /// Turns a loop towards a position.
    mutating func setAngle(of id: Diagram.Transition.ID, towards position: Diagram.Point) {
        guard var loop = diagram[id], let state = loop.end.flatMap({ diagram[$0] }) else { return }
        // A loop whose base is the center has the angle of its apex.
        let center = Point(state.center)
        loop.angle = CycleGeometry(tail: center, tip: center, apex: Point(position), head: .none).angle
        diagram.update(loop)
    }

    /// Gives an arrow the ends and the bend of its ink.
    mutating func placeArrow(
        _ id: Diagram.Transition.ID, _ geometry: TransitionGeometry, _ connector: Connector?
    ) {
        guard var arrow = diagram[id] else { return }
        let connector = connector ?? Connector(tail: geometry.tail, tip: geometry.tip)
        let connection = connection(of: connector)
        arrow.start = connection.tail.map { diagram.states[$0].id }
        arrow.end = connection.tip.map { diagram.states[$0].id }
        (arrow.tail, arrow.tip) = (Diagram.Point(geometry.tail), Diagram.Point(geometry.tip))
        diagram.update(arrow)
        arrow.bend = diagram.bend(of: arrow, through: Diagram.Point(geometry.flex))
        let ends = diagram.ends(of: arrow)
        // Straight lines drawn by hand deviate as much as this.
        if abs(arrow.bend) < 0.08 * ends.tail.distance(to: ends.tip) { arrow.bend = 0 }
        diagram.update(arrow)
    }

    /// Attaches free ends of arrows near a new state to it, and rereads the ink near it.
    mutating func attachFreeEnds(to id: Diagram.State.ID) {
        guard let index = stateIndex(ofNumber: id.number) else { return }
        for arrow in arrows(near: diagram.states[index]) where arrow.start == nil || arrow.end == nil {
            let ends = diagram.ends(of: arrow)
            let connection = connection(of: Connector(tail: Point(ends.tail), tip: Point(ends.tip)))
            var arrow = arrow
            if arrow.start == nil, arrow.end != id, connection.tail == index { arrow.start = id }
            if arrow.end == nil, arrow.start != id, connection.tip == index { arrow.end = id }
            diagram.update(arrow)
        }
    }

    /// Rereads ink that gets another meaning from a new state: loose ink, and ink that joins the
    /// state to another one but was read as a loop or a head.
    mutating func readLooseInk(near id: Diagram.State.ID, _ recognizer: ElementRecognizer) {
        guard let index = stateIndex(ofNumber: id.number) else { return }
        for id in ink(near: diagram.states[index]).map(\.id) {
            guard let old = currentInk(id), !old.isChosen, [.none, .head, .loop].contains(old.reading) else { continue }
            let isAngle = InkShape(old.strokes).corners.count == 3
            if old.reading == .head, isAngle { continue }
            let recognition = recognize(old.strokes, recognizer)
            let kind = recognition.best.kind
            switch recognition.relation {
            case .joins(index, _), .joins(_, index):
                guard kind == .transition || kind == .cycle && old.reading == .none else { continue }
            case .returns(index):
                guard kind == .cycle && old.reading != .loop || kind == .transition && old.reading == .none else {
                    continue
                }
            case .touches(index, _):
                // No barb is as long as a state is wide.
                let isLong = InkShape(old.strokes).extent > diagram.states[index].radius
                guard old.reading == .none || old.reading == .head && isLong,
                    kind == .transition || kind == .cycle
                else { continue }
            default: continue
            }
            detach(old, recognizer)
            _ = place(recognition, of: old.id, as: kind)
            rereadLooseInk(after: old.id, recognizer)
        }
    }

    /// Returns how ink that was placed was recognized.
    func interpretation(
        of id: Ink.ID, _ recognition: Recognition, _ recognizer: ElementRecognizer, reason: String? = nil
    ) -> Interpretation? {
        guard let own = currentInk(id) else { return nil }
        return Interpretation(
            ink: id, reading: own.reading, probability: own.probability,
            reason: reason ?? self.reason(for: own, recognition), alternatives: alternatives(to: own, recognizer))
    }

    /// Returns the reason for a reading, in a sentence.
    private func reason(for ink: Ink, _ recognition: Recognition) -> String {
        func name(_ id: Diagram.State.ID?) -> String? { id.flatMap { diagram[$0]?.name } }
        switch (ink.reading, ink.element) {
        case (.ring, .state(let state)?): return "It is a circle around or inside \(name(state) ?? "a state")."
        case (.head, .transition(let id)?):
            return "It is the head of an arrow\(name(diagram[id]?.end).map { " to \($0)" } ?? "")."
        case (.state, _): return "It is a circle that no state is in."
        case (.loop, .transition(let id)?):
            return "It begins and ends at \(name(diagram[id]?.end) ?? "a state")."
        case (.transition, .transition(let id)?):
            switch (name(diagram[id]?.start), name(diagram[id]?.end)) {
            case (let start?, let end?): return "It leads from \(start) to \(end)."
            case (let start?, nil): return "It leaves \(start)."
            case (nil, let end?): return "It points at \(end)."
            case (nil, nil): return "It has the shape of an arrow; no state is near."
            }
        default:
            if recognition.candidates.first?.kind == .cycle || recognition.best.kind == .cycle {
                return "It has the shape of a loop, but there is no state that it begins and ends at."
            }
            return "It has the shape of no element."
        }
    }
}
