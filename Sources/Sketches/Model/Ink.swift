public import Diagrams
public import Strokes

extension Sketch {
    /// Strokes that were drawn together, and their meaning in a sketch.
    public struct Ink: Sendable, Hashable, Identifiable {
        /// The identity of ink in its sketch.
        public struct ID: Sendable, Hashable, Comparable {
            /// A number that no other ink of the sketch has.
            public let number: Int

            /// Returns whether one ink was drawn before another.
            public static func < (left: ID, right: ID) -> Bool { left.number < right.number }
        }

        /// The identity of the ink.
        public internal(set) var id: ID
        /// The strokes in drawing order.
        public let strokes: [Stroke]
        /// The meaning of the ink.
        public internal(set) var reading = Reading.none
        /// The probability of the reading by shape and position, 0…1. It is 1 for arrowheads, which
        /// are found by their position, and for shapes that a program placed.
        public internal(set) var probability = 0.0
        /// The element that the ink became, or to which it was added; `nil` if there is no such
        /// element.
        public internal(set) var element: Element?
        /// A Boolean value that indicates whether the user chose the reading. Later drawing doesn't
        /// change a chosen reading.
        public internal(set) var isChosen = false
        /// The handwritten word to which the ink belongs, or `nil` unless an element has taken the
        /// text of this word.
        public internal(set) var transcription: Transcription?

        /// The course of the ink; `nil` if it has no points.
        let piece: InkPiece?
        /// The smallest box around the ink; `nil` if it has no points.
        var box: BoundingBox? { piece?.box }

        init(id: ID, strokes: [Stroke]) {
            (self.id, self.strokes, piece) = (id, strokes, InkPiece(strokes))
        }

        /// Returns whether two inks have the same strokes and the same meaning.
        public static func == (left: Ink, right: Ink) -> Bool {
            left.id == right.id && left.reading == right.reading && left.probability == right.probability
                && left.element == right.element && left.isChosen == right.isChosen
                && left.transcription == right.transcription && left.strokes == right.strokes
        }

        /// Hashes the strokes and the meaning.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(id)
            hasher.combine(strokes)
            hasher.combine(reading)
            hasher.combine(probability)
            hasher.combine(element)
            hasher.combine(isChosen)
            hasher.combine(transcription)
        }
    }

    /// The text of a handwritten word that was given to an element.
    public struct Transcription: Sendable, Hashable {
        /// The text of the word.
        public let text: String
        /// The state whose name is the text, or the arrow whose symbols are in the text.
        public let element: Element
        /// The ink of the word, in drawing order.
        public let ink: [Ink.ID]
    }

    /// The meaning of ink in a sketch.
    public enum Reading: String, Sendable, Hashable, CaseIterable {
        /// The circle of a state.
        case state
        /// A second circle, which makes a state final.
        case ring
        /// The arrow of a transition between states.
        case transition
        /// An arrow from a state to itself.
        case loop
        /// An arrowhead drawn separately from its arrow; it gives the arrow its direction.
        case head
        /// A part of a text: the name in a state, or a label beside an arrow. The strokes stay ink;
        /// see ``Sketch/handwriting``.
        case text
        /// No element: the strokes stay ink.
        case none
    }

    /// The identity of an element of a sketch, of any kind.
    public enum Element: Sendable, Hashable {
        /// The identity of a state.
        case state(Diagram.State.ID)
        /// The identity of a transition.
        case transition(Diagram.Transition.ID)
        /// The identity of a note.
        case note(Diagram.Note.ID)
        /// The identity of ink.
        case ink(Ink.ID)
    }
}
