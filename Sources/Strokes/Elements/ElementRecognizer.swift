/// A recognizer of strokes in the drawing of an automaton: states, transitions, cycles and unknown
/// ink.
///
/// ```swift
/// let recognizer = ElementRecognizer()
/// let recognition = recognizer.recognize(points)
/// switch recognition.best.geometry {
/// case .state(let circle): …
/// case .transition(let arrow): …
/// case .cycle(let loop): …
/// case .unknown: …
/// }
/// ```
///
/// The ink is resampled to 64 evenly spaced points. Its features don't depend on position, size,
/// direction or sampling, and only three depend on rotation. Boosted trees and two small networks
/// score the features; one calibration turns the scores into probabilities. Recognition is a pure
/// function of its arguments; any number of threads may share a recognizer.
///
/// Every input has an answer. Points that aren't finite are ignored. Ink without a shape (no point,
/// all points equal, too small or too large for numbers) is `unknown` with certainty. The time is
/// linear in the number of points, plus some microseconds.
public struct ElementRecognizer: Sendable {
    /// The model that was trained on strokes.
    public let model: ElementModel

    /// Creates a recognizer with a model.
    public init(model: ElementModel = .default) { self.model = model }

    /// Working memory for one recognition at a time. Reuse it for many strokes to save allocations.
    ///
    /// It needs some kilobytes. Recognizing several strokes as one element joins the strokes, which
    /// needs as much memory as twice their points; this memory is kept for further strokes.
    public struct Scratch: ~Copyable {
        fileprivate let inner = FeatureScratch()
        /// Memory for joining strokes, created on first use.
        fileprivate var joined: JoinedStrokes?

        /// Creates empty working memory.
        public init() {}

        /// The number of bytes kept for joined strokes.
        package var bufferedByteCount: Int { joined?.bufferedByteCount ?? 0 }
    }

    /// Recognizes one stroke, whose points are borrowed and not copied.
    ///
    /// - Parameters:
    ///   - points: The points in drawing order.
    ///   - allowed: The kinds that are possible; the probabilities of other kinds are divided among
    ///     them in proportion. An empty set allows all kinds.
    ///   - context: The states that are already drawn.
    ///   - threshold: Ink is rejected if the probability that it is an element is below this value.
    ///     `nil` stands for the model's ``ElementModel/rejectionThreshold``. If both ends attach to
    ///     states and their gaps together are smaller than half of the ink's extent, `nil` stands
    ///     for at most one half (see ``ElementRelation``).
    ///   - scratch: Working memory.
    /// - Complexity: O(*n* + *s*) for *n* points and *s* states, no allocation.
    public func recognize(
        _ points: Span<Point>, allowing allowed: ElementKinds = .all, context: ElementContext = .none,
        threshold: Double? = nil, scratch: inout Scratch
    ) -> Recognition {
        recognize(
            points, allowing: allowed, states: context.states.span, attachmentLimit: context.attachmentLimit,
            threshold: threshold, scratch: &scratch)
    }

    /// Recognizes one stroke, whose points are borrowed and not copied, with new working memory.
    ///
    /// - Parameters:
    ///   - points: The points in drawing order.
    ///   - allowed: The kinds that are possible; the probabilities of other kinds are divided among
    ///     them in proportion. An empty set allows all kinds.
    ///   - context: The states that are already drawn.
    ///   - threshold: Ink is rejected if the probability that it is an element is below this value.
    ///     `nil` stands for the model's ``ElementModel/rejectionThreshold``. If both ends attach to
    ///     states and their gaps together are smaller than half of the ink's extent, `nil` stands
    ///     for at most one half (see ``ElementRelation``).
    /// - Complexity: O(*n* + *s*) for *n* points and *s* states.
    public func recognize(
        _ points: Span<Point>, allowing allowed: ElementKinds = .all, context: ElementContext = .none,
        threshold: Double? = nil
    ) -> Recognition {
        var scratch = Scratch()
        return recognize(points, allowing: allowed, context: context, threshold: threshold, scratch: &scratch)
    }

    /// Recognizes one stroke given as an array; see
    /// ``recognize(_:allowing:context:threshold:)-(Span<Point>,_,_,_)``.
    public func recognize(
        _ points: [Point], allowing allowed: ElementKinds = .all, context: ElementContext = .none,
        threshold: Double? = nil
    ) -> Recognition {
        recognize(points.span, allowing: allowed, context: context, threshold: threshold)
    }

