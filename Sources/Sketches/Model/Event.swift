public import Diagrams
public import Strokes

extension Sketch {
    /// An event that changes a sketch.
    public enum Event: Sendable, Hashable {
        /// Draws strokes that belong together, usually a single stroke.
        case draw([Stroke])
        /// Deletes the elements that a stroke of an eraser touches. If the stroke touches only the
        /// outer ring of a final state, the state becomes nonfinal.
        case erase(Stroke)
        /// Writes a text at a position. If a state is at the position, the text becomes its name.
        /// Otherwise, the nearest arrow within two usual state radii gets the text as symbols; if
        /// the arrow is more than a radius away, a much nearer state takes precedence. Otherwise,
        /// the text names a state beside the position that has an automatic name, or becomes a
        /// note. Blanks around the text are ignored. An empty text gives the state at the position
        /// an automatic name.
        case write(String, at: Diagram.Point)
        /// Adds a state. If the name is empty, the state gets an automatic name.
        case addState(at: Diagram.Point, name: String = "", isFinal: Bool = false)
        /// Adds an arrow. An end without a state is at its given position. An arrow between states
        /// is bent if it would otherwise cross another state or cover another arrow.
        case addTransition(
            from: Diagram.State.ID?, to: Diagram.State.ID?, tail: Diagram.Point = .zero, tip: Diagram.Point = .zero)
        /// Adds a note with a text at a position.
        case addNote(String, at: Diagram.Point)
        /// Changes the text of a note.
        case rewrite(Diagram.Note.ID, String)
        /// Deletes elements, with the ink that made them.
        case delete([Element])
        /// Names a state. If the name is empty, the state gets an automatic name.
        case rename(Diagram.State.ID, String)
        /// Replaces the symbols of an arrow. Also sets whether the arrow has ε, unless `hasEpsilon`
        /// is `nil`.
        case setSymbols(Diagram.Transition.ID, [String], hasEpsilon: Bool? = nil)
        /// Sets whether an arrow has ε.
        case setEpsilon(Diagram.Transition.ID, Bool)
        /// Sets the targets of a state on a symbol, or on ε if the symbol is `nil`. Existing arrows
        /// are reused; arrows without symbols are then deleted. An empty symbol changes nothing.
        case setTargets(of: Diagram.State.ID, on: String?, [Diagram.State.ID])
        /// Adds an initial mark to a state that has none, or removes all initial marks of a state.
        case setInitial(Diagram.State.ID, Bool)
        /// Makes a state final or nonfinal.
        case setFinal(Diagram.State.ID, Bool)
        /// Moves states, notes, and the free ends of arrows. An element that is listed twice moves
        /// once.
        case move([Element], x: Double, y: Double)
        /// Changes the radius of a state.
        case resize(Diagram.State.ID, radius: Double)
        /// Bends an arrow so that it passes through a position.
        case bend(Diagram.Transition.ID, through: Diagram.Point)
        /// Turns a loop to an angle in radians; positive angles go clockwise on the page. Other
        /// arrows don't change.
        case turn(Diagram.Transition.ID, angle: Double)
        /// Attaches an end of an arrow to a state; if the state is `nil`, the end becomes free, at
        /// the position.
        case attach(Diagram.Transition.ID, ArrowEnd, to: Diagram.State.ID?, at: Diagram.Point = .zero)
        /// Interprets ink as another element; see ``Sketch/Reading``.
        case reinterpret(Ink.ID, as: Reading)
        /// Chooses the text of a handwritten word, given by any ink of the word. The text becomes
        /// the name of the word's state, or replaces the symbols that the word gave its arrow. See
        /// ``Sketch/handwriting``.
        case transcribe(Ink.ID, as: String)
        /// Adds a copy of a diagram, moved by the given distances.
        case paste(Diagram, x: Double, y: Double)
        /// Computes new positions for the states and arrows.
        case layOut
        /// Deletes all elements and all ink.
        case clear
        /// Undoes the last event that changed the sketch.
        case undo
        /// Redoes the event that was undone last.
        case redo
    }
}
