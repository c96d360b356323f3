internal import Strokes

/// Finds the most probable consistent reading of pieces of ink: every piece is in one group, and
/// arrows attach to the states of the same reading.
///
/// The circles that are surely states are taken first. The cheapest groups of the other pieces
/// follow for these states: pieces that share groups compete, and each set of competitors is
/// solved exactly by ``CoverSearch``. Then each doubtful circle is tried as a state and as
/// something else, with the arrows near it read anew, and the cheaper reading stays.
struct DrawingParser {
    /// The use of a circle.
    enum Role: Equatable {
        /// Not a circle of a state.
        case unused
        case state
        /// A ring, which makes the state with the given outline final.
        case ring(Int)
        /// A circle over the outline with the given number, which it replaces.
        case correction(Int)
    }

    let page: InkPage
    private let free: Set<Int>
    let candidates: [CircleCandidate]
    private(set) var roles: [Role]
    /// The given states, followed by the candidates' circles.
    private(set) var states: PageStates
    /// The number of the given states.
    let givenCount: Int
    let isFinished: Bool
    /// The pieces that were read as circles before.
    private let formerCircles: Set<Int>
    /// The piece that is new; `nil` if all are.
    private let newPiece: Int?
    /// The pieces that belong to circles, with the states that they draw.
    private var used: [Int: Int]
    /// The pieces that draw given states and aren't read, by their states.
    private var givenPieces: [Int: [Int]] = [:]
    /// The candidates that draw each state, in ascending order.
    private var drawnBy: [Int: [Int]] = [:]
    /// The probability of the role of each circle among the states.
    private(set) var roleProbabilities: [Double]
    /// The ring of each state, with the outline that the state has without it.
    private var rings: [Int: (candidate: Int, outline: StateGeometry)] = [:]

    /// The last cover that was found, if no role changed since.
    private var lastCover: Cover?

    private typealias Statistics = DrawingStatistics

    /// - Parameters:
    ///   - page: The pieces.
    ///   - free: The pieces that are read; the others are only near them.
    ///   - given: The states that stay.
    ///   - ink: The pieces that draw these states, with the states.
    ///   - isFinished: Whether the drawing is finished.
    ///   - circles: The pieces that were read as circles before.
    ///   - new: The piece that is new among others that were read before; `nil` if all are new.
    ///   - mayContinue: Returns whether to continue; called for each piece.
    init(
        _ page: InkPage, free: [Int], among given: PageStates, drawnBy ink: [Int: Int] = [:], isFinished: Bool,
        before circles: Set<Int> = [], new: Int? = nil, _ mayContinue: () -> Bool
    ) {
        self.page = page
        (formerCircles, newPiece) = (circles, new)
        self.free = Set(free)
        self.isFinished = isFinished
        givenCount = given.outlines.count
        states = given
        used = ink
        for (piece, state) in ink.sorted(by: { $0.key < $1.key }) where !self.free.contains(piece) {
            givenPieces[state, default: []].append(piece)
        }
        candidates = CircleCandidate.candidates(among: self.free, on: page, mayContinue).sorted {
            ($0.cost, $0.members[0]) < ($1.cost, $1.members[0])
        }
        roles = Array(repeating: .unused, count: candidates.count)
        roleProbabilities = Array(repeating: 1, count: candidates.count)
        for candidate in candidates { _ = states.add(candidate.circle, isState: false) }
        let likely = CircleCandidate.likely(candidates)
        states.usualRadius = Self.usualRadius(of: states.outlines.prefix(givenCount) + likely)
        // What was read before comes first.
        let isKept = candidates.map { $0.members.allSatisfy { circles.contains($0) } }
        for index in candidates.indices where isKept[index] && mayContinue() { takeIfSure(index) }
        for index in candidates.indices where !isKept[index] && mayContinue() { takeIfSure(index) }
        settleCircles(mayContinue)
        for index in candidates.indices where roles[index] == .state && mayBeLoop(index) {
            roleProbabilities[index] = GroupProposals.doubtfulProbability
        }
    }

