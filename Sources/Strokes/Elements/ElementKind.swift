/// A kind of element in the drawing of an automaton.
public enum ElementKind: UInt8, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// A circle: a state.
    case state = 0
    /// A line, an arc or an arrow from one state to another: a transition.
    case transition = 1
    /// A loop that ends where it began: a transition from a state to itself.
    case cycle = 2
    /// Anything else, such as text, a scribble, a polygon or a check mark.
    case unknown = 3

    /// The name: `state`, `transition`, `cycle` or `unknown`.
    public var description: String {
        switch self {
        case .state: "state"
        case .transition: "transition"
        case .cycle: "cycle"
        case .unknown: "unknown"
        }
    }

    /// Creates the kind with a name; `nil` if no kind has that name.
    public init?(name: some StringProtocol) {
        guard let kind = Self.allCases.first(where: { $0.description == name }) else { return nil }
        self = kind
    }
}

/// A set of kinds of elements, such as the kinds that a recognition allows.
public struct ElementKinds: OptionSet, Sendable, Hashable {
    /// One bit for each kind, `1 << kind.rawValue`.
    public var rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates a set with one kind.
    public init(_ kind: ElementKind) { rawValue = 1 << kind.rawValue }

    /// The set of the kind `state`.
    public static let state = ElementKinds(.state)
    /// The set of the kind `transition`.
    public static let transition = ElementKinds(.transition)
    /// The set of the kind `cycle`.
    public static let cycle = ElementKinds(.cycle)
    /// The set of the kind `unknown`.
    public static let unknown = ElementKinds(.unknown)
    /// The set of all kinds.
    public static let all: ElementKinds = [.state, .transition, .cycle, .unknown]

    /// Returns whether the set contains a kind.
    public func contains(_ kind: ElementKind) -> Bool { rawValue & (1 << kind.rawValue) != 0 }
}
