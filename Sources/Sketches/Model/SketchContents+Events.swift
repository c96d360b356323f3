internal import Diagrams
internal import Strokes

extension SketchContents {
    /// Applies an event other than undo and redo.
    mutating func apply(_ event: Sketch.Event, _ recognizer: InkRecognizer) -> Change {
        let before = self
        var interpretation: Interpretation?
        var notice: Notice?
        switch event {
        case .draw(let strokes): (interpretation, notice) = draw(strokes, recognizer)
        case .erase(let stroke): notice = erase(stroke, recognizer)
        case .reinterpret(let id, let reading):
            (interpretation, notice) = reinterpret(id, as: reading, recognizer)
        case .transcribe(let id, let text): (interpretation, notice) = transcribe(id, as: text, recognizer)
        default: if !edit(event) { notice = .noSuchElement }
        }
        if event.isAboutInk {
            readHandwriting(since: before, recognizer)
            if let id = interpretation?.ink, currentInk(id)?.reading == .text,
                let word = WordReader(self, recognizer).word(of: id)
            {
                interpretation?.handwriting = word
                notice = notice ?? noticeOfDoubt(about: word)
            }
        }
        var change = Change(from: before, to: self)
        (change.interpretation, change.notice) = (interpretation, notice ?? noticeOfInitialStates(after: event, before))
        return change
    }

    /// Returns a notice if states became initial as a side effect: by erasing, or by ink while
    /// another state is initial.
    private func noticeOfInitialStates(after event: Sketch.Event, _ before: SketchContents) -> Notice? {
        let old = Set(before.diagram.transitions.filter(\.marksInitialState).compactMap(\.end))
        let marked = diagram.transitions.filter(\.marksInitialState).compactMap(\.end)
        let initial = diagram.states.filter { marked.contains($0.id) }
        let new = initial.filter { !old.contains($0.id) }
        guard !new.isEmpty else { return nil }
        switch event {
        case .erase, .delete: return .becameInitial(new.map(\.name))
        case .draw, .reinterpret: return initial.count > 1 ? .severalInitial(initial.map(\.name)) : nil
        default: return nil
        }
    }

    /// Applies an event that reads no ink.
    ///
    /// - Returns: Whether the elements of the event exist.
    private mutating func edit(_ event: Sketch.Event) -> Bool {
        switch event {
        case .write(let text, let position): write([Sketch.Text(text, at: position)])
        case .addState(let position, let name, let isFinal):
            attachFreeEnds(to: diagram.addState(at: position, radius: usualRadius, name: name, isFinal: isFinal))
        case .addTransition(let start, let end, let tail, let tip):
            let id = diagram.addTransition(from: start, to: end)
            _ = change(id) { ($0.tail, $0.tip) = (tail, tip) }
            if start != nil, end != nil { diagram.shape([id]) }
        case .addNote(let text, let position): diagram.addNote(text, at: position)
        case .rewrite(let id, let text):
            guard var note = diagram[id] else { return false }
            note.text = text
            diagram.update(note)
        case .delete(let elements): return elements.isEmpty || elements.map { delete($0) }.contains(true)
        case .rename(let id, let name): return change(id) { $0.name = name }
        case .setSymbols(let id, let symbols, let hasEpsilon):
            return change(id) { ($0.symbols, $0.hasEpsilon) = (symbols, hasEpsilon ?? $0.hasEpsilon) }
        case .setEpsilon(let id, let hasEpsilon): return change(id) { $0.hasEpsilon = hasEpsilon }
        case .setTargets(let id, let symbol, let targets): return setTargets(of: id, on: symbol, targets)
        case .setInitial(let id, let isInitial): return setInitial(id, isInitial)
        case .setFinal(let id, let isFinal): return change(id) { $0.isFinal = isFinal }
        case .move(let elements, let x, let y):
            var moved: Set<Element> = []
            let isThere = elements.filter { moved.insert($0).inserted }.map { move($0, x, y) }
            return elements.isEmpty || isThere.contains(true)
        case .resize(let id, let radius): return change(id) { $0.radius = radius }
        case .bend(let id, let position):
            guard let arrow = diagram[id] else { return false }
            let bend = diagram.bend(of: arrow, through: position)
            return change(id) { $0.bend = bend }
        case .turn(let id, let angle): return change(id) { if $0.isLoop { $0.angle = angle } }
        case .attach(let id, let end, let state, let position):
            return change(id) { arrow in
                switch end {
                case .tail: (arrow.start, arrow.tail) = (state, position)
                case .tip: (arrow.end, arrow.tip) = (state, position)
                }
            }
        case .paste(let other, let x, let y): diagram.insert(other, x: x, y: y)
        case .layOut: diagram.layOut()
        case .clear:
            diagram.removeAll()
            ink = []
        case .draw, .erase, .reinterpret, .transcribe, .undo, .redo: return false
        }
        return true
    }

