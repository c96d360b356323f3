public import Strokes

/// A style of an element, by kind.
public enum ElementStyle: Sendable, Hashable {
    /// A state.
    case state(StateStyle)
    /// A transition.
    case transition(TransitionStyle)
    /// A self-loop.
    case cycle(CycleStyle)
    /// None of them.
    case unknown(UnknownStyle)

    /// The kind of the element.
    public var kind: ElementKind {
        switch self {
        case .state: .state
        case .transition: .transition
        case .cycle: .cycle
        case .unknown: .unknown
        }
    }

    /// All styles, those of arrows in all combinations.
    public static let all: [ElementStyle] = {
        let ends: [(ArrowHeadStyle?, ArrowStrokes)] =
            [(nil, .one)] + ArrowHeadStyle.allCases.flatMap { head in ArrowStrokes.allCases.map { (head, $0) } }
        return StateStyle.allCases.map { .state($0) }
            + ShaftStyle.allCases.flatMap { shaft in
                ends.map { .transition(TransitionStyle(shaft: shaft, head: $0.0, strokes: $0.1)) }
            }
            + LoopStyle.allCases.flatMap { loop in
                ends.map { .cycle(CycleStyle(loop: loop, head: $0.0, strokes: $0.1)) }
            }
            + UnknownStyle.allCases.map { .unknown($0) }
    }()
}

/// A drawing of a ``StrokeGenerator``, with its kind and style.
public struct SyntheticElement: Sendable, Hashable {
    /// The style in which it is drawn.
    public let style: ElementStyle
    /// The strokes in drawing order, one or more, with one point or more each.
    public let strokes: [Stroke]
    /// The hand that drew it.
    public let hand: Hand
    /// The device that it was drawn on.
    public let device: StrokeDevice

    /// The kind.
    public var kind: ElementKind { style.kind }
}
