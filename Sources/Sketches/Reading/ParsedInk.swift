internal import Diagrams
internal import Strokes

/// A reading of ink, in terms of the sketch that it is applied to.
struct ParsedInk {
    /// A circle that is a state, with the circles that belong to it.
    struct Circle {
        /// The number of the outline on the page.
        let number: Int
        let inks: [Ink.ID]
        let geometry: StateGeometry
        let radius: Double
        let isFinal: Bool
    }

    /// Ink that belongs to a state.
    struct StateInk {
        let inks: [Ink.ID]
        let number: Int
        let reading: Reading
        let probability: Double
        let radius: Double
    }

    /// Ink that is in one group.
    struct Group {
        let shaft: [Ink.ID]
        let heads: [Ink.ID]
        let reading: Reading
        let probability: Double
        let arrow: PlacedArrow?
        let isFixed: Bool
    }

    /// The states, in drawing order.
    private(set) var circles: [Circle] = []
    private(set) var stateInk: [StateInk] = []
    /// The other ink, in drawing order.
    let groups: [Group]
    /// The states that stay, by their numbers on the page.
    let givenStates: [Diagram.State.ID]

    /// Creates the reading that a parser found.
    ///
    /// - Parameters:
    ///   - parser: The parser.
    ///   - groups: The groups that it found.
    ///   - pieces: The inks of each piece.
    ///   - givenStates: The states that stay, by their numbers on the page.
    init(_ parser: DrawingParser, _ groups: [StrokeGroup], pieces: [[Ink.ID]], givenStates: [Diagram.State.ID]) {
        self.givenStates = givenStates
        func inks(_ members: [Int]) -> [Ink.ID] { members.flatMap { pieces[$0] } }
        let drawn = parser.candidates.indices.sorted {
            parser.candidates[$0].members[0] < parser.candidates[$1].members[0]
        }
        let openRings = Set(groups.filter { $0.reading == .ring }.compactMap(\.state))
        for index in drawn {
            let candidate = parser.candidates[index]
            let number: Int
            let reading: Reading
            switch parser.roles[index] {
            case .unused: continue
            case .state:
                number = givenStates.count + index
                reading = .state
                circles.append(
                    Circle(
                        number: number, inks: inks(candidate.members), geometry: candidate.circle,
                        radius: parser.states.outlines[number].radius,
                        isFinal: candidate.isDouble || parser.hasRing(number) || openRings.contains(number)))
            case .ring(let state):
                number = state
                reading = .ring
            case .correction(let state):
                number = state
                reading = .state
            }
            stateInk.append(
                StateInk(
                    inks: inks(candidate.members), number: number, reading: reading,
                    probability: min(
                        candidate.probability, candidate.turnProbability, parser.roleProbabilities[index]),
                    radius: candidate.circle.radius))
        }
        for group in groups {
            guard let state = group.state else { continue }
            stateInk.append(
                StateInk(
                    inks: inks(group.members), number: state, reading: group.reading, probability: group.probability,
                    radius: 0))
        }
        let others = groups.filter { $0.state == nil }
        self.groups = others.sorted { $0.members[0] < $1.members[0] }.map { group in
            Group(
                shaft: inks(group.members.filter { !group.heads.contains($0) }), heads: inks(group.heads),
                reading: group.reading, probability: group.probability, arrow: group.arrow,
                isFixed: group.members.contains { parser.page.pieces[$0].isFixed })
        }
    }
}

extension SketchContents {
    /// Gives ink the meaning that was found. Elements stay if the ink that draws them has the same
    /// meaning as before; others are removed, and new ones are added.
    mutating func apply(_ parsed: ParsedInk, _ recognizer: InkRecognizer) {
        let states = addStates(parsed)
        var kept = Set(states.values.map { Element.state($0) })
        var arrows: [Diagram.Transition.ID?] = []
        for group in parsed.groups {
            let former = group.arrow == nil && !group.isFixed ? [] : group.shaft.compactMap { transition(of: $0) }
            let old = former.first { !kept.contains(.transition($0)) }
            if let old { kept.insert(.transition(old)) }
            arrows.append(old)
        }
        let owned = parsed.stateInk.flatMap(\.inks) + parsed.groups.flatMap { $0.shaft + $0.heads }
        for id in owned {
            guard let own = currentInk(id), let element = own.element, !kept.contains(element),
                own.reading != .head, own.reading != .ring
            else { continue }
            remove(element)
        }
        for ink in parsed.stateInk {
            guard let state = states[ink.number] else { continue }
            set(ink.reading, .state(state), ink.probability, of: ink.inks)
        }
        for (group, old) in zip(parsed.groups, arrows) { place(group, at: old, among: states, recognizer) }
    }

    private func transition(of id: Ink.ID) -> Diagram.Transition.ID? {
        guard let own = currentInk(id), own.reading != .head, case .transition(let arrow)? = own.element else {
            return nil
        }
        return arrow
    }