    /// Returns the median radius of circles, weighted by area so that letters don't change it;
    /// `nil` if there are no circles.
    private static func usualRadius(of circles: ArraySlice<StateGeometry>) -> Double? {
        let radii = circles.map(\.radius).sorted()
        var rest = radii.reduce(0) { $0 + $1 * $1 } / 2
        for radius in radii {
            rest -= radius * radius
            if rest <= 0 { return radius }
        }
        return radii.last
    }

    // MARK: Circles

    /// Takes a circle that is a state, a ring or a correction by itself.
    private mutating func takeIfSure(_ index: Int) {
        let candidate = candidates[index]
        guard candidate.members.count == 1, used[candidate.members[0]] == nil else { return }
        var role = role(of: index)
        if case .ring(let state) = role, candidate.probability > 0.9, isSign(state, in: index) {
            set(state - givenCount, .unused)
            role = .state
        }
        switch role {
        case .unused: return
        case .state:
            // Circles much smaller than the others are letters, dots and heads.
            guard candidate.circle.radius > Self.smallRadius * (states.usualRadius ?? 0) else { return }
            guard placed(index).best.kind == .state else { return }
        case .ring, .correction: guard candidate.probability > 0.9 else { return }
        }
        set(index, role)
    }

    /// Returns the role that a circle has among the states; it is unused if it is a sign in one.
    private mutating func role(of index: Int) -> Role {
        let candidate = candidates[index]
        roleProbabilities[index] = 1
        guard let box = BoundingBox(around: [candidate.circle.center]) else { return .state }
        let around = states.states(near: box).filter {
            $0 != givenCount + index && candidate.isRing(of: states.outlines[$0])
                && candidate.circle.radius > 0.3 * states.outlines[$0].radius
        }
        func distance(_ state: Int) -> Double { states.outlines[state].center.distance(to: candidate.circle.center) }
        guard let state = around.min(by: { distance($0) < distance($1) }) else { return .state }
        let trace = profiles(of: state).reduce(0) { max($0, $1.traceProbability(of: candidate, on: page)) }
        roleProbabilities[index] = max(trace, 1 - trace)
        if trace > 0.5 { return .correction(state) }
        let (ring, isInner) = ringProbability(of: index, at: state)
        roleProbabilities[index] *= max(ring, 1 - ring)
        return ring > 0.5 || !isInner ? .ring(state) : .unused
    }

    /// Returns the probability that a circle is the ring of a state, or the state's is that of the
    /// circle, and whether the circle is the smaller one.
    private func ringProbability(of index: Int, at state: Int) -> (probability: Double, isInner: Bool) {
        let (own, circle) = (page.box(of: candidates[index].members), box(of: state))
        let isInner = own.width + own.height < circle.width + circle.height
        return (Statistics.ringProbability(of: isInner ? own : circle, in: isInner ? circle : own), isInner)
    }

    /// Returns whether a state is a sign in a circle, which was taken for a state first.
    private func isSign(_ state: Int, in index: Int) -> Bool {
        guard state >= givenCount, circles(of: state) == [state - givenCount],
            candidates[state - givenCount].members.count == 1,
            2 * states.outlines[state].radius > Self.smallRadius * candidates[index].circle.radius
        else { return false }
        let (probability, isInner) = ringProbability(of: index, at: state)
        return !isInner && probability < 0.5
    }

    /// Returns the smallest box around the pieces that draw a state.
    private func box(of state: Int) -> BoundingBox {
        let drawn = circles(of: state).flatMap { candidates[$0].members } + (givenPieces[state] ?? [])
        return drawn.isEmpty ? states.outlines[state].box : page.box(of: drawn)
    }

    /// The maximum number of circles that draw a state and are compared with others.
    private static let maximumProfileCount = 8

    /// Returns the profiles of the circles that draw a state.
    private func profiles(of state: Int) -> [CircleProfile] {
        let drawn = circles(of: state).prefix(Self.maximumProfileCount).map { index in
            CircleProfile(candidates[index].circle, drawnBy: candidates[index].members.map { page.pieces[$0] })
        }
        guard state < givenCount else { return drawn }
        let outline = states.outlines[state]
        let given = (givenPieces[state] ?? []).prefix(Self.maximumProfileCount).map { piece in
            CircleProfile(outline, drawnBy: [page.pieces[piece]])
        }
        return drawn + (given.isEmpty ? [CircleProfile(outline)] : given)
    }

