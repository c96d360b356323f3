internal import Diagrams
internal import Strokes

extension SketchContents {
    /// Reads strokes that were drawn together, and rereads the ink to which they give another
    /// meaning. Returns their interpretation, and a notice.
    mutating func draw(_ strokes: [Stroke], _ recognizer: InkRecognizer) -> (Interpretation?, Notice?) {
        let strokes = strokes.filter { !$0.points.isEmpty }
        guard !strokes.isEmpty else { return (nil, .noInk) }
        let id = addInk(strokes)
        let erasedCount = scribbleOut(with: id, recognizer)
        if erasedCount > 0 { return (nil, .scribbledOut(erasedCount)) }
        let before = diagram
        let recognition = recognize(strokes, recognizer)
        reread(around: id, recognizer)
        return (interpretation(of: id, recognition, recognizer), notice(about: id, recognition, before))
    }

    /// The probability below which a reading is doubtful.
    static let doubtfulProbability = 0.7

    /// Returns the notice about new ink; `nil` if there is none.
    private func notice(about id: Ink.ID, _ recognition: Recognition, _ before: Diagram) -> Notice? {
        guard let own = currentInk(id) else { return nil }
        let isDoubtful = own.probability < Self.doubtfulProbability
        switch (own.reading, own.element) {
        case (.ring, .state(let id)?) where before[id]?.isFinal ?? false:
            return before[id].map { .alreadyFinal($0.name) }
        case (.ring, .state(let state)?) where isDoubtful: return diagram[state].map { .doubtfulRing($0.name) }
        case (.state, .state(let id)?):
            guard let state = diagram[id] else { return nil }
            let isSpiral = own.piece?.isTurnedTwice ?? false
            let isDoubtful = isDoubtful && (isSpiral || ink(of: .state(id)).count > 1)
            if isDoubtful || ink.contains(where: { isDoubtfulSign($0, in: state) }) { return .doubtfulRing(state.name) }
            return noticeOfLoop(state)
        case (.text, nil):
            let around = diagram.states.first { isDoubtfulSign(own, in: $0) }
            return around.map { .doubtfulRing($0.name) }
        case (.transition, .transition(let arrow)?) where isDoubtful:
            let names = rivals(of: arrow)
            return names.count > 1 ? .doubtfulEnd(names) : nil
        case (.none, nil): return recognition.best.kind == .cycle ? .loopWithoutState : nil
        default: return nil
        }
    }

    /// Returns a notice if a state may be a closed loop at another one, or the other one at it.
    private func noticeOfLoop(_ state: Diagram.State) -> Notice? {
        let own = state.circle
        for other in diagram.states where other.id != state.id {
            let isLoop = own.mayBeLoop(at: other.circle)
            guard isLoop || other.circle.mayBeLoop(at: own), !ink(of: .state(other.id)).isEmpty else { continue }
            return .doubtfulLoop(isLoop ? state.name : other.name, at: isLoop ? other.name : state.name)
        }
        return nil
    }

    /// Returns whether ink is text in a state, but may be its ring.
    private func isDoubtfulSign(_ sign: Ink, in state: Diagram.State) -> Bool {
        guard sign.reading == .text, sign.probability < Self.doubtfulProbability, let box = sign.box else {
            return false
        }
        return Point(state.center).distance(to: box.center) < state.radius
    }

    /// Adds the element that ink of the given kind draws.
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
                (reading, element) = (.state, .state(state))
            }
        case .cycle(let loop):
            if let index = recognition.connector.flatMap({ connection(of: $0, isLoop: true).tip }) {
                let state = diagram.states[index]
                (reading, element) = (.loop, .transition(addLoop(at: state, apex: Diagram.Point(loop.apex))))
            } else {
                notice = .loopWithoutState
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
        if state.isFinal { return .alreadyFinal(state.name) }
        state.isFinal = true
        state.radius = max(state.radius, circle.radius)
        diagram.update(state)
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
        let connection = connection(of: connector ?? Connector(tail: geometry.tail, tip: geometry.tip))
        shape(
            id, geometry, connection.tail.map { diagram.states[$0].id }, connection.tip.map { diagram.states[$0].id })
    }

    /// Gives an arrow two ends, and the bend of its ink.
    mutating func shape(
        _ id: Diagram.Transition.ID, _ geometry: TransitionGeometry, _ start: Diagram.State.ID?,
        _ end: Diagram.State.ID?
    ) {
        guard var arrow = diagram[id] else { return }
        (arrow.start, arrow.end) = (start, end)
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
        guard let index = diagram.states.firstIndex(where: { $0.id == id }) else { return }
        for arrow in diagram.transitions where arrow.start == nil || arrow.end == nil {
            let ends = diagram.ends(of: arrow)
            let connection = connection(of: Connector(tail: Point(ends.tail), tip: Point(ends.tip)))
            var arrow = arrow
            if arrow.start == nil, arrow.end != id, connection.tail == index { arrow.start = id }
            if arrow.end == nil, arrow.start != id, connection.tip == index { arrow.end = id }
            diagram.update(arrow)
        }
    }

    /// Returns the interpretation of ink that was placed.
    func interpretation(
        of id: Ink.ID, _ recognition: Recognition, _ recognizer: InkRecognizer, reason: String? = nil
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
        case (.state, let state?) where self.ink(of: state).count { $0.reading == .state } > 1:
            return "It is a part of the circle of a state, or draws it again."
        case (.state, _): return "It is a circle without a state inside."
        case (.loop, .transition(let id)?):
            return "It begins and ends at \(name(diagram[id]?.end) ?? "a state")."
        case (.transition, .transition(let id)?):
            switch (name(diagram[id]?.start), name(diagram[id]?.end)) {
            case (let start?, let end?): return "It leads from \(start) to \(end)."
            case (let start?, nil): return "It leaves \(start)."
            case (nil, let end?): return "It points at \(end)."
            case (nil, nil): return "It looks like an arrow; no state is near."
            }
        case (.text, _):
            switch (ink.transcription?.text, ink.transcription?.element) {
            case (let text?, .state?): return "It is the name \"\(text)\" of a state."
            case (let text?, _): return "It is the label \"\(text)\" of an arrow."
            default: return "It is a small mark that belongs to no element."
            }
        default:
            if recognition.candidates.first?.kind == .cycle || recognition.best.kind == .cycle {
                return "It looks like a loop, but there is no state at its ends."
            }
            return "It doesn't look like any element."
        }
    }
}
