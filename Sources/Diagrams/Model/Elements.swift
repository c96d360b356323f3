extension Diagram {
    /// The identity of an element in its diagram.
    public struct ElementID<Element>: Sendable, Hashable, Comparable {
        /// A number that no other element of the diagram has or will have.
        public let number: Int

        package init(_ number: Int) { self.number = number }

        /// Returns whether one element was added before another.
        public static func < (left: ElementID, right: ElementID) -> Bool { left.number < right.number }
    }

    /// A state of a diagram: a circle with a name.
    public struct State: Sendable, Hashable, Identifiable {
        /// The identity of a state in its diagram.
        public typealias ID = ElementID<State>

        /// The default radius of a state.
        public static let defaultRadius = 24.0

        /// The identity of the state.
        public package(set) var id: ID
        /// The name.
        public var name = ""
        /// A Boolean value that indicates whether the diagram chose the name.
        public package(set) var hasAutomaticName = true
        /// The center.
        public var center: Point
        /// The radius of the circle, or of the outer circle if the state is final.
        public var radius: Double
        /// A Boolean value that indicates whether the state is final.
        public var isFinal: Bool

        package init(id: ID, center: Point, radius: Double, isFinal: Bool) {
            (self.id, self.center, self.radius, self.isFinal) = (id, center, radius, isFinal)
        }

        /// Returns whether two states have the same values; names are compared by their bytes.
        public static func == (left: State, right: State) -> Bool {
            (left.id, left.hasAutomaticName, left.center, left.radius, left.isFinal)
                == (right.id, right.hasAutomaticName, right.center, right.radius, right.isFinal)
                && left.name.utf8.elementsEqual(right.name.utf8)
        }

        /// Returns the state with a center and a radius within their bounds.
        func valid(replacing old: State?) -> State {
            var result = self
            result.center = center.valid(replacing: old?.center ?? .zero)
            result.radius =
                radius.isFinite && radius > 0
                ? min(max(radius, 1e-3), Point.maximumCoordinate) : old?.radius ?? State.defaultRadius
            return result
        }
    }

    /// A transition of a diagram: an arrow with the symbols that it reads.
    ///
    /// An arrow between two states is straight or an arc. An arrow from a state to itself is a
    /// loop. An end that isn't at a state is at a free point. An arrow whose tail is free marks its
    /// target as initial.
    public struct Transition: Sendable, Hashable, Identifiable {
        /// The identity of a transition in its diagram.
        public typealias ID = ElementID<Transition>

        /// The default angle of a loop: on top of its state.
        public static let defaultAngle = -Double.pi / 2

        /// The identity of the transition.
        public package(set) var id: ID
        /// The state that the transition leaves.
        public var start: State.ID?
        /// The state that the transition enters.
        public var end: State.ID?
        /// The symbols that the transition reads, sorted by their bytes.
        public var symbols: [String] = []
        /// A Boolean value that indicates whether the transition can be taken without reading a
        /// symbol.
        public var hasEpsilon = false
        /// The point at which the arrow begins; it counts only if ``start`` is `nil`.
        public var tail = Point.zero
        /// The point to which the arrow leads; it counts only if ``end`` is `nil`.
        public var tip = Point.zero
        /// The height of the arc over the chord from tail to tip; 0 for a straight arrow. Positive
        /// heights are to the left of the chord, as seen on the page.
        public var bend = 0.0
        /// The direction from a state's center to its loop, in radians; positive angles go
        /// clockwise on the page.
        public var angle = Transition.defaultAngle

        package init(id: ID) { self.id = id }

        /// A Boolean value that indicates whether the arrow leads from a state to itself.
        public var isLoop: Bool { start != nil && start == end }
        /// A Boolean value that indicates whether the arrow has a symbol or ε.
        public var isLabeled: Bool { hasEpsilon || !symbols.isEmpty }
        /// Returns whether the transition reads a symbol.
        package func reads(_ symbol: String) -> Bool { symbols.contains { $0.utf8.elementsEqual(symbol.utf8) } }

        /// A Boolean value that indicates whether the arrow marks an initial state.
        public var marksInitialState: Bool { start == nil && end != nil && !isLabeled }

        /// Returns whether two transitions have the same values; symbols are compared by their
        /// bytes.
        public static func == (left: Transition, right: Transition) -> Bool {
            (left.id, left.start, left.end, left.hasEpsilon) == (right.id, right.start, right.end, right.hasEpsilon)
                && (left.tail, left.tip, left.bend, left.angle) == (right.tail, right.tip, right.bend, right.angle)
                && left.symbols.elementsEqual(right.symbols) { $0.utf8.elementsEqual($1.utf8) }
        }
    }

    /// A text on the page that has no meaning for the automaton.
    public struct Note: Sendable, Hashable, Identifiable {
        /// The identity of a note in its diagram.
        public typealias ID = ElementID<Note>

        /// The identity of the note.
        public package(set) var id: ID
        /// The text.
        public var text: String
        /// The position of the middle of the text.
        public var position: Point

        package init(id: ID, text: String, position: Point) {
            (self.id, self.text, self.position) = (id, text, position)
        }

        /// Returns whether two notes have the same values; texts are compared by their bytes.
        public static func == (left: Note, right: Note) -> Bool {
            (left.id, left.position) == (right.id, right.position) && left.text.utf8.elementsEqual(right.text.utf8)
        }
    }
}
