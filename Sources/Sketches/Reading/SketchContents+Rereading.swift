internal import Diagrams
internal import Strokes

extension SketchContents {
    /// Reads ink again, with the ink near it whose meaning may change. Elements that the user
    /// chose, labeled, named or attached stay; arrows among them can get heads.
    mutating func reread(around id: Ink.ID, _ recognizer: InkRecognizer) {
        guard let new = currentInk(id), let center = new.piece else { return }
        let near = ink.filter { other in
            other.id == id
                || other.piece.map { center.box.isNear($0.box, margin: 0.5 * max(center.extent, $0.longestExtent)) }
                    ?? false
        }
        let related = Set(near.filter { $0.id == id || isRelated($0, to: center, recognizer) }.map(\.id))
        var (pieces, inks, free) = ([InkPiece](), [[Ink.ID]](), [Int]())
        var circles: Set<Int> = []
        var newPiece: Int?
        var freeStates: Set<Diagram.State.ID> = []
        var givenInk: [Int: Diagram.State.ID] = [:]
        var seen: Set<Ink.ID> = []
        for one in near where !seen.contains(one.id) {
            let mates = one.element.map { ink(of: $0) } ?? [one]
            let isRead = mates.contains { related.contains($0.id) }
            switch one.element {
            case .state(let state)?:
                // What the user chose says nothing about the states beside it.
                if !isRead || new.isChosen { continue }
                if mustStay(state, mates, recognizer) {
                    for mate in mates where seen.insert(mate.id).inserted {
                        guard let piece = mate.piece else { continue }
                        givenInk[pieces.count] = state
                        inks.append([mate.id])
                        pieces.append(piece)
                    }
                    continue
                }
                freeStates.insert(state)
            case .transition(let arrow)? where isRead && mustStay(arrow, mates, recognizer):
                // One piece of all its ink.
                seen.formUnion(mates.map(\.id))
                guard let piece = InkPiece(mates.flatMap(\.strokes), isFixed: true) else { continue }
                free.append(pieces.count)
                inks.append(mates.filter { $0.reading != .head }.map(\.id))
                pieces.append(piece)
                continue
            case nil where one.isChosen: continue
            default: break
            }
            for mate in isRead ? mates : [one] where seen.insert(mate.id).inserted {
                guard let piece = mate.piece else { continue }
                if mate.id == id { newPiece = pieces.count }
                if isRead {
                    free.append(pieces.count)
                    if mate.id != id, mate.reading == .state || mate.reading == .ring { circles.insert(pieces.count) }
                }
                inks.append([mate.id])
                pieces.append(piece)
            }
        }
        guard !free.isEmpty else { return }
        var states = PageStates()
        let given = diagram.states.filter { !freeStates.contains($0.id) }
        for state in given { _ = states.add(state.circle, isState: true) }
        // Only crowds need more recognitions, and they must not make the user wait.
        let page = InkPage(pieces, recognizer, recognizing: 250)
        let numbers = Dictionary(uniqueKeysWithValues: given.enumerated().map { ($1.id, $0) })
        let parser = DrawingParser(
            page, free: free, among: states, drawnBy: givenInk.compactMapValues { numbers[$0] }, isFinished: false,
            before: circles, new: newPiece
        ) { true }
        apply(ParsedInk(parser, parser.groups { true }, pieces: inks, givenStates: given.map(\.id)), recognizer)
        if let own = currentInk(id), own.reading == .state, case .state(let state)? = own.element {
            attachFreeEnds(to: state)
        }
    }

    /// Returns whether other ink may have another meaning with some ink: they may be parts of one
    /// element, or one may be the state of the other.
    private func isRelated(_ other: Ink, to new: InkPiece, _ recognizer: InkRecognizer) -> Bool {
        guard let piece = other.piece else { return false }
        func touches(_ one: InkPiece, _ end: Point, _ another: InkPiece) -> Bool {
            one.distance(to: end, within: 0.4 * one.extent + 0.06 * another.extent) != nil
        }
        if new.ends.contains(where: { touches(piece, $0.position, new) })
            || piece.ends.contains(where: { touches(new, $0.position, piece) })
        {
            return other.reading != .state && other.reading != .ring || isDoubtful(other, recognizer)
                || isSmall(other)
                || piece.box.isNear(new.box, margin: -0.5 * min(piece.extent, new.extent))
        }
        // Ends that may attach to a circle, and circles in each other.
        guard new.box.isNear(piece.box, margin: 0) || other.reading != .state else { return false }
        let (width, height) = (new.box.width, new.box.height)
        guard min(width, height) > 0.4 * max(width, height) else { return false }
        let circle = StateGeometry(center: new.box.center, radius: (width + height) / 4)
        return piece.ends.contains { abs(circle.distance(to: $0.position)) < 1.5 * circle.radius }
    }

    /// Returns whether ink is a state that is much smaller than others, and so may be a head.
    private func isSmall(_ ink: Ink) -> Bool {
        guard case .state(let id)? = ink.element, let state = diagram[id] else { return false }
        return state.radius < DrawingParser.smallRadius * usualRadius
    }

    /// Returns whether ink may have another meaning than the circle that it was read as.
    private func isDoubtful(_ ink: Ink, _ recognizer: InkRecognizer) -> Bool {
        ink.probability < CircleCandidate.certainty
    }

    // MARK: What stays

    /// Returns whether the user named or changed a state, or chose its ink.
    private func mustStay(_ id: Diagram.State.ID, _ own: [Ink], _ recognizer: InkRecognizer) -> Bool {
        guard let state = diagram[id] else { return true }
        if hasTypedText(.state(id)) || own.contains(where: \.isChosen) { return true }
        let circles = own.filter { $0.reading == .state }
        guard let box = circles.first?.box else { return true }
        return Point(state.center).distance(to: box.center) > 0.3 * state.radius
    }

    /// Returns whether the user labeled or attached an arrow, or chose its ink.
    private func mustStay(_ id: Diagram.Transition.ID, _ own: [Ink], _ recognizer: InkRecognizer) -> Bool {
        guard let arrow = diagram[id] else { return true }
        if hasTypedText(.transition(id)) || own.contains(where: \.isChosen) { return true }
        let kept = Set([arrow.start, arrow.end].compactMap(\.self))
        guard let connector = recognize(own.flatMap(\.strokes), recognizer).connector else { return true }
        let found = connection(of: connector, isLoop: arrow.isLoop)
        return !kept.isSubset(of: [found.tail, found.tip].compactMap { $0.map { diagram.states[$0].id } })
    }
}