    /// Adds the states that are new, and adjusts the others. Returns the states by their numbers.
    private mutating func addStates(_ parsed: ParsedInk) -> [Int: Diagram.State.ID] {
        var states = Dictionary(uniqueKeysWithValues: parsed.givenStates.enumerated().map { ($0, $1) })
        var inks: [Int: [Ink.ID]] = [:]
        for own in parsed.stateInk { inks[own.number, default: []] += own.inks }
        var taken = Set(parsed.givenStates)
        // The circles of states that the diagram has already.
        var kept: Set<Int> = []
        for circle in parsed.circles {
            let former = (inks[circle.number] ?? []).compactMap { id -> Diagram.State.ID? in
                guard case .state(let state)? = currentInk(id)?.element else { return nil }
                return state
            }
            guard let old = former.first(where: { !taken.contains($0) }) else { continue }
            taken.insert(old)
            kept.insert(circle.number)
            states[circle.number] = old
        }
        let new = parsed.circles.filter { !kept.contains($0.number) }
        let ids = diagram.addStates(
            new.map { (center: Diagram.Point($0.geometry.center), radius: $0.radius, name: "") })
        for (circle, id) in zip(new, ids) { states[circle.number] = id }
        for circle in parsed.circles {
            guard let id = states[circle.number], var state = diagram[id] else { continue }
            if kept.contains(circle.number), Set(inks[circle.number] ?? []) == Set(ink(of: .state(id)).map(\.id)) {
                continue
            }
            state.center = Diagram.Point(circle.geometry.center)
            (state.radius, state.isFinal) = (circle.radius, circle.isFinal)
            diagram.update(state)
        }
        for ring in parsed.stateInk where ring.reading == .ring && ring.number < parsed.givenStates.count {
            guard let id = states[ring.number], var state = diagram[id], !state.isFinal else { continue }
            (state.isFinal, state.radius) = (true, max(state.radius, ring.radius))
            diagram.update(state)
        }
        return states
    }

    /// Removes an element, and keeps the ink of it and of its loops.
    private mutating func remove(_ element: Element) {
        var removed = [element]
        switch element {
        case .state(let id):
            removed += diagram.transitions.filter { $0.isLoop && $0.start == id }.map { .transition($0.id) }
            diagram.remove(id)
        case .transition(let id): diagram.remove(id)
        case .note, .ink: return
        }
        for other in ink where other.element.map(removed.contains) ?? false {
            updateInk(other.id) { ($0.reading, $0.element) = (.none, nil) }
        }
    }

    /// Gives the ink of a group its meaning.
    private mutating func place(
        _ group: ParsedInk.Group, at old: Diagram.Transition.ID?, among states: [Int: Diagram.State.ID],
        _ recognizer: InkRecognizer
    ) {
        if group.isFixed {
            guard let arrow = group.shaft.compactMap({ transition(of: $0) }).first else { return }
            let reading = group.shaft.compactMap(currentInk).first { $0.element == .transition(arrow) }?.reading
            set(reading ?? .transition, .transition(arrow), 1, of: group.shaft.filter { transition(of: $0) != arrow })
            for id in group.heads { setHead(id, of: .transition(arrow), recognizer) }
            return
        }
        guard let arrow = group.arrow else {
            return set(group.reading, nil, group.probability, of: group.shaft + group.heads)
        }
        let former = Set(old.map { ink(of: .transition($0)).map(\.id) } ?? [])
        // A loop was removed with its state.
        let id = old.flatMap { diagram[$0]?.id } ?? diagram.addTransition()
        let (start, end) = (arrow.tail.flatMap { states[$0] }, arrow.tip.flatMap { states[$0] })
        set(group.reading, .transition(id), group.probability, of: group.shaft)
        set(.head, .transition(id), 1, of: group.heads)
        guard let transition = diagram[id] else { return }
        // What didn't change keeps the bend that the user gave it.
        if former == Set(group.shaft + group.heads), (transition.start, transition.end) == (start, end) { return }
        if group.reading == .loop {
            attach(id, start, end)
            setAngle(of: id, towards: Diagram.Point(arrow.apex))
        } else {
            shape(id, arrow.geometry, start, end)
        }
    }

    /// Gives ink a meaning that it doesn't have yet.
    private mutating func set(_ reading: Reading, _ element: Element?, _ probability: Double, of inks: [Ink.ID]) {
        for id in inks {
            updateInk(id) { own in
                guard own.reading != reading || own.element != element || own.element == nil else { return }
                (own.reading, own.element, own.probability) = (reading, element, probability)
            }
        }
    }

    private mutating func attach(_ id: Diagram.Transition.ID, _ start: Diagram.State.ID?, _ end: Diagram.State.ID?) {
        guard var arrow = diagram[id] else { return }
        (arrow.start, arrow.end) = (start, end)
        diagram.update(arrow)
    }
}