    /// Recognizes several strokes that make one element, such as a shaft and its head.
    ///
    /// The strokes are joined to one path (see <doc:Elements>): the main stroke, and at each end
    /// the strokes nearer to that end. One feature is the distance that the pen moved in the air.
    /// If there are more than 64 strokes, they are joined in drawing order. An empty list is
    /// `unknown`.
    ///
    /// - Parameters:
    ///   - strokes: The strokes in drawing order.
    ///   - allowed: The kinds that are possible; the probabilities of other kinds are divided among
    ///     them in proportion. An empty set allows all kinds.
    ///   - context: The states that are already drawn.
    ///   - threshold: Ink is rejected if the probability that it is an element is below this value.
    ///     `nil` stands for the model's ``ElementModel/rejectionThreshold``. If both ends attach to
    ///     states and their gaps together are smaller than half of the ink's extent, `nil` stands
    ///     for at most one half (see ``ElementRelation``).
    ///   - scratch: Working memory, which grows if there are more points than before.
    /// - Complexity: O(*n* + *k*² + *s*) for *n* points, *s* states and *k* strokes, or *k* = 64
    ///   for more; no allocation if the scratch is large enough.
    public func recognize(
        _ strokes: [Stroke], allowing allowed: ElementKinds = .all, context: ElementContext = .none,
        threshold: Double? = nil, scratch: inout Scratch
    ) -> Recognition {
        if strokes.count == 1 {
            let points = strokes[0].points
            return recognize(
                points.span, allowing: allowed, context: context, threshold: threshold, scratch: &scratch)
        }
        return recognize(
            allowing: allowed, states: context.states.span, attachmentLimit: context.attachmentLimit,
            threshold: threshold, scratch: &scratch
        ) { joined in
            joined.reserveCapacity(strokes.reduce(0) { $0 + $1.points.count })
            for stroke in strokes { joined.append(stroke.points.span) }
        }
    }

    /// Recognizes several strokes that make one element, with new working memory; see
    /// ``recognize(_:allowing:context:threshold:scratch:)-([Stroke],_,_,_,_)``.
    public func recognize(
        _ strokes: [Stroke], allowing allowed: ElementKinds = .all, context: ElementContext = .none,
        threshold: Double? = nil
    ) -> Recognition {
        var scratch = Scratch()
        return recognize(strokes, allowing: allowed, context: context, threshold: threshold, scratch: &scratch)
    }
}

// Functions that need no arrays.
extension ElementRecognizer {
    /// Recognizes one stroke among states.
    package func recognize(
        _ points: Span<Point>, allowing allowed: ElementKinds, states: Span<StateGeometry>, attachmentLimit: Double,
        threshold: Double?, scratch: inout Scratch
    ) -> Recognition {
        recognize(
            points, strokes: 1, penUp: 0, shaft: nil, allowing: allowed, states: states,
            attachmentLimit: attachmentLimit, threshold: threshold, scratch: &scratch)
    }

    /// Recognizes the strokes that `addingStrokes` adds as one element, among states.
    package func recognize(
        allowing allowed: ElementKinds, states: Span<StateGeometry>, attachmentLimit: Double, threshold: Double?,
        scratch: inout Scratch, addingStrokes: (JoinedStrokes) -> Void
    ) -> Recognition {
        let joined = scratch.joined ?? JoinedStrokes()
        scratch.joined = joined
        joined.removeAll()
        addingStrokes(joined)
        joined.join()
        return recognize(
            joined.points.span, strokes: joined.strokeCount, penUp: joined.penUp, shaft: joined.shaft,
            allowing: allowed,
            states: states, attachmentLimit: attachmentLimit, threshold: threshold, scratch: &scratch)
    }

    private func recognize(
        _ points: Span<Point>, strokes: Int, penUp: Double, shaft: JoinedStrokes.Shaft?,
        allowing allowed: ElementKinds, states: Span<StateGeometry>, attachmentLimit: Double, threshold: Double?,
        scratch: inout Scratch
    ) -> Recognition {
        // An empty set, or one of only unknown bits, allows everything.
        let known = allowed.intersection(.all)
        let allowed = known.isEmpty ? ElementKinds.all : known
        let buffers = scratch.inner.buffers
        guard var frame = buffers.normalize(points) else {
            return Recognition(
                probabilities: .withoutShape(allowed), figures: nil, allowed: allowed,
                threshold: threshold ?? model.rejectionThreshold, relation: .none)
        }
        buffers.orient(&frame)
        let features = scratch.inner.features
        let measures = buffers.measure(
            frame, strokes: strokes, penUp: penUp,
            into: UnsafeMutableRawPointer(features).assumingMemoryBound(to: Float.self))
        let figures = buffers.fit(frame, measures, shaft: shaft)
        let scores = model.scores(scratch.inner)
        var logits = model.logits(trees: scores.trees, networks: scores.networks)
        let placement = figures.placement(among: states, within: attachmentLimit)
        logits += Float(placement.cover) * model.context.evidence(placement.relation)
        return Recognition(
            probabilities: .softmax(logits, allowed: allowed), figures: figures, allowed: allowed,
            threshold: threshold ?? model.rejectionThreshold(placement), relation: placement.relation)
    }
}

extension SIMD4<Double> {
    /// Returns the probabilities of the allowed classes.
    static func softmax(_ logits: SIMD4<Float>, allowed: ElementKinds) -> SIMD4<Double> {
        var greatestLogit = -Float.infinity
        for index in 0..<4 where allowed.rawValue & (1 << UInt8(index)) != 0 && logits[index] > greatestLogit {
            greatestLogit = logits[index]
        }
        var powers = SIMD4<Double>.zero
        for index in 0..<4 where allowed.rawValue & (1 << UInt8(index)) != 0 {
            powers[index] = ElementaryFunctions.exponential(Double(logits[index] - greatestLogit))
        }
        return powers / powers.sum()
    }

    /// Returns `unknown` with certainty if it is allowed, otherwise equal probabilities.
    static func withoutShape(_ allowed: ElementKinds) -> SIMD4<Double> {
        if allowed.contains(.unknown) { return SIMD4(0, 0, 0, 1) }
        return softmax(.zero, allowed: allowed)
    }
}