    /// The median radius of the states.
    var usualRadius: Double {
        let radii = diagram.states.map(\.radius).sorted()
        return radii.isEmpty ? Diagram.State.defaultRadius : radii[radii.count / 2]
    }

    private mutating func change(_ id: Diagram.State.ID, _ body: (inout Diagram.State) -> Void) -> Bool {
        guard var state = diagram[id] else { return false }
        body(&state)
        diagram.update(state)
        return true
    }

    private mutating func change(
        _ id: Diagram.Transition.ID, _ body: (inout Diagram.Transition) -> Void
    ) -> Bool {
        guard var transition = diagram[id] else { return false }
        body(&transition)
        diagram.update(transition)
        return true
    }

    private mutating func setTargets(
        of id: Diagram.State.ID, on symbol: String?, _ targets: [Diagram.State.ID]
    ) -> Bool {
        guard diagram[id] != nil, targets.allSatisfy({ diagram[$0] != nil }) else { return false }
        guard symbol?.isEmpty != true else { return true }
        func reads(_ arrow: Diagram.Transition) -> Bool { symbol.map { arrow.reads($0) } ?? arrow.hasEpsilon }
        var (added, wanted) = (Set<Diagram.Transition.ID>(), Set(targets))
        var arrows: [Diagram.State.ID: [Diagram.Transition]] = [:]
        for arrow in diagram.transitions where arrow.start == id {
            guard let end = arrow.end else { continue }
            if wanted.contains(end) {
                arrows[end, default: []].append(arrow)
            } else if reads(arrow) {
                let isRead = arrow.symbols.count + (arrow.hasEpsilon ? 1 : 0) > 1
                _ = isRead ? change(arrow.id) { $0.setReading(symbol, false) } : delete(.transition(arrow.id))
            }
        }
        for target in targets where wanted.remove(target) != nil {
            let there = arrows[target, default: []]
            if there.contains(where: reads) { continue }
            let arrow = there.first?.id ?? diagram.addTransition(from: id, to: target)
            _ = change(arrow) { $0.setReading(symbol, true) }
            if there.isEmpty { added.insert(arrow) }
        }
        diagram.shape(added)
        return true
    }

    private mutating func setInitial(_ id: Diagram.State.ID, _ isInitial: Bool) -> Bool {
        guard let state = diagram[id] else { return false }
        let marks = diagram.transitions.filter { $0.marksInitialState && $0.end == id }
        if !isInitial {
            for mark in marks { _ = delete(.transition(mark.id)) }
        } else if marks.isEmpty {
            let mark = diagram.addTransition(to: id)
            _ = change(mark) { $0.tail = Diagram.Point(x: state.center.x - 2.5 * state.radius, y: state.center.y) }
            diagram.shape([mark])
        }
        return true
    }

    /// Deletes an element with its ink.
    mutating func delete(_ element: Element) -> Bool {
        switch element {
        case .state(let id):
            guard diagram[id] != nil else { return false }
            let loops = diagram.transitions.filter { $0.isLoop && $0.start == id }
            for loop in loops { _ = delete(.transition(loop.id)) }
            diagram.remove(id)
        case .transition(let id):
            guard diagram[id] != nil else { return false }
            diagram.remove(id)
        case .note(let id):
            guard diagram[id] != nil else { return false }
            diagram.remove(id)
        case .ink(let id):
            guard let index = ink.firstIndex(where: { $0.id == id }) else { return false }
            // The element of the ink is deleted with it.
            if let made = ink[index].element, ink[index].reading != .head, ink[index].reading != .ring {
                return delete(made)
            }
            ink.remove(at: index)
            return true
        }
        ink.removeAll { $0.element == element }
        return true
    }

    private mutating func move(_ element: Element, _ x: Double, _ y: Double) -> Bool {
        func moved(_ position: Diagram.Point) -> Diagram.Point { Diagram.Point(x: position.x + x, y: position.y + y) }
        switch element {
        case .state(let id): return change(id) { $0.center = moved($0.center) }
        case .transition(let id):
            return change(id) { ($0.tail, $0.tip) = (moved($0.tail), moved($0.tip)) }
        case .note(let id):
            guard var note = diagram[id] else { return false }
            note.position = moved(note.position)
            diagram.update(note)
            return true
        case .ink: return false
        }
    }
}

extension Sketch.Event {
    /// A Boolean value that indicates whether handwriting may have another meaning after the event.
    fileprivate var isAboutInk: Bool {
        switch self {
        case .draw, .erase, .reinterpret, .transcribe, .delete, .clear: true
        default: false
        }
    }
}

extension Diagram.Transition {
    /// Sets whether the arrow has a symbol, or ε if that is `nil`.
    fileprivate mutating func setReading(_ symbol: String?, _ isRead: Bool) {
        guard let symbol else { return hasEpsilon = isRead }
        symbols.removeAll { $0.utf8.elementsEqual(symbol.utf8) }
        if isRead { symbols.append(symbol) }
    }
}