    /// Returns whether an outline has a ring.
    func hasRing(_ number: Int) -> Bool { rings[number] != nil }

    /// Returns the candidates that draw a state.
    func circles(of state: Int) -> [Int] { drawnBy[state] ?? [] }

    /// Returns the state that a circle draws in a role.
    private func state(of index: Int, in role: Role) -> Int? {
        switch role {
        case .unused: nil
        case .state: givenCount + index
        case .ring(let state), .correction(let state): state
        }
    }

    private mutating func set(_ index: Int, _ role: Role) {
        lastCover = nil
        let candidate = candidates[index]
        if case .ring(let state) = roles[index], let ring = rings[state], ring.candidate == index {
            states.set(state, outline: ring.outline)
            rings[state] = nil
        }
        if let former = self.state(of: index, in: roles[index]) { drawnBy[former]?.removeAll { $0 == index } }
        let state = state(of: index, in: role)
        if let state {
            var circles = drawnBy[state] ?? []
            circles.insert(index, at: circles.lastIndex { $0 < index }.map { $0 + 1 } ?? 0)
            drawnBy[state] = circles
        }
        for member in candidate.members { used[member] = state }
        roles[index] = role
        states.set(givenCount + index, isState: role == .state)
        if case .ring(let state) = role, rings[state] == nil {
            rings[state] = (index, states.outlines[state])
            if candidate.circle.radius > states.outlines[state].radius {
                states.set(state, outline: candidate.circle)
            }
        }
    }

    /// Returns the cost of a circle in its role.
    private func cost(ofCircle index: Int) -> Double {
        let candidate = candidates[index]
        let extent = 2 * candidate.circle.radius * 2.0.squareRoot()
        let cost =
            Statistics.cost(ofProbability: placed(index).probability(of: .state))
            + Double(candidate.members.count - 1) * Statistics.Share.furtherStroke
        guard case .ring(let state) = roles[index], let outline = rings[state]?.outline else {
            let share = roles[index] == .state ? Statistics.Share.state : Statistics.Share.ring
            return cost + share + states.cost(of: extent, .circle)
        }
        // A ring is compared with its own state, whose size may be unusual.
        let ratio = candidate.circle.radius / max(outline.radius, 1e-9)
        return cost + Statistics.Share.ring + Statistics.ringCost(ofSize: min(ratio, 1 / max(ratio, 1e-9)))
    }

    /// Returns the recognition of a circle among the other states.
    private func placed(_ index: Int) -> Recognition {
        let near = states.states(near: candidates[index].circle.box).filter { $0 != givenCount + index }
        let outlines = near.map { states.outlines[$0] }
        return candidates[index].recognition.placed(among: outlines.span, by: page.recognizer.model)
    }

    /// Returns whether a circle may be a closed loop at a state.
    private func mayBeLoop(_ index: Int) -> Bool {
        let circle = candidates[index].circle
        return states.states(near: circle.box).contains { circle.mayBeLoop(at: states.outlines[$0]) }
    }

    // MARK: Doubtful circles

    /// Tries each doubtful circle as a state and as something else, until nothing changes: arrows
    /// that one circle lets find a place may be what makes another one doubtful.
    private mutating func settleCircles(_ mayContinue: () -> Bool) {
        for _ in 0..<Self.maximumRoundCount {
            let before = roles
            tryCircles(mayContinue)
            if roles == before { return }
        }
    }

    /// The maximum number of times that each circle is tried.
    private static let maximumRoundCount = 4

    /// Tries each doubtful circle once.
    private mutating func tryCircles(_ mayContinue: () -> Bool) {
        for index in candidates.indices where mayContinue() {
            let candidate = candidates[index]
            switch roles[index] {
            case .state:
                let isSure = placed(index).probability(of: .state) > CircleCandidate.certainty
                guard !isSure || isSmall(candidate), circles(of: givenCount + index).count == 1 else { continue }
                compare(index, with: .unused)
            case .unused:
                guard candidate.members.allSatisfy({ used[$0] == nil }), !isSettled(candidate) else { continue }
                let role = role(of: index)
                if role == .unused || role == .state && isSmall(candidate) { continue }
                compare(index, with: role)
            case .ring, .correction: continue
            }
        }
    }

