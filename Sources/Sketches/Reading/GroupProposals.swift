internal import Strokes

/// The groups of pieces that may be arrows, texts or no elements among the states of a page.
struct GroupProposals {
    let page: InkPage
    let states: PageStates
    /// Whether the drawing is finished, so that no state will be drawn at a loose end.
    let isFinished: Bool
    /// The pieces that are read, in ascending order.
    let numbers: [Int]
    private let free: PieceSet
    /// The pieces wholly inside a state, which belong to its name, unless they are heads.
    private var names = PieceSet([], below: 0)
    /// The pieces that draw states, with the states.
    let circles: [Int: Int]

    init(of free: [Int], on page: InkPage, among states: PageStates, drawnBy circles: [Int: Int], isFinished: Bool) {
        (self.page, self.states, self.isFinished) = (page, states, isFinished)
        (numbers, self.circles) = (free.sorted(), circles)
        self.free = PieceSet(numbers, below: page.pieces.count)
        names = PieceSet(numbers.filter(isInside), below: page.pieces.count)
    }

    private typealias Statistics = DrawingStatistics

    /// Returns the groups that may be cheaper than their pieces one by one, and each piece alone.
    func groups(_ mayContinue: () -> Bool) -> [StrokeGroup] {
        var (groups, costs) = (openRings(), [Int: Double]())
        var shafts: [Shaft] = []
        for number in numbers where mayContinue() {
            var alone = [none(number)]
            if !page.pieces[number].isFixed { alone += [text(number), correction(number)].compactMap(\.self) }
            if page.pieces[number].isFixed || !names.contains(number) {
                let own = self.shafts(from: number)
                alone += arrows(own[0], heads: nil)
                shafts += own
            }
            costs[number] = alone.reduce(.infinity) { min($0, $1.cost) }
            groups += alone
        }
        for shaft in shafts where mayContinue() {
            let limit = shaft.members.reduce(Self.slack) { $0 + (costs[$1] ?? 0) }
            if shaft.members.count > 1 { groups += arrows(shaft, heads: nil, below: limit) }
            for (heads, limit) in heads(of: shaft, below: limit, costs) {
                groups += arrows(shaft, heads: heads, below: limit)
            }
        }
        return groups
    }

    /// Costs that are added in a different order differ by less.
    private static let slack = 1e-9

    /// Returns the least cost of an arrow or a loop of an extent near some states, of any shape.
    private func leastCost(ofExtent extent: Double, nearStates count: Int) -> Double {
        let alone = Statistics.Share.dangling + states.cost(of: extent, .arrow)
        guard count > 0 else { return min(alone, Statistics.Share.loose + states.cost(of: extent, .loop)) }
        let mark = Statistics.Share.mark + states.cost(of: extent, .mark)
        let loop = Statistics.Share.loop + states.cost(of: extent, .loop)
        let joined = Statistics.Share.joined + states.cost(of: extent, .arrow)
        return min(mark, loop, count > 1 ? joined : alone)
    }

    // MARK: No elements

    private func none(_ number: Int) -> StrokeGroup {
        let outlines = states.states(near: page.pieces[number].box).map { states.outlines[$0] }
        let recognition = page.recognition(of: [number]).placed(among: outlines.span, by: page.recognizer.model)
        let probability = recognition.probability(of: .unknown)
        return StrokeGroup(
            members: [number], reading: .none,
            cost: Statistics.Share.none + Statistics.cost(ofProbability: probability)
                + states.cost(of: page.pieces[number].extent, .none), probability: probability)
    }

    /// Returns whether a piece is wholly inside a state.
    private func isInside(_ number: Int) -> Bool {
        let piece = page.pieces[number]
        return states.states(near: piece.box).contains { state in
            piece.shape.points.allSatisfy { states.outlines[state].distance(to: $0) < 0 }
        }
    }

