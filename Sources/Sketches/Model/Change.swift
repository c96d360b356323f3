internal import Diagrams

extension Sketch {
    /// The effect of an event on a sketch.
    public struct Change: Sendable, Hashable {
        /// The elements that are new, grouped by kind, in each group in the order of their ids.
        public internal(set) var inserted: [Element] = []
        /// The elements that changed.
        public internal(set) var updated: [Element] = []
        /// The elements that were removed.
        public internal(set) var removed: [Element] = []
        /// The recognition of the ink that was drawn or reinterpreted; `nil` for other events.
        public internal(set) var interpretation: Interpretation?
        /// A message about the event; `nil` if there is no message.
        public internal(set) var notice: Notice?

        /// A Boolean value that indicates whether nothing changed.
        public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && removed.isEmpty }

        init(notice: Notice) { self.notice = notice }

        /// Compares the contents before and after an event.
        ///
        /// - Complexity: O(*n*) for *n* elements.
        init(from old: SketchContents, to new: SketchContents) {
            compare(old.diagram.states, new.diagram.states) { .state($0) }
            compare(old.diagram.transitions, new.diagram.transitions) { .transition($0) }
            compare(old.diagram.notes, new.diagram.notes) { .note($0) }
            compare(old.ink, new.ink) { .ink($0) }
        }

        /// Compares two lists that are sorted by id.
        private mutating func compare<Item: Identifiable & Equatable>(
            _ old: [Item], _ new: [Item], _ element: (Item.ID) -> Element
        ) where Item.ID: Comparable {
            var (i, j) = (0, 0)
            while i < old.count || j < new.count {
                if j == new.count || i < old.count && old[i].id < new[j].id {
                    removed.append(element(old[i].id))
                    i += 1
                } else if i == old.count || new[j].id < old[i].id {
                    inserted.append(element(new[j].id))
                    j += 1
                } else {
                    if old[i] != new[j] { updated.append(element(new[j].id)) }
                    i += 1
                    j += 1
                }
            }
        }
    }

    /// The recognition of ink: the chosen reading, and the reason for the choice.
    public struct Interpretation: Sendable, Hashable {
        /// A meaning that ink may have.
        public struct Alternative: Sendable, Hashable {
            /// The meaning that the ink may have.
            public let reading: Reading
            /// The probability of the meaning, judged by shape and position, 0…1.
            public let probability: Double
        }

        /// The ink that was recognized.
        public let ink: Ink.ID
        /// The meaning that was chosen.
        public let reading: Reading
        /// The probability of the meaning, judged by shape and position, 0…1.
        public let probability: Double
        /// The reason, in a sentence.
        public let reason: String
        /// The other meanings, the most probable first. ``Sketch/Event/reinterpret(_:as:)`` chooses
        /// an alternative.
        public let alternatives: [Alternative]
        /// The handwritten word that the ink belongs to; `nil` for ink that isn't text.
        public internal(set) var handwriting: Handwriting?
    }

    /// A message about an event, for the user.
    public enum Notice: Sendable, Hashable, CustomStringConvertible {
        /// There is nothing to undo.
        case nothingToUndo
        /// There is nothing to redo.
        case nothingToRedo
        /// The event is about an element that the sketch doesn't have.
        case noSuchElement
        /// The strokes have no points.
        case noInk
        /// The eraser touched nothing.
        case nothingErased
        /// A circle was drawn around or inside a state that is already final.
        case alreadyFinal(String)
        /// A loop that touches no state stays ink until a state is drawn at it.
        case loopWithoutState
        /// The ink was scribbled over a number of elements, which were deleted.
        case scribbledOut(Int)
        /// The states that became initial because arrows to them lost their starts.
        case becameInitial([String])
        /// All initial states, after another one was drawn.
        case severalInitial([String])
        /// The ink can't have this reading, such as a ring without a state.
        case impossible(Reading)
        /// Handwriting isn't read with certainty; the list has the most probable texts.
        case doubtfulText([String])
        /// It isn't certain whether a state has a second circle, which makes it final.
        case doubtfulRing(String)
        /// It isn't certain whether a small circle is a state, or a loop at the second state.
        case doubtfulLoop(String, at: String)
        /// A line without a head ends near several states.
        case doubtfulEnd([String])

        /// The message as a sentence.
        public var description: String {
            switch self {
            case .nothingToUndo: "There is nothing to undo."
            case .nothingToRedo: "There is nothing to redo."
            case .noSuchElement: "That element was already deleted."
            case .noInk: "Nothing was drawn."
            case .nothingErased: "The eraser touched nothing."
            case .alreadyFinal(let name): "\(name) is final already."
            case .loopWithoutState: "The loop touches no state: draw a state at its ends."
            case .scribbledOut(1): "The scribbled-out element is deleted; undo brings it back."
            case .scribbledOut(let count): "\(count) elements were scribbled out; undo brings them back."
            case .becameInitial(let names):
                "These states are initial now, because arrows to them have lost their starts: \(names.joined(separator: ", "))."
            case .severalInitial(let names): "Several states are initial: \(names.joined(separator: ", "))."
            case .impossible(let reading):
                switch reading {
                case .ring: "There is no state here that a ring would make final."
                case .head: "There is no arrow here that needs a head."
                case .text: "There is no handwriting here that could name a state or label an arrow."
                default: "The ink can't be read that way."
                }
            case .doubtfulRing(let name):
                "\(name) may have one circle or two, and two make it final: choose the reading of its ink."
            case .doubtfulLoop(let name, let state):
                "\(name) may be a state, or a loop at \(state): choose the reading of its ink."
            case .doubtfulEnd(let names):
                "The line ends near \(names.joined(separator: " and ")): draw its head, or pull its ends to states."
            case .doubtfulText(let texts) where texts.isEmpty: "The handwriting can't be read: type the text."
            case .doubtfulText(let texts):
                "The handwriting may be \(texts.map { "\"\($0)\"" }.joined(separator: " or ")): choose one, or type the text."
            }
        }
    }
}