    /// Returns whether a circle was tried as a state before, when its last piece was drawn.
    private func isSettled(_ candidate: CircleCandidate) -> Bool {
        guard let newPiece else { return false }
        return !candidate.members.contains { $0 == newPiece || formerCircles.contains($0) }
    }

    /// The radius below which a circle is small, in usual radii.
    static let smallRadius = 0.4

    private func isSmall(_ candidate: CircleCandidate) -> Bool {
        candidate.circle.radius < Self.smallRadius * (states.usualRadius ?? 0)
    }

    /// The maximum number of pieces that are read again for a circle; drawings have fewer.
    private static let maximumNearCount = 48

    /// Gives a circle another role if that makes the whole reading cheaper.
    private mutating func compare(_ index: Int, with other: Role) {
        let old = roles[index]
        let near = piecesNear(index)
        guard near.count <= Self.maximumNearCount else { return }
        func tried(_ role: Role) -> (cost: Double, cover: Cover) {
            if role != roles[index] { set(index, role) }
            let cover = cover(of: near.filter { used[$0] == nil })
            return (cover.cost + (role == .unused ? 0 : cost(ofCircle: index)), cover)
        }
        let (former, new) = (tried(old), tried(other))
        if former.cost <= new.cost { set(index, old) }
        lastCover = former.cost <= new.cost ? former.cover : new.cover
    }

    /// Returns the pieces whose reading depends on a circle: its own, those that may attach to it,
    /// and those that may belong to these. Pieces of other circles are left out.
    private func piecesNear(_ index: Int) -> [Int] {
        let candidate = candidates[index]
        var found = Set(candidate.members)
        for other in page.pieces(near: candidate.circle.box, margin: candidate.circle.radius) {
            let gaps = page.pieces[other].ends.map { abs(candidate.circle.distance(to: $0.position)) }
            if gaps.contains(where: { $0 < 1.3 * candidate.circle.radius }) { found.insert(other) }
        }
        guard found.count <= Self.maximumNearCount else { return Array(found) }
        for piece in found {
            for end in page.pieces[piece].ends {
                found.formUnion(
                    page.pieces(near: end.position, margin: 0).filter { other in
                        let reach = 0.4 * page.pieces[other].extent + 0.06 * page.pieces[piece].extent
                        return page.pieces[other].distance(to: end.position, within: reach) != nil
                    })
            }
        }
        return found.filter { free.contains($0) && (used[$0] == nil || candidate.members.contains($0)) }.sorted()
    }

    // MARK: Other pieces

    /// Returns the cheapest groups of the pieces that belong to no circle.
    func groups(_ mayContinue: () -> Bool) -> [StrokeGroup] {
        cover(of: free.filter { used[$0] == nil }.sorted(), mayContinue).groups
    }

    /// The cheapest groups that cover pieces.
    private struct Cover {
        let pieces: [Int]
        let groups: [StrokeGroup]
        let cost: Double
    }

    /// Returns the cheapest groups that cover pieces.
    private func cover(of free: [Int], _ mayContinue: () -> Bool = { true }) -> Cover {
        if let lastCover, lastCover.pieces == free { return lastCover }
        let proposals = GroupProposals(of: free, on: page, among: states, drawnBy: used, isFinished: isFinished)
        let groups = Competition.undominated(proposals.groups(mayContinue))
        var chosen: [StrokeGroup] = []
        for component in Competition.components(of: groups) {
            chosen += Competition.cheapest(component.map { groups[$0] })
        }
        return Cover(pieces: free, groups: chosen, cost: chosen.reduce(0) { $0 + $1.cost })
    }
}

extension StateGeometry {
    /// Returns whether the circle touches or crosses the outline of a larger state, as a closed
    /// loop does.
    func mayBeLoop(at state: StateGeometry) -> Bool {
        radius < 0.75 * state.radius && abs(state.distance(to: center)) < 1.15 * radius
    }

    /// The smallest box around the circle.
    var box: BoundingBox {
        BoundingBox(
            minimum: Point(x: center.x - radius, y: center.y - radius),
            maximum: Point(x: center.x + radius, y: center.y + radius))
    }
}
