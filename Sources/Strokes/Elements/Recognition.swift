/// The possible meanings of a stroke, most probable first.
public struct Recognition: Sendable, Hashable {
    /// Probability of each kind, by its raw value; 0 for what wasn't allowed.
    let probabilities: SIMD4<Double>
    private let figures: FittedFigures?
    /// The kinds that were allowed.
    public let allowed: ElementKinds
    /// Ink that is an element, of whichever kind, with less than this probability is rejected.
    public let threshold: Double
    /// The position relative to the states of the context.
    public let relation: ElementRelation

    init(
        probabilities: SIMD4<Double>, figures: FittedFigures?, allowed: ElementKinds, threshold: Double,
        relation: ElementRelation
    ) {
        self.probabilities = probabilities
        self.figures = figures
        self.allowed = allowed
        self.threshold = threshold
        self.relation = relation
    }

    /// The probability of a kind; 0 for one that wasn't allowed.
    public func probability(of kind: ElementKind) -> Double { probabilities[Int(kind.rawValue)] }

    /// The fitted figure of a kind; `unknown` where the ink has no shape.
    public func geometry(of kind: ElementKind) -> ElementGeometry {
        guard let figures else { return .unknown }
        switch kind {
        case .state: return .state(figures.state)
        case .transition: return .transition(figures.transition)
        case .cycle: return .cycle(figures.cycle)
        case .unknown: return .unknown
        }
    }

    /// The ends of the ink as those of an arrow; `nil` if the ink has no shape.
    public var connector: Connector? {
        figures.map {
            Connector(
                tail: $0.transition.tail, tip: $0.transition.tip, tailHeading: $0.tailHeading,
                tipHeading: $0.tipHeading)
        }
    }

    /// The answer: the most probable candidate, or `unknown` where the elements together are less
    /// probable than the threshold.
    ///
    /// Ink that is a state or a cycle for certain isn't rejected because it may be either. An
    /// answer that was rejected so has the probability of `unknown` itself, which may be small: it
    /// says how probable it is that the stroke is no element, not how sure the rejection is.
    ///
    /// Where `unknown` wasn't allowed, the caller wants an element whatever the doubt, and the
    /// threshold doesn't apply. Reading it allocates nothing.
    public var best: Candidate {
        var best = ElementKind.unknown
        var most = -1.0
        for raw in UInt8(0)..<4 {
            guard let kind = ElementKind(rawValue: raw), allowed.contains(kind) else { continue }
            let probability = probability(of: kind)
            if probability > most {
                most = probability
                best = kind
            }
        }
        let element = probabilities.x + probabilities.y + probabilities.z
        if best != .unknown && element < threshold && allowed.contains(.unknown) { return candidate(.unknown) }
        return candidate(best)
    }

    /// A Boolean value that indicates whether ``best`` is `unknown` although an element is more
    /// probable.
    ///
    /// The elements together are then less probable than ``threshold``.
    public var isRejected: Bool { best.kind == .unknown && candidates.first?.kind != .unknown }

    func candidate(_ kind: ElementKind) -> Candidate {
        Candidate(kind: kind, probability: probability(of: kind), geometry: geometry(of: kind))
    }
}
