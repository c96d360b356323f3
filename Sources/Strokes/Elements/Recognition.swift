/// The possible meanings of a stroke, with their probabilities and figures.
public struct Recognition: Sendable, Hashable {
    /// The probability of each kind, by its raw value; 0 for kinds that weren't allowed.
    let probabilities: SIMD4<Double>
    private let figures: FittedFigures?
    /// The kinds from which the recognition could choose.
    public let allowedKinds: ElementKinds
    /// The rejection threshold: ink is rejected if the probability that it is an element, of any
    /// kind, is lower.
    public let threshold: Double
    /// The position of the stroke relative to the states of the context.
    public let relation: ElementRelation

    package init(
        probabilities: SIMD4<Double>, figures: FittedFigures?, allowed: ElementKinds, threshold: Double,
        relation: ElementRelation
    ) {
        self.probabilities = probabilities
        self.figures = figures
        allowedKinds = allowed
        self.threshold = threshold
        self.relation = relation
    }

    /// Returns the recognition with other indices of the states.
    package func renumberingStates(_ number: (Int) -> Int) -> Recognition {
        let relation: ElementRelation =
            switch relation {
            case .none: .none
            case .surrounds(let state): .surrounds(state: number(state))
            case .touches(let state, let end): .touches(state: number(state), end: end)
            case .returns(let state): .returns(state: number(state))
            case .joins(let from, let to): .joins(from: number(from), to: number(to))
            }
        return Recognition(
            probabilities: probabilities, figures: figures, allowed: allowedKinds, threshold: threshold,
            relation: relation)
    }

    /// Returns the recognition of the same ink among states, if this is the recognition without
    /// context. The features aren't computed again.
    ///
    /// - Complexity: O(*s*) for *s* states, no allocation.
    package func placed(among states: Span<StateGeometry>, by model: ElementModel) -> Recognition {
        guard let figures, !states.isEmpty else { return self }
        let placement = figures.placement(among: states, within: ElementContext.defaultAttachmentLimit)
        var logits = SIMD4<Float>.zero
        for index in 0..<4 { logits[index] = Float(ElementaryFunctions.logarithm(max(probabilities[index], 1e-30))) }
        logits += Float(placement.cover) * model.context.evidence(placement.relation)
        return Recognition(
            probabilities: .softmax(logits, allowed: allowedKinds), figures: figures, allowed: allowedKinds,
            threshold: model.rejectionThreshold(placement), relation: placement.relation)
    }

    /// Returns the probability of a kind; 0 for a kind that wasn't allowed.
    public func probability(of kind: ElementKind) -> Double { probabilities[Int(kind.rawValue)] }

    /// Returns the fitted figure of a kind; `unknown` if the ink has no shape.
    public func geometry(of kind: ElementKind) -> ElementGeometry {
        guard let figures else { return .unknown }
        switch kind {
        case .state: return .state(figures.state)
        case .transition: return .transition(figures.transition)
        case .cycle: return .cycle(figures.cycle)
        case .unknown: return .unknown
        }
    }

    /// The ends of the ink, regarded as an arrow; `nil` if the ink has no shape.
    public var connector: Connector? {
        figures.map {
            Connector(
                tail: $0.transition.tail, tip: $0.transition.tip, tailHeading: $0.tailHeading,
                tipHeading: $0.tipHeading)
        }
    }

    /// The most probable candidate, or `unknown` if the elements together are less probable than
    /// the threshold.
    ///
    /// The probabilities of the elements are added, so that ink isn't rejected only because it may
    /// be a state or a cycle. The answer `unknown` has the probability that the stroke isn't an
    /// element, which may be small if the ink was rejected.
    ///
    /// If `unknown` isn't allowed, the threshold doesn't apply. Reading this property allocates
    /// nothing.
    public var best: Candidate {
        var best = ElementKind.unknown
        var most = -1.0
        for raw in UInt8(0)..<4 {
            guard let kind = ElementKind(rawValue: raw), allowedKinds.contains(kind) else { continue }
            let probability = probability(of: kind)
            if probability > most {
                most = probability
                best = kind
            }
        }
        let element = probabilities.x + probabilities.y + probabilities.z
        if best != .unknown && element < threshold && allowedKinds.contains(.unknown) { return candidate(.unknown) }
        return candidate(best)
    }

    /// A Boolean value that indicates whether ``best`` is `unknown` although an element is more
    /// probable.
    ///
    /// If it is true, the probabilities of all elements together are less than ``threshold``.
    public var isRejected: Bool { best.kind == .unknown && candidates.first?.kind != .unknown }

    func candidate(_ kind: ElementKind) -> Candidate {
        Candidate(kind: kind, probability: probability(of: kind), geometry: geometry(of: kind))
    }
}