    /// Returns the reading of a piece as a part of a text: it is in a state, or it is small and
    /// touches no outline. Usually, it is beside an arrow.
    private func text(_ number: Int) -> StrokeGroup? {
        let piece = page.pieces[number]
        func group(_ share: Double, isDoubtful: Bool = false) -> StrokeGroup {
            let cost = share + states.cost(of: piece.extent, .text)
            return StrokeGroup(
                members: [number], reading: .text, cost: cost, probability: isDoubtful ? Self.doubtfulProbability : 1)
        }
        if names.contains(number) { return group(Statistics.Share.text, isDoubtful: isSmallRing(number)) }
        guard let radius = states.usualRadius, piece.extent < 1.2 * radius else { return nil }
        let touches = states.states(near: piece.box).contains { state in
            piece.shape.points.contains { states.outlines[state].distance(to: $0) < 0.4 * radius }
        }
        guard !touches else { return nil }
        let isBeside = page.pieces(near: piece.box, margin: 1.3 * radius).contains { other in
            guard other != number, circles[other] == nil, page.pieces[other].extent > max(radius, 1.5 * piece.extent)
            else { return false }
            guard piece.box.isNear(page.pieces[other].box, margin: 1.3 * radius) else { return false }
            let gap = piece.shape.distance(to: page.pieces[other].shape)
            return gap > 0.05 * radius && gap < 1.3 * radius
        }
        return group(isBeside ? Statistics.Share.text : Statistics.Share.none)
    }

    /// Returns the reading of a piece as a correction of a state: it traces a part of its circle.
    /// If it runs around most of it, it must be as near as a whole circle that does.
    private func correction(_ number: Int) -> StrokeGroup? {
        guard let traced = tracedCircle(number), let state = circles[traced] else { return nil }
        let (shape, outline) = (page.pieces[number].shape, states.outlines[state])
        var probability = 1.0
        if shape.turn(around: outline.center) > 0.75 * .pi {
            let profile = CircleProfile(outline, drawnBy: [page.pieces[traced]])
            probability = profile.traceProbability(of: shape.points)
        }
        guard probability > 0.5 else { return nil }
        return StrokeGroup(
            members: [number], reading: .state, cost: Statistics.Share.furtherStroke, probability: probability,
            state: state)
    }

    /// Returns the piece of a circle that a piece traces.
    private func tracedCircle(_ number: Int) -> Int? {
        page.neighbors(of: number).first { circles[$0] != nil && page.isTraced($0, by: number) }
    }

    // MARK: Shafts

    /// Returns the shafts whose first piece is a given one: that piece alone, with others that
    /// continue it or that trace it again.
    private func shafts(from number: Int) -> [Shaft] {
        let piece = page.pieces[number]
        let isTrace = isTracedBefore(number) || !piece.isFixed && tracedCircle(number) != nil
        let tracedCost = isTrace ? Statistics.Share.none : 0
        let alone = Shaft(members: [number], basis: [number], ends: piece.ends, extent: piece.extent, cost: tracedCost)
        var shafts = [alone]
        var next = 0
        while next < shafts.count, shafts.count < Self.maximumShaftCount {
            let shaft = shafts[next]
            next += 1
            guard shaft.members.count < Self.maximumPieceCount else { continue }
            if shaft.basis == [number], tracedCost == 0 {
                for other in page.neighbors(of: number) where other > number && !shaft.members.contains(other) {
                    if let again = traced(shaft, other), !shafts.contains(where: { $0.members == again.members }) {
                        shafts.append(again)
                    }
                }
            }
            guard !piece.isFixed else { continue }
            for other in continuations(of: shaft) where other > number && !shaft.members.contains(other) {
                shafts += joined(shaft, other).filter { new in !shafts.contains { $0.members == new.members } }
            }
        }
        return shafts
    }

    /// The maximum number of shafts that begin with a piece, and of pieces of a shaft.
    private static let maximumShaftCount = 8
    private static let maximumPieceCount = 4

    /// The maximum number of pieces that may continue a shaft, or be strokes of its head; there are
    /// more only in a crowd, in which nobody draws arrows.
    private static let maximumChoiceCount = 12

