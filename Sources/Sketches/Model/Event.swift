public import Diagrams
public import Strokes

extension Sketch {
    /// Something that is done to a sketch.
    public enum Event: Sendable, Hashable {
        /// Draws strokes that belong together, as a rule one.
        case draw([Stroke])
        /// Deletes what a stroke of an eraser touches. On the outer ring of a final state alone it
        /// makes the state not final.
        case erase(Stroke)
        /// Writes a text: the name of the state that the place lies in, or the symbols of the
        /// nearest arrow within three radii, or a note if there is neither. Blanks around it don't
        /// count. An empty text gives a state an automatic name, and changes nothing elsewhere.
        case write(String, at: Diagram.Point)
        /// Adds a state; with an automatic name if it is empty.
        case addState(at: Diagram.Point, name: String = "", isFinal: Bool = false)
        /// Adds an arrow. The places count for ends without a state. An arrow between states is
        /// bent if it would pass another state or cover an arrow.
        case addTransition(
            from: Diagram.State.ID?, to: Diagram.State.ID?, tail: Diagram.Point = .zero, tip: Diagram.Point = .zero)
        /// Adds a note.
        case addNote(String, at: Diagram.Point)
        /// Changes the text of a note.
        case rewrite(Diagram.Note.ID, String)
        /// Deletes elements, with the ink that made them.
        case delete([Element])
        /// Names a state; automatically if the name is empty.
        case rename(Diagram.State.ID, String)
        /// Replaces the symbols of an arrow, and lets it be taken without reading or not unless
        /// that is `nil`.
        case setSymbols(Diagram.Transition.ID, [String], hasEpsilon: Bool? = nil)
        /// Lets an arrow be taken without reading, or not.
        case setEpsilon(Diagram.Transition.ID, Bool)
        /// Lets some states, and no other, be reached from a state on a symbol, or without reading
        /// if that is `nil`. Arrows that are there are used, and deleted if nothing is left to
        /// read on them. An empty symbol changes nothing.
        case setTargets(of: Diagram.State.ID, on: String?, [Diagram.State.ID])
        /// Adds an initial mark to a state, or removes all of them.
        case setInitial(Diagram.State.ID, Bool)
        /// Makes a state final, or not.
        case setFinal(Diagram.State.ID, Bool)
        /// Moves states, notes and free ends of arrows, each once.
        case move([Element], x: Double, y: Double)
        /// Changes the radius of a state.
        case resize(Diagram.State.ID, radius: Double)
        /// Bends an arrow so that it passes through a place.
        case bend(Diagram.Transition.ID, through: Diagram.Point)
        /// Turns a loop to an angle in radians; positive angles go clockwise on the page. Changes
        /// nothing about other arrows.
        case turn(Diagram.Transition.ID, angle: Double)
        /// Attaches an end of an arrow to a state, or leaves it at a place.
        case attach(Diagram.Transition.ID, ArrowEnd, to: Diagram.State.ID?, at: Diagram.Point = .zero)
        /// Takes ink for something else than it was taken for.
        case reinterpret(Ink.ID, as: Reading)
        /// Adds a copy of a diagram, moved by a distance.
        case paste(Diagram, x: Double, y: Double)
        /// Lays out the diagram anew.
        case layOut
        /// Deletes everything.
        case clear
        /// Takes back the last event.
        case undo
        /// Applies again what was taken back.
        case redo
    }
}