    /// Returns whether a piece runs along another one that was drawn before. It could be an arrow
    /// of its own, but nobody draws two in one place.
    private func isTracedBefore(_ number: Int) -> Bool {
        page.neighbors(of: number).contains { other in
            other < number && free.contains(other) && page.isTraced(other, by: number)
        }
    }

    private func continuations(of shaft: Shaft) -> [Int] {
        let near = shaft.ends.flatMap { page.pieces(near: $0.position, margin: 0.1 * shaft.extent) }
        let choices = Set(near.filter { free.contains($0) && !page.pieces[$0].isFixed })
        return choices.count > 3 * Self.maximumChoiceCount ? [] : choices.sorted()
    }

    /// Returns a shaft with a piece that continues it at one of its ends.
    private func joined(_ shaft: Shaft, _ other: Int) -> [Shaft] {
        let piece = page.pieces[other]
        guard min(piece.extent, shaft.extent) > 0.15 * max(piece.extent, shaft.extent), !names.contains(other) else {
            return []
        }
        var found: [Shaft] = []
        for (own, end) in shaft.ends.enumerated() {
            for (its, start) in piece.ends.enumerated() {
                let usual = 0.1 * min(piece.extent, shaft.extent) + 0.02 * (piece.extent + shaft.extent)
                let gap = shaft.basis.reduce(.infinity) { least, own in
                    min(least, page.pieces[own].gap(at: end, to: piece, at: start))
                }
                let turn = end.outward.x * start.outward.x + end.outward.y * start.outward.y
                guard gap < 2.5 * usual, turn < 0.5 else { continue }
                found.append(
                    Shaft(
                        members: (shaft.members + [other]).sorted(), basis: (shaft.basis + [other]).sorted(),
                        ends: [shaft.ends[1 - own], piece.ends[1 - its]], extent: shaft.extent + piece.extent,
                        cost: shaft.cost + Statistics.Share.furtherStroke + Statistics.cost(ofGap: gap, usual: usual)))
            }
        }
        return found
    }

    /// Returns a shaft that a piece traces again; `nil` if it doesn't.
    private func traced(_ shaft: Shaft, _ other: Int) -> Shaft? {
        let piece = page.pieces[other]
        guard free.contains(other), !piece.isFixed, page.isTraced(shaft.members[0], by: other) else {
            return nil
        }
        var traced = shaft
        traced.members = (shaft.members + [other]).sorted()
        traced.cost += Statistics.Share.furtherStroke
        return traced
    }

    // MARK: Heads

    /// Returns the strokes that may be heads at the ends of a shaft, and each with the cost of all
    /// its pieces one by one. Those whose structure is dearer are left out.
    ///
    /// - Parameters:
    ///   - limit: The cost of the shaft's pieces one by one.
    ///   - costs: The cost of each piece alone.
    private func heads(
        of shaft: Shaft, below limit: Double, _ costs: [Int: Double]
    ) -> [(heads: HeadStrokes, limit: Double)] {
        var found: [(heads: HeadStrokes, limit: Double)] = []
        let least = shaft.cost + leastCost(ofExtent: shaft.extent, nearStates: 2)
        for end in shaft.ends where shaft.extent > 0 {
            var strokes: [(piece: Int, cost: Double)] = []
            for other in page.pieces(near: end.position, margin: 0.06 * shaft.extent)
            where free.contains(other) && !shaft.members.contains(other) && !page.pieces[other].isFixed {
                if let cost = cost(ofHeadStroke: other, at: end, of: shaft) { strokes.append((other, cost)) }
            }
            guard strokes.count <= Self.maximumChoiceCount else { continue }
            strokes.sort { ($0.cost, $0.piece) < ($1.cost, $1.piece) }
            let maximumCount = shaft.members.count == 1 ? Self.maximumHeadStrokeCount : Self.maximumHeadStrokeCount / 2
            strokes.removeLast(max(0, strokes.count - maximumCount))
            for bits in 1..<max(1, 1 << strokes.count) {
                var (pieces, cost, limit) = ([Int](), 0.0, limit)
                for (index, stroke) in strokes.enumerated() where bits >> index & 1 != 0 {
                    pieces.append(stroke.piece)
                    cost += stroke.cost
                    limit += costs[stroke.piece] ?? 0
                }
                guard least + cost < limit else { continue }
                found.append((HeadStrokes(pieces: pieces.sorted(), end: end, cost: cost), limit))
            }
        }
        return found
    }

    private static let maximumHeadStrokeCount = 4

    /// Returns the cost of a stroke of a head at an end of a shaft; `nil` if it can't be one.
    private func cost(ofHeadStroke other: Int, at end: ShaftEnd, of shaft: Shaft) -> Double? {
        let piece = page.pieces[other]
        let usual = 0.15 * piece.extent + 0.03 * shaft.extent
        guard piece.extent > 0, piece.extent <= 0.8 * shaft.extent,
            let gap = piece.distance(to: end.position, within: 2.5 * usual)
        else { return nil }
        // A line that continues the shaft or leaves sideways is no barb.
        if piece.shape.corners.count == 2, !piece.shape.isBarb(at: end) { return nil }
        // The middle of a head isn't ahead of its tip.
        let ahead = max(0, end.along(piece.box.center) - 0.2 * piece.extent)
        return Statistics.Share.headStroke + Statistics.cost(ofGap: gap, usual: usual)
            + Statistics.cost(ofGap: ahead, usual: 0.2 * piece.extent) + states.cost(of: piece.extent, .head)
    }

    // MARK: Arrows

    /// The probability of a reading that was chosen among others as likely.
    static let doubtfulProbability = 0.6

    /// Returns the readings of a shaft as an arrow and as a loop, with a head or without. Readings
    /// that aren't cheaper than the limit may be left out.
    private func arrows(_ shaft: Shaft, heads: HeadStrokes?, below limit: Double = .infinity) -> [StrokeGroup] {
        let own = (shaft.basis + (heads?.pieces ?? [])).sorted()
        let near = states.states(near: page.box(of: own))
        // Recognition takes time, and can't make a dear structure cheap.
        let least = shaft.cost + (heads?.cost ?? 0) + leastCost(ofExtent: shaft.extent, nearStates: near.count)
        guard least < limit, page.mayRecognize(own) else { return [] }
        let members = heads == nil ? shaft.members : (shaft.members + (heads?.pieces ?? [])).sorted()
        let outlines = near.map { states.outlines[$0] }
        let recognition = page.recognition(of: own).placed(among: outlines.span, by: page.recognizer.model)
        guard case .transition(var geometry) = recognition.geometry(of: .transition),
            case .cycle(let loop) = recognition.geometry(of: .cycle), var connector = recognition.connector
        else { return [] }
        // The tip is at the head, wherever the shape of the shaft suggests one.
        if let end = heads?.end.position, end.distance(to: geometry.tail) < end.distance(to: geometry.tip) {
            swap(&geometry.tail, &geometry.tip)
            connector = connector.reversed
        }
        // Ink that is no element by shape and position needs more than a place.
        let doubt = recognition.best.kind == .unknown ? Statistics.Share.none : 0
        let structure = shaft.cost + (heads?.cost ?? 0) + doubt
        var groups: [StrokeGroup] = []
        var arrow = PlacedArrow(geometry: geometry, apex: loop.apex)
        func offer(
            _ kind: ElementKind, _ reading: Reading, _ cost: Double, _ arrow: PlacedArrow?, isDoubtful: Bool = false
        ) {
            let probability = recognition.probability(of: kind)
            let whole = structure + cost + Statistics.cost(ofProbability: probability)
            guard !(whole > limit) else { return }
            groups.append(
                StrokeGroup(
                    members: members, heads: heads?.pieces ?? [], reading: reading, cost: whole,
                    probability: isDoubtful ? min(probability, Self.doubtfulProbability) : probability, arrow: arrow))
        }
        let isDirected = heads != nil || geometry.head != .none
        let leastLoop =
            structure + Statistics.Share.loop + states.cost(of: shaft.extent, .loop)
            + Statistics.cost(ofProbability: recognition.probability(of: .cycle))
        if leastLoop > limit {
            // Its state doesn't matter.
        } else if let state = connector.connection(to: outlines.span, isLoop: true).tip,
            !surrounds(outlines[state], shaft)
        {
            (arrow.tail, arrow.tip) = (near[state], near[state])
            let gaps =
                Statistics.cost(ofEnd: connector.tail, at: outlines[state])
                + Statistics.cost(ofEnd: connector.tip, at: outlines[state])
            offer(.cycle, .loop, Statistics.Share.loop + gaps + states.cost(of: shaft.extent, .loop), arrow)
        } else {
            offer(.cycle, .none, Statistics.Share.loose + states.cost(of: shaft.extent, .loop), nil)
        }
        let ends = shownEnds(connector, outlines)
        // A head shows which end is meant, and so which state.
        let isDoubtful =
            !isDirected
            && (RivalStates.rival(at: connector.tail, of: ends.tail, excluding: ends.tip, among: outlines) != nil
                || RivalStates.rival(at: connector.tip, of: ends.tip, excluding: ends.tail, among: outlines) != nil)
        (arrow.tail, arrow.tip) = (ends.tail.map { near[$0] }, ends.tip.map { near[$0] })
        var cost = ends.cost
        switch (arrow.tail, arrow.tip) {
        case (_?, _?): cost += Statistics.Share.joined + states.cost(of: shaft.extent, .arrow)
        case (nil, _?):
            let mark = Statistics.Share.mark + states.cost(of: shaft.extent, .mark)
            // The state at which it begins may come later.
            let dangling = Statistics.Share.dangling + states.cost(of: shaft.extent, .arrow)
            cost += isFinished ? mark : min(mark, dangling)
        case (_?, nil) where isFinished && !isDirected:
            // It leads nowhere, so it comes from nowhere.
            arrow.turn()
            cost += Statistics.Share.mark + states.cost(of: shaft.extent, .mark)
        case (_?, nil): cost += Statistics.Share.dangling + states.cost(of: shaft.extent, .arrow)
        case (nil, nil):
            cost += Statistics.Share.loose + states.cost(of: shaft.extent, .arrow)
            if isFinished {
                offer(.transition, .none, cost, nil)
                return groups
            }
        }
        offer(.transition, .transition, cost, arrow, isDoubtful: isDoubtful)
        return groups
    }

    /// Returns whether a shaft runs around a state, as its loops don't.
    private func surrounds(_ state: StateGeometry, _ shaft: Shaft) -> Bool {
        // Around a place beside its box, ink turns by less than a half circle.
        let center = BoundingBox(minimum: state.center, maximum: state.center)
        if shaft.basis.count == 1, !page.pieces[shaft.basis[0]].box.isNear(center, margin: 0) { return false }
        return shaft.basis.reduce(0) { $0 + page.pieces[$1].shape.turn(around: state.center) } > 1.3 * .pi
    }

    /// Returns the states that the ends of an arrow attach to, and the cost of their gaps. Gaps are
    /// smaller than the arrow.
    private func shownEnds(
        _ connector: Connector, _ outlines: [StateGeometry]
    ) -> (tail: Int?, tip: Int?, cost: Double) {
        let connection = connector.connection(to: outlines.span)
        let extent = connector.tail.distance(to: connector.tip)
        func gap(_ end: Point, _ state: Int?) -> Double { state.map { max(0, outlines[$0].distance(to: end)) } ?? 0 }
        var (tail, tip) = (connection.tail, connection.tip)
        let (tailGap, tipGap) = (gap(connector.tail, tail), gap(connector.tip, tip))
        if tail != nil, tip != nil, tailGap + tipGap > extent {
            if tailGap > tipGap { tail = nil } else { tip = nil }
        }
        let cost =
            (tail.map { Statistics.cost(ofEnd: connector.tail, at: outlines[$0]) } ?? 0)
            + (tip.map { Statistics.cost(ofEnd: connector.tip, at: outlines[$0]) } ?? 0)
        return (tail, tip, cost)
    }
}
